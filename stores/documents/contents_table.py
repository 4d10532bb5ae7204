"""Recognises tables that list what stands on which page: tables of contents, indexes to statements. The figures of
their rows are page numbers and answer nothing."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ...evidence.lexicon.contents_headings import FEWEST_UNSURE, PAGE
from ...evidence.tables.row_parts import FIGURE
from .loaded import LoadedDocument, Table
from .tables import Row, TableReader

_PAGE_NAME = re.compile(rf"\W*(?:{PAGE})s?\b\W*(?:n[o°]\W*|numbers?\W*|\(s\)\W*)?", re.IGNORECASE)
_PREFIXED = re.compile(r"(?:[A-Z]{1,2}[-–])?(\d{1,4})")
"""A page number, with or without the letter of a part: “54”, “F-12”."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_RECURRING = 0.5
"""The minimum share of labels that are lines of their own elsewhere in a document without pages."""


def lists_contents(table: Table, document: LoadedDocument) -> bool:
    """Return whether the last column of a table contains page numbers.

    It does if its name is “Page” in one of the languages. A column without a name does if it has at least `FEWEST_UNSURE`
    bare numbers that never fall, beside words and no other figures; and if none is above the page count, or, in a
    document without pages, the labels are headings elsewhere in it.
    """
    rows = TableReader(table, document.text).rows(table.start, table.end)
    entries = [row for row in rows if _is_entry(row)]
    if not entries or len(entries) < sum(_has_figure(row) for row in rows):
        return False
    names = {row.cells[-1][0] for row in entries}
    if all(_PAGE_NAME.fullmatch(name) for name in names):
        return True
    numbers = [int(page[1]) for row in entries if (page := _PREFIXED.fullmatch(row.cells[-1][1]))]
    rises = all(first <= second for first, second in pairwise(numbers)) and numbers[0] < numbers[-1]
    if any(names) or len(entries) < FEWEST_UNSURE or not rises:
        return False
    if document.pages:
        return numbers[-1] <= len(document.pages)
    return _recur(entries, table, document.text)


def _is_entry(row: Row) -> bool:
    """Return whether a row is words and, in its last cell, a page number. A number of the entry may stand before the
    words: “Item 7 | Results | 41”."""
    *label, (_, last) = row.cells
    figures = [text for _, text in label[1:] if FIGURE.match(text)]
    return bool(_PREFIXED.fullmatch(last) and not figures and any(_LETTERS.search(text) for _, text in label))


def _has_figure(row: Row) -> bool:
    return any(FIGURE.match(text) for _, text in row.cells[1:])


def _recur(entries: Sequence[Row], table: Table, text: str) -> bool:
    outside = f"{text[: table.start]}\n{text[table.end :]}"
    lines = {" ".join(line.split()).strip(" #*").casefold() for line in outside.splitlines()}
    labels = [next(cell for _, cell in row.cells if _LETTERS.search(cell)).casefold() for row in entries]
    return sum(label in lines for label in labels) >= _RECURRING * len(labels)
