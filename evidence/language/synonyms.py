"""The few words that count as the same word, stated in full. Everything not listed here is another word."""

import re

from ..lexicon.places import PEOPLES
from ..lexicon.same_words import SAME_PHRASES, SAME_WORDS
from .words import stem

ONE_WORD_FOR: dict[str, str] = {
    spelling: group.split()[0]
    for group in reversed(SAME_WORDS.strip().replace("\n", "|").split("|"))
    for spelling in group.split(" ")
}
"""Spelling → the word it is read as. Only forms of one word, and pairs that may stand for each other in every sentence. An
abbreviation written with full stops ends in one here ("us." for U.S.), which keeps it apart from the pronoun."""

ONE_PHRASE_FOR: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {}
"""First word → the phrases it may open, longest first, each with the words it is read as."""

for _pair in SAME_PHRASES.strip().replace("\n", "|").split("|"):
    _phrase, _reading = (tuple(side.split()) for side in _pair.split("="))
    ONE_PHRASE_FOR[_phrase[0]] = tuple(
        sorted((*ONE_PHRASE_FOR.get(_phrase[0], ()), (_phrase, _reading)), key=lambda pair: -len(pair[0]))
    )

_BRITISH = (
    (re.compile(r"is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)"), "iz"),
    (re.compile(r"ys(?=(?:e|ed|es|er|ers|ing)$)"), "yz"),
    (re.compile(r"our(?=(?:s|ed|ing|able|ably|ite|ites|al|less|ful|hood|ism)?$)"), "or"),
)


def one_spelling(word: str) -> str:
    """The word as the lists above read it, with British endings as American ones. Both sides of a comparison pass
    through here, so a word that has no other spelling loses nothing."""
    word = ONE_WORD_FOR.get(word, word)
    if len(word) > 5:
        for ending, american in _BRITISH:
            word = ending.sub(american, word, count=1)
    return word


SAME_PLACE: dict[str, frozenset[str]] = {
    stem(word): frozenset(stem(other) for other in group.replace("-", " ").split()) - {stem(word)}
    for group in PEOPLES.replace("\n", "|").split("|")
    for word in group.replace("-", " ").split()
}
"""A place and its people, by stem: words that may stand for each other when asking whether a text knows a name. Never used to prove."""
