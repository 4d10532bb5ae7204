"""The decision of a critic as data, and what two critics approve together (SPEC CRI-4, CRI-11)."""

from typing import Literal

from ..model.evidence import EvidenceId
from ..model.frozen import Frozen
from ..model.spans import PassageId
from ..model.subjects import FactId

Standing = Literal[
    "asserted",  # the source states it itself, and it is in force
    "denied",  # the source states that it is not true
    "attributed",  # the source reports it as the statement of somebody else, or as a rumour
    "hypothetical",  # proposed, drafted, planned or supposed
    "example",  # an example, a template, a question of a quiz
    "not_in_force",  # it has ended, was replaced, or has not begun
    "none",  # no quote states it
]
"""How a source presents the content of a quote (SPEC EVI-12). Only asserted content covers a fact."""


class CoveredFact(Frozen):
    """A fact that the critic finds asserted, and the passages that state it."""

    fact_id: FactId
    passages: tuple[PassageId, ...]
    evidence: tuple[EvidenceId, ...] = ()
    """The quotes that state the fact; empty if the critic names only passages."""
    assumes: str = ""
    """The sense in which the critic takes a word of the question that the quotes do not use; empty if it assumes
    none."""


class PremiseProblem(Frozen):
    """A premise of the question that the evidence for a fact does not state, or contradicts (SPEC EVI-10).

    Example: for “f1”, “the text does not say that Acme moved”.
    """

    fact_id: FactId
    problem: str


class Gap(Frozen):
    """A gap that the critic finds for an open step: what is missing, and what the evidence states in its place.

    Example: for “f1”, “the fee of 2023 is missing; the text states that of 2022”.
    """

    fact_id: FactId
    reason: str


class StepQuery(Frozen):
    """A search for one open step, in the critic's own words (SPEC CRI-16).

    Example: the words “Acme annual fee 2023” for the step “f1”.
    """

    fact_id: FactId
    words: str


class Pointed(Frozen):
    """A quote that the critic gives as evidence for a step. Code locates and verifies it like any quote (SPEC CRI-15).

    Example: “The fee is £90.” in the passage “p1” for the step “f1”.
    """

    fact_id: FactId
    passage_id: PassageId
    quote: str


class Disagreement(Frozen):
    """Quotes that give different answers to one step, grouped by answer. Each side has ids of evidence, or words that
    the critic quotes.

    Example: “£90” on one side and “£80” on the other.
    """

    fact_id: FactId
    sides: tuple[tuple[str, ...], ...]
    """The sides of the disagreement. Each is a group of quotes, in the words of the source."""


class Decision(Frozen):
    """The complete output of the critic. It has no field for style or for a claim (SPEC CRI-12)."""

    requires_more_context: bool
    reason: str
    covered: tuple[CoveredFact, ...] = ()
    missing_facts: tuple[FactId, ...] = ()
    premise_problems: tuple[PremiseProblem, ...] = ()
    gaps: tuple[Gap, ...] = ()
    missing_primary_sources: tuple[str, ...] = ()
    """The missing sources that would state a missing fact, in words, such as "the certificate of Nordhall Hosting"."""
    follow_up_instruction: str = ""
    suggested_query: str = ""
    """The first of `queries`, from a critic that gives one query for all steps."""
    queries: tuple[StepQuery, ...] = ()
    pointed: tuple[Pointed, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    several: tuple[FactId, ...] = ()
    """Steps whose quotes are about different things with one name. Each thing gets its own answer (SPEC CON-5,
    SUB-13)."""
    bridge: str | None = None
    """A name that verified evidence links to the subject, if the query searches for this name and not for the subject
    (SPEC RET-7)."""

    def searches(self) -> tuple[str, ...]:
        """Every query of the critic, each once."""
        given = (*(query.words for query in self.queries), self.suggested_query)
        return tuple(dict.fromkeys(query.strip() for query in given if query.strip()))


def stricter(first: Decision, second: Decision) -> Decision:
    """Return the decision of two critics together (SPEC CRI-11). A fact is approved if both approve it, and missing if
    either critic misses it.

    Query, missing sources and instruction come from the stricter critic. This is the critic that approves less; else
    the one that misses more; else the first. The reasons of both are kept.
    """
    others = {fact.fact_id: fact for fact in second.covered}
    both = (_shared(fact, others[fact.fact_id]) for fact in first.covered if fact.fact_id in others)
    covered = tuple(fact for fact in both if fact is not None)
    agreed = {fact.fact_id for fact in covered}
    either = (*first.covered, *second.covered)
    lost = tuple(fact.fact_id for fact in either if fact.fact_id not in agreed)
    lead = second if _strictness(second) > _strictness(first) else first
    return lead.model_copy(
        update={
            "requires_more_context": first.requires_more_context or second.requires_more_context or bool(lost),
            "reason": f"first critic: {first.reason}; second critic: {second.reason}",
            "covered": covered,
            "missing_facts": tuple(dict.fromkeys((*first.missing_facts, *second.missing_facts, *lost))),
            "premise_problems": tuple(dict.fromkeys((*first.premise_problems, *second.premise_problems))),
            "pointed": tuple(pointed for pointed in first.pointed if pointed in second.pointed),
            "several": tuple(dict.fromkeys((*first.several, *second.several))),
            "disagreements": tuple(dict.fromkeys((*first.disagreements, *second.disagreements))),
            "queries": tuple(dict.fromkeys((*lead.queries, *first.queries, *second.queries))),
        }
    )


def _shared(first: CoveredFact, second: CoveredFact) -> CoveredFact | None:
    """Return what two approvals of one fact have in common, or None."""
    passages = tuple(passage for passage in first.passages if passage in second.passages)
    quotes = tuple(unit for unit in first.evidence if unit in second.evidence)
    if not passages or (first.evidence and second.evidence and not quotes):
        return None
    assumes = "; ".join(dict.fromkeys(filter(None, (first.assumes, second.assumes))))
    return CoveredFact(fact_id=first.fact_id, passages=passages, evidence=quotes, assumes=assumes)


def _strictness(decision: Decision) -> tuple[bool, int, int]:
    return decision.requires_more_context, -len(decision.covered), len(decision.missing_facts)
