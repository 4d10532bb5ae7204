"""Words without a topic, in English and in the other languages in which a question may be asked.

Origin: written by hand, from the closed classes of each language: articles, pronouns, prepositions, conjunctions,
auxiliaries, question words.
"""

from typing import Literal

STOP_WORDS = frozenset(
    "a about above after again against all also am an and any are aren't as at be because been before being below between "
    "both but by can cannot could did do does doing don't down during each either else ever few for from further get gets "
    "give given had has have having he her here hers herself him himself his how however i if in into is it its itself just "
    "let like many may me might more most much must my myself neither no nor not of off on once one only or other our ours "
    "out over own please per shall she should since so some such tell than that the their theirs them themselves then there "
    "these they this those through thus to too under until up upon us use used using very was we were what when where whether "
    "which while who whom whose why will with within without would yes yet you your yours".split()
)
"""Words without a topic: they never show what a passage is about. The guards compare some of them ("not", "only")."""
SMALL_WORDS: dict[Literal["en", "de", "fr", "es"], frozenset[str]] = {
    "en": frozenset(
        "the of is are was were in to a an and or by for with at on from what which who whom whose when where why how many "
        "much long do does did may can must shall will has have had its it that this there be been under between not".split()
    ),
    "de": frozenset(
        "der die das den dem des ein eine einer einem einen ist sind war waren wird werden hat haben darf dürfen kann können "
        "muss müssen was viele viel lang lange oft hoch und oder bei für mit von vom zu zum zur im am auf aus nach über unter zwischen "
        "nicht beim pro gilt gelten gibt ab seit bis laut gegen ohne während vor durch wegen gemäß".split()
    ),
    "fr": frozenset(
        "le la les l d un une des du de est sont était a ont peut peuvent doit doivent qui que qu où et ou à au aux chez pour "
        "avec dans par sur sous entre ne pas ce cette ces se il elle ils elles son sa ses leur n y "
        "depuis jusqu dès selon après avant pendant sans vers lors".split()
    ),
    "es": frozenset(
        "el la los las un una unos unas del de es son era fue está están ha han puede pueden debe deben y o en por para con "
        "sin sobre entre no se su sus al hay que este esta estos desde hasta según durante tras ante".split()
    ),
}
QUESTION_WORDS: dict[Literal["en", "de", "fr", "es"], frozenset[str]] = {
    "en": frozenset(),
    "de": frozenset("wer wen wem welche welcher welches welchen wann wo warum wie wieviel wieviele".split()),
    "fr": frozenset("quel quelle quels quelles quand pourquoi comment combien".split()),
    "es": frozenset("quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas".split()),
}
"""Question words that only one of these languages has. They count twice when the language of a question is detected."""
FOREIGN_SMALL_WORDS = frozenset[str]().union(
    *(SMALL_WORDS[language] | QUESTION_WORDS[language] for language in SMALL_WORDS if language != "en"),
)
"""Function words and question words of the other languages. The English stop words do not include them."""
NO_NOUNS = frozenset(
    "a an the of in on at by for from with to and or but nor as if than then is are was were be been being has have "
    "had do does did will would shall should may might must can could not no that which who whom whose this these "
    "those it its they their there he she his her we our you your per when while where because since until before "
    "after over under above below between during within without into out up down off about against across also only "
    "both each more less fewer most least respectively versus vs times plus minus ago later earlier so such via "
    "through thus however although though unless except".split()
)
"""Words that are never the noun that a number counts, such as "of" in "3 of them"."""
DISCOURSE_WORDS = frozenset(
    "however moreover furthermore additionally also accordingly consequently therefore thus meanwhile finally "
    "similarly nevertheless nonetheless besides hence overall".split()
)
CLAUSE_OPENERS = frozenset(
    "in on at by during after before since until for from with without as under following when while because if "
    "although though despite over through throughout between within upon across according given unless except once "
    "where whereas per via".split()
)
SMALL_WORDS_OF_ROWS = frozenset(
    "a an the of in on at for to from by with and or as is was were are be been that this these those which its it their our your "
    "what how much many did does do has have had made up".split()
)
"""Words of a question that a table row need not contain to answer it."""
DETERMINERS = frozenset(
    "a an the its their his her this these those our my your no some each every all both most many".split()
)
"""Words that begin a noun phrase."""
AFTER_VERBS = frozenset(
    "by to in on at from for with as into over under up down out off about more less nearly almost it him "
    "her them".split()
)
"""Prepositions, adverbs and pronouns that often follow a verb."""
