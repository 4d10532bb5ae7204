"""How a command shows a report: on standard output in the form asked for, and as a dossier where a file is named."""

import argparse
import sys
from pathlib import Path

from ..errors import ReportError
from ..evidence.report.evidence_report import EvidenceReport
from ..stores.kb.knowledge_base import KnowledgeBase
from .render import render
from .visible import visible, visible_json


def show(report: EvidenceReport, kb: KnowledgeBase | None, arguments: argparse.Namespace) -> None:
    """Raises ReportError when the dossier cannot be written; the answer has been printed by then."""
    print(visible_json(render(report, "json")) if arguments.json else visible(render(report, arguments.style)))
    if arguments.html is not None:
        write_dossier(report, kb, arguments.html)


def write_dossier(report: EvidenceReport, kb: KnowledgeBase | None, file: Path) -> None:
    page = render(report, "html", kb=kb)
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{file}: the dossier cannot be written ({error.strerror or error}); name another place"
        ) from None
    print(f"dossier written to {file}", file=sys.stderr)
