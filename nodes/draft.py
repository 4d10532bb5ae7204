"""Draft the answer from verified evidence of the covered facts."""

from ..evidence.evidence import Evidence
from ..roles.extractive_generator import ExtractiveGenerator
from ..roles.generator import DraftSentence, GeneratorInput
from .engine import Engine
from .state import RunState, signalled
from .step import NodeStep, Update


def draft(engine: Engine) -> NodeStep[GeneratorInput, tuple[DraftSentence, ...]]:
    def prepare(state: RunState) -> GeneratorInput:
        analysis, checked = state["analysis"], state["coverage"]
        assert analysis is not None
        assert checked is not None
        covered = {
            fact.fact_id: fact for fact in checked.facts if fact.status in {"covered", "superseded", "secondary_only"}
        }
        return GeneratorInput(
            question=analysis.resolved_question,
            required_facts=tuple(fact for fact in analysis.required_facts if fact.fact_id in covered),
            evidence=tuple(
                sorted(
                    (
                        unit
                        for unit in state["evidence"]
                        if unit.fact_id in covered and unit.evidence_id in covered[unit.fact_id].evidence_ids
                    ),
                    key=standing,
                )
            ),
        )

    def apply(state: RunState, sentences: tuple[DraftSentence, ...]) -> Update:
        known = {unit.evidence_id for unit in state["evidence"]}
        grounded = tuple(one for one in sentences if one.evidence_ids and known.issuperset(one.evidence_ids))
        return Update({"draft": grounded}, f"{len(grounded)} sentences drafted")

    def on_fault(state: RunState, error: Exception) -> Update:
        """Quotes are given instead of prose."""
        quotes = apply(state, ExtractiveGenerator()(prepare(state)))
        signals = signalled(state, "generator_unavailable")
        return Update({**quotes.changes, "risk_signals": signals}, f"{quotes.exit}, as quotes")

    return NodeStep(
        name="draft",
        state="EVIDENCE_VERIFIED",
        prepare=prepare,
        call=engine.roles.generator,
        apply=apply,
        on_fault=on_fault,
    )


def standing(unit: Evidence) -> tuple[bool, bool, float, str]:
    """Sort key, best first: current before superseded, primary before secondary, the closer match; ties by id (SPEC EXE-6)."""
    return (not unit.source.is_current, unit.source.kind != "primary", -unit.relevance, unit.evidence_id)
