"""Finds the values in a text that have the type that a question asks for."""

import re
from collections.abc import Collection, Iterator, Sequence

from ..language.sentences import sentence_spans
from ..language.words import content_stems, root_set, topic_roots
from ..model.subjects import AnswerType, PlanStep
from ..names.proper_names import proper_names
from ..values.facts import Fact, FactKind, read_facts

_KINDS: dict[AnswerType, frozenset[FactKind]] = {
    "number": frozenset({"number", "quantity", "percent", "duration", "money"}),
    "money": frozenset({"money", "number"}),
    "percent": frozenset({"percent", "percentage_points"}),
    "date": frozenset({"date", "period"}),
    "period": frozenset({"period", "date"}),
    "duration": frozenset({"duration", "period", "date"}),
}
"""The kinds of facts that answer each type. A bare number may answer a question about money, because statements print
amounts without a currency ("in millions")."""


def values_of(answer_type: AnswerType, text: str) -> Iterator[Fact]:
    """Yield the values of `text` that have the requested type. Types without a checkable value, such as text, yield
    nothing. A number in words does not count as money.

    Example: `[fact.text for fact in values_of("money", "Two fees: $5 and 9%.")]` gives `["$5"]`.
    """
    for fact in read_facts(text):
        if fact.kind == "number" and fact.start == 0 and _PARAGRAPH.match(text):
            continue
        in_words = fact.kind == "number" and not any(character.isdigit() for character in fact.text)
        if fact.kind in _KINDS.get(answer_type, ()) and not (answer_type == "money" and in_words):
            yield fact


_NAMED: Collection[AnswerType] = frozenset({"person", "organisation", "place"})


_PARAGRAPH = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[A-Z]")
"""A paragraph number before its text: "5.2 RESOLVED to raise"."""
_EARLY_YEAR = re.compile(
    r"\b(?:in|by|since|until|till|from|after|before|around|about|circa|c\.|during|year)\s+(?:ad\s+)?1[0-4]\d\d\b(?!,\d)(?! [a-z]+s\b)|"
    r"\(\s*(?:c\. ?)?1[0-4]\d\d\s*[–-]|"
    r"(?-i:\b\d{1,4}\s*(?:BCE?\b|B\.C\.)|\bAD\s+\d{1,4}\b)",
    re.IGNORECASE,
)
"""A year earlier than 1500, by the words before it or by its era: “in 1066”, “148 BC”. Without them, four such digits
are a plain number."""
_RECURRING = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:each|every) (?:\w+ )?(?:day|week|month|quarter|year|morning|evening)|"
    r"daily|weekly|monthly|quarterly|yearly|annually)\b",
    re.IGNORECASE,
)
"""A recurring day: "on the first Tuesday of each month"."""
_CLOCK = re.compile(
    r"(?<![\d.:])(?:[01]?\d|2[0-4])(?::[0-5]\d(?![\d:])|[.:]?[0-5]?\d?\s?[ap]\.?m\b|\s?(?:Uhr|o['’]clock)\b)|\b(?:noon|midnight)\b",
    re.IGNORECASE,
)
"""A time of day: "05:40", "7 pm", "noon"."""


def answers_in_shape(fact: PlanStep, text: str) -> bool:
    """Return whether the text contains a value of the type that the fact asks for, or a name that is not in the
    question."""
    if fact.answer_type in _WHO:
        return _names_another(fact.text, text)
    if fact.answer_type == "place" and (_PATH.search(text) or _ROOM.search(text)):
        return True
    return has_shape(fact.answer_type, text)


_WHO: Collection[AnswerType] = frozenset({"person", "organisation"})
_PATH = re.compile(r"(?<![\w.])(?:https?:/|~)?/[\w.~$-]+|[\w.+-]+@[\w-]+\.[\w.-]+")
"""The path of a file or a web page, or an e-mail address."""

_ROOM = re.compile(
    r"\b(?:in|at|on|near|behind|beside|under|outside|inside|opposite)\s+(?:the|our|its|a)\s+(?!(?:year|month|week|day|end|event|case)\b)[a-z]+",
    re.IGNORECASE,
)
"""A place in common words: "in the canteen"."""


def _names_another(question: str, text: str) -> bool:
    """Return whether the text has a name that begins with other words than the names of the question. A single
    capitalised word that opens a sentence does not count.

    Example: `_names_another("Who leads Acme?", "Acme is led by Ann Lee.")` gives `True`.
    """
    said = root_set(question)
    opening = {text[start:end].split(maxsplit=1)[0] for start, end in sentence_spans(text)}
    names = (name for name in proper_names(text) if name not in opening)
    first = (next((roots for word in name.split() if (roots := topic_roots(word))), ()) for name in names)
    return any(not said.issuperset(roots) for roots in first)


def has_shape(answer_type: AnswerType, text: str) -> bool:
    """Return whether the text contains a value of the type. True for types that rules cannot check (text, yes or no,
    lists).

    Example: `has_shape("date", "by 3 May 2026")` gives `True`, and `has_shape("date", "soon")` gives `False`.
    """
    if answer_type in _KINDS:
        if answer_type in ("date", "period") and _EARLY_YEAR.search(text):
            return True
        if answer_type == "date" and (_RECURRING.search(text) or _CLOCK.search(text)):
            return True
        return next(values_of(answer_type, text), None) is not None
    return next(proper_names(text), None) is not None if answer_type in _NAMED else True


def value_in(answer_type: AnswerType, text: str, asked: Sequence[str] = ()) -> str | None:
    """Return the only value of the requested type in `text`, as written, or None if there is none or more than one.

    If the asked words name what is counted ("how many days"), only values that count this are considered ("three
    days").
    """
    if answer_type not in _KINDS:
        return None
    facts = list(values_of(answer_type, text))
    wanted = {stem for term in asked for stem in content_stems(term)}
    counted = [fact for fact in facts if {*content_stems(fact.unit or ""), *content_stems(fact.counted or "")} & wanted]
    if answer_type == "number" and not counted:
        facts = [fact for fact in facts if fact.kind != "money"] or facts
    with_unit = [fact for fact in facts if fact.kind != "number"]
    values = dict.fromkeys(text[fact.start : fact.end] for fact in counted or with_unit or facts)
    return next(iter(values)) if len(values) == 1 else None
