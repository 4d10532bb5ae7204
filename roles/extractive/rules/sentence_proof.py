"""Decides whether one plain sentence proves a fact (SPEC VER-2).

The sentence must contain every word of the question and the value. Nothing else may come before the value, and only
little after it. Further words could deny the statement (“It is false that …”), date it (“until 2020 …”) or change its
subject. The code does not parse grammar, so it leaves a sentence with further words unsettled.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ....evidence.binding.role_words import may_hold
from ....evidence.language.question_language import language_of
from ....evidence.language.words import topic_roots, words
from ....evidence.lexicon.limiting_words import SENTENCE_LIMITS
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.subjects import PlanStep
from ....evidence.names.proper_names import proper_names
from ....evidence.names.same_name import find_mention
from ....evidence.questions.shape import values_of
from ....evidence.values.periods import parse_period

BEHIND_VALUE = 2
"""The maximum number of content words after the value, such as “per mile” or “from delivery”."""
NAMED = frozenset({"person", "organisation", "place"})
_OF_FIGURES = frozenset({"number", "money", "percent", "duration", "date", "period"})
_PLAIN = re.compile(r"[\W\d]*[A-Z][^?]*[.!]", re.DOTALL)
_BREAK = re.compile(r"[;(]|[,:](?!\d)|\s[–—-]\s|\s(?:when|because|while|whereas|although|though)\s|[.!]\s*$")
_PERMITTING = frozenset("may can".split())
_KEPT = frozenset("only most all after before until since within none some".split())
"""Limits that the sentence must repeat if the question contains them."""
_CONDITION = re.compile(
    r"\b(?:if|unless|except|excluding|provided that|subject to|whether|notwithstanding)\b", re.IGNORECASE
)
_STANDS_FOR = frozenset(
    "it they he she them him her his hers their theirs its this these those who which that such".split()
)
"""Words that refer to another sentence or thing, such as "this" and "such"."""
_LIGHT = frozenset(
    root
    for word in "amount number figure date year day month time name value percentage percent sum total kind type long".split()
    for root in topic_roots(word)
)
"""Words of a question that only repeat the type of its answer, such as "amount" and "date"."""
_GIVES = frozenset(topic_roots("pays charges amounts records reports earns receives remains comes totals set"))
"""Verbs that only say that something has a value."""
_ANY = re.compile(r"\b(?:an?|any|each|every)\s+([^\W\d_]{3,})", re.IGNORECASE)
"""A noun of the question that stands for any thing of its kind: “a line”."""
_CONDITION_BEHIND = re.compile(
    r"\b(?:from|per|after|before|until|since|every|each|to|by|with)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
"""The words before a condition or a party behind a value: “36 months from delivery”, “£5 to Tarn Ltd”."""
_COUNTED = re.compile(r"\bhow many\s+([\w-]+(?:\s+[\w-]+)?)", re.IGNORECASE)
_KIND = re.compile(
    r"\b(?:what|which)\s+([\w-]+)\s+(?:is|are|was|were|do|does|did|has|have|had|may|must|can|will|shall)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(?:do|does|did|has|have|had|may|must|can|will|shall|(?:is|are|was|were) (?:.+ )?\w+(?:ed|en)\b)", re.IGNORECASE
)
"""The form of a question that asks for the object of its verb (“what does X pay?”)."""
_IS = re.compile(r"\b(?:who|what|which \w+)\s+(?:is|are|was|were)\b", re.IGNORECASE)

_NOW = re.compile(r"\b(?:is|are)\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were)\b", re.IGNORECASE)
_WAS_JUST = re.compile(r"\b(?:was|were)\s+(?:(?:the|an?|at)\s+)?[^\w\s]*$", re.IGNORECASE)

_JOINS = re.compile(r"\s*(?:is|are|was|were)\s+(?:(?:the|its|their|an?)\s+)?", re.IGNORECASE)
_BY = re.compile(r"(\w+)\s+by\s+(?:the\s+)?$")


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
    text = " ".join(quote.split())
    if not _PLAIN.fullmatch(text) or language_of(text) != "en":
        return unsettled("it is not a plain sentence")
    for noun in _ANY.findall(fact.text):
        if particular := re.search(rf"\b(?:the|this|that|such)\s+{noun}\b", text, re.IGNORECASE):
            return unsettled(f"it is about one thing, “{particular[0]}”")
    known = {root for phrase in (linked_by, *names) for root in topic_roots(phrase)}
    asked = _asked(fact)
    for cut in _BREAK.finditer(text):
        clause = text[: cut.start()]
        here = _words(clause)
        said = {word.root for word in here}
        spared = set(topic_roots(linked_by)) if named and not find_mention(tuple(names), clause) else known
        own = [root for root in asked if root in said or root not in spared]
        if own and said.issuperset(own) and (value := _value(fact, clause, here, own)):
            return _rest_is_open(fact, text[cut.start() :], known) or _clause_proves(
                fact, clause, here, own, value, known
            )
    return unsettled("no clause of it says every word that is asked, and one value of the kind asked for")


def _rest_is_open(fact: PlanStep, rest: str, known: Collection[str]) -> Check | None:
    """Return an unsettled check if anything but a condition follows the clause in its sentence, otherwise None. A
    condition is shown together with the clause."""
    wanted = {*topic_roots(fact.text), *known}
    bound = _CONDITION.search(rest)
    strange = next(
        (word for word in _words(rest[: bound.start()] if bound else rest) if _is_strange(word, wanted)), None
    )
    return unsettled(f"after the clause, the sentence continues with “{strange.text}”") if strange else None


def _asked(fact: PlanStep) -> list[str]:
    """Return the roots of the words that a sentence must contain, in order. The noun of the answer type is left out:
    "year" in "which year"."""
    kind = _KIND.search(fact.text)
    spare = _LIGHT | (set(topic_roots(kind[1])) if kind and fact.answer_type not in NAMED else set())
    return [root for root in dict.fromkeys(topic_roots(fact.text)) if root not in spare]


def _words(text: str) -> list[_Word]:
    return [_Word(word.text, word.start, word.end, next(iter(topic_roots(word.text)), None)) for word in words(text)]


def _value(fact: PlanStep, clause: str, here: Sequence[_Word], asked: Sequence[str]) -> tuple[int, int] | None:
    """Return the offsets of the value in the clause that answers. It is the only value of the requested type that is
    not in the question. Return None if there is none, or more than one."""
    if fact.answer_type in _OF_FIGURES:
        found = _figures(fact, clause)
    elif fact.answer_type in NAMED:
        found = _names(fact, clause, here, asked)
    else:
        found = _rest(fact, clause, here, asked)
    places = list(dict.fromkeys(found))
    return places[0] if len(places) == 1 else None


def _figures(fact: PlanStep, clause: str) -> Iterator[tuple[int, int]]:
    given = " ".join((fact.text, *fact.constraints)).casefold()
    counted = _COUNTED.search(fact.text)
    for value in values_of(fact.answer_type, clause):
        near = f"{value.text} {' '.join(clause[value.end :].split()[:2])}"
        of_it = counted is None or not set(topic_roots(counted[1])).isdisjoint(topic_roots(near))
        bare = fact.answer_type == "money" and value.kind != "money"
        if value.text.casefold() not in given and of_it and not bare:
            yield value.start, value.end


def _names(fact: PlanStep, clause: str, here: Sequence[_Word], asked: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of names that can answer “who”: before the verb, after “by”, or joined to the question's words
    by “is”."""
    first, last = _window(here, asked)
    for name in dict.fromkeys(proper_names(clause)):
        at = clause.find(name)
        end = at + len(name)
        if not set(topic_roots(name)).isdisjoint(asked) or not may_hold(name) or at < 0:
            continue
        between = clause[end:first] if end <= first else clause[last:at] if last <= at else "…"
        by = _BY.search(clause[:at])
        if _IS.search(fact.text) and not _OBJECT.search(fact.text):
            fits = _JOINS.fullmatch(between) is not None
        elif by is not None:
            fits = not set(topic_roots(by[1])).isdisjoint(asked)
        else:
            before = end <= first and not _OBJECT.search(fact.text)
            behind = last <= at and _OBJECT.search(fact.text) is not None
            fits = (before or behind) and not topic_roots(between) and _in_order(here, asked)
        if fits:
            yield at, end


def _rest(fact: PlanStep, clause: str, here: Sequence[_Word], asked: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the rest of the clause after the asked words, if the clause begins with them."""
    _, last = _window(here, asked)
    rest = [word for word in here if word.start >= last and word.root]
    plain = _IS.search(fact.text) and not _OBJECT.search(fact.text)
    joined = re.match(r"\s*(?:is|are|was|were|means?|(?:shall|must) be)\b", clause[last:]) is not None
    if rest and _in_order(here, asked) and (joined if plain else _OBJECT.search(fact.text)):
        yield rest[0].start, rest[-1].end


def _window(here: Sequence[_Word], asked: Sequence[str]) -> tuple[int, int]:
    """Return the offsets from the first asked word of the clause to the last. Of a repeated word the first occurrence
    counts."""
    places = [next(word for word in here if word.root == root) for root in asked]
    return min(place.start for place in places), max(place.end for place in places)


def _in_order(here: Sequence[_Word], asked: Sequence[str]) -> bool:
    order = [next(word.start for word in here if word.root == root) for root in asked]
    return order == sorted(order)


def _clause_proves(
    fact: PlanStep,
    clause: str,
    here: Sequence[_Word],
    asked: Sequence[str],
    value: tuple[int, int],
    known: Collection[str],
) -> Check:
    """Return the check of one clause. `known`: roots that it may contain besides the question's, from the subject's
    names and from the linking quote."""
    if limit := _limited(fact, clause):
        return unsettled(limit)
    if (
        _NOW.search(fact.text)
        and not _WAS.search(fact.text)
        and parse_period(fact.text) is None
        and _WAS_JUST.search(clause[: value[0]])
    ):
        return unsettled("the sentence is about the past, and the question about the present")
    wanted = {*topic_roots(fact.text), *known, *_LIGHT, *_GIVES}
    _, last = _window(here, asked)
    strange = [
        word for word in here if _is_strange(word, wanted) and not (word.start < value[1] and value[0] < word.end)
    ]
    behind = [word for word in strange if word.start >= value[1]]
    of_a_part = behind and fact.answer_type in _OF_FIGURES and not _is_told(clause, value[1], behind[0])
    if strange and (len(behind) < len(strange) or len(behind) > BEHIND_VALUE or of_a_part):
        return unsettled(f"it says “{strange[0].text}”, which is not asked")
    for at, word in enumerate(here):
        # "This lease" names what it refers to.
        itself = word.text.casefold() == "this" and at + 1 < len(here) and here[at + 1].root in wanted
        if word.text.casefold() in _STANDS_FOR and word.start < last and not itself:
            return unsettled("the sentence has a pronoun in place of a name")
    return proved("one plain sentence says all that is asked, and its value")


def _is_told(clause: str, end: int, word: _Word) -> bool:
    """Return whether the word behind a value that ends at `end` is its unit, the last word of the clause, or belongs to a
    condition or a party. Other words there may say that the value is of a part: “6,500 employees in Ohio”."""
    between = clause[end : word.start]
    is_unit = not between.strip() and not clause[word.end :].strip(" .")
    return is_unit or _CONDITION_BEHIND.search(between) is not None


def _limited(fact: PlanStep, clause: str) -> str | None:
    """Return a limiting word, such as “only”, that is in either the clause or the question. Return None if there is
    none, or if both have it."""
    asked, here = ([_folded(word.text) for word in words(text)] for text in (fact.text, clause))
    permitted = _PERMITTING if _PERMITTING.intersection(asked) else frozenset()
    for word in here:
        if (word in SENTENCE_LIMITS or word.endswith("n't")) and word not in asked and word not in permitted:
            return f"the sentence is limited by “{word}”"
    lost = _KEPT.intersection(asked).difference(here)
    return f"the sentence does not contain “{min(lost)}”" if lost else None


def _folded(word: str) -> str:
    return word if word == "May" else word.casefold()  # "May" is the month here


def _is_strange(word: _Word, wanted: Collection[str]) -> bool:
    return (
        word.root is not None
        and word.root not in wanted
        and not word.text.endswith("ly")
        and not any(map(str.isdigit, word.text))
    )
