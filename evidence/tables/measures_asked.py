"""Finds what a question needs from a company's primary statements: named measures, and lines (SPEC RET-6)."""

import re

from ..lexicon.figure_words import BEFORE_LINES
from ..model.frozen import Frozen
from .line_items import LineItem, StatementKind, folded_label
from .measures import MEASURES, Measure
from .statement_lines import LINES

_NOT_OF_THE_WHOLE = re.compile(
    r"\b(?:segments?|divisions?|regions?|geograph\w*|categor(?:y|ies)|products?|brands?|customers?|countr(?:y|ies)|business units?"
    r"|adjusted|non[- ]?gaap|organic|constant[- ]currency|pro[- ]?forma|comparable|same[- ]store|like[- ]for[- ]like|underlying|core"
    r"|excluding|exclude[sd]?|guidance|outlook|forecast\w*|expect\w*|project(?:s|ed|ions?)|targets?|budget\w*|real (?:change|growth)"
    r"|deferred|unearned|remaining)\b",
    re.IGNORECASE,
)
"""Words for a figure that the statements do not print: of a part of the company, adjusted, or a forecast."""
_ASKS_WHY = re.compile(
    r"\bwhy\b|\bwhat (?:\w+ ){0,2}(?:drove|drives|caused|causes|explains?|contributed|led|factors|reasons?|are the drivers)\b|\bdue to\b"
    r"|\bdrivers? of\b|\bpolic(?:y|ies)\b|\bhow (?:does|do|did|is|are) .{0,60}\b(?:recogni[sz]e|account for|define|measure|value)\b"
    r"|\bdefine[sd]?\b|\bmean(?:s|ing)?\b",
    re.IGNORECASE,
)
_STATEMENTS: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    ("balance_sheet", re.compile(r"\bbalance sheets?\b|\bstatements? of (?:consolidated )?financial (?:position|condition)\b", re.IGNORECASE)),
    ("income_statement", re.compile(r"\bincome statements?\b|\bP&L\b|\bprofit (?:and|&) loss\b|\bstatements? of (?:consolidated )?"
                                    r"(?:income|operations|earnings|profit)\b", re.IGNORECASE)),
    ("cash_flow", re.compile(r"\bcash[- ]flow statements?\b|\bstatements? of (?:consolidated )?cash flows?\b", re.IGNORECASE)),
)  # fmt: skip
_DEFINED = re.compile(
    r"\b(?:is|are) (?:defined|calculated|computed) (?:as|by)\b\s*:?\s*(?P<said>.*?)(?:(?<=[\w)])\.(?=\s+[A-Z]|\s*$)|[?;]|$)",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(r"\b(?:percent(?:age)?|%|share|proportion|fraction|part) of\b", re.IGNORECASE)


class Needed(Frozen):
    """The lines and statements that a part of a question needs; empty if it needs none.

    Example: “What is the gross margin?” needs the measure “gross margin” and its lines.
    """

    measures: tuple[Measure, ...] = ()
    lines: tuple[LineItem, ...] = ()
    """The lines of the measures, and the lines that the question names."""
    statements: tuple[StatementKind, ...] = ()
    """The statements that contain those lines, and the statements that the question names."""
    own_definition: bool = False
    """Whether the question defines the measure by its own formula."""

    def words(self) -> str:
        """Return words to search for: the usual labels of the lines."""
        return " ".join(dict.fromkeys(line.name.replace("_", " ") for line in self.lines))


NOTHING = Needed()


def needed(asked: str, question: str = "") -> Needed:
    """Return what the part `asked` of the question needs from the primary statements. `question`: the whole question,
    which may name a statement.

    Empty if the part asks for a reason or a policy, or for a figure that no consolidated statement gives: one of a
    segment, an adjusted one, or a forecast.

    Example: “What is the gross margin in 2023?” needs the measure “gross margin”.
    """
    whole = question or asked
    if _ASKS_WHY.search(asked) or _NOT_OF_THE_WHOLE.search(_without_defaults(asked)):
        return NOTHING
    rest = asked
    measures = []
    for measure in MEASURES:
        if re.search(measure.said, rest, re.IGNORECASE):
            measures.append(measure)
            rest = re.sub(measure.said, " ", rest, flags=re.IGNORECASE)
    lines = [line for measure in measures for line in measure.lines()]
    defined = _DEFINED.search(whole) if measures else None
    if defined:
        lines += _lines_said(defined["said"])
    named = [kind for kind, pattern in _STATEMENTS if pattern.search(whole)]
    for _, pattern in _STATEMENTS:
        rest = pattern.sub(" ", rest)
    if not measures:
        lines += _lines_said(rest)
        if _SHARE_OF.search(rest) and not _lines_said(_SHARE_OF.split(rest)[0]):
            return NOTHING  # such a share of a line is not in the statements
    if not lines:
        return Needed(statements=tuple(named)) if named else NOTHING
    lines = list({line.name: line for line in lines}.values())
    statements = dict.fromkeys((*(line.statement for line in lines), *named))
    return Needed(
        measures=tuple(measures),
        lines=tuple(lines),
        statements=tuple(statements),
        own_definition=defined is not None,
    )


def _lines_said(rest: str) -> list[LineItem]:
    """Return the lines that the text names. A longer name takes precedence: “cost of sales” does not name sales."""
    found: list[tuple[int, LineItem]] = []
    spoken = [
        (match.end() - match.start(), match.start(), match.end(), line)
        for line in LINES.values()
        for pattern in line.said
        for match in re.finditer(pattern, rest, re.IGNORECASE)
        if _of_the_whole(rest, match.start(), match.end())
    ]
    taken: list[tuple[int, int]] = []
    for _, start, end, line in sorted(spoken, key=lambda entry: (-entry[0], entry[1])):
        if all(end <= left or right <= start for left, right in taken):
            taken.append((start, end))
            found.append((start, line.model_copy(update={"asked_as": folded_label(rest[start:end])})))
    return [line for _, line in sorted(found, key=lambda entry: entry[0])]


_OF_A_PART = re.compile(
    r"\s+(?:from|relat(?:ed|ing) to|generated (?:by|from)|associated with|of|in|for)\s+(?:its |the |their )?"
    r"(?!FY|fiscal|Q[1-4]\b|\d|continuing|year|balance|income|cash|P&L|statement|operat|[A-Z]|average|total|end\b|USD|US\$|millions?|billions?"
    r"|thousands?|last|prior|this|both|each|percents?|units|January|February|March|April|May|June|July|August|September|October|November|December)"
)


def _of_the_whole(text: str, start: int, end: int) -> bool:
    """Return whether the name at `start` to `end` means the line of the whole company, judged by the words around
    it."""
    before = re.search(r"([\w&'’%.-]+)[\s(,:]*$", text[:start])
    word = before[1] if before else ""
    plain = not word or word.casefold() in BEFORE_LINES or word.endswith(("'s", "’s", "s'", "s’"))
    return (plain or any(character.isdigit() for character in word)) and _OF_A_PART.match(text[end:]) is None


def _without_defaults(asked: str) -> str:
    """Return the question without remarks such as “if gross margin is not a useful metric…” or “… of products sold”."""
    asked = re.sub(r"\bif\b[^.?]*\bnot\b[^.?]*", " ", asked, flags=re.IGNORECASE)
    return re.sub(r"\bcost of (?:goods|products|sales)\b", " ", asked, flags=re.IGNORECASE)
