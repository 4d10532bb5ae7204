"""Faults in the limits of a statement: a condition, an author or a scope left out; a rank, a place or a year added."""

import random
import re

from .variants import Context, Operator, capital, like, put, some
from .verb_groups import verb_groups

_WHETHER = (
    r"(?:as|even|ask\w*|wonder\w*|see|know\w*|determin\w+|decid\w+|what|only|not|be|and|or|but|question\w*|unclear|tell|that|than|out"
    r"|say|sure)"
)
_CONSENT = r"(?:prior )?(?:written )?(?:consent|approval|permission) of"
_LAST_CONDITION = re.compile(
    rf"^(?P<main>.+?),? (?:unless|if(?! (?:any|not|possible|necessary|needed)\b)|except (?:for|in|when|where|that)"
    rf"|provided that|only (?:if|when|after|with|where)|as long as|so long as|in the event (?:of|that)|with(?:out)? the {_CONSENT}) [^.;]+\.$"
)
_FIRST_CONDITION = re.compile(
    r"^(?:If|Unless|Provided that|Except (?:for|in|when)|Only if|Subject to|In the event (?:of|that)|As long as) [^,;]{4,140}, "
    r"(?P<main>[^;]+\.)$"
)
_UNREAL = re.compile(r"\b(?:would|could|might|whether|or|such as)\b")


def condition_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a condition or an exception.

    Example: “The fee is refundable if notice is given.” becomes “The fee is refundable.”
    """
    last, first = _LAST_CONDITION.match(sentence), _FIRST_CONDITION.match(sentence)
    mains = [f"{last['main']}."] if last and not re.search(rf"\b{_WHETHER}$", last["main"]) else []
    mains += [capital(first["main"].removeprefix("then "))] if first else []
    return [main for main in mains if len(main.split()) > 3 and _is_clause(main) and not _UNREAL.search(main)]


def _is_clause(text: str) -> bool:
    return bool(verb_groups(text)) and text.count("(") == text.count(")") and text.count('"') % 2 == 0


_SAID = r"(?:said|says|argued|argues|claimed|claims|believed|believes|suggested|suggests|alleged|predicted|estimated|thought|asserted|proposed)"
_ATTRIBUTED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?!Although|While|Because|If|When)[A-Z][^,;\"“]{{2,60}}? (?:also |later |has |have )?{_SAID} that (?P<what>[^\"“]+)\.$",
        r"^According to [^,]{2,80}, (?P<what>[^\"“]+)\.$",
        r"^(?P<what>[^\"“]+?), according to [^,;\"]+\.$",
        rf"^(?P<what>[^\"“]+), [\w.’' -]{{2,50}} {_SAID}\.$",
    )
)


def attribution_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """State someone's claim as fact: "X argued that …" → "…"."""
    if re.search(r"\b(?:not|never|who|which|no one|nobody)\b", sentence):
        return []
    whats = [match["what"] for pattern in _ATTRIBUTED if (match := pattern.match(sentence))]
    return some(
        rng,
        [
            capital(what) + "."
            for what in whats
            if len(what.split()) > 3
            and _is_clause(what)
            and not re.match(r"(?:I|we|my|our|and|or|but|if|he|she|they|it|his|her|their)\b", what)
        ],
    )


_SUPERLATIVE = (
    r"(?:(?:most|least) \w+|(?:larg|small|old|new|bigg|great|high|low|long|earli|young|rich|poor|strong|fast|tall)est|best"
    r"|leading|top)"
)
_SCOPED = re.compile(
    rf"\b(?P<head>the (?:only |{_SUPERLATIVE} )(?:[a-z-]+ ){{1,3}})(?P<scope>in (?:the )?[A-Z][\w-]+(?: [A-Z][\w-]+)*)(?=[.,;])"
)
_RESTRICTED = re.compile(
    r"^(?P<subject>(?:The |All |Any )?[A-Za-z]+(?:ees|ents|ers|ors|ants|ists|men|people|teams|companies))"
    r" (?:with|who|whose|in|over|under|aged|between|without) (?!(?:is|are|was|were)\b)[^,;.]{3,80}?"
    r"(?P<verb> (?:must|shall|may|are (?:entitled|required|eligible)|can|will|cannot|should)\b.+)$"
)


def scope_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the limit of a superlative or of a rule: “the largest city in Ohio” → “… in the world”."""
    found = (
        []
        if "world" in sentence
        else [put(sentence, *m.span("scope"), "in the world") for m in _SCOPED.finditer(sentence)]
    )
    if restricted := _RESTRICTED.match(sentence):
        found.append(restricted["subject"] + restricted["verb"])
    return some(rng, found)


_ONE_OF = re.compile(
    rf"\b(?P<lead>[Oo]ne of) the (?P<how>{_SUPERLATIVE}) (?P<noun>[a-z]+[^s\W])s(?= (?:in|of|for|to|and|that|on)\b|[.,;])"
)
_LARGE = re.compile(
    r"\ban? (?P<how>large|small|major|significant|important|popular|prominent|notable|famous|influential)(?= [a-z]+ (?:in|of|for)\b)"
)


def superlative_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Describe one of several things as the first of its kind: one of the largest cities → the largest city.

    Example: “Leeds is one of the largest towns.” becomes “Leeds is the largest town.”
    """
    found = [
        put(sentence, *m.span(), like(m["lead"], f"the {m['how']} {m['noun']}")) for m in _ONE_OF.finditer(sentence)
    ]
    found += [put(sentence, *m.span(), f"the most {m['how']}") for m in _LARGE.finditer(sentence)]
    return some(rng, found)


_OPEN = re.compile(r"\b(?:in|at|near) (?:the )?[A-Z]|\b(?:if|unless|when|where|who|which|that)\b")


def place_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a place from another paragraph to a statement without a place."""
    choices = [place for place in context.foreign_places if len(place) > 3]
    if not choices or _OPEN.search(sentence) or not re.search(r"[a-z]\.$", sentence):
        return []
    return [sentence[:-1] + f" in {rng.choice(choices)}."]


def year_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a year to an undated statement about the past.

    Example: “Acme was sold to Borealis.” becomes “Acme was sold to Borealis in 1917.”
    """
    years = [str(year) for year in range(1900, 2020) if str(year) not in context.paragraph]
    if _OPEN.search(sentence) or not re.search(r"^[^\d]* (?:was|were|\w+ed) [^\d]*[a-z]\.$", sentence):
        return []
    return [sentence[:-1] + f" in {rng.choice(years)}."]


LIMIT_FAULTS: tuple[Operator, ...] = (
    condition_dropped, attribution_dropped, scope_dropped, superlative_added, place_added, year_added,
)  # fmt: skip
