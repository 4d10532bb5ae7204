"""Returns the sentence before and the sentence after a stretch of text. Either may deny what the stretch states (SPEC EVI-12)."""

from .sentences import sentences

REACH = 240
"""Number of characters to search on either side; a longer sentence is cut."""


def sentence_before(text: str, start: int) -> str:
    """Returns the last sentence that ends before `start`, on one line, or "" at the beginning of the text."""
    before = text[max(0, start - REACH) : start].rstrip()
    spans = list(sentences(before))
    return _line(before[spans[-1][0] : spans[-1][1]]) if spans else ""


def sentence_after(text: str, end: int) -> str:
    """Returns the first sentence that begins after `end`, on one line, or "" at the end of the text."""
    after = text[end : end + REACH].lstrip()
    spans = list(sentences(after))
    return _line(after[spans[0][0] : spans[0][1]]) if spans else ""


def _line(text: str) -> str:
    return " ".join(text.split())
