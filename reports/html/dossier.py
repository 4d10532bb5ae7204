"""Writes a report as one HTML file for screen and print, which needs no network and has no scripts (SPEC REP-3).

All text of documents, questions and models is escaped. The page also has a Content-Security-Policy against scripts,
frames, forms and all addresses except its own pictures. So even a fault in a template could not load or run anything.
"""

from functools import lru_cache

from jinja2 import Environment

from ...evidence.report.evidence_report import EvidenceReport
from ...stores.kb.knowledge_base import KnowledgeBase
from ..wording import wording_of
from .answer import answer_fragment
from .pages import page_templates, style_sheet


def to_html(report: EvidenceReport, kb: KnowledgeBase | None = None) -> str:
    """Return the dossier. With `kb`, it shows the text around each quote, and pictures of PDF pages whose file still
    exists."""
    return (
        _templates()
        .get_template("dossier.html.jinja")
        .render(
            report=report,
            w=wording_of(report.question),
            fragment=answer_fragment(report, kb),
            style=style_sheet("style.css", "dossier.css"),
        )
    )


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return page_templates(__package__, {})
