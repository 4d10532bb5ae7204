"""Aligns a claim, word by word, with the statement of a source that it is about.

Words are paired if they have the same stem. If several words have it, those with the most similar neighbours are
paired. The order may differ, since a claim may reorder its source. The guards then examine the words without a partner,
in the claim and in the source.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from .findings import Finding, FindingCode, Refusal
from .prepared_source import Source
from .statements import Index, Statement, Unit

_NEAR = 3  # content words on each side that count as the context of a word


class Alignment(NamedTuple):
    """A claim aligned with the source statement that it is most likely about: one sentence, or two neighbouring
    ones."""

    claim: Statement
    said: Statement
    """The statement of the source with which the claim is compared."""
    pairs: dict[int, int]
    """Pairs of words: the index of a unit (content word or value) of the claim, and the index of its partner in
    `said`."""
    covered: float
    """The share of the claim's content words that `said` contains, weighted by their rarity in the source; 0 to 1."""
    source: Index
    """The index of the whole source, used to look up words outside `said`."""
    where: frozenset[int]
    """The indices of the sentences of `said` in the source."""
    paired: frozenset[int]
    """The indices of the units of `said` that are paired with a unit of the claim."""
    texts: tuple[str, str]
    """The text of the claim and the text of the source."""

    def claim_words(self, unit: Unit) -> str:
        """Return a content word or value as the claim writes it, for display. Example: “4 days”, and not the seconds
        that code compares."""
        return _words(self.texts[0], unit)

    def source_words(self, unit: Unit) -> str:
        return _words(self.texts[1], unit)

    @property
    def shared(self) -> float:
        """The share of the claim's content words that are paired with a word of the source, 0 to 1.

        Values that occur nowhere in the source are not counted. Without such values, one word is not counted, so that
        one different word does not lower the share.
        """
        unknown = sum(unit.token.kind == "fact" and not self.in_source(unit.stem) for unit in self.claim.units)
        return min(1.0, len(self.pairs) / max(1, len(self.claim.units) - max(1, unknown)))

    def nearness(self, here: int, there: int) -> float:
        """Return how similar the contexts of claim word `here` and source word `there` are. Both are unit indices.

        Each pair of words within three content words of both adds to the score: 1 if directly beside both on the same
        side, less if further away or on opposite sides. Without such a pair, the score is 0.
        """
        score = 0.0
        for mine in range(max(0, here - _NEAR), min(len(self.claim.units), here + _NEAR + 1)):
            other = self.pairs.get(mine)
            if other is None or mine == here or abs(other - there) > _NEAR or other == there:
                continue
            same_side = (mine < here) == (other < there)
            score += (1.0 if same_side else 0.5) / max(abs(mine - here), abs(other - there))
        return score

    def said_elsewhere(self, here: int) -> bool:
        """Return whether a sentence outside `said` contains the claim's word at `here` together with a word that is
        beside it in the claim."""
        own = set(self.source.places.get(self.claim.units[here].stem, ())) - self.where
        around = range(max(0, here - 1), min(len(self.claim.units), here + 2))
        return any(
            not own.isdisjoint(self.source.places.get(self.claim.units[at].stem, ())) for at in around if at != here
        )

    def in_source(self, stem: str) -> bool:
        return stem in self.source.places


class Nearest(NamedTuple):
    """The source statement that a claim is most likely about, before the alignment. Its fields are those of
    `Alignment`."""

    said: Statement
    covered: float
    where: frozenset[int]


def nearest(claim: Statement, index: Index) -> Nearest | None:
    """Return the statement of the source that shares most words with the claim, weighted by rarity. Return None if they
    share no word.

    Example: for “Rent is £90.” and “Acme grew. Rent is £80.”, it is the second sentence.
    """
    number = len(index.statements)
    weights = {unit.stem: log(1 + (number + 1) / (1 + len(index.places.get(unit.stem, ())))) for unit in claim.units}
    scores: dict[int, float] = {}
    for stem, weight in weights.items():
        for place in index.places.get(stem, ())[:2_000]:
            scores[place] = scores.get(place, 0.0) + weight
    if not scores:
        return None
    best = max(scores, key=lambda place: (scores[place], -place))
    # A wrong figure occurs in no sentence. It is left out of the total, so that the claim still matches its sentence.
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
    return Nearest(window, covered, where)


def align(text: str, claim: Statement, near: Nearest, source: Source) -> Alignment:
    """Return the alignment of the claim, whose text is `text`, with the statement found by `nearest`."""
    pairs = _pairs(claim, near.said)
    paired = frozenset(pairs.values())
    return Alignment(claim, near.said, pairs, near.covered, source.index, near.where, paired, (text, source.text))


def _words(text: str, unit: Unit) -> str:
    return " ".join(text[unit.token.start : unit.token.end].split())


def _joined(first: Statement, second: Statement) -> Statement:
    if not second.units:
        return first
    head = second.units[0]
    joined = Unit(head.token, (*first.tail, ".", *head.before))
    return Statement((*first.units, joined, *second.units[1:]), second.tail)


def _pairs(claim: Statement, said: Statement) -> dict[int, int]:
    """Return pairs of words with the same stem, as indices in the claim and in the source. Each word is in at most one
    pair. Of several possible partners, the one with the most similar neighbours is chosen.

    Example: “fees rose” and “the fee rose” have two pairs.
    """
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
