"""A report as a fragment of a page, for the dossier and the web page.

All text of documents, questions and models is escaped. The fragment has no script, handler, style or form. It links
only to its own elements and to the web addresses of documents.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from ...evidence.judgement.conflicts import Conflict, Side
from ...evidence.model.evidence import Evidence
from ...evidence.report.digest import report_digest
from ...evidence.report.evidence_report import Disclosure, EvidenceReport
from ...evidence.report.place_words import place_in_words, short_place
from ...nodes.answer.phrases import Phrases, phrases_of
from ...nodes.answer.synthesise import side_sentences
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.originals.page_images import PageImage
from ..lead import lead_of
from ..outcome import FAMILIES, further_signals, outcome_of
from ..shown_amounts import result_amount, scale_asked
from ..wording import Wording, wording_of
from . import trail
from .clean import shortened
from .exhibits import Exhibit, PictureUrl, citation_image, cited_documents, exhibits, web_address
from .inline import Inline
from .pages import page_templates
from .sentence_form import amount_markup, sentence_markup

MOST_ROWS = 60
"""The maximum number of rows of a list that are shown. Further rows are only counted; the JSON report has all of
them."""
STRONG = 0.5
"""The relevance from which a match is called strong, 0 to 1 (SPEC ANS-1)."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_WEAKENING = frozenset({"note", "stale", "superseded", "unsearched", "truncated"})
"""The kinds of disclosure that are shown beside the answer, since they weaken it. A later list has all kinds."""


def answer_fragment(
    report: EvidenceReport,
    kb: KnowledgeBase | None = None,
    *,
    level: int = 1,
    prefix: str = "",
    picture_url: PictureUrl | None = None,
) -> Markup:
    """Return the report as `<article class="report">`. With `kb`, it shows the text around quotes and the neighbouring
    rows of table rows.

    `level`: the heading level of the question. `prefix`: the prefix of all ids, if one page shows several reports.
    `picture_url`: returns the address of the picture of a citation, by its number; without it, pictures of PDF pages
    are rendered and embedded.
    """
    words, phrases = wording_of(report.question), phrases_of(report.question, report.limit)
    shown = exhibits(report, kb, words, picture_url)
    inline = Inline(
        report,
        {exhibit.citation.number: _label(exhibit, words) for exhibit in shown},
        places={exhibit.citation.number: short_place(exhibit.citation, words.places) for exhibit in shown},
        prefix=prefix,
        form=lambda number: sentence_markup(report, number, words),
    )
    lead = lead_of(report, phrases)
    outcome = outcome_of(report)
    conflicts = _conflicts(report, shown, inline)
    return Markup(  # nosec B704 # made by our own templates, which escape
        _templates()
        .get_template("report.html.jinja")
        .render(
            report=report,
            w=words,
            phrases=phrases,
            level=level,
            id=prefix,
            outcome=outcome,
            family=FAMILIES[outcome],
            broken=_broken_seal(report, kb, words),
            lead=inline.blocks(lead.first),
            conflicts=conflicts,
            near=inline.blocks(lead.near),
            cited=cited_documents(shown),
            exhibits=shown,
            inline=inline,
            limits=_limits(report, words),
            calculations=[
                (calculation, result_amount(calculation, words.language, scale_asked(report.question)))
                for calculation in report.calculations
            ],
            uncited=_uncited(report, shown),
            steps=trail.steps(report, words),
            searches=trail.searches(report, words),
            queries=trail.queries(report),
            near_candidates=trail.near_candidates(report),
            most_rows=MOST_ROWS,
            strong=STRONG,
        )
    )


def citation_picture(report: EvidenceReport, number: int, kb: KnowledgeBase) -> PageImage | None:
    """Return the picture at `picture_url(number)`, or None."""
    return citation_image(report, number, kb)


def _label(exhibit: Exhibit, words: Wording) -> str:
    citation = exhibit.citation
    return words.citation.format(number=citation.number, label=f"{citation.title}, {exhibit.place}")


def _broken_seal(report: EvidenceReport, kb: KnowledgeBase | None, words: Wording) -> str:
    """Return how this report differs from the report of its run, by its digest and the run journal. Return "" if it
    does not differ."""
    if report.digest != report_digest(report):
        return words.changed_since
    recorded = kb.recorded_digests(report.run_id) if kb is not None else ()
    return words.changed_anew if recorded and report.digest not in recorded else ""


class Limits(NamedTuple):
    """The limits of the answer: risk signals as text, notes, and the number of parts that could not be read."""

    signals: tuple[str, ...]
    notes: tuple[tuple[str, str, str], ...]
    """Tuples of kind ("" for a plain note), subject ("" if the reason names it) and reason."""
    unread: str


def _limits(report: EvidenceReport, words: Wording) -> Limits:
    notes = [disclosure for disclosure in report.disclosures if disclosure.kind in _WEAKENING]
    unread = sum(disclosure.kind == "unreadable" for disclosure in report.disclosures)
    return Limits(
        signals=tuple(words.signals[signal] for signal in further_signals(report)),
        notes=tuple(dict.fromkeys(_note(note, words) for note in notes)),
        unread=words.unread.of(unread) if unread else "",
    )


def _note(note: Disclosure, words: Wording) -> tuple[str, str, str]:
    kind, subject, reason = words.kinds[note.kind], words.subject(note.subject), words.plain(note.reason)
    return "" if note.kind == "note" else kind, "" if subject in reason else subject, reason


class SideShown(NamedTuple):
    """A side of a conflict: its sentence in the answer, or else its quotes, with its citation numbers."""

    side: Side
    said: Markup | None
    units: tuple[Evidence, ...]
    numbers: tuple[int, ...]


class ConflictShown(NamedTuple):
    conflict: Conflict
    sides: tuple[SideShown, ...]


def _conflicts(report: EvidenceReport, shown: Sequence[Exhibit], inline: Inline) -> tuple[ConflictShown, ...]:
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    numbers = {exhibit.citation.evidence_id: exhibit.citation.number for exhibit in shown}

    def side_shown(side: Side, sentence: int | None) -> SideShown:
        units = tuple(evidence[evidence_id] for evidence_id in side.evidence_ids if evidence_id in evidence)
        said = inline.sentence(sentence + 1) if sentence is not None else None
        cited = tuple(numbers[evidence_id] for evidence_id in side.evidence_ids if evidence_id in numbers)
        return SideShown(side, said, units, cited)

    return tuple(
        ConflictShown(conflict, tuple(map(side_shown, conflict.sides, side_sentences(conflict, report.sentences))))
        for conflict in report.conflicts
    )


def _uncited(report: EvidenceReport, shown: Sequence[Exhibit]) -> tuple[Evidence, ...]:
    cited = {exhibit.citation.evidence_id for exhibit in shown}
    return tuple(unit for unit in report.evidence if unit.evidence_id not in cited)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    filters: dict[str, Callable[..., object]] = {
        "place": place_in_words,
        "duration": duration,
        "day": day,
        "language": lambda code: code if code and _LANGUAGE.fullmatch(code) else None,
        "shortened": shortened,
        "web_address": web_address,
        "amount": amount_markup,
    }
    return page_templates(__package__, filters)


def day(when: date, phrases: Phrases) -> str:
    return phrases.date(when)


def duration(seconds: float) -> str:
    """Return a duration as text: “3.2 ms”, “1.4 s”, “2 min 05 s”."""
    if seconds < 1:
        return f"{seconds * 1000:.{0 if seconds >= 0.01 else 1}f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60):02d} s"
