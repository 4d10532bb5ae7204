"""SUBJECT_CLASS_IDENTIFIED: the analyst plans the question. From then on the subject class is fixed (SPEC EXE-5)."""

from ..evidence.model.subjects import Plan
from ..evidence.report.evidence_report import Disclosure
from ..roles.contracts.analyst import AnalystInput
from .gate.inventory import inventory_of
from .gate.known_names import known_names
from .runtime.engine import Engine
from .runtime.state import RunState, signalled
from .runtime.step import NodeStep, Update, native


def identify_subject_class(engine: Engine) -> NodeStep[AnalystInput, Plan]:
    def prepare(state: RunState) -> AnalystInput:
        snapshot = engine.snapshot(state)
        return AnalystInput(
            question=state["question"],
            constraints=state.get("constraints", ()),
            earlier_turns=state.get("earlier_turns", ()),
            known_names=known_names(snapshot),
            titles=inventory_of(snapshot).titles,
            as_of=state["run"].as_of,
        )

    def apply(state: RunState, read: Plan) -> Update:
        analysis = inventory_of(engine.snapshot(state)).at_home(read)
        read_as = "; ".join(subject.described() for subject in analysis.subjects) or "no subject"
        count = len(analysis.required_facts)
        changes: RunState = {"analysis": analysis}
        if analysis.left_out:
            reason = f"a question is answered in at most {count} steps; left out: {'; '.join(analysis.left_out)}"[:500]
            note = Disclosure(kind="truncated", subject="question", reason=reason)
            changes["disclosures"] = (*state["disclosures"], note)
        return Update(changes, f"{read_as}; {count} {'step' if count == 1 else 'steps'}")

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed analysis, without a plan. Without a plan no subject can be proved, so the run
        ends at the gate."""
        return Update(
            {
                "analysis": Plan(question=state["question"], resolved_question=state["question"]),
                "risk_signals": signalled(state, "analysis_unavailable"),
                "stop_reason": "analysis_unavailable",
            },
            f"the question could not be read: {type(error).__name__}",
        )

    return NodeStep(
        name="identify_subject_class",
        state="SUBJECT_CLASS_IDENTIFIED",
        prepare=prepare,
        call=engine.roles.analyst,
        acall=native(engine.roles.analyst),
        apply=apply,
        on_fault=on_fault,
    )
