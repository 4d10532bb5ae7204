"""Measures how fast tables of PDFs are extracted: `python -m pincite.evals.bench.tables --pdfs DIR`.

With `--match N`, measures how fast the cells for a question are found among N tables.

Times are CPU seconds, so that other work on the machine does not count. The time for text outside tables is left out.
All pages count, even if they do not look tabular. Pages with a table are also reported separately.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import median, mode
from tempfile import TemporaryDirectory
from time import process_time

from ...evidence.tables.row_parts import TableRow, parts_of
from ...roles.extractive.rules.asked_figures import asked_figures
from ...roles.extractive.rules.operands import Operands, find_operands
from ...stores.documents.financial_statements import statement_tables
from ...stores.documents.loaded import LoadedDocument
from ...stores.documents.tables import TableReader
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.loaders.limits import DEFAULT_LIMITS
from ...stores.loaders.pdf.furniture import find_furniture
from ...stores.loaders.pdf.page_tables import find_tables
from ...stores.loaders.pdf.pdf import load_pdf, read_pages


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.tables", description=(__doc__ or "").splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--pdfs", type=Path, metavar="DIR", help="a folder of PDF files")
    what.add_argument(
        "--match", type=int, metavar="N", help="generate N tables and find the cells of questions among them"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(arguments)
    measured = measure(sorted(given.pdfs.glob("*.pdf"))) if given.pdfs else measure_match(given.match)
    print(
        json.dumps(measured) if given.json else "\n".join(f"{name:<26} {value:,}" for name, value in measured.items())
    )
    return 0


TABLES_A_DOCUMENT = 50
QUESTIONS = 40
BREADTH = 50
"""The number of table passages for a question, as many as for a comparison (SPEC RET-8)."""


def measure_match(tables: int) -> dict[str, float]:
    """Return the milliseconds per question to search for rows, to read them, and to choose the cells."""
    documents = [
        {
            "id": f"d{first}",
            "title": f"Accounts {first}",
            "text": "\n".join(map(_table, numbers)),
            "media_type": "text/html",
        }
        for first in range(0, tables, TABLES_A_DOCUMENT)
        for numbers in [range(first, min(tables, first + TABLES_A_DOCUMENT))]
    ]
    taken, right = [], 0
    with TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        kb.ingest_texts(documents)
        snapshot = kb.snapshot()
        for number in range(QUESTIONS + 1):
            wanted = number * tables // (QUESTIONS + 1)
            asked = asked_figures(
                f"What was the change in freight to harbour H{30_000 + wanted} between 2020 and 2021?"
            )
            assert asked is not None
            began = process_time()
            hits = snapshot.search(f"freight harbour H{30_000 + wanted} 2020 2021", limit=BREADTH, in_tables=True)
            rows = [
                TableRow(key=f"{place} {row.start}", document=hit.passage.version_id, cells=row.cells)
                for place, hit in enumerate(hits)
                for row in snapshot.rows(hit.passage)
            ]
            found = find_operands(asked, rows)
            if number:  # the first question is warm-up
                taken.append(1000 * (process_time() - began))
                right += isinstance(found, Operands) and [cell.text for cell in found.cells] == [
                    str(wanted + 9),
                    str(wanted),
                ]
    return {
        "tables": tables,
        "questions": QUESTIONS,
        "right": right,
        "match: median ms": round(median(taken), 1),
        "match: p95 ms": round(sorted(taken)[int(0.95 * (len(taken) - 1))], 1),
    }


def _table(number: int) -> str:
    lines = [("(in thousands)", "2021", "2020"), (f"Freight to harbour H{30_000 + number}", number + 9, number)]
    lines += [(f"Stores of kind {number + step}", step + 3, step + 1) for step in range(8)]
    return f"<table>{''.join(f'<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>' for a, b, c in lines)}</table>"


def measure(files: Sequence[Path]) -> dict[str, float]:
    reading = finding = 0.0
    pages = tabular = tables = cells = statement_rows = whole = 0
    statements: set[tuple[str, int]] = set()
    for file in files:
        data = file.read_bytes()
        began = process_time()
        rows, _ = read_pages(data, file.name, None, DEFAULT_LIMITS)
        skipped = set(find_furniture(rows))
        read = process_time()
        starts: dict[tuple[int, int], tuple[int, int]] = {}
        end = 0
        for number, page in enumerate(rows):
            ends = list(accumulate((len(row.text) + 1 for row in page.rows), initial=end))
            starts |= {(number, at): (start, stop - 1) for at, (start, stop) in enumerate(pairwise(ends))}
            end = ends[-1]
        before = process_time()
        found = find_tables(rows, skipped, starts)
        finding += process_time() - before
        for at, row in _statement_rows(load_pdf(data, file.name, None, DEFAULT_LIMITS)):
            statements |= {(file.name, at)}
            statement_rows += 1
            whole += row
        reading += read - began
        pages += len(rows)
        tabular += sum(any(row.words for row in page.rows) for page in rows)
        tables += len(found)
        cells += sum(len(table.cells) for table in found)
    return {
        "pages": pages,
        "pages that look tabular": tabular,
        "tables": tables,
        "cells": cells,
        "primary statements": len(statements),
        "their rows with figures": statement_rows,
        "a figure in every column": whole,
        "reading: pages/s": round(pages / reading, 1) if reading else 0.0,
        "tables: pages/s": round(pages / finding, 1) if finding else 0.0,
        "tables: tabular pages/s": round(tabular / finding, 1) if finding else 0.0,
    }


def _statement_rows(loaded: LoadedDocument) -> Iterator[tuple[int, bool]]:
    """Yield the index of the table for each row with figures of a primary statement, and whether the row is complete.

    A row is complete if it has a figure in every column in which most rows of the table have one.
    """
    for statement in statement_tables(loaded):
        table = loaded.tables[statement.index]
        read = TableReader(table, loaded.text).rows(table.start, table.end)
        rows = [figures for row in read if (figures := len(parts_of(row.cells).figures))]
        usual = mode(rows) if rows else 0
        yield from ((statement.index, figures == usual) for figures in rows)


if __name__ == "__main__":
    sys.exit(main())
