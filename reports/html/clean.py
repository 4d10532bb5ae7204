"""Text made fit for a page: what is no character there is replaced, and what is too long for a line is cut."""

import re

from ...evidence.language.confusables import spelt_out

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Control characters and lone surrogates, which HTML does not allow, become U+FFFD; so do marks that turn the direction of all
    that follows, since a title must not make the words after it read backwards. Letters that disguise a word are named."""
    return spelt_out(_BIDI.sub("\ufffd", _UNPRINTABLE.sub("\ufffd", text)))


def shortened(text: str, limit: int) -> str:
    """One line of at most `limit` characters, cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rsplit(' ', 1)[0]}…"
