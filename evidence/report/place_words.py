"""A citation's place as a person would say it, for every rendering that a person reads."""

import re

from ..model.frozen import Frozen
from ..model.spans import Place
from .evidence_report import Citation

_ROWS = re.compile(r"R(?P<first>\d+)C\d+(?::R(?P<last>\d+)C\d+)?")


class PlaceWords(Frozen):
    """Templates for `str.format`, one set for each language of the renderings."""

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
    """“page 2, § 3. Remote Working, clause 3.1, lines 5–6”: the innermost heading; the whole path stands in the report. Of text that OCR
    read it says so: “page 2, line 5, read by OCR, score 0.97”."""
    section = place.section.rpartition(" › ")[2] if place.section else ""
    clause = place.clause if place.clause and not section.startswith(place.clause) else None
    parts = [
        words.page.format(page=place.page) if place.page else "",
        words.section.format(section=section) if section else "",
        words.clause.format(clause=clause) if clause else "",
        _cells(place.cell, words) if place.cell else _lines(place, words),
        words.ocr.format(score=place.ocr_score) if place.ocr_score is not None else "",
    ]
    return ", ".join(part for part in parts if part)


def short_place(place: Citation | Place, words: PlaceWords = ENGLISH) -> str:
    """“page 2”; where there are no pages, the clause, else the cells or lines."""
    if place.page:
        return words.page.format(page=place.page)
    if place.clause:
        return words.clause.format(clause=place.clause)
    return _cells(place.cell, words) if place.cell else _lines(place, words)


def _cells(cell: str, words: PlaceWords) -> str:
    """Cells of a sheet by their names; of a table without names for them, the rows."""
    counted = _ROWS.fullmatch(cell)
    if counted is None:
        return words.cells.format(cell=cell)
    first, last = counted["first"], counted["last"] or counted["first"]
    return words.row.format(row=first) if first == last else words.rows.format(first=first, last=last)


def _lines(place: Citation | Place, words: PlaceWords) -> str:
    if place.line_start == place.line_end:
        return words.line.format(line=place.line_start)
    return words.lines.format(first=place.line_start, last=place.line_end)
