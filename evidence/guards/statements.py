"""The sentences of a text as content words, with the position of each word."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.tokens import Token, tokens
from ..values.value_keys import Parts, parts

_LONGEST_FIGURE = 40  # characters on each side of a space inside a figure
_WINDOW = 160  # content words; a longer "sentence" is a table, and is cut off here


class Unit(NamedTuple):
    """A content word or fact. `before` holds the function words and marks that precede it ("did", "not", ",")."""

    token: Token
    before: tuple[str, ...]

    @property
    def stem(self) -> str:
        return self.token.stem

    @property
    def key(self) -> str:
        return self.token.key


class Statement(NamedTuple):
    """A run of text as its content words, in order. `tail` holds the words and marks after the last of them."""

    units: tuple[Unit, ...]
    tail: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """The keys of all words of the statement."""
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
    """The sentences of a text as statements, with the positions of each stem, for fast search."""

    statements: tuple[Statement, ...]
    places: dict[str, tuple[int, ...]]
    """Stem → numbers of the sentences that contain it."""
    figures: tuple[Parts, ...]
    """Every value of the text, each once, and those that it may contain: `_parted_values`."""


_PARTED = re.compile(r"(?<=[0-9])[ \u00a0](?=[.,][0-9])")
"""A space before a decimal point or a thousands comma, as text extraction leaves it: "4 .18", "1 ,234"."""


def _parted_values(text: str) -> Iterator[str]:
    """Return the keys of the values in `text` without the spaces inside figures. Such a text may contain 4.18, or 4
    and .18, so it contains both: a value that it may contain refutes nothing."""
    for match in _PARTED.finditer(text):
        around = text[max(0, match.start() - _LONGEST_FIGURE) : match.end() + _LONGEST_FIGURE]
        yield from (token.key for token in tokens(_PARTED.sub("", around)) if token.kind == "fact")


def index_of(text: str, sentences: Sequence[Sequence[Token]]) -> Index:
    statements = tuple(statement_of(sentence) for sentence in sentences)
    places: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for stem in {unit.stem for unit in statement.units}:
            places.setdefault(stem, []).append(number)
    keys = dict.fromkeys(unit.key for statement in statements for unit in statement.units if unit.token.kind == "fact")
    keys.update(dict.fromkeys(_parted_values(text)))
    return Index(
        statements, {stem: tuple(numbers) for stem, numbers in places.items()}, tuple(parts(key) for key in keys)
    )
