"""`pincite verify REPORT.json [--kb DIR | --files PATH…]`: exits with 0 if the report is right, 1 if not, 2 if it
cannot be checked."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..reports.terminal_escapes import visible, visible_json
from .command import add_json, add_knowledge_base

if TYPE_CHECKING:
    from ..evidence.report.verification import SourceCheck, VerificationReport

EXAMPLES = (
    "pincite verify report.json",
    "pincite verify report.json --files docs/   # check against the files, without the knowledge base",
)
EXITS = {0: "every quote, calculation and hash holds", 1: "something does not hold; the output lists it"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", type=Path, metavar="REPORT.json", help="what `pincite ask --json` printed")
    add_knowledge_base(parser)
    parser.add_argument(
        "--files",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="check against these files and folders, without a knowledge base",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..reports.read_report import read_report
    from ..reports.verify import verify

    report = read_report(arguments.report)
    if arguments.files:
        checked = verify(report, files=arguments.files)
    else:
        from ..stores.kb.existing import open_existing

        with open_existing(arguments.kb, arguments.tenant) as kb:
            checked = verify(report, kb)
    print(visible_json(checked.model_dump_json(indent=2)) if arguments.json else visible(verification_table(checked)))
    return 0 if checked.holds else 1


def verification_table(checked: "VerificationReport") -> str:
    """Return the verdict, one line for each check, and a summary of what is not confirmed."""
    lines = [
        f"{'HOLDS' if checked.holds else 'DOES NOT HOLD'}  against {checked.against}",
        f"  digest {checked.digest}, journal {checked.journal.replace('_', ' ')}",
    ]
    lines += [
        f"  [{citation.number}] {citation.status:<8} {citation.document}: {citation.reason}"
        for citation in checked.citations
    ]
    lines += [f"  {_source_mark(source)} source {source.document}: {source.reason}" for source in checked.sources]
    lines += [
        f"  {'ok ' if calculation.holds else 'BAD'} {calculation.calculation}: {calculation.reason}"
        for calculation in checked.calculations
    ]
    if not checked.citations:
        lines.append("  the report has no citations")
    if problems := checked.problems():
        lines += ["", "What does not hold:", *(f"  - {problem}" for problem in problems)]
    return "\n".join(lines)


def _source_mark(check: "SourceCheck") -> str:
    """Return the mark of a source check. A version that was not found is neither confirmed nor refuted."""
    if not check.found:
        return "not found "
    return "ok " if check.holds else "BAD"
