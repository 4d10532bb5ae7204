"""Recognises English verb forms: irregular verbs by a list, regular verbs by their endings."""

from functools import lru_cache
from typing import Literal

from ..lexicon.word_forms import FORMS_OF_OTHER_WORDS, IRREGULAR_VERBS, NOUNS_OF_VERBS

Form = Literal["base", "third", "past", "participle", "gerund"]


_BY_FORM: dict[str, set[tuple[str, Form]]] = {}
for _entry in IRREGULAR_VERBS.replace("\n", "|").split("|"):
    if _entry:
        _base, _past, _participle = _entry.split()
        _BY_FORM.setdefault(_base, set()).add((_base, "base"))
        _BY_FORM.setdefault(_past, set()).add((_base, "past"))
        _BY_FORM.setdefault(_participle, set()).add((_base, "participle"))


BASE_OF = {
    form: base
    for entry in IRREGULAR_VERBS.replace("\n", "|").split("|")
    if entry
    for base, *others in [entry.split()]
    for form in others
    if form != base and form not in FORMS_OF_OTHER_WORDS and base not in ("be", "have", "do", "get", "show")
} | {
    noun: verb
    for entry in NOUNS_OF_VERBS.replace("\n", "|").split("|")
    if entry
    for *nouns, verb in [entry.split()]
    for noun in nouns
}
"""The verb of each irregular past form, participle or noun of an action. Forms that are often another word are left
out."""


@lru_cache(maxsize=16_384)
def forms(word: str) -> frozenset[tuple[str, Form]]:
    """Return the ways to read a word as a verb form, as pairs (root, form).

    The root of a regular verb is the part that its forms share; it need not be a word. It is "acquir" for acquire,
    acquires, acquired, acquiring. A noun may look like a verb form too, so callers look for two forms of one root,
    which nouns seldom have.
    """
    word = word.casefold()
    found = set(_BY_FORM.get(word, ()))
    irregular_base = _irregular_third(word)
    if irregular_base:
        found.add((irregular_base, "third"))
    if word.endswith("ing") and len(word) > 5:
        found.add((_root(word[:-3]), "gerund"))
    if word.endswith("ed") and len(word) > 4:
        found |= {(_root(word[:-2]), "past"), (_root(word[:-2]), "participle")}
    elif word.endswith("es") and len(word) > 4:
        found |= {(_root(word[:-2]), "third"), (_root(word[:-1]), "third")}
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        found.add((_root(word[:-1]), "third"))
    if len(word) > 2 and not (word in _BY_FORM and (word, "base") not in _BY_FORM[word]):
        found.add((_root(word), "base"))
    return frozenset(found)


def is_past(word: str) -> bool:
    """Return whether the word can be a past form ("founded", "led")."""
    return any(form == "past" for _, form in forms(word))


def _irregular_third(word: str) -> str | None:
    for base in (word.removesuffix("s"), word.removesuffix("es")):
        if base != word and (base, "base") in _BY_FORM.get(base, ()):
            return base
    return None


def _root(stem: str) -> str:
    """Return the part that all regular forms of a verb share. It has no final e, i for a final y, and one consonant for
    a final double one.

    Example: `_root("carri")` gives `"carri"`, `_root("plann")` gives `"plan"`, and `_root("hope")` gives `"hop"`.
    """
    while stem.endswith("e") and len(stem) > 2:  # "agree" and "agre|ed" must give the same root
        stem = stem[:-1]
    if stem.endswith("y") and len(stem) > 2 and stem[-2] not in "aeiou":
        return stem[:-1] + "i"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiouls":
        return stem[:-1]
    return stem
