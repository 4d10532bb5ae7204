"""`pincite report REPORT.json`: show a kept report again, or write its dossier. 0 when it was sufficient, 1 when not, 2 when it cannot."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", type=Path, metavar="REPORT.json", help="what `pincite ask --json` wrote")
    parser.add_argument("--kb", metavar="DIR", help="the knowledge base; with it quotes stand in their surroundings")
    parser.add_argument("--tenant", default="default")
    add_forms(parser)


def add_forms(parser: argparse.ArgumentParser) -> None:
    """How the report is to be shown; `ask` has the same."""
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the dossier, one page with all the evidence, to FILE"
    )
    parser.add_argument(
        "--style", choices=("markdown", "citation-tags"), default="markdown", help="how citations stand in the answer"
    )


def run(arguments: argparse.Namespace) -> int:
    from ..stores.kb.existing import open_existing
    from .read_report import read_report
    from .shown import show

    report = read_report(arguments.report)
    if arguments.kb is None:
        show(report, None, arguments)
    else:
        with open_existing(arguments.kb, arguments.tenant) as kb:
            show(report, kb, arguments)
    return 0 if report.sufficient else 1
