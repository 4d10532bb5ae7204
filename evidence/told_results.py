"""The sentence that tells what code worked out: the result as a person would say it, then the working and what each figure is."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from .calculations import Calculation, Operand
from .evidence import Evidence
from .figure_values import value_of
from .language import Language, language_of
from .row_statements import column_name, figure_name, row_label

LONGEST_LEAD = 200
"""Characters of a question that are said again as a statement; a longer one is not."""
_ASKS = re.compile(
    r"^(?P<before>(?:(?:in|for|during|at|as of|as at|on|over|between|from)\b[^?]{0,60}?,?\s+)?)what(?:['’]s|\s+(?P<is>is|are|was|were))\s+"
    r"(?P<thing>(?!(?:it|they|there|left|due)\b)[^?]+)$",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"^(?P<before>(?:(?:in|for|during|at|as of|as at|on)\b[^?]{0,60}?,\s+)?)what\s+(?:percent(?:age)?|share|proportion)\s+of\s+"
    r"(?P<told>[^?]+?\s(?:is|are|was|were|came|comes)\s[^?]+)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\s*\((?:in|round(?:ed)?|expressed|answer)\b[^)]*\)|,?\s+(?:rounded|expressed) (?:to|in|as)\b.*$", re.IGNORECASE
)
_CLAUSE = re.compile(r"\b(?:how|why|which|what|who|if|and (?:is|are|was|were|did|does|has|have))\b", re.IGNORECASE)
_RESULT: Mapping[Language, str] = {"en": "The result is", "de": "Ergebnis:", "fr": "Résultat :", "es": "Resultado:"}
_NAMES = {
    "difference": "The difference is",
    "percent_change": "The change is",
    "ratio": "The ratio is",
    "share": "The share is",
    "sum": "The sum is",
    "average": "The average is",
    "product": "The product is",
    "count": "The number is",
}
_CHANGES = re.compile(r"(?P<bracket>\()?(?P<later>\w+) - (?P<earlier>\w+)(?(bracket)\) / (?P=earlier) \* 100)")
"""Formulas that tell how one thing moved: a difference, a percent change."""
_EXTREMES = {"maximum": "highest", "minimum": "lowest"}


def told_result(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """“Net sales rose by 25%, from 40 (2023) to 50 million USD (2024): (50 - 40) / 40 × 100 = 25 percent.” A figure of a table that the
    lead does not name is named after the working, by its row and column. `definition`: of the measure that was asked for."""
    working = calculation.shown()
    if (change := _change(calculation, evidence)) is not None:
        return f"{change}: {working}."
    parts = [f"{_lead(asked, calculation, evidence, definition)}: {working}"]
    operands = calculation.operands
    if calculation.operation in _EXTREMES:  # the one that is it comes first: it is what was asked for
        operands = tuple(sorted(operands, key=lambda one: one.value != calculation.exact))
    parts += [f"{operand.value:,} is {name}" for operand in operands if (name := _name(operand, evidence))]
    return "; ".join(dict.fromkeys(parts)) + "."


def _change(calculation: Calculation, evidence: Sequence[Evidence]) -> str | None:
    """How one line of a table moved between two columns; None where the figures are no such two, or may be losses."""
    ends = _CHANGES.fullmatch(calculation.formula)
    if ends is None or len(calculation.operands) != 2:
        return None
    by_name = {one.name: one for one in calculation.operands}
    earlier, later = by_name[ends["earlier"]], by_name[ends["later"]]
    cells = [_cell(one, evidence) for one in (earlier, later)]
    if cells[0] is None or cells[1] is None or min(earlier.value, later.value) < 0 or earlier.unit != later.unit:
        return None
    (first, column), (second, other) = cells[0], cells[1]
    if first != second or not first or not column or not other or column == other:
        return None
    path = f"from {_figure(earlier.value, None)} ({column}) to {_figure(later.value, later.unit)} ({other})"
    if earlier.value == later.value:
        return f"{first} did not change, {path}"
    moved = "rose" if later.value > earlier.value else "fell"
    return f"{first} {moved} by {_figure(abs(calculation.result), calculation.unit)}, {path}"


def _lead(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str) -> str:
    """The result as an answer to the question: in its own words where it asks "what was X", else by what was worked out."""
    result = _figure(calculation.result, calculation.unit)
    defined = f" ({definition})" if definition else ""
    if calculation.operation in _EXTREMES:
        best = next((one for one in calculation.operands if one.value == calculation.exact), None)
        if best is not None and (name := _name(best, evidence)):
            return f"{name} is the {_EXTREMES[calculation.operation]}, at {result}{defined}"
    if (said := _said_again(asked, result)) is not None:
        return f"{said}{defined}"
    if (measure := definition.partition(" = ")[0]) != definition:
        return f"{measure[:1].upper()}{measure[1:]} is {result}{defined}"
    language = language_of(asked)
    opening = _NAMES.get(calculation.operation, _RESULT["en"]) if language == "en" else _RESULT[language]
    return f"{opening} {result}{defined}"


def _said_again(asked: str, result: str) -> str | None:
    """“The change in net sales in 2024 was 5” for “What was the change in net sales in 2024?”; None for a question of another form."""
    bare = _ASIDE.sub("", " ".join(asked.split()).rstrip("?.! "))
    if len(bare) > LONGEST_LEAD:
        return None
    if (share := _SHARE.match(bare)) and result.endswith("%") and not _CLAUSE.search(share["told"]):
        return f"{share['before']}{result} of {share['told']}"
    match = _ASKS.match(bare)
    if match is None or _CLAUSE.search(match["thing"]):
        return None
    said = f"{match['before']}{match['thing'].strip(' ,;:')} {(match['is'] or 'is').casefold()} {result}"
    return f"{said[:1].upper()}{said[1:]}"


def _figure(value: Decimal, unit: str | None) -> str:
    """“30.8%”, “41,879 million USD”, “3 percentage points”."""
    plain = value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()
    shown = f"{plain:,f}"
    if not unit:
        return shown
    if unit == "percent":
        return f"{shown}%"
    if unit == "percentage_point":
        return f"{shown} percentage point{'' if abs(plain) == 1 else 's'}"
    currency, _, scale = unit.partition(" ")
    return f"{shown} {scale} {currency}" if scale else f"{shown} {unit.replace('_', ' ')}"


def _name(operand: Operand, evidence: Sequence[Evidence]) -> str:
    """What an operand is, by its row and column; "" where it stands in prose, or twice in its row."""
    found = _of_row(operand, evidence)
    return figure_name(*found) if found else ""


def _cell(operand: Operand, evidence: Sequence[Evidence]) -> tuple[str, str] | None:
    """The label of the operand's row, and its column."""
    found = _of_row(operand, evidence)
    if found is None:
        return None
    row, cell = found
    return row_label(row), column_name(cell[0])


def _of_row(
    operand: Operand, evidence: Sequence[Evidence]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, str]] | None:
    unit = next((one for one in evidence if one.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    return (unit.row, cells[0]) if unit and len(cells) == 1 else None


def _is_value(text: str, value: Decimal) -> bool:
    own = value_of(text)
    if own is None:
        return False
    return own == value or (own != 0 and value != 0 and value / own in _SCALED)


_SCALED = frozenset({Decimal(1), Decimal(1_000), Decimal(1_000_000), Decimal(10) ** 9})
