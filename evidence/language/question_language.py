"""Which language a question is in, as far as answers have fixed phrases for it."""

from typing import Literal

from ..lexicon.small_words import QUESTION_WORDS, SMALL_WORDS
from .words import words

Language = Literal["en", "de", "fr", "es"]


def language_of(question: str) -> Language:
    """The language whose small words the question holds most of; English when none has more of them, or in any other language."""
    said = {word.text.casefold() for word in words(question.replace("’", " ").replace("'", " "))}
    hits = {
        language: len(said & small) + 2 * len(said & QUESTION_WORDS[language])
        for language, small in SMALL_WORDS.items()
    }
    if "¿" in question:
        hits["es"] += 2
    best = max(hits, key=lambda language: (hits[language], language == "en"))
    return best if hits[best] >= 2 and hits[best] > hits["en"] else "en"
