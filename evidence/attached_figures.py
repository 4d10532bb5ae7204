"""Whether a figure of the asked shape belongs to what is measured: it stands by its words, and those mean no part of it, no other measure
of it, nobody else's and no other time."""

import re
from collections.abc import Collection

from .asked import Asked, asked_units
from .periods import periods_in
from .shape import values_of
from .subjects import RequiredFact
from .words import STOP_WORDS, topic_roots, words

AFTER, BEFORE = 14, 4
"""Words between what is measured and its value: "net income for fiscal year 2021 was $5,007", "$5,007 of net income"."""
COUNTED = 3
"""The same where something is counted: "288,000 full-time employees", "employees: 288,000"."""
_PEOPLE = ("people", "employees", "staff", "workers", "workforce", "headcount")
_PAIR = re.compile(r"\b\w+-\w*,? (?:and|or) \w+-\w+\b", re.IGNORECASE)
"""Two sorts of the same things: "full-time and part-time employees"."""
_HEDGE = re.compile(r"\b(?:approximately|about|around|nearly|roughly|some|almost|circa)\b", re.IGNORECASE)
_AT_A_TIME = re.compile(
    r"\b(?:after|before|during|until|since|following|throughout)\s+(?:the\s+|any\s+|his\s+|her\s+|their\s+)?"
    r"(?:(?:end|start|beginning|expiry|completion)\s+of\s+(?:the\s+|any\s+|his\s+|her\s+|their\s+)?)?$",
    re.IGNORECASE,
)
"""Words before what is measured that but say when: "after the end of probation a bicycle may be hired for 18 months"."""
HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (?:[\w-]+ )?([\w-]+) (?:are|were|is|was) there\b", re.IGNORECASE)
_CHANGES = re.compile(r"\b(?:increas|decreas|rose|fell|grew|declin|improv|chang|drop|lower|higher)\w*\b", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:compared (?:to|with)|versus|against)\b", re.IGNORECASE)
_PART_OF = re.compile(
    r"\b(?:relat(?:ed|ing) to|associated with|attributable to non|of which|outside|exclud\w+|unearned)\b", re.IGNORECASE
)
"""Words that make a part of what is measured: "revenues related to manufacturing totaled $320 million"."""
WAS = re.compile(r"\b(?:was|were|did)\b", re.IGNORECASE)
_ONLY_A_BOUND = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|greater) than|over|under|at least|at most|exceed\w*|up to)\s*$",
    re.IGNORECASE,
)
_OTHER_MEASURE = re.compile(
    r"\b(?:deferred|unearned|accrued|prepaid|adjusted|pro[ -]forma|average|median|minimum|maximum|certain|other|incremental|additional|"
    r"new|former|non-gaap|unrecogni[sz]ed|unbilled|contingent|partial|recurring)\s+(?:[\w-]+\s+)?$",
    re.IGNORECASE,
)
"""Words before what is measured that make another measure of it: "deferred membership fees"."""
_MAY = re.compile(r"\b(?:may|must|can|allowed|permitted|entitled|maximum|minimum|limit)\b", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:rate|price|fee|cost|charge)s?\b", re.IGNORECASE)


def figures_attached(fact: RequiredFact, quote: str, names: Collection[str], context: str) -> bool:
    """Whether a value of the asked shape stands in the quote by what is measured."""
    return attached(fact, asked_units(fact, names), quote, names, context)


def attached(fact: RequiredFact, asked: Asked, quote: str, names: Collection[str], context: str) -> bool:
    """Whether a value of the asked shape stands by the words that are measured, or those words stand in the headings."""
    places = asked.measured(quote)
    if not places:
        return asked.says_most(quote) or bool(asked.measured(context))
    values = list(values_of(fact.answer_type, quote))
    after, before = AFTER, BEFORE
    counts = HOW_MANY.search(fact.text) is not None
    if counts:
        after, before = COUNTED, COUNTED
        values = [one for one in values if one.kind not in ("money", "percent")]
        values = [one for one in values if one.kind not in ("quantity", "duration") or asked.says(one.unit or "")]
        values = [one for one in values if one.counted is None or _asks_for(asked, one.counted)]
    if fact.answer_type == "money":
        values = [one for one in values if one.kind != "number" or _is_an_amount(one.text)]
    if fact.answer_type == "number" and _PRICED.search(fact.text):
        values = [one for one in values if one.kind not in ("duration", "quantity")]
    if fact.answer_type in ("money", "number") and (WAS.search(fact.text) or counts) and not _MAY.search(fact.text):
        values = [one for one in values if not _ONLY_A_BOUND.search(quote[max(0, one.start - 16) : one.start])]
    counted = _COUNTED.search(fact.text)
    if counted and any(
        value.counted and set(topic_roots(value.counted)) & set(topic_roots(counted[1])) for value in values
    ):
        return True
    changes = fact.operation is not None or _CHANGES.search(fact.text) is not None
    places = tuple(
        place
        for place in places
        if not (other := _OTHER_MEASURE.search(quote[: place[0]]))
        or other.group().split()[0].casefold() in fact.text.casefold()
        if not _of_another(quote[: place[0]], f"{fact.text} {' '.join(names)}")
        if not _AT_A_TIME.search(quote[: place[0]])
    )
    for start, end in places:
        for value in values:
            if value.counted and _asks_for(asked, value.counted):
                return True
            if value.start >= end:
                between, limit = quote[end : value.start], after
            elif value.end <= start:
                between, limit = quote[value.end : start], before
                if _OTHER_MEASURE.search(f"{between.strip()} "):
                    continue
                if any(map(str.isdigit, between)):
                    continue  # another figure stands nearer
            else:
                return True
            between = _PAIR.sub(" ", between) if counts else between
            if counts and value.end <= start and any(one.text.casefold() in STOP_WORDS for one in words(between)):
                continue  # "sections 5 and 6 also apply to contractors" counts none of them
            elsewhere = ";" in between or _PART_OF.search(between) or (_CHANGES.search(between) and not changes)
            elsewhere = elsewhere or _COMPARED.search(between)
            between = _HEDGE.sub(" ", _without_dates(between)) if counts else between
            if len(list(words(between))) <= limit and not elsewhere:
                return True
    return False


def _of_another(before: str, known: str) -> bool:
    """Whether the words before what is measured say whose it is, and that is nobody asked about: "BGS total backlog"."""
    owner = re.search(r"(?:^|\s)([A-Z][\w&-]*)(['’]s?)?\s+(?:total\s+)?$", before)
    if owner is None or owner[1].casefold() in known.casefold():
        return False
    return owner[2] is not None or (owner[1].isupper() and len(owner[1]) > 1)


def _is_an_amount(figure: str) -> bool:
    """Whether a figure without a currency is long or precise enough to be a sum in a sentence, and not a count or a year."""
    digits = re.sub(r"\D", "", figure)
    return len(digits) >= 4 and re.fullmatch(r"\D*(?:19|20)\d\d\D*", figure) is None


def _asks_for(asked: Asked, counted: str) -> bool:
    """Whether what a figure counts is asked for; persons are, where the people of a firm are."""
    return asked.says(counted) or (counted == "person" and any(map(asked.says, _PEOPLE)))


def _without_dates(text: str) -> str:
    for _, start, end in reversed(list(periods_in(text))):
        text = f"{text[:start]} {text[end:]}"
    return text
