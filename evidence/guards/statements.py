"""The sentences of a text as content words, with the position of each word."""

from collections.abc import Sequence
from typing import NamedTuple

from ..language.tokens import Token
from ..values.value_keys import Parts, parts

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
    """The sentences of a text as statements, with the position of each stem."""

    statements: tuple[Statement, ...]
    places: dict[str, tuple[int, ...]]
    """Stem → numbers of the sentences that contain it."""
    figures: tuple[Parts, ...]
    """Every value of the text, each once."""


def index_of(sentences: Sequence[Sequence[Token]]) -> Index:
    statements = tuple(statement_of(sentence) for sentence in sentences)
    places: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for stem in {unit.stem for unit in statement.units}:
            places.setdefault(stem, []).append(number)
    keys = dict.fromkeys(unit.key for statement in statements for unit in statement.units if unit.token.kind == "fact")
    return Index(
        statements, {stem: tuple(numbers) for stem, numbers in places.items()}, tuple(parts(key) for key in keys)
    )
