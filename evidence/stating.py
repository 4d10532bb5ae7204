"""Whether a quote states an asked fact, as far as a rule can tell: the critic's test where no model reads (SPEC CRI-5).

Words that overlap do not yet state a fact. So the quote must say most of what is asked, say compounds as compounds, hold a value of
the asked shape beside what is measured, and affirm what the question affirms. Measured on questions whose paragraph is on topic but
lacks the fact, no set of surface signs parts the two well (area under the curve .67 over thirteen of them together): the rest needs
a reader.
"""

import re
from collections.abc import Collection, Sequence

from .affirming import negated, negated_there, still_open, unsettled
from .asked import Asked, asked_units
from .defining import undefined
from .frozen import Frozen
from .role_of import role_of_another
from .stated_values import VERB, no_value
from .subjects import RequiredFact
from .who_does import told_otherwise
from .whose import of_another_s

OWN_SHARE = 0.34
"""The part of the asked words that the quote itself must say; the rest may stand in the headings above it."""
WHOLE_SHARE = 0.6
"""The part that the quote and its headings must say together."""
_OF_CONTENTS = re.compile(r"(?:[\d.]+\s+)?[A-Z][^\d$€£%:;|]{2,80}?[\s.…]+\d{1,3}")
_A_NUMBER_OF = re.compile(r"\b(?:number|total|count)\b", re.IGNORECASE)
_COUNTED_OF = re.compile(
    r"\bhow (?:many|much) [\w-]+ of (?:the |a |an |its |their |our |my )?(?P<what>[a-z][\w-]*(?: [a-z][\w-]*)?)",
    re.IGNORECASE,
)
_MEANS_LITTLE = frozenset("pay time leave paid work".split())
_ENDS = re.compile(r"\bwhen (?:does|do|did|will)\b.{1,80}\b(?P<verb>end|start|begin|expire)\b", re.IGNORECASE)
_AT_THE_END = re.compile(r"\b(?:at|by|before|until|after|from) the (?:end|start|beginning|expiry) of\b", re.IGNORECASE)
_ITEM = re.compile(r"^\W*\(?\w{1,4}\)\s+")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_CONDITION = re.compile(r"(?:if|when|unless|where|in the event|in case|provided that)\b")
"""In small letters: an item of a list whose opening stands above it."""
_NO_STATEMENT = re.compile(r"\W*(?:©|\(c\)|copyright\b|all rights reserved)", re.IGNORECASE)
_POINTER = re.compile(r"\b(?:has|have) the meanings? (?:given|set|ascribed|assigned|stated|defined)\b", re.IGNORECASE)
_WOULD = re.compile(r"\b(?:if|would|could|might|suppose)\b", re.IGNORECASE)
_WOULD_BE = re.compile(
    r"\b(?:if|had|were|assuming)\b.{3,200}\bwould\b|\bwould\b.{3,200}\bif\b", re.IGNORECASE | re.DOTALL
)
"""What is supposed, and no fact: "if the margins had been 1% higher, costs would …"."""
_ROW_LINE = re.compile(r"\s*[^\W\d_][^.;:]{2,80}?\s[$€£]?\d[\d.,%]*(?=\s|$)")
"""A line that begins with a label and goes on with figures."""


class Stating(Frozen):
    states: bool
    reason: str


def stating(
    fact: RequiredFact,
    quote: str,
    *,
    context: str = "",
    row: Sequence[tuple[str, str]] = (),
    names: Collection[str] = (),
    linked_by: str = "",
) -> Stating:
    """Hold `quote` against one required fact. `context`: the headings and title above it; `names`: those of the subject;
    `linked_by`: the quote that leads from the subject to the name this one is about, which need not say its words again.

    Known to let through: a sentence that says the asked words of someone else.
    Known to refuse: an answer in other words than the question's.
    """
    if quote.rstrip(" \"'”’").endswith("?"):
        return _no("a question states nothing")
    if _NO_STATEMENT.match(quote):
        return _no("is a notice, and states nothing")
    if _POINTER.search(quote):
        return _no("says where it is defined, and not what it is")
    if not row and sum(_ROW_LINE.match(line) is not None for line in quote.splitlines()) > 1 and not VERB.search(quote):
        return _no("runs over several rows of a table")
    if not row and _OF_CONTENTS.fullmatch(" ".join(quote.split())) and not _A_NUMBER_OF.search(quote):
        return _no("is a line of a table of contents")
    if _only_a_condition(quote):
        return _no("says a condition, and not what follows from it")
    if _WOULD_BE.search(quote) and not _WOULD.search(fact.text):
        return _no("says what would be, and not what is")
    asked = asked_units(fact, (*names, linked_by))
    said = asked.share(quote, " ".join(column for column, _ in row))
    whole = asked.share(quote, context, " ".join(column for column, _ in row))
    needed = 1.0 if fact.answer_type == "yes_no" else WHOLE_SHARE
    if said < OWN_SHARE or whole < needed:
        return _no(f"says {said:.0%} of what is asked itself, {whole:.0%} with what stands above it")
    if fact.answer_type == "yes_no" and (problem := unsettled(fact, asked, quote)):
        return _no(problem)
    if of_what := _unsaid_of(fact, asked, quote, context):
        return _no(f"says nothing of “{of_what}”")
    if missing := asked.kind_unsaid(quote, context):
        return _no(f"does not say which {missing}")
    if problem := no_value(fact, asked, quote, row, names, context):
        return _no(problem)
    if fact.answer_type != "yes_no" and negated(fact.text) != negated_there(asked, quote):
        return _no("one of question and text is negated, and the other is not")
    if problem := asked.contrary(quote) or told_otherwise(fact.text, quote) or of_another_s(fact.text, quote):
        return _no(problem)
    if problem := role_of_another(fact.text, quote) or still_open(fact, quote):
        return _no(problem)
    if fact.answer_type == "text" and not row and (problem := undefined(fact.text, quote)):
        return _no(problem)
    return Stating(states=True, reason=f"says {said:.0%} of what is asked itself")


def _unsaid_of(fact: RequiredFact, asked: Asked, quote: str, context: str) -> str | None:
    """What figures of are asked for ("how many weeks of sick pay"), or what ends, where the text says nothing of it; None where it does."""
    if match := _COUNTED_OF.search(fact.text):
        telling = [one for one in match["what"].split() if asked.says(one) and one.casefold() not in _MEANS_LITTLE]
        if telling and not any(asked.places(one, text) for one in telling for text in (quote, context)):
            return match["what"]
    if match := _ENDS.search(fact.text):
        rest = _AT_THE_END.sub(" ", quote)
        if not asked.places(match["verb"], rest) and asked.places(match["verb"], quote):
            return match["verb"]
    return None


def _only_a_condition(quote: str) -> bool:
    """Whether the quote is an item that says when something holds, and no more: "(iv) if the tenant leaves without notice."."""
    text = _IN_BRACKETS.sub("", _ITEM.sub("", " ".join(quote.split())))
    return _CONDITION.match(text) is not None and not re.search(r"[,:—–]\s", text)


def _no(reason: str) -> Stating:
    return Stating(states=False, reason=reason)
