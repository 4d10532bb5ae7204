"""Finds verbs in sentences by their form."""

import re

_AUXILIARY = r"is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must"
_PAST = (
    "arose became began bore brought built bought came cut dealt drew drove fell felt fought found flew gave got went grew held kept "
    "knew led left lent lost made met paid put rose ran said saw sought sold sent set spoke spent stood stole took taught told thought "
    "threw won withdrew wrote"
).replace(" ", "|")
_THIRD = (
    "begins consists contains covers includes involves makes means offers owns provides refers remains requires runs says sells serves "
    "shows stands states takes uses works"
).replace(" ", "|")
_GROUP = re.compile(
    rf"\b(?:(?:{_AUXILIARY})(?: (?:not|never|also|{_AUXILIARY}))*(?: (?:[a-z]{{2,}}(?:ed|en)|{_PAST})\b)?|[a-z]{{3,}}ed|{_PAST}|{_THIRD})\b"
)
_FORMS = {"past": re.compile(rf"(?:[a-z]{{3,}}ed|{_PAST})$"), "third": re.compile(rf"(?:[a-z]{{3,}}[^s]s|{_THIRD})$")}


def verb_groups(text: str) -> list[tuple[int, int]]:
    """Return the positions of auxiliaries with their verbs, and of other verb forms, as character offsets. Every word
    in -ed counts; other verbs only if they are common.

    Example: `verb_groups("the fee was paid")` gives `[(8, 16)]`.
    """
    return [match.span() for match in _GROUP.finditer(text)]


def verb_form(word: str) -> str | None:
    """Return "past" or "third" (person) for a word that has such a form, or None."""
    return next((form for form, pattern in _FORMS.items() if pattern.match(word)), None)
