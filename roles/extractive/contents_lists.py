"""Finds lists of contents in a text. Their lines only name sections on other pages, so they answer no question."""

import re
from functools import lru_cache

_ENTRY = re.compile(r"^[^\n]*[^\W\d_][\s._·…|]*[\s._·…|](?P<page>\d{1,3})[ \t|]*$", re.MULTILINE)
"""A line that ends in a bare number after a word, with or without a row of dots between them."""
_PROSE = re.compile(r"[.;:!?]\s*$|.{120}", re.MULTILINE)
"""Text between two entries that ends a list. Other lines, such as “PART II”, may be part of it."""
FEWEST = 3
"""The minimum number of entries of a list."""


@lru_cache(maxsize=1_024)
def contents_lists(text: str) -> tuple[tuple[int, int], ...]:
    """Return the offsets of each list of contents in `text`, from its first entry to its last: at least `FEWEST` lines
    with a page number at their end. The page numbers never fall, and rise at least once.

    Example: for the lines “Staff ..... 3”, “Sales ..... 9” and “Taxes ..... 12”, it returns ((0, 43),).
    """
    runs: list[list[re.Match[str]]] = [[]]
    for entry in _ENTRY.finditer(text):
        last = runs[-1][-1] if runs[-1] else entry
        if int(entry["page"]) < int(last["page"]) or _PROSE.search(text, last.end(), entry.start()):
            runs.append([])
        runs[-1].append(entry)
    return tuple(
        (run[0].start(), run[-1].end())
        for run in runs
        if len(run) >= FEWEST and int(run[0]["page"]) < int(run[-1]["page"])
    )
