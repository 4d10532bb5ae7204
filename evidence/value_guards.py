"""Guards over figures and dates: values the source does not hold, and values that belong to another."""

from collections.abc import Iterator, Sequence

from .alignment import Alignment, Statement
from .findings import Finding, FindingCode
from .word_guards import finding

_SMALL = 12  # counts up to here are often the writer's own ("three of them", "two years later")
_RELATIVE = frozenset("after before later earlier apart within over past previous next following straight consecutive".split())


def value_lacking(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a figure or date that the source does not hold, in any form. A small bare count is refuted only where the source counts the
    same thing differently; a span of time only where no two dates of the source make it. Lets through a wrong value that the source has
    for something else (see `other_in_its_place`, `pair_parted`), and values the writer may have worked out."""
    for here, unit in enumerate(alignment.claim.units):
        if unit.token.kind != "fact" or _held(alignment, unit.key):
            continue
        kind, value, measure = unit.key.split(":", 2)
        rival = _rival(alignment, here)
        if kind != "date" and not measure and _is_small(value):
            if rival is None:
                continue
        elif measure in _SPANS and (_is_derived(alignment, value) or rival is None):
            continue
        yield finding(_code(alignment, kind, value, rival), "denied" if rival else "lacking", _detail(unit.key, rival), alignment, here)
        return


_SPANS = frozenset("year month day week hour minute decade century".split())


def _held(alignment: Alignment, key: str) -> bool:
    if alignment.in_source(key):
        return True
    kind, value, measure = key.split(":", 2)
    known = [other.split(":", 2) for other in alignment.index.places if other.startswith(("num:", "ord:", "date:"))]
    if kind == "date":
        return any(_date_agrees(value, other[1]) for other in known if other[0] == "date") or _date_in_parts(value, known)
    return any(other[1] == value and (not other[2] or not measure) for other in known if other[0] != "date")


def _date_agrees(one: str, other: str) -> bool:
    """Whether two dates may be the same, each part being open where it is not given."""
    return all(mine == theirs or not mine or not theirs for mine, theirs in zip(one.split("-"), other.split("-"), strict=False))


def _date_in_parts(value: str, known: Sequence[Sequence[str]]) -> bool:
    year, month, day = (value.split("-") + ["", ""])[:3]
    dates = [other[1].split("-") for other in known if other[0] == "date"]
    return any(date[0] == year for date in dates) and any(date[1:3] == [month, day] and not date[0] for date in dates)


def _is_small(value: str) -> bool:
    return value.lstrip("-").isdigit() and int(value[:12]) <= _SMALL


def _is_derived(alignment: Alignment, value: str) -> bool:
    years = sorted({int(key.split(":")[1].split("-")[0]) for key in alignment.index.places if key.startswith("date:") and key[5:9].isdigit()})
    return value.isdigit() and any(later - earlier == int(value[:9]) for earlier in years[:200] for later in years[:200])


def _rival(alignment: Alignment, here: int) -> str | None:
    """The value the source gives in this place, when it gives one of the same kind."""
    kind = alignment.claim.units[here].key.split(":")[0]
    best, key = 0.7, None
    for there, other in enumerate(alignment.said.units):
        if there in alignment.paired or other.token.kind != "fact" or other.key.split(":")[0] != kind:
            continue
        near = alignment.nearness(here, there)
        if near > best:
            best, key = near, other.key
    return key


def _code(alignment: Alignment, kind: str, value: str, rival: str | None) -> FindingCode:
    if kind == "date":
        return "date"
    if rival and rival.split(":")[1] == value:
        return "unit"
    if rival and rival.split(":")[1].lstrip("-") == value.lstrip("-"):
        return "sign"
    same = any(key.split(":")[1] == value for key in alignment.index.places if key.startswith("num:"))
    return "unit" if same else "number"


def _detail(key: str, rival: str | None) -> str:
    said = key.split(":", 1)[1].rstrip(":")
    return f"the claim says {said}, the source {rival.split(':', 1)[1].rstrip(':')}" if rival else f"the source does not hold {said}"


def pair_parted(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a value given with the date of another value: "$24 million, $16 million in 2023, 2022" told as "$24 million in 2022". Reads
    lists told one after the other, and pairs told in turn. Lets through lists of unequal length and lists of more than two kinds."""
    theirs = _partners(alignment.said)
    mine = _partners(alignment.claim)
    for value, date in mine.items():
        held = theirs.get(value)
        if held is None or _date_agrees(date.split(":")[1], held.split(":")[1]):
            continue
        if any(_date_agrees(date.split(":")[1], other.split(":")[1]) for other in theirs.values()):
            here = next(place for place, unit in enumerate(alignment.claim.units) if unit.key == value)
            detail = f"the claim gives {value.split(':', 1)[1]} for {date.split(':')[1]}, the source for {held.split(':')[1]}"
            yield finding("swapped_pair", "denied", detail, alignment, here)
            return


def _partners(statement: Statement) -> dict[str, str]:
    """Value → date, where the statement has as many of the one as of the other."""
    facts = [unit.key for unit in statement.units if unit.token.kind == "fact"]
    dates = [key for key in facts if key.startswith("date:")]
    for measure in dict.fromkeys(key.split(":", 2)[2] for key in facts if key.startswith("num:")):
        values = [key for key in facts if key.startswith("num:") and key.split(":", 2)[2] == measure]
        if len(values) == len(dates) and len(set(values)) == len(values):
            return dict(zip(values, dates, strict=True))
    return {}


GUARDS = (value_lacking, pair_parted)
