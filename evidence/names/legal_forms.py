"""Recognises the legal form at the end of a company name: "Ltd", "S.p.A.", "Co., Inc." (SPEC SUB-8).

The list of forms is that of the library cleanco. This module adds missing forms, groups equal ones, and leaves out
those that are English words.
"""

import re
from functools import lru_cache

from cleanco.clean import normalized, strip_punct
from cleanco.termdata import terms_by_type

from ..lexicon.legal_form_names import ALSO_WORDS, MORE_FORMS, ONE_FORM, TWO_LETTERS

LegalForm = tuple[str, ...]
"""The words of a legal form in one spelling, in order: ("co", "inc") for "Company, Incorporated"."""

_SPELT_OUT: dict[LegalForm, LegalForm] = {
    ("public", "ltd", "co"): ("plc",),
    ("ltd", "liability", "co"): ("llc",),
    ("ltd", "liability", "partnership"): ("llp",),
    ("ltd", "partnership"): ("lp",),
    ("national", "association"): ("na",),
    ("pty",): ("pty", "ltd"),
}
_JOINING = frozenset(("&", "and"))


def _library() -> frozenset[LegalForm]:
    terms = (term for group in terms_by_type.values() for term in group)
    return frozenset(tuple(_key(word) for word in term.split()) for term in (*terms, *MORE_FORMS))


@lru_cache(maxsize=16_384)
def _key(word: str) -> str:
    key: str = strip_punct(normalized(word)).strip(";:")
    return key


_FORMS = _library() | {(word,) for word in TWO_LETTERS}
_LONGEST = max(map(len, _FORMS))


def is_form(word: str) -> bool:
    """Return whether the single word, as written, is a legal form.

    Example: `is_form("GmbH")` gives `True`, and `is_form("Acme")` gives `False`.
    """
    return _is_form((word,))


def canonical(suffix: str) -> LegalForm:
    """Return the legal form in one spelling: ("co", "inc") for "Company, Incorporated" and for "Co., Inc."."""
    words = tuple(ONE_FORM.get(key, key) for word in suffix.split() if (key := _key(word)) not in _JOINING)
    return _SPELT_OUT.get(words, words)


@lru_cache(maxsize=16_384)
def forms_start(name: str) -> int | None:
    """Return the offset at which the legal forms at the end of a name begin. Return None if there are none. Several in
    a row count as one.

    Return None too for a name that consists of forms, joining words and "the", such as "The Limited" and "Co., Inc.":
    the forms are then the name itself.
    """
    words = list(re.finditer(r"\S+", name))
    first = len(words)
    while size := next(
        (
            size
            for size in range(min(_LONGEST, first), 0, -1)
            if _is_form(tuple(word.group() for word in words[first - size : first]))
        ),
        0,
    ):
        first -= size
        while first and words[first - 1].group().casefold() in _JOINING:
            first -= 1
    left = [key for word in words[:first] if (key := _key(word.group()))]
    if first == len(words) or not left or left == ["the"]:
        return None
    while words[first].group().casefold() in _JOINING:
        first += 1
    return words[first].start()


def forms_end(text: str, end: int) -> int:
    """Return the offset at which the legal forms after `end` end, or `end` if none follows. They may follow a comma or
    white space.

    Example: `forms_end("Acme Co., Inc. grew", 4)` gives `14`.
    """
    while following := re.match(
        r",?[ \t]*\n?[ \t]*(?:(?:&|and)[ \t]+)?(?P<form>[^\s,;()]{2,16})", text[end : end + 40]
    ):
        if following.start("form") == 0 or not _capital(following["form"]) or not is_form(following["form"]):
            break
        end += following.end()
    return end


def _capital(word: str) -> bool:
    return word[0].isupper() or word.casefold() in ("plc", "gmbh")


def _is_form(words: tuple[str, ...]) -> bool:
    keys = tuple(map(_key, words))
    if keys not in _FORMS:
        return False
    if len(keys) > 1:
        return True
    word, key = words[0].rstrip(",;:"), keys[0]
    if "." in word.rstrip(".") or "/" in word:
        return True
    if len(key) <= 2:
        return key == "co" or (key in TWO_LETTERS and word.rstrip(".").isupper())
    return key not in ALSO_WORDS or word[1:] != word[1:].lower()
