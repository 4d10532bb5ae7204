"""Paraphrases that state a part of a sentence alone, or omit an additional part. The result is still true."""

import random
import re

from .paraphrase_order import CLAUSE, FUNCTION_WORDS, MONTH_NAMES, NAME
from .variants import Context, Operator, capital, some
from .verb_groups import verb_form, verb_groups

_QUALIFIED = re.compile(
    r"(?i)\b(?:not|never|no|none|neither|nor|only|all|every|each|any|first|last|most|least|\w+est|both"
    r"|either|if|unless|except|may|might|could|would|should|must|shall|can|will|always|often|half|majority"
    r"|few|without|cannot|exclusively|respectively|percent|per)\b|n['’]t\b|%"
)
_APPOSED = re.compile(rf"^(?P<name>(?:The )?{NAME}), (?P<aside>(?:an?|the) [a-z][^,;]*?), (?P<rest>[a-z].+\.)$")
_RELATIVE = re.compile(
    rf"^(?P<name>(?:The )?{NAME}|The (?!latter|former)[a-z]+(?: [a-z]+)?), (?:which|who) "
    rf"(?P<aside>[^,;]+), (?P<rest>[a-z].+\.)$"
)


def _finite(rest: str) -> str | None:
    """Return the finite verb at the start of the text, or None.

    Example: `_finite("was paid in May")` gives `"was"`, and `_finite("the fee")` gives `None`.
    """
    word = rest.split(" ", 1)[0]
    return word if verb_form(word) or verb_groups(word) else None


def _with_aside(pattern: re.Pattern[str], sentence: str) -> re.Match[str] | None:
    """Return the match of a sentence with an aside between its subject and its verb, or None."""
    match = pattern.match(sentence)
    plain = match and _finite(match["rest"]) and match["name"].split()[0] not in FUNCTION_WORDS - {"The"}
    return match if plain else None


def apposition_told(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change an apposition to a sentence: X, a Y, did Z → X was a Y."""
    match = _with_aside(_APPOSED, sentence)
    verb = _finite(match["rest"]) if match else None
    if not match or not verb or verb in {"are", "were"}:
        return []
    if re.search(r"\b(?:son|daughter|brother|sister|and)\b", match["name"]) or re.match(
        r"the (?:day|year|month|week|same)\b", match["aside"]
    ):
        return []
    past = verb_form(verb) == "past" or verb in {"was", "had", "did"}
    return [f"{match['name']} {'was' if past else 'is'} {match['aside']}."]


def apposition_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out an apposition: X, a Y, did Z → X did Z."""
    match = _with_aside(_APPOSED, sentence)
    return [f"{match['name']} {match['rest']}"] if match else []


def relative_told(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a relative clause to a sentence: X, which was founded in 1990, sells Y → X was founded in 1990."""
    match = _with_aside(_RELATIVE, sentence)
    return [f"{match['name']} {match['aside']}."] if match and _finite(match["aside"]) else []


def relative_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a relative clause: X, which was founded in 1990, sells Y → X sells Y."""
    match = _with_aside(_RELATIVE, sentence)
    return [f"{match['name']} {match['rest']}"] if match and _finite(match["aside"]) else []


_LAST_RELATIVE = re.compile(
    r"^(?P<main>[^,;()]+), (?P<who>which|where|who|whom|with whom|in which) (?P<clause>[^,;]+)\.$"
)


def last_clause_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the last clause: X sells Y, which is made in Z → X sells Y."""
    match = _LAST_RELATIVE.match(sentence)
    if (
        not match
        or not verb_groups(match["main"])
        or CLAUSE.search(match["main"])
        or re.search(r"(?i)\b(?:one|two|some|many|most|all|both) of$", match["main"])
    ):
        return []
    if re.search(
        (
            r"^(?:In|On|At|For|From|With|Under|During|After|By|To|Of|According|Based|Despite|Following|Although"
            r"|While|And|But)\b"
        ),
        match["main"],
    ) or _QUALIFIED.search(match["main"]):
        return []
    return [match["main"] + "."]


def first_of_two_deeds(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the second of two actions: X did A and did B → X did A."""
    groups = verb_groups(sentence)
    join = re.search(r" and (?=(?P<verb>[a-z]+) )", sentence)
    if not join or sentence.count(" and ") != 1 or CLAUSE.search(sentence) or _QUALIFIED.search(sentence):
        return []
    head = sentence[: join.start()]
    inside = [group for group in groups if group[1] <= join.start()]
    second = join["verb"]
    first = sentence[inside[0][0] : inside[0][1]] if len(inside) == 1 else ""
    if (
        verb_form(first) is None
        or verb_form(first) != verb_form(second)
        or len(head[inside[0][1] :].split()) < 2
        or inside[0][0] > 45
        or re.search(r"\b(?:between|in|of|from|to|with|by|for|the|a|his|her|its)$", head)
        or re.match(r"[a-z]+ (?:by|him|it|them)\b", sentence[join.end() :])
    ):
        return []
    return [head + "."]


_GLOSS = re.compile(r" \((?P<inside>[^()]*[A-Za-z]{2,}[^()]*)\)")


def gloss_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a bracket with an explanation.

    Example: “The deposit (a security payment) is due in May.” becomes “The deposit is due in May.”
    """
    found = []
    for match in _GLOSS.finditer(sentence):
        inside = match["inside"]
        if (
            re.search(
                (
                    r"(?i)\b(?:not|no|except|excluding|only|unless|if|other than|subject|loss|losses|income|or|benefit"
                    r"|expense|decrease|in (?:millions|thousands)|unaudited|restated|including|and|if any)\b|%"
                ),
                inside,
            )
            or re.match(r" [A-Z]", sentence[match.end() :])
            or re.fullmatch(r"[a-z]+", inside)
        ):
            continue
        if re.search(r"\b[a-z]+s? $", sentence[: match.start()] + " ") or sentence[: match.start()][-1:].isalnum():
            found.append(sentence[: match.start()] + sentence[match.end() :])
    return some(rng, found)


_EVENTS = re.compile(
    rf"^(?P<head>[^,;()]+? (?:was|were) (?:born|founded|established|built|created|published|released|formed"
    rf"|opened|elected|appointed|designed|written|acquired|launched|constructed|completed|introduced|named"
    rf"|incorporated)(?: [^,;()]*?)?) (?:in|on) (?:{MONTH_NAMES} )?(?:\d{{1,2}}, )?\d{{4}}\.$"
)


def date_left_out(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a date: X was founded by Y in 1990 → X was founded by Y."""
    match = _EVENTS.match(sentence)
    if (
        not match
        or _QUALIFIED.search(match["head"])
        or CLAUSE.search(match["head"])
        or len(match["head"].split()) < 4
        or re.search(r"\b(?:was|were) (?:\w+)$|\bin$|\d{4}|\band$", match["head"])
    ):
        return []
    return [match["head"] + "."]


_DISCOURSE = re.compile(
    r"^(?:However|Moreover|Furthermore|In addition|Additionally|Also|Thus|Therefore|Consequently"
    r"|Nevertheless|Meanwhile|For example|For instance|Indeed|Finally|Similarly|As a result|In fact"
    r"|Of course|Overall|Hence), (?P<rest>.+)$"
)


def connective_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a connective: However, X → X."""
    match = _DISCOURSE.match(sentence)
    return [capital(match["rest"])] if match and verb_groups(match["rest"]) else []


PARTS: tuple[Operator, ...] = (
    apposition_told, apposition_dropped, relative_told, relative_dropped, last_clause_dropped, first_of_two_deeds,
    gloss_dropped, date_left_out, connective_dropped,
)  # fmt: skip
