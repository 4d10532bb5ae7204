"""Faults in what a statement hangs on: conditions, hedges, attribution, scope, plans told as deeds, associations as causes."""

import random
import re

from .variants import Context, Operator, Table, both_ways, capital, like, put, some
from .verbs import AUXILIARY, BASE_OF_PAST, PAST_OF, verb_groups

_FINAL_CONDITION = re.compile(
    r",? \b(?:unless|if(?! (?:any|not|possible|at all|only|so|necessary|needed)\b)|except(?: for| in| when| where| with| as| that)?|(?<=, )subject to|provided (?:that )?(?!by|in|with|to|for|at|from|an|a|the|\w+ed)|only (?:if|when|after|with|where)|as long as|so long as|on condition that|in the event (?:of|that)|with the (?:prior )?(?:written )?(?:consent|approval|permission) of|without the (?:prior )?(?:written )?(?:consent|approval|permission) of|other than|excluding) (?P<rest>[^.;]+)\.$"
)
_WHETHER = re.compile(r"\b(?:as|even|ask\w*|wonder\w*|see|know\w*|determin\w+|decid\w+|what|only|is|are|was|were|not|be|and|or|but|question\w*|unclear|tell|that|than|solely|longer|check\w*|doubt\w*|unsure|out|no|find|say|sure)$")
_FIRST_CONDITION = re.compile(r"^(?:If|Unless|Provided that|Except for|Except in|Except when|Only if|Subject to|In the event (?:of|that)|Where permitted|As long as|Without the consent of|With the consent of|Assuming)(?! (?:that|you|we)\b) (?P<condition>[^,;]{4,140}), (?P<main>(?:then )?[^;]+\.)$")


def condition_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """What holds only under a condition or with an exception is told as if it held always."""
    found = []
    if (final := _FINAL_CONDITION.search(sentence)) and not _WHETHER.search(sentence[: final.start()]) and not re.match(r"[^,]{0,30},", final["rest"]):
        head = sentence[: final.start()]
        quantified = not re.match(r",? (?:except|other than|excluding)", final[0]) or re.search(r"\b(?:all|every|any|no|none|each|entire|always|everyone|nothing|everything|only|must|may|shall)\b", head.lower())
        if quantified and verb_groups(head) and head.count("(") == head.count(")") and head.count('"') % 2 == 0 and len(head.split()) > 3 and not re.search(r"\b(?:would|could|might)\b", head) and not ("only" in final[0] and re.search(r"\b(?:had|was|were)\b", head)):
            found.append(head.rstrip(",") + ".")
    if first := _FIRST_CONDITION.match(sentence):
        main = first["main"].removeprefix("then ")
        groups = verb_groups(main)
        if groups and groups[0][0] < 60 and not re.match(r"(?:and|or|but|which|who|however|whether|[a-z]+ing\b|in|then)\b", main) and "would" not in main and not re.match(r"[^,]{0,30}, (?:or|and)\b", main):
            found.append(capital(main))
    return some(rng, found)


_POLARITY = Table({"unless": "if", "only if": "unless", "provided that": "unless", "except": "including", "despite": "because of", "because of": "despite", "although": "because", "because": "although", "even though": "because", "as a result of": "in spite of", "due to": "despite", "in spite of": "because of", "regardless of": "depending on", "with the consent of": "without the consent of", "without the consent of": "with the consent of", "without": "with", "with or without": "only with", "rather than": "as well as", "instead of": "as well as"})  # fmt: skip


def condition_reversed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A condition or ground turns into its contrary: unless → if, because → although, without → with."""
    found = []
    for start, end, old, new in _POLARITY.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "due to" and (re.search(r"\b(?:is|are|was|were|be|primarily|mainly|mostly|largely|partly|and|in part|principally) $", before) or not re.search(r"\w $", before)):
            continue
        if low in {"because of", "because"} and re.search(r"\b(?:not|simply|just|only|largely|partly|mainly|is|was|primarily|it's|it’s|and|be) $", before):
            continue
        if low == "because" and after.startswith(" of"):
            continue
        if low == "although" and re.match(r" (?:not|no|un|\w+ed|\w+ly)\b", after):
            continue
        if low == "without" and (re.match(r" (?:\w+ing|any|regard|doubt|it|them|a|which|even|having|question)\b|[.,]", after) or re.search(r"\b(?:or|and|not|goes|go|even) $", before)):
            continue
        if low == "except" and not re.match(r" (?:the|[A-Z])", after):
            continue
        if low in {"rather than", "instead of"} and not re.match(r" (?:the|an?|in|[A-Z]|\w+ing)\b", after):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_HEDGES = Table(dict.fromkeys(("reportedly", "allegedly", "supposedly", "apparently", "presumably", "possibly", "probably", "perhaps", "likely", "purportedly", "ostensibly", "potentially", "arguably", "seemingly", "almost", "nearly", "virtually"), ""))
_BELIEVED = Table(
    {
        "may have been": "was", "might have been": "was", "may be": "is", "might be": "is", "could be": "is", "is expected to be": "is", "are expected to be": "are", "is believed to be": "is", "are believed to be": "are", "was believed to be": "was", "is thought to be": "is",
        "are thought to be": "are", "was thought to be": "was", "is considered to be": "is", "appears to be": "is", "appear to be": "are", "appeared to be": "was", "seems to be": "is", "seem to be": "are", "seemed to be": "was", "is said to be": "is", "is said to have been": "was", "is believed to have been": "was",
        "is thought to have been": "was", "is expected to": "will", "are expected to": "will", "is likely to": "will", "are likely to": "will", "is estimated to be": "is", "are estimated to be": "are", "suggests that": "proves that", "suggest that": "prove that", "suggested that": "proved that", "suggesting that": "proving that",
        "may have": "has", "might have": "has", "claimed to be": "was", "claims to be": "is", "is considered": "is", "is regarded as": "is", "are considered": "are", "was considered": "was", "is widely regarded as": "is", "is often called": "is", "intended to": "going to",
    }
)  # fmt: skip


def hedge_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """What is likely, said or believed becomes fact."""
    found = []
    for start, end, old, new in _HEDGES.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        if old.lower() in {"almost", "nearly", "virtually"} and not re.match(r" (?:all|every|no|entirely|always|never|exclusively|identical|complete|half|\d)", after):
            continue
        if old.lower() == "likely" and (re.match(r" (?:to|that|than)\b", after) or re.search(r"\b(?:more|most|less|least|is|are|was|were|very|a|the|as|be|and|equally|not) $", before)):
            continue
        if re.search(r"\b(?:and|or|but|most|very|if|not|only|a|an|the|quite) $", before) or re.match(r"[ ,]*(?:and|or)\b|[,.]", after) or old[0].isupper():
            continue
        found.append(put(sentence, start, end + 1, ""))
    for start, end, old, new in _BELIEVED.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        if old[0].isupper() or re.match(r" (?:not|able|to be|no)\b", after) or re.search(r"\b(?:it|there|they|we|I|you|if|that|what|whether|not|and|who|which|than|as) $", before):
            continue
        if old.startswith(("is ", "may", "might", "could", "was ")) and new in {"is", "was", "has"} and _plural_before(before):
            new = {"is": "are", "was": "were", "has": "have"}[new]
        if old in {"may have", "might have"} and not re.match(r" (?:been|a|an|the|\w+ed)\b", after):
            continue
        if old.endswith(("considered", "regarded as")) and re.search(r"\bnot $", before):
            continue
        if old == "intended to" and not re.search(r"\b(?:is|are|was|were) $", before):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


def _plural_before(before: str) -> bool:
    last = re.search(r"(\w+) $", before)
    return bool(last) and (bool(re.search(r"[^s]s $", before)) or last[1].lower() in {"they", "we", "people", "men", "women", "children", "you", "patients"}) or bool(re.search(r"\band \w+ $", before))


_SAID = r"(?:said|says|argued|argues|claimed|claims|believed|believes|suggested|suggests|alleged|alleges|speculated|proposed|predicted|predicts|estimated|estimates|thought|thinks|asserted|asserts|contended|contends|maintained|maintains|hypothesized|theorized|insisted|feared|hoped|expects|expected|anticipates|anticipated|assumed|assumes)"
_SAID_THAT = re.compile(rf"^(?P<who>(?!Although|While|Though|Because|If|When|Since|Even|Whereas|For|Unlike)(?:[A-Z][\w.’'-]*|the|of|an?|and|some|many|several|early|[a-z]+)(?: [\w.’',-]+){{0,7}}?) (?:also |later |further |has |have )?{_SAID} that (?P<what>[^\"“]+\.)$")
_ACCORDING = re.compile(r"^According to [^,]{2,80}(?:, [^,]{2,40}, |, )(?P<what>[^,]+ .+\.)$")
_ACCORDING_LAST = re.compile(r"^(?P<what>[^\"“]+?), according to [^,;\"]+\.$")
_SAID_LAST = re.compile(rf"^(?P<what>[^\"“]+), (?:[\w.’' -]{{2,50}} {_SAID}|{_SAID} [\w.’' -]{{2,50}})\.$")


def attribution_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """What someone claims is told as fact: "X argued that …" → "…"."""
    found = []
    for pattern in (_SAID_THAT, _ACCORDING, _ACCORDING_LAST, _SAID_LAST):
        if (match := pattern.match(sentence)) and len(match["what"].split()) >= 4:
            what = match["what"].rstrip(".")
            if "who" in match.re.groupindex and (verb_groups(match["who"]) or re.search(r"\b(?:not|never|who|which|no one|nobody)\b", match["who"])):
                continue
            if re.search(r"\bthat\b", what[:12]) or not verb_groups(what) or re.match(r"(?:I|we|my|our|and|or|but|if|he|she|they|it|his|her|their)\b", what) or what.count("(") != what.count(")"):
                continue
            found.append(capital(what) + ".")
    return some(rng, found)


_EVENTS = frozenset("be acquire open launch release publish build buy sell move join leave close host play perform appear meet visit return replace merge hire".split())
_BASES = "|".join(sorted(PAST_OF, key=len, reverse=True))
_PLAN = re.compile(rf"\b(?P<plan>(?:is|are|was|were) (?:planning|expected|scheduled|due|set|going|expecting|intended) to|plans to|plan to|planned to|intends to|intend to|intended to|aims to|aim to|hopes to|hoped to|hope to|expects to|expect to|agreed to|attempted to|tried to|wanted to|wants to|sought to|proposed to|promised to|offered to|threatened to|will|would like to) (?P<base>be|{_BASES})\b")


def plan_told_as_done(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A plan, attempt or promise becomes a deed: plans to open → opened."""
    found = []
    for match in _PLAN.finditer(sentence):
        before = sentence[: match.start()]
        if match["plan"] == "will" and (match["base"] not in _EVENTS or re.search(r"\b(?:not|if|who|which|that|and|or|when|unless)\b|n['’]t", before)):
            continue
        if re.search(r"\b(?:not|never|to|has|have|had|been|and|or|would|also|that|if) $", before) and match["plan"] != "will":
            continue
        if match["base"] == "be":
            follows = re.match(r" (?:\w+ed|\w+en|built|held|made|sold)\b", sentence[match.end() :])
            if follows:
                found.append(put(sentence, match.start(), match.end(), "were" if _plural_before(before) else "was"))
        elif match["base"] not in {"have", "think", "know", "do", "see"} and not re.match(r" and\b|,", sentence[match.end() :]):
            found.append(put(sentence, match.start(), match.end(), PAST_OF[match["base"]]))
    return some(rng, found)


_CERTAINTY = Table(
    {
        "denied": "admitted", "alleged": "proved", "nominated for": "the winner of", "proposed": "adopted", "was accused of": "was convicted of", "were accused of": "were convicted of", "was charged with": "was convicted of", "is accused of": "was convicted of", "suspected": "confirmed", "disputed": "accepted",
        "rumored": "confirmed", "rumoured": "confirmed", "recommended": "ordered", "suggest": "prove", "suggests": "proves", "hopes": "knows", "believes": "knows", "former": "current", "formerly": "currently", "candidate for": "winner of", "applied for": "received", "attempted": "successful", "failed to": "managed to", "runner-up": "winner",
    }
)  # fmt: skip


def certainty_raised(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Alleged becomes proved, a nomination a prize, a former office a present one."""
    found = []
    for start, end, old, new in _CERTAINTY.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "nominated for" and not re.search(r"\b(?:was|were) $", before):
            continue
        if low in {"denied", "disputed", "believes", "suggest", "suggests", "recommended", "proposed", "hopes", "alleged", "suspected"} and not re.match(r" (?:that|the|any|an?|his|her|its|having|being)\b", after):
            continue
        if low in {"proposed", "suspected", "alleged", "recommended", "denied", "disputed"} and re.search(r"\b(?:is|are|was|were|been|be|as|and|not|the|a) $", before) and low not in {"alleged", "suspected"}:
            continue
        if low == "attempted" and not re.search(r"\b(?:an|the|his) $", before):
            continue
        if low == "former" and (re.search(r"\b[Tt]he $", before) and not re.match(r" \w+ (?:of|\w+)", after) or re.match(r"[,.]", after) or "latter" in sentence):
            continue
        found.append(put(sentence, start, end, like(old, new)))
    return some(rng, found)


_SUPERLATIVE = r"(?:(?:most|least) \w+|(?:larg|small|old|new|bigg|great|high|low|long|earli|young|rich|poor|strong|fast|tall|deep|wealthi|busi|near|fin)est|best(?:-\w+)?|worst|leading|first|last|top)"
_ONE_OF = re.compile(rf"\b(?P<lead>[Oo]ne of|[Aa]mong) the (?P<how>(?:world['’]s )?(?:\d+ )?{_SUPERLATIVE}) (?P<noun>(?:[a-z-]+ ){{0,2}}?)(?P<plural>[a-z]+s)(?= (?:in|of|for|to|and|that|on|from|ever|at|by|with|during|since)\b|[.,;])")
_A_LARGE = re.compile(r"\b(?P<article>an?) (?P<how>large|small|major|leading|significant|important|popular|prominent|notable|famous|successful|powerful|rare|key|influential)(?= (?!number|part|amount|variety|extent|scale|degree|range|portion|proportion|step|group|majority|minority|quantity|increase|decrease|change|way|share|impact|effect|difference|improvement|and|but|or)[a-z]+ ?(?:[a-z]+ )?(?:in|of|for|to|from|at|on)\b)")
_LEADING = {"large": "largest", "small": "smallest", "rare": "rarest", "leading": "leading", "key": "only"}


def _singular(noun: str) -> str | None:
    if noun.endswith("ies") and len(noun) > 5 and noun not in {"series", "species"}:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    if noun.endswith(("ss", "us", "is", "series", "species", "ics", "news", "means", "always", "has", "was", "does", "ves")):
        return None
    return noun[:-1]


def superlative_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """One of the largest becomes the largest; a large one does too."""
    found = []
    for match in _ONE_OF.finditer(sentence):
        singular = _singular(match["plural"])
        if singular and not match["noun"].strip().endswith("s") and not re.search(r"\d", match["how"]):
            found.append(put(sentence, match.start(), match.end(), like(match["lead"], f"the {match['how']} {match['noun']}{singular}")))
    for match in _A_LARGE.finditer(sentence):
        if not re.search(r"\b(?:such|as|not|like|quite|to|of|with|from) $", sentence[: match.start()]):
            how = _LEADING.get(match["how"], f"most {match['how']}")
            found.append(sentence[: match.start()] + f"the {how}" + sentence[match.end() :])
    for match in re.finditer(r"\b(?:second|third|fourth|fifth|sixth)[- ](?=(?:larg|high|old|big|tall|long|great|small|most)\w*)", sentence):
        found.append(put(sentence, match.start(), match.end(), ""))
    return some(rng, found)


_SCOPED = re.compile(rf"\b(?P<head>(?:the|only) (?:only |{_SUPERLATIVE} )(?:[a-z-]+ ){{1,3}}|(?:all|every|no|each) (?:[a-z-]+ ){{1,2}})(?P<scope>(?:in|within|under|outside) (?:the )?(?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+)*))(?=[.,;]| (?:and|to|was|were|is|are|by|with|for|in)\b)")
_RESTRICTED = re.compile(rf"^(?P<subject>(?:The |All |Any |Eligible |Non-\w+ |Full-time )?(?:[A-Z]?[a-z]+(?:ees|ents|ers|ors|ants|ists)|[Cc]ompanies|[Ww]omen|[Mm]en|[Pp]eople|[Cc]hildren|[Cc]itizens|[Ss]taff|[Tt]eams))(?P<scope> (?:with|who|whose|in|over|under|aged|between|without|employed|living|based|held|issued|located|having|that|from)\b[^,;.]{{3,80}}?)(?P<verb> (?:must|shall|may|are entitled|are required|are eligible|can|will|cannot|should)\b.+)$")
_WORLD = re.compile(r"\b(?:world|earth|globe)\b", re.I)


def scope_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A superlative, an "all" or a rule loses what it is limited to: "the largest city in Ohio" → "the largest city in the world"."""
    found = []
    for match in _SCOPED.finditer(sentence):
        if _WORLD.search(sentence):
            continue
        if re.search(r"\b(?:in|at|of|for|not|almost|nearly|at the|on) $", sentence[: match.start()]) and not match["head"].startswith("the"):
            continue
        new = "in the world" if match["head"].startswith(("the", "only")) else ""
        found.append(put(sentence, match.start("scope"), match.end("scope"), new))
    restricted = _RESTRICTED.match(sentence)
    if restricted and not re.search(rf"\b(?:{AUXILIARY})\b(?! (?:been|be)\b)", restricted["scope"].replace(" have ", " ").replace(" are ", " ").replace(" is ", " ")):
        found.append(restricted["subject"] + restricted["verb"])
    return some(rng, found)


_CAUSE = Table(
    {
        "is associated with": "is caused by", "was associated with": "was caused by", "are associated with": "are caused by", "were associated with": "were caused by", "is linked to": "is caused by", "are linked to": "are caused by", "was linked to": "was caused by", "correlated with": "caused by", "contributed to": "was the sole cause of",
        "led to": "prevented", "caused": "prevented", "causes": "prevents", "resulted in": "prevented", "results in": "prevents", "leads to": "prevents", "accompanied by": "caused by", "followed by": "caused by", "helped": "forced", "influenced by": "written by", "inspired by": "written by",
    }
)  # fmt: skip


def cause_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """An association becomes a cause, a cause becomes a hindrance."""
    found = []
    for start, end, old, new in _CAUSE.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low in {"caused", "led to", "resulted in", "contributed to", "helped"} and (re.match(r" by\b", after) or re.search(r"\b(?:is|are|was|were|has|have|had|been|be|not|and|or|that|which|also) $", before) and low != "led to"):
            continue
        if low == "led to" and (re.search(r"\b(?:is|are|was|were|been|be|has|have|had) $", before) or not re.match(r" (?:the|an?|his|her|its|their|[a-z]+(?:ion|ment|ing|s))\b", after)):
            continue
        if low == "causes" and not re.match(r" (?:the|an?)\b", after):
            continue
        if low == "helped" and not re.match(r" (?:him|her|them|the|[A-Z]\w+)(?: \w+)? (?:to )?\w+", after):
            continue
        if low in {"accompanied by", "followed by", "correlated with"} and not re.search(r"\b(?:is|are|was|were) (?:\w+ly )?$", before):
            continue
        if low in {"influenced by", "inspired by"} and not re.search(r"\b(?:album|song|book|novel|play|poem|film|story|work)\b[^,]{0,40} (?:is|was) $", before):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_KEPT = frozenset("said made had".split())


def deed_and_denial(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A deed becomes a refusal or a failure: "X signed the treaty" → "X refused to sign the treaty"."""
    groups = verb_groups(sentence)
    if not groups:
        return []
    start, end = groups[0]
    verb = sentence[start:end]
    subject = sentence[:start]
    able = {"sign", "join", "attend", "sell", "accept", "pay", "leave", "meet", "support", "release", "publish", "hire", "appoint", "approve", "grant", "allow", "open", "return", "resign", "serve", "provide", "move", "enter", "write", "perform", "play"}
    if verb in BASE_OF_PAST and verb not in _KEPT and BASE_OF_PAST[verb] in able and re.fullmatch(r"(?:The )?(?!It\b|This\b|That\b|These\b|There\b|Those\b)[A-Z][\w’'.-]*(?: [A-Z][\w’'.-]*){0,3} |(?:He|She|They|The [a-z]+) ", subject) and re.match(r" (?:the|an?|his|her|its|their|in|to|from|as|[A-Z])", sentence[end:]):
        return [f"{subject}refused to {BASE_OF_PAST[verb]}{sentence[end:]}"]
    return []



def either_made_both(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A choice becomes a sum: "either A or B" → "both A and B"."""
    match = re.search(r"\b(?P<either>[Ee]ither) (?P<left>[^,.;]{2,60}?) or (?!.{0,30}\bor\b)", sentence)
    if not match or re.search(r"\b(?:not|no|none|without|nor)\b|n['’]t\b", sentence[: match.start()]) or verb_groups(match["left"]):
        return []
    return [put(sentence, match.start(), match.end(), f"{like(match['either'], 'both')} {match['left']} and ")]


CLAUSES: tuple[Operator, ...] = (
    condition_dropped, condition_reversed, hedge_dropped, attribution_dropped, plan_told_as_done, certainty_raised, superlative_added, scope_dropped, cause_changed,
    deed_and_denial, either_made_both,
)  # fmt: skip
