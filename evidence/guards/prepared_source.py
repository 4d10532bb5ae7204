"""Prepares a text once for comparison with any number of claims. From a very long text, only the parts that a claim
could be about are prepared, so that its length does not slow the comparison."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

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
    """The comparison keys (`Token.key`) of `words`, joined by separators. A substring search can then find a run of
    tokens."""
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

    The tokens are stored here and not in a cache of fixed size. With one chunk more than such a cache can hold, each
    claim of an audit would tokenise every chunk again.
    """

    id: str
    text: str

    def near(self, claim: str) -> Source:
        """Return the prepared text. Of a text longer than `LONG_TEXT`, only the parts that the claim could be about are
        used.

        Example: for any claim, “Rent is due.” is used whole.
        """
        return self._whole if len(self.text) <= LONG_TEXT else source_of(within_reach(claim, self.text))

    @cached_property
    def _whole(self) -> Source:
        return source_of(self.text)


def source_of(text: str) -> Source:
    """Return the prepared form of a text that has no id. The latest results are cached, since several claims may be
    judged against one text.

    Example: “Acme grew. It hired staff.” has two sentences.
    """
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
    """Yield the tokens, without the marks that only separate clauses.

    Example: of the tokens of “fees, rents.”, those of “fees” and “rents” remain.
    """
    return (token for token in found if token.kind != "mark" or token.key in SIGNS)


LONG_TEXT = 60_000
"""The maximum number of characters of a text that are used for one claim. A shorter text is used whole."""

_AROUND = 1_500  # characters used on each side of an occurrence
_PLACES = 40  # occurrences tried for each word
_WORD = re.compile(r"[^\W_]{2,40}")


def within_reach(claim: str, text: str) -> str:
    """Return `text` whole if it has at most `LONG_TEXT` characters. Otherwise return the parts around the rarest words
    of the claim, in order. Each part starts and ends at white space.

    Known gap: a statement is missed if each of its words has forty earlier occurrences.
    """
    if len(text) <= LONG_TEXT:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = (
            text  # the lower case of some letters has two characters, which would move the offsets, so case is kept
        )
    words = sorted(
        {match.group().lower() for match in _WORD.finditer(claim[:4_000])}, key=lambda word: (-len(word), word)
    )[:24]
    counts = {word: lowered.count(word) for word in words}
    found: list[tuple[int, int]] = []
    exact = text.find(claim.strip()[:200])
    if exact >= 0:
        found.append((exact, exact + len(claim)))
    for word in sorted((word for word in words if counts[word]), key=lambda word: (counts[word], -len(word))):
        at = -1
        for _ in range(_PLACES):
            at = lowered.find(word, at + 1)
            if at < 0 or sum(end - start for start, end in found) > LONG_TEXT:
                break
            if not any(start <= at < end for start, end in found[-_PLACES:]):
                found.append((_edge(text, max(0, at - _AROUND), -1), _edge(text, min(len(text), at + _AROUND), 1)))
    return "\n\n".join(text[start:end] for start, end in _merged(found))


def _edge(text: str, at: int, step: int) -> int:
    """Return the offset of the nearest white space from `at` in the direction `step` (1 or -1), at most 200 characters
    away.

    Example: `_edge("the old fee", 5, 1)` gives `7`.
    """
    for _ in range(200):
        if not 0 < at < len(text) or text[at].isspace():
            break
        at += step
    return at


def _merged(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
