"""Guards that check figures and dates: values that the source lacks, and values that belong to something else."""

from collections.abc import Iterator, Sequence

from ..values.value_keys import Parts, parts
from .alignment import Alignment, finding
from .findings import Finding, FindingCode, Refusal
from .statements import Index, Statement, Unit

_LONGEST = 24  # characters of a value; longer values are fractions with endless decimals
_SMALL = 12  # counts up to here are often the writer's own ("three of them", "two years later")


def value_lacking(alignment: Alignment) -> Iterator[Finding]:
    """Refute a figure or date that the source contains in no form.

    A small bare count is refuted only if the source counts the same thing differently. A span of time is refuted only
    if no two years of the source make it. Not detected: a wrong value that the source gives for something else (see
    `other_in_its_place`, `pair_parted`), and values that the writer may have calculated.
    """
    for here, unit in enumerate(alignment.claim.units):
        if unit.token.kind != "fact" or is_held(alignment.source, unit.key):
            continue
        figure, other = parts(unit.key), _rival(alignment, here)
        rival = parts(other.key) if other else None
        if rival is None and (
            figure.kind == "id" or (figure.kind in {"num", "ord"} and not figure.measure and is_small(figure.value))
        ):
            continue
        if figure.measure in _OF_TIME and (rival is None or _is_derived(alignment, figure)):
            continue
        refusal: Refusal = "denied" if rival else "lacking"
        yield finding(_code(alignment, figure, rival), refusal, _detail(alignment, unit, other), alignment, here)
        return


_OF_TIME = frozenset({"seconds", "months", "business_days", "trading_days"})


def is_held(source: Index, key: str) -> bool:
    """Whether the source contains the value with this key, in any equivalent form."""
    if key in source.places:
        return True
    figure, known = parts(key), source.figures
    if len(figure.value) > _LONGEST:
        return True  # one third with all its decimals: "a third" is as often an ordinal, so it counts as found
    if figure.kind == "date" or (
        figure.kind == "num" and figure.value.isdigit() and len(figure.value) == 4 and not figure.measure
    ):
        year = f"{figure.value}--" if figure.kind == "num" else figure.value
        if any(other.kind == "num" and f"{other.value}--" == year for other in known) or any(
            _date_agrees(year, date) for date in _dates(known)
        ):
            return True
    if figure.kind == "date":
        return any(_date_agrees(figure.value, date) for date in _dates(known)) or _date_in_parts(
            figure.value, _dates(known)
        )
    if figure.kind == "span":
        return all(any(_date_agrees(end, date) for date in _dates(known)) for end in _ends(figure.value))
    if figure.kind == "time":
        return False
    loose = {figure.measure, ""}
    return any(other.value == figure.value and (other.measure in loose or not figure.measure) for other in known)


def _dates(known: Sequence[Parts]) -> Iterator[str]:
    for other in known:
        if other.kind == "date":
            yield other.value
        elif other.kind == "span":
            yield from _ends(other.value)


def _ends(span: str) -> tuple[str, ...]:
    """Return the first and last day of a span, or the first and last year of a span of whole years."""
    days = [[part.lstrip("0") for part in day.split("-")] for day in span.split("..")]
    if days[0][1:] == ["1", "1"] and days[-1][1:] == ["12", "31"]:
        return tuple(f"{day[0]}--" for day in days)
    return tuple("-".join(day) for day in days)


def _date_agrees(one: str, other: str) -> bool:
    """Whether two dates may be the same: a part that one of them leaves out agrees with any value. A quarter
    agrees only with its year."""
    return all(
        mine == theirs or not mine or not theirs for mine, theirs in zip(one.split("-"), other.split("-"), strict=False)
    )


def may_be_one(figure: Parts, other: Parts) -> bool:
    """Whether two values may be the same: dates of which one leaves out the day, month or year, or one number of
    which only one side has a unit."""
    if figure.kind == other.kind == "date":
        return _date_agrees(figure.value, other.value)
    return figure.kind == other.kind and figure.value == other.value and not (figure.measure and other.measure)


def _date_in_parts(value: str, known: Iterator[str]) -> bool:
    """Whether the source gives the year in one place, and the day without a year in another."""
    year, _, rest = value.partition("-")
    dates = [date.partition("-") for date in known]
    return any(date[0] == year for date in dates) and any(not date[0] and date[2] == rest for date in dates)


def is_small(value: str) -> bool:
    """Whether the count is small enough that the writer may have counted it."""
    return value.lstrip("-").isdigit() and len(value) < 4 and int(value) <= _SMALL


def _is_derived(alignment: Alignment, figure: Parts) -> bool:
    if figure.measure != "months" or not figure.value.isdigit() or len(figure.value) > 6:
        return False
    years = sorted(
        {int(year) for date in _dates(alignment.source.figures) if (year := date.partition("-")[0]).isdigit()}
    )[:60]
    return int(figure.value) < 12 or any(
        (later - earlier) * 12 == int(figure.value) for earlier in years for later in years
    )


def _rival(alignment: Alignment, here: int) -> Unit | None:
    """Return the value of the same kind that the source gives in this place; None if it gives none."""
    mine = parts(alignment.claim.units[here].key)
    best, rival = 0.7, None
    for there, other in enumerate(alignment.said.units):
        if there in alignment.paired or other.token.kind != "fact":
            continue
        theirs, near = parts(other.key), alignment.nearness(here, there)
        alike = _KINDS.get(theirs.kind) == _KINDS.get(mine.kind) and (mine.kind != "ord" or theirs.kind == "ord")
        if near > best and alike and say_of_one_thing(alignment, here, there):
            best, rival = near, other
    return rival


def say_of_one_thing(alignment: Alignment, here: int, there: int) -> bool:
    """Whether two values are about the same thing.

    They are if each states what it measures (dates, money, lengths), or if the same word is beside both: "six moves"
    and "five moves", "level 3" and "level 2", but not "three seasons" and "13 episodes".
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
        else f"the source does not hold {mine}"
    )


def pair_parted(alignment: Alignment) -> Iterator[Finding]:
    """Refute a value that is given with the date of another value: "$24 million, $16 million in 2023, 2022" repeated
    as "$24 million in 2022".

    It understands one list followed by another, and alternating pairs. Not detected: lists of unequal length, and
    lists of more than two kinds.
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
        yield finding("swapped_pair", "denied", detail, alignment, here)
        return


def _same_date(one: Unit, other: Unit) -> bool:
    return _date_agrees(parts(one.key).value, parts(other.key).value)


def _partners(statement: Statement) -> dict[str, Unit]:
    """Return value → date if the statement has as many values as dates; else an empty mapping."""
    facts = [unit.key for unit in statement.units if unit.token.kind == "fact"]
    dates = [unit for unit in statement.units if unit.token.kind == "fact" and unit.key.startswith("date:")]
    for measure in dict.fromkeys(parts(key).measure for key in facts if key.startswith("num:")):
        values = [key for key in facts if key.startswith("num:") and parts(key).measure == measure]
        if len(values) == len(dates) and len(set(values)) == len(values):
            return dict(zip(values, dates, strict=True))
    return {}


GUARDS = (value_lacking, pair_parted)
