"""Shows a report: on standard output in the requested format, and as an HTML dossier if a file is named."""

import argparse
import sys
from pathlib import Path
from shlex import quote

from ..errors import ReportError
from ..evidence.report.evidence_report import EvidenceReport
from ..reports.render import render
from ..reports.terminal_escapes import visible_json
from ..stores.kb.knowledge_base import KnowledgeBase
from ..terminal import shown_report
from .command import DEFAULT_KB, DEFAULT_TENANT, printable_location

_ALIAS = "pincite alias add"


def show(report: EvidenceReport, kb: KnowledgeBase | None, arguments: argparse.Namespace) -> None:
    """Print the report. Raises ReportError if the dossier cannot be written; the answer is printed before that."""
    print(visible_json(render(report, "json")) if arguments.json else in_style(report, arguments))
    if arguments.html is not None:
        write_dossier(report, kb, arguments.html)


def in_style(report: EvidenceReport, arguments: argparse.Namespace) -> str:
    """Return the report as text. Suggested commands name the knowledge base and the tenant if these are not the default."""
    options = f" --kb {quote(printable_location(arguments.kb))}" if arguments.kb not in (None, DEFAULT_KB) else ""
    options += f" --tenant {quote(arguments.tenant)}" if arguments.tenant != DEFAULT_TENANT else ""
    actions = [action.replace(_ALIAS, f"{_ALIAS}{options}") for action in report.suggested_next_actions]
    return shown_report(report.model_copy(update={"suggested_next_actions": actions}), arguments.style)


def write_dossier(report: EvidenceReport, kb: KnowledgeBase | None, file: Path) -> None:
    page = render(report, "html", kb=kb)
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{file}: the web page cannot be written ({error.strerror or error}); name another file"
        ) from None
    print(f"web page written to {file}", file=sys.stderr)
