"""Which required facts verified evidence covers (SPEC CRI-5, EVI-4): code's check on what a critic says."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from .check import Check, Settler
from .evidence import Evidence, EvidenceId
from .frozen import Frozen
from .names import mentioned
from .periods import parse_period
from .spans import PassageId
from .subjects import AnswerType, FactId, RequiredFact

CoverageStatus = Literal["covered", "unconfirmed", "missing", "secondary_only", "superseded", "premise_failed"]
"""unconfirmed: quotes were found that neither code proves nor a calibrated judge confirms. secondary_only: stated, but by no primary source. superseded: stated by a text that no longer holds, and by no current one.
premise_failed: the evidence nearest to an answer does not state a constraint of the question."""


class FactCheck(Frozen):
    fact_id: FactId
    status: CoverageStatus
    evidence_ids: tuple[EvidenceId, ...] = ()
    reason: str
    settled_by: Settler | None = None
    """Who settles that the evidence states it; None where nothing does."""
    problem: str | None = None
    """What a critic that may judge meaning finds wrong with what the question takes for granted."""


class Coverage(Frozen):
    facts: tuple[FactCheck, ...]

    @property
    def share(self) -> float:
        """Covered facts / required facts; 0 when nothing was required."""
        return sum(fact.status == "covered" for fact in self.facts) / len(self.facts) if self.facts else 0.0

    def missing(self) -> tuple[FactCheck, ...]:
        return tuple(fact for fact in self.facts if fact.status != "covered")

    def of(self, fact_id: FactId) -> FactCheck:
        return next(fact for fact in self.facts if fact.fact_id == fact_id)


_POINTS = ".,;:!?()[]\"'“”‘’"


class Reading(Frozen):
    """What a critic that may judge meaning says of one fact, beyond the passages it names."""

    fact_id: FactId
    evidence: tuple[EvidenceId, ...] = ()
    """The quotes that it says state the fact together."""
    premise_problem: str | None = None


def coverage(
    required_facts: Sequence[RequiredFact],
    evidence: Sequence[Evidence],
    named: Mapping[FactId, Collection[PassageId]],
    *,
    quotes: Mapping[FactId, Collection[EvidenceId]] | None = None,
    readings: Sequence[Reading] = (),
    checks: Mapping[EvidenceId, Check] | None = None,
    exempt_from_primary: Collection[AnswerType] = (),
) -> Coverage:
    """Hold a critic's claims of coverage against the verified evidence.

    `named` maps each fact the critic calls covered to the passages it says cover it. A fact counts only if one of those passages
    carries verified evidence for that very fact, with every premise stated, from a current primary source (`exempt_from_primary`
    lists the kinds of fact a secondary source may cover). What the critic does not name is never covered.

    `checks`: what code proves of each piece of evidence (`proving.proofs`). Where no reading is given, a quote counts only if it is proved;
    the others are found and not confirmed (SPEC VER-2). None: the critic's word is enough (`nodes.parts`, for evaluation).

    `quotes`: the very quotes that the critic says state a fact, where it says so; others of the same passage do not count then.

    `readings`: of a critic that has earned the right to judge meaning (SPEC CRI-14). Then only the quotes it names count; premises may be
    stated by them together; and one in plain words, that code does not find by the letter, is taken from its reading. A figure, a date
    or a name of a premise that neither the quotes nor the titles and headings above them hold keeps it open whatever the critic says.
    """
    read = {one.fact_id: one for one in readings}
    return Coverage(
        facts=tuple(
            _check(
                fact,
                evidence,
                named,
                (quotes or {}).get(fact.fact_id, ()),
                read.get(fact.fact_id),
                checks,
                exempt_from_primary,
            )
            for fact in required_facts
        )
    )


def _check(
    fact: RequiredFact,
    evidence: Sequence[Evidence],
    named: Mapping[FactId, Collection[PassageId]],
    quotes: Collection[EvidenceId],
    reading: Reading | None,
    checks: Mapping[EvidenceId, Check] | None,
    exempt_from_primary: Collection[AnswerType],
) -> FactCheck:
    own = [unit for unit in evidence if unit.fact_id == fact.fact_id]
    if reading is not None:
        approved, still_open = _read(own, reading)
        if still_open or reading.premise_problem:
            problem = reading.premise_problem or f"the evidence does not state: {', '.join(still_open)}"
            return FactCheck(
                fact_id=fact.fact_id, status="premise_failed", reason=problem, problem=reading.premise_problem
            )
    else:
        whole = [unit for unit in own if not unit.premises_open]
        approved = [
            unit
            for unit in whole
            if unit.passage_id in named.get(fact.fact_id, ()) and (not quotes or unit.evidence_id in quotes)
            if checks is None or (unit.evidence_id in checks and checks[unit.evidence_id].is_proved)
        ]
        if own and not whole:
            open_premises = dict.fromkeys(premise for unit in own for premise in unit.premises_open)
            reason = f"the nearest evidence does not state: {', '.join(open_premises)}"
            return FactCheck(fact_id=fact.fact_id, status="premise_failed", reason=reason)
    if not approved:
        if own and reading is None:
            return FactCheck(fact_id=fact.fact_id, status="unconfirmed", reason=_why_unsettled(own, checks or {}))
        reason = "no verified evidence states it" if not own else "the critic does not find it stated"
        return FactCheck(fact_id=fact.fact_id, status="missing", reason=reason)
    ids = tuple(unit.evidence_id for unit in approved)
    by: Settler = "code" if reading is None else "judge"
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
    )


def _why_unsettled(own: Sequence[Evidence], checks: Mapping[EvidenceId, Check]) -> str:
    """Why the best quote is not proved."""
    best = max(own, key=lambda unit: unit.relevance)
    return checks[best.evidence_id].reason if best.evidence_id in checks else "the critic does not find it stated"


def _read(own: Sequence[Evidence], reading: Reading) -> tuple[list[Evidence], tuple[str, ...]]:
    """The quotes that the critic names, and the premises of the letter that none of them states."""
    approved = [unit for unit in own if unit.evidence_id in reading.evidence]
    stated = {premise for unit in approved for premise in unit.premises_stated}
    missing = dict.fromkeys(premise for unit in approved for premise in unit.premises_open if premise not in stated)
    held = " ".join(f"{unit.span.quote} {unit.source.title} {unit.span.place.section or ''}" for unit in approved)
    return approved, tuple(premise for premise in missing if _lacks_letters(premise, held))


def _lacks_letters(premise: str, held: str) -> bool:
    """Whether the text lacks a figure, a date or a name of the premise: what cannot be reworded. Of a date or a value every part counts."""
    fixed = [word for word in premise.split() if any(one.isdigit() or one.isupper() for one in word)]
    if not fixed:
        return False
    whole = parse_period(premise) is not None or len(fixed) == len(premise.split())
    return whole or not all(mentioned((word.strip(_POINTS),), held) for word in fixed)
