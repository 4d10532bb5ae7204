"""The words before and after a quote, cut from the stored source."""

import re

from ...evidence.frozen import Frozen

AROUND = 420
"""Characters shown at most on either side: some four lines."""

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_BROKEN_LINE = re.compile(r"[ \t]*\n[ \t]*")


class Surroundings(Frozen):
    before: str
    quote: str
    after: str
    opens: bool
    """Whether `before` begins where the text does; otherwise something was left out before it."""
    closes: bool


def surroundings(text: str, start: int, end: int, *, flowing: bool) -> Surroundings:
    """`flowing`: lines were broken where the page ended, so a single line break is a space; a blank line stays one."""
    first, last = _opening(text, start), _closing(text, end)
    told = _flowed if flowing else str
    return Surroundings(
        before=told(text[first:start]).lstrip("\n"),
        quote=told(text[start:end]),
        after=told(text[end:last]).rstrip("\n"),
        opens=not text[:first].strip(),
        closes=not text[last:].strip(),
    )


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


def _flowed(text: str) -> str:
    return "\n\n".join(_BROKEN_LINE.sub(" ", part) for part in _PARAGRAPH.split(text))
