"""English verb forms, as far as the rules need them: irregular verbs from a stated list, regular ones by their
endings."""

from functools import lru_cache
from typing import Literal

AUXILIARIES = frozenset(
    "is are was were am has have had will would can could may might must shall should does do did".split()
)
"""Finite auxiliary and modal verbs."""

Form = Literal["base", "third", "past", "participle", "gerund"]

_IRREGULAR = """
arise arose arisen|be was been|bear bore borne|beat beat beaten|become became become|begin began begun|bend bent bent|bind bound bound
bite bit bitten|blow blew blown|break broke broken|breed bred bred|bring brought brought|build built built|buy bought bought
catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut|deal dealt dealt|do did done|draw drew drawn
drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|fly flew flown
forbid forbade forbidden|forecast forecast forecast|forget forgot forgotten|freeze froze frozen|get got got|give gave given|go went gone
grow grew grown|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known
lay laid laid|lead led led|leave left left|lend lent lent|let let let|lose lost lost|make made made|mean meant meant|meet met met
overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|pay paid paid|put put put
quit quit quit|read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen
seek sought sought|sell sold sold|send sent sent|set set set|shake shook shaken|shoot shot shot|show showed shown|shrink shrank shrunk
shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|split split split
spread spread spread|stand stood stood|steal stole stolen|strike struck struck|swear swore sworn|sweep swept swept|swim swam swum|take took taken
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|undergo underwent undergone
understand understood understood|undertake undertook undertaken|uphold upheld upheld|wake woke woken|wear wore worn|weave wove woven|win won won
wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld|withstand withstood withstood|write wrote written|rewrite rewrote rewritten
"""

_BY_FORM: dict[str, set[tuple[str, Form]]] = {}
for _entry in _IRREGULAR.replace("\n", "|").split("|"):
    if _entry:
        _base, _past, _participle = _entry.split()
        _BY_FORM.setdefault(_base, set()).add((_base, "base"))
        _BY_FORM.setdefault(_past, set()).add((_base, "past"))
        _BY_FORM.setdefault(_participle, set()).add((_base, "participle"))


_SEVERAL = frozenset(
    "found left saw lay bore borne bound wound ground fell felt rose spoke wound rent shot sang shed".split()
)
"""Irregular forms that are as often another word: to found, the left side, a saw, a rose."""

_NOUNS_OF = """
death dead die|growth grow|loss lose|payment pay|winner win|seller sell|buyer buy|choice choose|belief believe|proof prove
decision decide|invasion invade|division divide|expansion expand|extension extend|conclusion conclude|provision provide|permission permit
admission admit|submission submit|suspension suspend|conversion convert|destruction destroy|reduction reduce|description describe
subscription subscribe|inscription inscribe|resolution resolve|retention retain|absorption absorb|comparison compare|response respond
defence defense defend|offence offend|success succeed|excess exceed|failure fail|departure depart|closure close|exposure expose
delivery deliver|discovery discover|recovery recover|marriage marry|storage store|usage use|coverage cover|maintenance maintain
ruler rule|owner own|maker make|writer write|singer sing|driver drive|rider ride|giver give|user use|runner run|leader lead
player play|painter paint|holder hold|keeper keep|speaker speak|teacher teach|explanation explain|pronunciation pronounce
revelation reveal|satisfaction satisfy|sight see|flight fly|speech speak|knowledge know|arrival arrive|refusal refuse
"""
"""Nouns of an action, or of who does it, before the verb they are of; those whose stem is the verb's own need not stand here."""

BASE_OF = {
    form: base
    for entry in _IRREGULAR.replace("\n", "|").split("|")
    if entry
    for base, *others in [entry.split()]
    for form in others
    if form != base and form not in _SEVERAL and base not in ("be", "have", "do", "get", "show")
} | {
    noun: verb
    for entry in _NOUNS_OF.replace("\n", "|").split("|")
    if entry
    for *nouns, verb in [entry.split()]
    for noun in nouns
}
"""Irregular past form, participle or noun of an action → the verb it is of, where it is seldom another word."""


@lru_cache(maxsize=16_384)
def forms(word: str) -> frozenset[tuple[str, Form]]:
    """The readings of a word as a verb: (root, form). The root of a regular verb is its form cut short, the same for all its forms
    ("acquir" for acquire, acquires, acquired, acquiring), not a dictionary word. A noun may have readings too: callers ask for a
    pair of forms of one root, which nouns seldom make."""
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
    """Whether the word reads as a past form ("founded", "led")."""
    return any(form == "past" for _, form in forms(word))


def _irregular_third(word: str) -> str | None:
    for base in (word.removesuffix("s"), word.removesuffix("es")):
        if base != word and (base, "base") in _BY_FORM.get(base, ()):
            return base
    return None


def _root(stem: str) -> str:
    """What all regular forms of a verb share: no final e, final y as i, a doubled last consonant once."""
    stem = stem.removesuffix("e")
    if stem.endswith("y") and len(stem) > 2 and stem[-2] not in "aeiou":
        return stem[:-1] + "i"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiouls":
        return stem[:-1]
    return stem
