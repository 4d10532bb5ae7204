"""Paraphrases that reorder the parts of a sentence.

Each works only on safe sentence structures; an unclear sentence gives no result.
"""

import random
import re

from .variants import Context, Operator, capital, put, some
from .verb_groups import verb_groups

FUNCTION_WORDS = frozenset(
    "The A An It He She They We This These Those That His Her Its Their Our There In On At By For During "
    "From Both All Some Many Most Several Each Two Three One Other".split()
)
CLAUSE = re.compile(
    r"[,;:()\"“]|\b(?:which|who|whom|whose|that|when|where|while|because|although|though|if|unless|since"
    r"|until|before|after|but|so|than|as)\b"
)
MONTH_NAMES = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_WHEN = (
    rf"(?:In|On|During|By) (?:(?:early|late|mid) )?(?:(?:{MONTH_NAMES} )?\d{{4}}"
    rf"|{MONTH_NAMES} \d{{1,2}}, \d{{4}}|\d{{1,2}} {MONTH_NAMES} \d{{4}}|the \d{{4}}s|fiscal \d{{4}})"
)
_FIRST_WHEN = re.compile(rf"^(?P<when>{_WHEN}),? (?P<rest>[A-Za-z].+)\.$")
_LAST_WHEN = re.compile(rf"^(?P<rest>.+?),? (?P<when>{_WHEN.replace('(?:In|On|During|By)', '(?:in|on|during|by)')})\.$")


def lowered(text: str, context: Context) -> str | None:
    """Return a sentence for use inside another, with its first word in lower case unless it is a name. Return None if
    this is unclear.

    Example: “The fee rose.” becomes “the fee rose.”
    """
    first = text.split(" ", 1)[0]
    word = first.strip("’'s,") if first.endswith(("’s", "'s")) else first
    if first in FUNCTION_WORDS:
        return text[0].lower() + text[1:]
    if re.search(rf"[a-z,] {re.escape(first.lower())}\b", context.paragraph):
        return text[0].lower() + text[1:]
    if re.search(rf"[a-z,] {re.escape(word)}\b", context.paragraph) or any(
        text.startswith(name) for name in context.names
    ):
        return text
    return None


def time_moved_back(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Move a time from the start of a sentence to its end: In 2019, X did Y → X did Y in 2019."""
    match = _FIRST_WHEN.match(sentence)
    if (
        not match
        or CLAUSE.search(match["rest"])
        or len(verb_groups(match["rest"])) != 1
        or re.search(
            r"\b(?:in|by|on|since|until|during|from) (?:early |late |the )?(?:\d|" + MONTH_NAMES + r")", match["rest"]
        )
    ):
        return []
    if (
        re.match(r"(?:and|or|compared|as|through|to|of|for|at|season|its)\b", match["rest"])
        or len(match["rest"].split()) > 16
        or re.search(r"\band\b", match["rest"])
    ):
        return []
    return [f"{capital(match['rest'])} {match['when'][0].lower()}{match['when'][1:]}."]


def time_moved_forward(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Move a time from the end of a sentence to its start: X did Y in 2019 → In 2019, X did Y."""
    match = _LAST_WHEN.match(sentence)
    if not match:
        return []
    rest = match["rest"]
    groups = verb_groups(rest)
    if (
        CLAUSE.search(rest)
        or len(groups) != 1
        or not 0 < groups[0][0] <= 45
        or len(rest.split()) > 14
        or re.search(r"\band\b|\d{4}|\b(?:born|between|since|from|compared|of|expected|scheduled)\b", rest)
    ):
        return []
    head = lowered(rest, context)
    return [f"{capital(match['when'])}, {head}."] if head else []


NAME = r"(?:[A-Z][A-Za-zÀ-ÿ-]*|[A-Z]\.)(?: (?:(?:of|de|van|von|the) )?(?:[A-Z][A-Za-zÀ-ÿ-]*|[A-Z]\.))*"


_STRICT = r"[A-Z][A-Za-zÀ-ÿ-]+(?: [A-Z][A-Za-zÀ-ÿ-]+){0,2}"
_LIST = re.compile(
    rf"(?<=[a-z,] )(?P<first>{_STRICT}), (?P<second>{_STRICT})(?:, (?P<third>{_STRICT}))?(?P<comma>,?) and "
    rf"(?P<last>{_STRICT})(?=\.$|;| (?:in|for|at|on|to|from|by|with|were|are|was|is|have|had)\b)"
)
_ORDERED = re.compile(
    r"(?i)\b(?:respectively|then|followed|order|first|second|third|latter|former|ranked|consecutive|from"
    r"|wife|husband|brother|sister|son|daughter|city|town|capital|village|county)\b"
)
_REGIONS = frozenset(
    """
    Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho
    Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi
    Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia
    Washington Wisconsin Wyoming Ontario Quebec England Scotland Wales Ireland France Germany Italy Spain Canada
    Australia China Japan India Russia Belgium Netherlands Austria Switzerland Sweden Norway Denmark Poland
    Brazil Mexico Argentina Africa Asia Europe
    """.split()
)


def list_reordered(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Reorder a list of names whose order has no meaning: A, B and C → C, A and B."""
    if _ORDERED.search(sentence):
        return []
    found = []
    for match in _LIST.finditer(sentence):
        items = [item for item in (match["first"], match["second"], match["third"], match["last"]) if item]
        regions = [item.split()[-1] in _REGIONS for item in items]
        before = sentence[: match.start()]
        if (
            (any(regions) and not all(regions))
            or re.search(r", $|\b[A-Z]\w+ (?:for |of )?$|\d,? $|\bof $", before)
            or re.match(r"\.[A-Z]| [A-Z]", sentence[match.end() :])
        ):
            continue
        items = [items[-1], *items[:-1]]
        found.append(
            put(sentence, match.start(), match.end(), f"{', '.join(items[:-1])}{match['comma']} and {items[-1]}")
        )
    return some(rng, found)


_RELATION = (
    r"(?:capital|population|founder|chairman|president|headquarters|budget|economy|government|history|name"
    r"|death|father|mother|son|daughter|wife|husband|brother|sister|leader|director|author|constitution"
    r"|parliament|army|members|revenue|mayor|coach|owner|creator|predecessor|successor|debut|birthplace)"
)
_HIS = re.compile(
    rf"(?<=[a-z,] )(?P<owner>{NAME})['’]s (?P<thing>{_RELATION})(?=[.,;]| (?:is|was|were|are|in|and|from|to"
    rf"|had|has|with|by|at)\b)"
)
_OF = re.compile(
    rf"\b(?P<the>[Tt]he) (?P<thing>{_RELATION}) of (?P<owner>{NAME})(?=[.,;]| (?:is|was|were|are|in|from|to"
    rf"|had|has|with|by|at)\b)"
)


def possessive(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Reword a possessive: Germany's capital → the capital of Germany, and the reverse."""
    found = []
    for match in _HIS.finditer(sentence):
        led = re.search(
            (
                r"(?:\b(?:of|in|to|for|with|by|from|at|on|after|and|that|as|about|into|when|while|before|is|was|were"
                r"|became|met|under|during)|[a-z],) $"
            ),
            sentence[: match.start()],
        )
        if led and not re.match(r" and [a-z]", sentence[match.end() :]):
            found.append(put(sentence, match.start(), match.end(), f"the {match['thing']} of {match['owner']}"))
    for match in _OF.finditer(sentence):
        if (
            " of " not in match["owner"]
            and not match["owner"].endswith("s")
            and match["owner"].count(" ") < 3
            and not re.match(r"\. ?\w", sentence[match.end() :])
        ):
            found.append(put(sentence, match.start(), match.end(), f"{match['owner']}'s {match['thing']}"))
    return some(rng, found)


ORDERS: tuple[Operator, ...] = (time_moved_back, time_moved_forward, list_reordered, possessive)
