"""Measures how the time of an ingest grows with the size of a file: `python -m pincite.evals.bench.growth`.

Each kind of file is loaded, cut into passages and described at two sizes; the second is four times the first. An
exponent of 1 means that the CPU time grows in proportion to the size. The garbage collector runs only between the
files, as in a loader process.
"""

import argparse
import gc
import math
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from ...stores.documents.manifest import Declared
from ...stores.documents.prepared import Identity
from ...stores.loaders.limits import DEFAULT_LIMITS
from ...stores.loaders.prepare_request import PrepareRequest

TIMES = 4
"""The size of the second file, as a multiple of the first."""
AIM = 1.1
_ROUNDS = 3


def _pdf(*, pages: int = 1, rows: int, columns: int, lines: int = 0) -> str:
    """Return a PDF file. Each page has rows of figures, with each cell drawn by itself, and horizontal lines beside
    them.

    The file lacks the table of its objects, which PDF programs restore.
    """
    cells = (
        f"1 0 0 1 {40 + 50 * at} {20 + 10 * row} Tm ({'Fee' if at == 0 else row * at}) Tj\n"
        for row in range(rows)
        for at in range(columns)
    )
    width, height = 60 + 50 * columns, 40 + 10 * rows
    drawn = (
        f"10 {20 + at * 10 * rows / lines:.2f} m 38 {20 + at * 10 * rows / lines:.2f} l S\n" for at in range(lines)
    )
    content = f"BT /F1 8 Tf\n{''.join(cells)}ET\n{''.join(drawn)}"
    kids = " ".join(f"{5 + at} 0 R" for at in range(pages))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {pages}/Kids[{kids}]/MediaBox[0 0 {width} {height}]/Resources<</Font<</F1 3 0 R>>>>>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
        *["<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"] * pages,
    ]
    body = "".join(f"{number} 0 obj\n{held}\nendobj\n" for number, held in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>\n%%EOF\n"


SHAPES: dict[str, tuple[str, int, Callable[[int], str]]] = {
    "lines of a log": ("a.log", 40_000, lambda size: "2026-01-01 10:00:00 INFO a worker handled it\n" * size),
    "columns of a table": (
        "a.csv",
        20_000,
        lambda size: "\n".join(",".join(f"{row}{at}" for at in range(size)) for row in "ct"),
    ),
    "rows of a table": ("a.csv", 10_000, lambda size: "name,2020,2021\n" + "a,1,2\n" * size),
    "paragraphs of Markdown": (
        "a.md",
        5_000,
        lambda size: "Some words of [a](b 'c') paragraph.\n\n> And a quotation.\n\n" * size,
    ),
    "paragraphs of a page": (
        "a.html",
        3_000,
        lambda size: "<p class=a>Some <b style='color:red'>words</b> here.</p>" * size,
    ),
    "length of a line": ("a.txt", 200_000, lambda size: "ab cd " * size),
    "pages of a PDF": ("a.pdf", 60, lambda size: _pdf(pages=size, rows=40, columns=8)),
    "rows of a PDF page": ("a.pdf", 1_500, lambda size: _pdf(rows=size, columns=6)),
    "columns of a PDF page": ("a.pdf", 500, lambda size: _pdf(rows=12, columns=size)),
    "lines drawn on a PDF page": ("a.pdf", 4_000, lambda size: _pdf(rows=60, columns=6, lines=size)),
}


def main(arguments: Sequence[str] | None = None) -> int:
    argparse.ArgumentParser(prog="pincite.evals.bench.growth", description=__doc__).parse_args(arguments)
    worst = 0.0
    gc.disable()
    gc.freeze()
    with tempfile.TemporaryDirectory() as folder:
        for shape, (name, size, written) in SHAPES.items():
            file = Path(folder) / name
            small, large = (_seconds(file, written(times * size)) for times in (1, TIMES))
            exponent = math.log(large / small, TIMES)
            worst = max(worst, exponent)
            print(f"{shape}: {small:.2f} s, {TIMES} times as much {large:.2f} s, exponent {exponent:.2f}")
    return 0 if worst <= AIM else 1


def _seconds(file: Path, text: str) -> float:
    """Return the smallest CPU seconds of several rounds, since other programs only add to them."""
    file.write_text(text, encoding="utf-8")
    taken = []
    for _ in range(_ROUNDS):
        gc.collect()
        began = process_time()
        PrepareRequest(file, Identity.of_file(file.name, file.name), Declared(), "0" * 64).done(DEFAULT_LIMITS)
        taken.append(process_time() - began)
    return min(taken)


if __name__ == "__main__":
    sys.exit(main())
