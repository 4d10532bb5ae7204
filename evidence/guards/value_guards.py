"""Guards for figures and dates: values that the source lacks, and values that it gives for something else."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from operator import ge, gt, le, lt

from ..values.value_keys import Parts, parts
from .alignment import Alignment, finding
from .calculated_values import may_be_calculated, rounds_to
from .derived_spans import follows_from_dates
from .findings import Finding, FindingCode, Refusal
from .held_values import dates_agree, is_held, is_held_as_deduction, is_small
from .statements import Index, Statement, Unit, same_words_between
from .word_guards import is_negated


def value_lacking(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding for a figure or date that the source contains in no form.

    A small count without a unit is refuted only if the source gives another count of the same thing. A span of time is
    refuted only if it does not follow from the dates of the source. Not detected: a value that the source gives for
    something else (see `other_in_its_place`, `pair_parted`), and a value that the writer may have calculated.

    Example: for “The fee is £90.” and the source “The fee is £80.”, the finding is about “£90”.
    """
    for here, unit in enumerate(alignment.claim.units):
        if unit.token.kind != "fact" or is_held(alignment.source, unit.key):
            continue
        if is_held_as_deduction(alignment.source, alignment.claim, here):
            continue
        figure, other = parts(unit.key), _rival(alignment, here)
        rival = parts(other.key) if other else None
        if rival is None and (
            figure.kind == "id" or (figure.kind in {"num", "ord"} and not figure.measure and is_small(figure.value))
        ):
            continue
        if figure.measure in _OF_TIME and (rival is None or _is_derived(figure, alignment.source)):
            continue
        if rival is None and (_is_calculated(alignment, here) or _is_kept_bound(alignment, here)):
            continue
        refusal: Refusal = "contradicted" if rival else "unsupported"
        yield finding(_code(alignment, figure, rival), refusal, _detail(alignment, unit, other), alignment, here)
        return


_OF_TIME = frozenset({"seconds", "months", "business_days", "trading_days"})


def _is_derived(figure: Parts, source: Index) -> bool:
    """Return whether the writer may have calculated the span of time: it is shorter than a year, or follows from dates
    of the source."""
    under_a_year = figure.measure == "months" and figure.value.isdigit() and int(figure.value) < 12
    return under_a_year or follows_from_dates(figure, source.figures)


def _rival(alignment: Alignment, here: int) -> Unit | None:
    """Return the value of the same kind that the source has in place of the claim's value at index `here`, or None."""
    mine = parts(alignment.claim.units[here].key)
    best, rival = 0.7, None
    for there, other in enumerate(alignment.said.units):
        if there in alignment.paired or other.token.kind != "fact" or keeps_bound(alignment.claim.units[here], other):
            continue
        theirs, near = parts(other.key), alignment.nearness(here, there)
        alike = _KINDS.get(theirs.kind) == _KINDS.get(mine.kind) and (mine.kind != "ord" or theirs.kind == "ord")
        if near > best and alike and are_of_one_quantity(alignment, here, there):
            best, rival = near, other
    return rival


def keeps_bound(unit: Unit, other: Unit) -> bool:
    """Return whether the claim's value is a bound or an estimate that the source's exact value keeps. Such values do not
    differ.

    Example: “more than 20%” is a bound that “31%” keeps, and “more than 40%” is not. “About 5,000” is an estimate that
    “4,960” keeps.
    """
    keeps = next((_BOUNDS[key] for key in reversed(unit.before) if key in _BOUNDS), None)
    mine, theirs = parts(unit.key), parts(other.key)
    if keeps is None or mine.kind != "num" or theirs.kind != "num" or mine.measure != theirs.measure:
        return False
    if ".." in mine.value + theirs.value or any(key.startswith("bound:") for key in other.before):
        return False
    return keeps(Decimal(theirs.value), Decimal(mine.value))


_BOUNDS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "bound:more_than": gt,
    "bound:at_least": ge,
    "bound:less_than": lt,
    "bound:at_most": le,
    "bound:about": lambda exact, figure: rounds_to(exact, figure.normalize()),
}


def _is_kept_bound(alignment: Alignment, here: int) -> bool:
    return any(keeps_bound(alignment.claim.units[here], other) for other in alignment.said.units)


def are_of_one_quantity(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether the claim's value at index `here` and the source's value at index `there` are values of one
    quantity, so that the claim is wrong if they differ.

    They are if the same words surround them. In other words, they are unless only one of them is denied, their units
    differ, or the writer may have calculated the claim's value.

    Example: “£170” is not a value of the quantity of “£60” in “the first permit costs £60 and the second £110”.
    """
    mine, theirs = parts(alignment.claim.units[here].key), parts(alignment.said.units[there].key)
    if not say_of_one_thing(alignment, here, there):
        return False
    if is_negated(alignment.claim, here) != is_negated(alignment.said, there):
        return False
    if _is_in_its_place(alignment, here, there):
        return True
    if mine.kind == theirs.kind and mine.measure != theirs.measure and mine.value != theirs.value:
        return False
    return not _is_calculated(alignment, here)


def _is_in_its_place(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether the same words surround both values: the two before them, and the one after them or an end."""
    claim, said = alignment.claim.units, alignment.said.units
    first = max(0, here - 2)
    if any(alignment.pairs.get(at) != at - here + there for at in range(first, here)):
        return False
    if not same_words_between(claim[here].before, said[there].before):
        return False
    after = said[there + 1].before if there + 1 < len(said) else ()
    if here + 1 == len(claim):
        return there + 1 == len(said) or not _MARKS.isdisjoint(after[:1])
    return alignment.pairs.get(here + 1) == there + 1 and same_words_between(claim[here + 1].before, after)


_MARKS = frozenset(",;:().–")


def _is_calculated(alignment: Alignment, here: int) -> bool:
    """Return whether the writer may have calculated the claim's value at index `here` from values of the sentences
    around the statement. A value that the source contains is not calculated."""
    unit = alignment.claim.units[here]
    if is_held(alignment.source, unit.key):
        return False
    around = range(max(0, min(alignment.where) - _AROUND), max(alignment.where) + _AROUND + 1)
    near = alignment.source.statements[around.start : around.stop]
    return may_be_calculated(parts(unit.key), near, alignment.claim)


_AROUND = 2  # sentences before and after a statement


def say_of_one_thing(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether the claim's value at index `here` and the source's value at index `there` are values of the same
    thing.

    They are if both have a unit of measure or are dates, or if the same word is beside both: "six moves" and "five
    moves", "level 3" and "level 2", but not "three seasons" and "13 episodes".
    """
    claim, said = alignment.claim.units, alignment.said.units
    mine, theirs = parts(claim[here].key), parts(said[there].key)
    if mine.kind not in {"num", "ord", "id"} or (mine.measure and theirs.measure):
        return True
    named = here and there and not claim[here].before and not said[there].before
    return alignment.pairs.get(here + 1) == there + 1 or bool(named and alignment.pairs.get(here - 1) == there - 1)


_KINDS = {"num": "figure", "ord": "figure", "id": "figure", "date": "date", "span": "date", "time": "time"}


def _code(alignment: Alignment, figure: Parts, rival: Parts | None) -> FindingCode:
    if figure.kind in {"date", "span", "time"}:
        return "date"
    if rival and rival.value != figure.value and rival.value.lstrip("-") == figure.value.lstrip("-"):
        return "sign"
    if rival and rival.measure == figure.measure and rival.value.strip("0.") == figure.value.strip("0."):
        return "unit"
    same = any(other.value == figure.value for other in alignment.source.figures)
    return "unit" if same else "number"


def _detail(alignment: Alignment, unit: Unit, rival: Unit | None) -> str:
    mine = alignment.claim_words(unit)
    return (
        f"the claim says {mine}, the source {alignment.source_words(rival)}"
        if rival
        else f"the source does not contain {mine}"
    )


def pair_parted(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim gives a value with the date of another value.

    Example: "$24 million in 2022" for "$24 million, $16 million in 2023, 2022". The guard understands a list of values
    followed by a list of dates, and alternating values and dates. Not detected: lists of different lengths, and lists
    of more than two kinds.
    """
    theirs = _partners(alignment.said)
    for value, date in _partners(alignment.claim).items():
        held = theirs.get(value)
        if held is None or _same_date(date, held) or not any(_same_date(date, other) for other in theirs.values()):
            continue
        here = next(place for place, unit in enumerate(alignment.claim.units) if unit.key == value)
        told = alignment.claim_words(alignment.claim.units[here])
        detail = (
            f"the claim gives {told} for {alignment.claim_words(date)}, the source for {alignment.source_words(held)}"
        )
        yield finding("swapped_pair", "contradicted", detail, alignment, here)
        return


def _same_date(one: Unit, other: Unit) -> bool:
    return dates_agree(parts(one.key).value, parts(other.key).value)


def _partners(statement: Statement) -> dict[str, Unit]:
    """Return the date of each value if the statement has as many values as dates. Otherwise return those of the values
    and dates that are lists of the same length, one directly after the other.

    Example: in “£5 in 2022 and £7 in 2023”, they are 2022 for £5 and 2023 for £7.
    """
    facts = [unit for unit in statement.units if unit.token.kind == "fact"]
    dates = [unit for unit in facts if _is_date(unit)]
    for measure in dict.fromkeys(parts(unit.key).measure for unit in facts if unit.key.startswith("num:")):
        values = [unit.key for unit in facts if unit.key.startswith("num:") and parts(unit.key).measure == measure]
        if len(values) == len(dates) and len(set(values)) == len(values):
            return dict(zip(values, dates, strict=True))
    found: dict[str, Unit] = {}
    for first, second in pairwise(_lists(statement)):
        adjoin = statement.units[statement.units.index(first[-1]) + 1] is second[0]
        if adjoin and len(first) == len(second) > 1 and _is_date(first[0]) != _is_date(second[0]):
            listed, days = (second, first) if _is_date(first[0]) else (first, second)
            found |= {unit.key: day for unit, day in zip(listed, days, strict=True)}
    return found


def _is_date(unit: Unit) -> bool:
    return unit.key.startswith("date:")


def _lists(statement: Statement) -> list[list[Unit]]:
    """Return the values and dates of a statement, in lists of one kind that only commas and “and” part.

    Example: in “$24 and $16 in 2023 and 2022”, the lists are “$24 and $16” and “2023 and 2022”.
    """
    lists: list[list[Unit]] = []
    before: Unit | None = None
    for unit in statement.units:
        if unit.token.kind == "fact":
            joined = before is not None and _kind_of(before) == _kind_of(unit) and {*unit.before} <= _BETWEEN_ITEMS
            if joined and lists and before is lists[-1][-1]:
                lists[-1].append(unit)
            else:
                lists.append([unit])
        before = unit
    return lists


def _kind_of(unit: Unit) -> tuple[str, str]:
    """Return what the items of a list have in common: that they are dates, or values of one unit of measure."""
    value = parts(unit.key)
    return ("date", "") if _is_date(unit) else (value.kind, value.measure)


_BETWEEN_ITEMS = frozenset({",", "and"})


GUARDS = (value_lacking, pair_parted)
