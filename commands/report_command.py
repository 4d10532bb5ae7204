"""`pincite report REPORT.json`: show a saved report again, or write its dossier. Exits with 0 if it is sufficient, 1 if
not, 2 on an error."""

import argparse
from pathlib import Path

from .command import add_json, add_tenant

EXAMPLES = (
    "pincite report report.json",
    "pincite report report.json --html report.html --kb kb   # as a web page, with each quote in its place",
)
EXITS = {
    0: "the report answers its question",
    1: "the report does not answer its question, or not with enough evidence",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", type=Path, metavar="REPORT.json", help="what `pincite ask --json` printed")
    parser.add_argument("--kb", metavar="DIR", help="the knowledge base, to show the text around each quote")
    add_tenant(parser)
    add_forms(parser)
    add_json(parser)


def add_forms(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the output format, also for `ask`."""
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a web page with all the evidence to FILE")
    parser.add_argument(
        "--style",
        choices=("text", "markdown", "citation-tags"),
        help="numbered sources, or a citation tag after each paragraph (default: text on a terminal, else markdown)",
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
