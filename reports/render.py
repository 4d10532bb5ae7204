"""Renders a report in one of five formats (SPEC ANS-10)."""

from typing import TYPE_CHECKING, Literal, get_args

from ..errors import SettingsError
from ..evidence.report.evidence_report import EvidenceReport
from .citation_tags import to_citation_tags
from .report_text import report_text
from .text_form import Markdown, PlainText

if TYPE_CHECKING:
    from ..stores.kb.knowledge_base import KnowledgeBase

Style = Literal[
    "json",  # the whole report
    "markdown",  # text for a person, with numbered sources
    "text",  # the same without markup, for a terminal or an e-mail
    "citation-tags",  # the same text, with a <CITATION …/> tag after each paragraph that uses a source
    "html",  # the dossier: one page with all the evidence
]


def render(report: EvidenceReport, style: Style = "markdown", *, kb: "KnowledgeBase | None" = None) -> str:
    """Return the report in one format. `kb`: only for "html", which then shows the text around quotes and pictures of
    PDF pages."""
    if style == "json":
        return report.model_dump_json(indent=2)
    if style == "markdown":
        return report_text(report, Markdown())
    if style == "text":
        return report_text(report, PlainText())
    if style == "citation-tags":
        return to_citation_tags(report)
    if style == "html":
        from .html.dossier import to_html

        return to_html(report, kb)
    raise SettingsError(f"style = {style!r}: choose one of {', '.join(get_args(Style))}")
