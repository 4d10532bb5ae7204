"""Finds marks and markup that change the meaning of a text: footnote marks, struck-out text, and hidden text."""

import re

UNSEEN_SECTION = "Not visible on the page"
"""The heading under which a loader puts text that the file contains but the page hides."""
_STRUCK = re.compile(r"~~(?=\S)[^~\n]*[^\s~]~~")
"""Struck-out text on one line, in the Markdown syntax that loaders write."""
_SUPERSCRIPT = "[\u00b9\u00b2\u00b3\u2070-\u207e\u02b0-\u02b8\u02e1-\u02e3\u1d43-\u1d58\u1d5b\u1d9c\u1da0]"
_FOOTNOTE_MARK = re.compile(rf"(?:(?<=[^\W\d_]{{3}})|(?<=[)\]%])|(?<=\d)(?<!\b10)|(?<!\S)){_SUPERSCRIPT}+(?![^\W_])")
"""Superscripts after a word, after a figure, or alone. Superscripts of units ("m²") and powers of ten are not footnote
marks."""


def without_footnote_marks(text: str) -> str:
    """Return `text` with each footnote mark replaced by a space, so that offsets stay the same: "Revenue¹" becomes
    "Revenue "."""
    return text if text.isascii() else _FOOTNOTE_MARK.sub(lambda mark: " " * len(mark.group()), text)


def struck(text: str) -> str:
    """Return `text` in struck-out markup (`~~text~~`). White space at either end stays outside the markup.

    Example: `struck("the old fee ")` gives `"~~the old fee~~ "`.
    """
    bare = " ".join(text.split())
    return text.replace(text.strip(), f"~~{bare.replace('~~', '')}~~") if bare else text


def joined_struck(text: str) -> str:
    """Return `text` with adjacent struck-out parts joined into one, since a file may store one word in several
    parts.

    Example: `joined_struck("~~for~~~~mer~~ fee")` gives `"~~former~~ fee"`.
    """
    return re.sub(r"(?<=\w)~~(\s*)~~(?=\w)", r"\1", text)


def without_struck(text: str) -> str:
    """Return `text` with each struck-out part replaced by one space.

    Example: `without_struck("the ~~old~~ new fee")` gives `"the   new fee"`.
    """
    return _STRUCK.sub(" ", text) if "~~" in text else text


def is_struck(text: str, start: int, end: int) -> bool:
    """Return whether all letters and digits of `text[start:end]` are struck out.

    Example: `is_struck("the ~~old~~ fee", 4, 11)` gives `True`.
    """
    if "~~" not in text:
        return False
    standing = list(text[start:end])
    for match in _STRUCK.finditer(text):
        for place in range(max(match.start(), start), min(match.end(), end)):
            standing[place - start] = " "
    return not re.search(r"\w", "".join(standing))


def is_unseen(section: str | None) -> bool:
    """Return whether a section, given as its path of headings, contains text that the page hides.

    Example: `is_unseen("Not visible on the page › Notes")` gives `True`, and `is_unseen("Fees")` gives `False`.
    """
    return section is not None and section.split(" › ")[0] == UNSEEN_SECTION
