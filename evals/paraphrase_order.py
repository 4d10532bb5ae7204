"""Paraphrases that move, split or leave out whole parts of a sentence, and stay true by it.

Each works only on shapes that are safe: a sentence it cannot read plainly gives nothing.
"""

import random
import re

from .variants import Context, Operator, Table, both_ways, capital, like, put, some
from .verbs import BASE_OF_PAST, BASE_OF_THIRD, PARTICIPLE_OF_PAST, PASSIVE, PAST_OF, PAST_OF_PARTICIPLE, verb_groups

_FUNCTION_WORDS = frozenset("The A An It He She They We This These Those That His Her Its Their Our There In On At By For During From Both All Some Many Most Several Each Two Three One Other".split())
_CLAUSE = re.compile(r"[,;:()\"“]|\b(?:which|who|whom|whose|that|when|where|while|because|although|though|if|unless|since|until|before|after|but|so|than|as)\b")
_QUALIFIED = re.compile(r"(?i)\b(?:not|never|no|none|neither|nor|only|all|every|each|any|first|last|most|least|\w+est|both|either|if|unless|except|may|might|could|would|should|must|shall|can|will|always|often|half|majority|few|without|cannot|exclusively|respectively|percent|per)\b|n['’]t\b|%")
_MONTHS = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_WHEN = rf"(?:In|On|During|By) (?:(?:early|late|mid) )?(?:(?:{_MONTHS} )?\d{{4}}|{_MONTHS} \d{{1,2}}, \d{{4}}|\d{{1,2}} {_MONTHS} \d{{4}}|the \d{{4}}s|fiscal \d{{4}})"
_FIRST_WHEN = re.compile(rf"^(?P<when>{_WHEN}),? (?P<rest>[A-Za-z].+)\.$")
_LAST_WHEN = re.compile(rf"^(?P<rest>.+?),? (?P<when>{_WHEN.replace('(?:In|On|During|By)', '(?:in|on|during|by)')})\.$")


def lowered(text: str, context: Context) -> str | None:
    """A sentence's text for use inside another: its first word in lower case unless it is a name; None where that is unclear."""
    first = text.split(" ", 1)[0]
    word = first.strip("’'s,") if first.endswith(("’s", "'s")) else first
    if first in _FUNCTION_WORDS:
        return text[0].lower() + text[1:]
    if re.search(rf"[a-z,] {re.escape(first.lower())}\b", context.paragraph):
        return text[0].lower() + text[1:]
    if re.search(rf"[a-z,] {re.escape(word)}\b", context.paragraph) or any(name.startswith(word) and " " in name and text.startswith(name) for name in context.names):
        return text
    return None


def time_moved_back(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """In 2019, X did Y → X did Y in 2019."""
    match = _FIRST_WHEN.match(sentence)
    if not match or _CLAUSE.search(match["rest"]) or len(verb_groups(match["rest"])) != 1 or re.search(r"\b(?:in|by|on|since|until|during|from) (?:early |late |the )?(?:\d|" + _MONTHS + r")", match["rest"]):
        return []
    if re.match(r"(?:and|or|compared|as|through|to|of|for|at|season|its)\b", match["rest"]) or len(match["rest"].split()) > 16 or re.search(r"\band\b", match["rest"]):
        return []
    return [f"{capital(match['rest'])} {match['when'][0].lower()}{match['when'][1:]}."]


def time_moved_forward(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X did Y in 2019 → In 2019, X did Y."""
    match = _LAST_WHEN.match(sentence)
    if not match:
        return []
    rest = match["rest"]
    groups = verb_groups(rest)
    if _CLAUSE.search(rest) or len(groups) != 1 or groups[0][0] > 45 or len(rest.split()) > 14 or re.search(r"\band\b|\d{4}|\b(?:born|between|since|from|compared|of|expected|scheduled)\b", rest):
        return []
    head = lowered(rest, context)
    return [f"{capital(match['when'])}, {head}."] if head else []


_NAME = r"(?:[A-Z][A-Za-zÀ-ÿ-]*|[A-Z]\.)(?: (?:(?:of|de|van|von|the) )?(?:[A-Z][A-Za-zÀ-ÿ-]*|[A-Z]\.))*"
_OBJECT = rf"(?:(?:the|The|a|an|A|An) (?:[a-z-]+ ){{0,2}}?(?:{_NAME}|[a-z-]+)|{_NAME})"
_TAIL = rf"(?P<tail>(?: in (?:{_MONTHS} )?\d{{4}}| on (?:{_MONTHS} \d{{1,2}}, \d{{4}}|\d{{1,2}} {_MONTHS} \d{{4}}))?)"
_PASTS = "|".join(sorted((PAST_OF[base] for base in PASSIVE), key=len, reverse=True))
_PARTICIPLES = "|".join(sorted((PARTICIPLE_OF_PAST[PAST_OF[base]] for base in PASSIVE), key=len, reverse=True))
_ACTIVE = re.compile(rf"^(?P<doer>(?:The )?{_NAME}) (?P<verb>{_PASTS}) (?P<what>{_OBJECT}){_TAIL}\.$")
_PASSIVE = re.compile(rf"^(?P<what>(?:(?:The|Its|His|Her|This) (?:[\w-]+ ){{1,4}}|{_NAME} |It |He |She |They )(?:\([^)]*\) )?)(?P<aux>was|were) (?P<verb>{_PARTICIPLES})(?P<mid>(?: in (?:{_MONTHS} )?\d{{4}})?) by (?P<doer>(?:the )?(?:[a-z]+ ){{0,3}}?{_NAME}(?: and {_NAME})?){_TAIL}\.$")
_OBJECTIVE = {"It": "it", "He": "him", "She": "her", "They": "them"}


def made_passive(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Acme acquired Beta in 2019 → Beta was acquired by Acme in 2019."""
    match = _ACTIVE.match(sentence)
    if not match or match["what"].split()[-1].endswith("s") or re.search(r" (?:of|it|them)\b", match["what"]) or re.match(r"(?:In|At|On|It|I|We|He|She|They|This|That|When|After)\b", match["doer"]):
        return []
    doer = match["doer"].replace("The ", "the ", 1) if match["doer"].startswith("The ") else match["doer"]
    return [f"{capital(match['what'])} was {PARTICIPLE_OF_PAST[match['verb']]} by {doer}{match['tail']}."]


def made_active(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Beta was acquired by Acme → Acme acquired Beta."""
    match = _PASSIVE.match(sentence)
    if not match or verb_groups(match["what"]) or re.search(r"[a-z] [a-z]+(?:ed|ing)\b|\b(?:Charter|Act|Decree|Law|Treaty|Constitution|Order)\b", match["doer"]):
        return []
    what = match["what"].strip()
    inner = _OBJECTIVE.get(what) or lowered(what + " ", context)
    if not inner or inner.startswith(("its ", "his ", "her ")):
        return []
    return [f"{capital(match['doer'])} {PAST_OF_PARTICIPLE[match['verb']]} {inner.strip()}{match['mid']}{match['tail']}."]


_STRICT = r"[A-Z][A-Za-zÀ-ÿ-]+(?: [A-Z][A-Za-zÀ-ÿ-]+){0,2}"
_LIST = re.compile(rf"(?<=[a-z,] )(?P<first>{_STRICT}), (?P<second>{_STRICT})(?:, (?P<third>{_STRICT}))?(?P<comma>,?) and (?P<last>{_STRICT})(?=\.$|;| (?:in|for|at|on|to|from|by|with|were|are|was|is|have|had)\b)")
_ORDERED = re.compile(r"(?i)\b(?:respectively|then|followed|order|first|second|third|latter|former|ranked|consecutive|from|wife|husband|brother|sister|son|daughter|city|town|capital|village|county)\b")
_REGIONS = frozenset(
    """Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana
    Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Ontario Quebec England Scotland Wales Ireland France Germany Italy Spain Canada Australia China Japan India Russia
    Belgium Netherlands Austria Switzerland Sweden Norway Denmark Poland Brazil Mexico Argentina Africa Asia Europe""".split()
)


def list_reordered(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A, B and C → C, A and B, for lists of names whose order says nothing."""
    if _ORDERED.search(sentence):
        return []
    found = []
    for match in _LIST.finditer(sentence):
        items = [item for item in (match["first"], match["second"], match["third"], match["last"]) if item]
        regions = [item.split()[-1] in _REGIONS for item in items]
        before = sentence[: match.start()]
        if any(regions) and not all(regions) or re.search(r", $|\b[A-Z]\w+ (?:for |of )?$|\d,? $|\bof $", before) or re.match(r"\.[A-Z]| [A-Z]", sentence[match.end() :]):
            continue
        items = [items[-1], *items[:-1]]
        found.append(put(sentence, match.start(), match.end(), f"{', '.join(items[:-1])}{match['comma']} and {items[-1]}"))
    return some(rng, found)


_TWO_PEOPLE = re.compile(rf"^(?P<left>[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+) and (?P<right>[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+) (?P<verb>were|are|have|had|{_PASTS}|won|met|played|became|received|signed)\b")


def pair_commuted(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Alice Smith and Bob Jones founded … → Bob Jones and Alice Smith founded …"""
    match = _TWO_PEOPLE.match(sentence)
    if not match or _ORDERED.search(sentence) or re.match(r"(?:After|Before|When|While|As|Since|If|Both|In|With|For|Although)\b", sentence):
        return []
    return [f"{match['right']} and {match['left']} {sentence[match.start('verb') :]}"]


_RELATION = r"(?:capital|population|founder|chairman|president|headquarters|budget|economy|government|history|name|death|father|mother|son|daughter|wife|husband|brother|sister|leader|director|author|constitution|parliament|army|members|revenue|mayor|coach|owner|creator|predecessor|successor|debut|birthplace)"
_HIS = re.compile(rf"(?<=[a-z,] )(?P<owner>{_NAME})['’]s (?P<thing>{_RELATION})(?=[.,;]| (?:is|was|were|are|in|and|from|to|had|has|with|by|at)\b)")
_OF = re.compile(rf"\b(?P<the>[Tt]he) (?P<thing>{_RELATION}) of (?P<owner>{_NAME})(?=[.,;]| (?:is|was|were|are|in|from|to|had|has|with|by|at)\b)")


def possessive(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Germany's capital → the capital of Germany, and back."""
    found = []
    for match in _HIS.finditer(sentence):
        if not re.search(r"\b(?:[Tt]he|an?|[A-Z][\w.]*) $", sentence[: match.start()]):
            found.append(put(sentence, match.start(), match.end(), f"the {match['thing']} of {match['owner']}"))
    for match in _OF.finditer(sentence):
        if " of " not in match["owner"] and not match["owner"].endswith("s") and match["owner"].count(" ") < 3 and not re.match(r"\. ?\w", sentence[match.end() :]):
            found.append(put(sentence, match.start(), match.end(), f"{match['owner']}'s {match['thing']}"))
    return some(rng, found)


_APPOSED = re.compile(rf"^(?P<name>(?:The )?{_NAME}), (?P<what>(?:an?|the) [a-z][^,;]*?), (?P<rest>[a-z].+\.)$")


def _finite(rest: str) -> str | None:
    """The finite verb a stretch begins with, if it begins with one."""
    word = rest.split(" ", 1)[0]
    known = word in BASE_OF_PAST or word in BASE_OF_THIRD or word in {"is", "was", "are", "were", "has", "had", "will", "can", "did", "does", "became", "said", "says"}
    return word if known else None


def apposition_told(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X, a Y, did Z → X was a Y."""
    match = _APPOSED.match(sentence)
    verb = _finite(match["rest"]) if match else None
    if not match or not verb or re.search(r"\b(?:son|daughter|brother|sister|and)\b", match["name"]):
        return []
    if match["name"].split()[0] in _FUNCTION_WORDS - {"The"} or re.match(r"the (?:day|year|month|week|same)\b", match["what"]) or verb in {"are", "were"}:
        return []
    past = verb in BASE_OF_PAST or verb in {"was", "had", "did", "became", "said"}
    return [f"{match['name']} {'was' if past else 'is'} {match['what']}."]


def apposition_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X, a Y, did Z → X did Z."""
    match = _APPOSED.match(sentence)
    if not match or not _finite(match["rest"]) or match["name"].split()[0] in _FUNCTION_WORDS - {"The"}:
        return []
    return [f"{match['name']} {match['rest']}"]


_RELATIVE = re.compile(rf"^(?P<name>(?:The )?{_NAME}|The (?!latter|former)[a-z]+(?: [a-z]+)?), (?P<who>which|who) (?P<clause>[^,;]+), (?P<rest>[a-z].+\.)$")


def relative_told(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X, which was founded in 1990, sells Y → X was founded in 1990."""
    match = _RELATIVE.match(sentence)
    if not match or not _finite(match["clause"]) or not _finite(match["rest"]) or match["name"].split()[0] in _FUNCTION_WORDS - {"The"}:
        return []
    return [f"{match['name']} {match['clause']}."]


def relative_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X, which was founded in 1990, sells Y → X sells Y."""
    match = _RELATIVE.match(sentence)
    if not match or not _finite(match["clause"]) or not _finite(match["rest"]) or match["name"].split()[0] in _FUNCTION_WORDS - {"The"}:
        return []
    return [f"{match['name']} {match['rest']}"]


_LAST_RELATIVE = re.compile(r"^(?P<main>[^,;()]+), (?P<who>which|where|who|whom|with whom|in which) (?P<clause>[^,;]+)\.$")


def last_clause_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X sells Y, which is made in Z → X sells Y."""
    match = _LAST_RELATIVE.match(sentence)
    if not match or not verb_groups(match["main"]) or _CLAUSE.search(match["main"]) or re.search(r"(?i)\b(?:one|two|some|many|most|all|both) of$", match["main"]):
        return []
    if re.search(r"^(?:In|On|At|For|From|With|Under|During|After|By|To|Of|According|Based|Despite|Following|Although|While|And|But)\b", match["main"]) or _QUALIFIED.search(match["main"]):
        return []
    return [match["main"] + "."]


def first_of_two_deeds(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X did A and did B → X did A."""
    groups = verb_groups(sentence)
    join = re.search(r" and (?=(?P<verb>[a-z]+) )", sentence)
    if not join or sentence.count(" and ") != 1 or _CLAUSE.search(sentence) or _QUALIFIED.search(sentence):
        return []
    head = sentence[: join.start()]
    inside = [group for group in groups if group[1] <= join.start()]
    second = join["verb"]
    first = sentence[inside[0][0] : inside[0][1]] if len(inside) == 1 else ""
    same_form = (first in BASE_OF_PAST and second in BASE_OF_PAST) or (first in BASE_OF_THIRD and second in BASE_OF_THIRD)
    if not same_form or len(head[inside[0][1] :].split()) < 2 or inside[0][0] > 45 or re.search(r"\b(?:between|in|of|from|to|with|by|for|the|a|his|her|its)$", head) or re.match(r"[a-z]+ (?:by|him|it|them)\b", sentence[join.end() :]):
        return []
    return [head + "."]


def second_of_two_deeds(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X did A and did B → X did B."""
    if not first_of_two_deeds(sentence, rng, context):
        return []
    start = verb_groups(sentence)[0][0]
    subject = sentence[:start]
    if not re.fullmatch(rf"(?:(?:The|This|Its|His|Her) (?:[\w-]+ ){{1,3}}|{_NAME} |It |He |She |They )", subject):
        return []
    return [subject + sentence[sentence.index(" and ") + 5 :]]


_GLOSS = re.compile(r" \((?P<inside>[^()]*[A-Za-z]{2,}[^()]*)\)")


def gloss_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A bracket that only explains is left out."""
    found = []
    for match in _GLOSS.finditer(sentence):
        inside = match["inside"]
        if re.search(r"(?i)\b(?:not|no|except|excluding|only|unless|if|other than|subject|loss|losses|income|or|benefit|expense|decrease|in (?:millions|thousands)|unaudited|restated|including|and|if any)\b|%", inside) or re.match(r" [A-Z]", sentence[match.end() :]) or re.fullmatch(r"[a-z]+", inside):
            continue
        if re.search(r"\b[a-z]+s? $", sentence[: match.start()] + " ") or sentence[: match.start()][-1:].isalnum():
            found.append(sentence[: match.start()] + sentence[match.end() :])
    return some(rng, found)


_BY_SOURCE = re.compile(r"^According to (?P<who>(?:the )?(?:[\w.’'-]+ ?){1,6}), (?P<what>[^\"“;]+)\.$")
_SOURCE_LAST = re.compile(r"^(?P<what>[^\"“;]+), according to (?P<who>(?:the |a )?(?:[\w.’'-]+ ?){1,7})\.$")


def attribution_moved(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """According to X, Y → Y, according to X; and back."""
    if match := _BY_SOURCE.match(sentence):
        return [] if match["who"][-1].isdigit() else [f"{capital(match['what'])}, according to {match['who']}."]
    if (match := _SOURCE_LAST.match(sentence)) and (what := lowered(match["what"], context)):
        return [f"According to {match['who']}, {what}."]
    return []


_IF_FIRST = re.compile(r"^(?P<if>If|Unless|Because|Although|After|Before) (?P<clause>[^,;\"“]{8,90}), (?P<main>[^,;\"“]{8,110})\.$")
_PRONOUN = re.compile(r"\b(?:he|she|it|they|his|her|its|their|him|them|this|these|that|such|then|I|we|you)\b", re.I)


def clause_moved(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """If A, B → B if A."""
    match = _IF_FIRST.match(sentence)
    if not match or _PRONOUN.search(match["main"]) or re.search(r"\b(?:if|unless|when|because|although|after|before|who|which|where|while|and|as)\b", match["main"]):
        return []
    temporal = match["if"] in {"After", "Before"}
    if len(verb_groups(match["main"])) != 1 or bool(verb_groups(match["clause"])) == temporal:
        return []
    joint = ", although" if match["if"] == "Although" else " " + match["if"].lower()
    return [f"{capital(match['main'])}{joint} {match['clause']}."]


_THE_IS = re.compile(rf"^The (?P<role>(?:[a-z-]+ ){{1,3}}(?:of (?:the )?{_NAME} |in (?:the )?{_NAME} )?)(?P<verb>is|was) (?P<name>{_NAME})\.$")


def copula_turned(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """The capital of X is Y → Y is the capital of X."""
    match = _THE_IS.match(sentence)
    if not match or verb_groups(match["role"]) or match["name"].split()[0] in _FUNCTION_WORDS:
        return []
    return [f"{match['name']} {match['verb']} the {match['role'].strip()}."]


_EVENTS = re.compile(rf"^(?P<head>[^,;()]+? (?:was|were) (?:born|founded|established|built|created|published|released|formed|opened|elected|appointed|designed|written|acquired|launched|constructed|completed|introduced|named|incorporated)(?: [^,;()]*?)?) (?:in|on) (?:{_MONTHS} )?(?:\d{{1,2}}, )?\d{{4}}\.$")


def date_left_out(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """X was founded by Y in 1990 → X was founded by Y."""
    match = _EVENTS.match(sentence)
    if not match or _QUALIFIED.search(match["head"]) or _CLAUSE.search(match["head"]) or len(match["head"].split()) < 4 or re.search(r"\b(?:was|were) (?:\w+)$|\bin$|\d{4}|\band$", match["head"]):
        return []
    return [match["head"] + "."]


_DISCOURSE = re.compile(r"^(?:However|Moreover|Furthermore|In addition|Additionally|Also|Thus|Therefore|Consequently|Nevertheless|Meanwhile|For example|For instance|Indeed|Finally|Similarly|As a result|In fact|Of course|Overall|Hence), (?P<rest>.+)$")


def connective_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """However, X → X."""
    match = _DISCOURSE.match(sentence)
    return [capital(match["rest"])] if match and verb_groups(match["rest"]) else []


_SYNONYMS = Table(
    both_ways(
        ("approximately", "about"), ("prior to", "before"), ("in order to", "to"), ("began", "started"), ("purchased", "bought"), ("attempted to", "tried to"), ("located in", "situated in"), ("for example", "for instance"), ("such as", "including"), ("large number of", "great number of"),
        ("obtained", "got"), ("assisted", "helped"), ("commenced", "began"), ("additional", "further"), ("primarily", "mainly"), ("previously", "earlier"), ("subsequently", "later"), ("numerous", "many"), ("due to", "because of"), ("died", "passed away"), ("film", "movie"), ("frequently", "often"), ("the majority of", "most of"),
        ("throughout", "all through"), ("in the vicinity of", "near"), ("received", "was given"), ("resides in", "lives in"), ("however", "though"),
    )
)  # fmt: skip
_SYNONYM_SAFE = {
    "about": re.compile(r" [$£€]?\d"), "before": re.compile(r" (?:the|\d|his|her|its)\b"), "to": None, "including": None, "got": None, "helped": None, "further": None, "earlier": None, "later": None, "most of": re.compile(r" the\b"), "near": None, "received": None, "was given": None,
    "due to": None, "because of": None, "passed away": re.compile(r" (?:in|on|at|of)\b"), "died": re.compile(r" (?:in|on|at)\b"), "film": re.compile(r" (?:was|is|directed|about|stars)\b"), "movie": re.compile(r" (?:was|is|directed|about|stars)\b"), "though": None, "however": None, "obtained": re.compile(r" (?:a|the|his|her)\b"), "started": re.compile(r" (?:in|his|her|the|as|to)\b"), "began": re.compile(r" (?:in|his|her|the|as|to)\b"),
    "tried to": re.compile(r" [a-z]"), "bought": re.compile(r" (?:the|a|[A-Z])"), "numerous": re.compile(r" [a-z]+s\b"), "many": None, "throughout": None, "such as": None, "commenced": re.compile(r" (?:in|on|the)\b"), "additional": None, "subsequently": re.compile(r" [a-z]+ed\b"), "previously": re.compile(r" [a-z]+ed\b"), "assisted": None,
}  # fmt: skip


def synonym(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A word becomes one that says the same: began → started, approximately → about."""
    found = []
    for start, end, old, new in _SYNONYMS.hits(sentence):
        safe = _SYNONYM_SAFE.get(old.lower(), re.compile(""))
        if safe and safe.match(sentence[end:]) and not re.search(r"[\"“][^\"”]*$|\b(?:be|just|only|how|what|is|are|was|were|and|or) $", sentence[:start]) and not sentence[end:].startswith("-"):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_SAME_BOUND = Table(
    {"at least": "no less than", "at most": "no more than", "more than": "over", "over": "more than", "less than": "under", "no more than": "at most", "no less than": "at least", "up to": "no more than", "exceeding": "more than", "roughly": "about", "around": "about", "nearly": "almost", "almost": "nearly"},
    before=r"(?= (?:[$£€]|US\$)?\d[\d,.]*(?: (?:million|billion|thousand|percent|per cent|people|members|employees|countries|students|copies|feet|metres|kilometres|acres)|%|,\d| [a-z]+s\b))",
)  # fmt: skip


def bound_reworded(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """More than 5 → over 5, at least 5 → no less than 5."""
    found = []
    for start, end, old, new in _SAME_BOUND.hits(sentence):
        if re.search(r"\b(?:no|not|little|much|far|any) $", sentence[:start]) or (old.lower() in {"over", "around", "up to"} and re.match(r"(?: \S+){1,3} (?:years?|months?|weeks?|days?|hours?|decades?|seasons?|period|times|games|matches)\b", sentence[end:])):
            continue
        if old.lower() in {"over", "around", "up to"} and re.search(r"\b(?:win|won|victory|vot\w+|win|spread|all|from|lead|fired|elected) $", sentence[:start]):
            continue
        found.append(put(sentence, start, end, like(old, new)))
    return some(rng, found)


_ABBREVIATIONS = (("United States", "U.S."), ("U.S.", "US"), ("United Kingdom", "UK"), ("U.K.", "UK"), ("United Nations", "UN"), ("European Union", "EU"), ("World War II", "the Second World War"), ("World War I", "the First World War"))  # fmt: skip


def abbreviation(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """the United States → the U.S., World War II → the Second World War."""
    found = []
    for long, short in _ABBREVIATIONS:
        for match in re.finditer(rf"(?<![\w.]){re.escape(long)}(?!\w)", sentence):
            before, after = sentence[: match.start()], sentence[match.end() :]
            if re.match(r"[- ](?:\([A-Z]|[A-Z])|['’]|-", after) or re.search(r"(?:[A-Z]\w+ (?:of )?|of the |[\"“-])$", before) or after in {"", "."}:
                continue
            if short.startswith("the ") and re.search(r"\b(?:the|a|an|his|her|post|pre|during early|late) $|-$", before):
                continue
            if short.startswith("the ") and not re.search(r"\b(?:in|of|during|after|before|since|until) $", before):
                continue
            found.append(put(sentence, match.start(), match.end(), short))
    return some(rng, found)


ORDERS: tuple[Operator, ...] = (
    time_moved_back, time_moved_forward, made_passive, made_active, list_reordered, pair_commuted, possessive, apposition_told, apposition_dropped, relative_told,
    relative_dropped, last_clause_dropped, first_of_two_deeds, second_of_two_deeds, gloss_dropped, attribution_moved, clause_moved, copula_turned, date_left_out,
    connective_dropped, synonym, bound_reworded, abbreviation,
)  # fmt: skip
