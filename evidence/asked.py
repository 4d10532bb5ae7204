"""What a question asks to be said, as units: compounds that must be said as such, single words, and the kind of thing asked for."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from .frozen import Frozen
from .opposites import OPPOSITES
from .subjects import RequiredFact
from .topic_words import alternatives, limits_said, phrases_for
from .words import STOP_WORDS, content_stems, stem, topic_roots, word_roots, words

_KIND = re.compile(
    r"\b(?:which|what)\s+(?!(?:is|are|was|were|did|does|do|has|have|had|can|could|must|may|will|would|shall|should)\b)([\w-]+)",
    re.IGNORECASE,
)
_COMPOUND = re.compile(
    r"\s+[\w-]+\s+(?:is|are|was|were|did|does|do|has|have|had|can|could|must|may|will|would|shall|should)\b",
    re.IGNORECASE,
)
"""What follows the first word of two that name one thing: "day" in "which day rate does"."""
_LIGHT_OF_ITS_OWNER = frozenset("charge apply grant allow set levy earn record post carry impose quote".split())
"""Verbs that say no more than that something has what is asked for, where its name stands before them: "what day rate does X charge"."""
_LIGHT = frozenset(
    "operate report spend provide include use make take give get receive pay hold run serve offer do have total require people "
    "persons worldwide globally annually monthly weekly daily yearly".split()
)
"""Words that many sentences hold for other reasons: they count a quarter."""
_SAYS_LITTLE = frozenset("primarily mainly mostly currently generally usually approximately".split())
_SHAPES = frozenset("period amount number date level value figure sum end day month year time name title".split())
"""Nouns that the shape of the answer stands for."""
_JOINS = frozenset({"per", "of", "and", "&"})
TOGETHER = 6
"""Further words there may be between all that a yes-or-no question asks."""
SCATTERED = 0.5
"""What the words of a compound count where they stand apart."""


MOST = 0.6
NEAR, NEARBY = 0.8, 3
"""The same where they stand in one stretch, with so many further words between: "a hotel up to £140 per night"."""


class Unit(Frozen):
    """One thing to be said: the words of a compound in order, or a single word."""

    words: tuple[str, ...]
    weight: float


class Asked(Frozen):
    units: tuple[Unit, ...]
    kinds: tuple[str, ...]
    """Nouns that name the kind of answer ("which standard")."""
    premises: tuple[str, ...] = ()

    def share(self, *texts: str) -> float:
        """The part of the units, by weight, that the texts say; each compound within one of them."""
        total = sum(unit.weight for unit in self.units)
        if not total:
            return 1.0
        return sum(unit.weight * max(_said(unit, text) for text in texts) for unit in self.units) / total

    def says(self, word: str) -> bool:
        """Whether the word is among those asked for."""
        roots = set(topic_roots(word))
        return any(roots & set(topic_roots(one)) for unit in self.units for one in unit.words)

    def together(self, text: str) -> bool:
        """Whether the text says the units within a few words of each other."""
        places = [place for unit in self.units for place in _places(unit.words, text, exact=True)[:1]]
        if len(places) < len(self.units) or not places:
            return False
        first, last = min(start for start, _ in places), max(end for _, end in places)
        asked = sum(len(unit.words) for unit in self.units)
        return len(list(words(text[first:last]))) <= asked + TOGETHER

    def kind_unsaid(self, *texts: str) -> str | None:
        """The kind of thing asked for, where no text says it and not every other unit is said either."""
        for kind in self.kinds:
            others = [unit for unit in self.units if unit.words != (kind,)]
            said = any(_said(Unit(words=(kind,), weight=1), text) for text in texts)
            if not said and not (others and all(max(_said(one, text) for text in texts) == 1 for one in others)):
                return kind
            if all(unit.weight < 1 for unit in others) and not self.together(texts[0]):
                return kind
        return None

    def places(self, word: str, text: str) -> Sequence[tuple[int, int]]:
        """Where the text says a word of the question."""
        return _word(word, text)

    def contrary(self, text: str) -> str | None:
        """How the text says the opposite of a word that it does not say itself ("early" where "late" is asked); None where it does not."""
        told = {form for word in words(text) for form in (word.text.casefold(), stem(word.text))}
        for word in (word for unit in self.units for word in unit.words):
            against = told & (OPPOSITES.get(word, frozenset()) | OPPOSITES.get(stem(word), frozenset()))
            if against and not _word(word, text):
                return f"says “{min(against)}”, where “{word}” is asked"
        return None

    def says_most(self, text: str) -> bool:
        """Whether the text says most words of a unit that weighs most, one after another."""
        heaviest = max((unit.weight for unit in self.units), default=0.0)
        return any(_said(unit, text) > MOST for unit in self.units if unit.weight == heaviest)

    def unasked(self, label: str) -> tuple[str, ...]:
        """Content stems of a row's label that the question does not ask for."""
        known = {one for unit in self.units for phrase in _ways(unit) for one in content_stems(" ".join(phrase))}
        known |= {one for premise in self.premises for one in content_stems(premise)}
        return tuple(one for one in content_stems(label) if one not in known)

    def measured(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where the text says the units that weigh most, as character offsets; empty where it says none of them."""
        heaviest = max((unit.weight for unit in self.units), default=0.0)
        return tuple(
            place
            for unit in self.units
            if unit.weight == heaviest
            for way in _ways(unit)
            for place in _way(unit, way, text)
        )


def asked_units(fact: RequiredFact, without: Collection[str] = ()) -> Asked:
    """The units of a fact's text. Names of the subject, and what `without` says already, are left out."""
    return _asked_units(fact, tuple(without))


@lru_cache(maxsize=512)
def _asked_units(fact: RequiredFact, without: tuple[str, ...]) -> Asked:
    own = {one for text in without for one in topic_roots(text)}
    terms = {word.text.casefold() for term in fact.terms for word in words(term)}
    kinds = tuple(
        match[1]
        for match in _KIND.finditer(fact.text)
        if match[1].casefold() in terms and not _of_a_shape(match) and not _of_a_compound(match, terms)
    )
    had = {word for name in without for word in _had(fact.text, name)}
    runs: list[list[str]] = []
    end = -1
    stretch = list(words(fact.text))
    for number, word in enumerate(stretch):
        folded = word.text.casefold()
        led_on = number + 1 < len(stretch) and stretch[number + 1].text.casefold() in terms - _SHAPES  # "day rate"
        light = folded in _SAYS_LITTLE or (folded in _SHAPES and not (led_on and fact.text[word.end] == " "))
        asked = folded in terms and not set(topic_roots(folded)) <= own and not light
        joined = (
            folded in _JOINS and runs and end == word.start - 1 and number + 1 < len(stretch) and folded in {"per", "&"}
        )
        if not asked and not joined:
            continue
        adjacent = runs and fact.text[end : word.start] == " " and not {runs[-1][-1], folded} & _LIGHT - {"total"}
        if adjacent and runs[-1][0] not in kinds:
            runs[-1].append(folded)
        else:
            runs.append([folded])
        end = word.end
    left = [run for run in runs if run != ["per"] and not (len(run) == 1 and run[0] in had and len(runs) > 1)]
    return Asked(
        units=tuple(Unit(words=tuple(run), weight=_weight(run, kinds)) for run in left)
        or tuple(Unit(words=(word,), weight=1.0) for word in sorted(terms)),
        kinds=kinds,
        premises=fact.constraints,
    )


def _of_a_shape(kind: re.Match[str]) -> bool:
    """Whether the word after the kind is what is asked for: "what notice period" asks for a period."""
    following = re.match(r"\s+([\w-]+)", kind.string[kind.end() :])
    return following is not None and following[1].casefold() in _SHAPES


def _of_a_compound(kind: re.Match[str], terms: Collection[str]) -> bool:
    """Whether the word is but the first of two that name what is asked for: "what day rate does …" asks for a rate."""
    following = _COMPOUND.match(kind.string, kind.end())
    return following is not None and following[0].split()[0].casefold() in terms


def _had(text: str, name: str) -> Iterator[str]:
    """The verb after the subject's name that says but that it has what is asked for."""
    for match in re.finditer(
        rf"\b(?:does|do|did|will|would)\s+(?:the\s+)?{re.escape(name)}\s+(\w+)", text, re.IGNORECASE
    ):
        if match[1].casefold() in _LIGHT_OF_ITS_OWNER:
            yield match[1].casefold()


def _weight(run: Sequence[str], kinds: Collection[str]) -> float:
    if len(run) == 1 and run[0] in {kind.casefold() for kind in kinds}:
        return 0.5
    return sum(0.25 if word in _LIGHT else 1.0 for word in run if word not in STOP_WORDS)


def _ways(unit: Unit) -> tuple[tuple[str, ...], ...]:
    """The unit's own words, and other phrases for the whole of it."""
    return (unit.words, *(tuple(phrase.split()) for phrase in phrases_for(" ".join(unit.words))))


def _said(unit: Unit, text: str) -> float:
    if any(_way(unit, way, text) for way in _ways(unit)):
        return 1.0
    telling = [word for word in unit.words if word not in STOP_WORDS | _JOINS]
    size = len(telling)
    if size < 2:
        return float(bool(telling and limits_said(telling[0], text)))
    places = [_word(word, text) for word in telling]
    if all(places) and _near(places, text):
        return NEAR
    for length in range(size - 1, 1, -1):
        if any(_places(telling[at : at + length], text) for at in range(size - length + 1)):
            return length / size
    return SCATTERED * sum(map(bool, places)) / size


def _word(word: str, text: str) -> Sequence[tuple[int, int]]:
    return _places((word,), text) or limits_said(word, text)


def _near(places: Sequence[Sequence[tuple[int, int]]], text: str) -> bool:
    """Whether the words stand in one stretch of the text, in their order, with few others between."""
    for start, end in places[0]:
        for one in places[1:]:
            end = next((stop for at, stop in one if at >= end), -1)
            if end < 0:
                break
        else:
            if len(list(words(text[start:end]))) <= len(places) + NEARBY:
                return True
    return False


def _way(unit: Unit, way: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Another phrase must stand in its own words: "principal executive officer" is no "principal executive offices"."""
    return _places(way, text, exact=way != unit.words)


def _places(phrase: Sequence[str], text: str, *, exact: bool = False) -> list[tuple[int, int]]:
    """Where the words of the phrase stand one after another, small words between them passed over. `exact`: the same word, singular
    or plural, and not only the same root."""
    wanted = _wanted(tuple(phrase), exact)
    if not wanted:
        return []
    content = (_told_exactly if exact else _told)(text)
    first, rest = wanted[0], tuple(enumerate(wanted[1:], 1))
    found = []
    for at in range(len(content) - len(rest)):
        start, end, roots = content[at]
        if first.isdisjoint(roots) or any(one.isdisjoint(content[at + step][2]) for step, one in rest):
            continue
        found.append((start, content[at + len(rest)][1] if rest else end))
    return found


@lru_cache(maxsize=4_096)
def _wanted(phrase: tuple[str, ...], exact: bool) -> tuple[frozenset[str], ...]:
    """For each word of the phrase that carries topic, what may stand for it."""
    read = _singular if exact else topic_roots
    return tuple(
        frozenset({*read(word), *(() if exact else _one_word_for(word))} or {word})
        for word in phrase
        if word not in STOP_WORDS
    )


@lru_cache(maxsize=4_096)
def _told(text: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """The words of a text that have roots, with their offsets: each text is asked for many phrases."""
    return _with_roots(text, word_roots)


@lru_cache(maxsize=4_096)
def _told_exactly(text: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    return _with_roots(text, _singular)


def _with_roots(text: str, read: Callable[[str], tuple[str, ...]]) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    return tuple((word.start, word.end, roots) for word in words(text) if (roots := read(word.text)))


def _one_word_for(word: str) -> set[str]:
    return {one for root in topic_roots(word) for other in alternatives(root) if len(other) == 1 for one in other}


@lru_cache(maxsize=16_384)
def _singular(word: str) -> tuple[str, ...]:
    folded = word.casefold().replace("’", "'").removesuffix("'s")
    if folded in STOP_WORDS:
        return ()
    for ending in ("ing", "ed", "s"):
        if folded.endswith(ending) and len(folded) - len(ending) >= 3:
            return (folded.removesuffix(ending).removesuffix("e"),)
    return (folded.removesuffix("e"),)
