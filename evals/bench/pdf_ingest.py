"""Measures the cost to ingest a folder of PDFs: `python -m pincite.evals.bench.pdf_ingest --pdfs DIR`.

The CPU time is that of all processes, from the file to the stored and embedded passages; the peak memory is their sum.
Clock times, such as `pages_a_second`, are valid only on a quiet machine.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .store import Measures, alone, ingest_pdfs


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.pdf_ingest", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pdfs", type=Path, required=True, metavar="DIR", help="a folder of PDF files")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    arguments = parser.parse_args(argv)
    if not any(arguments.pdfs.glob("*.pdf")):
        parser.error(f"--pdfs {arguments.pdfs}: there is no PDF file in this folder")
    found = measure(arguments.pdfs)
    print(
        json.dumps(found, indent=2)
        if arguments.json
        else "\n".join(f"{name:>18}  {value:,g}" for name, value in found.items())
    )
    return 0 if not found["failed"] else 1


def measure(pdfs: Path) -> Measures:
    with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
        found = alone(ingest_pdfs, pdfs, str(Path(folder) / "kb"))
    return {
        "pages": found["pages"],
        "passages": found["passages"],
        "failed": found["failed"],
        "cpu_ms_a_page": 1000 * found["CPU seconds"] / found["pages"],
        "pages_a_second": found["pages/s"],
        "peak_mb": found["peak MB, all processes"],
    }


if __name__ == "__main__":
    sys.exit(main())
