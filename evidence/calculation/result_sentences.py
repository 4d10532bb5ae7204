"""Writes the sentence that states a calculated result: the result, then the working, then the names of the figures.

Each figure is named by its row label and its column, as in the table. The other words are in the language of the
question.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ..language.question_language import Language, language_of
from ..language.words import root_set
from ..lexicon.calendar_names import MONTHS
from ..model.evidence import Evidence
from ..tables.cell_units import SHORT_UNIT
from ..tables.figure_values import value_of
from ..tables.row_parts import FIGURE, names_only_a_period, without_mark
from ..tables.row_statements import column_name, row_label
from ..values.asked_periods import asked_periods
from ..values.periods import Period
from .calculations import EXTREMES, Calculation, Operand
from .quantity import DATE
from .result_words import ResultWords, words_for
from .value_text import SCALES

_TWICE = re.compile(r"\b(\w(?:.{0,80}?\w)?)(?:[:;,]?\s+\1\b)+", re.IGNORECASE)
_UNIT_AT_END = re.compile(r"\s+[$€£¥%]$")
_NO_PERIOD = (0, 0, 0)


class OperandName(NamedTuple):
    label: str
    column: str
    """The column heading in the form used within a sentence: “2024”, “as of June 30, 2023”."""
    ends: tuple[int, int, int]
    """The year, month and day on which the period of the column ends. A part that the heading does not state is 0."""
    amount: str


def result_sentence(question: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """Return the sentence that states a result, with the working and the figures, in the language of `question`.

    Example: “The change is 25%: (50 − 40) / 40 × 100, with Net sales of $40 million (2023) and $50 million (2024).” For
    a maximum or minimum: “The highest is Bottling of $3,725 million; the others are Retail of −$174 million.”
    `definition`: the definition of the measure in the question, which is added.
    """
    words = words_for(language_of(question))
    language, result = words.language, calculation.name or ""
    names = [operand_name(operand, evidence, result, language) for operand in calculation.operands]
    if calculation.operation in EXTREMES:
        return f"{_extreme(calculation, names, words)}."
    lead, figures = _lead(calculation, names, definition, words), described(names, words)
    if calculation.operation == "count":
        return f"{lead}{words.counted.format(figures=figures) if figures else ''}."
    rounding = calculation.rounding(language)
    working = words.working.format(working=calculation.working(language)) + (f" ({rounding})" if rounding else "")
    return f"{lead}{working}{words.with_figures.format(figures=figures) if figures else ''}."


def _extreme(calculation: Calculation, names: Sequence[OperandName], words: ResultWords) -> str:
    """Return the sentence that names the item with the greatest or least value, and the other items. The column that
    all figures share is left out if the name of the result contains it."""
    if len({name.column for name in names}) == 1 and _contains(calculation.name or "", names[0].column):
        names = [name._replace(column="") for name in names]
    best = [
        name for name, operand in zip(names, calculation.operands, strict=True) if operand.value == calculation.exact
    ]
    others = [name for name in names if name not in best]
    items = _with_amounts(best, words)
    if calculation.name:
        lead = words.item.format(name=_opening(calculation.name), items=items)
    elif calculation.operation == "maximum":
        lead = (words.highest if best[0].label else words.highest_unnamed).format(items=items)
    else:
        lead = (words.lowest if best[0].label else words.lowest_unnamed).format(items=items)
    return lead + (words.others.format(items=_with_amounts(others, words)) if others else "")


def _with_amounts(names: Sequence[OperandName], words: ResultWords) -> str:
    return described(names, words) or words.listed(list(dict.fromkeys(name.amount for name in names)))


def _lead(calculation: Calculation, names: Sequence[OperandName], definition: str, words: ResultWords) -> str:
    """Return the start of the sentence: the name of the result, and the result. The name is the one that the model
    gives in the question's words, else that of the measure, else that of the operation."""
    result = calculation.result_text(words.language)
    measure, _, meaning = definition.replace(" - ", " − ").replace(" x ", " × ").partition(" = ")
    if meaning and not calculation.name:
        last = max((name for name in names if any(name.ends)), key=lambda period: period.ends, default=None)
        template = words.definition if last else words.definition_undated
        period = last.column if last else ""
        return template.format(name=_opening(measure), period=period, result=result, meaning=meaning)
    name = _opening(calculation.name) or words.names.get(calculation.operation, words.default)
    if calculation.unit != DATE:
        return words.amount.format(name=name, result=result)
    return (words.day if calculation.bound == "exact" else words.bounded_day).format(name=name, result=result)


def _opening(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _contains(result: str, words: str) -> bool:
    return bool(words) and root_set(words) <= root_set(result)


def operand_name(
    operand: Operand, evidence: Sequence[Evidence], result: str = "", language: Language = "en"
) -> OperandName:
    """Return the name of an operand. Label and column are empty for an operand that is not from a table, and for a
    value that occurs twice in its row. `result`: the name of the calculation's result; a heading of the label that it
    contains is left out. `language`: that of the amount."""
    amount = operand.text(language)
    unit = next((unit for unit in evidence if unit.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    if unit is None or len(cells) != 1:
        return OperandName("", "", _NO_PERIOD, amount)
    figures = [at for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text)]
    named = [
        _label_cell("" if _contains(result, column_name(name)) else name, text)
        for name, text in unit.row[: figures[0] if figures else None]
    ]
    column = _UNIT_AT_END.sub("", SHORT_UNIT.sub("", _TWICE.sub(r"\1", without_mark(column_name(cells[0][0])))).strip())
    column = column.replace(" (", ", ").replace("(", "").replace(")", "")
    ends = max((_end(period) for period in asked_periods(column)[0]), default=_NO_PERIOD)
    column = _lowered(column) if language == "en" else column
    return OperandName(_TWICE.sub(r"\1", row_label(named)), column, ends, amount)


def _label_cell(name: str, text: str) -> tuple[str, str]:
    """Return the cell with the label of a row, as (column heading, text), without footnote marks. A heading that only
    names a period becomes ""."""
    return ("" if names_only_a_period(column_name(name).rstrip(", ")) else name, without_mark(text))


def _end(period: Period) -> tuple[int, int, int]:
    month = period.month or (period.quarter or 0) * 3
    return max(period.years(), default=0), month, period.day or 0


def described(names: Sequence[OperandName], words: ResultWords) -> str:
    """Return the operands as one phrase: “Net sales of $40 million (2023) and $50 million (2024) and dues of $8 million
    (2024)”. Return "" if no operand has a name."""
    known = [fromkey for fromkey in dict.fromkeys(names) if fromkey.label or fromkey.column]
    columns = {cell.column for cell in known}
    shared = columns.pop() if words.shared and len(columns) == 1 else None
    by_label: dict[str, list[OperandName]] = {}
    for cell in known:
        by_label.setdefault(cell.label, []).append(cell)
    parts = []
    for label, own in by_label.items():
        amounts = words.listed([cell.amount if shared is not None else _dated(cell, words) for cell in own])
        parts.append(words.labelled.format(label=label, amounts=amounts) if label else amounts)
    text = words.listed(parts) if all(len(own) == 1 for own in by_label.values()) else "; ".join(parts)
    return words.shared.format(figures=text, column=shared) if text and shared else text


def _dated(one: OperandName, words: ResultWords) -> str:
    template = words.dated if one.label else words.unlabelled
    return template.format(column=one.column, amount=one.amount) if one.column else one.amount


def _lowered(column: str) -> str:
    """Return the column name in lower case if it only names a period: “as of June 30, 2023” for “As of June 30,
    2023”. Months keep their capitals."""
    if not names_only_a_period(column):
        return column
    words = column.split()
    return " ".join(
        word.lower() if word.istitle() and word.casefold().strip(",.") not in MONTHS else word for word in words
    )


def _is_value(text: str, value: Decimal) -> bool:
    own = value_of(text)
    if own is None:
        return False
    return own == value or (own != 0 and value != 0 and _apart(own, value))


def _apart(own: Decimal, value: Decimal) -> bool:
    """Return whether the two values are equal apart from their scale.

    Example: `_apart(Decimal("5"), Decimal("5000000"))` gives `True`.
    """
    return any(own * scale == value or value * scale == own for scale in SCALES.values())
