"""Words as the matching rules see them: content words folded to stems, in scripts with and without spaces."""

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
_stemming = threading.Lock()  # the stemmer keeps its cursor in itself


class Word(NamedTuple):
    """One word as it stands, with its offsets (end exclusive)."""

    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    """Every word in order. Text in a script without spaces comes as overlapping pairs of characters, so that it can be
    matched."""
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
    """The words of `text` in order, without their offsets: several times as fast where no script without spaces is in it."""
    if text.isascii() or not _UNSPACED.search(text):
        return _WORD.findall(without_footnote_marks(text))
    return [word.text for word in words(text)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of one word, case folded, its possessive dropped. English (Porter 2); other languages pass mostly unchanged."""
    folded = word.casefold().replace("’", "'")
    return _stemmed(folded.removesuffix("'s").removesuffix("'"))


@lru_cache(maxsize=65_536)
def _stemmed(folded: str) -> str:
    """By itself, so that a word is stemmed once and not again with a capital: stemming is what a process spends its first questions on."""
    with _stemming:
        return str(_stemmer.stemWord(folded))


@lru_cache(maxsize=65_536)
def root(stemmed: str) -> str:
    """A stem without what makes a noun or adjective of a verb: "payabl" and "pay", "subcontractor" and "subcontract" are one root; and
    the verb of an irregular form: "began" and "begin".

    For telling what a text is about, where a near miss costs little; never for what it states.
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
    """Roots of the content words of `text`, in order, each once. One run asks for the same headings and sentences many times."""
    found = dict.fromkeys(map(_content_root, texts_of_words(text)))
    found.pop(None, None)
    return cast(tuple[str, ...], tuple(found))


@lru_cache(maxsize=16_384)
def root_set(text: str) -> frozenset[str]:
    """The same, to look a root up in."""
    return frozenset(topic_roots(text))


@lru_cache(maxsize=4_096)
def stem_set(text: str) -> frozenset[str]:
    """`content_stems`, to look a stem up in."""
    return frozenset(content_stems(text))


def content_stems(text: str) -> tuple[str, ...]:
    """Stems of the content words of `text`, in order, each once."""
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
