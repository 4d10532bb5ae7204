"""CSV and TSV: the text of the file verbatim, with the offsets of every cell."""

import re
from itertools import islice

from ..documents.loaded import Cell, LoadedDocument, LoadIssue, Table
from .limits import LoadLimits
from .table_shape import shaped

EXTRACTOR = "delimited/2"

_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"^[\s$€£(+-]*\d[\d.,\s]*[%)]?\s*$")


def load_delimited(text: str, issues: tuple[LoadIssue, ...], limits: LoadLimits, media_type: str) -> LoadedDocument:
    delimiter = "\t" if media_type == "text/tab-separated-values" else _delimiter(text)
    cells: list[Cell] = []
    row = column = position = 0
    end = 0
    field = re.compile(
        rf'[ ]*"(?P<quoted>(?:[^"]|"")*)"[ ]*(?=[{re.escape(delimiter)}\n]|\Z)|(?P<bare>[^{re.escape(delimiter)}\n]*)'
    )
    while position < len(text):
        match = field.match(text, position)
        assert match is not None  # a bare field may be empty
        start, stop = match.span("quoted") if match["quoted"] is not None else match.span("bare")
        while start < stop and text[start] in " \t":
            start += 1
        while stop > start and text[stop - 1] in " \t":
            stop -= 1
        position = match.end()
        at_end = position >= len(text) or text[position] == "\n"
        if not (at_end and column == 0 and start == stop):
            cells.append(Cell(row=row, column=column, start=start, end=stop, ref=f"R{row + 1}C{column + 1}"))
            end = position
        column += 1
        if at_end:
            row, column = row + 1, 0
            if len(cells) >= limits.cells and position + 1 < len(text):
                reason = f"rows after {row} are text only, not table cells (limit of {limits.cells} cells)"
                issues = (*issues, LoadIssue(where="table", reason=reason))
                break
        position += 1
    tables: tuple[Table, ...] = ()
    if cells:
        tables = shaped(text, cells, end=end, header_rows=_header_rows(text, cells))
    return LoadedDocument(text=text, media_type=media_type, extractor=EXTRACTOR, tables=tables, issues=issues)


def _delimiter(text: str) -> str:
    """Return the delimiter: the character that splits each of the first lines into the same number of fields. Of
    several such characters, return the one with the most fields; if there is none, a comma.

    Example: for lines such as “fee;90”, it is the semicolon.
    """
    lines = [line for line in islice((part for part in text[:20_000].split("\n")), 20) if line.strip()]
    best, most = ",", 0
    for candidate in _DELIMITERS:
        counts = [re.sub(r'"[^"]*"', "", line).count(candidate) for line in lines]
        steady = max(set(counts), key=counts.count) if counts else 0
        if steady > most and counts.count(steady) >= 0.6 * len(counts):
            best, most = candidate, steady
    return best


def _header_rows(text: str, cells: list[Cell]) -> int:
    """Return the number of header rows: 1 if the first row has only words, 0 if it has figures like the rows below."""
    first = [text[cell.start : cell.end] for cell in cells if cell.row == cells[0].row]
    return 0 if any(_NUMBER.match(value) for value in first if not re.fullmatch(r"\s*(?:19|20)\d\d\s*", value)) else 1
