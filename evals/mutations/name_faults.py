"""Faults in names and places: a name replaced by another one, agent and patient swapped, names added to a list."""

import random
import re

from .variants import Context, Operator, capital, put, some

_WORD = r"[A-Z][A-Za-zÀ-ÿ0-9&-]*"
_NAME = rf"(?:the |The )?(?:(?:[A-Z]\. ?)*{_WORD})(?: (?:of |de |van |von )?(?:[A-Z]\. )?{_WORD})*"
_NOT_NAMES = frozenset(
    "In On At By After Before During Since It He She They This That These His Her Its Their When While As For From With A An".split()
)
_ADJECTIVE = re.compile(r"[a-z](?:ish|ese|ian|ican|ean|ans?|ench|utch|eek|tic|wiss)$")


def _alike(one: str, other: str) -> bool:
    """Return whether two names may mean the same thing: they share a word, or one abbreviates the other.

    Example: `_alike("Acme Ltd", "Acme")` gives `True`, and `_alike("Acme", "Borealis")` gives `False`.
    """
    words = [
        {word.lower().rstrip("s")[:5] for word in re.split(r"[ -]", name) if len(word) > 2} for name in (one, other)
    ]
    initials = {"".join(re.findall(r"\b[A-Z]", name)) for name in (one, other)}
    return bool(words[0] & words[1] or initials & {one, other})


def _renamed(name: str, pool_name: str, *, place: bool) -> Operator:
    """Return the rule `name`, which replaces a whole name of the sentence by one of the pool with as many words."""

    def rule(sentence: str, rng: random.Random, context: Context) -> list[str]:
        pool: tuple[str, ...] = getattr(context, pool_name)
        found = []
        for old in context.names:
            whole = re.search(
                rf"(?<![\w“\"-])(?<![A-Z]\w )(?<!\. ){re.escape(old)}(?![\w”\"-]| [A-Z]|['’]s [A-Z])", sentence
            )
            if (
                whole is None
                or sentence.count(old) > 1
                or (old in context.places) is not place
                or _ADJECTIVE.search(old)
            ):
                continue
            choices = [
                new
                for new in pool
                if len(new.split()) == len(old.split())
                and new not in sentence
                and not (_alike(old, new) or _ADJECTIVE.search(new))
            ]
            found += [put(sentence, *whole.span(), rng.choice(choices))] if choices else []
        return some(rng, found)

    rule.__name__ = name
    return rule


_DEED = (
    r"(?:also |later |then )?(?:acquired|attacked|appointed|bought|captured|commissioned|conquered|defeated|directed|followed"
    r"|founded|funded|hired|influenced|inspired|invaded|killed|led|licensed|nominated|owned|preceded|purchased|replaced|sold"
    r"|sponsored|succeeded|sued|supported|taught|trained)"
)
_RELATION = r"(?:subsidiary|part|son|daughter|suburb|tributary|capital|student|pupil|teacher|successor|predecessor|colony|province|founder)"
_SWAPPED = re.compile(
    rf"^(?P<left>{_NAME})(?P<verb> (?:{_DEED}|(?:is|was|were|has been|had been) {_DEED} by|(?:is|was|became) (?:a|the) {_RELATION} of) )"
    rf"(?P<right>{_NAME})(?=[.,;]| (?:in|for|at|on|after|from|as|to|with|who|which)\b)"
)


def subject_and_object_swapped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap agent and patient: A acquired B → B acquired A."""
    match = _SWAPPED.match(sentence)
    if match is None or {match["left"].split()[0], match["right"].split()[0]} & _NOT_NAMES:
        return []
    left = "the" + match["left"][3:] if match["left"].startswith("The ") else match["left"]
    return [put(sentence, match.start(), match.end(), capital(match["right"]) + match["verb"] + left)]


_PASSIVE = re.compile(rf"\b(?:was|were|has been|had been) (?P<verb>{_DEED}) by\b(?= (?:the |an? )?[A-Za-z])")
_ACTIVE = re.compile(rf"^{_NAME} (?P<verb>{_DEED})(?= {_NAME})")


def voice_reversed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap agent and patient by a change of voice: A was acquired by B → A acquired B."""
    if passive := _PASSIVE.search(sentence):
        return [put(sentence, *passive.span(), passive["verb"])]
    active = _ACTIVE.match(sentence)
    if active is None or sentence.split()[0] in _NOT_NAMES:
        return []
    return [put(sentence, *active.span("verb"), f"was {active['verb']} by")]


_LIST = re.compile(rf"(?P<items>(?:{_NAME}, )+{_NAME}),? and {_NAME}(?=[.,;]| [a-z])")


def foreign_item_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a name from another paragraph to a list of names."""
    found = []
    for match in _LIST.finditer(sentence):
        inside = match["items"].split(", ")
        choices = [name for name in context.foreign_names if not any(_alike(name, item) for item in inside)]
        if choices and inside[0].split()[0] not in _NOT_NAMES:
            found.append(put(sentence, match.end("items"), match.end("items"), f", {rng.choice(choices)}"))
    return some(rng, found)


NAME_FAULTS: tuple[Operator, ...] = (
    _renamed("name_from_paragraph", "names", place=False),
    _renamed("name_from_elsewhere", "foreign_names", place=False),
    _renamed("place_changed", "foreign_places", place=True),
    subject_and_object_swapped,
    voice_reversed,
    foreign_item_added,
)
