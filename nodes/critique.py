"""CRITIQUE: the critic judges the tool history, code checks its decision, and one rule chooses the next step (SPEC
CRI-3..7)."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from ..errors import BudgetExceeded
from ..evidence.judgement.coverage import Coverage, Reading, coverage
from ..evidence.language.sentences import sentence_after, sentence_before
from ..evidence.language.verbs import is_past
from ..evidence.model.check import Check
from ..evidence.model.evidence import Evidence, EvidenceId, Proposal, RejectedEvidence
from ..evidence.model.spans import PassageId, Span
from ..evidence.model.subjects import CandidateSubject, FactId, Plan, PlanStep
from ..evidence.questions.critic_decision import Decision, Gap
from ..evidence.questions.follow_up_decision import next_step
from ..evidence.questions.premises import stands_in
from ..evidence.questions.shape import answers_in_shape
from ..evidence.quotes.locate import locate
from ..evidence.report.evidence_report import Disclosure
from ..roles.contracts.critic import CriticInput, LineSeen, PassageSeen, Retrieval, VerifiedSpan
from ..roles.extractive.rules.figure_answers import figure_answers, is_statement_line
from ..roles.extractive.rules.proof_policy import proofs
from ..roles.extractive.rules.table_lines import NoOperands
from ..stores.documents.passages import Passage
from ..stores.kb.snapshot import Snapshot
from .retrieval.parallel_lines import TOOL as PARALLEL_LINES
from .retrieval.retrieved_lines import shown_lines
from .runtime.engine import Engine
from .runtime.state import RunState, signalled
from .runtime.step import NodeStep, Update, native
from .verify_evidence import Verified, shortened, to_verify, verify

TITLED = 6
"""The number of first passages of a retrieval whose documents the critic's history may name."""
TITLES, TITLE_CHARS = 3, 60
"""The maximum number of titles of a retrieval, and of characters of a title."""

OutOf = Literal["time_exhausted", "budget_exhausted", "source_unavailable"]
"""Why a run may not search further, even if the critic asks for it."""


def critique(engine: Engine, pass_number: int, name: str) -> NodeStep[CriticInput, Decision]:
    follow_ups_left = engine.settings.follow_ups - pass_number

    def prepare(state: RunState) -> CriticInput:
        analysis = state["analysis"]
        assert analysis is not None
        proved = {unit for unit, check in checks_of(engine, state, analysis).items() if check.is_proved}
        return CriticInput(
            question=analysis.resolved_question,
            as_of=state["run"].as_of,
            required_facts=analysis.required_facts,
            subject_names=names_of(state, analysis),
            history=tuple(
                Retrieval(
                    tool=entry.tool,
                    query=entry.query,
                    passages=entry.passages,
                    titles=_titles(engine.snapshot(state), entry.passages),
                )
                for entry in state["tool_history"]
                if entry.tool != PARALLEL_LINES  # its lines are shown separately
            ),
            verified=tuple(
                VerifiedSpan(
                    evidence_id=unit.evidence_id,
                    fact_id=unit.fact_id,
                    passage_id=unit.passage_id,
                    quote=unit.span.quote,
                    document=unit.source.title,
                    section=unit.span.place.section,
                    row=unit.row,
                    source_kind=unit.source.kind,
                    is_current=unit.holds,
                    status=unit.source.status or "",
                    declared=unit.declared,
                    subject_open=unit.link.reason if unit.link.mechanism == "unsettled" else None,
                    updated_at=unit.source.updated_at,
                    relevance=unit.relevance,
                    premises_open=unit.open_reasons or unit.premises_open,
                    proved=unit.evidence_id in proved,
                )
                for unit in state["evidence"]
            ),
            passages=_passages(engine, state),
            lines=_lines(engine, state) if engine.roles.reads else (),
            searches_left=follow_ups_left,
        )

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed critique, without new approvals. Earlier approvals of the run stay, and the
        other evidence is listed."""
        return apply(state, None, error.stop_reason if isinstance(error, BudgetExceeded) else None)

    def apply(state: RunState, decision: Decision | None, reached: OutOf | None = None) -> Update:
        analysis = state["analysis"]
        assert analysis is not None
        heard = decision or (state["decisions"][-1] if state["decisions"] else None)
        pointed = pointed_evidence(engine, state, decision, pass_number) if decision else Verified()
        evidence = (*state["evidence"], *pointed.evidence)
        heard = with_pointed(heard, evidence, analysis.required_facts, pointed.rejected) if heard else None
        named = {fact.fact_id: fact.passages for fact in heard.covered} if heard else {}
        quotes = {fact.fact_id: fact.evidence for fact in heard.covered} if heard else {}
        readings = readings_of(heard) if engine.roles.judged and heard else ()
        checked = coverage(
            analysis.required_facts,
            evidence,
            named,
            quotes=quotes,
            readings=readings,
            checks=checks_of(engine, state, analysis) if engine.guards.proof else None,
        )
        step = next_step(
            decision=decision,
            coverage=checked,
            threshold=engine.settings_of(state).evidence_threshold,
            follow_ups_left=follow_ups_left,
            queries_made={entry.query for entry in state["tool_history"]},
            new_primary_source=_new_primary_source(state, pass_number),
            out_of=reached or _out_of(engine, state),
        )
        changes: RunState = {"coverage": checked, "next_step": step, "stop_reason": step.stop_reason}
        if not engine.roles.reads:
            refused = _uncalculated(analysis.required_facts, analysis.resolved_question, checked, state)
            changes["disclosures"] = tuple(dict.fromkeys((*state["disclosures"], *refused)))
        strong = engine.settings.confidence.strong_match
        changes["evidence"] = with_strong_match(evidence, readings, strong) if readings else evidence
        changes["rejected_evidence"] = tuple(dict.fromkeys((*state["rejected_evidence"], *pointed.rejected)))
        if decision is not None and decision.several and engine.roles.judged:
            changes["risk_signals"] = signalled(state, "ambiguous_subject")
        if heard is not None and decision is not None:
            changes["decisions"] = (*state["decisions"], heard)
        else:
            changes["risk_signals"] = signalled(state, "critic_unavailable")
        how = f"{step.step}: {step.stop_reason}, {step.reason}" if step.stop_reason else f"{step.step}: {step.reason}"
        return Update(changes, how)

    return NodeStep(
        name=name,
        state="EVIDENCE_VERIFIED",
        prepare=prepare,
        call=engine.roles.critic,
        acall=native(engine.roles.critic),
        apply=apply,
        on_fault=on_fault,
    )


def _uncalculated(facts: Sequence[PlanStep], question: str, checked: Coverage, state: RunState) -> Iterator[Disclosure]:
    """Yield why a requested calculation is not made (SPEC EVI-8, EVI-9)."""
    covered = {check.fact_id for check in checked.facts if check.evidence_ids}
    for fact in facts:
        if fact.fact_id in covered:
            continue
        own = (unit for unit in state["evidence"] if unit.fact_id == fact.fact_id)
        closed = [unit for unit in own if not (unit.premises_open and is_statement_line(unit))]
        found = figure_answers(fact, question, closed)
        if isinstance(found, NoOperands) and (found.unmatched is None or _is_named(found.unmatched, fact.text)):
            yield Disclosure(kind="note", subject=fact.in_words, reason=f"no figures were chosen: {found.reason}")


def _is_named(thing: str, question: str) -> bool:
    """Return whether the question names the thing in these words. A clause is no thing: “drove the increase” in “What
    drove the increase?”."""
    asks = re.search(rf"\b(?:what|which|who)\s+{re.escape(thing)}", question, re.IGNORECASE)
    return stands_in(thing, question) and not (asks and is_past(thing.split()[0]))


def names_of(state: RunState, analysis: Plan) -> tuple[str, ...]:
    """Return the names of all subjects that the question asks about."""
    return tuple(
        dict.fromkeys(name for candidate in state["candidates"] for name in known_names_of(candidate, analysis))
    )


def checks_of(engine: Engine, state: RunState, analysis: Plan) -> dict[EvidenceId, Check]:
    """Return what code proves about each piece of evidence. It decides if there is no calibrated critic (SPEC VER-2)."""
    by_id = {unit.evidence_id: unit for unit in state["evidence"]}
    names = names_of(state, analysis)
    snapshot = engine.snapshot(state)
    found: dict[EvidenceId, Check] = {}
    for fact in analysis.required_facts:
        own = [unit for unit in state["evidence"] if unit.fact_id == fact.fact_id]
        beside = {
            unit.evidence_id: _beside(unit.span, snapshot.text(unit.span.version_id)) for unit in own if not unit.row
        }
        found |= proofs(fact, analysis.resolved_question, own, names, beside=beside, linking=by_id)
    return found


def _beside(span: Span, text: str) -> tuple[str, str]:
    """Return the sentences directly before and after a quote. A quote may leave out its full stop."""
    end = span.char_end + text.startswith(".", span.char_end)
    return sentence_before(text, span.char_start), sentence_after(text, end)


def known_names_of(candidate: CandidateSubject, analysis: Plan) -> tuple[str, ...]:
    """Return the known names of a subject. If the question asks who has a role, only the parent's names are known."""
    role, parent = candidate.class_attributes.role, candidate.class_attributes.parent_entity
    asked = {step.answer_type for step in analysis.steps_about(candidate.subject)}
    if role and parent and asked & {"person", "organisation"}:
        return (parent,)
    return (candidate.name, *candidate.identifiers)


def readings_of(decision: Decision) -> tuple[Reading, ...]:
    """Return the critic's verdict on each fact, as input for the check of coverage."""
    quotes = {fact.fact_id: fact.evidence for fact in decision.covered}
    assumed = {fact.fact_id: fact.assumes for fact in decision.covered if fact.assumes}
    problems = {problem.fact_id: problem.problem for problem in decision.premise_problems}
    gaps = {gap.fact_id: gap.reason for gap in decision.gaps}
    return tuple(
        Reading(
            fact_id=fact,
            evidence=quotes.get(fact, ()),
            premise_problem=problems.get(fact),
            gap=gaps.get(fact),
            assumes=assumed.get(fact),
        )
        for fact in dict.fromkeys((*quotes, *problems, *decision.missing_facts))
    )


def with_strong_match(
    evidence: tuple[Evidence, ...], readings: tuple[Reading, ...], strong: float
) -> tuple[Evidence, ...]:
    """Return the evidence. Each piece that states its fact, as a calibrated critic decides, gets the relevance of a
    strong match."""
    named = {(reading.fact_id, unit) for reading in readings for unit in reading.evidence}
    return tuple(
        unit.model_copy(update={"relevance": strong, "relevance_reason": "the critic finds it stated"})
        if (unit.fact_id, unit.evidence_id) in named and unit.relevance < strong
        else unit
        for unit in evidence
    )


def pointed_evidence(engine: Engine, state: RunState, decision: Decision, pass_number: int) -> Verified:
    """Return the quotes to which the critic points, verified like any quote (SPEC CRI-15)."""
    if not decision.pointed:
        return Verified()
    snapshot = engine.snapshot(state)
    proposals = tuple(
        Proposal(fact_id=pointer.fact_id, claim=pointer.quote, quote=pointer.quote, passage_id=pointer.passage_id)
        for pointer in decision.pointed
    )
    found = verify(to_verify(engine, state, proposals, pass_number), snapshot.span, snapshot.row)
    refused = tuple(rejection for rejection in found.rejected if rejection.code != "duplicate")
    return found.model_copy(update={"rejected": refused})


def with_pointed(
    decision: Decision,
    evidence: Sequence[Evidence],
    steps: Sequence[PlanStep],
    refused: Sequence[RejectedEvidence] = (),
) -> Decision:
    """Return the decision with the ids of the evidence that was made from the critic's pointers.

    If code rejects the quote to which the critic points for a step, and the step's other quotes contain no value of the
    requested type, the step is no longer covered: the critic relied on the rejected quote.
    """
    if not decision.pointed:
        return decision
    by_id = {unit.evidence_id: unit for unit in evidence}
    asked = {step.fact_id: step for step in steps}
    made: dict[FactId, list[EvidenceId]] = {}
    for pointer in decision.pointed:
        found = [unit for unit in evidence if unit.fact_id == pointer.fact_id and unit.passage_id == pointer.passage_id]
        matching = next(
            (unit for unit in found if locate(pointer.quote, unit.span.quote) or unit.span.quote in pointer.quote), None
        )
        if matching is not None:
            made.setdefault(pointer.fact_id, []).append(matching.evidence_id)
    covered, gaps = [], []
    for fact in decision.covered:
        own = tuple(dict.fromkeys((*fact.evidence, *made.get(fact.fact_id, ()))))
        left = [by_id[unit].span.quote for unit in own if unit in by_id]
        lost = next((rejection for rejection in refused if rejection.fact_id == fact.fact_id), None)
        step = asked.get(fact.fact_id)
        if lost and step and step.operation is None and not any(answers_in_shape(step, quote) for quote in left):
            gaps.append(Gap(fact_id=fact.fact_id, reason=f"“{shortened(lost.quote)}” cannot be used: {lost.reason}"))
        else:
            covered.append(fact.model_copy(update={"evidence": own}))
    return decision.model_copy(
        update={
            "covered": tuple(covered),
            "missing_facts": (*decision.missing_facts, *(gap.fact_id for gap in gaps)),
            "gaps": (*decision.gaps, *gaps),
        }
    )


def _titles(snapshot: Snapshot, passages: Sequence[PassageId]) -> tuple[str, ...]:
    """Return the titles of the documents of the first passages, shortened, each once."""
    versions = (snapshot.passage(passage_id).version_id for passage_id in passages[:TITLED])
    titles = dict.fromkeys(shortened(snapshot.document(version).title, TITLE_CHARS) for version in versions)
    return tuple(titles)[:TITLES]


def _lines(engine: Engine, state: RunState) -> tuple[LineSeen, ...]:
    """Return the unquoted lines that the critic sees, rows with the header of their table."""
    snapshot = engine.snapshot(state)
    return tuple(_with_header(line, snapshot) for line in shown_lines(engine, state))


def _with_header(line: LineSeen, snapshot: Snapshot) -> LineSeen:
    """Return the line with the column names and the unit of its table, if it is a row of one."""
    passage = snapshot.passage(line.passage_id)
    if passage.table_id is None:
        return line
    return line.model_copy(
        update={"column_names": snapshot.column_names(passage), "unit": snapshot.table_unit(passage)}
    )


def _passages(engine: Engine, state: RunState) -> tuple[PassageSeen, ...]:
    if not state["evidence"]:
        return ()
    snapshot = engine.snapshot(state)
    seen = []
    for passage_id in dict.fromkeys(unit.passage_id for unit in state["evidence"]):
        passage = snapshot.passage(passage_id)
        before, after = (
            ("", "") if passage.table_id else _neighbours(passage, state["evidence"], snapshot.text(passage.version_id))
        )
        seen.append(
            PassageSeen(
                passage_id=passage_id,
                text=passage.text,
                column_names=snapshot.column_names(passage),
                unit=snapshot.table_unit(passage),
                before=before,
                after=after,
            )
        )
    return tuple(seen)


def _neighbours(passage: Passage, evidence: Sequence[Evidence], text: str) -> tuple[str, str]:
    """Return the sentences before and after the passage that adjoin one of its quotes; "" for none."""
    own = [unit.span for unit in evidence if unit.passage_id == passage.passage_id]
    start, end = passage.char_start, passage.char_end
    leads = any(not text[start : span.char_start].strip() for span in own)
    closes = any(not text[span.char_end : end].strip(" \n.") for span in own)
    return sentence_before(text, start) if leads else "", sentence_after(text, end) if closes else ""


def _new_primary_source(state: RunState, pass_number: int) -> bool | None:
    """Return whether the last follow-up verified evidence from a new primary document; None without a follow-up."""
    if pass_number == 0:
        return None
    seen = {unit.source.document_id for unit in state["evidence"] if unit.found_in_pass < pass_number}
    return any(
        unit.source.kind == "primary" and unit.source.document_id not in seen
        for unit in state["evidence"]
        if unit.found_in_pass == pass_number
    )


def _out_of(engine: Engine, state: RunState) -> OutOf | None:
    if engine.out_of_time(state):
        return "time_exhausted"
    tried = {
        searched.source: searched.verdict for searched in state["sources_searched"] if searched.source != "catalogue"
    }
    if "unavailable" in tried.values() and set(tried.values()) <= {"unavailable", "not_applicable"}:
        return "source_unavailable"
    return None
