"""`pincite audit --answer FILE --chunks FILE.jsonl`: 0 when the answer is faithful, 1 when not, 2 when it cannot be audited."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AuditInputError
from .visible import visible, visible_json

if TYPE_CHECKING:
    from ..roles.contracts.auditor import Auditor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--answer", type=Path, required=True, metavar="FILE", help="the answer, as a text file")
    parser.add_argument(
        "--chunks", type=Path, required=True, metavar="FILE.jsonl", help='the chunks, one {"id": …, "text": …} a line'
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the verdicts as JUnit XML too")


def run(arguments: argparse.Namespace) -> int:
    from ..roles.audit import audit
    from .audit_rendering import audit_junit, audit_table
    from .read_chunks import read_answer, read_chunks

    chunks = read_chunks(arguments.chunks)
    report = audit(read_answer(arguments.answer), chunks, auditor=configured_auditor())
    if arguments.junit:
        _write(arguments.junit, audit_junit(report))
    print(visible_json(report.model_dump_json(indent=2)) if arguments.json else visible(audit_table(report)))
    return 0 if report.verdict == "faithful" else 1


def configured_auditor() -> "Auditor | None":
    """The model of the settings that audits; None where there is none, or where it has not earned its say."""
    from ..roles.contracts.auditor import judges_meaning
    from ..roles.llm.providers import roles_of
    from ..settings import Settings

    settings = Settings()
    if settings.models.critic is None:
        return None
    auditor = roles_of(settings.models, settings.budgets).auditor
    if judges_meaning(auditor):
        return auditor
    print(f"{auditor.name} is not calibrated (`pincite doctor --calibrate`): audited with rules only", file=sys.stderr)
    return None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', encoding="utf-8")
    except OSError as error:
        raise AuditInputError(f"{path}: cannot be written ({error.strerror or error}); check the path") from None
