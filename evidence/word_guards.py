"""Guards over words: denial, direction, extent, certainty and cause. Each compares a claim with the statement it is laid beside."""

from collections.abc import Collection, Iterable, Iterator

from .alignment import Alignment, Statement
from .figures import parts
from .findings import Finding, FindingCode, Refusal
from .opposites import FAILURES, HEDGES, LIMITED, NEGATIONS, OPPOSITES, SUPERLATIVES, UNIVERSAL

_REACH = 2  # content words a "not" or "may" governs
_MARKS = frozenset(",;:().–")
_PREFIXES = ("un", "non", "in", "im", "ir", "dis")
_CAUSES = frozenset("because due owing caused causes cause thanks".split())


def denied(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a claim that says with "not" what the source says without, or the reverse, of one and the same word ("not audited",
    "unaudited", "non-cash"). Lets through denial by other words ("refrained from"), and any denial where the other side has one of its
    own within three words: reworded prose moves it about."""
    for here, there in alignment.pairs.items():
        mine, theirs = _negated(alignment.claim, here), _negated(alignment.said, there)
        if mine == theirs or alignment.nearness(here, there) < 1.0:
            continue
        quiet, place = (alignment.said, there) if mine else (alignment.claim, here)
        if _denies_nearby(quiet, place) or (_headed_by_denial(alignment.claim) and quiet.words & _DENIALS):
            continue
        word = alignment.claim.units[here].key
        says = f"the claim {'denies' if mine else 'asserts'} “{word}”, the source {'asserts' if mine else 'denies'} it"
        yield finding("negation", "denied", says, alignment, here)
        return
    yield from _prefixed(alignment)


def _prefixed(alignment: Alignment) -> Iterator[Finding]:
    mine = {unit.key: place for place, unit in enumerate(alignment.claim.units)}
    theirs = {unit.key: place for place, unit in enumerate(alignment.said.units)}
    for one, other in (*_negatives(mine, theirs), *((own, negative) for negative, own in _negatives(theirs, mine))):
        here, there = mine[one], theirs[other]
        if one in theirs or other in mine or there in alignment.paired:
            continue
        own, near = alignment.pairs.get(here), alignment.nearness(here, there)
        if near < 0.5 or (own is not None and alignment.nearness(here, own) >= near):
            continue
        if _negated(alignment.claim, here) == _negated(alignment.said, there):
            yield finding("negation", "denied", f"the claim says “{one}”, the source “{other}”", alignment, here)
            return


def _negatives(positives: Iterable[str], words: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs of a word and its negative by prefix ("audited", "unaudited"), the word from the first, the negative from the second."""
    for word in positives:
        if len(word) > 3:
            for prefix in _PREFIXES:
                if prefix + word in words:
                    yield word, prefix + word


def _negated(statement: Statement, at: int) -> bool:
    """Whether an odd number of denials governs the unit."""
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
    """Whether the statement denies from its first word on ("Neither …", "No one …"), which another wording does at the verb."""
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
    """Refutes a word changed for its opposite in the same surroundings ("rose" for "fell", "before" for "after"). Lets through opposites
    outside the stated list, and opposites told in other surroundings."""
    claim, said = alignment.claim, alignment.said
    mine, theirs = _words(claim), _words(said)
    my_keys = {key for key, _, _ in mine}
    for key, stem, here in mine:
        contrary = OPPOSITES.get(key) or OPPOSITES.get(stem)
        if not contrary or (claim.units[here].key == key and alignment.said_elsewhere(here)):
            continue
        same = max((_nearness(alignment, here, at) for word, root, at in theirs if key == word or stem == root), default=0.0)
        for other, other_stem, there in theirs:
            if not (other in contrary or other_stem in contrary) or other in my_keys:
                continue
            near = _nearness(alignment, here, there)
            if near >= 1.0 and near > same and _negated(claim, here) == _negated(said, there):
                yield finding("direction", "denied", f"the claim says “{key}”, the source “{other}”", alignment, here)
                return


def _nearness(alignment: Alignment, here: int, there: int) -> float:
    """As `Alignment.nearness`, the units themselves counting too for words that stand before them."""
    return alignment.nearness(here, there) + (0.5 if alignment.pairs.get(here) == there else 0.0)


def _words(statement: Statement) -> list[tuple[str, str, int]]:
    """Every word with the unit it stands at or before."""
    found: list[tuple[str, str, int]] = []
    for place, unit in enumerate(statement.units):
        found += [(key, key, place) for key in unit.before]
        found.append((unit.key, unit.stem, place))
    return found


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
    return ("one" in before and "of" in before) or (at > 0 and "of" in before and statement.units[at - 1].stem == "n:1")


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
    hedged = bool(alignment.claim.words & HEDGES)
    for here, there in alignment.pairs.items():
        unit = alignment.said.units[there]
        near = alignment.nearness(here, there)
        firm, soft = _first(alignment.claim.units[here].before, _FIRM), _first(unit.before, _SOFT)
        if firm and soft and near >= 0.5 and not set(alignment.claim.units[here].before) & _SOFT:
            yield finding("modality", "partial", f"the claim says “{firm} {unit.key}”, the source “{soft}”", alignment, here)
            return
        hedge = None if hedged else _hedge(alignment.said, there)
        if hedge and near >= (1.0 if hedge in _SOFT else 0.5):
            yield finding("modality", "partial", f"the source says “{hedge} {unit.key}”, the claim drops “{hedge}”", alignment, here)
            return


_FIRM = frozenset("will must does always shall".split())
_SOFT = frozenset("may might could can should would possibly".split())


def _first(words: tuple[str, ...], listed: frozenset[str]) -> str | None:
    return next((word for word in words if word in listed), None)


def _hedge(statement: Statement, at: int) -> str | None:
    """The hedge right before the unit: among its small words, or as the content word before it ("attempted to leave")."""
    unit = statement.units[at]
    hedge = _first(unit.before, HEDGES)
    if hedge is None and at > 0 and statement.units[at - 1].key in HEDGES and not _MARKS & set(unit.before):
        return statement.units[at - 1].key
    return hedge


def sides_of_comparison(alignment: Alignment) -> Iterator[Finding]:
    """Refutes "A is less costly than B" where the source says it of B and A. Lets through comparisons told without "than"."""
    mine, theirs = _pivot(alignment.claim), _pivot(alignment.said)
    if mine is None or theirs is None or _direction(alignment.claim, mine) != _direction(alignment.said, theirs):
        return
    moves = [(place < mine, other < theirs) for place, other in alignment.pairs.items() if not mine - 2 <= place < mine]
    crossed = [here for here, there in moves if here != there]
    if len(set(crossed)) == 2 and len(crossed) * 2 > len(moves):
        yield finding("order", "denied", "the claim turns the comparison round", alignment, min(mine, len(alignment.claim.units) - 1))


def _pivot(statement: Statement) -> int | None:
    """The first unit after the statement's only "than"."""
    places = [place for place, unit in enumerate(statement.units) if "than" in unit.before]
    return places[0] if len(places) == 1 else None


def _direction(statement: Statement, pivot: int) -> str:
    """ "more", "less", or the comparative itself ("larger")."""
    near = statement.units[max(0, pivot - 3) : pivot]
    words = {key for unit in near for key in (*unit.before, unit.key)} | set(statement.units[pivot].before)
    return "less" if words & {"less", "fewer"} else "more" if "more" in words or not near else near[-1].stem


def bound_changed(alignment: Alignment) -> Iterator[Finding]:
    """Refutes "more than 5" where the source says 5, "about 5" or "less than 5", and "5" where the source gives only a bound. Lets
    through an "about" dropped or added."""
    for here, there in alignment.pairs.items():
        if not alignment.claim.units[here].key.startswith("num:"):
            continue
        mine, theirs = _bound(alignment.claim, here), _bound(alignment.said, there)
        if parts(alignment.claim.units[here].key).measure in _OF_TIME or mine in _IMPLIED:
            continue
        if _LOOSE.get(mine, mine) != _LOOSE.get(theirs, theirs):
            said = theirs or "that value, without a bound"
            refusal: Refusal = "denied" if mine else "partial"
            yield finding("comparator", refusal, f"the claim says {mine or 'the bare value'}, the source {said}", alignment, here)
            return


_OF_TIME = frozenset({"seconds", "months"})  # "over five years" is a span as often as a bound
_IMPLIED = frozenset({"at least", "at most"})  # holds of the bare value too
_LOOSE: dict[str | None, str | None] = {"at least": "more than", "at most": "less than"}  # told for one another too often to refute


def _bound(statement: Statement, at: int) -> str | None:
    """The bound that stands before a figure; "about" is none."""
    units = statement.units
    for key in reversed(units[at].before):
        if key.startswith("bound:"):
            return None if key == "bound:about" else key.removeprefix("bound:").replace("_", " ")
    return "more than" if not units[at].before and at > 0 and units[at - 1].stem in {"exceed", "surpass"} else None


def condition_dropped(alignment: Alignment) -> Iterator[Finding]:
    """Refutes a claim that repeats most of a sentence but for the clause with its condition ("if …", "unless …", "subject to …"). Lets
    through conditions in other sentences, and conditions worded without one of the stated words."""
    if alignment.claim.words & _CONDITIONS or len(alignment.where) > 1:
        return
    units = alignment.said.units
    for start, unit in enumerate(units):
        opener = _first(unit.before, _CONDITIONS)
        if opener is None:
            continue
        end = next((at for at in range(start + 1, len(units)) if {",", ";"} & set(units[at].before)), len(units))
        inside = [at for at in range(start, end) if at in alignment.paired]
        rest = [at for at in range(len(units)) if not start <= at < end]
        last = max((at for at in alignment.paired if at < start), default=-1)
        if inside or not rest or any({"which", "who", "that", "where"} & set(units[at].before) for at in range(last + 1, start + 1)):
            continue
        if sum(at in alignment.paired for at in rest) >= 0.6 * len(rest):
            said = " ".join(part.key for part in units[start:end])
            yield finding("condition_dropped", "partial", f"the source adds “{opener} {said}”", alignment, 0)
            return


_CONDITIONS = frozenset("if unless except excluding provided subject".split())


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


GUARDS = (denied, reversed_direction, widened, made_certain, sides_of_comparison, bound_changed, condition_dropped, cause_added)
