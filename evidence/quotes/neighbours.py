"""The sentence before and the sentence after a stretch of text: what stands there may take back what the stretch says (SPEC EVI-12)."""

from ..language.sentences import sentences

REACH = 240
"""Characters on either side in which the sentence is looked for; a longer one is cut."""


def sentence_before(text: str, start: int) -> str:
    """The last sentence that ends before `start`, on one line; "" at the beginning of the text."""
    before = text[max(0, start - REACH) : start].rstrip()
    spans = list(sentences(before))
    return _line(before[spans[-1][0] : spans[-1][1]]) if spans else ""


def sentence_after(text: str, end: int) -> str:
    """The first sentence that begins behind `end`, on one line; "" at the end of the text."""
    after = text[end : end + REACH].lstrip()
    spans = list(sentences(after))
    return _line(after[spans[0][0] : spans[0][1]]) if spans else ""


def _line(text: str) -> str:
    return " ".join(text.split())
