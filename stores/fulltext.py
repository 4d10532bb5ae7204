"""Full-text queries: what words are asked of the index, and how broad a query may grow."""

import re
from collections.abc import Callable, Sequence

import snowballstemmer

from ..evidence.words import STOP_WORDS, words

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")
TERMS_AT_MOST = 16
"""Terms of one query. An unbounded OR took 32 ms at 100,000 passages and 339 ms at a million; rare terms carry the ranking."""
COMMON = 0.15
"""A term that more than this share of passages holds is left out while two rarer ones remain: it costs most and ranks least."""

_porter = snowballstemmer.stemmer("porter")


def grams(text: str) -> str:
    """Overlapping character pairs of the parts of `text` that are written without spaces; empty where there are none."""
    if not _UNSPACED.search(text):
        return ""
    return " ".join(word.text for word in words(text) if _UNSPACED.match(word.text))


def match_expression(query: str, document_count: Callable[[str], int], total: int) -> str | None:
    """The FTS5 expression for a query: its telling terms, any of them. None when it has no words.

    `document_count` gives how many passages hold a stemmed term, `total` how many passages there are.
    """
    terms: dict[str, tuple[int, str]] = {}
    for word in words(query):
        folded = word.text.casefold()
        if folded in STOP_WORDS:
            continue
        if _UNSPACED.match(word.text):
            terms.setdefault(folded, (0, f"grams:{quoted(folded)}"))
        else:
            parts = [_porter.stemWord(part) for part in re.split(r"[-.'’&]", folded) if part]
            terms.setdefault(folded, (min(document_count(part) for part in parts) if parts else 0, quoted(word.text)))
    if not terms:
        spare = [quoted(word.text) for word in words(query)]
        return " OR ".join(spare[:TERMS_AT_MOST]) or None
    ranked = sorted(terms.values())[:TERMS_AT_MOST]
    rare = [term for count, term in ranked if count <= COMMON * total]
    return " OR ".join(rare if len(rare) >= 2 else [term for _, term in ranked])


def phrases(names: Sequence[str]) -> str | None:
    """The FTS5 expression for any of the names as a phrase; None when none has a word."""
    found = []
    for name in names:
        if _UNSPACED.search(name):
            found.append(f"grams:{quoted(grams(name))}")
        elif re.search(r"\w", name):
            found.append(quoted(name))
    return " OR ".join(dict.fromkeys(found)) or None


def quoted(text: str) -> str:
    """A string literal of FTS5: nothing in it is an operator."""
    return '"' + text.replace('"', '""').replace("\x00", " ") + '"'
