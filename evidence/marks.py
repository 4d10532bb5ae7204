"""What a page shows of a text besides its letters: struck out, or not visible at all."""

import re

UNSEEN_SECTION = "Not visible on the page"
"""The heading under which a loader puts text that its file holds and its page hides."""
_STRUCK = re.compile(r"~~(?=\S)[^~\n]*[^\s~]~~")
"""Struck text as loaders write it and as Markdown has it; on one line."""


def struck(text: str) -> str:
    """`text` marked as struck out, white space outside the marks."""
    bare = " ".join(text.split())
    return text.replace(text.strip(), f"~~{bare.replace('~~', '')}~~") if bare else text


def without_struck(text: str) -> str:
    """What still stands of a text, with a space for each struck stretch."""
    return _STRUCK.sub(" ", text) if "~~" in text else text


def is_struck(text: str, start: int, end: int) -> bool:
    """Whether everything but white space and signs of `text[start:end]` is struck out."""
    if "~~" not in text:
        return False
    standing = list(text[start:end])
    for match in _STRUCK.finditer(text):
        for place in range(max(match.start(), start), min(match.end(), end)):
            standing[place - start] = " "
    return not re.search(r"\w", "".join(standing))


def is_unseen(section: str | None) -> bool:
    """Whether a section, a path of headings, is that of text which the page hides."""
    return section is not None and section.split(" › ")[0] == UNSEEN_SECTION
