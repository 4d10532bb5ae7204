"""Finds the first and the last day of validity that a document or a single sentence states (SPEC EVI-7).

A document states them on a separate line near its top ("Valid until 31 March 2025", "This agreement takes effect on
…"). A sentence states the validity of its own statement if it begins or ends with the day ("Until 31 December 2020, the
charge is £4"). A day in the middle of a sentence may belong to something else, so it is not used.
"""

import re
from datetime import date

from ..lexicon.document_type_names import WHOLE_DOCUMENTS
from ..values.facts import Fact, read_facts

HEAD = 2_000
"""The number of characters at the start of a document that are searched for its validity."""
LONGEST_LINE = 200

_RUNS = r"valid(?:ity)?|in\s+force|in\s+effect|effective|applicable|applies|apply|gilt|gültig|gültigkeit|valable|validité|válid[oa]|vigente"
_ENDS = "expir(?:e[sd]?|y|ation|ing)|ends?|ended|lapse[sd]?|ceased?|terminate[sd]?|läuft|endet|expire|vence|caduca"
_LINKS = r"(?:(?:is|are|was|were|has|have|shall|will|be|been|remains?|not|no\s+longer|ist|est|es)\s+)*"
_PERIOD = r"(?:year|quarter|month|week|period|season|term)s?\b"
_THIS = rf"(?:(?:this|these|dies\w*|cet(?:te)?|ce|est[ea])\s+(?:(?!{_PERIOD})[\w-]+\s+){{1,4}}?)?{_LINKS}"
_ITSELF = re.compile(
    rf"[\W_]*(?:{_THIS}(?:(?:{_RUNS})|(?P<ends>{_ENDS}))"
    rf"|(?!(?:the|our|an?|its|your|their)\b)(?:[\w-]+\s+){{1,4}}?(?:valid|in\s+force|gültig|valable|válid[oa]))\b",
    re.IGNORECASE,
)
"""A line about the validity of the document itself."""
_ENTERS = (
    r"tak(?:es?|ing)\s+effect|com(?:es?|ing)\s+into\s+(?:force|effect|operation)|becomes?\s+effective"
    r"|tritt(?:\s+in\s+kraft|(?=\s.{1,60}\sin\s+kraft\b))|entre\s+en\s+vigueur|entra\s+en\s+vigor"
)
_BEGINS = re.compile(
    rf"[\W_]*(?:{_THIS}(?:{_ENTERS})"
    rf"|this\s+(?:[\w-]+\s+){{0,2}}?(?:{WHOLE_DOCUMENTS})\s+{_LINKS}(?:begins?|commences?|starts?))\b",
    re.IGNORECASE,
)
"""A line about the beginning of the document's validity. “Begins” and “starts” are also said of events, so they count
only if the document is their subject."""
_UNTIL = r"(?:until|till|to|through|thru|up\s+to|bis(?:\s+zum)?|jusqu['’]?\s?(?:au?|à)|au|hasta(?:\s+el)?)(?:\s+and\s+including)?"
_TO = re.compile(rf"(?:^|\W)(?:{_UNTIL}|(?:not|no\s+longer)\s.*\bafter)\W*$", re.IGNORECASE)
_ON = re.compile(
    r"(?:\b(?:on|date|am|le|el|at|with\s+effect\s+from)|[:–-]|\bexpir\w+|\bended|\blapsed)\W*$", re.IGNORECASE
)
_SINCE = re.compile(
    r"\b(?:from|since|as\s+(?:of|from|at)|on|with\s+effect\s+from|date|not\s.*\bbefore|ab|am|(?<!bis )zum|seit|vom"
    r"|à\s+(?:compter|partir)\s+du|le|desde(?:\s+el)?|a\s+partir\s+del?|el)\W*$"
    r"|\beffective\W*$",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"(?:\s+in\s+kraft\b)?\s*(?:$|[.;,)|*_]|inclusive\b|unless\b)", re.IGNORECASE)
"""The end of a line or clause, required directly after the day: “valid until 30 June must be renewed” is not about the
document. German may close a clause with a part of its verb: “tritt am 1. Mai 2028 in Kraft”."""
_TO_DAY = re.compile(rf"\s*,?\s*(?:and\s+(?:ends|expires)\b|{_UNTIL}\b)", re.IGNORECASE)
_LEADS = re.compile(rf"\W*(?:{_UNTIL})\W*$", re.IGNORECASE)


def document_end(text: str) -> date | None:
    """Return the last day of validity that the document states, or None.

    Example: a line “Valid until 31 March 2025” gives 31 March 2025.
    """
    for line in _head_lines(text):
        opening = _ITSELF.match(line)
        if opening is None:
            continue
        for fact in _days(line):
            before = line[: fact.start]
            states = fact.bound == "between" or _TO.search(before) or (opening["ends"] and _ON.search(before))
            if states and _CLOSES.match(line, fact.end):
                return fact.last_day
    return None


def document_start(text: str) -> date | None:
    """Return the first day of validity that the document states, or None.

    Example: a line “This tariff takes effect on 1 May 2028.” gives 1 May 2028.
    """
    for line in _head_lines(text):
        opening = _ITSELF.match(line)
        begins = _BEGINS.match(line) or (opening and not opening["ends"])
        for fact in _days(line)[:1] if begins else ():
            since = fact.bound == "between" or _SINCE.search(line[: fact.start])
            if since and (_CLOSES.match(line, fact.end) or _TO_DAY.match(line, fact.end)):
                return fact.first_day
    return None


def sentence_end(sentence: str) -> date | None:
    """Return the last day on which the statement of the sentence is valid. Return None unless its first or last words
    state that day.

    Example: “Until 31 December 2020, the charge is £4.” gives 31 December 2020.
    """
    facts = _days(sentence)
    for fact in facts[:1]:
        if _LEADS.fullmatch(sentence[: fact.start]):
            return fact.last_day
    for fact in facts[-1:]:
        closes = not re.search(r"\w", sentence[fact.end :])
        if closes and fact.bound != "between" and _UNTIL_LAST.search(sentence[: fact.start]):
            return fact.last_day
    return None


def sentence_start(sentence: str) -> date | None:
    """Return the first day on which the statement of the sentence is valid. Return None unless its first or last words
    state that day.

    Example: “From 1 May 2028, the charge is £5.” gives 1 May 2028.
    """
    facts = _days(sentence)
    for fact in facts[:1]:
        if _FROM.fullmatch(sentence[: fact.start]):
            return fact.first_day
    for fact in facts[-1:]:
        closes = not re.search(r"\w", sentence[fact.end :])
        if closes and len(facts) == 1 and _FROM_LAST.search(sentence[: fact.start]):
            return fact.first_day
    return None


_SINCES = (
    r"from|as\s+(?:of|from)|with\s+effect\s+from|(?:starting|beginning)(?:\s+on)?|effective(?:\s+(?:from|as\s+of|on))?"
    r"|ab(?:\s+dem)?|à\s+(?:compter|partir)\s+du|a\s+partir\s+del?|desde\s+el"
)
_FROM = re.compile(rf"\W*(?:{_SINCES})\W*$", re.IGNORECASE)
_FROM_LAST = re.compile(rf"\b(?:{_SINCES})\W*$", re.IGNORECASE)
_UNTIL_LAST = re.compile(r"\b(?:until|till|up\s+to\s+and\s+including|bis\s+zum|hasta\s+el)\W*$", re.IGNORECASE)
"""A word directly before the last date of a sentence that marks it as an end. “To” and “through” are left out, because
they may end a range."""


def _head_lines(text: str) -> list[str]:
    return [line for line in text[:HEAD].splitlines() if len(line) <= LONGEST_LINE]


def _days(text: str) -> list[Fact]:
    return [fact for fact in read_facts(text) if fact.kind in {"date", "period"} and fact.last_day is not None]
