"""Shows a report: on standard output in the requested format, and as an HTML dossier if a file is named."""

import argparse
import sys
from pathlib import Path

from ..errors import ReportError
from ..evidence.report.evidence_report import EvidenceReport
from ..reports.render import render
from ..reports.terminal_escapes import visible_json
from ..stores.kb.knowledge_base import KnowledgeBase
from ..terminal import shown_report


def show(report: EvidenceReport, kb: KnowledgeBase | None, arguments: argparse.Namespace) -> None:
    """Print the report. Raises ReportError if the dossier cannot be written; the answer is printed before that."""
    print(visible_json(render(report, "json")) if arguments.json else shown_report(report, arguments.style))
    if arguments.html is not None:
        write_dossier(report, kb, arguments.html)


def write_dossier(report: EvidenceReport, kb: KnowledgeBase | None, file: Path) -> None:
    page = render(report, "html", kb=kb)
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{file}: the web page cannot be written ({error.strerror or error}); name another file"
        ) from None
    print(f"web page written to {file}", file=sys.stderr)
