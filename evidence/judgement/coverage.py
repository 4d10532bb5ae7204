"""Decides by code which required facts the verified evidence covers. This checks the critic's verdict (SPEC CRI-5,
EVI-4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from pydantic import Field

from ..language.confusables import disguised, escaped
from ..model.check import Check, Settler
from ..model.evidence import Evidence, EvidenceId
from ..model.frozen import Frozen, is_none
from ..model.spans import PassageId
from ..model.subjects import AnswerType, FactId, PlanStep

CoverageStatus = Literal["covered", "unconfirmed", "missing", "secondary_only", "superseded", "premise_failed"]
"""How far the evidence covers a fact.

- `unconfirmed`: there are quotes, but neither code proves them nor a calibrated judge confirms them, or they contain
  words in lookalike characters
- `secondary_only`: stated, but by no primary source
- `superseded`: stated only by a text that is no longer in force
- `premise_failed`: the evidence closest to an answer does not state a constraint of the question
"""


class FactCheck(Frozen):
    fact_id: FactId
    status: CoverageStatus
    evidence_ids: tuple[EvidenceId, ...] = ()
    reason: str
    settled_by: Settler | None = None
    """Who settled that the evidence states the fact (SPEC VER-4); None if it is unsettled."""
    counts: bool = True
    """Whether the answer must state the fact. It need not state a step that only leads to other steps, or an
    alternative whose other step is answered."""
    problem: str | None = None
    """The error in the question's assumptions that the critic finds. Only a critic that may judge meaning sets this
    field and the next two."""
    gap: str | None = Field(default=None, exclude_if=is_none)
    """What the critic finds missing, and what the evidence states in its place."""
    assumes: str | None = Field(default=None, exclude_if=is_none)
    """The sense in which the critic takes a word of the question, if the fact is covered only in this sense."""


class Coverage(Frozen):
    facts: tuple[FactCheck, ...]

    @property
    def share(self) -> float:
        """The share of the required facts that are covered; 0 if nothing is required."""
        required = [fact for fact in self.facts if fact.counts]
        return sum(fact.status == "covered" for fact in required) / len(required) if required else 0.0

    def missing(self) -> tuple[FactCheck, ...]:
        return tuple(fact for fact in self.facts if fact.status != "covered")

    def of(self, fact_id: FactId) -> FactCheck:
        return next(fact for fact in self.facts if fact.fact_id == fact_id)


class Reading(Frozen):
    """The verdict of a critic that may judge meaning on one fact, beside the passages that it names."""

    fact_id: FactId
    evidence: tuple[EvidenceId, ...] = ()
    """The quotes that together state the fact, according to the verdict."""
    premise_problem: str | None = None
    gap: str | None = None
    assumes: str | None = None


def coverage(
    required_facts: Sequence[PlanStep],
    evidence: Sequence[Evidence],
    named: Mapping[FactId, Collection[PassageId]],
    *,
    quotes: Mapping[FactId, Collection[EvidenceId]] | None = None,
    readings: Sequence[Reading] = (),
    checks: Mapping[EvidenceId, Check] | None = None,
    exempt_from_primary: Collection[AnswerType] = (),
) -> Coverage:
    """Return which of the required facts the verified evidence covers.

    `named` maps each fact that the critic calls covered to the passages that it names for it. A fact is covered only if
    one of these passages has verified evidence for it, from a current primary source, with all premises of the fact
    stated. `exempt_from_primary` lists the answer types for which a secondary source is enough. A fact that the critic
    does not name is never covered.

    `checks`: what code proves about each piece of evidence. Without `readings`, a quote counts only if it is proved;
    other quotes are found but not confirmed (SPEC VER-2). If `checks` is None, the critic's verdict is enough. Only
    evaluations with the guards switched off use this.

    `quotes`: the exact quotes that the critic names for a fact. If it names any, other quotes of the same passages do
    not count.

    `readings`: the verdicts of a calibrated judge (SPEC CRI-14), one for each step. With them, only the quotes that the
    judge names count, and its verdict settles the quotes that code leaves unsettled (SPEC VER-2). A step that depends
    on other steps counts only if those are covered (SPEC PLN-4).
    """
    read = {reading.fact_id: reading for reading in readings}
    found: dict[FactId, FactCheck] = {}
    for fact in required_facts:
        given = (quotes or {}).get(fact.fact_id, ())
        check = _check(fact, evidence, named, given, read.get(fact.fact_id), checks, exempt_from_primary)
        lost = [step for step in fact.after if step in found and not found[step].evidence_ids]
        if check.evidence_ids and lost:
            reason = f"it rests on {', '.join(lost)}, which no evidence states"
            check = FactCheck(fact_id=fact.fact_id, status="missing", reason=reason)
        found[fact.fact_id] = check
    spare = _not_required(required_facts, found)
    return Coverage(
        facts=tuple(
            check.model_copy(update={"counts": False}) if check.fact_id in spare else check for check in found.values()
        )
    )


def _not_required(steps: Sequence[PlanStep], found: Mapping[FactId, FactCheck]) -> frozenset[FactId]:
    """Return the steps that the answer need not state. These are steps that only lead to others, and of two
    alternatives the one that is not covered."""
    spare = {step.fact_id for step in steps if not step.answers}
    for step in steps:
        if step.instead_of is not None:
            only_other = found[step.fact_id].evidence_ids and not found[step.instead_of].evidence_ids
            spare.add(step.instead_of if only_other else step.fact_id)
    return frozenset(spare)


def _check(
    fact: PlanStep,
    evidence: Sequence[Evidence],
    named: Mapping[FactId, Collection[PassageId]],
    quotes: Collection[EvidenceId],
    reading: Reading | None,
    checks: Mapping[EvidenceId, Check] | None,
    exempt_from_primary: Collection[AnswerType],
) -> FactCheck:
    own = [unit for unit in evidence if unit.fact_id == fact.fact_id]
    if reading is not None:
        approved = [unit for unit in own if unit.evidence_id in reading.evidence]
        if problem := reading.premise_problem:
            return FactCheck(fact_id=fact.fact_id, status="premise_failed", reason=problem, problem=problem)
    else:
        whole = [unit for unit in own if not unit.unsettled and not unit.span.place.marks]
        approved = [
            unit
            for unit in whole
            if unit.passage_id in named.get(fact.fact_id, ()) and (not quotes or unit.evidence_id in quotes)
            if checks is None or (unit.evidence_id in checks and checks[unit.evidence_id].is_proved)
        ]
        if own and all(unit.premises_open for unit in own):
            open_premises = dict.fromkeys(premise for unit in own for premise in unit.premises_open)
            reason = f"the nearest evidence does not state: {', '.join(open_premises)}"
            return FactCheck(fact_id=fact.fact_id, status="premise_failed", reason=reason)
    if not approved:
        if own and reading is None:
            return FactCheck(fact_id=fact.fact_id, status="unconfirmed", reason=_why_unsettled(own, checks or {}))
        reason = "no verified evidence states it" if not own else "the critic does not find it stated"
        gap = reading.gap if reading else None
        return FactCheck(fact_id=fact.fact_id, status="missing", reason=reason, gap=gap)
    words = [disguised(unit.span.quote) for unit in approved]
    if all(words):
        reason = f"its quote holds “{escaped(words[0] or '')}”, which looks like another word"
        return FactCheck(fact_id=fact.fact_id, status="unconfirmed", reason=reason)
    approved = [unit for unit, word in zip(approved, words, strict=True) if word is None]
    ids = tuple(unit.evidence_id for unit in approved)
    proved = any(unit.evidence_id in (checks or {}) and (checks or {})[unit.evidence_id].is_proved for unit in approved)
    by: Settler = "code" if reading is None or proved else "judge"
    primary = [unit for unit in approved if unit.source.kind == "primary" or fact.answer_type in exempt_from_primary]
    if not primary:
        return FactCheck(
            fact_id=fact.fact_id,
            status="secondary_only",
            evidence_ids=ids,
            settled_by=by,
            reason="only secondary sources state it",
        )
    if not any(unit.holds for unit in primary):
        return FactCheck(
            fact_id=fact.fact_id,
            status="superseded",
            evidence_ids=ids,
            settled_by=by,
            reason="only a superseded text states it",
        )
    documents = dict.fromkeys(unit.source.title for unit in primary if unit.holds)
    return FactCheck(
        fact_id=fact.fact_id,
        status="covered",
        evidence_ids=ids,
        settled_by=by,
        reason=f"stated by {', '.join(documents)}",
        assumes=reading.assumes if reading else None,
    )


def _why_unsettled(own: Sequence[Evidence], checks: Mapping[EvidenceId, Check]) -> str:
    """Return why code does not prove the best quote."""
    best = max(own, key=lambda unit: unit.relevance)
    if best.span.place.marks:
        return best.span.place.marks[0].reason()
    return checks[best.evidence_id].reason if best.evidence_id in checks else "the critic does not find it stated"
