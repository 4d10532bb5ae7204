"""Detects the language of a question, among the languages for which the answers have fixed phrases."""

from typing import Literal

from ..lexicon.small_words import QUESTION_WORDS, SMALL_WORDS
from .words import words

Language = Literal["en", "de", "fr", "es"]


def language_of(question: str) -> Language:
    """Return the language with the most function words in the question. Return English on a tie and for any other
    language.

    Example: `language_of("Wann endet der Mietvertrag?")` gives `"de"`.
    """
    said = {word.text.casefold() for word in words(question.replace("’", " ").replace("'", " "))}
    hits = {
        language: len(said & small) + 2 * len(said & QUESTION_WORDS[language])
        for language, small in SMALL_WORDS.items()
    }
    if "¿" in question:
        hits["es"] += 2
    best = max(hits, key=lambda language: (hits[language], language == "en"))
    return best if hits[best] >= 2 and hits[best] > hits["en"] else "en"
