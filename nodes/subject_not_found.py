"""SUBJECT_NOT_FOUND: the run ends at the gate and says what the knowledge base does not hold (SPEC SUB-10, SUB-12)."""

from typing import Any

from ..evidence.binding import GateDecision
from ..evidence.report import ClosestDocument, EvidenceReport, FactCoverage, RiskSignal, StopReason
from ..stores.snapshot import Snapshot
from .cite import preview
from .draft_report import closest_documents, common_parts, sealed, unreadable
from .engine import Engine
from .state import RunState
from .step import NodeStep, Update

GATE_CLOSED: GateDecision = GateDecision(
    outcome="subject_not_found", reason="The subject of the question could not be looked for.", next_actions=()
)


def subject_not_found(engine: Engine) -> NodeStep[RunState, EvidenceReport]:
    def call(state: RunState) -> EvidenceReport:
        return sealed(gate_parts(engine, state, engine.snapshot(state)))

    def apply(state: RunState, report: EvidenceReport) -> Update:
        return Update(
            {"report": report, "stop_reason": report.stop_reason}, f"the gate is closed: {report.stop_reason}"
        )

    def on_fault(state: RunState, error: Exception) -> Update:
        report = sealed(gate_parts(engine, state, None))
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
    """The report of a closed gate. `snapshot` is None when the knowledge base cannot be read any more."""
    gate = state["gate"] or GATE_CLOSED
    analysis = state["analysis"]
    closest = closest_documents(snapshot, state["discovered"]) if snapshot else ()
    reason = stop_reason(state, gate)
    incomplete = reason in {"analysis_unavailable", "source_unavailable", "budget_exhausted", "time_exhausted"}
    conclusion = " ".join(part for part in (gate.reason, _closest(closest)) if part)
    return {
        **common_parts(engine, state),
        "terminal_state": "SUBJECT_NOT_FOUND",
        "sufficient": False,
        "confidence": "low",
        "confidence_reasons": (
            "the search was not complete" if incomplete else "no subject of the question was found",
        ),
        "conclusion": conclusion,
        "preview": preview(gate.reason),
        "required_facts": tuple(
            FactCoverage(fact_id=fact.fact_id, text=fact.text, status="missing", reason="its subject was not found")
            for fact in (analysis.required_facts if analysis else ())
        ),
        "risk_signals": gate_signals(state, reason, incomplete),
        "suggested_next_actions": gate.next_actions,
        "alternative_queries": analysis.queries[:3] if analysis else (),
        "closest_documents": closest,
        "disclosures": (*state["disclosures"], *(unreadable(snapshot) if snapshot else ())),
        "stop_reason": reason,
    }


def stop_reason(state: RunState, gate: GateDecision) -> StopReason:
    """What could not be searched outranks what was not found: absence is only said after a complete search (SPEC SUB-11)."""
    for failed in ("budget_exhausted", "time_exhausted", "analysis_unavailable", "source_unavailable"):
        if failed in state["risk_signals"]:
            return failed
    return "subject_not_found" if gate.outcome == "found" else gate.outcome


def gate_signals(state: RunState, reason: StopReason, incomplete: bool) -> tuple[RiskSignal, ...]:
    signals: list[RiskSignal] = list(state["risk_signals"])
    if not incomplete:
        signals += [reason, "subject_not_found"]  # type: ignore[list-item]
    return tuple(dict.fromkeys(signals))


def _closest(closest: tuple[ClosestDocument, ...]) -> str:
    if not closest:
        return ""
    return "Closest documents: " + "; ".join(f"{one.title} ({one.covers})" for one in closest) + "."
