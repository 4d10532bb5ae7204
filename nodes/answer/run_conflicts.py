"""Finds the conflicts of a run. Rules find conflicts between values; a calibrated judge may name others (SPEC CON-1,
CON-5)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from ...evidence.judgement.conflicts import Conflict, Policy, conflict_between, find_conflicts, values_agree
from ...evidence.judgement.coverage import Coverage
from ...evidence.language.words import stem, stem_set, texts_of_words, topic_roots
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.model.subjects import Plan
from ...evidence.names.proper_names import proper_names
from ...evidence.names.same_name import mentioned
from ...evidence.questions.critic_decision import Disagreement
from ...evidence.values.facts import read_facts
from ...evidence.values.rates import apart_from_rate, are_convertible
from ..retrieval.usable import SAYS_ALL
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .agreement import SAME_WORDS, conflicts_among, shared_words, statement_of
from .assess import shortened

LONGEST_VALUE = 80
"""The maximum number of characters of a side that is not a single value. The quote beside it is complete."""

_WHOLE = re.compile(r"[.!]\W*$")
_NAMED = frozenset({"person", "organisation", "place"})
_ONE_OF_SEVERAL = frozenset("a an one also another second".split())


def conflicts_of(
    engine: Engine, state: RunState, evidence: Sequence[Evidence], checked: Coverage
) -> tuple[Conflict, ...]:
    """Return the conflicts, or none if the guard is off. `checked`: the steps, each with the evidence that states
    it."""
    analysis, policy = state["analysis"], engine.settings_of(state).conflict_policy
    if not engine.guards.conflicts or analysis is None:
        return ()
    if engine.roles.judged:
        return judged_conflicts(state, evidence, checked, policy)
    by_value = conflicts_among(analysis, evidence, policy, state["candidates"])
    across = stated_conflicts(
        by_value, checked, {unit.evidence_id: unit for unit in evidence}, analysis.resolved_question
    )
    known = {conflict.fact_id for conflict in across}
    return (*across, *conflicts_in_the_same_words(analysis, evidence, policy, known))


def conflicts_in_the_same_words(
    analysis: Plan, evidence: Sequence[Evidence], policy: Policy, known: Collection[str]
) -> Iterator[Conflict]:
    """Yield a conflict for each fact whose quotes differ only in the value, unless it is `known`.

    Two different figures in one document conflict if one of the quotes states the whole question: “the default value of
    this limit is 100” may be about any limit. So do two names in two documents (SPEC CON-1, CON-6). Two names
    in one document conflict only if the fact asks for a name, and their sentences are otherwise equal and are about one
    thing only: “the founder is Ann Lee”, not “Ann Lee is a director”. Two rows of tables do not conflict, since the
    columns and the rows above say what each states. Nor do two values without words beside them, since nothing says
    what they are.
    """
    for fact in analysis.required_facts:
        current = [
            unit for unit in evidence if unit.fact_id == fact.fact_id and unit.source.is_current and not unit.ended
        ]
        for first, second in combinations([] if fact.fact_id in known else current, 2):
            within = first.source.version_id == second.source.version_id
            named = fact.answer_type in _NAMED or (_figure(first) and _figure(second))
            if within and (first.row or second.row or not named or not (_says_all(first) or _says_all(second))):
                continue
            values = _values_apart(first, second, analysis, within)
            if values is None:
                continue
            pair = zip((first, second), values, strict=True)
            said = [statement_of(fact, unit, value, first.subject_id) for unit, value in pair]
            if conflicts := find_conflicts(said, policy):
                yield conflicts[0]
                break


def _values_apart(first: Evidence, second: Evidence, analysis: Plan, within: bool) -> tuple[str, str] | None:
    """Return the values of two quotes that differ only in these values, or None. `within`: whether both quotes are from
    one document."""
    if within and (figures := _pair(_figure(first), _figure(second))):
        return figures if _figures_apart(first, second, figures) else None
    names = _pair(_name(first, analysis), _name(second, analysis))
    if names is None:
        return None
    rests = [unit.span.quote.replace(name, " ") for unit, name in zip((first, second), names, strict=True)]
    if within:
        return names if rests[0].split() == rests[1].split() and _names_the_only_one(rests[0]) else None
    return names if _topics_agree(*rests) else None


def _figures_apart(first: Evidence, second: Evidence, figures: tuple[str, str]) -> bool:
    """Return whether two quotes with these figures contradict each other. Two figures at two rates may both be true
    (“£10 a month”, “£100 a year”); one figure at two rates may not."""
    rest, rate = apart_from_rate(figures[0], first.span.quote)
    other_rest, other_rate = apart_from_rate(figures[1], second.span.quote)
    one_rate = rate == other_rate or (are_convertible(rate, other_rate) and values_agree(*figures))
    return one_rate and _topics_agree(rest, other_rest)


def _pair(first: str | None, second: str | None) -> tuple[str, str] | None:
    return (first, second) if first is not None and second is not None else None


def _topics_agree(first: str, second: str) -> bool:
    """Return whether two texts have the same topic words. “The Kiln Room is” and “the Loft is” have different ones."""
    topic = set(topic_roots(first))
    return bool(topic) and topic == set(topic_roots(second))


def _names_the_only_one(rest: str) -> bool:
    """Return whether a sentence, with its name removed, is about one thing only: it is complete, and does not contain
    “a”, “an”, “one” or “also”."""
    said = {word.casefold() for word in texts_of_words(rest)}
    return bool(topic_roots(rest)) and _WHOLE.search(rest) is not None and said.isdisjoint(_ONE_OF_SEVERAL)


def _figure(unit: Evidence) -> str | None:
    return unit.value if unit.value is not None and not unit.premises_open and read_facts(unit.value) else None


def _name(unit: Evidence, analysis: Plan) -> str | None:
    """Return the only name in the quote that the question does not contain."""
    names = [name for name in proper_names(unit.span.quote) if not mentioned((name,), analysis.resolved_question)]
    return names[0] if len(names) == 1 else None


def stated_conflicts(
    conflicts: Sequence[Conflict],
    checked: Coverage,
    evidence: Mapping[EvidenceId, Evidence],
    question: str,
) -> tuple[Conflict, ...]:
    """Return the conflicts in which at least one side states its fact. Other conflicts do not concern the question.

    A side that does not state the fact must meet two conditions. First, its value is of the same kind as that of a side
    that states it: five hours do not contradict £780. Second, its words nearly match those of such a side, or state the
    whole question: how long leases are kept does not contradict how long letters are kept. If no side is proved, two
    quotes that state the whole question are enough for a warning.
    """
    covered = {check.fact_id for check in checked.facts if check.evidence_ids}
    stated = {unit for check in checked.facts for unit in check.evidence_ids}
    stated |= {unit.evidence_id for unit in evidence.values() if unit.fact_id not in covered and _says_all(unit)}
    kept = []
    for conflict in conflicts:
        kinds = {kind_of(side.value) for side in conflict.sides if not stated.isdisjoint(side.evidence_ids)}
        sides = [side for side in conflict.sides if kind_of(side.value) in kinds]
        found = [evidence[unit] for side in sides for unit in side.evidence_ids if unit in stated]
        alike = tuple(
            side
            for side in sides
            if any(_states_alike(evidence[unit], found, stem_set(question)) for unit in side.evidence_ids)
        )
        if len(alike) > 1:
            kept.append(conflict.model_copy(update={"sides": alike}))
    return tuple(kept)


def _states_alike(unit: Evidence, found: Sequence[Evidence], asked: frozenset[str]) -> bool:
    """Return whether the evidence states the fact or the whole question. It is enough that it shares most words with
    evidence that states the fact, unless each has a word for what it is about: “south” is asked, and the other says
    “north”."""
    return (
        unit in found
        or _says_all(unit)
        or any(
            other.fact_id == unit.fact_id
            and shared_words(other.span.quote, unit.span.quote) >= SAME_WORDS
            and not _says_another(unit.span.quote, other.span.quote, asked)
            for other in found
        )
    )


def _says_another(quote: str, stated: str, asked: frozenset[str]) -> bool:
    """Return whether a quote has another word in the place of a word of the question that `stated` has, and the two are
    otherwise equal."""
    first, second = [[stem(word) for word in texts_of_words(text)] for text in (quote, stated)]
    if len(first) != len(second):
        return False
    return any(mine != theirs and theirs in asked for mine, theirs in zip(first, second, strict=True))


def _says_all(unit: Evidence) -> bool:
    return unit.relevance >= SAYS_ALL and not unit.premises_open


def kind_of(value: str) -> tuple[str, str | None]:
    """Return the kind of a value, such as an amount in a currency, a duration or a name.

    Example: `kind_of("£90")` gives `("money", "GBP")`, and `kind_of("Ann Lee")` gives `("name", None)`.
    """
    found = next(iter(read_facts(value)), None)
    return (found.kind, found.unit if found.kind == "money" else None) if found else ("name", None)


def judged_conflicts(
    state: RunState, evidence: Sequence[Evidence], checked: Coverage, policy: Policy
) -> tuple[Conflict, ...]:
    """Return the conflicts that a calibrated judge allows. `checked`: the steps, each with the evidence that the judge
    named for it.

    Different names and wordings conflict only if the judge says so. Different figures, dates and amounts of one step
    conflict unless the judge finds that they are about different things with one name.
    """
    analysis = state["analysis"]
    assert analysis is not None
    named = tuple(_named(state, analysis, evidence, policy))
    known = {conflict.fact_id for conflict in named}
    approved = {(fact.fact_id, unit) for fact in checked.facts for unit in fact.evidence_ids}
    stating = [unit for unit in evidence if (unit.fact_id, unit.evidence_id) in approved]
    by_value = conflicts_among(analysis, stating, policy, state["candidates"])
    known |= set(state["decisions"][-1].several) if state["decisions"] else set()
    return (*named, *(conflict for conflict in by_value if conflict.fact_id not in known and _in_figures(conflict)))


def _in_figures(conflict: Conflict) -> bool:
    return all(read_facts(side.value) for side in conflict.sides)


def _named(state: RunState, analysis: Plan, evidence: Sequence[Evidence], policy: Policy) -> Iterator[Conflict]:
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    for disagreement in state["decisions"][-1].disagreements if state["decisions"] else ():
        sides = [
            [statement_of(facts[disagreement.fact_id], unit, _value(unit)) for unit in units]
            for units in _sides(disagreement, evidence)
            if units
        ]
        if disagreement.fact_id in facts and len(sides) > 1:
            yield conflict_between(sides, policy)


def _sides(disagreement: Disagreement, evidence: Sequence[Evidence]) -> list[list[Evidence]]:
    """Return the evidence of each side. A quote on two sides counts for the first."""
    own = [unit for unit in evidence if unit.fact_id == disagreement.fact_id]
    taken: set[str] = set()
    sides = []
    for quotes in disagreement.sides:
        units = [unit for unit in own if unit.evidence_id not in taken and unit.span.quote in quotes]
        taken |= {unit.evidence_id for unit in units}
        sides.append(units)
    return sides


def _value(unit: Evidence) -> str:
    return unit.value or shortened(unit.span.quote, LONGEST_VALUE)
