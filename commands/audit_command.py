"""`pincite audit --answer FILE --chunks FILE.jsonl`: exits with 0 if the answer is faithful, 1 if not, 2 if it cannot
be audited."""

import argparse
from pathlib import Path

from ..errors import AuditInputError
from ..reports.terminal_escapes import visible, visible_json
from .command import add_json

EXAMPLES = (
    "pincite audit --answer answer.txt --chunks chunks.jsonl",
    "pincite audit --answer answer.txt --chunks chunks.jsonl --junit verdicts.xml   # for CI",
)
EXITS = {
    0: "the chunks support every claim",
    1: "some claims are not supported; the table gives the verdict of each claim",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--answer", type=Path, required=True, metavar="FILE", help="the answer, a text file")
    parser.add_argument(
        "--chunks",
        type=Path,
        required=True,
        metavar="FILE.jsonl",
        help='its sources, one {"id": "…", "text": "…"} per line',
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write the verdicts as JUnit XML")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..reports.audit_rendering import audit_junit, audit_table
    from ..reports.read_chunks import read_answer, read_chunks
    from ..roles.answer_audit import audit
    from ..roles.llm.configured_auditor import configured_auditor

    chunks = read_chunks(arguments.chunks)
    report = audit(read_answer(arguments.answer), chunks, auditor=configured_auditor())
    if arguments.junit:
        _write(arguments.junit, audit_junit(report))
    print(visible_json(report.model_dump_json(indent=2)) if arguments.json else visible(audit_table(report)))
    return 0 if report.verdict == "faithful" else 1


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', encoding="utf-8")
    except OSError as error:
        raise AuditInputError(f"{path}: cannot be written ({error.strerror or error}); check the path") from None
