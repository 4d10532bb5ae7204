"""Faults in certainty: statements without their hedges or their author, plans as facts, suspicion as proof, actions as
refusals."""

import random
import re

from .variants import Context, Operator, Table, capital, like, put, read_pairs, some
from .verb_tables import BASE_OF_PAST, PAST_OF, verb_groups

_HEDGES = Table(
    dict.fromkeys(
        (
            "reportedly",
            "allegedly",
            "supposedly",
            "apparently",
            "presumably",
            "possibly",
            "probably",
            "perhaps",
            "likely",
            "purportedly",
            "ostensibly",
            "potentially",
            "arguably",
            "seemingly",
            "almost",
            "nearly",
            "virtually",
        ),
        "",
    )
)


_BELIEVED = Table(
    read_pairs(
        """
    may have been → was; might have been → was; may be → is; might be → is; could be → is; is expected to be → is;
    are expected to be → are; is believed to be → is; are believed to be → are; was believed to be → was;
    is thought to be → is; are thought to be → are; was thought to be → was; is considered to be → is;
    appears to be → is; appear to be → are; appeared to be → was; seems to be → is; seem to be → are;
    seemed to be → was; is said to be → is; is said to have been → was; is believed to have been → was;
    is thought to have been → was; is expected to → will; are expected to → will; is likely to → will;
    are likely to → will; is estimated to be → is; are estimated to be → are; suggests that → proves that;
    suggest that → prove that; suggested that → proved that; suggesting that → proving that; may have → has;
    might have → has; claimed to be → was; claims to be → is; is considered → is; is regarded as → is;
    are considered → are; was considered → was; is widely regarded as → is; is often called → is;
    intended to → going to
"""
    )
)


def hedge_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """State a possibility, report or belief as a fact: is believed to be → is."""
    found = []
    for start, end, old, _ in _HEDGES.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        if old.lower() in {"almost", "nearly", "virtually"} and not re.match(
            r" (?:all|every|no|entirely|always|never|exclusively|identical|complete|half|\d)", after
        ):
            continue
        if old.lower() == "likely" and (
            re.match(r" (?:to|that|than)\b", after)
            or re.search(r"\b(?:more|most|less|least|is|are|was|were|very|a|the|as|be|and|equally|not) $", before)
        ):
            continue
        if (
            re.search(r"\b(?:and|or|but|most|very|if|not|only|a|an|the|quite) $", before)
            or re.match(r"[ ,]*(?:and|or)\b|[,.]", after)
            or old[0].isupper()
        ):
            continue
        found.append(put(sentence, start, end + 1, ""))
    for start, end, old, new in _BELIEVED.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        if (
            old[0].isupper()
            or re.match(r" (?:not|able|to be|no)\b", after)
            or re.search(r"\b(?:it|there|they|we|I|you|if|that|what|whether|not|and|who|which|than|as) $", before)
        ):
            continue
        if (
            old.startswith(("is ", "may", "might", "could", "was "))
            and new in {"is", "was", "has"}
            and _plural_before(before)
        ):
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
    if last is None:
        return False
    known = last[1].lower() in {"they", "we", "people", "men", "women", "children", "you", "patients"}
    return known or bool(re.search(r"[^s]s $|\band \w+ $", before))


_SAID = (
    r"(?:said|says|argued|argues|claimed|claims|believed|believes|suggested|suggests|alleged|alleges"
    r"|speculated|proposed|predicted|predicts|estimated|estimates|thought|thinks|asserted|asserts"
    r"|contended|contends|maintained|maintains|hypothesized|theorized|insisted|feared|hoped|expects"
    r"|expected|anticipates|anticipated|assumed|assumes)"
)


_SAID_THAT = re.compile(
    rf"^(?P<who>(?!Although|While|Though|Because|If|When|Since|Even|Whereas|For|Unlike)(?:[A-Z][\w.’'-]*"
    rf"|the|of|an?|and|some|many|several|early|[a-z]+)(?: [\w.’',-]+){{0,7}}?) (?:also |later |further "
    rf"|has |have )?{_SAID} that (?P<what>[^\"“]+\.)$"
)


_ACCORDING = re.compile(r"^According to [^,]{2,80}(?:, [^,]{2,40}, |, )(?P<what>[^,]+ .+\.)$")


_ACCORDING_LAST = re.compile(r"^(?P<what>[^\"“]+?), according to [^,;\"]+\.$")


_SAID_LAST = re.compile(rf"^(?P<what>[^\"“]+), (?:[\w.’' -]{{2,50}} {_SAID}|{_SAID} [\w.’' -]{{2,50}})\.$")


def attribution_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """State someone's claim as fact: "X argued that …" → "…"."""
    found = []
    for pattern in (_SAID_THAT, _ACCORDING, _ACCORDING_LAST, _SAID_LAST):
        if (match := pattern.match(sentence)) and len(match["what"].split()) >= 4:
            what = match["what"].rstrip(".")
            if "who" in match.re.groupindex and (
                verb_groups(match["who"]) or re.search(r"\b(?:not|never|who|which|no one|nobody)\b", match["who"])
            ):
                continue
            if (
                re.search(r"\bthat\b", what[:12])
                or not verb_groups(what)
                or re.match(r"(?:I|we|my|our|and|or|but|if|he|she|they|it|his|her|their)\b", what)
                or what.count("(") != what.count(")")
            ):
                continue
            found.append(capital(what) + ".")
    return some(rng, found)


_EVENTS = frozenset(
    "be acquire open launch release publish build buy sell move join leave close host play perform "
    "appear meet visit return replace merge hire".split()
)


_BASES = "|".join(sorted(PAST_OF, key=len, reverse=True))


_PLAN = re.compile(
    rf"\b(?P<plan>(?:is|are|was|were) (?:planning|expected|scheduled|due|set|going|expecting|intended) to"
    rf"|plans to|plan to|planned to|intends to|intend to|intended to|aims to|aim to|hopes to|hoped to"
    rf"|hope to|expects to|expect to|agreed to|attempted to|tried to|wanted to|wants to|sought to"
    rf"|proposed to|promised to|offered to|threatened to|will|would like to) (?P<base>be|{_BASES})\b"
)


def plan_told_as_done(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a plan, attempt or promise to an action: plans to open → opened."""
    found = []
    for match in _PLAN.finditer(sentence):
        before = sentence[: match.start()]
        if match["plan"] == "will" and (
            match["base"] not in _EVENTS
            or re.search(r"\b(?:not|if|who|which|that|and|or|when|unless)\b|n['’]t", before)
        ):
            continue
        if (
            re.search(r"\b(?:not|never|to|has|have|had|been|and|or|would|also|that|if) $", before)
            and match["plan"] != "will"
        ):
            continue
        if match["base"] == "be":
            follows = re.match(r" (?:\w+ed|\w+en|built|held|made|sold)\b", sentence[match.end() :])
            if follows:
                found.append(put(sentence, match.start(), match.end(), "were" if _plural_before(before) else "was"))
        elif match["base"] not in {"have", "think", "know", "do", "see"} and not re.match(
            r" and\b|,", sentence[match.end() :]
        ):
            found.append(put(sentence, match.start(), match.end(), PAST_OF[match["base"]]))
    return some(rng, found)


_CERTAINTY = Table(
    read_pairs(
        """
    denied → admitted; alleged → proved; nominated for → the winner of; proposed → adopted;
    was accused of → was convicted of; were accused of → were convicted of; was charged with → was convicted of;
    is accused of → was convicted of; suspected → confirmed; disputed → accepted; rumored → confirmed;
    rumoured → confirmed; recommended → ordered; suggest → prove; suggests → proves; hopes → knows; believes → knows;
    former → current; formerly → currently; candidate for → winner of; applied for → received;
    attempted → successful; failed to → managed to; runner-up → winner
"""
    )
)


def certainty_raised(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a weaker statement to a stronger one: alleged → proved, nominated for → the winner of, former → present."""
    found = []
    for start, end, old, new in _CERTAINTY.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "nominated for" and not re.search(r"\b(?:was|were) $", before):
            continue
        if low in {
            "denied",
            "disputed",
            "believes",
            "suggest",
            "suggests",
            "recommended",
            "proposed",
            "hopes",
            "alleged",
            "suspected",
        } and not re.match(r" (?:that|the|any|an?|his|her|its|having|being)\b", after):
            continue
        if (
            low in {"proposed", "suspected", "alleged", "recommended", "denied", "disputed"}
            and re.search(r"\b(?:is|are|was|were|been|be|as|and|not|the|a) $", before)
            and low not in {"alleged", "suspected"}
        ):
            continue
        if low == "attempted" and not re.search(r"\b(?:an|the|his) $", before):
            continue
        if low == "former" and (
            (re.search(r"\b[Tt]he $", before) and not re.match(r" \w+ (?:of|\w+)", after))
            or re.match(r"[,.]", after)
            or "latter" in sentence
        ):
            continue
        found.append(put(sentence, start, end, like(old, new)))
    return some(rng, found)


_KEPT = frozenset("said made had".split())


def deed_and_denial(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change an action to a refusal or a failure: "X signed the treaty" → "X refused to sign the treaty"."""
    groups = verb_groups(sentence)
    if not groups:
        return []
    start, end = groups[0]
    verb = sentence[start:end]
    subject = sentence[:start]
    able = {
        "sign",
        "join",
        "attend",
        "sell",
        "accept",
        "pay",
        "leave",
        "meet",
        "support",
        "release",
        "publish",
        "hire",
        "appoint",
        "approve",
        "grant",
        "allow",
        "open",
        "return",
        "resign",
        "serve",
        "provide",
        "move",
        "enter",
        "write",
        "perform",
        "play",
    }
    if (
        verb in BASE_OF_PAST
        and verb not in _KEPT
        and BASE_OF_PAST[verb] in able
        and re.fullmatch(
            (
                r"(?:The )?(?!It\b|This\b|That\b|These\b|There\b|Those\b)[A-Z][\w’'.-]*(?: [A-Z][\w’'.-]*){0,3} |(?:He"
                r"|She|They|The [a-z]+) "
            ),
            subject,
        )
        and re.match(r" (?:the|an?|his|her|its|their|in|to|from|as|[A-Z])", sentence[end:])
    ):
        return [f"{subject}refused to {BASE_OF_PAST[verb]}{sentence[end:]}"]
    return []


CERTAINTY: tuple[Operator, ...] = (
    hedge_dropped,
    attribution_dropped,
    plan_told_as_done,
    certainty_raised,
    deed_and_denial,
)
