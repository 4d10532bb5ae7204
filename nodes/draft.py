"""Drafts the answer from the verified evidence of the covered facts."""

from collections.abc import Iterator, Sequence

from ..evidence.judgement.coverage import FactCheck
from ..evidence.model.evidence import Evidence
from ..evidence.model.subjects import FactId
from ..evidence.report.evidence_report import Disclosure
from ..evidence.report.quote_line import readable
from ..roles.contracts.generator import DraftSentence, GeneratorInput
from ..roles.extractive.generator import ExtractiveGenerator
from .answer.agreement import best_first
from .answer.assess import shortened
from .answer.run_conflicts import conflicts_of
from .runtime.engine import Engine
from .runtime.state import RunState, signalled
from .runtime.step import NodeStep, Update, native


def draft(engine: Engine) -> NodeStep[GeneratorInput, tuple[DraftSentence, ...]]:
    def prepare(state: RunState) -> GeneratorInput:
        analysis, checked = state["analysis"], state["coverage"]
        assert analysis is not None
        assert checked is not None
        stated = {fact.fact_id: fact for fact in checked.facts if fact.evidence_ids}
        units = tuple(unit for fact in stated.values() for unit in usable(fact, state["evidence"]))
        return GeneratorInput(
            question=analysis.resolved_question,
            as_of=state["run"].as_of,
            required_facts=tuple(fact for fact in analysis.required_facts if fact.fact_id in stated),
            evidence=tuple(sorted(units, key=best_first)),
            links=linking(units, state["evidence"]),
            conflicts=conflicts_of(engine, state, state["evidence"], checked),
            of_every_document=analysis.intent.exhaustive,
        )

    def apply(state: RunState, sentences: tuple[DraftSentence, ...]) -> Update:
        known = {unit.evidence_id for unit in state["evidence"]}
        grounded = tuple(
            sentence for sentence in sentences if sentence.evidence_ids and known.issuperset(sentence.evidence_ids)
        )
        dropped = tuple(_without_evidence(sentence) for sentence in sentences if sentence not in grounded)
        if engine.roles.reads and grounded:
            grounded += tuple(_left_out(state, grounded))
        changes: RunState = {"draft": grounded}
        if dropped:
            changes["disclosures"] = (*state["disclosures"], *dropped)
            changes["risk_signals"] = signalled(state, "draft_rejected")
        return Update(changes, f"{len(grounded)} sentences drafted")

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed draft: quotes take its place. The quotes of a calculation are its figures, and do
        not give its result."""
        quotes = apply(state, tuple(_settling(state, ExtractiveGenerator()(prepare(state)))))
        signals = signalled(state, "generator_unavailable")
        return Update({**quotes.changes, "risk_signals": signals}, f"{quotes.exit}, as quotes")

    return NodeStep(
        name="draft",
        state="EVIDENCE_VERIFIED",
        prepare=prepare,
        call=engine.roles.generator,
        acall=native(engine.roles.generator),
        apply=apply,
        on_fault=on_fault,
    )


def _without_evidence(sentence: DraftSentence) -> Disclosure:
    reason = "it names no evidence of this run" if " " in sentence.text else "it states nothing by itself"
    return Disclosure(kind="removed_sentence", subject=shortened(sentence.text, 80), reason=reason)


def _settling(state: RunState, quotes: Sequence[DraftSentence]) -> Iterator[DraftSentence]:
    """Yield the quotes with the steps that they settle: all but those to be calculated. A calculation settles its own."""
    by_id = {unit.evidence_id: unit for unit in state["evidence"]}
    for quote in quotes:
        steps = dict.fromkeys(by_id[evidence_id].fact_id for evidence_id in quote.evidence_ids)
        settles = tuple(step for step in steps if quote.calculation is not None or not _is_calculated(state, step))
        yield quote.model_copy(update={"settles": settles})


def _is_calculated(state: RunState, step: FactId) -> bool:
    facts = state["analysis"].required_facts if state["analysis"] else ()
    return any(fact.fact_id == step and fact.operation is not None for fact in facts)


def _left_out(state: RunState, drafted: Sequence[DraftSentence]) -> Iterator[DraftSentence]:
    """Yield the best quote of each covered step that no sentence cites, so that the answer shows every link of a chain
    (SPEC PLN-4)."""
    checked, cited = state["coverage"], {unit for sentence in drafted for unit in sentence.evidence_ids}
    by_id = {unit.evidence_id: unit for unit in state["evidence"]}
    for check in checked.facts if checked else ():
        if check.evidence_ids and cited.isdisjoint(check.evidence_ids):
            best = min(
                (by_id[evidence_id] for evidence_id in check.evidence_ids if evidence_id in by_id),
                key=best_first,
                default=None,
            )
            if best is not None:
                settles = () if _is_calculated(state, check.fact_id) else (check.fact_id,)
                yield DraftSentence(
                    text=readable(best), part="support", evidence_ids=(best.evidence_id,), settles=settles
                )


def linking(units: Sequence[Evidence], evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence that links bridges to the subject. It is cited together with the fact (SPEC RET-7)."""
    wanted = {unit.link.evidence_id for unit in units if unit.link.mechanism == "bridge"}
    return tuple(unit for unit in evidence if unit.evidence_id in wanted)


def usable(fact: FactCheck, evidence: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yield the approved evidence of a fact. If a current primary source states the fact, other sources are left out
    (SPEC EVI-7)."""
    own = [unit for unit in evidence if unit.evidence_id in fact.evidence_ids]
    if fact.status == "covered":
        own = [unit for unit in own if unit.holds and unit.source.kind == "primary"]
    elif fact.status == "secondary_only":
        own = [unit for unit in own if unit.holds] or own
    yield from own
