"""Splits a scanned page into visual rows. Stretches of OCR at one height are one row, and columns of prose follow one
another."""

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from ...documents.loaded import LoadedDocument, LoadIssue, PageBox
from ..ocr.scanned_page import NO_TEXT_LAYER, OCR_FAILED, READ_BY_OCR, ScannedPage, ScansFound, Stretch
from .rows import PageRows, Row, RowReading, Word

_LONG = 5.0
"""The minimum ratio of width to height for a stretch that shows how far the page is tilted."""
_OVERLAP = 0.5
"""The minimum overlap of two stretches in one row, as a share of the lower one's height."""
_COLUMN_WIDTH, _COLUMN_ROWS = 0.25, 5
"""The minimum width of a column of prose, as a share of the width of the page's text, and its least number of
stretches. Cells of tables are narrower or fewer."""
_VARIES = 0.15
"""How far the height of body text may differ from the usual height of a page's rows, as a share of it. It was 0.85 to
1.14 on ten pages of filings."""
_ROWS_OF_FIGURES = 3
"""The minimum number of rows that end in a figure on a page that may have a table."""


class _Placed(NamedTuple):
    """A stretch in points of the straightened page; y grows upwards."""

    left: float
    bottom: float
    right: float
    top: float
    stretch: Stretch

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def with_scans(pages: Sequence[PageRows], scanned: Mapping[int, ScannedPage]) -> list[PageRows]:
    """Return the pages of a file, with OCR results for those without text. Raises `ScansFound` if `scanned` lacks such
    a page."""
    images = {page.number for page in pages if page.problem == NO_TEXT_LAYER}
    if missing := sorted(images - scanned.keys()):
        raise ScansFound(missing)
    return [_read(page.number, scanned[page.number]) if page.number in images else page for page in pages]


def disclosed(loaded: LoadedDocument, scanned: Mapping[int, ScannedPage]) -> LoadedDocument:
    """Return the document with the lines that OCR read, the engine, and issues for what OCR could not read."""
    issues = [
        LoadIssue(where=f"page {number}", reason=f"{page.unreadable} stretches could not be read by OCR")
        for number, page in sorted(scanned.items())
        if page.unreadable
    ]
    read = [number for number, page in sorted(scanned.items()) if page.stretches]
    if not read:
        return loaded.model_copy(update={"issues": (*loaded.issues, *issues)})
    engine = scanned[read[0]].engine
    issues += [LoadIssue(where=f"page {number}", reason=f"{READ_BY_OCR} ({engine})") for number in read]
    return loaded.model_copy(update={"extractor": f"{loaded.extractor} {engine}", "issues": (*loaded.issues, *issues)})


def _read(number: int, page: ScannedPage) -> PageRows:
    if page.failure:
        return PageRows(number, [], f"{OCR_FAILED} ({page.failure})")
    if not page.stretches:
        return PageRows(number, [], "no text was found by OCR")
    rows = [row for column in _columns(_placed(page)) for row in _rows(column)]
    size = median(stretch.height for row in rows for stretch in row)
    tabular = sum(row[-1].stretch.text[-1:].isdigit() for row in rows) >= _ROWS_OF_FIGURES
    return PageRows(
        number,
        [_row(row, size, tabular) for row in rows],
        None,
        readings=tuple(RowReading(_score(row, page), _box([placed.stretch for placed in row], page)) for row in rows),
    )


def _placed(page: ScannedPage) -> list[_Placed]:
    """Return the stretches of text, rotated by the median angle of the lines. A row of a tilted scan is then
    horizontal."""
    angles = []
    for stretch in page.stretches:
        (x1, y1), (x2, y2), _, (x4, y4) = stretch.corners
        if math.hypot(x2 - x1, y2 - y1) > _LONG * math.hypot(x4 - x1, y4 - y1):
            angles.append(math.atan2(y2 - y1, x2 - x1))
    angle = median(angles) if angles else 0.0
    cosine, sine = math.cos(angle), math.sin(angle)
    placed = []
    for stretch in page.stretches:
        across = [x * cosine + y * sine for x, y in stretch.corners]
        down = [y * cosine - x * sine for x, y in stretch.corners]
        (_, top), (_, bottom) = sorted(down)[:2], sorted(down)[2:]
        point = page.pixels_per_point
        left, right = min(across) / point, max(across) / point
        placed.append(_Placed(left, (page.height - bottom) / point, right, (page.height - top) / point, stretch))
    return placed


def _columns(stretches: Sequence[_Placed]) -> list[list[_Placed]]:
    """Return the stretches in reading order. A stretch across the page is by itself, and between two of these the
    columns go from left to right."""
    left, right = min(stretch.left for stretch in stretches), max(stretch.right for stretch in stretches)
    middle = _gutter(stretches, left, right)
    if middle is None:
        return [list(stretches)]
    columns: list[list[_Placed]] = []
    beside: tuple[list[_Placed], list[_Placed]] = ([], [])
    for stretch in sorted(stretches, key=lambda placed: -placed.middle):
        if stretch.left < middle < stretch.right:
            columns += [column for column in beside if column]
            beside = ([], [])
            columns.append([stretch])
        else:
            beside[stretch.left > middle].append(stretch)
    return columns + [column for column in beside if column]


def _gutter(stretches: Sequence[_Placed], left: float, right: float) -> float | None:
    """Return the gap between two columns of prose; None for a page with one column, and for a table."""
    width = right - left
    wide = [stretch for stretch in stretches if stretch.right - stretch.left > _COLUMN_WIDTH * width]
    for middle in (left + width * share / 100 for share in range(40, 61)):
        across = [stretch for stretch in wide if stretch.left < middle < stretch.right]
        before, after = (
            [stretch for stretch in wide if stretch.right <= middle],
            [stretch for stretch in wide if stretch.left >= middle],
        )
        if min(len(before), len(after)) >= _COLUMN_ROWS and 4 * len(across) <= len(before) + len(after):
            return middle
    return None


def _rows(stretches: Sequence[_Placed]) -> list[list[_Placed]]:
    rows: list[list[_Placed]] = []
    for stretch in sorted(stretches, key=lambda placed: -placed.middle):
        last = rows[-1][-1] if rows else None
        if last is not None and _shares_height(last, stretch) and all(_beside(other, stretch) for other in rows[-1]):
            rows[-1].append(stretch)
        else:
            rows.append([stretch])
    return [sorted(row, key=lambda placed: placed.left) for row in rows]


def _shares_height(stretch: _Placed, other: _Placed) -> bool:
    shared = min(stretch.top, other.top) - max(stretch.bottom, other.bottom)
    return shared > _OVERLAP * min(stretch.height, other.height)


def _beside(stretch: _Placed, other: _Placed) -> bool:
    return min(stretch.right, other.right) - max(stretch.left, other.left) < 0.5 * min(stretch.height, other.height)


def _row(row: Sequence[_Placed], size: float, tabular: bool) -> Row:
    """Return the row. A height near the page's usual size is replaced by that size, since the heights of OCR boxes
    depend on their letters."""
    text, words, cells, end = "", [], 0, -math.inf
    for placed in row:
        cells += placed.left - end > size
        text += " " if text else ""
        words += _words(placed, len(text))
        text += placed.stretch.text
        end = placed.right
    height = median(placed.height for placed in row)
    return Row(
        text=text,
        left=row[0].left,
        right=row[-1].right,
        top=max(placed.top for placed in row),
        bottom=min(placed.bottom for placed in row),
        size=size if abs(height - size) < _VARIES * size else height,
        bold=False,
        cells=cells,
        words=tuple(words) if tabular else (),
    )


def _words(stretch: _Placed, offset: int) -> list[Word]:
    """Return the words of a stretch, with positions estimated from the number of letters."""
    text = stretch.stretch.text
    width = (stretch.right - stretch.left) / len(text)
    words, at = [], 0
    for word in text.split(" "):
        end = at + len(word)
        words.append(Word(offset + at, offset + end, stretch.left + at * width, stretch.left + end * width))
        at = end + 1
    return words


def _score(row: Sequence[_Placed], page: ScannedPage) -> float:
    """Return the score of the row's least certain stretch, or the page's score if that is lower. On a bad scan, even
    lines with a high score may be wrong."""
    return round(min(page.score, *(placed.stretch.score for placed in row)), 3)


def _box(stretches: Sequence[Stretch], page: ScannedPage) -> PageBox:
    """Return the box around the stretches, on the page as a viewer shows it."""
    points = [
        _as_shown(x / page.width, y / page.height, page.quarter_turns)
        for stretch in stretches
        for x, y in stretch.corners
    ]
    across, down = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = (min(1.0, max(0.0, edge)) for edge in (min(across), min(down), max(across), max(down)))
    return PageBox(left=round(left, 4), top=round(top, 4), right=round(right, 4), bottom=round(bottom, 4))


def _as_shown(x: float, y: float, quarter_turns: int) -> tuple[float, float]:
    """Return a point of the upright image as a point of the page before the counterclockwise rotation. Both are in
    shares of the sides."""
    return ((x, y), (1 - y, x), (1 - x, 1 - y), (y, 1 - x))[quarter_turns % 4]
