"""Words that deny, limit or hedge, and pairs that mean the opposite: the stated lists the guards read by."""

from .lexicon.limiting_words import OPPOSITE_PAIRS
from .synonyms import one_spelling


def _listed(words: str) -> frozenset[str]:
    """The words, and what `tokens` makes of them."""
    return frozenset(words.split()) | frozenset(one_spelling(word) for word in words.split())


NEGATIONS = _listed("not no never none nor neither nobody nothing nowhere without non hardly")
FAILURES = _listed(
    "fail failed fails failing unable refuse refused refuses lack lacks lacked lacking deny denied denies"
)
"""Verbs that deny what follows them."""

HEDGES = _listed(
    "may might could possibly possible probably probable likely perhaps potentially potential reportedly allegedly "
    "alleged supposedly "
    "apparently seems seem seemed expected expects expect estimated assumed believed tried tries attempted attempt "
    "attempts planned plans intends intended proposed hopes hoped suggested suggests considering tentatively "
    "unlikely purportedly "
    "presumably rumoured rumored thought"
)
"""Words that state a thing as less than certain or less than done."""

UNIVERSAL = _listed(
    "all every each always never none entire entirely whole wholly only sole solely exclusively completely fully "
    "whatsoever everywhere "
    "everyone everything invariably throughout"
)
LIMITED = _listed(
    "most many some several majority minority part portion primarily mainly largely mostly usually generally often "
    "partly partially "
    "sometimes certain few occasionally typically significant substantial varying principally chiefly frequently "
    "particularly nearly "
    "almost originally initially"
)
"""Quantities and frequencies short of all."""


OPPOSITES: dict[str, frozenset[str]] = {}
"""Word or stem → the words that say the contrary of it."""

SUPERLATIVES = _listed(
    "largest biggest smallest highest lowest earliest latest oldest youngest longest shortest best worst first last "
    "greatest fastest "
    "most least leading main major tallest richest strongest"
)


def _fill() -> None:
    from .words import stem

    found: dict[str, set[str]] = {}
    for pair in OPPOSITE_PAIRS.replace("\n", "|").split("|"):
        if pair:
            one, other = pair.split()
            for here, there in ((one, other), (other, one)):
                for key in {here, stem(here)}:
                    found.setdefault(key, set()).update({there, stem(there)})
    OPPOSITES.update({word: frozenset(others) for word, others in found.items()})


_fill()
