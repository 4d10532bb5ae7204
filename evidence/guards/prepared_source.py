"""A text made ready to be compared with claims, once for all of them."""

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
    """A text as its tokens and sentences."""

    text: str
    words: tuple[Token, ...]
    """All tokens but the marks that only part clauses."""
    joined: str
    """Their keys between separators, so that a run of tokens is a substring."""
    sentences: tuple[tuple[Token, ...], ...]
    keys: tuple[frozenset[str], ...]
    """The keys of each sentence."""
    vocabulary: frozenset[str]
    """The keys of all tokens."""

    @cached_property
    def index(self) -> Index:
        return index_of(self.sentences)


@dataclass(frozen=True)
class PreparedText:
    """A text with its id, prepared when a claim is first compared with it and kept for the claims to come.

    The holder decides how long: an audit of any number of chunks prepares each of them once. A cache of fixed size prepares every
    chunk anew for every claim as soon as there is one chunk more than it holds.
    """

    id: str
    text: str

    def near(self, claim: str) -> Source:
        """The text, or of a very long one the stretches that the claim could be about."""
        return self._whole if len(self.text) <= LONG_TEXT else source_of(within_reach(claim, self.text))

    @cached_property
    def _whole(self) -> Source:
        return source_of(self.text)


def source_of(text: str) -> Source:
    """For a text without an owner. The last ones are kept, since several claims may be judged on one text."""
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
    """The tokens without the marks that only part clauses."""
    return (token for token in found if token.kind != "mark" or token.key in SIGNS)
