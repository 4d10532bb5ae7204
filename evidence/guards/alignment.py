"""Which statement of a source a claim is about, and which word of it stands for which word of the claim.

Words are paired by stem and by what stands around them, in any order: a claim may be told backwards. What is left
unpaired on both sides, between paired neighbours, is what the guards look at.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from ..language.tokens import Token
from ..values.value_keys import Parts, parts
from .findings import Finding, FindingCode, Refusal
from .proof import SHORT_TEXT, source_of

_NEAR = 3  # content words on each side that tell what a word is said of
_WINDOW = 160  # content words; a longer "sentence" is a table, and is cut


class Unit(NamedTuple):
    """A content word or fact, with the words and marks that carry no topic and stand before it ("did", "not", ",")."""

    token: Token
    before: tuple[str, ...]

    @property
    def stem(self) -> str:
        return self.token.stem

    @property
    def key(self) -> str:
        return self.token.key


class Statement(NamedTuple):
    """A run of text as its content words, in order; `tail` is what stands after the last of them."""

    units: tuple[Unit, ...]
    tail: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """Keys of all its words."""
        return frozenset(key for unit in self.units for key in (*unit.before, unit.key)) | frozenset(self.tail)


def statement_of(found: Sequence[Token]) -> Statement:
    units: list[Unit] = []
    before: list[str] = []
    for token in found:
        if token.stem and len(units) < _WINDOW:
            units.append(Unit(token, tuple(before)))
            before = []
        else:
            before.append(token.key)
    return Statement(tuple(units), tuple(before))


class Index(NamedTuple):
    """A text's sentences as statements, with where each stem stands."""

    statements: tuple[Statement, ...]
    places: dict[str, tuple[int, ...]]
    """Stem → numbers of the sentences that hold it."""
    figures: tuple[Parts, ...]
    """Every value of the text, each once."""


def index_of(text: str) -> Index:
    return (_short_index_of if len(text) <= SHORT_TEXT else _long_index_of)(text)


def _read_index(text: str) -> Index:
    statements = tuple(statement_of(sentence) for sentence in source_of(text).sentences)
    places: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for stem in {unit.stem for unit in statement.units}:
            places.setdefault(stem, []).append(number)
    keys = dict.fromkeys(unit.key for statement in statements for unit in statement.units if unit.token.kind == "fact")
    return Index(
        statements, {stem: tuple(numbers) for stem, numbers in places.items()}, tuple(parts(key) for key in keys)
    )


_short_index_of = lru_cache(maxsize=1_024)(_read_index)
_long_index_of = lru_cache(maxsize=64)(_read_index)


class Alignment(NamedTuple):
    """A claim laid beside the sentence (or two neighbouring ones) of the source that it is most likely about."""

    claim: Statement
    said: Statement
    """What the source says there."""
    pairs: dict[int, int]
    """Claim unit → source unit."""
    covered: float
    """Share of the claim's content words, weighed by rarity in the source, that the sentence holds; 0 to 1."""
    source: Index
    """The whole source, for what stands elsewhere."""
    where: frozenset[int]
    """Numbers of the sentences that `said` is made of."""
    paired: frozenset[int]
    """The source units that have a partner."""

    @property
    def shared(self) -> float:
        """Share of the claim's content words that have a partner, but for values that the source has nowhere, and for one
        word at least that may differ; 0 to 1."""
        unknown = sum(unit.token.kind == "fact" and not self.in_source(unit.stem) for unit in self.claim.units)
        return min(1.0, len(self.pairs) / max(1, len(self.claim.units) - max(1, unknown)))

    def nearness(self, here: int, there: int) -> float:
        """How strongly paired neighbours tie claim unit `here` to source unit `there`: about 1 for one pair right
        beside them, on the same side; 0 for none within reach."""
        score = 0.0
        for mine in range(max(0, here - _NEAR), min(len(self.claim.units), here + _NEAR + 1)):
            other = self.pairs.get(mine)
            if other is None or mine == here or abs(other - there) > _NEAR or other == there:
                continue
            same_side = (mine < here) == (other < there)
            score += (1.0 if same_side else 0.5) / max(abs(mine - here), abs(other - there))
        return score

    def said_elsewhere(self, here: int) -> bool:
        """Whether another sentence of the source holds claim unit `here` together with a neighbour of it."""
        own = set(self.source.places.get(self.claim.units[here].stem, ())) - self.where
        around = range(max(0, here - 1), min(len(self.claim.units), here + 2))
        return any(
            not own.isdisjoint(self.source.places.get(self.claim.units[at].stem, ())) for at in around if at != here
        )

    def in_source(self, stem: str) -> bool:
        return stem in self.source.places


def align(claim: Statement, index: Index) -> Alignment | None:
    """The claim beside its best sentence or pair of sentences; None when the source shares no word with it."""
    number = len(index.statements)
    weights = {unit.stem: log(1 + (number + 1) / (1 + len(index.places.get(unit.stem, ())))) for unit in claim.units}
    scores: dict[int, float] = {}
    for stem, weight in weights.items():
        for place in index.places.get(stem, ())[:2_000]:
            scores[place] = scores.get(place, 0.0) + weight
    if not scores:
        return None
    best = max(scores, key=lambda place: (scores[place], -place))
    # A wrong figure is in no sentence; it must not make the claim look as if it were about something else.
    unknown = {unit.stem for unit in claim.units if unit.token.kind == "fact" and unit.stem not in index.places}
    total = sum(weight for stem, weight in weights.items() if stem not in unknown)
    window, covered = index.statements[best], scores[best] / total
    where = frozenset({best})
    for neighbour in (best - 1, best + 1):
        if neighbour in scores:
            held = {unit.stem for unit in (*index.statements[best].units, *index.statements[neighbour].units)}
            both = sum(weight for stem, weight in weights.items() if stem in held) / total
            if both > covered + 0.15:
                first, second = sorted((best, neighbour))
                window, covered = _joined(index.statements[first], index.statements[second]), both
                where = frozenset({first, second})
    pairs = _pairs(claim, window)
    return Alignment(claim, window, pairs, covered, index, where, frozenset(pairs.values()))


def _joined(first: Statement, second: Statement) -> Statement:
    if not second.units:
        return first
    head = second.units[0]
    joined = Unit(head.token, (*first.tail, ".", *head.before))
    return Statement((*first.units, joined, *second.units[1:]), second.tail)


def _pairs(claim: Statement, said: Statement) -> dict[int, int]:
    """Each claim unit with the unit of the same stem whose surroundings agree best, one to one."""
    mine, theirs = [unit.stem for unit in claim.units], [unit.stem for unit in said.units]
    places: dict[str, list[int]] = {}
    for there, stem in enumerate(theirs):
        places.setdefault(stem, []).append(there)
    candidates: list[tuple[float, int, int]] = []
    pairs: dict[int, int] = {}
    for here, stem in enumerate(mine):
        found = places.get(stem, [])
        if len(found) == 1 and mine.count(stem) == 1:
            pairs[here] = found[0]
            continue
        candidates += [(-_agreement(mine, here, theirs, there), here, there) for there in found[:8]]
    taken = set(pairs.values())
    for _, here, there in sorted(candidates):
        if here not in pairs and there not in taken:
            pairs[here] = there
            taken.add(there)
    return pairs


def _agreement(claim: Sequence[str], here: int, said: Sequence[str], there: int) -> float:
    score = 0.0
    for mine in range(max(0, here - _NEAR), min(len(claim), here + _NEAR + 1)):
        for other in range(max(0, there - _NEAR), min(len(said), there + _NEAR + 1)):
            if claim[mine] == said[other] and mine != here and other != there:
                score += (1.0 if (mine < here) == (other < there) else 0.5) / max(abs(mine - here), abs(other - there))
    return score


def finding(code: FindingCode, refusal: Refusal, detail: str, alignment: Alignment, here: int) -> Finding:
    token = alignment.claim.units[min(here, len(alignment.claim.units) - 1)].token
    return Finding(code=code, refusal=refusal, detail=detail, claim_start=token.start, claim_end=token.end)
