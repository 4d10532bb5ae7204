"""What a part of a question asks to be stated: terms, premises, the shape of the answer, and arithmetic."""

import re
from collections.abc import Sequence

from ..evidence.asked_figures import asked_figures
from ..evidence.facts import read_facts
from ..evidence.lexicon.small_words import STOP_WORDS
from ..evidence.periods import periods_in
from ..evidence.subjects import AnswerType, FactId, Operation, PlanStep, SubjectClass
from ..evidence.words import words
from .longer_names import NameAt
from .question_names import is_demonym
from .question_papers import paper_words
from .question_unspaced import without_asking
from .question_words import ASKING, AUXILIARIES, FOREIGN_QUESTION, FOREIGN_SMALL_WORDS, NO_TOPIC, WH

_MONEY = (
    r"fees?|prices?|backlog|costs?|revenues?|net sales|sales|budget|salary|salaries|liability cap|allowances?|incomes?|profits?|ebitda|ebit|assets|"
    r"debt|liabilities|capex|expenditures?|dividends?|cash|payables?|receivables?|inventor(?:y|ies)|equity|earnings|rent|deposit|charges"
)
_CURRENCY = r"(?:usd|eur|gbp|chf|us\$|dollars?|euros?)"
_SCALE = r"(?:thousands?|millions?|billions?)"
_ANSWERS: tuple[tuple[str, AnswerType], ...] = (
    (
        r"^\W*(?:wie lange|wie oft|(?:ab |seit |bis )?wann|combien de temps|quand|cu[aá]nto tiempo|cu[aá]ndo)\b",
        "duration",
    ),
    (r"^\W*(?:wie (?:hoch|viele?|groß)|wieviele?|combien|cu[aá]nt[oa]s?)\b", "number"),
    (
        r"\b(?:what|which|by what|in what) (?:percent(?:age)?|proportion|share)\b|\bin (?:units of )?percents?\b|%\?",
        "percent",
    ),
    (
        r"\bhow long\b|\b(?:initial|minimum|fixed|renewal) term\b|\b(?:notice|retention|limitation|probation(?:ary)?) period\b",
        "duration",
    ),
    (
        r"\bwhen\s+(?:must|should|shall)\b|\bwhen\b.{1,60}\b(?:due|have to|has to|need to)\b",
        "duration",
    ),  # a day, or within how long
    (r"\b(?:what|which) years?\b", "period"),
    (
        r"\bwhen\b|\b(?:what|which) (?:date|day|month)\b(?!\s+(?:rate|fee|price|charge|allowance|wage|shift|ticket|pass)(?:e?s)?\b)|"
        r"\b(?:start|end|release|expiry|effective) date\b",
        "date",
    ),
    (r"\b(?:who|whom|whose)\b", "person"),
    (
        r"^where\b|\b(?:what|which) (?:city|country|place|town|state|county|region|location|neighbou?rhood)\b|\blocation$",
        "place",
    ),
    (r"\b(?:what|which) (?:company|organi[sz]ation|firm|bank|university|party|agency|institution)\b", "organisation"),
    (
        r"\bhow much (?!(?:is|are|was|were|did|does|do|will|would|can|could|must|may|shall|should|has|have|had|money)"
        rf"\b|(?:\w+ ){{0,2}}(?:{_MONEY})\b)\w+|"
        r"\bhow much\b.*\b(?:increase|decrease|rise|rose|fall|grow|drop|decline|change|shrink)\b",
        "number",
    ),
    (rf"\bhow much\b|\b(?:what|which)\b.{{0,60}}\b(?:{_MONEY})\b.*\b(?:{_CURRENCY}|{_SCALE})\b", "money"),
    (rf"\bin {_CURRENCY} ?{_SCALE}?\b", "money"),
    (r"\bhow many\b|\bnumber of\b", "number"),
    (r"\b(?:tax|interest|growth|vacancy|turnover|default|discount|royalty) rate\b|\bmargin\b", "percent"),
    (
        r"\b(?:ratio|turnover|rate)\b|^what(?:'s| is| was| are| were)\b.{0,60}\b(?:limit|cap|ceiling|threshold)\b",
        "number",
    ),
    (rf"^what(?:'s| is| was| are| were)\b.{{0,60}}\b(?:{_MONEY})\b", "money"),
)
_YES_NO = re.compile(rf"^(?:{'|'.join(sorted(AUXILIARIES))})\b", re.IGNORECASE)
_YES_NO_LATER = re.compile(r",\s*(?:is|are|was|were|does|did|has|have|can|may)\s", re.IGNORECASE)
_OPERATIONS: tuple[tuple[str, Operation], ...] = (
    (r"\bdays? (?:payables?|sales|inventory|inventories) outstanding\b|\b(?:DPO|DSO|DIO)\b", "days_outstanding"),
    (
        r"\b(?:percent(?:age)? (?:change|increase|decrease|growth)|growth rate|"
        r"year[- ](?:over|on)[- ]year (?:change|growth|increase)|"
        r"(?:what|which) percent(?:age)? did .* (?:grow|rise|fall|increase|decrease|drop|decline))\b",
        "percent_change",
    ),
    (
        r"\b(?:quick|current|debt|coverage|turnover|payout|cash)[\w\s-]{0,20} ratio\b|\bratio of\b|"
        r"\bas a (?:percent(?:age)?|share) of\b",
        "ratio",
    ),
    (r"\bdifference (?:in|between|of)\b|\bhow much (?:more|less|higher|lower)\b|\bchange in\b", "difference"),
    (r"\baverage\b|\bmean of\b", "average"),
    (r"\b(?:sum of|combined|altogether|in total|total of)\b", "sum"),
    (
        r"\b(?:improv\w+|declin\w+|increase or decrease|compare[ds]?|older|younger|earlier|later|more than|same)\b",
        "compare",
    ),
    (r"\b(?:biggest|highest|largest|most|greatest|maximum|longest|first)\b", "maximum"),
    (r"\b(?:smallest|lowest|least|minimum|shortest)\b", "minimum"),
)
_FIGURE = re.compile(
    r"(?<![\w.,])(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?(?![\d.]*[A-Za-z])(?:\s?%|\s(?:percent|per cent|[a-z]{3,}))?"
)
_BOUND = re.compile(
    r"(?:more than|less than|fewer than|over|under|at least|at most|above|below|up to|exceed(?:s|ing)?|top|first|last|next|"
    r"within|least)\s+$",
    re.IGNORECASE,
)
_FORM_OF_ANSWER = re.compile(
    r"\((?:in|rounded?|answer|on a|expressed)\b[^)]*\)|\bround(?:ed)? to [\w\s]+|"
    r"\bin (?:usd|eur|gbp|us\$|units?|percents?)\b[\w\s]*$|,?\s*if [^?]*\bexclud\w+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<!,)(?<!\bor)(?<!\band) (?:when|where|who|whom|whose)\b(?!\s+(?:is|are|was|were|did|does|do|must|should|shall)\b)",
    re.IGNORECASE,
)
LONGEST_FACT = 240


def fact_of(
    part: str,
    subject: SubjectClass,
    index: int,
    *,
    names: Sequence[NameAt],
    compared: Sequence[str],
    given: Sequence[str],
    number: int,
    several: bool,
) -> PlanStep:
    """The required fact of one part for one subject. `names`: those of the part; `compared`: names of the other subjects."""
    own = [one for one in (subject.name, subject.parent_entity, subject.role, subject.document_type) if one]
    if subject.document_type:
        own += [*paper_words(part), "filing", "dated"]
    others = [one.text for one in names if one.text not in own and one.text not in compared]
    premises = [one for one in others if not is_demonym(one)]
    text = part if len(part) <= LONGEST_FACT else part[: LONGEST_FACT - 1] + "…"
    asked = _FORM_OF_ANSWER.sub(" ", measured(part))
    periods = [part[start:end] for _, start, end in periods_in(part)]
    return PlanStep(
        fact_id=FactId(f"f{number}"),
        text=f"{text} ({subject.described()})" if several else text,
        terms=_terms(asked, subject, (*own, *premises, *compared)),
        constraints=tuple(
            dict.fromkeys((*periods, *figures(asked, [one.text for one in names]), *times(asked), *premises, *given))
        ),
        answer_type=answer_type(part),
        operation=operation(part),
        subject=index,
    )


_RESPECTIVE = re.compile(r"\brespective(?:ly)?\b", re.IGNORECASE)


def measured(part: str) -> str:
    """What a calculation, a greatest or a least is asked of: "net debt" in "by how much did net debt change"; else the part itself."""
    asked = asked_figures(part)
    if asked is None or not (asked.operation or _RESPECTIVE.search(part)):
        return part
    return " ".join(asked.readings[0])


def _terms(asked: str, subject: SubjectClass, without: Sequence[str]) -> tuple[str, ...]:
    """What is asked, in words: with the role that is asked for; where nothing else is asked, the subject itself."""
    words = topic_words(asked, without)
    if subject.scope.versions:
        words = tuple(word for word in words if word.casefold() != "version")
    if subject.role:
        return (subject.role, *words)
    return words or tuple(one for one in (subject.name or subject.document_type,) if one)


def topic_words(text: str, without: Sequence[str] = ()) -> tuple[str, ...]:
    """Content words as they stand, in order, without question words, periods, figures and the phrases in `without`."""
    question, text = text, without_asking(text)
    for _, start, end in reversed(list(periods_in(text))):
        text = text[:start] + " " * (end - start) + text[end:]
    for phrase in sorted(without, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?:['’]s?)?(?!\w)", " ", text, flags=re.IGNORECASE)
    small = STOP_WORDS | FOREIGN_SMALL_WORDS if FOREIGN_QUESTION.match(question) else STOP_WORDS
    found: dict[str, str] = {}
    for word in words(text):
        bare = re.sub(r"['’]s?$", "", word.text)
        folded = bare.casefold().replace("’", "'")
        skip = folded in small or folded in NO_TOPIC or folded in ASKING or WH.fullmatch(folded)
        if not skip and not folded.replace(",", "").replace(".", "").isdigit() and len(folded) > 1:
            found.setdefault(folded, bare)
    return tuple(found.values())


def times(part: str) -> tuple[str, ...]:
    """Times of day the question takes for granted ("5 am")."""
    return tuple(fact.text for fact in read_facts(part) if fact.kind == "time")


def figures(part: str, names: Sequence[str]) -> tuple[str, ...]:
    """Figures the question takes for granted, with the word they count ("48 months"). No bounds, years or parts of names."""
    busy = [(start, end) for _, start, end in periods_in(part)]
    busy += [match.span() for name in names for match in re.finditer(re.escape(name), part)]
    found = []
    for match in _FIGURE.finditer(part):
        inside = any(start < match.end() and match.start() < end for start, end in busy)
        if not inside and not _BOUND.search(part[: match.start()]) and part[match.end() : match.end() + 1] != "-":
            found.append(" ".join(match.group().split()))
    return tuple(one for one in found if re.search(r"\s[a-z]|[%$€£]", one))


def answer_type(part: str) -> AnswerType:
    if _YES_NO.search(part) or (_YES_NO_LATER.search(part) and not WH.search(part)):
        return "yes_no"
    if operation(part) == "days_outstanding":
        return "number"
    if re.match(r"\s*(?:list|name)\b|.*\b(?:what|which) are (?:all|the) \w+s\b", part, re.IGNORECASE):
        return "list"
    asked = _without_later_clauses(part.strip())
    return next((kind for pattern, kind in _ANSWERS if re.search(pattern, asked, re.IGNORECASE)), "text")


def _without_later_clauses(part: str) -> str:
    """The part without the small words that open a clause inside it: "how do members vote when there is a tie" asks how."""
    first = WH.search(part)
    if first is None:
        return part
    return part[: first.end()] + _CLAUSE.sub(" ", part[first.end() :])


def operation(part: str) -> Operation | None:
    asked = asked_figures(part)
    if asked is not None and asked.operation is not None:
        return "ratio" if asked.operation == "share" else asked.operation
    return next((kind for pattern, kind in _OPERATIONS if re.search(pattern, part, re.IGNORECASE)), None)
