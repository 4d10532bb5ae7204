"""Measures how fast a report is verified: `python -m pincite.evals.bench.verify --kb DIR --question "…" [--files PATH…]`.

Makes a report with many citations from all documents of a knowledge base, and verifies it without cached data: against
the knowledge base and, if files are given, against the files. The target is 500 citations per second.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from ...evidence.report.verification import CitationCheck
from ...reports.verify import verify
from ...stores.kb.existing import open_existing
from ..harness.made_reports import report_of


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kb", required=True, metavar="DIR")
    parser.add_argument("--question", required=True, help="a question that the knowledge base answers")
    parser.add_argument("--files", nargs="*", type=Path, default=[], metavar="PATH")
    parser.add_argument("--citations", type=int, default=1_000, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    found = measure(arguments.kb, arguments.question, arguments.citations, arguments.files)
    print(
        json.dumps(found, indent=2)
        if arguments.json
        else "\n".join(f"{name:>18}  {value:,g}" for name, value in found.items())
    )
    return 0 if found["kb_holding"] == found["citations"] else 1


def measure(where: str, question: str, citations: int, files: Sequence[Path] = ()) -> dict[str, float]:
    """Return the citations verified per second: against the knowledge base in the folder `where`, and against the files
    if any are given."""
    with open_existing(where) as kb:
        report = report_of(kb, question, citations)
    with open_existing(where) as kb:
        began = time.perf_counter()
        against_kb = verify(report, kb)
        seconds = time.perf_counter() - began
    measured = {
        "citations": len(report.citations),
        "documents": len({citation.document for citation in report.citations}),
    }
    found: dict[str, float] = {
        **measured,
        "kb_holding": _holding(against_kb.citations),
        "kb_per_second": len(report.citations) / seconds,
    }
    if files:
        began = time.perf_counter()
        against_files = verify(report, files=files)
        seconds = time.perf_counter() - began
        found |= {
            "files_holding": _holding(against_files.citations),
            "files_per_second": len(report.citations) / seconds,
        }
    return {name: round(value, 1) for name, value in found.items()}


def _holding(checks: Sequence[CitationCheck]) -> int:
    return sum(check.status == "holds" for check in checks)


if __name__ == "__main__":
    raise SystemExit(main())
