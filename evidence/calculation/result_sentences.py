"""The sentence that states what code calculated, as a person would send it: the result first, then the working and its figures by name."""

import re
from collections.abc import Mapping, Sequence

from ..language.question_language import Language, language_of
from ..model.evidence import Evidence
from .calculations import EXTREMES, Calculation, Operand, evaluate, listed
from .formulas import halves
from .operand_names import OperandName, described, operand_name
from .quantity import DATE
from .value_text import value_text

LONGEST_LEAD = 200
"""Characters of a question that are said again as a statement; a longer one is not."""
_ASKS = re.compile(
    r"^(?P<before>(?:(?:in|for|during|at|as of|as at|on|over|between|from)\b[^?]{0,60}?,?\s+)?)what(?:['’]s|\s+(?P<is>is|are|was|were))\s+"
    r"(?P<thing>(?!(?:it|they|there|left|due)\b)[^?]+)$",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(r"^the (?P<thing>(?:(?!\b(?:is|are|was|were|has|have|did|does)\b).)+)$", re.IGNORECASE)
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
"""Formulas that show how one thing moved: a difference, a percent change."""
_COUNTED = re.compile(
    r"\bhow many\s+(?P<things>(?:(?!(?:of|is|was|has|does|its|this)\b)[\w-]+\s+){0,2}?(?!(?:is|was|has|does|its|this)\b)[\w-]+s)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:which|compar\w*|than|higher|lower|larger|smaller|greater|bigger|exceed\w*)\b", re.IGNORECASE
)
_WHICH = re.compile(
    r"\bwhich\s+(?:\w+\s+){0,2}?(?P<kind>segment|division|department|category)?\s*(?:had|has|have|reported|recorded|showed|saw|with|generated)\s+"
    r"(?:the\s+)?(?:highest|largest|greatest|biggest|most|higher|larger|lowest|smallest|least|fewest|lower|smaller)\s+(?P<thing>[^?,]+)",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:as (?:of|at)|at|for(?: the)?)\s+", re.IGNORECASE)


def told_result(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """“Net sales rose by 25%, from $40 million (2023) to $50 million (2024): (50 − 40) / 40 × 100.” Of a greatest or least: “Bottling had
    the highest net income, $3,725 million, ahead of retail (−$174 million).” `definition`: of the measure that was asked for."""
    names = [operand_name(operand, evidence) for operand in calculation.operands]
    if language_of(asked) != "en":
        return _in_other_words(asked, calculation, names)
    if calculation.operation in EXTREMES:
        return f"{_extreme(asked, calculation, names)}."
    working = calculation.working() + (f" ({calculation.rounding()})" if calculation.rounding() else "")
    if (apart := _days_apart(calculation)) is not None:
        return f"{apart}."
    if calculation.bound == "exact" and (change := _change(calculation, names)) is not None:
        return f"{change}: {working}."
    if calculation.bound == "exact" and (compared := _compared(asked, calculation, names)) is not None:
        return f"{compared}: {working}."
    lead = _lead(asked, calculation, names, definition)
    figures = described(names)
    if calculation.operation == "count":
        return f"{lead}{f': {figures}' if figures else ''}."
    return f"{lead}: {working}{f', with {figures}' if figures else ''}."


def _in_other_words(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Without a sentence: “Ergebnis: 310 / 80 = 3.88 (…)”, then the figures by name."""
    figures = [
        f"{', '.join(part for part in (name.label, name.column) if part)}: {name.amount}"
        for name in names
        if name.label
    ]
    opening = _RESULT[language_of(asked)]
    if calculation.operation in EXTREMES:
        best = [
            text for text, one in zip(figures, calculation.operands, strict=False) if one.value == calculation.exact
        ]
        figures = list(dict.fromkeys((*best, *figures))) if len(figures) == len(names) else figures
        shown = calculation.result_text()
        return f"{opening} {'; '.join(figures) or shown}."
    return "; ".join((f"{opening} {calculation.shown()}", *dict.fromkeys(figures))) + "."


def _extreme(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str:
    """The item that has the greatest or least value, with the others in their order."""
    highest = calculation.operation == "maximum"
    order = sorted(range(len(names)), key=lambda at: calculation.operands[at].value, reverse=highest)
    best = [at for at in order if calculation.operands[at].value == calculation.operands[order[0]].value]
    others = [at for at in order if at not in best]
    word, amount = EXTREMES[calculation.operation], names[best[0]].amount
    if not all(name.label or name.column for name in names):
        beyond = listed([names[at].amount for at in others])
        return f"The {word} is {amount}{_beside(highest, beyond)}"
    labels, columns = {name.label for name in names}, {name.column for name in names}
    by_column = len(labels) == 1 and len(columns) > 1
    items = [_item(name, by_column=by_column, alone=by_column or len(columns) == 1) for name in names]
    question = _WHICH.search(" ".join(asked.split()).rstrip("?.! "))
    measure = question["thing"].strip() if question else ""
    context = ""
    if by_column:
        measure = _as_asked(next(iter(labels)), asked)
    elif len(columns) == 1:
        column, dated = next(iter(columns)), any(names[0].ends)
        measure = measure if dated or not column else _as_asked(column, asked)
        context = f" ({column})" if dated and column and str(names[0].ends[0]) not in measure else ""
        if question and question["kind"] and question["kind"].casefold() not in items[best[0]].casefold():
            items[best[0]] = f"The {items[best[0]]} {question['kind'].casefold()}"
    subject = listed([items[at] for at in best])
    beyond = listed([f"{items[at]} ({names[at].amount})" for at in others])
    if calculation.name:
        return f"{_opening(calculation.name)} is {subject}, at {amount}{context}{_beside(highest, beyond)}"
    had = (
        f"had the {word} {measure}, {amount}"
        if measure
        else f"{'is' if len(best) == 1 else 'are'} the {word}, at {amount}"
    )
    return f"{_opening(subject)} {had}{context}{_beside(highest, beyond)}"


def _opening(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _beside(highest: bool, others: str) -> str:
    return f", {'ahead of' if highest else 'below'} {others}" if others else ""


def _item(one: OperandName, *, by_column: bool, alone: bool) -> str:
    """What sets an operand apart from the others: its label, its column, or both."""
    if by_column:
        bare = _PREPOSITION.sub("", one.column)
        return f"the {bare}" if any(one.ends) and bare[:1].islower() else bare
    return one.label if alone or not one.column else f"{one.label} ({one.column})"


def _as_asked(name: str, asked: str) -> str:
    """The name with the capitals it has in the question, where it stands there."""
    at = asked.casefold().find(name.casefold())
    return asked[at : at + len(name)] if at >= 0 and len(asked.casefold()) == len(asked) else name


def _change(calculation: Calculation, names: Sequence[OperandName]) -> str | None:
    """How one line of a table moved from one period to a later one; None where the figures are no such two, or may be losses."""
    if len(names) < 2 or names[0].label != names[1].label or not names[0].label:
        return None
    if calculation.operation == "growth_rate":
        years = (
            f"{calculation.operands[2].value:f}"
            if len(names) > 2
            else re.findall(r"1 / (\d+)", calculation.formula)[-1]
        )
        grew = "grew" if calculation.exact >= 0 else "fell"
        rate = calculation.result_text(unsigned=True)
        path = f"from {_placed(names[0])} to {_placed(names[1])}"
        return f"{names[0].label} {grew} at a compound annual rate of {rate} over {years} year{'' if years == '1' else 's'}, {path}"
    ends = _CHANGES.fullmatch(calculation.formula)
    if ends is None or len(names) != 2:
        return None
    by_name = {one.name: (one, name) for one, name in zip(calculation.operands, names, strict=True)}
    (before, earlier), (after, later) = by_name[ends["earlier"]], by_name[ends["later"]]
    in_order = any(earlier.ends) and earlier.ends < later.ends
    if (
        min(before.value, after.value) < 0
        or before.unit != after.unit
        or not in_order
        or earlier.column == later.column
    ):
        return None
    path = f"from {_placed(earlier)} to {_placed(later)}"
    if before.value == after.value:
        return f"{earlier.label} did not change, {path}"
    moved = "rose" if after.value > before.value else "fell"
    return f"{earlier.label} {moved} by {calculation.result_text(unsigned=True)}, {path}"


def _days_apart(calculation: Calculation) -> str | None:
    """“20 April 2026 is 34 days after 17 March 2026 (3 March 2026 + 14 days)”; None where no two dates are taken from each other."""
    sides = halves(calculation.formula) if calculation.unit == "day" else None
    shown = [_day(side, calculation.operands) for side in sides or ()]
    if not shown or None in shown:
        return None
    first, second = shown
    if not calculation.exact:
        return f"{first} is the same day as {second}"
    days = value_text(abs(calculation.exact), "day")
    return f"{first} is {days} {'after' if calculation.exact > 0 else 'before'} {second}"


def _day(formula: str, operands: Sequence[Operand]) -> str | None:
    used = [operand for operand in operands if re.search(rf"\b{operand.name}\b", formula)]
    day = evaluate(formula, used, decimals=0)
    if not isinstance(day, Calculation) or day.unit != DATE:
        return None
    text, working = value_text(day.result, DATE), day.working()
    return text if working == text else f"{text} ({working})"


def _placed(one: OperandName) -> str:
    return f"{one.amount} ({one.column})" if one.column else one.amount


def _compared(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str | None:
    """Which of two items is higher, where the question compares them and the calculation is their difference."""
    if calculation.operation != "difference" or not _COMPARES.search(asked) or not all(one.label for one in names):
        return None
    first, second = names
    by_column = first.label == second.label
    if first[:2] == second[:2] or (by_column and not (first.column and second.column)):
        return None
    alone = by_column or first.column == second.column
    items = [_item(name, by_column=by_column, alone=alone) for name in names]
    context = f" ({first.column})" if first.column and first.column == second.column else ""
    of = f"{first.label}: " if by_column else ""
    if not calculation.exact:
        return f"{of}{items[0]} and {items[1]} are equal, at {first.amount}{context}"
    side = "higher" if calculation.exact > 0 else "lower"
    apart = calculation.result_text(unsigned=True)
    return f"{of}{items[0]}, {first.amount}, is {apart} {side} than {items[1]}, {second.amount}{context}"


def _lead(asked: str, calculation: Calculation, names: Sequence[OperandName], definition: str) -> str:
    """The result as an answer to the question: in its own words where it asks "what was X", else by what was calculated."""
    result = calculation.result_text()
    if calculation.name:
        return f"{_opening(calculation.name)} is {result}"
    measure, _, meaning = definition.replace(" - ", " − ").replace(" x ", " × ").partition(" = ")
    if (said := _said_again(asked, result)) is not None:
        named = meaning and measure.casefold() in said.casefold()
        return f"{said} (defined as {meaning})" if named else said + (f" ({definition})" if definition else "")
    if meaning:
        last = max((name for name in names if any(name.ends)), key=lambda one: one.ends, default=None)
        of = f" ({last.column})" if last else ""
        return f"{measure[:1].upper()}{measure[1:]}{of} is {result} (defined as {meaning})"
    if calculation.operation == "growth_rate":
        opening = "The compound annual growth rate is"
    elif calculation.operation == "count" and (counted := _COUNTED.search(asked)):
        opening = f"The number of {counted['things']} is"
    else:
        opening = _NAMES.get(calculation.operation, _RESULT["en"])
    return f"{opening} {result}{f' ({definition})' if definition else ''}"


def _said_again(asked: str, result: str) -> str | None:
    """“The change in net sales in 2024 was $5” for “What was the change in net sales in 2024?”; None for a question of another form."""
    bare = _ASIDE.sub("", " ".join(asked.split()).rstrip("?.! "))
    if len(bare) > LONGEST_LEAD:
        return None
    if (share := _SHARE.match(bare)) and result.endswith("%") and not _CLAUSE.search(share["told"]):
        return f"{share['before']}{result} of {share['told']}"
    if (noun := _NOUN_PHRASE.match(bare)) and not _CLAUSE.search(bare):  # as a plan words a step
        return f"The {noun['thing']} is {result}"
    match = _ASKS.match(bare)
    if match is None or _CLAUSE.search(match["thing"]):
        return None
    said = f"{match['before']}{match['thing'].strip(' ,;:')} {(match['is'] or 'is').casefold()} {result}"
    return f"{said[:1].upper()}{said[1:]}"
