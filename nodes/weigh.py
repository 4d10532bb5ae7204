"""What time and agreement do to the sources an answer leans on (SPEC ANS-6, ANS-7, EVI-7)."""

from collections.abc import Mapping, Sequence
from datetime import date

from ..evidence.confidence import Confidence, LeanedOn, Thresholds, confidence
from ..evidence.conflicts import Conflict
from ..evidence.evidence import Evidence, EvidenceId
from ..evidence.report import Disclosure, FactCoverage
from ..evidence.subjects import Analysis
from ..evidence.validity import Validity, validity
from ..settings import ConfidenceRules
from ..stores.snapshot import Snapshot
from .agreement import agreeing_documents

Times = Mapping[EvidenceId, Validity]


def validities(units: Sequence[Evidence], snapshot: Snapshot, analysis: Analysis, as_of: date) -> Times:
    """Whether each source holds on the day, and whether its age counts."""
    asked = tuple(dict.fromkeys(period for subject in analysis.subjects for period in subject.scope.periods))
    return {
        unit.evidence_id: validity(
            unit.source, as_of=as_of, asked=asked, scope=snapshot.declared(unit.source.version_id)
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
    """The confidence of an answer that cites `units`, the leading one first."""
    unresolved = any(not conflict.resolved for conflict in conflicts)
    return confidence(
        tuple(
            LeanedOn(
                title=unit.source.title,
                relevance=unit.relevance,
                authority=unit.source.authority,
                updated_at=unit.source.updated_at or unit.source.effective_from,
                ages=times[unit.evidence_id].ages,
            )
            for unit in units
        ),
        as_of=as_of,
        agreeing_independent=agreeing_documents(units),
        conflict="unresolved" if unresolved else "minor" if conflicts else "none",
        partial=any(fact.status != "covered" for fact in facts),
        thresholds=Thresholds(
            strong_match=rules.strong_match,
            fresh_days=rules.fresh_days,
            stale_days=rules.stale_days,
            official_policy_days=rules.official_policy_days,
        ),
    )


def stale_sources(units: Sequence[Evidence], times: Times, fresh_days: int) -> tuple[Disclosure, ...]:
    """Cited sources that no longer hold, or are older than the limit."""
    notes = []
    for unit in units:
        held = times[unit.evidence_id]
        if held.standing != "in_force":
            notes.append(Disclosure(kind="superseded", subject=unit.source.title, reason=held.reason))
        elif held.ages and held.age_in_days is not None and held.age_in_days > fresh_days:
            reason = f"last updated {held.age_in_days} days before"
            notes.append(Disclosure(kind="stale", subject=unit.source.title, reason=reason))
    return tuple(dict.fromkeys(notes))
