"""Guards over words: denial, direction, extent, certainty and cause. Each compares a claim with the statement it is laid beside."""

from collections.abc import Iterator

from .alignment import Alignment, Statement
from .findings import Finding, FindingCode, Refusal
from .opposites import FAILURES, HEDGES, LIMITED, NEGATIONS, OPPOSITES, SUPERLATIVES, UNIVERSAL

_REACH = 2  # content words a "not" or "may" governs
_MARKS = frozenset(",;:().–")
_PREFIXES = ("un", "non", "in", "im", "ir", "dis")
_CAUSES = frozenset("because due owing caused causes cause thanks".split())


def denied(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a claim that says with "not" what the source says without, or the reverse, of one and the same word ("not audited",
    "unaudited", "non-cash"). Lets through denial by other words ("refrained from"), and denial further off than two content words."""
    for here, there in alignment.pairs.items():
        mine, theirs = _negated(alignment.claim, here), _negated(alignment.said, there)
        if mine == theirs or _tie(alignment, here, there) < 1.0:
            continue
        if (mine or theirs) and _denies_elsewhere(alignment, here, there, claim_denies=mine):
            continue
        word = alignment.claim.units[here].key
        says = f"the claim {'denies' if mine else 'asserts'} “{word}”, the source {'asserts' if mine else 'denies'} it"
        yield finding("negation", "denied", says, alignment, here)
    yield from _prefixed(alignment)


def _prefixed(alignment: Alignment) -> Iterator[Finding]:
    mine = {unit.key for unit in alignment.claim.units}
    theirs = {unit.key for unit in alignment.said.units}
    for here, unit in enumerate(alignment.claim.units):
        if here in alignment.pairs:
            continue
        for there, other in enumerate(alignment.said.units):
            if there in alignment.paired or not _is_negative_of(unit.key, other.key):
                continue
            if unit.key in theirs or other.key in mine or alignment.nearness(here, there) < 0.5:
                continue
            if _negated(alignment.claim, here) == _negated(alignment.said, there):
                detail = f"the claim says “{unit.key}”, the source “{other.key}”"
                yield finding("negation", "denied", detail, alignment, here)


def _is_negative_of(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) > 3 and any(long == prefix + short for prefix in _PREFIXES)


def _negated(statement: Statement, at: int) -> bool:
    """Whether an odd number of denials governs the unit."""
    count = 0
    for back in range(_REACH):
        place = at - back
        if place < 0:
            break
        before = statement.units[place].before
        for key in reversed(before):
            if key in _MARKS or key in {"but", "than", "and", "or"}:
                return count % 2 == 1
            count += key in NEGATIONS
        if place > 0 and statement.units[place - 1].key in FAILURES:
            count += 1
    return count % 2 == 1


def _denies_elsewhere(alignment: Alignment, here: int, there: int, *, claim_denies: bool) -> bool:
    """Whether the side that seems to assert has a denial of its own that a different wording may have moved."""
    quiet = alignment.said if claim_denies else alignment.claim
    return bool(quiet.words & (NEGATIONS | FAILURES | {"rather", "instead", "except", "than"})) or any(
        unit.key.startswith(("un", "dis", "non")) and unit.token.kind == "word"
        for place, unit in enumerate(quiet.units)
        if place not in (alignment.paired if claim_denies else alignment.pairs)
    )


def _tie(alignment: Alignment, here: int, there: int) -> float:
    return alignment.nearness(here, there)


def reversed_direction(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a word changed for its opposite in the same surroundings ("rose" for "fell", "before" for "after"). Lets through opposites
    outside the stated list, and opposites told in other surroundings."""
    claim, said = alignment.claim, alignment.said
    mine, theirs = _words(claim), _words(said)
    my_keys, their_keys = {key for key, _, _ in mine}, {key for key, _, _ in theirs}
    for key, stem, here in mine:
        contrary = OPPOSITES.get(key) or OPPOSITES.get(stem)
        if not contrary or key in their_keys or stem in their_keys:
            continue
        for other, other_stem, there in theirs:
            if not (other in contrary or other_stem in contrary) or other in my_keys:
                continue
            if claim.units[here].key == key and alignment.said_elsewhere(here):
                continue
            if alignment.nearness(here, there) + _beside(alignment, here, there) >= 1.0 and _negated_word(
                claim, here
            ) == _negated_word(said, there):
                yield finding("direction", "denied", f"the claim says “{key}”, the source “{other}”", alignment, here)
                return


def _negated_word(statement: Statement, at: int) -> bool:
    return at < len(statement.units) and _negated(statement, at)


def _words(statement: Statement) -> list[tuple[str, str, int]]:
    """Every word with the unit it stands at or before."""
    found: list[tuple[str, str, int]] = []
    for place, unit in enumerate(statement.units):
        found += [(key, key, place) for key in unit.before]
        found.append((unit.key, unit.stem, place))
    return found


def _beside(alignment: Alignment, here: int, there: int) -> float:
    """The tie of words that stand before a pair of units themselves."""
    return 0.5 if alignment.pairs.get(here) == there else 0.0


def widened(alignment: Alignment) -> Iterator[Finding]:
    """Refutes "all", "entirely", "the only" where the source says "most", "primarily", "one of". Lets through extent told by other means
    (a list left incomplete, a region made larger)."""
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
        if key in SUPERLATIVES and "one" not in _before(claim, here) and "among" not in claim.words:
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


def _before(statement: Statement, at: int) -> frozenset[str]:
    return frozenset(statement.units[at].before)


def _one_of(statement: Statement, at: int) -> bool:
    before = statement.units[at].before
    return "one" in before and "of" in before or (at > 0 and "of" in before and statement.units[at - 1].stem == "n:1")


def _same_head(alignment: Alignment, here: int, there: int) -> bool:
    """Whether the two quantities are said of the same thing: a pair of units within two content words after both."""
    for mine in range(here, min(here + 3, len(alignment.claim.units))):
        other = alignment.pairs.get(mine)
        if other is not None and there <= other <= there + 3:
            return True
    return alignment.nearness(here, there) >= 1.0


def made_certain(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a claim that states as certain or done what the source hedges ("may", "allegedly", "attempted") right at the same word.
    Lets through hedges further off, and "can", which reworded prose drops too often."""
    if alignment.claim.words & HEDGES:
        return
    for here, there in alignment.pairs.items():
        unit = alignment.said.units[there]
        hedge = next((key for key in unit.before if key in HEDGES), None)
        if (
            hedge is None
            and there > 0
            and alignment.said.units[there - 1].key in HEDGES
            and not _MARKS & set(unit.before)
        ):
            hedge = alignment.said.units[there - 1].key
        if hedge and _tie(alignment, here, there) >= 1.0:
            yield finding(
                "modality",
                "partial",
                f"the source says “{hedge} {unit.key}”, the claim drops “{hedge}”",
                alignment,
                here,
            )
            return


def cause_added(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a reason ("because …", "due to …") of which the source holds no word at all. Lets through a reason made of words that the
    source uses for something else."""
    claim = alignment.claim
    for place, unit in enumerate(claim.units):
        if not (_CAUSES & set(unit.before)):
            continue
        reason = claim.units[place:]
        end = next((at for at, later in enumerate(reason) if at and "," in later.before), len(reason))
        if end >= 2 and not any(alignment.in_source(part.stem) for part in reason[:end]):
            said = " ".join(part.key for part in reason[:end])
            yield finding(
                "cause",
                "lacking",
                f"the claim gives a reason (“{said}”) that the source does not give",
                alignment,
                place,
            )
            return


def finding(code: FindingCode, refusal: Refusal, detail: str, alignment: Alignment, here: int) -> Finding:
    token = alignment.claim.units[min(here, len(alignment.claim.units) - 1)].token
    return Finding(code=code, refusal=refusal, detail=detail, claim_start=token.start, claim_end=token.end)


GUARDS = (denied, reversed_direction, widened, made_certain, cause_added)
