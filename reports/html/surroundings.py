"""Finds the text before and after a quote in the stored source."""

import re
from collections.abc import Iterator, Sequence

from ...evidence.model.frozen import Frozen
from ...stores.documents.loaded import LoadedDocument

AROUND = 260
"""The maximum number of characters shown on each side, about three lines."""

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_BROKEN_LINE = re.compile(r"[ \t]*\n[ \t]*")


class Stretch(Frozen):
    text: str
    quoted: bool


class Surroundings(Frozen):
    paragraphs: tuple[tuple[Stretch, ...], ...]
    opens: bool
    """Whether the shown text begins at the start of the document. Otherwise the text before it is left out."""
    closes: bool


def surroundings(loaded: LoadedDocument, start: int, end: int, *, flowing: bool) -> Surroundings:
    """Return the text around `loaded.text[start:end]`, without running headers and footers.

    `flowing`: lines were broken at the page width, so a single line break becomes a space. A blank line always
    separates paragraphs.
    """
    text = loaded.text
    first, last = _opening(text, start), _closing(text, end)
    cuts = [
        (passage.start, passage.end) for passage in loaded.furniture if passage.end <= start or passage.start >= end
    ]
    paragraphs: list[list[Stretch]] = [[]]
    for piece, quoted in _stretches(text, [(first, start, False), (start, end, True), (end, last, False)], cuts):
        for number, part in enumerate(_PARAGRAPH.split(piece)):
            if number and paragraphs[-1]:
                paragraphs.append([])
            shown = _BROKEN_LINE.sub(" ", part) if flowing else part
            shown = shown if paragraphs[-1] else shown.lstrip("\n")
            if shown:
                paragraphs[-1].append(Stretch(text=shown, quoted=quoted))
    return Surroundings(
        paragraphs=tuple(
            tuple(paragraph) for paragraph in paragraphs if any(stretch.text.strip() for stretch in paragraph)
        ),
        opens=not text[:first].strip(),
        closes=not text[last:].strip(),
    )


def _stretches(
    text: str, parts: Sequence[tuple[int, int, bool]], cuts: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, bool]]:
    """Yield the parts of the text without the cut stretches."""
    for start, end, quoted in parts:
        kept, at = [], start
        for cut, after in cuts:
            if not quoted and cut < end and after > at:
                kept.append(text[at : max(at, cut)])
                at = min(end, after)
        kept.append(text[at:end])
        yield "".join(kept), quoted


def _opening(text: str, start: int) -> int:
    """Return where the shown text begins: at a paragraph if one begins near enough, else at a word."""
    earliest = max(0, start - AROUND)
    if earliest == 0:
        return 0
    breaks = [match.end() for match in _PARAGRAPH.finditer(text, earliest, start)]
    if breaks:
        return breaks[0]
    space = re.compile(r"\s").search(text, earliest, start)
    return space.end() if space else earliest


def _closing(text: str, end: int) -> int:
    latest = min(len(text), end + AROUND)
    if latest == len(text):
        return latest
    breaks = [match.start() for match in _PARAGRAPH.finditer(text, end, latest)]
    if breaks:
        return breaks[-1]
    cut = text.rfind(" ", end, latest)
    return cut if cut > end else latest
