"""A report as one HTML file that opens anywhere: no network, no script, printed or on a screen (SPEC REP-3).

All text of documents, questions and models is escaped, and the page forbids itself scripts, frames, forms and any address but its
own pictures, so that even a mistake in a template could not fetch or run anything.
"""

from functools import lru_cache

from jinja2 import Environment

from ...evidence.report.evidence_report import EvidenceReport
from ...stores.kb.knowledge_base import KnowledgeBase
from ..wording import wording_of
from .answer import answer_fragment
from .pages import page_templates, style_sheet


def to_html(report: EvidenceReport, kb: KnowledgeBase | None = None) -> str:
    """The dossier. With `kb` quotes stand in their surroundings, and PDF pages whose file is still there are pictured."""
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
