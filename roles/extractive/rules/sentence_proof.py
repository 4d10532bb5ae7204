"""Decides whether one plain sentence proves a fact (SPEC VER-2).

The sentence must contain every word of the question, and exactly one value of the requested type. Besides these, only
function words that change nothing may be in it (`PLAIN_WORDS`). Any other word could deny the statement, limit or date it, or
make it about something else. The code does not parse grammar, so such a sentence is left to a judge.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ....evidence.binding.role_words import may_hold
from ....evidence.language.words import root_set, stem, texts_of_words, topic_roots, words
from ....evidence.lexicon.limiting_words import CLAUSE_LIMITS, PLAIN_WORDS
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.subjects import PlanStep
from ....evidence.names.proper_names import proper_names
from ....evidence.names.same_name import find_mention
from ....evidence.questions.meaning import says_what_it_is, thing_asked
from ....evidence.questions.shape import values_of
from ....evidence.values.facts import read_facts
from ....evidence.values.periods import parse_period

_FIGURES = frozenset({"number", "money", "percent", "duration", "date", "period"})
_NAMED = frozenset({"person", "organisation", "place"})
_SENTENCE = re.compile(r"(?!.*\s[–—-]\s)[\W\d]*[A-Z][^?;]*[.!]", re.DOTALL)
_LIGHT = frozenset(
    topic_roots("amount number figure date year day month time name value percent percentage sum total kind type long")
)
"""Words of a question that only repeat the type of its answer."""
_GIVES = frozenset(topic_roots("pays charges amounts records reports earns receives remains comes totals set"))
"""Verbs that only say that something has a value."""
_LIMITS = frozenset("only most all after before until since within none some".split())
"""Words that the sentence must repeat if the question contains them."""
_CONDITION = re.compile(r",?\s(?:if|unless|except|provided that|subject to)\b", re.IGNORECASE)
_UNIT = re.compile(
    r"(?:\s[\w-]+)?(?:\s(?:per|an?|(?:in\s)?(?:each|every)|from|to|by|after)\s(?:the\s)?[\w-]+)?(?=[.!]?$)"
)
"""The words behind a figure at the end of a sentence: what it counts, and “per mile”, “in each week”, “from delivery” or “to Acme”."""
_COUNTED = re.compile(r"\bhow many\s+([\w-]+(?:\s+[\w-]+)?)", re.IGNORECASE)
_KIND = re.compile(r"\b(?:what|which)\s+([\w-]+)\s+(?:is|are|was|were|do|does|did|has|have|had)\b", re.IGNORECASE)
_OF_THE_OBJECT = re.compile(r"\b(?:do|does|did)\b", re.IGNORECASE)
_JOINS = re.compile(r"\s*(?:is|are|was|were)\s+(?:(?:the|an?)\s+)?")
_LEADS = re.compile(r"\s*(?:is|are|was|were|by)\s+(?:the\s+)?")
_JOINING = {
    "use": {"use", "uses", "used", "using"},
    "have": {"has", "have", "had", "having"},
    "give": {"give", "gives", "gave", "given", "giving"},
    "get": {"get", "gets", "got", "getting"},
}
"""Verbs without a topic that can join a subject and its object, and their forms."""
_NOW, _PAST = re.compile(r"\b(?:is|are)\b", re.IGNORECASE), re.compile(r"\b(?:was|were|had)\b", re.IGNORECASE)


class _Word(NamedTuple):
    text: str
    start: int
    end: int
    root: str | None
    """The root of the word; None for a word without a topic."""


def sentence_proves(
    fact: PlanStep, quote: str, *, names: Collection[str] = (), linked_by: str = "", named: bool = False
) -> Check:
    """Return the check of one quote against a fact.

    `names`: the names of the subject. The quote may omit them if its document states them, unless `named` is true.
    `linked_by`: another quote that states the rest of the question (SPEC RET-7).
    """
    if fact.answer_type in ("yes_no", "list"):
        return unsettled("a judge must decide whether it affirms what is asked")
    whole = " ".join(quote.split())
    if not _SENTENCE.fullmatch(whole):
        return unsettled("it is not a plain sentence")
    text = _CONDITION.split(whole, maxsplit=1)[0]  # a condition behind the statement is shown with it
    if _is_over(fact, text):
        return unsettled("the sentence is about the past, and the question about the present")
    known = {root for phrase in (linked_by, *names) for root in topic_roots(phrase)}
    spared = set(topic_roots(linked_by)) if named and not find_mention(tuple(names), text) else known
    here = [_Word(*word, next(iter(topic_roots(word.text)), None)) for word in words(text)]
    said = {word.root for word in here}
    asked = [root for root in _asked(fact) if root in said or root not in spared]
    read = _figures if fact.answer_type in _FIGURES else _names if fact.answer_type in _NAMED else _rest
    values = dict.fromkeys(read(fact, text, here, asked))
    if not asked or not said.issuperset(asked) or len(values) != 1:
        return unsettled("it does not say every word that is asked, and one value of the kind asked for")
    ((start, end),) = values
    if strange := _strange(fact, here, [(start, end), *_dates(text)], known):
        return unsettled(f"it says “{strange}”, which is not asked")
    if lost := _LIMITS.intersection(fact.text.casefold().split()).difference(word.text.casefold() for word in here):
        return unsettled(f"the sentence does not contain “{min(lost)}”")
    return proved("one plain sentence says all that is asked, and its value")


def _is_over(fact: PlanStep, text: str) -> bool:
    of_now = _NOW.search(fact.text) and not _PAST.search(fact.text) and parse_period(fact.text) is None
    return bool(of_now and _PAST.search(text))


def _asked(fact: PlanStep) -> list[str]:
    """Return the roots of the words that a sentence must contain. The noun of the answer type is left out: "year" in
    "which year"."""
    kind = _KIND.search(fact.text)
    spare = _LIGHT | (set(topic_roots(kind[1])) if kind and fact.answer_type not in _NAMED else set())
    return [root for root in topic_roots(fact.text) if root not in spare]


def _figures(fact: PlanStep, text: str, here: Sequence[_Word], asked: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the figures of the requested type that are not in the question."""
    given = " ".join((fact.text, *fact.constraints)).casefold()
    counted = _COUNTED.search(fact.text)
    for value in values_of(fact.answer_type, text):
        near = f"{value.text} {' '.join(text[value.end :].split()[:2])}"
        of_it = counted is None or not set(topic_roots(counted[1])).isdisjoint(topic_roots(near))
        bare = fact.answer_type == "money" and value.kind != "money"
        if value.text.casefold() not in given and of_it and not bare:
            unit = _UNIT.match(text, value.end)
            yield value.start, unit.end() if unit else value.end


def _names(fact: PlanStep, text: str, here: Sequence[_Word], asked: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of names in the place of the question word: before the asked words in their order, or after
    them and “is” or “by”. A question for the object of a verb (“what did X buy”) has no such place."""
    places = {word.root: word for word in reversed(here)}
    own = [places[root] for root in asked if root in places]
    if not own or _OF_THE_OBJECT.search(fact.text):
        return
    first, last = min(word.start for word in own), max(word.end for word in own)
    for name in proper_names(text):
        start = text.find(name)
        end = start + len(name)
        if start < 0 or not set(topic_roots(name)).isdisjoint(asked) or not may_hold(name):
            continue
        before = text[end:first]
        acts = not before.strip() and end <= first and _in_order(own)
        if acts or _JOINS.fullmatch(before) or _LEADS.fullmatch(text[last:start]):
            yield start, end


def _rest(fact: PlanStep, text: str, here: Sequence[_Word], asked: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of what follows the asked words, which are in their order. The question names what it asks for
    (“which standard”) or asks for an object (“what did X buy”), or “is” follows the asked words."""
    places = {word.root: word for word in reversed(here)}
    own = [places[root] for root in asked if root in places]
    if not own or not _in_order(own) or (thing_asked(fact.text) and not says_what_it_is(fact.text, text)):
        return
    rest = [word for word in here if word.start > own[-1].start]
    if not (_KIND.search(fact.text) or _OF_THE_OBJECT.search(fact.text) or _LEADS.match(text[own[-1].end :])):
        return
    said = {word.text.casefold() for word in here}
    if any(_JOINING[verb].isdisjoint(said) for verb in _JOINING.keys() & fact.text.casefold().split()):
        return
    if any(word.root for word in rest) and CLAUSE_LIMITS.isdisjoint(word.text.casefold() for word in rest):
        start, end = rest[0].start, rest[-1].end
        if _is_of_the_kind(fact, text, text[start:end]):
            yield start, end


def _is_of_the_kind(fact: PlanStep, text: str, value: str) -> bool:
    """Return whether the sentence contains the noun that the question asks for (“algorithm” in “which algorithm”), or
    the value contains a name or a code, which need not repeat it."""
    kind = _KIND.search(fact.text)
    return kind is None or root_set(kind[1]) <= root_set(text) or re.search(r"[A-Z\d]", value) is not None


def _in_order(own: Sequence[_Word]) -> bool:
    return all(one.start < other.start for one, other in pairwise(own))


def _dates(text: str) -> list[tuple[int, int]]:
    return [(value.start, value.end) for value in read_facts(text) if value.kind in ("date", "period")]


def _strange(
    fact: PlanStep, here: Sequence[_Word], spans: Sequence[tuple[int, int]], known: Collection[str]
) -> str | None:
    """Return a word that is neither asked, nor within one of the spans, nor a figure, nor a plain word."""
    wanted = {*topic_roots(fact.text), *known, *_LIGHT, *_GIVES}
    plain = {stem(word) for word in (*PLAIN_WORDS, *texts_of_words(fact.text))}
    for word in here:
        fits = word.root in wanted or stem(word.text) in plain or any(map(str.isdigit, word.text))
        if not fits and not any(word.start < end and start < word.end for start, end in spans):
            return word.text
    return None
