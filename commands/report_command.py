"""`pincite report REPORT.json`: show a kept report again, or write its dossier. 0 when it was sufficient, 1 when not, 2 when it cannot."""

import argparse
from pathlib import Path

from .command import add_json, add_tenant

EXAMPLES = (
    "pincite report report.json",
    "pincite report report.json --html report.html --kb kb   # as a web page, with each quote in its place",
)
EXITS = {0: "the report answers its question", 1: "it does not, or not with enough evidence"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", type=Path, metavar="REPORT.json", help="what `pincite ask --json` printed")
    parser.add_argument("--kb", metavar="DIR", help="the knowledge base; shows the text around each quote")
    add_tenant(parser)
    add_forms(parser)
    add_json(parser)


def add_forms(parser: argparse.ArgumentParser) -> None:
    """How a report is shown; `ask` has the same."""
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write FILE, a web page with all the evidence")
    parser.add_argument(
        "--style",
        choices=("text", "markdown", "citation-tags"),
        help="numbered sources, or a tag after each paragraph (default: text on a terminal, else markdown)",
    )


def run(arguments: argparse.Namespace) -> int:
    from ..reports.read_report import read_report
    from ..stores.kb.existing import open_existing
    from .shown import show

    report = read_report(arguments.report)
    if arguments.kb is None:
        show(report, None, arguments)
    else:
        with open_existing(arguments.kb, arguments.tenant) as kb:
            show(report, kb, arguments)
    return 0 if report.sufficient else 1
