"""The words before and after a quote, cut from the stored source."""

import re
from collections.abc import Iterator, Sequence

from ...evidence.model.frozen import Frozen
from ...stores.documents.loaded import LoadedDocument

AROUND = 260
"""Characters shown at most on either side: some three lines."""

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_BROKEN_LINE = re.compile(r"[ \t]*\n[ \t]*")


class Stretch(Frozen):
    text: str
    quoted: bool


class Surroundings(Frozen):
    paragraphs: tuple[tuple[Stretch, ...], ...]
    opens: bool
    """Whether they begin where the text does; otherwise something was left out before them."""
    closes: bool


def surroundings(loaded: LoadedDocument, start: int, end: int, *, flowing: bool) -> Surroundings:
    """What stands around `loaded.text[start:end]`, without running headers and footers.

    `flowing`: lines were broken where the page ended, so a single line break is a space; a blank line parts paragraphs either way.
    """
    text = loaded.text
    first, last = _opening(text, start), _closing(text, end)
    cuts = [(one.start, one.end) for one in loaded.furniture if one.end <= start or one.start >= end]
    paragraphs: list[list[Stretch]] = [[]]
    for piece, quoted in _stretches(text, [(first, start, False), (start, end, True), (end, last, False)], cuts):
        for number, part in enumerate(_PARAGRAPH.split(piece)):
            if number and paragraphs[-1]:
                paragraphs.append([])
            told = _BROKEN_LINE.sub(" ", part) if flowing else part
            told = told if paragraphs[-1] else told.lstrip("\n")
            if told:
                paragraphs[-1].append(Stretch(text=told, quoted=quoted))
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
    """The parts with what is cut out of them left out."""
    for start, end, quoted in parts:
        kept, at = [], start
        for cut, after in cuts:
            if not quoted and cut < end and after > at:
                kept.append(text[at : max(at, cut)])
                at = min(end, after)
        kept.append(text[at:end])
        yield "".join(kept), quoted


def _opening(text: str, start: int) -> int:
    """Where to begin: at a paragraph, if one begins near enough; else at a word."""
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
