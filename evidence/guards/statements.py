"""Represents the sentences of a text by their content words and values, each with its position."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.tokens import Token, tokens
from ..values.value_keys import Parts, parts

_LONGEST_FIGURE = 40  # characters on each side of a space inside a figure
_WINDOW = 160  # maximum number of content words; a longer "sentence" is a table, and is cut off here


class Unit(NamedTuple):
    """A content word or a value. `before`: the function words and marks before it, such as "did", "not" and ","."""

    token: Token
    before: tuple[str, ...]

    @property
    def stem(self) -> str:
        return self.token.stem

    @property
    def key(self) -> str:
        return self.token.key


class Statement(NamedTuple):
    """A run of text, such as a sentence, as its content words and values in order. `tail`: the function words and marks
    after the last of them.

    Example: “The fee did not rise.” has the content words “fee” and “rise”; “did” and “not” precede “rise”.
    """

    units: tuple[Unit, ...]
    tail: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """The comparison keys (`Token.key`) of all words and marks of the statement.

        Example: “Fees did not rise” has “fees”, “did”, “not” and “rise”.
        """
        return frozenset(key for unit in self.units for key in (*unit.before, unit.key)) | frozenset(self.tail)


_ARTICLES = frozenset("the a an its their his her our".split())


def same_words_between(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two runs of function words and marks are the same, without articles and possessives."""
    return [key for key in one if key not in _ARTICLES] == [key for key in other if key not in _ARTICLES]


_REMARK = re.compile(
    r"(?<![^\W_])(?P<before>[^\W\d_]+|(?:19|20)\d\d)(?P<open> \()(?=[$€£¥]? ?\d)(?P<inside>[^()\n]{1,40})(?P<close>\))"
)
_BEFORE_VALUES = re.compile(
    r"(?:is|was|are|were|be|been|being|of|to|from|by|at|than|and|or|a|an|the|total(?:s|led|ling)?|loss(?:es)?|deficits?|outflows?|decreases?)",
    re.IGNORECASE,
)
"""Words after which a figure in brackets is the value itself, and negative: “a loss of (460)”."""


def tokens_of_claim(claim: str) -> tuple[Token, ...]:
    """Return the tokens of a claim. A figure in brackets after a thing or a year is a remark on it, and not a negative
    figure as in a table: “higher in 2021 (£5,200)”."""

    def set_off(match: re.Match[str]) -> str:
        if _BEFORE_VALUES.fullmatch(match["before"]):
            return match.group()
        return f"{match['before']}, {match['inside']},"

    return tuple(tokens(_REMARK.sub(set_off, claim)))


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
    """The sentences of a text as statements, with an index from stems to sentences."""

    statements: tuple[Statement, ...]
    places: dict[str, tuple[int, ...]]
    """The indices of the sentences that contain each stem."""
    figures: tuple[Parts, ...]
    """Every different value of the text, including the values that `_parted_values` and `_item_values` find."""


_PARTED = re.compile(r"(?<=[0-9])[ \u00a0](?=[.,][0-9])")
"""A space before a decimal point or a thousands comma, as text extraction leaves it: "4 .18", "1 ,234"."""


def _parted_values(text: str) -> Iterator[str]:
    """Yield the comparison keys of the values in `text`, ignoring spaces inside figures. "4 .18" may mean 4.18, so 4.18
    counts beside 4 and .18."""
    for match in _PARTED.finditer(text):
        around = text[max(0, match.start() - _LONGEST_FIGURE) : match.end() + _LONGEST_FIGURE]
        yield from (token.key for token in tokens(_PARTED.sub("", around)) if token.kind == "fact")


_DASHED = re.compile(r"^[ \t]*(?P<dash>[-–—])(?=[$€£¥]?\d)[^\n]*[^\W\d_]{2}", re.MULTILINE)
"""A line that opens with a dash and a figure, and has a word. A line of figures only is a row of a table."""
_ENDS, _MARKS = frozenset(".:;!?"), frozenset("-–—•*")


def dashes_of_items(text: str) -> frozenset[int]:
    """Return the offsets of the dashes before figures that may be marks of list items as well as signs: “-100% equity
    interest” at the start of a line. A line that continues a sentence of the line above opens with a sign. The sign “−”
    is never the mark of an item."""
    found = set()
    for match in _DASHED.finditer(text):
        above = text[text.rfind("\n", 0, max(0, match.start() - 1)) + 1 : match.start()].strip()
        if not above or above[-1] in _ENDS or above[0] in _MARKS:
            found.add(match.start("dash"))
    return frozenset(found)


def _item_values(text: str) -> Iterator[str]:
    """Yield the comparison keys of the figures after `dashes_of_items`, without their signs."""
    for at in dashes_of_items(text):
        after = tokens(text[at + 1 : at + 1 + _LONGEST_FIGURE].partition("\n")[0])
        yield from (token.key for token in after[:1] if token.kind == "fact")


def index_of(text: str, sentences: Sequence[Sequence[Token]]) -> Index:
    statements = tuple(statement_of(sentence) for sentence in sentences)
    places: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for stem in {unit.stem for unit in statement.units}:
            places.setdefault(stem, []).append(number)
    keys = dict.fromkeys(unit.key for statement in statements for unit in statement.units if unit.token.kind == "fact")
    keys.update(dict.fromkeys((*_parted_values(text), *_item_values(text))))
    return Index(
        statements, {stem: tuple(numbers) for stem, numbers in places.items()}, tuple(parts(key) for key in keys)
    )
