"""Finds lines that quote another text. They begin with ">", or follow the header of a message that a reply repeats."""

import re
from collections.abc import Iterator

from ...evidence.model.place_marks import Mark
from ..documents.loaded import MarkedText

_QUOTED = re.compile(r"^[ \t]{0,3}>.*(?:\n(?:[ \t]*\n)*[ \t]{0,3}>.*)*", re.MULTILINE)
"""Lines with ">", and the empty lines between them."""
_HEADER = re.compile(
    r"^(?P<divider>[ \t]*[-_*=]{3,}.*\n(?:[ \t]*\n)?)?(?P<fields>(?:[*]{0,2}\w[\w -]{1,20}:[*]{0,2}[ \t]+\S.*\n){3,})",
    re.MULTILINE,
)
_ADDRESS = re.compile(r"\S@\S+\.\S")


def quoted_lines(text: str, base: int = 0) -> tuple[MarkedText, ...]:
    """Return the stretches of `text` with lines that begin with ">". `base`: the offset of `text` in the document."""
    return tuple(_stretch(match.start() + base, match.end() + base) for match in _QUOTED.finditer(text))


def quoted_mail(text: str, base: int = 0) -> tuple[MarkedText, ...]:
    """Return the stretches of `quoted_lines`, and the text from the header of a repeated message to the end."""
    start = min(_headers(text), default=len(text))
    rest = (_stretch(start + base, len(text) + base),) if start < len(text) else ()
    return (*quoted_lines(text[:start], base), *rest)


def _headers(text: str) -> Iterator[int]:
    """Yield the offsets of message headers. A header is three or more lines of the form "name: value", after a line of
    dashes or with an e-mail address."""
    for match in _HEADER.finditer(text):
        if match["divider"] or _ADDRESS.search(match["fields"]):
            yield match.start()


def _stretch(start: int, end: int) -> MarkedText:
    return MarkedText(start=start, end=end, mark=Mark(kind="quoted"))
