"""Unambiguous headings of plain text: underlined lines, and numbered or capitalised lines between blank lines."""

import re

from ..documents.loaded import Heading
from .numbered import ENDS_LIKE_TEXT, NUMBERED

_UNDERLINE = re.compile(r"^([=\-~^\"'#*+`])\1{2,}$")
_LONGEST = 90
_MOST_WORDS = 10


def find_text_headings(text: str) -> tuple[Heading, ...]:
    """The headings with their levels: underline characters rank in the order of first use; units and capitals are level 1; a decimal number
    has the level of its depth."""
    lines = text.split("\n")
    headings = []
    underlines: list[str] = []
    position = 0
    for index, line in enumerate(lines):
        shown = line.rstrip()
        before = lines[index - 1].strip() if index else ""
        after = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
        underline = _UNDERLINE.match(after)
        level = None
        if shown and not before and len(shown) <= _LONGEST:
            if underline and len(after) >= 0.8 * len(shown) and not _UNDERLINE.match(shown):
                if underline[1] not in underlines:
                    underlines.append(underline[1])
                level = underlines.index(underline[1]) + 1
            elif not after:
                level = _level(shown)
        if level is not None:
            headings.append(Heading(start=position, end=position + len(shown), level=min(level, 9)))
        position += len(line) + 1
    return tuple(headings)


def _level(line: str) -> int | None:
    """The level of a line between blank lines; None if it is text."""
    number = NUMBERED.match(line)
    if ENDS_LIKE_TEXT.search(line.rstrip(".") if number else line) or line.count(" ") >= _MOST_WORDS:
        return None
    if number and number.end() < len(line) and line[number.end()].isupper():
        return 1 + (number["decimal"].count(".") if number["decimal"] else 0)
    letters = sum(character.isalpha() for character in line)
    if (
        line.upper() == line
        and line.lower() != line
        and letters >= 5
        and letters > 0.6 * len(line)
        and line[0].isalnum()
    ):
        return 1
    return None
