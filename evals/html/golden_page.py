"""Writes an evaluation as one HTML file that needs no network and has no scripts (SPEC EVA-2, EVA-3, EVA-5).

Every figure of a chart is also shown as text. Questions, answers and verdicts are escaped. The Content-Security-Policy
of the page allows only its own style, as in a dossier. The dossiers of the runs that were not right are written beside
the page.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment

from ...evidence.report.evidence_report import EvidenceReport
from ...reports.html.answer import duration
from ...reports.html.pages import page_templates, style_of
from ...reports.render import render
from ...stores.kb.knowledge_base import KnowledgeBase
from ..golden.result import Answered, GoldenReport
from . import golden_charts
from .charts import axis
from .figure_text import figure_text, points_text, share_text

MOST_CASES = 40
"""The maximum number of cases shown of each sort. The rest is only counted; the JSON document has all."""
_NO_FILE_NAME = re.compile(r"[^\w.-]+|^\.+")


def to_page(report: GoldenReport, dossiers: Mapping[str, str] | None = None) -> str:
    """Return the page. `dossiers`: the address of the dossier for each question in the product arm, by the id of the
    question."""
    arms, product = report.arms, report.arms[-1]
    return (
        _templates()
        .get_template("golden.html.jinja")
        .render(
            report=report,
            product=product,
            kinds=golden_charts.kinds(product),
            legend=golden_charts.OUTCOMES,
            levels=golden_charts.levels(product),
            level_axis=axis(golden_charts.WHOLE),
            risk=golden_charts.risk_curve([arms[0], product] if len(arms) > 1 else [product]),
            risk_points=golden_charts.risk_points(product),
            metrics=golden_charts.metrics(arms),
            guards=golden_charts.guards(report.ablations),
            latency=golden_charts.latency(arms),
            cases=golden_charts.cases(product),
            links=dossiers or {},
            most_cases=MOST_CASES,
            style=style_of(_templates(), "style.css", "golden.css"),
        )
    )


@lru_cache(maxsize=1)
def _templates() -> Environment:
    filters: dict[str, Callable[..., object]] = {
        "duration": duration,
        "figure": figure_text,
        "share": share_text,
        "points": points_text,
        "words": lambda name: str(name).replace("_", " ").replace("-", " "),
    }
    return page_templates(__package__, filters)


class Page:
    """`file`: the file of the page. The dossiers go into a folder with its name beside it, one per question."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._folder = file.with_name(f"{file.stem}-dossiers")
        self._dossiers: dict[str, str] = {}

    def see(self, answered: Answered, report: EvidenceReport, kb: KnowledgeBase) -> None:
        """Write the dossier of a run of the product that was not right, while its knowledge base is open."""
        if answered.grade != "right":
            self._dossiers[answered.id] = render(report, "html", kb=kb)

    def write(self, report: GoldenReport) -> None:
        if self._dossiers:
            self._folder.mkdir(parents=True, exist_ok=True)
        links = {}
        for name, dossier in self._dossiers.items():
            file = self._folder / f"{_NO_FILE_NAME.sub('-', name)}.html"
            file.write_text(dossier, encoding="utf-8")
            links[name] = f"{quote(self._folder.name)}/{quote(file.name)}"
        self._file.write_text(to_page(report, links), encoding="utf-8")
