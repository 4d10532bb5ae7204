"""Faults in names and places: names replaced, agent and patient swapped, foreign items, places and years added."""

import random
import re

from .variants import Context, Operator, put, some
from .verb_tables import ASYMMETRIC, BASE_OF_PAST, PARTICIPLE_OF_PAST, PAST_OF, PAST_OF_PARTICIPLE, verb_groups

_PASTS = "|".join(sorted((PAST_OF[base] for base in ASYMMETRIC), key=len, reverse=True))


_PARTICIPLES = "|".join(sorted((PARTICIPLE_OF_PAST[PAST_OF[base]] for base in ASYMMETRIC), key=len, reverse=True))


_WORD = r"[A-Z][A-Za-zÀ-ÿ0-9&-]*"


_NAME = rf"(?:the |The )?(?:(?:[A-Z]\. ?)*{_WORD})(?: (?:of |de |van |von )?(?:[A-Z]\. )?{_WORD})*"


_LOOSE_HEADS = frozenset(
    "The In On At By After Before During Since It He She They This That These His Her Its Their When "
    "While As For From With Although However A An".split()
)


_JOINED = re.compile(r"[\s,]*(?:\(|or\b|also\b|known\b|called\b|formerly\b|named\b|is\b|was\b)")


def _alike(left: str, right: str, paragraph: str) -> bool:
    """Return whether two names may mean one thing: they share a word, one abbreviates the other, or the text joins
    them."""
    a, b = (
        {word.lower().rstrip("s")[:5] for word in name.replace("-", " ").split() if len(word) > 2}
        for name in (left, right)
    )
    initials = ["".join(word[0] for word in name.split() if word[0].isupper()) for name in (left, right)]
    if a & b or left in initials or right in initials:
        return True
    for first, second in ((left, right), (right, left)):
        at = paragraph.find(first)
        between, found, _ = (
            paragraph[at + len(first) : at + len(first) + 40 + len(second)].partition(second)
            if at >= 0
            else ("", "", "")
        )
        if found and _JOINED.match(between):
            return True
    return False


def _named(sentence: str, names: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Return the longest known names in the sentence, in order."""
    found: list[tuple[int, int, str]] = []
    for name in sorted(names, key=len, reverse=True):
        at = sentence.find(name)
        while at >= 0:
            to = at + len(name)
            apart = (at == 0 or not (sentence[at - 1].isalnum() or sentence[at - 1] in "’'.-")) and not re.match(
                r"[\w-]", sentence[to:]
            )
            if apart and all(to <= start or at >= end for start, end, _ in found):
                found.append((at, to, name))
            at = sentence.find(name, to)
    return sorted(found)


def _whole(sentence: str, start: int, end: int) -> bool:
    """Return whether the name is complete: not part of a longer name, and no adjective of the next word."""
    head, tail = sentence[:start], sentence[end:]
    return not re.search(
        r"(?:\b[A-Z][\w.’'-]*(?: (?:of|de|the|and|van|von))? |[A-Z]\. ?|[“\"])$", head
    ) and not re.match(r"(?: (?:of|and|de|at|&)? ?[A-Z]| [IVX]+\b|[”\"]|['’]s? [A-Z]|[/&])", tail)


_KINDS = re.compile(
    r"(?:Inc|Ltd|Corp|Company|University|College|School|Party|League|Club|Church|River|Lake|County|Museum"
    r"|Act|Treaty|Battle|War|Award|Records|Council|Committee|Bank)\b"
)


def _kind(name: str, context_places: tuple[str, ...]) -> str:
    kind = _KINDS.search(name)
    return (
        kind[0]
        if kind
        else "place"
        if name in context_places
        else "many"
        if " " in name
        else "acronym"
        if name.isupper()
        else "one"
    )


def _replacement(
    old: str, pool: tuple[str, ...], places: tuple[str, ...], context: Context, sentence: str, rng: random.Random
) -> str | None:
    """Return a name of the same kind from the pool that certainly means something else, or None."""
    kind = _kind(old, context.places)
    for name in rng.sample(pool, len(pool)):
        fits = (
            name not in sentence
            and old not in name
            and len(name) < 40
            and name.count(" ") <= 3
            and _kind(name, places) == kind
        )
        if fits and not _demonym(name) and not _alike(old, name, context.paragraph):
            return name
    return None


def _demonym(name: str) -> bool:
    return (
        bool(re.search(r"(?:[a-z](?:ish|ese|ian|ican|ean|ans?|ench|utch|eek|tic|wiss|pean)|[A-Z][a-z]+s)$", name))
        and " " not in name
    )


def _replaced(
    sentence: str,
    rng: random.Random,
    context: Context,
    pool: tuple[str, ...],
    places: tuple[str, ...],
    *,
    of_places: bool,
) -> list[str]:
    found = []
    for start, end, name in _named(sentence, context.names):
        if (name in context.places) != of_places or _demonym(name) or not _whole(sentence, start, end) or len(name) < 4:
            continue
        if name in sentence[end:] or name in sentence[:start]:
            continue
        if new := _replacement(name, pool, places, context, sentence, rng):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


def name_from_paragraph(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a name to another name of the same paragraph."""
    return _replaced(sentence, rng, context, context.names, context.places, of_places=False)


def name_from_elsewhere(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a name to a name of another paragraph."""
    return _replaced(sentence, rng, context, context.foreign_names, context.foreign_places, of_places=False)


def place_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a place to another, of this paragraph or of another."""
    pool = context.places + context.foreign_places
    return _replaced(sentence, rng, context, pool, pool, of_places=True)


_DID = re.compile(
    rf"(?P<left>{_NAME})(?P<verb> (?:also |later |then |subsequently )?(?:{_PASTS}) )(?P<right>{_NAME})"
    rf"(?=[.,;]| (?:in|for|at|on|after|from|as|by|to|with)\b)"
)


_WAS_BY = re.compile(
    rf"(?P<left>{_NAME})(?P<verb> (?:is|was|were|has been|had been) (?:also |later )?"
    rf"(?:{_PARTICIPLES}) by )(?P<right>{_NAME})(?=[.,;]| (?:in|for|at|on|after|from|as|to|with)\b)"
)


_IS_OF = re.compile(
    rf"(?P<left>{_NAME})(?P<verb> (?:is|was|became) (?:a|the) (?:wholly owned |wholly-owned |younger "
    rf"|older |eldest )?(?:subsidiary|part|division|son|daughter|suburb|tributary|capital|member|student"
    rf"|pupil|teacher|successor|predecessor|grandson|nephew|uncle|father|mother|owner|parent company|vassal"
    rf"|colony|province|founder|leader|district|branch) of )(?P<right>{_NAME})(?=[.,;]| (?:in|for|at|on|and"
    rf"|from|who|which)\b)"
)


def subject_and_object_swapped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap agent and patient: A acquired B → B acquired A."""
    found = []
    for pattern in (_DID, _WAS_BY, _IS_OF):
        for match in pattern.finditer(sentence):
            left, right = match["left"], match["right"]
            if match.start() and not re.search(
                r"(?:[,;] |\b(?:and|that|when|where|after|before|while) )$", sentence[: match.start()]
            ):
                continue
            if left.split()[0] in _LOOSE_HEADS - {"The"} or right.split()[0] in _LOOSE_HEADS or left == right:
                continue
            new_left = right[0].upper() + right[1:] if match.start() == 0 else right
            new_right = "the" + left[3:] if left.startswith("The ") else left
            found.append(put(sentence, match.start(), match.end(), new_left + match["verb"] + new_right))
    return some(rng, found)


_ACTIVE_VERB = re.compile(
    rf"(?P<verb>\b(?:{_PASTS}))\b(?= (?:{_NAME}|the [a-z]+|him|her|them)(?:[.,;]| (?:in|for|at|on|after|from|as)\b))"
)


_PASSIVE_VERB = re.compile(
    rf"\b(?P<aux>is|are|was|were|has been|had been) (?:also |later |then )?(?P<verb>{_PARTICIPLES}) by\b"
    rf"(?= (?:the |an? )?[A-Za-z])"
)


def voice_reversed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap agent and patient by a change of voice: A was acquired by B → A acquired B."""
    found = []
    for match in _PASSIVE_VERB.finditer(sentence):
        before = sentence[: match.start()].lower()
        if (
            match["aux"] == "is"
            or match["aux"] == "are"
            or re.search(r"\b(?:which|that|where|when|it|there) $", before)
        ):
            continue
        past = PAST_OF_PARTICIPLE[match["verb"]]
        found.append(put(sentence, match.start(), match.end(), past))
    for match in _ACTIVE_VERB.finditer(sentence):
        before = sentence[: match.start()]
        plain = re.fullmatch(rf"{_NAME} (?:later |also |then )?", before)
        if (
            plain
            and before.split()[0] not in _LOOSE_HEADS - {"The"}
            and not re.match(r" (?:him|her|them)\b", sentence[match.end() :])
        ):
            found.append(put(sentence, match.start(), match.end(), f"was {PARTICIPLE_OF_PAST[match['verb']]} by"))
    return some(rng, found)


_LIST = re.compile(rf"(?P<items>(?:{_NAME}, )+{_NAME})(?P<last>,? and )(?P<end>{_NAME})(?=[.,;]| [a-z])")


def foreign_item_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a name from another paragraph to a list of names."""
    found = []
    for match in _LIST.finditer(sentence):
        inside = match["items"].split(", ")
        if inside[0].split()[0] in _LOOSE_HEADS:
            continue
        place = inside[0].removeprefix("the ") in context.places
        pool = (
            context.foreign_places
            if place
            else tuple(name for name in context.foreign_names if name not in context.foreign_places)
        )
        choices = [
            name
            for name in pool
            if not _demonym(name) and len(name) > 3 and not any(_alike(name, item, "") for item in inside)
        ]
        if choices:
            found.append(put(sentence, match.end("items"), match.end("items"), f", {rng.choice(choices)}"))
    return some(rng, found)


_OPEN_CLAUSE = re.compile(r"\b(?:in|at|near) (?:the )?[A-Z]|\b(?:if|unless|when|where|who|which|that)\b")


def place_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a place from another paragraph to a statement without a place."""
    if _OPEN_CLAUSE.search(sentence) or not re.search(r"[a-z]\.$", sentence) or not verb_groups(sentence):
        return []
    choices = [
        place for place in context.foreign_places if not _demonym(place) and len(place) > 3 and place.count(" ") <= 2
    ]
    return [sentence[:-1] + f" in {rng.choice(choices)}."] if choices else []


def year_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a year to a statement about an undated action."""
    groups = verb_groups(sentence)
    words = sentence[groups[0][0] : groups[0][1]].split() if groups else []
    if (
        re.search(r"\d", sentence)
        or not re.search(r"[a-z]\.$", sentence)
        or not words
        or not (words[0] in BASE_OF_PAST or words[0] in {"was", "were"})
    ):
        return []
    if re.search(r"\b(?:if|when|that|who|which|century|always|never|often|years?)\b", sentence):
        return []
    years = [str(year) for year in range(1900, 2020) if str(year) not in context.paragraph]
    return [sentence[:-1] + f" in {rng.choice(years)}."]


NAMES: tuple[Operator, ...] = (
    name_from_paragraph,
    name_from_elsewhere,
    place_changed,
    subject_and_object_swapped,
    voice_reversed,
    foreign_item_added,
    place_added,
    year_added,
)
