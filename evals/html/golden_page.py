"""Writes an evaluation as one HTML file that needs no network and has no scripts (SPEC EVA-2, EVA-3, EVA-5).

Every figure of a chart is also shown as text. Questions, answers and verdicts are escaped, and the
Content-Security-Policy of the page allows only its own style, as in a dossier.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from jinja2 import Environment

from ...reports.html.answer import duration
from ...reports.html.pages import page_templates, style_of
from ..golden.result import GoldenReport
from . import golden_charts
from .charts import axis
from .figure_text import figure_text, points_text, share_text

MOST_CASES = 40
"""The maximum number of cases shown of each sort. The rest is only counted; the JSON document has all."""


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
