"""Finds what a part of a question asks for: its terms, its premises, the type of its answer, and its calculation."""

import re
from collections.abc import Sequence

from ....evidence.language.words import words
from ....evidence.lexicon.asking_words import ASKING, NO_TOPIC
from ....evidence.lexicon.number_words import NUMBERED_THINGS
from ....evidence.lexicon.small_words import FOREIGN_SMALL_WORDS, STOP_WORDS
from ....evidence.lexicon.word_forms import AUXILIARIES
from ....evidence.model.subjects import AnswerType, FactId, Operation, PlanStep, SubjectClass
from ....evidence.values.facts import read_facts
from ....evidence.values.identifiers import NUMBER_OF_YEAR, word_before
from ....evidence.values.periods import periods_in
from .asked_figures import asked_figures
from .capitalised_names import NameAt
from .question_names import is_demonym
from .question_unspaced import without_asking
from .question_words import WH, is_foreign

LONGEST_FACT = 240
_MONEY = (
    r"fees?|prices?|costs?|revenues?|sales|budget|salary|salaries|cap|allowances?|incomes?|profits?|ebitda|ebit|assets|debt|liabilities|"
    r"capex|expenditures?|dividends?|cash|payables?|receivables?|inventor(?:y|ies)|equity|earnings|rent|deposit|charges"
)
_ANSWERS: tuple[tuple[str, AnswerType], ...] = (
    (r"\b(?:what|which) (?:percent(?:age)?|proportion|share)\b|\bpercents\b|%\?|\b(?:tax|interest|growth|discount) rate\b|\bmargin\b", "percent"),
    (r"\bhow long\b|\b(?:initial|minimum|fixed|renewal) term\b|\bnotice period\b|\bwhen\b.{0,60}\b(?:must|should|due|ha(?:ve|s) to)\b", "duration"),
    (r"\b(?:what|which) years?\b", "period"),
    (r"\bwhen\b|\b(?:what|which) (?:date|day)\b|\bdate\b", "date"),
    (r"\b(?:who|whom|whose)\b", "person"),
    (r"^where\b|\b(?:what|which) (?:city|country|place|town|state|county|region|location)\b", "place"),
    (r"\b(?:what|which) (?:company|organi[sz]ation|firm|bank|university|party|agency|institution)\b", "organisation"),
    (rf"\bhow much (?:(?:is|are|was|were|did|does|do|money)\b|(?:\w+ ){{0,2}}(?:{_MONEY})\b)|\bin (?:usd|eur|gbp|us\$|dollars|euros)\b"
     r"|\bwhat (?:do|does|did|will|would) .{1,80}(?<!the )cost\b", "money"),
    (r"\bhow (?:many|much)\b|\bnumber of\b|\b(?:ratio|rate|turnover)\b|\boutstanding\b|\b(?:limit|ceiling|threshold)\b", "number"),
    (rf"^what(?:'s| is| was| are| were)\b.{{0,60}}\b(?:{_MONEY})\b", "money"),
)  # fmt: skip
"""Pairs of a pattern and an answer type. The first pattern that matches decides."""
_ASKED_TIME = re.compile(r"\b(?:what|which)\s+(?:years?|dates?|days?)\b(?!\s+of\b)", re.IGNORECASE)
"""Matches words that ask for a time. The sentence that answers has none of them: “incorporated in 1902”."""
_YES_NO = re.compile(rf"^(?:{'|'.join(sorted(AUXILIARIES))})\b", re.IGNORECASE)
_YES_NO_LATER = re.compile(rf",\s*(?:{'|'.join(sorted(AUXILIARIES))})\s", re.IGNORECASE)
_LIST = re.compile(r"\s*(?:list|name)\b|.*\b(?:what|which) are (?:all|the) \w+s\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:(?:larg|high|great|bigg|small|low|few|long|short)est|most|least|first|compare[ds]?|improv\w+|declin\w+|older|younger|earlier|later)\b",
    re.IGNORECASE,
)
_RESPECTIVE = re.compile(r"\brespective(?:ly)?\b", re.IGNORECASE)
_FIGURE = re.compile(
    r"(?<![\w.,/])(?:[$€£]\s?)?(?!0\d)\d[\d,]*(?:\.\d+)?(?![\d.]*[A-Za-z])(?:\s?%|\s(?:percent|per cent|[a-z]{3,}))?"
)
_REFERENCE_NUMBER = re.compile(
    rf"(?<![\w.,/$€£-])(?<![$€£] )(?:{NUMBER_OF_YEAR}"
    r"|(?!(?:0?[1-9]|1[0-2])/(?:19|20)\d\d\b)(?=(?:/?\d){5})\d+/\d+|\d\d-0\d{2,}|\d{5,})(?![\w/-]|[.,]\d|\s?[%$€£])"
)
"""The number of a case, an order or a regulation: “2016/679”, “27/0120”, “22-00417”, “10417”. It has five digits or
more. A month of a year (“5/2016”), a telephone number (“555-0123”) and a list (“10/100/1000”) are none."""
_COUNTED = re.compile(r"\s(?:percent|per cent|[a-z]{3,})")
_BOUND = re.compile(
    r"(?:more than|less than|fewer than|over|under|at least|at most|above|below|up to|exceed(?:s|ing)?|within|top|first|last|next|least)\s+$",
    re.IGNORECASE,
)
_FORM_OF_ANSWER = re.compile(
    r"\((?:in|rounded?|answer|on a|expressed)\b[^)]*\)|\bround(?:ed)? to [\w\s]+|\bin (?:usd|eur|gbp|us\$|units?|percents?)\b[\w\s]*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<!,) (?:when|where|who|whom|whose)\b(?!\s+(?:is|are|was|were|did|does|do|must|should|shall)\b)", re.IGNORECASE
)


def fact_of(
    part: str,
    subject: SubjectClass,
    index: int,
    *,
    names: Sequence[NameAt],
    compared: Sequence[str],
    given: Sequence[str],
    case: Sequence[str],
    number: int,
    several: bool,
) -> PlanStep:
    """Return the required fact of one part of a question for one subject.

    `names`: the names in the part. `compared`: the names of the other subjects. `case`: the sentences about the asker's
    own situation.
    """
    own = [name for name in (subject.name, subject.parent_entity, subject.role, subject.document_type) if name]
    if subject.document_type:
        own += [subject.document_type.split()[-1], "filing", "dated"]
    premises = [
        name.text for name in names if name.text not in own and name.text not in compared and not is_demonym(name.text)
    ]
    text = part if len(part) <= LONGEST_FACT else part[: LONGEST_FACT - 1] + "…"
    asked = _FORM_OF_ANSWER.sub(" ", measured(part))
    periods = [part[start:end] for _, start, end in periods_in(part)]
    times = [fact.text for fact in read_facts(part) if fact.kind == "time"]
    return PlanStep(
        fact_id=FactId(f"f{number}"),
        text=f"{text} ({subject.described()})" if several else text,
        terms=_terms(asked, subject, (*own, *premises, *compared)),
        constraints=tuple(
            dict.fromkeys((*periods, *_figures(asked, [name.text for name in names]), *times, *premises, *given))
        ),
        circumstances=tuple(case),
        answer_type=answer_type(part),
        operation=operation(part),
        subject=index,
    )


def measured(part: str) -> str:
    """Return what a calculation is about: “by how much did net debt change” gives “net debt”. A part that asks for no
    calculation is returned unchanged."""
    asked = asked_figures(part)
    if asked is None or not (asked.operation or _RESPECTIVE.search(part)):
        return part
    return " ".join(asked.things)


def _terms(asked: str, subject: SubjectClass, without: Sequence[str]) -> tuple[str, ...]:
    """Return the terms of the fact, with the role that is asked about. If the part asks for nothing else, return the
    subject itself. The words of a topic are terms too, since it is no name by which a document is found."""
    found = topic_words(asked, without)
    if found and subject.subject_type == "concept" and subject.name and subject.name.islower():
        found = topic_words(asked, [phrase for phrase in without if phrase != subject.name])
    if subject.scope.versions:
        found = tuple(word for word in found if word.casefold() != "version")
    if subject.role:
        return (subject.role, *found)
    return found or tuple(name for name in (subject.name or subject.document_type,) if name)


_PRONOUN_BEHIND = re.compile(r"(?<=\w)-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous)\b", re.IGNORECASE)
"""The pronoun behind the verb of a French question: “s’applique-t-il”."""


def topic_words(text: str, without: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the content words of the text, unchanged and in order. Question words, periods, figures and the phrases in
    `without` are left out.

    Example: `topic_words("What was the annual fee in 2023?")` gives `("annual", "fee")`.
    """
    question, text = text, _ASKED_TIME.sub(" ", without_asking(text))
    for _, start, end in reversed(list(periods_in(text))):
        text = text[:start] + " " * (end - start) + text[end:]
    for phrase in sorted(without, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?:['’]s?)?(?!\w)", " ", text, flags=re.IGNORECASE)
    small = STOP_WORDS
    if is_foreign(question):
        small, text = STOP_WORDS | FOREIGN_SMALL_WORDS, _PRONOUN_BEHIND.sub(" ", text)
    found: dict[str, str] = {}
    for word in words(text):
        bare = re.sub(r"['’]s?$", "", word.text)
        folded = bare.casefold().replace("’", "'")
        skip = folded in small or folded in NO_TOPIC or folded in ASKING or WH.fullmatch(folded)
        if not skip and not folded.replace(",", "").replace(".", "").isdigit() and len(folded) > 1:
            found.setdefault(folded, bare)
    return tuple(found.values())


def _figures(part: str, names: Sequence[str]) -> list[str]:
    """Return the figures that the question assumes, with the noun that they count, such as "48 months", and numbers that
    refer to something. Bounds, years and parts of names are left out."""
    busy = [(start, end) for _, start, end in periods_in(part)]
    busy += [match.span() for name in names for match in re.finditer(re.escape(name), part)]
    found = []
    referred = [match for match in _REFERENCE_NUMBER.finditer(part) if _refers(part, match, busy)]
    busy += [match.span() for match in referred]
    for match in _FIGURE.finditer(part):
        if (
            not _overlaps(match, busy)
            and not _BOUND.search(part[: match.start()])
            and part[match.end() : match.end() + 1] != "-"
        ):
            found.append(" ".join(match.group().split()))
    counted = [figure for figure in found if re.search(r"\s[a-z]|[%$€£]", figure)]
    return [*counted, *(match.group() for match in referred)]


def _refers(part: str, match: re.Match[str], busy: Sequence[tuple[int, int]]) -> bool:
    """Return whether the number refers to something, and is not wholly within a period or a name. Digits alone do not
    refer if they are a bound or count the word after them: “12500 seats”, but not “order 12500 says”."""
    if any(start <= match.start() and match.end() <= end for start, end in busy):
        return False
    before = part[: match.start()]
    if not match.group().isdigit() or word_before(before.casefold(), len(before)) in NUMBERED_THINGS:
        return True
    return not _BOUND.search(before) and not _COUNTED.match(part, match.end())


def _overlaps(match: re.Match[str], busy: Sequence[tuple[int, int]]) -> bool:
    return any(start < match.end() and match.start() < end for start, end in busy)


def answer_type(part: str) -> AnswerType:
    """Return the type of value that answers the part; "text" if its words do not show a type."""
    if _YES_NO.search(part) or (WH.search(part) is None and _YES_NO_LATER.search(part)):
        return "yes_no"
    if _LIST.match(part):
        return "list"
    first = WH.search(part)
    asked = part if first is None else part[: first.end()] + _CLAUSE.sub(" ", part[first.end() :])
    return next((kind for pattern, kind in _ANSWERS if re.search(pattern, asked, re.IGNORECASE)), "text")


def operation(part: str) -> Operation | None:
    """Return the calculation that the part asks for, "compare" if it asks which of several things is meant, or None."""
    asked = asked_figures(part)
    if asked is not None and asked.operation is not None:
        return "ratio" if asked.operation == "share" else asked.operation
    return "compare" if _COMPARES.search(part) else None
