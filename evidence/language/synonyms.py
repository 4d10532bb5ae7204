"""The complete list of words that count as equal in comparisons. All other words are different."""

import re

from ..lexicon.place_names import PEOPLES
from ..lexicon.same_words import SAME_PHRASES, SAME_WORDS
from .words import stem

ONE_WORD_FOR: dict[str, str] = {
    spelling: group.split()[0]
    for group in reversed(SAME_WORDS.strip().replace("\n", "|").split("|"))
    for spelling in group.split(" ")
}
"""The word that replaces each word in comparisons. It has only forms of one word, and pairs that are interchangeable in
every sentence. The key of an abbreviation with full stops ends in one ("us." for U.S.), so that it differs from the
pronoun."""

ONE_PHRASE_FOR: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {}
"""The phrases that begin with each word, longest first, each with the words that replace it."""

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
    """Return the spelling of the word used for comparisons: the listed replacement, and American for British endings.
    The result need not be a word, since both sides of a comparison are changed in the same way.

    Example: `one_spelling("organise")` gives `"organize"`.
    """
    word = ONE_WORD_FOR.get(word, word)
    if len(word) > 5:
        for ending, american in _BRITISH:
            word = ending.sub(american, word, count=1)
    return word


SAME_PLACE: dict[str, frozenset[str]] = {
    stem(word): frozenset(map(stem, group)) - {stem(word)} for group in PEOPLES for word in group
}
"""The stems of the people of each place, and the reverse ("france", "french"). A guard that looks for a name in a text
treats them as equal. They never prove a claim."""
