"""Parses a figure that a model names in a quote or in the question (SPEC EVI-9). It is a date, or a number with its
scale, unit, rate and bound."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Context, Decimal
from typing import NamedTuple

from ..lexicon.number_words import MULTIPLES
from ..lexicon.unit_names import DIMENSIONS, SYMBOLS, WORDS
from ..model.evidence import Evidence
from ..model.spans import SpanId, VersionId
from ..tables.cell_units import cell_unit, is_single, own_fact
from ..tables.figure_values import scale_of, value_of
from ..tables.row_parts import parts_of
from ..values.fact_types import Bound, Fact
from ..values.facts import read_facts
from ..values.periods import periods_in
from .calculations import CASE
from .quantity import DATE
from .value_text import SCALES

EXACTLY = Context(prec=300)
LINE_OF_FIGURES = 4
"""A quote from a filing with at least this many figures may be a table row, whose scale is often stated only above
the table."""
CURRENCY = re.compile(r"[A-Z]{3}")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_COMPOUND = re.compile(r"\s?[^\W\d_]+(?:/[^\W\d_]+)+")
_PER = re.compile(
    r"\s*(?:/|(?:per|each|every|an?|for (?:each|every))\s+"
    r"(?:of\s+the\s+(?:first|next)\s+[\d,.]+\s+|(?:further|additional|full|started|completed)\s+)?)(?P<unit>[^\W\d_]+)",
    re.IGNORECASE,
)
_RATED = frozenset({"length", "mass", "volume", "area", "energy", "seconds", "months"})
"""Dimensions of the units that may follow "per" in a rate."""


class Figure(NamedTuple):
    letters: str
    value: Decimal
    """The number as written, before it is multiplied by the scale of its table. For a date, its day number."""
    scale: Decimal | None
    """The factor stated beside the number or above its table, such as 1,000,000. None if it is not known."""
    unit: str | None
    bare: bool
    """Whether the figure is known to have no unit."""
    span_id: SpanId
    document: VersionId
    in_row: bool = False
    years: tuple[int, ...] = ()
    """The years that the heading of the figure's column names. If it names none, those that the row label names."""
    bound: Bound = "exact"
    per: tuple[str, ...] = ()
    """The units after "per" in a rate: ("mile",)."""
    column: tuple[str, ...] = ()
    """The names of the table's columns, its place, and the figure's own column. Empty if the table states a unit."""

    @property
    def magnitude(self) -> str:
        if self.scale is None:
            return "on an unknown scale"
        word = next((name for name, scale in SCALES.items() if scale == self.scale), "")
        return f"in {word}s" if word else "in full"


def case_text(question: str, as_of: date | None) -> str:
    """Return the text in which figures of the question are looked up.

    Example: “Is it due?” on 3 May 2026 becomes two lines: “Is it due?” and “Today: 2026-05-03”.
    """
    return f"{question}\nToday: {as_of}" if as_of else question


def figure_at(unit: Evidence | None, letters: str, case: str) -> Figure | None:
    """Return the figure that is written as `letters` in the evidence `unit`. Return None unless it occurs there exactly
    once, as a single value.

    If `unit` is None, the figure is looked up in the text of the question, `case`. It may occur there twice.

    Example: “£90” in the question “What are 3 months at £90?” is the figure 90 with the unit “GBP”.
    """
    if unit is None:
        read = {_at(case, letters, *place) for place in _places(case, letters)}
        return read.pop() if len(read) == 1 else None
    if unit.row:
        return _in_row(unit, letters)
    places = _places(unit.span.quote, letters)
    found = _at(unit.span.quote, letters, *places[0]) if len(places) == 1 else None
    if found is None:
        return None
    found = found._replace(span_id=unit.span.span_id, document=unit.source.version_id)
    whole, line = found.scale == 1, len(NUMBER.findall(unit.span.quote)) >= LINE_OF_FIGURES
    scalable = found.unit is None or CURRENCY.fullmatch(found.unit) is not None
    if whole and scalable and line and _of_unstated_scale(unit, found.value):
        return found._replace(scale=None, unit=None)
    return found


def counted(value: Decimal) -> Figure:
    """Return a number without a unit, from the question, as a figure.

    Example: 12 in “for 12 months” is the number 12 without a unit.
    """
    return Figure(f"{value:f}", value, Decimal(1), None, True, CASE, VersionId(CASE))


def figure_of(fact: Fact, text: str) -> Figure | None:
    """Return the value `fact` of `text` as a figure. Return None if it is neither a single number nor a single day.

    Example: the value “£90” of “The fee is £90.” is the figure 90 with the unit “GBP”.
    """
    if fact.kind == "date" and fact.first_day is not None and fact.first_day == fact.last_day:
        value, scale, unit = Decimal(fact.first_day.toordinal()), Decimal(1), DATE
        return Figure(fact.text, value, scale, unit, False, CASE, VersionId(CASE), bound=fact.bound)
    per = _rate(text, fact)
    if not is_single(fact) or fact.low is None or per is None:
        return None
    scale = scale_of(fact.text)
    name = None if fact.unit == "times" else fact.unit
    per = () if name == "percent" else per
    if name is None and per:
        name, per = per[0], per[1:]
    value = EXACTLY.divide(fact.low, scale)
    return Figure(
        fact.text, value, scale, name, name is None, CASE, VersionId(CASE), bound=bound_of(fact, text), per=per
    )


def bound_of(fact: Fact, text: str) -> Bound:
    """Return the bound of a value for calculations. “± 0.5 mm” and spans such as “over 5 years” count as exact."""
    words = text[fact.bound_start : fact.bound_end] if fact.bound != "between" else ""
    return "exact" if words == "±" or (words.casefold() == "over" and fact.kind == "duration") else fact.bound


def years_in(text: str) -> tuple[int, ...]:
    periods = [period for period, _, _ in periods_in(text)]
    return tuple(dict.fromkeys(year for period in periods for year in sorted(period.years())))


def _places(text: str, letters: str) -> list[tuple[int, int]]:
    wanted = r"\s+".join(re.escape(part) for part in letters.split())
    return [match.span() for match in re.finditer(rf"(?<![\d.,]){wanted}(?![\d]|[.,]\d)", text)] if wanted else []


def _at(text: str, letters: str, start: int, end: int) -> Figure | None:
    facts = [fact for fact in read_facts(text) if fact.start < end and start < fact.end]
    multiple = MULTIPLES.get(letters.strip().casefold())
    if not facts and multiple is not None and not text[:start][-1:].isalnum():
        return counted(multiple)._replace(letters=letters.strip())
    for day in read_facts(letters):
        if day.kind == "date" and any(day.first_day in ends_of(fact) for fact in facts):
            return figure_of(day, letters)
    found = [figure for fact in facts if (figure := figure_of(_end_of_range(fact, letters), text)) is not None]
    if len(found) != 1 or (found[0].unit is None and any(fact.kind in {"date", "period"} for fact in facts)):
        return None  # such as 31 February
    return found[0]


def _end_of_range(fact: Fact, letters: str) -> Fact:
    """Return one end of a range such as “5 to 10 mg” as a bound, if `letters` is the text of that end. Otherwise return
    the fact unchanged."""
    end = value_of(letters)
    if fact.bound != "between" or fact.low == fact.high or end is None or end not in (fact.low, fact.high):
        return fact
    return fact._replace(low=end, high=end, bound="at_least" if end == fact.low else "at_most")


def ends_of(fact: Fact) -> tuple[date, ...]:
    """Return the first and last day of a range of two dates, such as “from 1 March 2026 to 15 May 2026”."""
    return tuple(day for day in (fact.first_day, fact.last_day) if day is not None and fact.bound == "between")


def _rate(text: str, fact: Fact) -> tuple[str, ...] | None:
    """Return the units after "per" in a rate: ("mile",) for "45p a mile", () if it is not a rate.

    For "60 mg/kg/day", the first unit returned is that of the figure itself. Return None if a unit is unknown.
    """
    if fact.unit is None and (compound := _COMPOUND.match(text, fact.end)):
        names = [SYMBOLS.get(part) or WORDS.get(part.casefold()) for part in compound[0].strip().split("/")]
        return tuple(name for name in names if name) if all(names) else None
    found: list[str] = []
    at = fact.end
    while (match := _PER.match(text, at)) and len(found) < 3:
        word = match["unit"]
        name = "year" if word.casefold() == "annum" else WORDS.get(word.casefold()) or SYMBOLS.get(word)
        if name in DIMENSIONS and DIMENSIONS[name][0] in _RATED and name != "second":
            found.append(name)
        at = match.end()
    return tuple(found)


def _in_row(unit: Evidence, letters: str) -> Figure | None:
    """Return the figure in the cells of the row with the text `letters`. Return None if there is none, or if such cells
    have different scales or units."""
    cells = [cell for cell in unit.row if _squeezed(cell[1]) == _squeezed(letters)]
    value = value_of(letters)
    dates = {figure_of(fact, text) for _, text in cells for fact in read_facts(text) if fact.kind == "date"}
    if len(dates) == 1 and (day := dates.pop()) is not None and day.letters == cells[0][1].strip():
        return day._replace(span_id=unit.span.span_id, document=unit.source.version_id, in_row=True)
    if not cells:
        return _within_a_cell(unit, letters)
    if value is None:
        return None
    found = {_in_cell(unit, cell, value) for cell in cells}
    if len(found) != 1:
        return None
    if len(cells) != 1:
        return found.pop()
    parts, place = parts_of(unit.row), unit.span.place
    names = () if parts.unit else (*(name for name, _ in unit.row), str(place.page), place.section or "", cells[0][0])
    return found.pop()._replace(years=years_in(cells[0][0]) or years_in(parts.label), column=names)


def _within_a_cell(unit: Evidence, letters: str) -> Figure | None:
    """Return the figure in the words of a cell: the date in “Milestone M2, accepted 2 April 2026”. Return None unless
    exactly one cell contains it, once, with its own unit, in a column without a scale."""
    places = [(cell, place) for cell in unit.row for place in _places(cell[1], letters)]
    if len(places) != 1:
        return None
    cell, place = places[0]
    found = _at(cell[1], letters, *place)
    if found is None or found.unit is None or (found.unit != DATE and cell_unit(unit.row, cell).scale not in (None, 1)):
        return None
    return found._replace(span_id=unit.span.span_id, document=unit.source.version_id, in_row=True)


def _in_cell(unit: Evidence, cell: tuple[str, str], value: Decimal) -> Figure:
    found = cell_unit(unit.row, cell)
    own, fact = scale_of(cell[1]), own_fact(cell[1])
    hundredths = fact is not None and fact.low is not None and abs(fact.low * 100) == abs(value)
    if fact is not None and fact.low is not None and hundredths:
        value = fact.low.copy_sign(value)  # basis points and pence are hundredths
    scale, name = found.scale, found.unit
    if scale is None and not parts_of(unit.row).unit and not _of_unstated_scale(unit, value):
        scale = Decimal(1)
    if scale is None and name and CURRENCY.fullmatch(name):
        name = None  # if the scale is unknown, the currency is left open too
    per = (_rate(cell[1], fact) or ()) if fact is not None and fact.unit else ()
    return Figure(
        cell[1].strip(),
        EXACTLY.divide(value, own),
        scale,
        name,
        found.bare,
        unit.span.span_id,
        unit.source.version_id,
        in_row=True,
        bound=fact.bound if fact is not None else "exact",
        per=per if name else (),
    )


def _of_unstated_scale(unit: Evidence, value: Decimal) -> bool:
    """Return whether the figure may be in thousands or millions without a stated scale, as in the discussion section of
    a filing."""
    return unit.source.authority == "filing" and value == value.to_integral_value()


def _squeezed(text: str) -> str:
    return "".join(text.split())


def operand_text(unit: Evidence) -> str:
    """Return the text in which an operand's figure and bound are looked up. For a table row, this is the text of its
    cells if the quote contains all of them."""
    quote = _squeezed(unit.span.quote)
    cells: Sequence[str] = [text for _, text in unit.row]
    return " | ".join(cells) if cells and all(_squeezed(cell) in quote for cell in cells) else unit.span.quote
