"""Rates how far an answer may be relied on: its confidence, and notes on its sources and on its assumptions (SPEC
ANS-6, ANS-7, EVI-7)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ...evidence.judgement.confidence import Confidence, Thresholds, WeighedSource, confidence
from ...evidence.judgement.conflicts import Conflict
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.subjects import Plan
from ...evidence.report.evidence_report import Disclosure, DisclosureKind, FactCoverage
from ...evidence.scope.validity import Validity, validity
from ...evidence.scope.version_validity import begins
from ...evidence.values.date_order import open_days
from ...settings import ConfidenceRules
from ...stores.kb.snapshot import Snapshot
from .agreement import agreeing_documents
from .phrases import Phrases

Times = Mapping[EvidenceId, Validity]


def validities(units: Sequence[Evidence], snapshot: Snapshot, analysis: Plan, as_of: date) -> Times:
    """Return for each source whether it is in force on the day, and whether its age matters."""
    asked = tuple(dict.fromkeys(period for subject in analysis.subjects for period in subject.scope.periods))
    return {
        unit.evidence_id: validity(
            unit.source,
            as_of=as_of,
            asked=asked,
            scope=snapshot.declared(unit.source.version_id),
            successor=snapshot.replaced_later(unit.source.version_id),
        )
        for unit in units
    }


def confidence_of(
    rules: ConfidenceRules,
    units: Sequence[Evidence],
    times: Times,
    as_of: date,
    conflicts: Sequence[Conflict],
    facts: Sequence[FactCoverage],
) -> Confidence:
    """Return the confidence of an answer that cites `units`, of which the most relevant is the first."""
    units = sorted(units, key=lambda unit: -unit.relevance)
    unresolved = any(not conflict.resolved for conflict in conflicts)
    return confidence(
        tuple(
            WeighedSource(
                title=unit.source.title,
                relevance=unit.relevance,
                authority=unit.source.authority,
                updated_at=unit.source.updated_at or unit.source.effective_from,
                ages=times[unit.evidence_id].ages,
                not_yet=times[unit.evidence_id].standing == "not_yet",
                ocr_score=unit.span.place.ocr_score,
            )
            for unit in units
        ),
        as_of=as_of,
        agreeing_independent=agreeing_documents(units),
        conflict="unresolved" if unresolved else "minor" if conflicts else "none",
        partial=any(fact.status != "covered" for fact in facts),
        assumed=any(fact.assumes for fact in facts),
        thresholds=Thresholds(
            strong_match=rules.strong_match,
            fresh_days=rules.fresh_days,
            stale_days=rules.stale_days,
            official_policy_days=rules.official_policy_days,
            sure_ocr=rules.sure_ocr,
        ),
    )


def weakened(units: Sequence[Evidence], times: Times, fresh_days: int, phrases: Phrases) -> tuple[Disclosure, ...]:
    """Return notes on weak cited sources (SPEC ANS-7).

    They are not in force on the day, will be replaced, are older than the limit, have no date or an ambiguous one, or
    were read by OCR. A source without a date does not count as stale.
    """
    notes = []
    for unit in units:
        source, held = unit.source, times[unit.evidence_id]
        if unit.span.place.ocr_score is not None:
            notes.append(Disclosure(kind="note", subject=source.title, reason=phrases.ocr_source))
        for text, *days in open_days(unit.span.quote) if source.date_order is None else ():
            first, second = (phrases.date(day) for day in days)
            reason = phrases.open_day.format(text=text, first=first, second=second)
            notes.append(Disclosure(kind="note", subject=source.title, reason=reason))
        dated = source.updated_at or source.effective_from
        if held.successor is not None and (begun := begins(held.successor)) is not None:
            reason = phrases.replaced_later.format(title=held.successor.title, date=phrases.date(begun))
            notes.append(Disclosure(kind="note", subject=source.title, reason=reason))
        if held.standing == "not_yet" and (begun := begins(source)) is not None:
            reason = phrases.not_yet_source.format(date=phrases.date(begun))
            notes.append(Disclosure(kind="note", subject=source.title, reason=reason))
        elif held.standing != "in_force":
            notes.append(Disclosure(kind="superseded", subject=source.title, reason=_standing(source, held, phrases)))
        elif held.ages and dated is None:
            notes.append(Disclosure(kind="note", subject=source.title, reason=phrases.undated_source))
        elif held.ages and dated and held.age_in_days is not None and held.age_in_days > fresh_days:
            reason = phrases.old_source.format(date=phrases.date(dated), days=held.age_in_days)
            notes.append(Disclosure(kind="stale", subject=source.title, reason=reason))
    return tuple(dict.fromkeys(notes))


def left_superseded(
    verified: Iterable[Evidence],
    units: Sequence[Evidence],
    times: Times,
    facts: Sequence[FactCoverage],
    as_of: date,
    strong_match: float,
    phrases: Phrases,
) -> tuple[Disclosure, ...]:
    """Return notes on left-out versions: they are not in force on the day, but state a fact that `units` answer without
    them.

    A version is left out if its later replacement is already disclosed (SPEC EVI-7).
    """
    settled = {fact.fact_id for fact in facts if fact.status == "covered"}
    disclosed = {unit.source.version_id for unit in units}
    disclosed |= {held.successor.version_id for held in times.values() if held.successor is not None}
    notes = []
    for unit in verified:
        source = unit.source
        speaks = unit.fact_id in settled and unit.relevance >= strong_match and not unit.premises_open
        if source.is_current or not speaks or source.version_id in disclosed:
            continue
        begun = begins(source) if source.not_yet else None
        ended = source.effective_to if source.superseded_by is None and source.effective_to else None
        if begun is not None:
            reason = phrases.not_yet_source.format(date=phrases.date(begun))
        elif ended is not None and ended < as_of:
            reason = phrases.expired_source.format(date=phrases.date(ended))
        else:
            reason = phrases.replaced_source
        kind: DisclosureKind = "note" if source.not_yet else "superseded"
        notes.append(Disclosure(kind=kind, subject=source.title, reason=phrases.left_out.format(reason=reason)))
    return tuple(dict.fromkeys(notes))


def _standing(source: SourceDocument, held: Validity, phrases: Phrases) -> str:
    if held.standing == "expired" and source.effective_to:
        return phrases.expired_source.format(date=phrases.date(source.effective_to))
    return phrases.replaced_source


def notes_from_question(analysis: Plan, facts: Sequence[FactCoverage], phrases: Phrases) -> tuple[Disclosure, ...]:
    """Return notes on what the answer takes from the question: the asker's organisation, the circumstances of covered
    facts, and the judge's assumptions."""
    covered = {fact.fact_id for fact in facts if fact.status == "covered"}
    own = dict.fromkeys(subject.name for subject in analysis.subjects if subject.own and subject.name)
    case = dict.fromkeys(
        circumstance
        for fact in analysis.required_facts
        if fact.fact_id in covered
        for circumstance in fact.circumstances
    )
    notes = [Disclosure(kind="note", subject=name, reason=phrases.own_organisation) for name in own]
    if case:
        listed = phrases.listed([phrases.quoted.format(text=circumstance) for circumstance in case])
        notes.append(Disclosure(kind="note", subject=listed, reason=phrases.of_the_question))
    notes += [
        Disclosure(kind="note", subject=fact.text, reason=phrases.assumed_sense.format(text=fact.assumes))
        for fact in facts
        if fact.assumes and fact.status == "covered"
    ]
    return tuple(notes)
