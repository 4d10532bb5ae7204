"""CONCLUDED: assesses the verified evidence, makes the answer from it, and formats the text (SPEC ANS-1)."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ..evidence.judgement.confidence import Confidence, Level
from ..evidence.judgement.coverage import Coverage
from ..evidence.model.evidence import Evidence, EvidenceId
from ..evidence.model.subjects import Plan
from ..evidence.report.evidence_report import EvidenceReport, FactCoverage
from ..evidence.scope.provisions import Lacking, lacking
from ..stores.kb.snapshot import Snapshot
from .answer.agreement import best_first
from .answer.answer_text import answer_preview, answer_text, conclusion_text, main_evidence, preview
from .answer.assess import (
    audited,
    contradicts,
    fact_coverage,
    open_premises,
    signals,
    unchanged_evidence,
    unsettled_facts,
)
from .answer.cite import cite
from .answer.closeness import close_quotes
from .answer.draft_report import common_parts, emergency_parts, sealed
from .answer.fallback import or_rule_based
from .answer.no_answer import by_passage, next_actions, no_answer_text
from .answer.other_terms import TERMS_FROM, other_terms
from .answer.phrases import Phrases, phrases_of
from .answer.quotations import as_quotations
from .answer.reliability import confidence_of, left_superseded, notes_from_question, validities, weakened
from .answer.run_conflicts import conflicts_of
from .answer.self_contained import is_self_contained
from .answer.synthesise import both_sides, nearest_quotes, synthesise
from .answer.unreadable import page_counts, relevant_unreadable, unreadable
from .audit import rechecked
from .gate.closest import closest_documents, other_language
from .gate.document_limit import document_limit, limit_note, limit_signals, without_limit
from .gate.inventory import Inventory, inventory_of
from .retrieval.nearness import nearest, nearness
from .runtime.engine import Engine
from .runtime.model_failures import cause_first, remedies_first
from .runtime.state import RunState
from .runtime.step import NodeStep, Update

LEVELS: Sequence[Level] = tuple(reversed(get_args(Level)))


def conclude(engine: Engine) -> NodeStep[RunState, EvidenceReport]:
    def call(state: RunState) -> EvidenceReport:
        return or_rule_based(engine, state, sealed(report_parts(engine, state, engine.snapshot(state))))

    def apply(state: RunState, report: EvidenceReport) -> Update:
        how = "sufficient" if report.sufficient else f"insufficient, {report.stop_reason}"
        return Update({"report": report, "stop_reason": report.stop_reason}, how)

    def on_fault(state: RunState, error: Exception) -> Update:
        report = sealed(emergency_parts(engine, state, error, "CONCLUDED"))
        return Update({"report": report}, f"concluded without an answer: {type(error).__name__}")

    return NodeStep(
        name="conclude", state="CONCLUDED", prepare=lambda state: state, call=call, apply=apply, on_fault=on_fault
    )


def told_apart(evidence: Mapping[EvidenceId, Evidence], inventory: Inventory) -> dict[EvidenceId, Evidence]:
    """Return the evidence under titles that tell its documents apart."""
    found = dict(evidence)
    for name, unit in evidence.items():
        title = inventory.title_of(unit.source.path, unit.source.title)
        if title != unit.source.title:
            found[name] = unit.model_copy(update={"source": unit.source.model_copy(update={"title": title})})
    return found


def report_parts(engine: Engine, state: RunState, snapshot: Snapshot) -> dict[str, Any]:
    analysis, checked = state["analysis"], state["coverage"] or Coverage(facts=())
    assert analysis is not None
    settings, as_of = engine.settings_of(state), state["run"].as_of
    limit = document_limit(snapshot, state)
    phrases = phrases_of(state["question"], limit)

    verified, moved = unchanged_evidence(state["evidence"], snapshot)
    let_through, removed = audited(state["draft"], state["claims"], verified)
    passed, changed = (
        rechecked(let_through, verified, analysis.required_facts, analysis.resolved_question, as_of)
        if engine.guards.claim_audit
        else (let_through, ())
    )
    withdrawn = {verdict for sentence in let_through if sentence not in passed for verdict in sentence.verdicts}
    drift = bool(moved)
    if drift:
        passed = ()  # an answer that lost part of its evidence is withdrawn as a whole (SPEC EVI-5)
    verified = told_apart(verified, inventory_of(snapshot))
    best = tuple(sorted(filter(is_self_contained, verified.values()), key=best_first))
    conflicts = conflicts_of(engine, state, tuple(verified.values()), checked)
    cited = synthesise(passed, verified, conflicts, facts=len(analysis.required_facts))
    near = nearness(state, snapshot.declared)
    close = close_quotes(verified.values(), analysis, near)
    texts = [snapshot.passage(found.passage_id).text for found in state["passages"]]
    asked = "\n".join((analysis.resolved_question, *state.get("constraints", ())))
    premises = open_premises(verified.values(), texts, asked)
    facts = fact_coverage(
        analysis,
        checked,
        cited.numbers(),
        in_conflict=[conflict.fact_id for conflict in conflicts if not conflict.resolved],
        absent_subjects=state["gate"].absent_subjects if state["gate"] else (),
        evidence=verified.values(),
        rejected=state["rejected_evidence"],
        phrases=phrases,
        premises=premises,
        unsettled=unsettled_facts(state["draft"], passed, analysis.required_facts),
        close=frozenset(quote.unit.fact_id for quote in close if not quote.lacks_premise),
    )
    units = main_evidence(cited, verified)
    times = validities(units, snapshot, analysis, as_of)
    incomplete = () if engine.roles.judged else provisions_lacking(units, snapshot, analysis, state)
    sure = confidence_of(settings.confidence, units, times, as_of, conflicts, facts)
    sufficient = (
        bool(cited.sentences)
        and not analysis.left_out
        and not incomplete
        and share_covered(facts) >= settings.evidence_threshold
        and LEVELS.index(sure.level) >= LEVELS.index(settings.minimum_confidence)
        and not any(fact.status == "conflicting" for fact in facts)
    )
    if incomplete:
        sure = at_most_medium(sure)

    holders = role_holders(verified, state)
    answer = answer_text(cited, conflicts, phrases, parts=len(facts), holders=holders) if cited.sentences else None
    unsettled = {fact.fact_id for fact in facts if fact.status != "covered"}
    shown = (
        cited
        if answer or drift
        else cite(both_sides(conflicts, verified, close) or nearest_quotes(close, unsettled), verified)
    )
    shown_units = [verified[citation.evidence_id] for citation in shown.citations if citation.evidence_id in verified]
    worth_reading = {quote.unit.evidence_id for quote in close}
    worth_naming = [u for u in best if u.evidence_id in worth_reading or u.premises_open or not u.source.is_current]
    nearest_first = (*shown_units, *by_passage(worth_naming, verified.values(), analysis))
    hits = [
        (unit.span.version_id, unit.passage_id)
        for unit in (*(quote.unit for quote in close), *best)
        if unit.fact_id in unsettled and unit.source.is_current
    ]
    hits += [(found.version_id, found.passage_id) for found in state["passages"]]
    closest = closest_documents(snapshot, hits, analysis.resolved_question)
    written_in = None if answer else other_language(snapshot, closest, state["question"])
    weak = weakened(units, times, settings.confidence.fresh_days, phrases)
    strong = settings.confidence.strong_match
    older = left_superseded(verified.values(), units, times, facts, as_of, strong, phrases) if answer else ()
    taken = notes_from_question(analysis, facts, phrases) if answer else ()
    ledger = (
        *state["disclosures"],
        *taken,
        *moved,
        *removed,
        *changed,
        *cited.left_out,
        *weak,
        *older,
        *unreadable(snapshot),
    )
    note = "" if sufficient else limit_note(limit, phrases)
    if answer:
        quoted = cited if engine.roles.judged else as_quotations(cited, verified, phrases)
        conclusion = conclusion_text(
            answer_text(quoted, conflicts, phrases, parts=len(facts), holders=holders),
            facts,
            sure,
            phrases,
            leaning=units,
            lacking=[missing for _, missing in incomplete],
            left_out=analysis.left_out,
        )
        conclusion = f"{conclusion}\n\n{note}" if note else conclusion
        line = answer_preview(cited, conflicts, verified, phrases, holders)
    else:
        conclusion = cause_first(state, no_answer_text(facts, shown, closest, phrases, note))
        found = shown.marked and any(fact.status == "unconfirmed" for fact in facts)
        form = phrases.preview_not_confirmed if found else phrases.preview_not_found
        line = preview(cause_first(state, form.format(question=analysis.resolved_question)))
    reads = engine.roles.reads
    if extent := search_extent(state, phrases, answered=bool(answer), left_out=bool(cited.left_out), reads=reads):
        conclusion = f"{conclusion}\n\n{extent}"
    near_texts = (snapshot.passage(passage_id).text for passage_id in nearest(near, TERMS_FROM))
    return {
        **common_parts(engine, state),
        "terminal_state": "CONCLUDED",
        "sufficient": sufficient,
        "confidence": sure.level,
        "confidence_reasons": phrases.why(sure),
        "conclusion": conclusion,
        "answer": answer,
        "preview": line,
        "sentences": shown.sentences,
        "citations": shown.citations,
        "required_facts": facts,
        "evidence": tuple(verified.values()),
        "conflicts": conflicts,
        "calculations": tuple(
            sentence.sentence.calculation
            for sentence in passed
            if sentence.sentence.calculation and sentence.sentence.text in {kept.text for kept in cited.sentences}
        ),
        "claims": tuple(
            verdict
            for verdicts in state["claims"]
            for verdict in verdicts
            if verdict not in withdrawn and all(unit in verified for unit in verdict.supported_by)
        ),
        "risk_signals": signals(
            (*state["risk_signals"], *(() if sufficient else limit_signals(limit))),
            facts,
            checked,
            contradicted=[rejection.fact_id for rejection in state["rejected_evidence"] if contradicts(rejection)],
            conflicts=bool(conflicts),
            drift=drift,
            stale=any(disclosure.kind in {"stale", "superseded"} for disclosure in weak),
            ocr=any(citation.ocr_score is not None for citation in shown.citations),
            unlimited=bool(incomplete),
        ),
        "suggested_next_actions": ()
        if sufficient
        else remedies_first(
            state,
            (
                *without_limit(limit, phrases),
                *next_actions(
                    facts,
                    conflicts,
                    nearest_first,
                    analysis,
                    phrases,
                    written_in=written_in,
                    unread=relevant_unreadable(snapshot, analysis, closest),
                    page_counts=page_counts(snapshot),
                    lacking=incomplete,
                    premises=premises,
                ),
            ),
        ),
        "alternative_queries": ()
        if sufficient
        else other_terms(analysis, state["decisions"], closest, near_texts, snapshot.document_count),
        "limit": limit,
        "closest_documents": () if answer else closest,
        "disclosures": tuple(dict.fromkeys(ledger)),
        "stop_reason": state["stop_reason"] or "no_named_gap",
    }


def search_extent(state: RunState, phrases: Phrases, *, answered: bool, left_out: bool, reads: bool) -> str:
    """Return how many documents were searched for a question about all documents, and whether its list is complete
    (SPEC RET-14). Return "" for other questions.

    `left_out`: whether the answer leaves out sources. `reads`: whether a model read the passages.
    """
    swept = next((searched for searched in state["sources_searched"] if searched.gone_through is not None), None)
    if swept is None:
        return ""
    extent = phrases.gone_through.format(gone=swept.gone_through, scope=swept.in_scope)
    cut = left_out or swept.gone_through != swept.in_scope
    if not answered:
        return extent
    if cut or any(disclosure.kind == "truncated" for disclosure in state["disclosures"]):
        return f"{extent} {phrases.list_cut}"
    return f"{extent} {phrases.all_read if reads else phrases.list_by_rule}"


def share_covered(facts: Sequence[FactCoverage]) -> float:
    """Return the covered facts as a share of the required facts; 0 if no fact is required."""
    required = [fact for fact in facts if fact.answers]
    return sum(fact.status == "covered" for fact in required) / len(required) if required else 0.0


def provisions_lacking(
    units: Sequence[Evidence], snapshot: Snapshot, analysis: Plan, state: RunState
) -> tuple[tuple[Evidence, Lacking], ...]:
    """Return the cited provisions that were found without their scope or trigger, each with what is missing (SPEC
    ANS-11)."""
    bound = {
        candidate.subject_id
        for candidate in state["candidates"]
        if candidate.parent_entity_binding.mechanism != "knowledge_base"
    }
    return tuple(
        (unit, missing)
        for unit in units
        for missing in lacking(
            unit.span.quote,
            snapshot.text(unit.span.version_id),
            unit.source,
            owned=unit.subject_id in bound or bool(snapshot.declared(unit.span.version_id).owners()),
        )
    )


def role_holders(verified: Mapping[EvidenceId, Evidence], state: RunState) -> dict[EvidenceId, str]:
    """Return the holders of the requested role, by the evidence that names them. The gate proved that they belong to
    the parent."""
    names = {
        candidate.subject_id: candidate.name for candidate in state["candidates"] if candidate.class_attributes.role
    }
    return {key: names[unit.subject_id] for key, unit in verified.items() if unit.subject_id in names}


def at_most_medium(sure: Confidence) -> Confidence:
    return sure.model_copy(update={"level": "medium"}) if sure.level == "high" else sure
