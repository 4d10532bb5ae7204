"""Parses selectors of style sheets: names, classes and ids, with descendants and children. Of other selectors only the
last part is understood."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from bs4 import Tag

_BRACKETED = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_STEP = re.compile(r"\s*([>+~]|\s)\s*")
_COMPOUND = re.compile(r"(?P<name>\*|[a-z][\w-]*)?(?P<rest>(?:[.#][\w-]+)*)(?P<other>.*)", re.IGNORECASE | re.DOTALL)
_NAMED = re.compile(r"[.#][\w-]+")


class Compound(NamedTuple):
    """The conditions on one element: its name ("" for any), and its classes and ids (".a", "#b")."""

    name: str
    marks: frozenset[str]

    def fits(self, name: str, marks: frozenset[str]) -> bool:
        """Return whether an element with this name and these classes and ids meets the conditions."""
        return (not self.name or self.name == name) and self.marks <= marks


class Selector(NamedTuple):
    last: Compound
    above: tuple[tuple[Compound, ...], ...]
    """The outer elements, from the inside out: groups of parents that stand directly in each other. A group may be any
    number of levels above the previous one; the first only if `is_loose`."""
    is_loose: bool
    is_whole: bool
    """Whether the fields contain all conditions of the selector. If not, a match is not certain."""
    specificity: tuple[int, int, int]

    @classmethod
    def parsed(cls, text: str) -> Self:
        bare = _BRACKETED.sub("", text)
        parts = _STEP.split(bare.strip())
        compounds = [_compound(part) for part in parts[::2]]
        steps = [step.strip() for step in parts[1::2]]
        marks = [mark for compound, _ in compounds for mark in compound.marks]
        ids = sum(mark.startswith("#") for mark in marks)
        more = len(re.findall(r"\[|(?<!:):(?!:)", text))
        names = sum(bool(compound.name) for compound, _ in compounds)
        groups: list[list[Compound]] = []
        for step, (compound, _) in zip(reversed(steps), reversed(compounds[:-1]), strict=True):
            if step == ">" and groups:
                groups[-1].append(compound)
            else:
                groups.append([compound])
        return cls(
            last=compounds[-1][0],
            above=tuple(map(tuple, groups)),
            is_loose=not steps or steps[-1] != ">",
            is_whole=bare == text and all(whole for _, whole in compounds) and not {"+", "~"} & set(steps),
            specificity=(ids, len(marks) - ids + more, names),
        )

    @property
    def marks(self) -> frozenset[str]:
        """The classes and ids that must occur in the page for a match."""
        return self.last.marks.union(*(compound.marks for group in self.above for compound in group))

    @property
    def key(self) -> str:
        """A class, id or name that every matched element has; "" if there is none."""
        return min(self.last.marks, default=self.last.name)

    def stands_under(self, parents: Sequence[tuple[str, frozenset[str]]]) -> bool:
        """Return whether the outer elements occur among the parents (names, classes and ids), from the inside out. Each
        group is placed at the nearest parent, which leaves most room for the next group, so no other place is tried."""
        at = 0
        for number, group in enumerate(self.above):
            while not all(
                at + index < len(parents) and compound.fits(*parents[at + index])
                for index, compound in enumerate(group)
            ):
                at += 1
                if at + len(group) > len(parents) or (number == 0 and not self.is_loose):
                    return False
            at += len(group)
        return True


def marks_of(tag: Tag) -> frozenset[str]:
    """Return the classes and ids of a tag: ".a", "#b"."""
    if not tag.attrs:
        return frozenset()
    classes, own = tag.get("class") or (), tag.get("id")
    return frozenset((*(f".{name}" for name in classes), *((f"#{own}",) if isinstance(own, str) else ())))


def _compound(text: str) -> tuple[Compound, bool]:
    match = _COMPOUND.fullmatch(text.strip())
    assert match is not None  # each part may be empty
    name = (match["name"] or "").lower()
    return Compound("" if name == "*" else name, frozenset(_NAMED.findall(match["rest"]))), not match["other"]
