"""The sentence that states a calculated result: the result first, then the working and the names of its figures."""

from collections.abc import Mapping, Sequence

from ..language.question_language import Language, language_of
from ..model.evidence import Evidence
from .calculations import EXTREMES, Calculation, listed
from .operand_names import OperandName, described, operand_name

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
    "growth_rate": "The compound annual growth rate is",
}


def told_result(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """Return the sentence for a result: “The change is 25%: (50 − 40) / 40 × 100, with Net sales of $40 million
    (2023) and $50 million (2024).”

    For a maximum or minimum: “The highest is Bottling of $3,725 million; the others are Retail of −$174 million.”
    `definition`: the definition of the measure that the question asks for.
    """
    names = [operand_name(operand, evidence) for operand in calculation.operands]
    if language_of(asked) != "en":
        return _in_other_words(asked, calculation, names)
    if calculation.operation in EXTREMES:
        return f"{_extreme(calculation, names)}."
    lead, figures = _lead(calculation, names, definition), described(names)
    if calculation.operation == "count":
        return f"{lead}{f': {figures}' if figures else ''}."
    working = calculation.working() + (f" ({calculation.rounding()})" if calculation.rounding() else "")
    return f"{lead}: {working}{f', with {figures}' if figures else ''}."


def _in_other_words(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Return the result without a full sentence, for other languages than English: “Ergebnis: 310 / 80 = 3.88
    (…)”, then the figures by name."""
    figures = [
        f"{', '.join(part for part in (name.label, name.column) if part)}: {name.amount}"
        for name in names
        if name.label
    ]
    shown = calculation.result_text() if calculation.operation in EXTREMES else calculation.shown()
    return "; ".join((f"{_RESULT[language_of(asked)]} {shown}", *dict.fromkeys(figures))) + "."


def _extreme(calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Return the item with the greatest or least value, and the others."""
    best = [
        name for name, operand in zip(names, calculation.operands, strict=True) if operand.value == calculation.exact
    ]
    others = [name for name in names if name not in best]
    lead = _opening(calculation.name or f"the {EXTREMES[calculation.operation]}")
    beside = f"; the others are {_with_amounts(others)}" if others else ""
    return f"{lead} is {_with_amounts(best)}{beside}"


def _with_amounts(names: Sequence[OperandName]) -> str:
    return described(names) or listed(list(dict.fromkeys(name.amount for name in names)))


def _lead(calculation: Calculation, names: Sequence[OperandName], definition: str) -> str:
    """Return the result with its name. The name is the model's name in the question's words, else the measure,
    else the operation."""
    result = calculation.result_text()
    if calculation.name:
        return f"{_opening(calculation.name)} is {result}"
    measure, _, meaning = definition.replace(" - ", " − ").replace(" x ", " × ").partition(" = ")
    if meaning:
        last = max((name for name in names if any(name.ends)), key=lambda period: period.ends, default=None)
        of = f" ({last.column})" if last else ""
        return f"{_opening(measure)}{of} is {result} (defined as {meaning})"
    return f"{_NAMES.get(calculation.operation, _RESULT['en'])} {result}"


def _opening(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
