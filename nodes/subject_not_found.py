"""SUBJECT_NOT_FOUND: the run ends at the gate and reports what the knowledge base does not contain (SPEC SUB-10,
SUB-12)."""

from typing import Any

from ..evidence.binding.bind_candidate import GateDecision
from ..evidence.language.question_language import language_of
from ..evidence.report.evidence_report import EvidenceReport, FactCoverage, RiskSignal, StopReason
from ..stores.kb.snapshot import Snapshot
from .answer.answer_text import preview
from .answer.draft_report import common_parts, emergency_parts, sealed
from .answer.fallback import or_rule_based
from .answer.other_terms import other_terms
from .answer.phrases import phrases_of
from .answer.unreadable import unreadable
from .gate.assumed_names import aliases_for
from .gate.closest import closest_documents, covered
from .gate.document_limit import document_limit, limit_signals, without_limit
from .gate.gate_answer import clarification, gate_steps, gate_text, lead
from .gate.inventory import inventory_of
from .gate.known_names import known_names
from .gate.suggested import suggested_questions
from .runtime.engine import Engine
from .runtime.model_failures import cause_first, remedies_first
from .runtime.state import RunState
from .runtime.step import NodeStep, Update

GATE_CLOSED: GateDecision = GateDecision(
    outcome="subject_not_found", reason="The subject of the question could not be looked for."
)


def subject_not_found(engine: Engine) -> NodeStep[RunState, EvidenceReport]:
    def call(state: RunState) -> EvidenceReport:
        return or_rule_based(engine, state, sealed(gate_parts(engine, state, engine.snapshot(state))))

    def apply(state: RunState, report: EvidenceReport) -> Update:
        return Update(
            {"report": report, "stop_reason": report.stop_reason}, f"the gate is closed: {report.stop_reason}"
        )

    def on_fault(state: RunState, error: Exception) -> Update:
        try:
            report = sealed(gate_parts(engine, state, None))
        except Exception as second:
            report = sealed(emergency_parts(engine, state, second, "SUBJECT_NOT_FOUND"))
        return Update({"report": report, "stop_reason": report.stop_reason}, "the gate is closed")

    return NodeStep(
        name="subject_not_found",
        state="SUBJECT_NOT_FOUND",
        prepare=lambda state: state,
        call=call,
        apply=apply,
        on_fault=on_fault,
    )


def gate_parts(engine: Engine, state: RunState, snapshot: Snapshot | None) -> dict[str, Any]:
    """Return the report's parts for a closed gate. `snapshot` is None if the knowledge base can no longer be read."""
    gate, analysis = state["gate"] or GATE_CLOSED, state["analysis"]
    hits = [(passage.version_id, passage.passage_id) for passage in state["discovered"]]
    closest = closest_documents(snapshot, hits, state["question"]) if snapshot else ()
    reason = stop_reason(state, gate)
    limit = document_limit(snapshot, state) if snapshot else None
    narrowed = limit if reason in {"subject_not_found", "scope_absent", "out_of_scope"} else None
    phrases = phrases_of(state["question"], narrowed)
    incomplete = reason in {"analysis_unavailable", "source_unavailable", "budget_exhausted", "time_exhausted"}
    near = state["rejected_candidates"]
    covers = covered(inventory_of(snapshot), phrases) if snapshot else ""
    count = snapshot.document_count if snapshot else None
    questions = could_ask(engine, state, snapshot) if snapshot and reason == "ambiguous_question" else ()
    assumed = aliases_for(snapshot, analysis) if snapshot and analysis else ()
    known = known_names(snapshot) if snapshot else ()
    known += tuple(alias.name for alias in assumed if alias.origin == "leading_words")
    return {
        **common_parts(engine, state),
        "terminal_state": "SUBJECT_NOT_FOUND",
        "sufficient": False,
        "confidence": "low",
        "confidence_reasons": (phrases.search_incomplete if incomplete else phrases.no_subject_found,),
        "conclusion": cause_first(
            state, gate_text(reason, gate, analysis, near, closest, covers, phrases, narrowed, count)
        ),
        "preview": preview(cause_first(state, lead(reason, gate, analysis, near, phrases, count))),
        "required_facts": tuple(
            FactCoverage(fact_id=fact.fact_id, text=fact.in_words, status="missing", reason=phrases.no_subject_found)
            for fact in (analysis.required_facts if analysis else ())
        ),
        "risk_signals": (*gate_signals(state, reason, incomplete), *limit_signals(narrowed)),
        "limit": limit,
        "suggested_next_actions": remedies_first(
            state,
            ()
            if reason == "analysis_unavailable"
            and state["model_faults"]  # the remedies are more specific than the advice to ask again
            else (
                *without_limit(narrowed, phrases),
                *gate_steps(reason, gate, analysis, questions, known, phrases, narrowed),
            ),
        ),
        "alternative_queries": other_terms(analysis, state["decisions"], (), (), snapshot.document_count)
        if snapshot and analysis and analysis.subjects
        else (),
        "clarification": clarification(gate, analysis, questions) if reason == "ambiguous_question" else None,
        "closest_documents": closest if reason in {"subject_not_found", "scope_absent"} else (),
        "disclosures": (*state["disclosures"], *(unreadable(snapshot) if snapshot else ())),
        "stop_reason": reason,
    }


def could_ask(engine: Engine, state: RunState, snapshot: Snapshot) -> tuple[str, ...]:
    """Return questions that the knowledge base answers, in the language of the user's question."""
    trial_run = engine.trial_run
    if trial_run is None:
        return ()
    question = state["question"]
    return suggested_questions(
        snapshot, lambda question, path: trial_run(question, path, state), language_of(question), phrases_of(question)
    )


def stop_reason(state: RunState, gate: GateDecision) -> StopReason:
    """Return why the run stops. A failed search comes before an absent subject, since only a complete search can show
    absence (SPEC SUB-11)."""
    for failed in ("budget_exhausted", "time_exhausted", "source_unavailable", "analysis_unavailable"):
        if failed in state["risk_signals"]:
            return failed
    return "subject_not_found" if gate.outcome == "found" else gate.outcome


def gate_signals(state: RunState, reason: StopReason, incomplete: bool) -> tuple[RiskSignal, ...]:
    signals: list[RiskSignal] = list(state["risk_signals"])
    if not incomplete:
        signals += [reason, "subject_not_found"]  # type: ignore[list-item]
    return tuple(dict.fromkeys(signals))
