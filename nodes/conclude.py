"""CONCLUDED: locate every span again, keep the sentences that passed, and say what was found, how surely, and what is missing."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..evidence.confidence import Confidence
from ..evidence.conflicts import Conflict
from ..evidence.coverage import Coverage, FactCheck
from ..evidence.evidence import Evidence, EvidenceId
from ..evidence.readings import readable
from ..evidence.report import (
    ClaimVerdict,
    Disclosure,
    EvidenceReport,
    FactCoverage,
    FactStatus,
    RiskSignal,
    StopReason,
)
from ..evidence.subjects import Analysis, FactId
from ..roles.auditor import sentence_passes
from ..roles.generator import DraftSentence
from ..stores.snapshot import Snapshot
from .agreement import conflicts_among
from .agreement import standing as standing_of
from .cite import Cited, answer_text, cite, preview
from .draft_report import closest_documents, common_parts, sealed, unreadable
from .engine import Engine
from .no_answer import next_actions, no_answer_text, other_terms
from .state import RunState
from .step import NodeStep, Update
from .weigh import confidence_of, stale_sources, validities

LEVELS = ("low", "medium", "high")


def conclude(engine: Engine) -> NodeStep[RunState, EvidenceReport]:
    def call(state: RunState) -> EvidenceReport:
        return sealed(report_parts(engine, state, engine.snapshot(state)))

    def apply(state: RunState, report: EvidenceReport) -> Update:
        how = "sufficient" if report.sufficient else f"insufficient, {report.stop_reason}"
        return Update({"report": report, "stop_reason": report.stop_reason}, how)

    def on_fault(state: RunState, error: Exception) -> Update:
        report = sealed(emergency_parts(engine, state, error))
        return Update({"report": report}, f"concluded without an answer: {type(error).__name__}")

    return NodeStep(
        name="conclude", state="CONCLUDED", prepare=lambda state: state, call=call, apply=apply, on_fault=on_fault
    )


def report_parts(engine: Engine, state: RunState, snapshot: Snapshot) -> dict[str, Any]:
    analysis, checked = state["analysis"], state["coverage"] or Coverage(facts=())
    assert analysis is not None
    standing, moved = still_standing(state["evidence"], snapshot)
    sentences, removed = audited(state["draft"], state["claims"], standing)
    cited = cite(sentences, standing)
    nearest = cite(nearest_quotes(standing.values()), standing) if not cited.sentences else cited
    conflicts = conflicts_among(analysis, tuple(standing.values()), engine.settings.conflict_policy)
    facts = fact_coverage(analysis, checked, cited, conflicts)
    units = [standing[citation.evidence_id] for citation in cited.citations]
    times = validities(units, snapshot, analysis, state["run"].as_of)
    sure = confidence_of(engine.settings.confidence, units, times, state["run"].as_of, conflicts, facts)
    covered = sum(fact.status == "covered" for fact in facts) / len(facts) if facts else 0.0
    sufficient = (
        bool(cited.sentences)
        and not moved
        and covered >= engine.settings.evidence_threshold
        and LEVELS.index(sure.level) >= LEVELS.index(engine.settings.minimum_confidence)
        and not any(fact.status == "conflicting" for fact in facts)
    )
    answer = answer_text(cited.sentences) if cited.sentences and not moved else None
    closest = closest_documents(snapshot, state["passages"])
    stop_reason: StopReason = state["stop_reason"] or "no_named_gap"
    stale = stale_sources(units, times, engine.settings.confidence.fresh_days)
    ledger = (*state["disclosures"], *moved, *removed, *cited.left_out, *stale, *unreadable(snapshot))
    return {
        **common_parts(engine, state),
        "terminal_state": "CONCLUDED",
        "sufficient": sufficient,
        "confidence": sure.level,
        "confidence_reasons": sure.reasons,
        "conclusion": answer_with_gaps(answer, facts, conflicts, sure)
        if answer
        else no_answer_text(facts, closest, nearest.sentences),
        "answer": answer,
        "preview": preview(cited.sentences[0].text if answer else no_answer_text(facts, ())),
        "sentences": nearest.sentences if not moved else (),
        "citations": nearest.citations if not moved else (),
        "required_facts": facts,
        "evidence": tuple(standing.values()),
        "conflicts": conflicts,
        "claims": tuple(verdict for verdicts in state["claims"] for verdict in verdicts),
        "risk_signals": signals(state, facts, conflicts, bool(moved), bool(stale)),
        "suggested_next_actions": () if sufficient else next_actions(facts, conflicts, closest),
        "alternative_queries": () if sufficient else other_terms(analysis, state["decisions"]),
        "closest_documents": () if answer else closest,
        "disclosures": tuple(dict.fromkeys(ledger)),
        "stop_reason": stop_reason,
    }


def still_standing(
    evidence: Sequence[Evidence], snapshot: Snapshot
) -> tuple[dict[EvidenceId, Evidence], tuple[Disclosure, ...]]:
    """The evidence whose quote stands where it says in the stored text; an edited state cannot smuggle in another."""
    standing: dict[EvidenceId, Evidence] = {}
    moved = []
    for unit in evidence:
        span = unit.span
        if snapshot.text(span.version_id)[span.char_start : span.char_end] == span.quote:
            standing[unit.evidence_id] = unit
        else:
            moved.append(
                Disclosure(kind="rejected", subject=unit.source.title, reason="the quote no longer stands there")
            )
    return standing, tuple(moved)


def audited(
    drafted: Sequence[DraftSentence],
    claims: Sequence[tuple[ClaimVerdict, ...]],
    standing: Mapping[EvidenceId, Evidence],
) -> tuple[list[DraftSentence], tuple[Disclosure, ...]]:
    """The sentences that passed the audit on evidence that stands; the others are removed, and that is disclosed (SPEC ANS-5)."""
    kept, removed = [], []
    verdicts_of = [*claims, *(() for _ in range(len(drafted) - len(claims)))]
    for sentence, verdicts in zip(drafted, verdicts_of, strict=False):
        if sentence_passes(verdicts) and all(unit in standing for unit in sentence.evidence_ids):
            kept.append(sentence)
            continue
        notes = [verdict.note or verdict.verdict for verdict in verdicts if verdict.verdict != "supported"]
        reason = "; ".join(notes) or "it was not audited"
        removed.append(Disclosure(kind="removed_sentence", subject=preview(sentence.text, 80), reason=reason))
    return kept, tuple(removed)


NEAREST = 2
"""Quotes shown with a no-answer: enough to go and look, too few to be taken for an answer."""


def nearest_quotes(evidence: Collection[Evidence]) -> list[DraftSentence]:
    """The verified quotes nearest to what is asked, each of another place. They are shown as such, never as the answer."""
    kept: dict[tuple[str, int | str | None], Evidence] = {}
    for unit in sorted(evidence, key=standing_of):
        kept.setdefault((unit.source.version_id, unit.span.place.page or unit.span.place.section), unit)
    return [
        DraftSentence(text=readable(unit), part="related", evidence_ids=(unit.evidence_id,))
        for unit in list(kept.values())[:NEAREST]
    ]


def fact_coverage(
    analysis: Analysis, checked: Coverage, cited: Cited, conflicts: Sequence[Conflict]
) -> tuple[FactCoverage, ...]:
    """Each required fact with what became of it. A fact whose sentences did not survive the audit is missing."""
    in_conflict = {conflict.fact_id for conflict in conflicts if not conflict.resolved}
    checks = {check.fact_id: check for check in checked.facts}
    numbers = {citation.evidence_id: citation.number for citation in cited.citations}
    facts = []
    for fact in analysis.required_facts:
        check = checks.get(fact.fact_id) or FactCheck(
            fact_id=fact.fact_id, status="missing", reason="it was not looked for"
        )
        own = tuple(numbers[unit] for unit in check.evidence_ids if unit in numbers)
        status: FactStatus = "missing"
        reason = check.reason
        if fact.fact_id in in_conflict:
            status, reason = "conflicting", "the sources give different values"
        elif check.status == "superseded" and own:
            status = "superseded"
        elif check.status == "covered" and own:
            status = "covered"
        elif check.status == "covered":
            reason = "no sentence that states it passed the audit"
        facts.append(FactCoverage(fact_id=fact.fact_id, text=fact.text, status=status, citations=own, reason=reason))
    return tuple(facts)


def signals(
    state: RunState, facts: Sequence[FactCoverage], conflicts: Sequence[Conflict], drift: bool, stale: bool
) -> tuple[RiskSignal, ...]:
    checked = {check.fact_id: check.status for check in state["coverage"].facts} if state["coverage"] else {}
    found: list[RiskSignal] = list(state["risk_signals"])
    contradicted = {one.fact_id for one in state["rejected_evidence"] if one.code == "premise_contradicted"}
    for fact in facts:
        status = checked.get(FactId(fact.fact_id))
        if fact.status == "conflicting":
            found.append("conflicting_evidence")
        elif fact.status == "superseded":
            found.append("superseded_only")
        elif fact.status == "missing":
            found.append("missing_evidence")
            if status == "premise_failed" or fact.fact_id in contradicted:
                found.append("premise_not_supported")
            if status == "secondary_only":
                found.append("secondary_only")
    if conflicts:
        found.append("conflicting_evidence")
    if drift:
        found.append("subject_drift")
    if stale:
        found.append("stale_evidence")
    return tuple(dict.fromkeys(found))


def answer_with_gaps(
    answer: str, facts: Sequence[FactCoverage], conflicts: Sequence[Conflict], sure: Confidence
) -> str:
    """The answer, before it a warning when confidence is low, after it what conflicts and what is not covered (SPEC ANS-7)."""
    parts = []
    if sure.level == "low":
        parts.append(f"Low confidence: {'; '.join(sure.reasons)}. Check before relying on it.")
    parts.append(answer)
    parts += [conflict.described() for conflict in conflicts]
    gaps = [f"{fact.text} ({fact.reason})" for fact in facts if fact.status in {"missing", "superseded"}]
    if gaps:
        parts.append("Not settled by the knowledge base: " + "; ".join(gaps) + ".")
    return "\n\n".join(parts)


def emergency_parts(engine: Engine, state: RunState, error: Exception) -> dict[str, Any]:
    """A report when concluding itself failed: nothing is claimed."""
    text = "No conclusion could be drawn: the run failed while concluding. Nothing is claimed."
    fault = Disclosure(kind="note", subject="conclude", reason=f"{type(error).__name__}: {error}"[:500])
    return {
        **common_parts(engine, state),
        "terminal_state": "CONCLUDED",
        "sufficient": False,
        "confidence": "low",
        "confidence_reasons": ("the run failed while concluding",),
        "conclusion": text,
        "preview": preview(text),
        "risk_signals": tuple(dict.fromkeys((*state["risk_signals"], "internal_fault"))),
        "suggested_next_actions": ("Run the question again; if it fails the same way, run `pincite doctor`.",),
        "disclosures": (*state["disclosures"], fault),
        "stop_reason": state["stop_reason"] or "no_named_gap",
    }
