"""Prepares text for an HTML page: replaces invalid characters, and shortens long text to one line."""

import re

from ...evidence.language.confusables import with_code_points

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return the text with characters that HTML does not allow, control characters and lone surrogates, replaced by
    U+FFFD.

    Direction marks are replaced too, since a title must not reverse the text after it. Letters that disguise a word are
    shown by their code points.
    """
    return with_code_points(_BIDI.sub("\ufffd", _UNPRINTABLE.sub("\ufffd", text)))


def shortened(text: str, limit: int) -> str:
    """Return one line of at most `limit` characters, cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rsplit(' ', 1)[0]}…"
