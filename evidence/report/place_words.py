"""Writes the place of a citation for people, in every form of a report."""

import re

from ..model.frozen import Frozen
from ..model.spans import Place
from .evidence_report import Citation

_ROWS = re.compile(r"R(?P<first>\d+)C\d+(?::R(?P<last>\d+)C\d+)?")


class PlaceWords(Frozen):
    """The templates for a place in one language, for `str.format`."""

    page: str = "page {page}"
    section: str = "§ {section}"
    clause: str = "clause {clause}"
    cells: str = "cells {cell}"
    line: str = "line {line}"
    lines: str = "lines {first}–{last}"
    row: str = "table row {row}"
    rows: str = "table rows {first}–{last}"
    ocr: str = "read by OCR, score {score:.2f}"


ENGLISH = PlaceWords()


def place_in_words(place: Citation | Place, words: PlaceWords = ENGLISH) -> str:
    """Return the place in words: “page 2, § 3. Remote Working, clause 3.1, lines 5–6”.

    It names the innermost heading only; the report has the whole path. Text from OCR is marked: “page 2, line 5, read
    by OCR, score 0.97”.
    """
    section = innermost(place)
    clause = place.clause if place.clause and not section.startswith(place.clause) else None
    parts = [
        words.page.format(page=place.page) if place.page else "",
        in_section(place, words),
        words.clause.format(clause=clause) if clause else "",
        _cells(place.cell, words) if place.cell else _lines(place, words),
        words.ocr.format(score=place.ocr_score) if place.ocr_score is not None else "",
    ]
    return ", ".join(part for part in parts if part)


def innermost(place: Citation | Place) -> str:
    """Return the innermost heading above the place, or ""."""
    return place.section.rpartition(" › ")[2] if place.section else ""


def in_section(place: Citation | Place, words: PlaceWords = ENGLISH) -> str:
    """Return the innermost heading above the place with the mark of a section, or "": “§ Rent”. A heading that begins
    with the mark, as in laws and German contracts, has no second one.
    """
    section = innermost(place)
    return section if section.startswith("§") else words.section.format(section=section) if section else ""


def short_place(place: Citation | Place, words: PlaceWords = ENGLISH) -> str:
    """Return the place in a short form: “page 2”. Without pages this is the clause, else the cells or lines."""
    if place.page:
        return words.page.format(page=place.page)
    if place.clause:
        return words.clause.format(clause=place.clause)
    return _cells(place.cell, words) if place.cell else _lines(place, words)


def _cells(cell: str, words: PlaceWords) -> str:
    """Return the names of a sheet's cells, or the rows of a table whose cells have no names.

    Example: `_cells("B4:D4", ENGLISH)` gives `"cells B4:D4"`, and `_cells("R3C1:R5C2", ENGLISH)` gives
    `"table rows 3–5"`.
    """
    counted = _ROWS.fullmatch(cell)
    if counted is None:
        return words.cells.format(cell=cell)
    first, last = counted["first"], counted["last"] or counted["first"]
    return words.row.format(row=first) if first == last else words.rows.format(first=first, last=last)


def _lines(place: Citation | Place, words: PlaceWords) -> str:
    if place.line_start == place.line_end:
        return words.line.format(line=place.line_start)
    return words.lines.format(first=place.line_start, last=place.line_end)
