"""Which conflicts are about the fact that is asked for: those of which a side was found to state it."""

from collections.abc import Mapping, Sequence

from ...evidence.judgement.conflicts import Conflict
from ...evidence.judgement.coverage import Coverage
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.values.facts import read_facts
from ..retrieval.usable import SAYS_ALL
from .agreement import SAME_WORDS, said_alike


def stated_conflicts(
    conflicts: Sequence[Conflict],
    checked: Coverage,
    by_rule: Mapping[EvidenceId, Evidence] | None = None,
) -> tuple[Conflict, ...]:
    """The conflicts of which at least one side was found to state its fact; others are between passages that answer nothing.

    A side that was not found to state it must give the same kind of value as one that was: five hours do not contradict £780. And where a
    rule judges (`by_rule`: the evidence), it must say nearly the same as one that was, or all that is asked: how long leases are kept says
    nothing against how long letters are. Of a fact that nothing proves, two quotes that say all that is asked are enough to warn.
    """
    stated = {unit for check in checked.facts for unit in check.evidence_ids}
    kept = []
    if by_rule is not None:
        covered = {check.fact_id for check in checked.facts if check.evidence_ids}
        stated |= {unit.evidence_id for unit in by_rule.values() if unit.fact_id not in covered and _says_all(unit)}
    for conflict in conflicts:
        kinds = {kind_of(side.value) for side in conflict.sides if not stated.isdisjoint(side.evidence_ids)}
        sides = tuple(side for side in conflict.sides if kind_of(side.value) in kinds)
        if by_rule is not None:
            found = [
                by_rule[unit] for side in sides for unit in side.evidence_ids if unit in stated and unit in by_rule
            ]
            sides = tuple(
                side
                for side in sides
                if any(_tells_alike(by_rule[unit], found) for unit in side.evidence_ids if unit in by_rule)
            )
        if kinds and len(sides) > 1:
            kept.append(conflict.model_copy(update={"sides": sides}))
    return tuple(kept)


def _tells_alike(unit: Evidence, found: Sequence[Evidence]) -> bool:
    """Whether the evidence states the fact itself, says all that is asked, or says most of what one that states it says of the fact."""
    return (
        unit in found
        or _says_all(unit)
        or any(
            one.fact_id == unit.fact_id and said_alike(one.span.quote, unit.span.quote) >= SAME_WORDS for one in found
        )
    )


def _says_all(unit: Evidence) -> bool:
    return unit.relevance >= SAYS_ALL and not unit.premises_open


def kind_of(value: str) -> tuple[str, str | None]:
    """What a value is a value of: an amount in a currency, a duration, a name …"""
    found = next(iter(read_facts(value)), None)
    return (found.kind, found.unit if found.kind == "money" else None) if found else ("name", None)
