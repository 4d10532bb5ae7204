"""How fast the tables of PDFs are read, apart from their text: `python -m pincite.evals.bench_tables --pdfs DIR`.

Seconds are of the processor, so that other work on the machine does not count. Pages that do not look tabular take no time for
tables; they count all the same, and the pages with a table are given beside them.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from time import process_time

from ..stores.loaders.limits import DEFAULT_LIMITS
from ..stores.loaders.pdf import read_pages
from ..stores.loaders.pdf_furniture import find_furniture
from ..stores.loaders.pdf_tables import find_tables


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench_tables", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pdfs", type=Path, required=True, metavar="DIR", help="a folder of PDF files")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    given = parser.parse_args(arguments)
    measured = measure(sorted(given.pdfs.glob("*.pdf")))
    print(
        json.dumps(measured) if given.json else "\n".join(f"{name:<26} {value:,}" for name, value in measured.items())
    )
    return 0


def measure(files: Sequence[Path]) -> dict[str, float]:
    reading = finding = 0.0
    pages = tabular = tables = cells = 0
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
        "reading: pages/s": round(pages / reading, 1) if reading else 0.0,
        "tables: pages/s": round(pages / finding, 1) if finding else 0.0,
        "tables: tabular pages/s": round(tabular / finding, 1) if finding else 0.0,
    }


if __name__ == "__main__":
    sys.exit(main())
