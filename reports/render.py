"""One report, four forms (SPEC ANS-10)."""

from typing import Literal, get_args

from ..errors import SettingsError
from ..evidence.report import EvidenceReport
from .markdown import to_markdown

Style = Literal["json", "markdown"]


def render(report: EvidenceReport, style: Style = "markdown") -> str:
    """The report as text. `style`: "json" (the whole report) or "markdown" (what a person reads)."""
    if style == "json":
        return report.model_dump_json(indent=2)
    if style == "markdown":
        return to_markdown(report)
    raise SettingsError(f"style = {style!r}: choose one of {', '.join(get_args(Style))}")
