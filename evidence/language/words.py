"""Splits a text into words, stems and roots for matching, in scripts with and without spaces."""

import re
import threading
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, cast

import snowballstemmer

from ..lexicon.small_words import STOP_WORDS
from .text_marks import without_footnote_marks
from .verbs import BASE_OF

_WORD = re.compile(r"[^\W_]+(?:[-.'’&][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_stemmer = snowballstemmer.stemmer("english")
_stemming = threading.Lock()  # the stemmer keeps its state in the object, so it is not thread-safe


class Word(NamedTuple):
    """A word as written, with its offsets (end exclusive)."""

    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    """Yield every word in order. Text in a script without spaces is split into overlapping pairs of characters, so that
    its parts can match.

    Example: “Acme grew.” has the words “Acme” at offsets 0 to 4 and “grew” at 5 to 9.
    """
    for match in _WORD.finditer(without_footnote_marks(text)):
        text_of_word = match.group()
        unspaced = [] if text_of_word.isascii() else list(_UNSPACED.finditer(text_of_word))
        if not unspaced:
            yield Word(text_of_word, match.start(), match.end())
            continue
        for run in unspaced:
            start, length = match.start() + run.start(), len(run.group())
            for offset in range(max(1, length - 1)):
                yield Word(run.group()[offset : offset + 2], start + offset, start + min(offset + 2, length))


def texts_of_words(text: str) -> list[str]:
    """Return the words of `text` in order, without offsets. Several times faster than `words` unless the text uses a
    script without spaces.

    Example: `texts_of_words("Acme’s 2023 report, page 4")` gives `["Acme’s", "2023", "report", "page", "4"]`.
    """
    if text.isascii() or not _UNSPACED.search(text):
        return _WORD.findall(without_footnote_marks(text))
    return [word.text for word in words(text)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of one word, case folded and without its possessive (English Porter 2). Words of other languages
    mostly stay unchanged.

    Example: `stem("Payments")` gives `"payment"`, and `stem("Acme’s")` gives `"acm"`.
    """
    folded = word.casefold().replace("’", "'")
    return _stemmed(folded.removesuffix("'s").removesuffix("'"))


@lru_cache(maxsize=65_536)
def _stemmed(folded: str) -> str:
    """Return the stem of a case-folded word. Cached here rather than in `stem`, so that a word with and without a
    capital is stemmed once: stemming takes most of the time of a process's first questions."""
    with _stemming:
        return str(_stemmer.stemWord(folded))


@lru_cache(maxsize=65_536)
def root(stemmed: str) -> str:
    """Return the root of a stem, without the ending that makes a verb a noun or an adjective: "payabl" gives "pay".

    Irregular forms are replaced by their verb: "began" gives "begin". Roots serve to compare topics, where a wrong
    match does little harm. They never prove what a text states.
    """
    stemmed = _irregular().get(stemmed, stemmed)
    for ending, shortest in (("abl", 3), ("ibl", 4), ("or", 5), ("er", 5), ("ee", 4)):
        if stemmed.endswith(ending) and len(stemmed) - len(ending) >= shortest:
            return stemmed[: -len(ending)]
    return stemmed


@lru_cache(maxsize=1)
def _irregular() -> Mapping[str, str]:
    return {stem(form): stem(base) for form, base in BASE_OF.items()}


@lru_cache(maxsize=16_384)
def topic_roots(text: str) -> tuple[str, ...]:
    """Return the roots of the content words of `text`, in order, each once. Cached, since one run needs the same
    headings and sentences many times.

    Example: `topic_roots("What are the payments of Acme?")` gives `("pay", "acm")`.
    """
    found = dict.fromkeys(map(_content_root, texts_of_words(text)))
    found.pop(None, None)
    return cast(tuple[str, ...], tuple(found))


@lru_cache(maxsize=16_384)
def root_set(text: str) -> frozenset[str]:
    """Return the roots of `topic_roots` as a set.

    Example: `root_set("payments due")` gives `{"due", "pay"}`.
    """
    return frozenset(topic_roots(text))


@lru_cache(maxsize=4_096)
def stem_set(text: str) -> frozenset[str]:
    """Return the stems of `content_stems` as a set.

    Example: `stem_set("payments due")` gives `{"due", "payment"}`.
    """
    return frozenset(content_stems(text))


def content_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the content words of `text`, in order, each once.

    Example: `content_stems("The payments of the tenant")` gives `("payment", "tenant")`.
    """
    found = dict.fromkeys(map(_content_stem, texts_of_words(text)))
    found.pop(None, None)
    return cast(tuple[str, ...], tuple(found))


@lru_cache(maxsize=65_536)
def _content_stem(word: str) -> str | None:
    return None if word.casefold().replace("’", "'") in STOP_WORDS else stem(word)


@lru_cache(maxsize=65_536)
def _content_root(word: str) -> str | None:
    stemmed = _content_stem(word)
    return None if stemmed is None else root(stemmed)
