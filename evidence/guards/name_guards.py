"""Guards for names and roles: a name that the source lacks, a name in place of another, and a swapped subject and
object."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..language.synonyms import SAME_PLACE
from ..language.verbs import forms
from ..lexicon.calendar_names import MONTHS_AND_DAYS
from .alignment import Alignment, finding
from .findings import Finding
from .statements import Statement, Unit

_BE = frozenset("is are was were be been being".split())
_PARTS = frozenset(", ; . : and who which that".split())
"""What parts clauses."""


class Run(NamedTuple):
    """A name: the content words with indices `start` to `end` (exclusive) of a statement.

    Example: in “the chair Ann Lee spoke”, the name “Ann Lee” is the content words 1 and 2.
    """

    start: int
    end: int


def name_lacking(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding for a name that the source contains in no form (word, acronym, adjective of a country).

    The claim must otherwise match a statement of the source. Not detected: names at the start of the claim, and a wrong
    name that the source mentions elsewhere.

    Example: for “The fee is due to Borealis.” and the source “The fee is due to Acme.”, the finding is about
    “Borealis”.
    """
    if alignment.covered < 0.5:
        return
    for run in _names(alignment.claim):
        if run.start == 0:
            continue
        units = alignment.claim.units[run.start : run.end]
        strange = [not _known(alignment, unit.stem) for unit in units]
        if strange[0] and sum(strange) * 2 >= len(strange) and not _acronym_known(alignment, run):
            said = " ".join(unit.key for unit in units)
            yield finding(
                "name", "unsupported", f"the claim names “{said}”, which the source does not", alignment, run.start
            )
            return


def _known(alignment: Alignment, stem: str) -> bool:
    if alignment.in_source(stem) or any(alignment.in_source(other) for other in SAME_PLACE.get(stem, ())):
        return True
    return any(_akin(stem, other) for other in alignment.source.places)


def _akin(one: str, other: str) -> bool:
    """Return whether two stems may be forms of one name: they have the same first five letters, or one begins with the
    other.

    Example: `_akin("german", "germani")` gives `True`.
    """
    size = min(len(one), len(other))
    return one[:5] == other[:5] if size >= 5 else size >= 3 and one[:size] == other[:size]


def _acronym_known(alignment: Alignment, run: Run) -> bool:
    units = alignment.claim.units[run.start : run.end]
    initials = "".join(unit.key[0] for unit in units)
    if len(initials) > 1 and (alignment.in_source(initials) or alignment.in_source(f"{initials}.")):
        return True
    short = units[0].key.rstrip(".")
    if len(units) != 1 or not 2 <= len(short) <= 6:
        return False
    return any(short in _initials(statement) for statement in alignment.source.statements[:2_000])


def _initials(statement: Statement) -> str:
    return "".join(unit.key[0] for unit in statement.units)


def name_in_place_of_another(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding for a name that replaces another name of the source between the same words.

    Example: "appeared in Venice in the 15th century" for "in Spain". Not detected: a changed name in a reworded
    context.
    """
    claim, said = alignment.claim, alignment.said
    my_stems = {unit.stem for unit in claim.units}
    for run in _names(claim):
        if any(place in alignment.pairs for place in range(run.start, run.end)):
            continue
        for other in _names(said):
            theirs = said.units[other.start : other.end]
            if any(unit.stem in my_stems for unit in theirs) or forms_of_one_name(
                claim.units[run.start : run.end], theirs
            ):
                continue
            left, right = _sides(alignment, run, other)
            if (left and right) or (left + right and _same_lead_in(alignment, run, other)):
                mine_said = " ".join(unit.key for unit in claim.units[run.start : run.end])
                their_said = " ".join(unit.key for unit in theirs)
                yield finding(
                    "name",
                    "contradicted",
                    f"the claim says “{mine_said}” where the source says “{their_said}”",
                    alignment,
                    run.start,
                )
                return


def forms_of_one_name(mine: Sequence[Unit], theirs: Sequence[Unit]) -> bool:
    """Return whether two names may be forms of one name.

    They may if they share a word or the beginning of a stem, if one is a place and the other its people, or if one is
    the acronym of the other.

    Example: “World Wildlife Fund” and “WWF” may be; “Acme” and “Borealis” may not.
    """
    if any(_akin(own.stem, two.stem) or two.stem in SAME_PLACE.get(own.stem, ()) for own in mine for two in theirs):
        return True
    initials = ["".join(unit.key[0] for unit in units) for units in (mine, theirs)]
    return initials[0] == theirs[0].key.rstrip(".") or initials[1] == mine[0].key.rstrip(".")


def _sides(alignment: Alignment, run: Run, other: Run) -> tuple[bool, bool]:
    """Return whether the words before both names are paired with each other, and whether those after them are."""
    left = any(
        alignment.pairs.get(run.start - back) in {other.start - 1, other.start - 2}
        for back in (1, 2)
        if other.start > 0
    )
    right = any(alignment.pairs.get(run.end - 1 + ahead) in {other.end, other.end + 1} for ahead in (1, 2))
    return left, right


def _same_lead_in(alignment: Alignment, run: Run, other: Run) -> bool:
    """Return whether both names follow the same content word, with the same function words between ("son of", "led
    by")."""
    mine, theirs = alignment.claim.units[run.start].before, alignment.said.units[other.start].before
    return bool(mine) and mine == theirs and alignment.pairs.get(run.start - 1) == other.start - 1 and other.start > 0


def roles_swapped(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim swaps the subject and the object of a verb, in active or passive voice.

    Not detected: swaps around nouns ("the waiver of A by B") and around reworded verbs, and claims with a pronoun for
    one of the two.
    """
    claim, said = alignment.claim, alignment.said
    for here, there in alignment.pairs.items():
        if not (_verbal(claim, here) and _verbal(said, there)):
            continue
        mine, theirs = _passive(claim, here), _passive(said, there)
        if mine is None or theirs is None:
            continue
        sides = (_nearest(alignment, here, there, -1), _nearest(alignment, here, there, 1))
        if sides[1] is None or (sides[0] is None and mine == theirs):
            continue
        # For each side: whether the nearest paired word before (after) the verb is on the other side of the verb in the source.
        swapped = all(sides) if mine == theirs else not any(sides)
        if swapped:
            yield finding(
                "order", "contradicted", f"the claim swaps who does what at “{claim.units[here].key}”", alignment, here
            )
            return


def _nearest(alignment: Alignment, here: int, there: int, step: int) -> bool | None:
    reach, their_reach = _clause_around(alignment.claim, here), _clause_around(alignment.said, there)
    place = here + step
    while place in reach:
        other = alignment.pairs.get(place)
        if other is not None and other in their_reach:
            return (place < here) != (other < there)
        place += step
    return None


def _verbal(statement: Statement, at: int) -> bool:
    unit = statement.units[at]
    return (
        unit.token.kind == "word"
        and not unit.token.capital
        and any(form in {"past", "participle", "third"} for _, form in forms(unit.key))
    )


def _passive(statement: Statement, at: int) -> bool | None:
    """Return True if the verb at index `at` is passive ("was led by"), False if it is active and finite, and None if
    its voice is unclear."""
    before = set(statement.units[at].before) | (
        set(statement.units[at - 1].before) if at and statement.units[at - 1].key.endswith("ly") else set()
    )
    after = statement.units[at + 1].before if at + 1 < len(statement.units) else statement.tail
    if _BE & before:
        return True if after[:1] == ("by",) else None
    if after[:1] == ("by",) or {"to", "that"} & before:
        return None
    return False


def _clause_around(statement: Statement, at: int) -> range:
    units, left, right = statement.units, at, at + 1
    while left > 0 and at - left < 4 and _PARTS.isdisjoint(units[left].before):
        left -= 1
    while right < len(units) and right - at < 4 and _PARTS.isdisjoint(units[right].before):
        right += 1
    return range(left, right)


def _names(statement: Statement) -> list[Run]:
    runs: list[Run] = []
    at = 0
    while at < len(statement.units):
        if not _is_name(statement, at):
            at += 1
            continue
        end = at + 1
        while end < len(statement.units) and _is_name(statement, end) and _goes_on(statement, end):
            end += 1
        runs.append(Run(at, end))
        at = end
    return runs


def _goes_on(statement: Statement, at: int) -> bool:
    """Return whether the content word at index `at` continues a name that begins before it. Between the words of a name
    there may only be the full stop of an initial."""
    before = statement.units[at].before
    return not before or (before == (".",) and len(statement.units[at - 1].key) == 1)


def _is_name(statement: Statement, at: int) -> bool:
    token = statement.units[at].token
    return token.capital and token.kind == "word" and token.key not in MONTHS_AND_DAYS


GUARDS: tuple[Callable[[Alignment], Iterator[Finding]], ...] = (
    name_lacking,
    name_in_place_of_another,
    roles_swapped,
)
