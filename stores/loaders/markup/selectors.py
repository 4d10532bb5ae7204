"""Parses selectors of style sheets: names, classes and ids, with descendants and children. Of other selectors only the
last part is understood."""

import re
from typing import NamedTuple, Self

from bs4 import Tag

_BRACKETED = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_STEP = re.compile(r"\s*([>+~]|\s)\s*")
_COMPOUND = re.compile(r"(?P<name>\*|[a-z][\w-]*)?(?P<rest>(?:[.#][\w-]+)*)(?P<other>.*)", re.IGNORECASE | re.DOTALL)
_NAMED = re.compile(r"[.#][\w-]+")


class _Compound(NamedTuple):
    """The conditions on one element: its name ("" for any), and its classes and ids (".a", "#b")."""

    name: str
    marks: frozenset[str]


class Selector(NamedTuple):
    last: _Compound
    above: tuple[tuple[str, _Compound], ...]
    """The outer elements from the inside out: ">" or " ", and the conditions on each."""
    is_whole: bool
    """Whether the fields contain all conditions of the selector. If not, a match is uncertain."""
    specificity: tuple[int, int, int]

    @classmethod
    def parsed(cls, text: str) -> Self:
        bare = _BRACKETED.sub("", text)
        parts = _STEP.split(bare.strip())
        compounds = [_compound(part) for part in parts[::2]]
        steps = parts[1::2]
        marks = [mark for compound, _ in compounds for mark in compound.marks]
        ids = sum(mark.startswith("#") for mark in marks)
        more = len(re.findall(r"\[|(?<!:):(?!:)", text))
        names = sum(bool(compound.name) for compound, _ in compounds)
        return cls(
            last=compounds[-1][0],
            above=tuple(
                (" " if step.isspace() else step, compound)
                for step, (compound, _) in zip(reversed(steps), reversed(compounds[:-1]), strict=True)
            ),
            is_whole=bare == text and all(whole for _, whole in compounds) and not {"+", "~"} & set(steps),
            specificity=(ids, len(marks) - ids + more, names),
        )

    @property
    def marks(self) -> frozenset[str]:
        """The classes and ids that the page must contain for a match."""
        return self.last.marks.union(*(compound.marks for _, compound in self.above))

    @property
    def key(self) -> str:
        """A class, id or name that every matching element has; "" if there is none."""
        return min(self.last.marks, default=self.last.name)

    def matches(self, tag: Tag) -> bool:
        """Return whether the selector may match a tag. A match is certain if `is_whole`."""
        return _has(tag, self.last) and (not self.is_whole or _stands_under(tag, self.above))


def marks_of(tag: Tag) -> set[str]:
    """Return the classes and ids of a tag: ".a", "#b"."""
    if not tag.attrs:
        return set()
    classes, own = tag.get("class") or (), tag.get("id")
    return {*(f".{name}" for name in classes), *((f"#{own}",) if isinstance(own, str) else ())}


def _compound(text: str) -> tuple[_Compound, bool]:
    match = _COMPOUND.fullmatch(text.strip())
    assert match is not None  # each part may be empty
    name = (match["name"] or "").lower()
    return _Compound("" if name == "*" else name, frozenset(_NAMED.findall(match["rest"]))), not match["other"]


def _has(tag: Tag, compound: _Compound) -> bool:
    if compound.name and compound.name != tag.name:
        return False
    return not compound.marks or (bool(tag.attrs) and compound.marks <= marks_of(tag))


def _stands_under(tag: Tag, above: tuple[tuple[str, _Compound], ...]) -> bool:
    if not above:
        return True
    (step, compound), rest = above[0], above[1:]
    for parent in tag.parents:
        if _has(parent, compound) and _stands_under(parent, rest):
            return True
        if step == ">":
            return False
    return False
