"""When one plain sentence proves a fact: it says every asked word together with one value of the asked kind, and nothing that could
change it. No grammar is read; where the words do not settle it, the result is unsettled."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .check import Check, proved, unsettled
from .clauses import has_verb
from .language import language_of
from .lexicon.verb_forms import AUXILIARIES
from .markers import read_markers
from .names import find_mention, is_suffix
from .proper_names import proper_names
from .role_words import is_defined_term, may_hold
from .shape import values_of
from .subjects import PlanStep
from .verbs import is_past
from .who_does import told_otherwise
from .words import root, stem, topic_roots, words

MEASURED = frozenset({"number", "money", "percent", "duration"})
DATED = frozenset({"date", "period"})
NAMED = frozenset({"person", "organisation", "place"})
FOREIGN = {**dict.fromkeys(MEASURED, 3), **dict.fromkeys(DATED, 6)}
"""Content words that the clause may say beside what is asked and its value: a figure is of whatever else its clause names."""
_LIMITING = frozenset({"negation", "condition", "hedge", "attribution"})
_OPEN_MODALS = frozenset("may might could can would should may_not must_not should_not need_not".split())
_KEPT = frozenset({"only", "most", "all", "after", "before", "until", "since", "within", "not_all", "none", "some"})
"""Limits of the question that the sentence must say itself."""
_CUT = re.compile(
    r":|\s[–—-]\s|,\s+(?:which|who|whose|where|when|and|but|or|while|whereas|although|though|because|since|so|as|with|including|compared|"
    r"versus|up|down|provided|unless|if|except|subject)\b|\s(?:because|when|whereas|although|though|compared)\s"
)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_OPENS_APART = re.compile(
    r"\W*(?:when|while|because|although|though|as (?!of\b|at\b)|once|so|that|which|who|whether|if|such)\b",
    re.IGNORECASE,
)
_STANDS_FOR = frozenset(
    "it they he she them him her his hers their theirs its this these those who which that such".split()
)
"""Words whose meaning stands in another sentence."""
_SHAPES = frozenset(
    root(stem(word))
    for word in "amount number figure date year day month time name value percentage percent sum total kind type long".split()
)
"""Nouns and adjectives that the kind of the value stands for."""
_GIVES_A_VALUE = frozenset(
    root(stem(word))
    for word in "set amount total stand equal come remain consistently pay charge report record earn post hold receive generate".split()
)
"""Words that say no more than that something has a value, or which."""
_ASKS = re.compile(
    r"\b(?:who|whom|what|which|when|where|how (?:many|much|long|often|far|large|big|high|tall|old))\b", re.IGNORECASE
)
_KIND = re.compile(
    r"\b(?:what|which|how many|how much)\s+((?:[\w-]+\s+){0,3}?[\w-]+)(?=\s+(?:of|a|per)\b|"
    r"\s+(?:is|are|was|were|do|does|did|has|have|had|may|must|can|will|shall|should)\b)",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\bhow many\s+([\w-]+(?:\s+[\w-]+)?)", re.IGNORECASE)
_TELLS = re.compile(
    r"\s*(?:is|are|was|were|(?:shall|must) be|means?|has (?:\w+ )?been set at|amount(?:s|ed) to|totall?ed)\s+(?!\w+ed\b)",
    re.IGNORECASE,
)


class Token(NamedTuple):
    text: str
    start: int
    end: int
    root: str | None
    """None for a word that carries no topic."""
    gerund: bool


def sentence_proves(
    fact: PlanStep, quote: str, *, names: Collection[str] = (), linked_by: str = "", named: bool = False
) -> Check:
    """Hold one quote against a fact.

    `names`: those of the subject, which its document may say for it, unless it must be `named` here; `linked_by`: the quote that says the
    rest of the question (SPEC RET-7).
    """
    if fact.answer_type == "yes_no" or not (_ASKS.search(fact.text) or fact.answer_type in MEASURED | DATED):
        return unsettled("whether it affirms what is asked is for a judge")
    if problem := _not_plain(fact, quote):
        return unsettled(problem)
    needed = _asked(fact)
    for start, end in _main_clauses(quote):
        clause = _BRACKETS.sub(lambda match: " " * len(match.group()), quote[start:end])
        tokens = _tokens(clause)
        here = {one.root for one in tokens if one.root}
        spared = set(topic_roots(linked_by))
        if not named or find_mention(tuple(names), clause):
            spared |= {one for name in names for one in topic_roots(name)} - here
        own = tuple(one for one in needed if one.root not in spared)
        if own and {one.root for one in own} <= here:
            return _clause_proves(fact, clause, tokens, own, (linked_by, *names))
    return unsettled("no main clause of it says every word that is asked")


def _not_plain(fact: PlanStep, quote: str) -> str | None:
    text = " ".join(quote.split())
    if not text.endswith((".", "!")) or not _has_verb(fact, text) or not re.match(r"[\W\d]*[A-Z\d]", text):
        return "it is no whole sentence"
    if language_of(text) != "en":
        return "only a model can read text in its language"
    return "it does not begin with its main clause" if _OPENS_APART.match(text) else None


def _limited(fact: PlanStep, clause: str, end: int) -> str | None:
    """How the clause is limited where the question is not. `end`: of what is asked and its value; a condition behind it is shown with it."""
    asked = {one.value for one in read_markers(fact.text)}
    here = read_markers(clause)
    for one in here:
        limits = one.kind in _LIMITING and (one.kind != "condition" or one.start < end)
        open_modal = one.kind == "modality" and one.value in _OPEN_MODALS and not asked & {"may", "can"}
        if (limits or open_modal) and one.value not in asked:
            return f"it is limited by “{one.text}”"
    lost = (asked & _KEPT) - {one.value for one in here}
    return f"it does not say “{min(lost)}”" if lost else None


def _has_verb(fact: PlanStep, text: str) -> bool:
    if has_verb(text):
        return True
    asked = {f"{one.text}s" for one in words(fact.text)}  # "what does it represent": "it represents"
    return any(one.text.islower() and (is_past(one.text) or one.text in asked) for one in words(text))


def _main_clauses(quote: str) -> Iterator[tuple[int, int]]:
    """The first clause, and the first behind each semicolon: what follows a joint may have its subject elsewhere."""
    at = 0
    for part in quote.split(";"):
        cut = _CUT.search(part)
        yield at, at + (cut.start() if cut else len(part))
        at += len(part) + 1


def _tokens(text: str) -> list[Token]:
    return [
        Token(
            one.text, one.start, one.end, next(iter(topic_roots(one.text)), None), one.text.casefold().endswith("ing")
        )
        for one in words(text)
    ]


def _asked(fact: PlanStep) -> tuple[Token, ...]:
    """The content words that a sentence must say. A noun that the value itself is of ("which year") need not be said, nor one that only a
    name of the thing would repeat ("which standard")."""
    kind = _KIND.search(fact.text)
    spare = set(_SHAPES)
    if kind and fact.answer_type in DATED | {"percent", "money", "text"} and len(kind[1].split()) == 1:
        spare |= set(topic_roots(kind[1]))
    return tuple(one for one in _tokens(fact.text) if one.root and one.root not in spare)


class _Window(NamedTuple):
    first: int
    last: int
    """Indices of tokens, both included."""


def _clause_proves(
    fact: PlanStep, clause: str, tokens: Sequence[Token], needed: Sequence[Token], known: Sequence[str]
) -> Check:
    """`known`: texts whose words change nothing: names of the subject, and what links this quote to it."""
    window = _window(tokens, {one.root for one in needed})
    if broken := _broken_compound(fact.text, needed, tokens):
        return unsettled(f"it does not say “{broken}” as such")
    if told := told_otherwise(fact.text, clause):
        return unsettled(f"it {told}")
    wanted = {
        *topic_roots(fact.text),
        *(one for text in known for one in topic_roots(text)),
        *(_GIVES_A_VALUE if fact.answer_type in MEASURED else ()),
    }
    if fact.answer_type in MEASURED | DATED:
        value = _figure(fact, clause)
    elif fact.answer_type in NAMED:
        value = _name(fact, clause, tokens, window, wanted)
    else:
        value = _told_after(fact, clause, tokens, window, wanted)
    if isinstance(value, Check):
        return value
    inside = [at for at, one in enumerate(tokens) if one.start < value[1] and one.end > value[0]]
    span = _Window(min(window.first, *inside), max(window.last, *inside)) if inside else window
    end = max(tokens[window.last].end, value[1] if inside and fact.answer_type not in ("text", "list") else 0)
    if limit := _limited(fact, clause, end):
        return unsettled(limit)
    for at in range(max(0, window.first - 1), window.last + 1):
        itself = (
            tokens[at].text.casefold() == "this" and at + 1 < len(tokens) and tokens[at + 1].root in wanted
        )  # "this lease"
        if tokens[at].text.casefold() in _STANDS_FOR and not itself:
            return unsettled("it speaks of something by a pronoun")
    foreign = [at for at, one in enumerate(tokens) if _is_foreign(one, wanted) and at not in inside]
    within = [
        at for at in foreign if span.first < at < span.last and not _joins_value(at, inside, foreign, tokens, clause)
    ]
    if within:
        return unsettled(f"it says “{tokens[within[0]].text}” between what is asked")
    if (changed := _changed(clause, tokens, span, foreign, inside)) is not None:
        return unsettled(f"“{changed}” may make it something else than what is asked")
    if len(foreign) > FOREIGN.get(fact.answer_type, len(tokens)):
        return unsettled(f"it says more than is asked: “{tokens[foreign[0]].text}”")
    return proved("one plain sentence says all that is asked, and its value")


def _window(tokens: Sequence[Token], needed: Collection[str | None]) -> _Window:
    """The shortest stretch that says every needed word."""
    best = _Window(0, len(tokens) - 1)
    for first, one in enumerate(tokens):
        if one.root not in needed:
            continue
        left = set(needed)
        for last in range(first, len(tokens)):
            left.discard(tokens[last].root)
            if not left:
                if last - first < best.last - best.first:
                    best = _Window(first, last)
                break
    return best


def _broken_compound(question: str, needed: Sequence[Token], tokens: Sequence[Token]) -> str | None:
    """Two words that the question says one after the other, which the clause says apart or in another form; None where there are none."""
    here = [one for one in tokens if one.text.casefold() not in AUXILIARIES and not one.text.endswith("ly")]
    for left, right in pairwise(needed):
        if question[left.end : right.start].strip(" -") or right.text.endswith(("able", "ible")):
            continue
        if left.text.endswith(("'s", "’s")):
            continue  # "Acme's fee" is also "the fee of Acme"
        if left.text.islower() and is_past(left.text) and right.text[0].isupper():
            continue  # a verb and what it is done to, which the passive turns round
        pairs = list(pairwise(here))
        if not any(a.root == left.root and b.root == right.root for a, b in pairs):
            return f"{left.text} {right.text}"
    for one in needed:
        if all(token.gerund != one.gerund for token in tokens if token.root == one.root):
            return one.text
    return None


def _figure(fact: PlanStep, clause: str) -> tuple[int, int] | Check:
    """The one value of the asked kind that the question does not say itself."""
    given = " ".join((fact.text, *fact.constraints)).casefold()
    values = [one for one in values_of(fact.answer_type, clause) if one.text.casefold() not in given]
    if fact.answer_type == "money":
        values = [one for one in values if one.kind == "money"]
    if counts := _COUNTS.search(fact.text):
        wanted = set(topic_roots(counts[1]))
        values = [one for one in values if _counts(one.text, clause[one.end :], one.counted, one.unit, wanted)]
    if len({one.text for one in values}) != 1:
        return unsettled(
            f"it holds {len(values)} values of the kind asked for" if values else f"it holds no {fact.answer_type}"
        )
    return values[0].start, values[0].end


def _counts(value: str, after: str, counted: str | None, unit: str | None, wanted: Collection[str]) -> bool:
    nearest = " ".join(after.split()[:2])
    return not set(wanted).isdisjoint(topic_roots(f"{value} {counted or ''} {unit or ''} {nearest}"))


def _name(
    fact: PlanStep, clause: str, tokens: Sequence[Token], window: _Window, wanted: Collection[str]
) -> tuple[int, int] | Check:
    """The one name, not of the question, that stands right beside what is asked."""
    start, end = tokens[window.first].start, tokens[window.last].end
    places: list[tuple[int, int]] = []
    for name in dict.fromkeys(proper_names(clause)):
        at = clause.find(name)
        if set(topic_roots(name)) & set(wanted) or not may_hold(name):
            continue
        if fact.answer_type == "person" and is_defined_term(name, clause):
            continue
        between = clause[at + len(name) : start] if at < start else clause[end:at] if at >= end else ""
        if (at < end and at >= start) or _is_light(between):
            places.append((at, at + len(name)))
    if len(places) > 1 and fact.answer_type == "person":
        places = [(start, end) for start, end in places if " " in clause[start:end]]
    if len(places) != 1:
        return unsettled(
            "no one name stands beside what is asked" if not places else "several names stand beside what is asked"
        )
    return places[0]


def _is_light(text: str) -> bool:
    """Whether nothing but small words stands there, or a description of the name that follows ("by the architect")."""
    return ("," not in text and all(one.root is None or one.text.endswith("ly") for one in _tokens(text))) or bool(
        re.fullmatch(r"\s*(?:is|was|were|are|by|as)?\s*(?:by|the|an?)\s+(?:[\w-]+\s+){0,2}", text)
    )


def _told_after(
    fact: PlanStep, clause: str, tokens: Sequence[Token], window: _Window, wanted: Collection[str]
) -> tuple[int, int] | Check:
    """What the sentence goes on with behind the asked words, where it begins with them: its predicate."""
    lead = clause[: tokens[window.first].start]
    opening = lead.rpartition(",")[2]
    if any(_is_foreign(one, wanted) for one in _tokens(opening)):
        return unsettled("it does not begin with what is asked")
    after = clause[tokens[window.last].end :]
    rest = [one for one in tokens[window.last + 1 :] if one.root]
    if not rest:
        return unsettled("it goes on with nothing")
    verbal = (
        re.search(r"\b(?:do|does|did|has|have|had|is|are|was|were|may|must|can|will|shall|should)\b.+\w", fact.text)
        is not None
    )
    plain_what = re.search(
        r"\b(?:what|who|which[\w\s-]*)\s+(?:is|are|was|were)\s+(?!\w+ed\b)", fact.text, re.IGNORECASE
    )
    done = is_past(tokens[window.last].text)  # "certified to"
    if not verbal or (plain_what and not done and not _TELLS.match(after)):
        return unsettled("it does not go on to tell what is asked")
    if not plain_what and re.match(r"\s*,", after):
        return unsettled("it does not go on to tell what is asked")
    return rest[0].start, rest[-1].end


def _is_foreign(one: Token, wanted: Collection[str]) -> bool:
    if one.root is None or one.root in wanted or one.text.casefold().endswith("ly") or is_suffix(one.text):
        return False
    return not any(character.isdigit() for character in one.text)


def _joins_value(at: int, inside: Sequence[int], foreign: Sequence[int], tokens: Sequence[Token], clause: str) -> bool:
    """Whether the word is part of the phrase that the value stands in: "by Spanish architect" before a name."""
    if not inside:
        return False
    low, high = min(at, *inside), max(at, *inside)
    return (
        all(step in foreign or step in inside for step in range(low, high + 1)) and abs(high - low) <= len(inside) + 2
    )


def _changed(
    clause: str, tokens: Sequence[Token], span: _Window, foreign: Sequence[int], inside: Sequence[int]
) -> str | None:
    """A word that stands right before or behind what is asked, with nothing between, and so may belong to it: "segment" of "segment
    revenue", "density" of "population density"."""
    before, after = span.first - 1, span.last + 1
    if (
        before in foreign
        and span.first not in inside
        and not clause[tokens[before].end : tokens[span.first].start].strip(" '’s-")
    ):
        return tokens[before].text
    if (
        after in foreign
        and span.last not in inside
        and not clause[tokens[span.last].end : tokens[after].start].strip(" -")
    ):
        return tokens[after].text
    return None
