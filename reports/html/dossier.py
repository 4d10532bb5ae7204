"""A report as one HTML file that opens anywhere: no network, no script, printed or on a screen (SPEC REP-3).

All text of documents, questions and models is escaped, and the page forbids itself scripts, frames, forms and any address but its
own pictures, so that even a mistake in a template could not fetch or run anything.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment

from ...evidence.judgement.conflicts import Conflict, Side
from ...evidence.model.evidence import Evidence
from ...evidence.report.digest import report_digest
from ...evidence.report.evidence_report import EvidenceReport, Step
from ...evidence.report.place_words import place_in_words
from ...stores.kb.knowledge_base import KnowledgeBase
from .exhibits import Exhibit, exhibits, web_address
from .inline import conclusion_markup, placed_sentences, reference
from .pages import page_templates, style_of

MOST_ROWS = 60
"""Rows shown of a long list; the rest is counted, and stands in the JSON report."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def to_html(report: EvidenceReport, kb: KnowledgeBase | None = None) -> str:
    """The dossier. With `kb` quotes stand in their surroundings, and PDF pages whose file is still there are pictured."""
    shown = exhibits(report, kb)
    labels = {one.citation.number: f"{one.citation.title}, {one.place}" for one in shown}
    return (
        _templates()
        .get_template("dossier.html.jinja")
        .render(
            report=report,
            exhibits=shown,
            by_evidence={one.citation.evidence_id: one for one in shown},
            broken=_broken_seal(report, kb),
            conclusion=conclusion_markup(report, labels),
            placed=placed_sentences(report),
            labels=labels,
            conflicts=_conflicts(report, shown),
            uncited=_uncited(report, shown),
            slowest=max((step.seconds for step in report.path), default=0.0),
            style=style_of(_templates(), "dossier.css"),
            most_rows=MOST_ROWS,
        )
    )


def _broken_seal(report: EvidenceReport, kb: KnowledgeBase | None) -> str:
    """Why this report is not the one its run made, as far as its digest and the run journal tell; empty when they tell nothing."""
    if report.digest != report_digest(report):
        return "This report is not what its digest was made of: something in it was changed after the run."
    recorded = kb.recorded_digests(report.run_id) if kb is not None else ()
    if recorded and report.digest not in recorded:
        return (
            "The knowledge base recorded another report for this run: this one was changed, and its digest made anew."
        )
    return ""


class SideShown(NamedTuple):
    """One side of a conflict with the evidence that gives it, and the numbers of its citations."""

    side: Side
    units: tuple[Evidence, ...]
    numbers: tuple[int, ...]


class ConflictShown(NamedTuple):
    conflict: Conflict
    sides: tuple[SideShown, ...]


def _conflicts(report: EvidenceReport, shown: tuple[Exhibit, ...]) -> tuple[ConflictShown, ...]:
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    numbers = {one.citation.evidence_id: one.citation.number for one in shown}

    def side_shown(side: Side) -> SideShown:
        units = tuple(evidence[one] for one in side.evidence_ids if one in evidence)
        return SideShown(side, units, tuple(numbers[one] for one in side.evidence_ids if one in numbers))

    return tuple(ConflictShown(one, tuple(map(side_shown, one.sides))) for one in report.conflicts)


def _uncited(report: EvidenceReport, shown: tuple[Exhibit, ...]) -> tuple[Evidence, ...]:
    cited = {one.citation.evidence_id for one in shown}
    return tuple(unit for unit in report.evidence if unit.evidence_id not in cited)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    filters: dict[str, Callable[..., object]] = {
        "place": place_in_words,
        "duration": duration,
        "clock": _clock,
        "day": _day,
        "words": lambda name: str(name).replace("_", " "),
        "language": lambda code: code if code and _LANGUAGE.fullmatch(code) else None,
        "bar": _bar,
        "shortened": _shortened,
        "web_address": web_address,
        "reference": reference,
    }
    return page_templates(__package__, filters)


def _shortened(text: str, limit: int) -> str:
    """One line of at most `limit` characters, cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rsplit(' ', 1)[0]}…"


def duration(seconds: float) -> str:
    """“3.2 ms”, “1.4 s”, “2 min 05 s”."""
    if seconds < 1:
        return f"{seconds * 1000:.{0 if seconds >= 0.01 else 1}f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60):02d} s"


def _bar(step: Step, slowest: float) -> float:
    """The length of a step's bar in hundredths of the longest."""
    return round(max(1.0, 100 * step.seconds / slowest), 1) if slowest else 1.0


def _clock(entered: str) -> str:
    try:
        return f"{datetime.fromisoformat(entered):%H:%M:%S}.{datetime.fromisoformat(entered).microsecond // 1000:03d}"
    except ValueError:
        return entered


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
