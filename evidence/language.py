"""Which language a question is in, as far as answers have fixed phrases for it."""

from typing import Literal

from .words import words

Language = Literal["en", "de", "fr", "es"]

_SMALL_WORDS: dict[Language, frozenset[str]] = {
    "en": frozenset(
        "the of is are was were in to a an and or by for with at on from what which who whom whose when where why how many "
        "much long do does did may can must shall will has have had its it that this there be been under between not".split()
    ),
    "de": frozenset(
        "der die das den dem des ein eine einer einem einen ist sind war waren wird werden hat haben darf dürfen kann können "
        "muss müssen was viele viel lange hoch und oder bei für mit von vom zu zum zur im am auf aus nach über unter zwischen "
        "nicht beim pro gilt gibt".split()
    ),
    "fr": frozenset(
        "le la les l d un une des du de est sont était a ont peut peuvent doit doivent qui que qu où et ou à au aux chez pour "
        "avec dans par sur sous entre ne pas ce cette ces se il elle ils elles son sa ses leur n y".split()
    ),
    "es": frozenset(
        "el la los las un una unos unas del de es son era fue está están ha han puede pueden debe deben y o en por para con "
        "sin sobre entre no se su sus al hay que este esta estos".split()
    ),
}
_ASKING: dict[Language, frozenset[str]] = {
    "en": frozenset(),
    "de": frozenset("wer wen wem welche welcher welches welchen wann wo warum wie wieviel".split()),
    "fr": frozenset("quel quelle quels quelles quand pourquoi comment combien".split()),
    "es": frozenset("quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas".split()),
}
"""Question words that no other of these languages has; they count twice."""


def language_of(question: str) -> Language:
    """The language whose small words the question holds most of; English when none has more of them, or in any other language."""
    said = {word.text.casefold() for word in words(question.replace("’", " ").replace("'", " "))}
    hits = {language: len(said & small) + 2 * len(said & _ASKING[language]) for language, small in _SMALL_WORDS.items()}
    if "¿" in question:
        hits["es"] += 2
    best = max(hits, key=lambda language: (hits[language], language == "en"))
    return best if hits[best] >= 2 and hits[best] > hits["en"] else "en"
