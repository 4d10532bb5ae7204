"""Guards for a replaced name or figure between words that stay the same."""

from collections.abc import Iterator, Sequence

from ..values.value_keys import parts
from .alignment import Alignment, finding
from .findings import Finding, FindingCode
from .held_values import may_be_one
from .name_guards import forms_of_one_name
from .statements import Statement, Unit, dashes_of_items, same_words_between
from .value_guards import are_of_one_quantity, keeps_bound

_PHRASE = 6
_PREPOSITIONS = frozenset("of in to as by from for with on under at into via through against between among".split())
_STAND_INS = frozenset(
    "company group firm corporation state country city school team band song film book paper".split()
)
"""Nouns that may mean the same thing as a name nearby, such as "the company"."""


def other_in_its_place(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim gives another name or figure of the source in its place: "the son of Hugh" for "the
    son of Robert".

    The two words before it, or the two after it, must be the same, with the same function words between. Not detected:
    changes in a reworded context, members of one list, and words that are neither name nor figure, since they may be
    synonyms.
    """
    claim, said = alignment.claim.units, alignment.said.units
    for here, unit in enumerate(claim):
        for there in _candidates(alignment, here):
            other = said[there]
            if other.stem == unit.stem or not _contradicts(alignment, here, there):
                continue
            code: FindingCode = "number" if unit.token.kind == "fact" else "name"
            mine, theirs = alignment.claim_words(unit), alignment.source_words(other)
            detail = f"the claim says “{mine}” where the source says “{theirs}”"
            yield finding(code, "contradicted", detail, alignment, here)
            return


def _candidates(alignment: Alignment, here: int, *, returned: bool = False) -> Iterator[int]:
    """Yield the index of each source word that has the same neighbours as the claim word at index `here`.

    `returned`: whether this is the second word of a possible swap. A name may then follow any word.
    """
    claim, said = alignment.claim.units, alignment.said.units
    # First, the word that follows the same words ...
    before = alignment.pairs.get(here - 1)
    if here > 0 and before is not None and before + 1 < len(said):
        there = before + 1
        opens = (
            bool(_PREPOSITIONS & set(claim[here].before))
            or _both_facts(claim[here], said[there])
            or (returned and _is_name(claim[here]) and _is_name(said[there]))
        )
        if (
            opens
            and same_words_between(claim[here].before, said[there].before)
            and _anchored_left(alignment, here, there)
        ):
            yield there
    # ... then the word that precedes the same words.
    after = alignment.pairs.get(here + 1)
    if after is not None and after > 0:
        there = after - 1
        if same_words_between(claim[here + 1].before, said[after].before) and _anchored_right(alignment, here, there):
            yield there


def _anchored_left(alignment: Alignment, here: int, there: int) -> bool:
    claim, said = alignment.claim.units, alignment.said.units
    if (
        here > 1
        and there > 1
        and alignment.pairs.get(here - 2) == there - 2
        and same_words_between(claim[here - 1].before, said[there - 1].before)
    ):
        return True
    right = alignment.pairs.get(here + 1)
    if right is not None and there + 1 <= right <= there + 3:
        return True
    if _both_facts(claim[here], said[there]) and _PREPOSITIONS & set(claim[here].before):
        return True
    return _is_name(claim[here]) and _is_name(said[there])


def _anchored_right(alignment: Alignment, here: int, there: int) -> bool:
    claim, said = alignment.claim.units, alignment.said.units
    if claim[here].key.endswith("'s") != said[there].key.endswith("'s"):
        return False
    if not (_is_name(claim[here]) and _is_name(said[there])) and not _both_facts(claim[here], said[there]):
        return False
    return (
        alignment.pairs.get(here + 2) == there + 2
        and there + 2 < len(said)
        and same_words_between(claim[here + 2].before, said[there + 2].before)
    )


def _contradicts(alignment: Alignment, here: int, there: int) -> bool:
    claim, said = alignment.claim, alignment.said
    unit, other = claim.units[here], said.units[there]
    if any(mine.stem == other.stem for mine in claim.units):
        return _changed_places(alignment, here, there)
    if _holds(_phrase(said, there), unit.stem) or _holds(_phrase(claim, here), other.stem):
        return False
    if _both_facts(unit, other):
        is_one = may_be_one(parts(unit.key), parts(other.key)) or keeps_bound(unit, other)
        return not is_one and not _is_item(alignment, unit, other) and are_of_one_quantity(alignment, here, there)
    if not (_is_name(unit) and _is_name(other)) or forms_of_one_name([unit], [other]):
        return False
    if not alignment.in_source(unit.stem) or {_bare(unit.key), _bare(other.key)} & _STAND_INS:
        return False
    own = alignment.pairs.get(here)
    return own is None or not _settled(alignment, here, own)


def _is_item(alignment: Alignment, unit: Unit, other: Unit) -> bool:
    """Return whether the source's figure is the claim's, after a dash that may be the mark of a list item."""
    mine, theirs = parts(unit.key), parts(other.key)
    differ_in_sign = mine.measure == theirs.measure and theirs.value == f"-{mine.value}"
    return differ_in_sign and other.token.start in dashes_of_items(alignment.texts[1])


def _settled(alignment: Alignment, here: int, own: int) -> bool:
    """Return whether a name has the same place in claim and source, because a word beside it in the claim is also
    beside it in the source.

    `here` is an index of the name in the claim, and `own` its index in the source.
    """
    mine, theirs = _run_range(alignment.claim, here), _run_range(alignment.said, own)
    left, right = alignment.pairs.get(mine.start - 1), alignment.pairs.get(mine.stop)
    return left in {theirs.start - 2, theirs.start - 1} or right in {theirs.stop, theirs.stop + 1}


def _changed_places(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether the claim swaps two words of the source: the word at index `here` of the claim, and the word at
    index `there` of the source."""
    unit, other = alignment.claim.units[here], alignment.said.units[there]
    if unit.token.kind != other.token.kind or unit.token.capital != other.token.capital:
        return False
    for place, mine in enumerate(alignment.claim.units):
        if mine.stem == other.stem and place != here:
            for their in _candidates(alignment, place, returned=True):
                if _holds(_run(alignment.said, their), unit.stem):
                    return True
    return False


def _run(statement: Statement, at: int) -> Sequence[Unit]:
    """Return the words of the name that includes index `at`, or the single word there if it is not part of a name.

    Example: for “Ann” in “Ann Lee spoke”, these are “Ann” and “Lee”.
    """
    reach = _run_range(statement, at)
    return statement.units[reach.start : reach.stop]


def _run_range(statement: Statement, at: int) -> range:
    start, end = at, at + 1
    if _is_name(statement.units[at]):
        while start > 0 and not statement.units[start].before and _is_name(statement.units[start - 1]):
            start -= 1
        while end < len(statement.units) and not statement.units[end].before and _is_name(statement.units[end]):
            end += 1
    return range(start, end)


def _phrase(statement: Statement, at: int) -> Sequence[Unit]:
    """Return the content words of the phrase around index `at`. Punctuation ends a phrase.

    Example: around “rose” in “Acme fees rose, and rent fell”, it is “Acme fees rose”.
    """
    units = statement.units
    end = at + 1
    while end < len(units) and end - at < _PHRASE and not ({",", ";", ".", ":"} & set(units[end].before)):
        end += 1
    start = at
    while start > 0 and at - start < 3 and not units[start].before:
        start -= 1
    return units[start:end]


def _holds(units: Sequence[Unit], stem: str) -> bool:
    return any(unit.stem == stem for unit in units)


def _both_facts(one: Unit, other: Unit) -> bool:
    return one.token.kind == "fact" and other.token.kind == "fact" and one.key[:4] == other.key[:4]


def _bare(key: str) -> str:
    return key.removesuffix("'s").removesuffix("'")


_PARTICLES = frozenset("de von van der den la le du di da al bin ibn".split())


def _is_name(unit: Unit) -> bool:
    return (unit.token.capital and unit.token.kind == "word") or unit.key in _PARTICLES


GUARDS = (other_in_its_place,)
