"""Makes full-text queries: decides which terms are searched, and how many."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...evidence.language.words import words
from ...evidence.lexicon.small_words import STOP_WORDS

UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")
_PART = re.compile(f"(?:{UNSPACED.pattern})+")
_HANGUL = re.compile(r"[\uac00-\ud7af]+")
_UNSTORABLE = re.compile("[\ud800-\udfff\x00]")
_RUN = re.compile(r"\w+")
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}")
_CLOSED = re.compile(r"(?<![\w.&-])[A-Z]{2,3}(?![\w.&-])")
WORDS_AT_MOST = 96
"""The maximum number of different words of a query that are used. A question may be 100,000 characters long."""
TERMS_AT_MOST = 16
"""The maximum number of terms of one query. A query for any of all words took 32 ms at 100,000 passages and 339 ms at a
million, and rare terms decide the ranking."""
COMMON = 0.15
"""The share of passages above which a term is left out, if two rarer ones remain. Common terms cost most and hardly
affect the ranking."""


class Phrase(NamedTuple):
    """Words that a passage must contain in sequence."""

    text: str
    paired: bool = False
    """Whether the words are searched only in the field of character pairs (`grams`)."""

    @property
    def is_prefix(self) -> bool:
        """Whether the last word is searched as a prefix. This is so for a single character, which begins a pair or is
        the last of its part."""
        return self.paired and len(self.text) == 1


Names = tuple[tuple[Phrase, ...], ...]
"""Alternative names. A passage contains a name if it contains all of its phrases."""


def grams(text: str) -> str:
    """Return the search words for text without spaces, and for Korean: overlapping pairs of characters.

    The last character of each part, and adjoining words and figures, are search words too. Empty for texts in other
    scripts.
    """
    if not UNSPACED.search(text):
        return ""
    tails = (part[-1] for part in _PART.findall(text) if len(part) > 1)
    return " ".join((*_pairs(text), *tails, *_between(text)))


def _pairs(text: str) -> Iterator[str]:
    for word in words(text):
        if _HANGUL.fullmatch(word.text) and len(word.text) > 2:
            yield from (word.text[at : at + 2] for at in range(len(word.text) - 1))
        elif UNSPACED.match(word.text):
            yield word.text


def _between(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        if UNSPACED.search(run):
            yield from UNSPACED.sub(" ", run).split()


def search_terms(query: str, document_count: Callable[[str], int], total: int) -> tuple[Phrase, ...]:
    """Return the search terms of a query, the rarest first; empty for a query without words.

    `document_count`: the number of passages that contain a word in one of its forms. `total`: the number of all
    passages.
    """
    terms: dict[str, tuple[int, Phrase]] = {}
    for word in words(query):
        folded = word.text.casefold()
        if folded in STOP_WORDS:
            continue
        if len(terms) >= WORDS_AT_MOST:
            break
        if UNSPACED.match(word.text):
            for pair in _pairs(word.text):
                terms.setdefault(pair, (0, Phrase(pair, paired=True)))
        else:
            parts = filter(None, re.split(r"[-.'’&]", folded))
            terms.setdefault(folded, (min(map(document_count, parts), default=0), Phrase(word.text)))
    for part in _between(query):
        terms.setdefault(part.casefold(), (document_count(part.casefold()), Phrase(part)))
    if not terms:
        return tuple(Phrase(word.text) for word in words(query))[:TERMS_AT_MOST]
    ranked = sorted(terms.values(), key=lambda counted: (counted[0], counted[1].paired, counted[1].text))[
        :TERMS_AT_MOST
    ]
    rare = [term for count, term in ranked if count <= COMMON * total]
    return tuple(rare if len(rare) >= 2 else [term for _, term in ranked])


def plain(text: str) -> str:
    """Return `text` without the characters that databases or the tokenizer reject: lone surrogates and NUL. Each is
    replaced, so offsets stay the same."""
    return _UNSTORABLE.sub("\ufffd", text)


def phrases(names: Sequence[str]) -> Names | None:
    """Return a query for any of the names as a phrase, or None if none of them has a word."""
    found: list[tuple[Phrase, ...]] = []
    for name in map(plain, names):
        if UNSPACED.search(name):
            parts = (" ".join(_pairs(name)), *_between(name))
            found.append(tuple(Phrase(part, paired=True) for part in parts if part))
        elif any(map(str.isalnum, name)):
            found += [(Phrase(form),) for form in _initials(name)]
    return tuple(dict.fromkeys(filter(None, found))) or None


def _initials(name: str) -> tuple[str, ...]:
    """Return the spellings of a name: as given, and with its initials without and with full stops ("US Open", "U.S.
    Open")."""
    closed = _DOTTED.sub(lambda match: match.group().replace(".", ""), name)
    opened = _CLOSED.sub(lambda match: ".".join(match.group()) + ".", name)
    return tuple(dict.fromkeys((name, closed, opened)))
