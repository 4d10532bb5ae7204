"""Calculates named measures such as "quick ratio" from cited rows of the financial statements (SPEC EVI-9). If that is
not possible, the reason is given.

A wrong number is worse than none. So a result needs one meaning of the question, and for each figure exactly one
matching row and column in one report.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from ....evidence.calculation.calculation_builder import reckon
from ....evidence.calculation.calculations import Calculation, Refused
from ....evidence.lexicon.figure_words import BEFORE_LINES
from ....evidence.model.evidence import Evidence
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.measures import Measure, Result
from ....evidence.tables.measures_asked import needed
from ....evidence.tables.row_parts import TableRow
from ....evidence.tables.statement_lines import LINES
from ....evidence.values.periods import periods_in
from .asked_figures import asked_figures
from .measure_figures import LineFigure, line_figures
from .table_lines import NoOperands

MOST_YEARS = 2
DECIMALS = 2
_EARLY = 2
_DECIMALS = re.compile(r"\b(one|two|three|four|1|2|3|4) decimal", re.IGNORECASE)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_COMPARES = re.compile(
    r"\b(?:improv|declin|deteriorat|chang|increas|decreas|grow|grew|rise|rose|fall|fell|better|worse|compar"
    r"|higher|lower|trend|move|year[- ]over[- ]year)\w*",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    r"\bgr(?:ow|ew|owth)\b|\bpercent(?:age)? (?:change|growth|increase|decrease)\b|%|\bpercents?\b|\bpercentage\b"
    r"|\byear[- ](?:over|on)[- ]year\b|\byoy\b",
    re.IGNORECASE,
)
_PART = re.compile(r"\b(?:percent(?:age)?|%|share|proportion) of\b|\bto [\w\s]+ ratio\b|\bratio of\b", re.IGNORECASE)


class Worked(NamedTuple):
    """The calculation of a measure for one year: its formula and its operands, which are table cells."""

    year: int
    calculation_of: str
    operands: tuple[tuple[str, str], ...]
    """Pairs (key of a row, text of its cell), in the order of the formula's variables."""
    formula: str
    result: Result


def definition_of(asked: str, question: str) -> str:
    """Return the definition of the measure that `asked`, a part of the question, names. The answer states it in these
    words. "" if no measure is named."""
    need = needed(asked, question)
    if not need.measures or need.own_definition:
        return ""
    return f"{need.measures[0].name} = {need.measures[0].definition}"


def worked(asked: str, question: str, rows: Sequence[TableRow]) -> tuple[Worked, ...] | NoOperands | None:
    """Return what to calculate, the latest year first, or the reason for a refusal. Return None if `asked`, a part of
    the question, names no measure. `rows`: those of the primary statements of one report."""
    need = needed(asked, question)
    measure = need.measures[0] if len(need.measures) == 1 else None
    if measure is None or not asks_for_itself((measure.said,), asked):
        return None
    years = _years(asked)
    if isinstance(years, NoOperands):
        return years
    if need.own_definition:
        return NoOperands(reason="the question defines the measure itself, and only a judge can apply this definition")
    if not rows:
        return NoOperands(reason=f"no row of a primary statement was found for {measure.name}")
    found = []
    for year in years:
        result = _of_year(measure, year, rows)
        if isinstance(result, NoOperands):
            return result
        found.append(result)
    return tuple(found)


def line_asked(asked: str, question: str, rows: Sequence[TableRow]) -> LineFigure | NoOperands | None:
    """Return the cell for the requested statement item and year, such as "Net income" of 2023. If no cell is certain,
    return the reason. Return None if the question asks for something else."""
    need = needed(asked, question)
    years = _years(asked)
    single = len(need.lines) == 1 and not need.measures and not _PART.search(asked)
    figures_asked = asked_figures(asked)
    if figures_asked is not None and figures_asked.operation is not None:
        return None
    if not single or _GROWTH.search(asked) or isinstance(years, NoOperands) or len(years) != 1:
        return None
    if not asks_for_itself(need.lines[0].said, asked):
        return None
    figures = line_figures(need.lines[0], years[0], rows)
    if isinstance(figures, NoOperands):
        return figures if figures.ambiguous else None
    return figures[0] if len(figures) == 1 else None


def _years(asked: str) -> tuple[int, ...] | NoOperands:
    """Return the years to calculate, the latest first: the year of the question, or the two years that it compares.
    Return the reason if they are unclear.

    Example: `_years("gross margin in 2023")` gives `(2023,)`.
    """
    periods = [period for period, _, _ in periods_in(asked)]
    if any(period.month is not None and period.month <= _EARLY for period in periods):
        return NoOperands(
            reason="the question names a day early in a year; a fiscal year that ends then may be named after either year"
        )
    if any(period.quarter is not None or period.until is not None for period in periods):
        return NoOperands(
            reason="the question is about a quarter or a range of years, but measures are calculated for single years only"
        )
    years = sorted({period.year for period in periods if period.year is not None}, reverse=True)
    if not years:
        return NoOperands(reason="no year is asked about")
    if len(years) > MOST_YEARS:
        return NoOperands(reason=f"{len(years)} years are asked about")
    if len(years) == 1 and _COMPARES.search(asked):
        return (years[0], years[0] - 1)
    return tuple(years)


def _of_year(measure: Measure, year: int, rows: Sequence[TableRow]) -> Worked | NoOperands:
    """Return how to calculate the measure of one year, or why this is not possible."""
    letters = iter(ascii_lowercase)
    operands: list[tuple[str, str]] = []
    names: dict[str, str] = {}
    for name in dict.fromkeys(re.findall(r"[a-z]\w+", measure.formula)):
        plain, before = name.removesuffix("_before"), name.endswith("_before")
        figures = line_figures(LINES[plain], year - before, rows)
        if isinstance(figures, NoOperands):
            return figures
        parts = []
        for figure in figures:
            letter = next(letters)
            operands.append((figure.key, figure.text))
            parts.append(_signed(letter, figure))
        names[name] = parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"
    return Worked(year, measure.name, tuple(operands), _formula(measure.formula, names), measure.result)


def _signed(letter: str, figure: LineFigure) -> str:
    return f"(-1 * {letter})" if figure.less else letter


def _formula(formula: str, names: Mapping[str, str]) -> str:
    written = re.sub(r"[a-z]\w+", lambda match: names[match.group()], formula)
    return re.sub(r"- \(-1 \* ([a-z])\)", r"+ \1", written)


def calculations(
    asked: str, question: str, found: Sequence[Worked], units: Mapping[str, Evidence]
) -> tuple[tuple[Calculation, tuple[Evidence, ...]], ...] | NoOperands:
    """Return each result with the evidence for its figures, or the reason for a refusal. A result without meaning, such
    as a tax rate on a loss, is refused."""
    made = []
    for result in found:
        figures = [(units[key], text) for key, text in result.operands]
        worked_out = reckon(
            "formula", result.formula, figures, decimals=_decimals(f"{asked} {question}"), named=_NAMES[result.result]
        )
        if isinstance(worked_out, Refused):
            return NoOperands(reason=worked_out.reason)
        if not _of_one_scale(worked_out, figures):
            return NoOperands(reason="the figures of the rows have different scales or units")
        if result.calculation_of in _POSITIVE and worked_out.exact < 0:
            return NoOperands(reason=f"{result.calculation_of} of {result.year} would be negative, which is impossible")
        made.append((worked_out, tuple(dict.fromkeys(unit for unit, _ in figures))))
    return tuple(made)


def _of_one_scale(calculation: Calculation, figures: Sequence[tuple[Evidence, str]]) -> bool:
    """Return whether all figures of the calculation have the same scale and unit."""
    scales = set()
    for operand, (_, text) in zip(calculation.operands, figures, strict=True):
        value = value_of(text)
        if value is None:
            return False
        if value:
            scales.add((operand.value / value, operand.unit))
    return len(scales) <= 1


_NAMES: Mapping[Result, str] = {"ratio": "formula", "money": "formula", "percent": "percent", "days": "days"}
_POSITIVE = frozenset(
    {"effective tax rate", "interest coverage", "dividend payout ratio", "debt to equity", "return on equity"}
)
"""Measures that mean nothing if their numerator or denominator is a loss."""


def _decimals(asked: str) -> int:
    said = _DECIMALS.search(asked)
    if said is None:
        return DECIMALS
    word = said[1].casefold()
    return _COUNTS.get(word) or int(word)


_QUESTION_WORD = re.compile(r"\b(?:what|which|how (?:much|many|large|high))\b", re.IGNORECASE)
_NAME_OR_FIGURE = re.compile(r"[A-Z][\w&.-]*(?:['’]s?(?!\w))?|\w+['’]s\b|\S*\d\S*")
_LIMITED = re.compile(r"\s+(\w+ed|per (?!cent|year|annum)\w+)\b", re.IGNORECASE)
"""What follows a name and limits it: “deferred”, “per share”."""


def asks_for_itself(names: Sequence[str], asked: str) -> bool:
    """Return whether the question asks for what the patterns `names` name, and not for something related to it.
    Related are “the tax benefit included in net income”, “the impact of tariffs on gross margin” and “total assets per
    share”."""
    places = [match.span() for name in names for match in re.finditer(name, asked, re.IGNORECASE)]
    if not places:
        return False
    start, end = min(places, key=lambda place: (place[0], -place[1]))
    asking = list(_QUESTION_WORD.finditer(asked, 0, start))
    before = _NAME_OR_FIGURE.sub(" ", asked[asking[-1].end() : start]) if asking else ""
    after = _LIMITED.match(asked[end:]) if asking else None
    said = (*re.findall(r"[\w'’%&-]+", before), *((after[1],) if after else ()))
    return all(word.casefold() in BEFORE_LINES for word in said)
