"""Which conflicts are about the fact that is asked for: those of which a side was found to state it."""

from collections.abc import Callable, Mapping, Sequence

from ..evidence.conflicts import Conflict
from ..evidence.coverage import Coverage
from ..evidence.evidence import Evidence, EvidenceId
from ..evidence.facts import read_facts
from ..evidence.stating import stating
from ..evidence.subjects import Analysis
from .agreement import SAME_WORDS, said_alike
from .state import RunState


def stated_conflicts(
    conflicts: Sequence[Conflict],
    checked: Coverage,
    by_rule: Mapping[EvidenceId, Evidence] | None = None,
    states: Callable[[Evidence], bool] = lambda unit: False,
) -> tuple[Conflict, ...]:
    """The conflicts of which at least one side was found to state its fact; others are between passages that answer nothing.

    A side that was not found to state it must give the same kind of value as one that was: five hours do not contradict £780. And where a
    rule judges (`by_rule`: the evidence), it must tell nearly the same as one that was: how long leases are kept says nothing against how
    long letters are. `states`: whether a row of a table, which has no sentence to be like, states its fact.
    """
    stated = {unit for check in checked.facts for unit in check.evidence_ids}
    kept = []
    for one in conflicts:
        kinds = {kind_of(side.value) for side in one.sides if not stated.isdisjoint(side.evidence_ids)}
        sides = tuple(side for side in one.sides if kind_of(side.value) in kinds)
        if by_rule is not None:
            found = [
                by_rule[unit] for side in sides for unit in side.evidence_ids if unit in stated and unit in by_rule
            ]
            sides = tuple(
                side
                for side in sides
                if any(
                    _tells_alike(by_rule[unit], found) or states(by_rule[unit])
                    for unit in side.evidence_ids
                    if unit in by_rule
                )
            )
        if kinds and len(sides) > 1:
            kept.append(one.model_copy(update={"sides": sides}))
    return tuple(kept)


def rows_that_state(analysis: Analysis, state: RunState) -> Callable[[Evidence], bool]:
    """Whether evidence is a row of a table that states its fact."""
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    names = [name for one in state["candidates"] for name in (one.name, *one.identifiers)]

    def states(unit: Evidence) -> bool:
        fact = facts.get(unit.fact_id)
        if fact is None or not unit.row:
            return False
        above = f"{unit.source.title} {unit.span.place.section or ''}"
        return stating(fact, unit.span.quote, context=above, row=unit.row, names=names).states

    return states


def _tells_alike(unit: Evidence, found: Sequence[Evidence]) -> bool:
    """Whether the evidence states the fact itself, or says most of what one that does says of the fact."""
    return unit in found or any(
        one.fact_id == unit.fact_id and said_alike(one.span.quote, unit.span.quote) >= SAME_WORDS for one in found
    )


def kind_of(value: str) -> tuple[str, str | None]:
    """What a value is a value of: an amount in a currency, a duration, a name …"""
    found = next(iter(read_facts(value)), None)
    return (found.kind, found.unit if found.kind == "money" else None) if found else ("name", None)
