"""A text prepared once for comparison with any number of claims."""

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
    """All tokens except the marks that only separate clauses."""
    joined: str
    """The keys of `words`, joined by separators, so that a run of tokens is a substring."""
    sentences: tuple[tuple[Token, ...], ...]
    keys: tuple[frozenset[str], ...]
    """The keys of each sentence."""
    vocabulary: frozenset[str]
    """The keys of all tokens."""

    @cached_property
    def index(self) -> Index:
        return index_of(self.text, self.sentences)


@dataclass(frozen=True)
class PreparedText:
    """A text with its id. It is prepared at the first comparison with a claim, and the result is kept for later
    claims.

    The object that holds the text also holds the result, so that an audit prepares each chunk once, whatever their
    number. A cache of fixed size would prepare every chunk anew for every claim as soon as there is one chunk more
    than fits.
    """

    id: str
    text: str

    def near(self, claim: str) -> Source:
        """Return the text; of a very long text, only the stretches that the claim could be about."""
        return self._whole if len(self.text) <= LONG_TEXT else source_of(within_reach(claim, self.text))

    @cached_property
    def _whole(self) -> Source:
        return source_of(self.text)


def source_of(text: str) -> Source:
    """Prepare a text that has no id. The latest results are cached, since several claims may be judged against one
    text."""
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
    """Return the tokens without the marks that only separate clauses."""
    return (token for token in found if token.kind != "mark" or token.key in SIGNS)
