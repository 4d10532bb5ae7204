"""The parts of a report that are the same for every outcome, and the digest that reveals later changes (SPEC REP-1)."""

from importlib.metadata import version
from typing import Any

from ...errors import StoreUnavailable
from ...evidence.model.cost import cost_of
from ...evidence.report.digest import report_digest
from ...evidence.report.evidence_report import Disclosure, EvidenceReport, Provenance, TerminalState, Usage
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .answer_text import preview


def common_parts(engine: Engine, state: RunState) -> dict[str, Any]:
    """Return the fields of the report that do not depend on the outcome."""
    analysis, run = state["analysis"], state["run"]
    return {
        "run_id": run.run_id,
        "question": state["question"],
        "resolved_question": analysis.resolved_question if analysis else state["question"],
        "as_of": run.as_of,
        "subject_class": analysis.subjects if analysis else (),
        "candidate_subjects": state["candidates"],
        "rejected_candidates": state["rejected_candidates"],
        "rejected_evidence": state["rejected_evidence"],
        "sources_searched": state["sources_searched"],
        "tool_history": state["tool_history"],
        "path": state["path"],
        "model_faults": state["model_faults"],
        "usage": used(engine, state),
        "provenance": Provenance(
            pincite=version("pincite"),
            kb_snapshot=run.snapshot_id,
            models=engine.roles.names(),
            prompts_sha256=engine.prompts_sha256,
            calibration=engine.calibration,
            settings_sha256=engine.settings_of(state).sha256(),
        ),
    }


def used(engine: Engine, state: RunState) -> Usage:
    """Return what the run used, and its cost at the prices in the settings."""
    so_far = state["usage"]
    seconds = round(sum(step.seconds for step in state["path"]), 4)
    cost = cost_of(so_far.models, engine.settings.models.prices)
    return so_far.model_copy(update={"seconds": seconds, "cost": cost})


def sealed(parts: dict[str, Any]) -> EvidenceReport:
    report = EvidenceReport(**parts)
    return report.model_copy(update={"digest": report_digest(report)})


def emergency_parts(engine: Engine, state: RunState, error: Exception, terminal: TerminalState) -> dict[str, Any]:
    """Return the report for a run whose conclusion raised an error. It claims nothing, and needs no phrases in the
    question's language (SPEC EXE-7)."""
    away = isinstance(error, StoreUnavailable)
    why = "the knowledge base could not be read" if away else "the run failed while concluding"
    text = f"No conclusion could be drawn: {why}. Nothing is claimed."
    fault = Disclosure(kind="note", subject=terminal, reason=f"{type(error).__name__}: {error}"[:500])
    return {
        **common_parts(engine, state),
        "terminal_state": terminal,
        "sufficient": False,
        "confidence": "low",
        "confidence_reasons": (why,),
        "conclusion": text,
        "preview": preview(text),
        "risk_signals": tuple(
            dict.fromkeys((*state["risk_signals"], "source_unavailable" if away else "internal_fault"))
        ),
        "suggested_next_actions": ("Run the question again; if it fails the same way, run `pincite doctor`.",),
        "disclosures": (*state["disclosures"], fault),
        "stop_reason": "source_unavailable" if away else state["stop_reason"] or "no_named_gap",
    }
