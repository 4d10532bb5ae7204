"""Checks that a report agrees with itself: it repeats the calculations and compares the parts (SPEC REP-1, EVI-9)."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from ..calculation.calculations import Calculation, Operand, recompute
from ..calculation.operand_figures import bound_of, ends_of, figure_of
from ..calculation.quantity import DATE
from ..calculation.value_text import value_text
from ..lexicon.number_words import MULTIPLES
from ..values.fact_types import Bound, Fact
from ..values.facts import read_facts
from .evidence_report import Citation, EvidenceReport
from .verification import CalculationCheck

_NIL = re.compile(r"(?:^|[\s|,;\t])[$€£¥]?\s?[—–−-](?=[\s|,;\t%)]|$)")
"""A single dash, which means zero in a table."""
_DIGITS = re.compile(r"(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\d]|[.,]\d)")


def recounted(calculation: Calculation, quotes: Mapping[str, str]) -> CalculationCheck:
    """Repeat the calculation, and return whether its operands and its result are right.

    `quotes`: the words of each span that was looked up and confirmed, as `operand_text` returns them, by span id; for
    `CASE`, the question.

    The quote must contain the digits of each operand. The power of ten may differ, because it may be in a column's
    heading ("in thousands"). So this check does not detect an added or missing power of ten; the digest does. A date
    must be the same day, and a limit must be stated as a limit.
    """
    reasons = [_lacking(operand, quotes) for operand in calculation.operands]
    if not recompute(calculation):
        reasons.append("calculated again, it gives another result")
    wrong = [reason for reason in reasons if reason]
    reason = "; ".join(wrong) or "calculated again, it gives the same result"
    return CalculationCheck(calculation=calculation.shown(), holds=not wrong, reason=reason)


def _lacking(operand: Operand, quotes: Mapping[str, str]) -> str | None:
    quote = quotes.get(operand.span_id)
    if quote is None:
        return f"operand {operand.name} has no quote that holds"
    if operand.unit == DATE:
        found = [figure for fact in read_facts(quote) if (figure := figure_of(fact, quote)) and figure.unit == DATE]
        stated = {figure.bound for figure in found if figure.value == operand.value}
        if any(day.toordinal() == operand.value for fact in read_facts(quote) for day in ends_of(fact)):
            stated.add("exact")
    else:
        figures = _figures(operand.value)
        stated = {
            bound for fact in read_facts(quote) for value, bound in _ends(fact, quote) if _figures(value) == figures
        }
        if not stated and (figures in _loose(quote) or (operand.value == 0 and _NIL.search(quote))):
            stated = {"exact"}  # "(3)" may be a mark or a loss
    if operand.bound in stated:
        return None
    if stated:
        return f"the quote of operand {operand.name} does not state it as “{operand.bound.replace('_', ' ')}”"
    return f"operand {operand.name} = {value_text(operand.value, operand.unit)} is not in its quote"


def _ends(fact: Fact, quote: str) -> Iterator[tuple[Decimal, Bound]]:
    """Yield each value of a fact with its bound. A range gives its two ends.

    Example: “5 to 9 days” has the ends 5 and 9.
    """
    if fact.low is None or fact.high is None or fact.low == fact.high:
        yield from ((fact.low, bound_of(fact, quote)),) if fact.low is not None else ()
    else:
        yield fact.low, "at_least"
        yield fact.high, "at_most"


def _loose(quote: str) -> set[str]:
    numbers = {_figures(Decimal(numeral.replace(",", ""))) for numeral in _DIGITS.findall(quote)}
    return numbers | {
        _figures(value) for word, value in MULTIPLES.items() if re.search(rf"\b{word}\b", quote, re.IGNORECASE)
    }


def _figures(value: Decimal) -> str:
    """Return the significant digits alone: “12” for 1,200 and for 1.2."""
    return "".join(map(str, value.as_tuple().digits)).strip("0") or "0"


def contradictions(report: EvidenceReport) -> tuple[str, ...]:
    """Return the contradictions inside the report, in words; empty if there are none."""
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    numbers = [citation.number for citation in report.citations]
    found = [
        f"two citations have the number {number}" for number in dict.fromkeys(numbers) if numbers.count(number) > 1
    ]
    for citation in report.citations:
        unit = evidence.get(citation.evidence_id)
        if unit is None:
            found.append(f"citation [{citation.number}] names evidence that the report does not have")
        elif _unlike(citation, unit.span.quote, unit.span.version_id, unit.span.file_sha256, unit.span.text_sha256):
            found.append(f"citation [{citation.number}] is not its evidence: quote or version differ")
    for sentence in report.sentences:
        for number in sentence.citations:
            if number not in numbers:
                found.append(f"a sentence cites [{number}], which the report does not hold: “{sentence.text[:80]}”")
    return tuple(found)


def _unlike(citation: Citation, quote: str, version_id: str, file_sha256: str, text_sha256: str) -> bool:
    said = (citation.quote, citation.version_id, citation.version_sha256, citation.text_sha256)
    return said != (quote, version_id, file_sha256, text_sha256)
