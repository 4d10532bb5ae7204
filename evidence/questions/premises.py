"""Checks whether evidence for an answer states the premises of the question (SPEC EVI-10)."""

import re
from collections.abc import Sequence

from ..language.words import stem_set
from ..model.check import Check, proved, refuted, unsettled
from ..names.countries import forms_with_country
from ..names.same_name import mentioned
from ..scope.in_force import InForce
from ..values.facts import Fact, read_facts
from ..values.periods import Period, parse_period, periods_in
from ..values.same_value import comparable, same_value

_COMPARES = re.compile(
    r"\b(?:compared|versus|vs|from|than|prior|previous|against|over|since|decreas|increas)", re.IGNORECASE
)


def check_premises(
    constraints: Sequence[str],
    quote: str,
    *,
    context: str = "",
    declared: Sequence[str] = (),
    limits: Sequence[str] = (),
    holds: InForce | None = None,
) -> dict[str, Check]:
    """Match each constraint of the question against the quote, then against the headings above it and the declarations
    of its document. Return the check of each constraint.

    `context`: title, headings and column names. `declared`: periods, versions and jurisdictions in words. `limits`: the
    constraints that only give a time. `holds`: the validity of the text. A text that is valid throughout the time of a
    constraint in `limits` meets that constraint.

    A quote refutes a period or date if it gives only others of the same kind. Names and words are either proved or
    unsettled. A country matches in any form of its name, and its rules apply in its parts. Known false match: a name
    with another role in the quote than in the question.

    Example: the quote “In 2022, the fee was £5” refutes the constraint “2023”, and proves “2022”.
    """
    periods = [period for constraint in constraints if (period := parse_period(constraint)) is not None]
    return {
        premise: proved("its document is in force then")
        if premise in limits and holds is not None and holds.throughout(premise, quote)
        else _check(premise, periods, quote, context, declared)
        for premise in constraints
    }


def stands_in(words: str, question: str) -> bool:
    """Return whether the question contains the words, not cut out of a longer name.

    Example: `stands_in("Adjusted Non", "Was Adjusted Non-GAAP EBITDA positive?")` gives `False`.
    """
    return re.search(rf"(?<![\w-])(?i:{re.escape(words)})(?![\w-]*\w)(?! [A-Z]{{2,}})", question) is not None


def _check(constraint: str, periods: Sequence[Period], quote: str, context: str, declared: Sequence[str]) -> Check:
    asked = parse_period(constraint)
    if asked is not None:
        found = _period(constraint, asked, quote, context, declared)
        given = [held for held, _, _ in periods_in(quote)]
        if found.result == "refuted" and any(_fits(other, held) for other in periods for held in given):
            return proved("the quote gives another of the periods asked about")
        return found
    names = forms_with_country(constraint)
    if mentioned(names, quote):
        return proved("the quote names it")
    above = f"{context} {' '.join(declared)}"
    if mentioned(names, above):
        return proved("what stands above the quote names it")
    values = read_facts(constraint)
    if values and any(value.low is not None for value in values):
        return _value(constraint, values, quote, context)
    wanted = stem_set(constraint)
    if wanted and wanted <= stem_set(quote) | stem_set(above):
        return proved("the quote and what stands above it say so")
    return unsettled(f"the text does not say “{constraint}”")


def _period(constraint: str, asked: Period, quote: str, context: str, declared: Sequence[str]) -> Check:
    here = [period for period, _, _ in periods_in(quote)]
    if any(_fits(asked, held) for held in here):
        return proved("the quote gives that period")
    above = [period for text in (context, *declared) for period, _, _ in periods_in(text)]
    covered = any(_fits(asked, held) for held in above)
    if covered and (not here or _COMPARES.search(quote)):
        return proved("its document covers that period")
    given = ", ".join(dict.fromkeys(held.label() for held in here))
    if here:
        return refuted(f"the text says {given}, not {constraint}")
    return unsettled(f"nothing shows that it is about {constraint}")


def _fits(asked: Period, held: Period) -> bool:
    """Return whether a period of the text matches the requested one: the shorter of the two is within the longer.

    Example: the quarter “Q2 2023” of a text does not match a requested “Q3 2023”.
    """
    if asked.year is not None and held.year is not None and not asked.years() & held.years():
        return False
    if (asked.year is None) != (held.year is None) and asked.quarter is None:
        return False
    for part in ("quarter", "month", "day"):
        wanted, given = getattr(asked, part), getattr(held, part)
        if wanted is not None and given is not None and wanted != given:
            return False
        if wanted is not None and given is None and part != "quarter":
            return False
    return not (asked.quarter is not None and held.quarter is None and held.month is None)


def _value(constraint: str, values: Sequence[Fact], quote: str, context: str) -> Check:
    here = read_facts(quote)
    above = read_facts(context)
    missing = [
        value
        for value in values
        if not any(comparable(value, other) and same_value(value, other).same for other in (*here, *above))
    ]
    if not missing:
        return proved("the text gives that value")
    rivals = [
        other.text for value in missing for other in here if other.kind == value.kind and comparable(value, other)
    ]
    if rivals and missing[0].kind in {"date", "period"}:
        return refuted(f"the text says {', '.join(rivals[:3])}, not {constraint}")
    return unsettled(f"the text does not say “{constraint}”")
