"""Finds the numbers that an OpenDocument page shows before list items and headings. They are not stored as text."""

from typing import Any

from ..office.word_numbers import formatted_number
from .styles import STYLE, TEXT

_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


class Numbering:
    """Counts list items and headings and returns the number that the page shows before each. It must be called once for
    each, in order."""

    def __init__(self, *sources: Any) -> None:
        self._levels: dict[str, dict[int, Any]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        """The counts of each list style, by level."""
        self._finished: dict[str, dict[int, int]] = {}
        """The counts at the end of each list with an id."""
        for source in sources:
            for style in source.iter(f"{TEXT}list-style", f"{TEXT}outline-style") if source is not None else ():
                name = "" if style.tag == f"{TEXT}outline-style" else style.get(f"{STYLE}name", "")
                levels = {
                    int(level.get(f"{TEXT}level", "1")): level
                    for level in style
                    if level.get(f"{TEXT}level", "").isdecimal()
                }
                self._levels[name] = levels

    def start(self, lists: Any, style: str) -> None:
        """Begin a list that is inside no other."""
        continued = lists.get(f"{TEXT}continue-list")
        if continued in self._finished:
            self._counts[style] = dict(self._finished[continued])
        elif lists.get(f"{TEXT}continue-numbering") != "true":
            self._counts.pop(style, None)

    def end(self, lists: Any, style: str) -> None:
        name = lists.get("{http://www.w3.org/XML/1998/namespace}id")
        if name:
            self._finished[name] = dict(self._counts.get(style, {}))

    def heading(self, depth: int) -> str:
        return self.label("", depth, None)

    def label(self, style: str, depth: int, start: str | None) -> str:
        """Return the text before an item at this depth, counted from 1: a number, "•" for any bullet, or ""."""
        levels = self._levels.get(style, {})
        level = levels.get(depth)
        if level is None:
            return ""
        counts = self._counts.setdefault(style, {})
        if start is not None and start.isdecimal():
            counts[depth] = int(start)
        else:
            counts[depth] = counts[depth] + 1 if depth in counts else _first(level)
        for deeper in [other for other in counts if other > depth]:
            del counts[deeper]
        if level.tag in (f"{TEXT}list-level-style-bullet", f"{TEXT}list-level-style-image"):
            return "•"
        form = level.get(f"{STYLE}num-format", "")
        if form not in _FORMS:
            return ""
        shown = level.get(f"{TEXT}display-levels", "1")
        first = max(1, depth + 1 - int(shown if shown.isdecimal() else 1))
        numbers = [
            formatted_number(
                counts.setdefault(at, _first(levels[at])), _FORMS[levels[at].get(f"{STYLE}num-format", "")]
            )
            for at in range(first, depth + 1)
            if at in levels and levels[at].get(f"{STYLE}num-format", "") in _FORMS
        ]
        prefix, suffix = level.get(f"{STYLE}num-prefix", ""), level.get(f"{STYLE}num-suffix", "")
        return f"{prefix}{'.'.join(numbers)}{suffix}"


def _first(level: Any) -> int:
    start = level.get(f"{TEXT}start-value", "1")
    return int(start) if start.isdecimal() else 1
