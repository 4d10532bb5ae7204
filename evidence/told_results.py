"""The sentence that states what code calculated, as a person would send it: the result first, then the working and its figures by name."""

import re
from collections.abc import Mapping, Sequence

from .calculations import EXTREMES, Calculation, listed
from .evidence import Evidence
from .language import Language, language_of
from .operand_names import OperandName, described, operand_name

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
    "growth_rate": "The compound annual growth rate is",
    "ratio": "The ratio is",
    "share": "The share is",
    "sum": "The sum is",
    "average": "The average is",
    "product": "The product is",
    "count": "The number is",
}


def told_result(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """“The change in net sales was 25%: (50 − 40) / 40 × 100, with Net sales of $50 million (2024) and $40 million (2023).” Of a greatest or
    least: “The highest is $3,725 million: Bottling of $3,725 million and Retail of −$174 million (2024).” `definition`: of the measure asked
    for."""
    names = [operand_name(one, evidence) for one in calculation.operands]
    if language_of(asked) != "en":
        return _in_other_words(asked, calculation, names)
    if calculation.operation in EXTREMES:
        highest = calculation.operation == "maximum"
        order = sorted(range(len(names)), key=lambda at: calculation.operands[at].value, reverse=highest)
        figures = described([names[at] for at in order]) or listed([names[at].amount for at in order])
        best = f"The {EXTREMES[calculation.operation]} is {names[order[0]].amount}"
        return f"{_opening(calculation.name) if calculation.name else best}: {figures}."
    lead, figures = _lead(asked, calculation, names, definition), described(names)
    if calculation.operation == "count":
        return f"{lead}{f': {figures}' if figures else ''}."
    working = calculation.working() + (f" ({calculation.rounding()})" if calculation.rounding() else "")
    return f"{lead}: {working}{f', with {figures}' if figures else ''}."


def _in_other_words(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Without a sentence: “Ergebnis: 310 / 80 = 3.88 (…)”, then the figures by name."""
    figures = [
        f"{', '.join(part for part in (one.label, one.column) if part)}: {one.amount}" for one in names if one.label
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


def _opening(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


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
        last = max((one for one in names if any(one.ends)), key=lambda one: one.ends, default=None)
        of = f" ({last.column})" if last else ""
        return f"{measure[:1].upper()}{measure[1:]}{of} is {result} (defined as {meaning})"
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
