"""Finds different values for one fact of one subject (SPEC CON). A conflict is always shown with all its sides."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP
from itertools import combinations
from typing import Literal, get_args

from ..language.words import content_stems
from ..model.evidence import EvidenceId
from ..model.frozen import Day, Frozen
from ..model.source_record import Authority, SourceKind
from ..model.spans import DocumentId
from ..model.subjects import FactId, SubjectId
from ..values.date_order import open_days, settled_days
from ..values.facts import Fact, read_facts
from ..values.rates import in_a_year
from ..values.same_value import comparable, same_value

Policy = Literal["surface", "precedence"]
"""How a conflict is shown.

- `surface`: both versions, without preference
- `precedence`: the newer, more specific or more authoritative version first, and still both
"""

Rule = Literal["newer", "more_specific", "more_authoritative"]

_STRENGTH = {authority: rank for rank, authority in enumerate(get_args(Authority))}


class Statement(Frozen):
    """The value that one piece of evidence gives for one fact of one subject."""

    evidence_id: EvidenceId
    fact_id: FactId
    fact_text: str
    subject_id: SubjectId
    value: str
    """The value as written in the source: “£186,000”, “three days”, “Ines Oyelaran”, “yes”."""
    meant: str | None = None
    """The value with an ambiguous date resolved by the date order of its document. None if no date is ambiguous."""
    scope: tuple[str, ...] = ()
    """The year, region, product and other labels that limit the value. Values with different scopes do not conflict."""
    document_id: DocumentId
    title: str
    dated: Day | None = None
    authority: Authority = "unclassified"
    kind: SourceKind = "primary"
    superseded_by: DocumentId | None = None
    is_current: bool = True


class Side(Frozen):
    """One of the conflicting values, with the sources that state it."""

    value: str
    evidence_ids: tuple[EvidenceId, ...]
    titles: tuple[str, ...]
    dated: Day | None
    authority: Authority


class Conflict(Frozen):
    """Values of one fact that contradict each other, one on each side. The policy `precedence` sorts the sides;
    otherwise they are in the order of the evidence."""

    fact_id: FactId
    fact_text: str
    subject_id: SubjectId
    sides: tuple[Side, ...]
    minor: bool = False
    """Whether only secondary sources contradict the value of the primary sources."""
    rule: Rule | None = None
    """The precedence rule that puts the first side first. None if no rule decides or the policy is `surface`."""

    @property
    def resolved(self) -> bool:
        """Whether one side may be the answer, with the other shown beside it: a precedence rule decides, or only
        secondary sources contradict the side."""
        return self.rule is not None or self.minor

    def described(self) -> str:
        """Return all sides in plain English (SPEC CON-3)."""
        if self.rule is not None:
            first, others = self.sides[0], self.sides[1:]
            as_of = f"As of {first.dated}" if first.dated else "By the stronger source"
            said = "An earlier document stated" if self.rule == "newer" else "Another document states"
            rest = "; ".join(f"{side.value} ({', '.join(side.titles)})" for side in others)
            return f"{as_of}, {first.value} ({', '.join(first.titles)}). {said} {rest}."
        if self.minor:
            first, others = self.sides[0], self.sides[1:]
            differs = "; ".join(f"{side.value} ({', '.join(side.titles)})" for side in others)
            return f"A secondary source differs on this: {differs}; the primary source says {first.value}."
        versions = "; ".join(f"{side.value} ({', '.join(side.titles)}{_dated(side)})" for side in self.sides)
        return f"The sources conflict on {self.fact_text}: {versions}. Verify with the owner of these documents."


def _dated(side: Side) -> str:
    return f", {side.dated}" if side.dated else ""


def find_conflicts(statements: Sequence[Statement], policy: Policy = "surface") -> tuple[Conflict, ...]:
    """Return a conflict for every fact of a subject to which current texts give different values.

    Values are normalised before they are compared (SPEC CON-1). Statements with different scopes do not conflict, nor
    do two versions of one document if one is known to supersede the other (SPEC CON-4). The order of the statements
    affects only the order of the sides.
    """
    groups: dict[tuple[FactId, SubjectId], list[Statement]] = {}
    for statement in statements:
        groups.setdefault((statement.fact_id, statement.subject_id), []).append(statement)
    found = []
    for group in groups.values():
        sides = _sides(group)
        if len(sides) > 1:
            found.append(_conflict(sides, policy))
    return tuple(found)


def conflict_between(sides: Sequence[Sequence[Statement]], policy: Policy = "surface") -> Conflict:
    """Return the conflict between groups of statements. A judge found that the groups give different answers, and that
    all statements of a group give the same one.

    `sides` has at least two groups, none of them empty.
    """
    return _conflict([list(side) for side in sides], policy)


def conflicting(first: Statement, second: Statement) -> bool:
    """Return whether two statements of one fact contradict each other. The order of the arguments does not matter.

    Statements with different scopes do not: each has a label that the other lacks ("2022", "2023"). A general statement
    and a statement for part of its scope can contradict each other; the policy `precedence` then prefers the more
    specific one. A superseded statement contradicts nothing, nor does a percentage the same one rounded in its own document.
    """
    if not _holds(first) or not _holds(second):
        return False
    if set(first.scope) - set(second.scope) and set(second.scope) - set(first.scope):
        return False
    one, other = first.meant or first.value, second.meant or second.value
    if first.document_id == second.document_id and _one_is_rounded(one, other):
        return False
    return not values_agree(one, other) and not undecided(one, other)


def _one_is_rounded(first: str, second: str) -> bool:
    """Return whether one percentage is the other rounded, to at least two digits: “12%” and “12.3%”. Other figures, such
    as prices, are exact."""
    facts = [fact for value in (first, second) for fact in read_facts(value)[:2]]
    if [fact.kind for fact in facts] != ["percent", "percent"] or facts[0].bound != facts[1].bound:
        return False
    figures = [fact.low for fact in facts if fact.low is not None and fact.low == fact.high]
    if len(figures) < 2:
        return False
    coarse, fine = sorted(figures, key=lambda figure: figure.as_tuple().exponent, reverse=True)
    return abs(coarse) >= 10 and fine.quantize(coarse, rounding=ROUND_HALF_UP) == coarse


def undecided(first: str, second: str) -> bool:
    """Return whether code cannot decide if two values are equal, because a date can be read in two ways (SPEC CON-6).
    The order of the arguments does not matter.

    Example: `undecided("03/04/2026", "3 April 2026")` gives `True`.
    """
    if not open_days(first) and not open_days(second):
        return False
    return any(values_agree(reading, other) for reading in _readings(first) for other in _readings(second))


def _readings(value: str) -> tuple[str, ...]:
    return (settled_days(value, "day_first"), settled_days(value, "month_first")) if open_days(value) else (value,)


def _says_the_same(first: Statement, second: Statement) -> bool:
    return values_agree(first.meant or first.value, second.meant or second.value)


def _holds(statement: Statement) -> bool:
    return statement.is_current and statement.superseded_by is None


def values_agree(first: str, second: str) -> bool:
    """Return whether two values are equal after normalisation, or one is a less precise form of the same date. The
    order of the arguments does not matter.

    The longer value must contain every figure and date of the shorter one, and only one of them may have words that the
    other lacks: "£5 a year" agrees with "£5", but not with "£5 a month". Values without figures are compared as names.
    A date that can be read in two ways agrees with nothing.
    """
    if open_days(first) or open_days(second):
        return False
    if (one := in_a_year(first)) and (other := in_a_year(second)):
        return one == other
    left, right = read_facts(first), read_facts(second)
    if len(left) > len(right):
        first, second, left, right = second, first, right, left
    if not left or not all(_has(right, fact) for fact in left):
        return _as_name(first) == _as_name(second)
    mine, theirs = _words_around(first, left), _words_around(second, right)
    return mine <= theirs or theirs <= mine


def _has(facts: Sequence[Fact], wanted: Fact) -> bool:
    return any(
        comparable(wanted, fact)
        and (same_value(wanted, fact).same or same_value(fact, wanted).same or _coarser(wanted, fact))
        for fact in facts
    )


def _coarser(one: Fact, other: Fact) -> bool:
    """Return whether one date is the other with a part left out: “2020” for “15 November 2020”, “April 29” for “April
    29, 2015”."""
    if "between" in {one.bound, other.bound} or one.bound != other.bound or one.fiscal or other.fiscal:
        return False
    if one.first_day and one.last_day and other.first_day and other.last_day:
        outer = one.first_day <= other.first_day and other.last_day <= one.last_day
        return outer or (other.first_day <= one.first_day and one.last_day <= other.last_day)
    if one.month is None or other.month is None:
        return False
    given = ((fact.year, fact.month, fact.day) for fact in (one, other))
    return all(mine is None or theirs is None or mine == theirs for mine, theirs in zip(*given, strict=True))


def _words_around(value: str, facts: Sequence[Fact]) -> frozenset[str]:
    kept, at = [], 0
    for fact in facts:
        places = [(fact.start, fact.end)]
        if fact.bound_start is not None and fact.bound_end is not None:
            places.append((fact.bound_start, fact.bound_end))
        for start, end in sorted(places):
            kept.append(value[at:start])
            at = max(at, end)
    return frozenset(content_stems(" ".join([*kept, value[at:]])))


def _as_name(value: str) -> str:
    folded = " ".join(value.casefold().replace("’", "'").split()).strip(" .,;:'\"“”")
    words = dict.fromkeys(
        folded.removeprefix("the ").split()
    )  # then "ANNA FOSS Anna Foss", as under a signature, is one name
    return " ".join(words)


def _sides(group: Sequence[Statement]) -> list[list[Statement]]:
    """Return the statements that conflict with another one, in groups with agreeing values. Return an empty list if
    there is no conflict."""
    against: set[int] = set()
    for (i, first), (j, second) in combinations(enumerate(group), 2):
        if conflicting(first, second):
            against |= {i, j}
    sides: list[list[Statement]] = []
    for index in sorted(against):
        statement = group[index]
        side = next((side for side in sides if _says_the_same(side[0], statement)), None)
        if side is None:
            sides.append([statement])
        else:
            side.append(statement)
    return sides


def _conflict(sides: list[list[Statement]], policy: Policy) -> Conflict:
    rule: Rule | None = None
    primary = [side for side in sides if any(statement.kind == "primary" for statement in side)]
    minor = len(primary) == 1
    if minor:
        sides = [*primary, *(side for side in sides if side is not primary[0])]
    elif policy == "precedence":
        sides, rule = _ordered(sides)
    first = sides[0][0]
    return Conflict(
        fact_id=first.fact_id,
        fact_text=first.fact_text,
        subject_id=first.subject_id,
        sides=tuple(_side(side) for side in sides),
        minor=minor,
        rule=rule,
    )


def _side(statements: Sequence[Statement]) -> Side:
    dates = [statement.dated for statement in statements if statement.dated]
    return Side(
        value=statements[0].value,
        evidence_ids=tuple(dict.fromkeys(statement.evidence_id for statement in statements)),
        titles=tuple(dict.fromkeys(statement.title for statement in statements)),
        dated=max(dates) if dates else None,
        authority=min((statement.authority for statement in statements), key=_STRENGTH.__getitem__),
    )


def _ordered(sides: list[list[Statement]]) -> tuple[list[list[Statement]], Rule | None]:
    """Return the sides in order of precedence, and the first rule that puts one side before all others. If no rule
    does, return the sides in their given order, and None."""
    keys: tuple[tuple[Rule, list[float]], ...] = (
        (
            "newer",
            [max((statement.dated.toordinal() for statement in side if statement.dated), default=0) for side in sides],
        ),
        ("more_specific", [max(len(statement.scope) for statement in side) for side in sides]),
        ("more_authoritative", [-min(_STRENGTH[statement.authority] for statement in side) for side in sides]),
    )
    for rule, scores in keys:
        if rule == "newer" and 0 in scores:
            continue
        best = max(scores)
        if scores.count(best) == 1:
            order = sorted(range(len(sides)), key=lambda index: -scores[index])
            return [sides[index] for index in order], rule
    return sides, None
