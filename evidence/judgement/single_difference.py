"""Two tellings of one statement that differ in one place: what each has there."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from ..language.words import words
from ..model.frozen import Frozen

ALIKE = 0.6
"""Share of the shorter telling's words that the longer one must hold in the same order."""
LONGEST = 6
"""Words of what differs; more is another statement."""
FEWEST = 4
"""Words in common; fewer are no statement."""
_LONGEST_TEXT = 2_000


class Differing(Frozen):
    """What differs, as offsets in each text."""

    first: tuple[int, int]
    second: tuple[int, int]


def differing(first: str, second: str) -> Differing | None:
    """The one stretch in which two tellings differ; None where they are the same, differ in several places, or tell other things.

    What one has more at its beginning or end, cut or run on, is no difference.
    """
    if max(len(first), len(second)) > _LONGEST_TEXT:
        return None
    mine, theirs = list(words(first)), list(words(second))
    left, right = ([word.text.casefold() for word in side] for side in (mine, theirs))
    matcher = SequenceMatcher(a=left, b=right, autojunk=False)
    changes = _joined(opcode for opcode in matcher.get_opcodes() if opcode[0] != "equal")
    inner = [change for change in changes if not _at_an_end(change, len(left), len(right))]
    same = sum(block.size for block in matcher.get_matching_blocks())
    if len(inner) != 1 or same < max(FEWEST, ALIKE * min(len(left), len(right))):
        return None
    a, b, c, d = inner[0]
    if a == b or c == d or max(b - a, d - c) > LONGEST:
        return None
    return Differing(first=(mine[a].start, mine[b - 1].end), second=(theirs[c].start, theirs[d - 1].end))


def _joined(changes: Iterable[tuple[str, int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """The changes as places in both; with one word between them ("20 May 2019", "21 May 2021") they are one."""
    joined: list[tuple[int, int, int, int]] = []
    for _, a, b, c, d in changes:
        if joined and a - joined[-1][1] <= 1:
            first = joined.pop()
            joined.append((first[0], b, first[2], d))
        else:
            joined.append((a, b, c, d))
    return joined


def _at_an_end(change: tuple[int, int, int, int], left: int, right: int) -> bool:
    """Whether one side has nothing there, before its first word or after its last."""
    a, b, c, d = change
    return (a == b or c == d) and (a == c == 0 or (b == left and d == right))
