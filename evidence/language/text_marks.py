"""What a page shows of a text besides its letters: footnote marks, struck out, or not visible at all."""

import re

UNSEEN_SECTION = "Not visible on the page"
"""The heading under which a loader puts text that its file holds and its page hides."""
_STRUCK = re.compile(r"~~(?=\S)[^~\n]*[^\s~]~~")
"""Struck text as loaders write it and as Markdown has it; on one line."""
_SUPERSCRIPT = "[\u00b9\u00b2\u00b3\u2070-\u207e\u02b0-\u02b8\u02e1-\u02e3\u1d43-\u1d58\u1d5b\u1d9c\u1da0]"
_FOOTNOTE_MARK = re.compile(rf"(?:(?<=[^\W\d_]{{3}})|(?<=[)\]%])|(?<=\d)(?<!\b10)|(?<!\S)){_SUPERSCRIPT}+(?![^\W_])")
"""Superscripts after a word, a figure or nothing. Those of units ("m²") and of powers of ten are read as what they are."""


def without_footnote_marks(text: str) -> str:
    """`text`, as long as it was, with spaces for its footnote marks: "Revenue¹" is the word "Revenue"."""
    return text if text.isascii() else _FOOTNOTE_MARK.sub(lambda mark: " " * len(mark.group()), text)


def struck(text: str) -> str:
    """`text` marked as struck out, white space outside the marks."""
    bare = " ".join(text.split())
    return text.replace(text.strip(), f"~~{bare.replace('~~', '')}~~") if bare else text


def joined_struck(text: str) -> str:
    """Struck stretches side by side as one: a file may cut a word into several runs."""
    return re.sub(r"(?<=\w)~~(\s*)~~(?=\w)", r"\1", text)


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
