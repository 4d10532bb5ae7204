"""Faults in the limits of a statement: conditions, choices, scope, rank, causes."""

import random
import re

from .variants import Context, Operator, Table, capital, like, put, read_pairs, some
from .verb_tables import AUXILIARY, verb_groups

_FINAL_CONDITION = re.compile(
    r",? \b(?:unless|if(?! (?:any|not|possible|at all|only|so|necessary|needed)\b)|except(?: for| in| when"
    r"| where| with| as| that)?|(?<=, )subject to|provided (?:that )?(?!by|in|with|to|for|at|from|an|a|the"
    r"|\w+ed)|only (?:if|when|after|with|where)|as long as|so long as|on condition that|in the event (?:of"
    r"|that)|with the (?:prior )?(?:written )?(?:consent|approval|permission) of|without the (?:prior )?"
    r"(?:written )?(?:consent|approval|permission) of|other than|excluding) (?P<rest>[^.;]+)\.$"
)


_WHETHER = re.compile(
    r"\b(?:as|even|ask\w*|wonder\w*|see|know\w*|determin\w+|decid\w+|what|only|is|are|was|were|not|be|and"
    r"|or|but|question\w*|unclear|tell|that|than|solely|longer|check\w*|doubt\w*|unsure|out|no|find|say"
    r"|sure)$"
)


_FIRST_CONDITION = re.compile(
    r"^(?:If|Unless|Provided that|Except for|Except in|Except when|Only if|Subject to|In the event (?:of"
    r"|that)|Where permitted|As long as|Without the consent of|With the consent of|Assuming)(?! (?:that"
    r"|you|we)\b) (?P<condition>[^,;]{4,140}), (?P<main>(?:then )?[^;]+\.)$"
)


def condition_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a condition or an exception."""
    found = []
    if (
        (final := _FINAL_CONDITION.search(sentence))
        and not _WHETHER.search(sentence[: final.start()])
        and not re.match(r"[^,]{0,30},", final["rest"])
    ):
        head = sentence[: final.start()]
        quantified = not re.match(r",? (?:except|other than|excluding)", final[0]) or re.search(
            r"\b(?:all|every|any|no|none|each|entire|always|everyone|nothing|everything|only|must|may|shall)\b",
            head.lower(),
        )
        if (
            quantified
            and verb_groups(head)
            and head.count("(") == head.count(")")
            and head.count('"') % 2 == 0
            and len(head.split()) > 3
            and not re.search(r"\b(?:would|could|might)\b", head)
            and not ("only" in final[0] and re.search(r"\b(?:had|was|were)\b", head))
        ):
            found.append(head.rstrip(",") + ".")
    if first := _FIRST_CONDITION.match(sentence):
        main = first["main"].removeprefix("then ")
        groups = verb_groups(main)
        if (
            groups
            and groups[0][0] < 60
            and not re.match(r"(?:and|or|but|which|who|however|whether|[a-z]+ing\b|in|then)\b", main)
            and "would" not in main
            and not re.match(r"[^,]{0,30}, (?:or|and)\b", main)
        ):
            found.append(capital(main))
    return some(rng, found)


_POLARITY = Table(
    read_pairs(
        """
    unless → if; only if → unless; provided that → unless; except → including; despite → because of;
    because of → despite; although → because; because → although; even though → because;
    as a result of → in spite of; due to → despite; in spite of → because of; regardless of → depending on;
    with the consent of → without the consent of; without the consent of → with the consent of; without → with;
    with or without → only with; rather than → as well as; instead of → as well as
"""
    )
)


def condition_reversed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a condition or reason to its opposite: unless → if, because → although, without → with."""
    found = []
    for start, end, old, new in _POLARITY.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "due to" and (
            re.search(
                r"\b(?:is|are|was|were|be|primarily|mainly|mostly|largely|partly|and|in part|principally) $", before
            )
            or not re.search(r"\w $", before)
        ):
            continue
        if low in {"because of", "because"} and re.search(
            r"\b(?:not|simply|just|only|largely|partly|mainly|is|was|primarily|it's|it’s|and|be) $", before
        ):
            continue
        if low == "because" and after.startswith(" of"):
            continue
        if low == "although" and re.match(r" (?:not|no|un|\w+ed|\w+ly)\b", after):
            continue
        if low == "without" and (
            re.match(r" (?:\w+ing|any|regard|doubt|it|them|a|which|even|having|question)\b|[.,]", after)
            or re.search(r"\b(?:or|and|not|goes|go|even) $", before)
        ):
            continue
        if low == "except" and not re.match(r" (?:the|[A-Z])", after):
            continue
        if low in {"rather than", "instead of"} and not re.match(r" (?:the|an?|in|[A-Z]|\w+ing)\b", after):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_SUPERLATIVE = (
    r"(?:(?:most|least) \w+|(?:larg|small|old|new|bigg|great|high|low|long|earli|young|rich|poor|strong"
    r"|fast|tall|deep|wealthi|busi|near|fin)est|best(?:-\w+)?|worst|leading|first|last|top)"
)


_ONE_OF = re.compile(
    rf"\b(?P<lead>[Oo]ne of|[Aa]mong) the (?P<how>(?:world['’]s )?(?:\d+ )?{_SUPERLATIVE}) (?P<noun>"
    rf"(?:[a-z-]+ ){{0,2}}?)(?P<plural>[a-z]+s)(?= (?:in|of|for|to|and|that|on|from|ever|at|by|with|during"
    rf"|since)\b|[.,;])"
)


_A_LARGE = re.compile(
    r"\b(?P<article>an?) (?P<how>large|small|major|leading|significant|important|popular|prominent|notable"
    r"|famous|successful|powerful|rare|key|influential)(?= (?!number|part|amount|variety|extent|scale"
    r"|degree|range|portion|proportion|step|group|majority|minority|quantity|increase|decrease|change|way"
    r"|share|impact|effect|difference|improvement|and|but|or)[a-z]+ ?(?:[a-z]+ )?(?:in|of|for|to|from|at"
    r"|on)\b)"
)


_LEADING = read_pairs(
    """
    large → largest; small → smallest; rare → rarest; leading → leading; key → only
"""
)


def _singular(noun: str) -> str | None:
    if noun.endswith("ies") and len(noun) > 5 and noun not in {"series", "species"}:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    if noun.endswith(
        ("ss", "us", "is", "series", "species", "ics", "news", "means", "always", "has", "was", "does", "ves")
    ):
        return None
    return noun[:-1]


def superlative_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Describe a thing as the largest of its kind: a large city → the largest city."""
    found = []
    for match in _ONE_OF.finditer(sentence):
        singular = _singular(match["plural"])
        if singular and not match["noun"].strip().endswith("s") and not re.search(r"\d", match["how"]):
            found.append(
                put(
                    sentence,
                    match.start(),
                    match.end(),
                    like(match["lead"], f"the {match['how']} {match['noun']}{singular}"),
                )
            )
    for match in _A_LARGE.finditer(sentence):
        if not re.search(r"\b(?:such|as|not|like|quite|to|of|with|from) $", sentence[: match.start()]):
            how = _LEADING.get(match["how"], f"most {match['how']}")
            found.append(sentence[: match.start()] + f"the {how}" + sentence[match.end() :])
    for match in re.finditer(
        r"\b(?:second|third|fourth|fifth|sixth)[- ](?=(?:larg|high|old|big|tall|long|great|small|most)\w*)", sentence
    ):
        found.append(put(sentence, match.start(), match.end(), ""))
    return some(rng, found)


_SCOPED = re.compile(
    rf"\b(?P<head>(?:the|only) (?:only |{_SUPERLATIVE} )(?:[a-z-]+ ){{1,3}}|(?:all|every|no|each) "
    rf"(?:[a-z-]+ ){{1,2}})(?P<scope>(?:in|within|under|outside) (?:the )?(?P<name>[A-Z][\w-]+"
    rf"(?: [A-Z][\w-]+)*))(?=[.,;]| (?:and|to|was|were|is|are|by|with|for|in)\b)"
)


_RESTRICTED = re.compile(
    r"^(?P<subject>(?:The |All |Any |Eligible |Non-\w+ |Full-time )?(?:[A-Z]?[a-z]+(?:ees|ents|ers|ors"
    r"|ants|ists)|[Cc]ompanies|[Ww]omen|[Mm]en|[Pp]eople|[Cc]hildren|[Cc]itizens|[Ss]taff|[Tt]eams))"
    r"(?P<scope> (?:with|who|whose|in|over|under|aged|between|without|employed|living|based|held|issued"
    r"|located|having|that|from)\b[^,;.]{3,80}?)(?P<verb> (?:must|shall|may|are entitled|are required"
    r"|are eligible|can|will|cannot|should)\b.+)$"
)


_WORLD = re.compile(r"\b(?:world|earth|globe)\b", re.I)


def scope_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the limit of a superlative, of an “all” or of a rule: “the largest city in Ohio” → “… in the world”."""
    found = []
    for match in _SCOPED.finditer(sentence):
        if _WORLD.search(sentence):
            continue
        if re.search(r"\b(?:in|at|of|for|not|almost|nearly|at the|on) $", sentence[: match.start()]) and not match[
            "head"
        ].startswith("the"):
            continue
        new = "in the world" if match["head"].startswith(("the", "only")) else ""
        found.append(put(sentence, match.start("scope"), match.end("scope"), new))
    restricted = _RESTRICTED.match(sentence)
    if restricted and not re.search(
        rf"\b(?:{AUXILIARY})\b(?! (?:been|be)\b)",
        restricted["scope"].replace(" have ", " ").replace(" are ", " ").replace(" is ", " "),
    ):
        found.append(restricted["subject"] + restricted["verb"])
    return some(rng, found)


_CAUSE = Table(
    read_pairs(
        """
    is associated with → is caused by; was associated with → was caused by; are associated with → are caused by;
    were associated with → were caused by; is linked to → is caused by; are linked to → are caused by;
    was linked to → was caused by; correlated with → caused by; contributed to → was the sole cause of;
    led to → prevented; caused → prevented; causes → prevents; resulted in → prevented; results in → prevents;
    leads to → prevents; accompanied by → caused by; followed by → caused by; helped → forced;
    influenced by → written by; inspired by → written by
"""
    )
)


def cause_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change an association to a cause, or a cause to a hindrance: linked to → caused by, caused → prevented."""
    found = []
    for start, end, old, new in _CAUSE.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low in {"caused", "led to", "resulted in", "contributed to", "helped"} and (
            re.match(r" by\b", after)
            or (
                re.search(r"\b(?:is|are|was|were|has|have|had|been|be|not|and|or|that|which|also) $", before)
                and low != "led to"
            )
        ):
            continue
        if low == "led to" and (
            re.search(r"\b(?:is|are|was|were|been|be|has|have|had) $", before)
            or not re.match(r" (?:the|an?|his|her|its|their|[a-z]+(?:ion|ment|ing|s))\b", after)
        ):
            continue
        if low == "causes" and not re.match(r" (?:the|an?)\b", after):
            continue
        if low == "helped" and not re.match(r" (?:him|her|them|the|[A-Z]\w+)(?: \w+)? (?:to )?\w+", after):
            continue
        if low in {"accompanied by", "followed by", "correlated with"} and not re.search(
            r"\b(?:is|are|was|were) (?:\w+ly )?$", before
        ):
            continue
        if low in {"influenced by", "inspired by"} and not re.search(
            r"\b(?:album|song|book|novel|play|poem|film|story|work)\b[^,]{0,40} (?:is|was) $", before
        ):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


def either_made_both(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Join the two sides of a choice: “either A or B” → “both A and B”."""
    match = re.search(r"\b(?P<either>[Ee]ither) (?P<left>[^,.;]{2,60}?) or (?!.{0,30}\bor\b)", sentence)
    if (
        not match
        or re.search(r"\b(?:not|no|none|without|nor)\b|n['’]t\b", sentence[: match.start()])
        or verb_groups(match["left"])
    ):
        return []
    return [put(sentence, match.start(), match.end(), f"{like(match['either'], 'both')} {match['left']} and ")]


CLAUSES: tuple[Operator, ...] = (
    condition_dropped,
    condition_reversed,
    superlative_added,
    scope_dropped,
    cause_changed,
    either_made_both,
)
