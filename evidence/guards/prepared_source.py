"""Prepares a text once for comparison with any number of claims."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..claims.relevant_stretches import LONG_TEXT, within_reach
from ..language.sentences import sentences
from ..language.tokens import Token, tokens
from .statements import Index, index_of

SIGNS = frozenset("<>=≤≥±~≈+−%‰$€£¥")
SEPARATOR = "\x1f"


@dataclass(frozen=True, eq=False)
class Source:
    """A text with its tokens and sentences."""

    text: str
    words: tuple[Token, ...]
    """All tokens except the marks that only separate clauses, in order."""
    joined: str
    """The comparison keys (`Token.key`) of `words`, joined by separators, so that a run of tokens can be found by a
    substring search."""
    sentences: tuple[tuple[Token, ...], ...]
    keys: tuple[frozenset[str], ...]
    """For each sentence, the comparison keys (`Token.key`) of its tokens."""
    vocabulary: frozenset[str]
    """The comparison keys (`Token.key`) of all tokens."""

    @cached_property
    def index(self) -> Index:
        return index_of(self.text, self.sentences)


@dataclass(frozen=True)
class PreparedText:
    """A text with its id. It is tokenised at the first comparison with a claim, and the tokens are reused.

    They are stored in this object, since a cache of fixed size fails an audit with one chunk too many: each claim would
    tokenise every chunk again.
    """

    id: str
    text: str

    def near(self, claim: str) -> Source:
        """Return the prepared text. Of a text longer than `LONG_TEXT`, only the parts that the claim could be about are
        used."""
        return self._whole if len(self.text) <= LONG_TEXT else source_of(within_reach(claim, self.text))

    @cached_property
    def _whole(self) -> Source:
        return source_of(self.text)


def source_of(text: str) -> Source:
    """Return the prepared form of a text that has no id. The latest results are cached, since several claims may be
    judged against one text."""
    return (_short_source_of if len(text) <= _SHORT_TEXT else _long_source_of)(text)


def _read_source(text: str) -> Source:
    found = tokens(text)
    words = tuple(bare(found))
    parts: list[tuple[Token, ...]] = []
    at = 0
    for start, end in sentences(text):
        while at < len(found) and found[at].start < start:
            at += 1
        first = at
        while at < len(found) and found[at].end <= end:
            at += 1
        if at > first:
            parts.append(found[first:at])
    joined = SEPARATOR + SEPARATOR.join(token.key for token in words) + SEPARATOR
    keys = tuple(frozenset(token.key for token in part) for part in parts)
    return Source(text, words, joined, tuple(parts), keys, frozenset(token.key for token in found))


_SHORT_TEXT = 5_000  # characters
_short_source_of = lru_cache(maxsize=1_024)(_read_source)
_long_source_of = lru_cache(maxsize=64)(_read_source)


def bare(found: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens, without the marks that only separate clauses."""
    return (token for token in found if token.kind != "mark" or token.key in SIGNS)
