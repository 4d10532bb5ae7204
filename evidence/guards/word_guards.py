"""Guards for negation, direction ("rose", "fell") and extent ("all", "most"). Each compares a claim with its aligned
statement of the source."""

from collections.abc import Collection, Iterable, Iterator

from ..language.opposites import FAILURES, LIMITED, NEGATIONS, OPPOSITES, SUPERLATIVES, UNIVERSAL
from .alignment import Alignment, finding
from .findings import Finding
from .statements import Statement

_REACH = 2  # maximum number of content words from a "not" or "may" to the word it applies to
_MARKS = frozenset(",;:().–")
_PREFIXES = ("un", "non", "in", "im", "ir", "dis")


def denied(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if only one of claim and source negates a word ("not audited", "unaudited", "non-cash").

    Not detected: negation by other words ("refrained from"), and a negation if the other side also has one within three
    words, since rewordings often move it.
    """
    for here, there in alignment.pairs.items():
        mine, theirs = is_negated(alignment.claim, here), is_negated(alignment.said, there)
        if mine == theirs or alignment.nearness(here, there) < 1.0:
            continue
        loud, quiet, place = (
            (alignment.claim, alignment.said, there) if mine else (alignment.said, alignment.claim, here)
        )
        if _bounds(alignment.claim, here) != _bounds(alignment.said, there):
            continue  # “no one pays more than £8” and “up to £8” deny nothing of each other
        if _denies_nearby(quiet, place) or (
            quiet.words & _DENIALS and (_headed_by_denial(alignment.claim) or _headed_by_denial(loud))
        ):
            continue
        if _says_the_contrary(quiet, (unit.stem for unit in alignment.claim.units[max(0, here - 1) : here + 1])):
            continue
        word = alignment.claim.units[here].key
        says = f"the claim {'denies' if mine else 'asserts'} “{word}”, the source {'asserts' if mine else 'denies'} it"
        yield finding("negation", "contradicted", says, alignment, here)
        return
    yield from _prefixed(alignment)


def _bounds(statement: Statement, at: int) -> list[str]:
    return [key for key in statement.units[at].before if key.startswith("bound:")]


def _says_the_contrary(statement: Statement, stems: Iterable[str]) -> bool:
    """Return whether the statement contains an opposite of one of the stems: "rejected" states the contrary of
    "accepted"."""
    contrary = {other for stem in stems for other in OPPOSITES.get(stem, ())}
    return any(unit.stem in contrary or unit.key in contrary for unit in statement.units)


def _prefixed(alignment: Alignment) -> Iterator[Finding]:
    mine = {unit.key: place for place, unit in enumerate(alignment.claim.units)}
    theirs = {unit.key: place for place, unit in enumerate(alignment.said.units)}
    for own_place, other in (
        *_negatives(mine, theirs),
        *((own, negative) for negative, own in _negatives(theirs, mine)),
    ):
        here, there = mine[own_place], theirs[other]
        if own_place in theirs or other in mine or there in alignment.paired:
            continue
        own, near = alignment.pairs.get(here), alignment.nearness(here, there)
        if near < 0.5 or (own is not None and alignment.nearness(here, own) >= near):
            continue
        if is_negated(alignment.claim, here) == is_negated(alignment.said, there):
            yield finding(
                "negation", "contradicted", f"the claim says “{own_place}”, the source “{other}”", alignment, here
            )
            return


def _negatives(positives: Iterable[str], words: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a word of `positives` and its negative by prefix, such as ("audited", "unaudited"), which `words`
    contains."""
    for word in positives:
        if len(word) > 3:
            for prefix in _PREFIXES:
                if prefix + word in words:
                    yield word, prefix + word


def is_negated(statement: Statement, at: int) -> bool:
    """Return whether an odd number of negations applies to the content word at index `at`.

    Example: in “The fee did not rise.”, a negation applies to “rise”, and none to “fee”.
    """
    count = 0
    for back in range(_REACH):
        place = at - back
        if not 0 <= place < len(statement.units):
            break
        before = statement.units[place].before
        for key in reversed(before):
            if key in _MARKS or key in {"but", "than", "and", "or"}:
                return count % 2 == 1
            count += key in NEGATIONS
        if place > 0 and statement.units[place - 1].key in FAILURES | NEGATIONS:
            count += 1
    return count % 2 == 1


_DENIALS = NEGATIONS | FAILURES | frozenset("rather instead except than only".split())


def _headed_by_denial(statement: Statement) -> bool:
    """Return whether the statement starts with a negation ("Neither …", "No one …"). A rewording may put this negation
    beside the verb instead."""
    return bool(statement.units) and not NEGATIONS.isdisjoint((*statement.units[0].before, statement.units[0].key))


def _denies_nearby(statement: Statement, at: int) -> bool:
    units = statement.units
    for place in range(max(0, at - 3), min(len(units), at + 5)):
        if not _DENIALS.isdisjoint(units[place].before) or units[place].key in _DENIALS:
            return True
        if units[place].key.startswith(("un", "dis", "non")) and units[place].token.kind == "word":
            return True
    return at + 4 >= len(units) and not _DENIALS.isdisjoint(statement.tail)


def reversed_direction(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim replaces a word by its opposite in the same context ("rose" for "fell", "before" for
    "after").

    Not detected: opposites that are not listed, and opposites in different contexts.
    """
    claim, said = alignment.claim, alignment.said
    mine, theirs = _words(claim), _words(said)
    my_keys = {key for key, _, _ in mine}
    for key, stem, here in mine:
        contrary = OPPOSITES.get(key) or OPPOSITES.get(stem)
        if not contrary or (claim.units[here].key == key and alignment.said_elsewhere(here)):
            continue
        same = max(
            (_nearness(alignment, here, at) for word, root, at in theirs if key == word or stem == root), default=0.0
        )
        for other, other_stem, there in theirs:
            if not (other in contrary or other_stem in contrary) or other in my_keys:
                continue
            near = _nearness(alignment, here, there)
            if near >= 1.0 and near > same and is_negated(claim, here) == is_negated(said, there):
                yield finding(
                    "direction", "contradicted", f"the claim says “{key}”, the source “{other}”", alignment, here
                )
                return


def _nearness(alignment: Alignment, here: int, there: int) -> float:
    """Return `Alignment.nearness`, plus 0.5 if the content words at `here` and `there` are paired. The function words
    that are compared stand before these content words."""
    return alignment.nearness(here, there) + (0.5 if alignment.pairs.get(here) == there else 0.0)


def _words(statement: Statement) -> list[tuple[str, str, int]]:
    """Return the comparison key, the stem and an index for every word of the statement. A function word has the index
    of the content word after it."""
    found: list[tuple[str, str, int]] = []
    for place, unit in enumerate(statement.units):
        found += [(key, key, place) for key in unit.before]
        found.append((unit.key, unit.stem, place))
    return found


def widened(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim has "all", "entirely" or "the only" where the source has "most", "primarily" or "one
    of".

    Not detected: a wider extent that is expressed in other ways (an incomplete list, a larger region).
    """
    claim, said = alignment.claim, alignment.said
    if not claim.words & (UNIVERSAL | SUPERLATIVES):
        return
    for key, _, here in _words(claim):
        if key in UNIVERSAL and not (key in said.words or (said.words & UNIVERSAL and not said.words & LIMITED)):
            for other, _, there in _words(said):
                if other in LIMITED and other not in claim.words and _same_head(alignment, here, there):
                    yield finding(
                        "quantifier", "partial", f"the claim says “{key}”, the source “{other}”", alignment, here
                    )
                    return
        if key in SUPERLATIVES and "among" not in claim.words and not _says_one(claim, here):
            for other, _, there in _words(said):
                if other == key and _one_of(said, there):
                    yield finding(
                        "quantifier",
                        "partial",
                        f"the claim says “{key}”, the source “one of the {key}”",
                        alignment,
                        here,
                    )
                    return


def _says_one(claim: Statement, at: int) -> bool:
    """Return whether "one" stands before the word, also with a name between them: “one or more of Tarn's major”."""
    return any("one" in unit.before for unit in claim.units[max(0, at - 1) : at + 1])


def _one_of(statement: Statement, at: int) -> bool:
    before = statement.units[at].before
    return ("one" in before and "of" in before) or (at > 0 and "of" in before and statement.units[at - 1].stem == "n:1")


def _same_head(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether two quantities apply to the same thing: a pair of words follows both closely, or the words around
    both are paired."""
    for mine in range(here, min(here + 3, len(alignment.claim.units))):
        other = alignment.pairs.get(mine)
        if other is not None and there <= other <= there + 3:
            return True
    return alignment.nearness(here, there) >= 1.0


GUARDS = (denied, reversed_direction, widened)
