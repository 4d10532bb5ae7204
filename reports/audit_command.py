"""`pincite audit --answer FILE --chunks FILE.jsonl`: 0 when the answer is faithful, 1 when not, 2 when it cannot be audited."""

import argparse
from pathlib import Path

from ..errors import AuditInputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--answer", type=Path, required=True, metavar="FILE", help="the answer, as a text file")
    parser.add_argument(
        "--chunks", type=Path, required=True, metavar="FILE.jsonl", help='the chunks, one {"id": …, "text": …} a line'
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the verdicts as JUnit XML too")


def run(arguments: argparse.Namespace) -> int:
    from ..evidence.audit import audit_pairs
    from .audit_rendering import audit_junit, audit_table
    from .read_chunks import read_answer, read_chunks

    report = audit_pairs(read_answer(arguments.answer), read_chunks(arguments.chunks))
    if arguments.junit:
        _write(arguments.junit, audit_junit(report))
    print(report.model_dump_json(indent=2) if arguments.json else audit_table(report))
    return 0 if report.verdict == "faithful" else 1


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', encoding="utf-8")
    except OSError as error:
        raise AuditInputError(f"{path}: cannot be written ({error.strerror or error}); check the path") from None
