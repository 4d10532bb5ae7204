"""Measures the time and the size of a dossier: `python -m pincite.evals.bench.dossier --kb DIR --question "…"`.

Makes a report with 20 citations from all documents of a knowledge base, including PDFs, and renders it as HTML without
cached data. The targets are 2 seconds and 3 MB.
"""

import argparse
import json
import time
from collections.abc import Sequence

from ...reports.render import render
from ...stores.kb.existing import open_existing
from ..harness.made_reports import report_of

SECONDS, BYTES = 2.0, 3_000_000


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kb", required=True, metavar="DIR")
    parser.add_argument("--question", required=True, help="a question that the knowledge base answers")
    parser.add_argument("--citations", type=int, default=20, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    found = measure(arguments.kb, arguments.question, arguments.citations)
    print(
        json.dumps(found, indent=2)
        if arguments.json
        else "\n".join(f"{name:>10}  {value:,}" for name, value in found.items())
    )
    return 0 if found["seconds"] <= SECONDS and found["bytes"] <= BYTES else 1


def measure(where: str, question: str, citations: int) -> dict[str, float]:
    """Return the time in seconds and the size in bytes of one dossier over the knowledge base in the folder `where`."""
    with open_existing(where) as kb:
        report = report_of(kb, question, citations)
    with open_existing(where) as kb:
        began = time.perf_counter()
        page = render(report, "html", kb=kb)
        seconds = time.perf_counter() - began
    return {
        "citations": len(report.citations),
        "documents": len({citation.document for citation in report.citations}),
        "pictures": page.count("<img "),
        "seconds": round(seconds, 3),
        "bytes": len(page.encode("utf-8")),
    }


if __name__ == "__main__":
    raise SystemExit(main())
