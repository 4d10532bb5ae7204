"""Faults in single words: negation, modality, quantifier, direction, role, nationality, order, accounting terms."""

import random
import re

from .variants import Context, Operator, Table, both_ways, like, put, some
from .verbs import BASE_OF_PAST, verb_groups

_AUX_NOT = re.compile(
    r"\b(?P<aux>is|are|was|were|has|have|had|can|could|will|would|shall|should|must|do|does|did) not (?!only|just|merely|simply|solely|necessarily|limited|until|yet|all|every|to mention|so much|because|by)"
)
_SHORT_NOT = re.compile(r"\b(?P<aux>is|are|was|were|has|have|had|could|would|should|does|did|do|wo|ca)n['’]t (?!only|just|yet|all|every)")
_NEVER = re.compile(r"\b(?P<aux>has|have|had|was|were|is|are|would|will) never (?!(?:again|before)\b)")
_NO_LONGER = re.compile(r"\b(?P<aux>is|are|was|were|can|do|does|did|has|have|had|will|would|could) no longer (?!than)")
_NO_NOUN = re.compile(r"\b(?P<lead>(?:has|have|had|is|was|were|are|with|found|showed|made|makes|provides?|contains?|received|there) )no (?!longer|one|more|less|later|fewer|matter|doubt|other|sooner|way|means|idea)(?=[a-z])")
_CANNOT = re.compile(r"\bcannot\b(?! but| help)")
_OR_NOT = re.compile(r"\bor not\b|\bwhether\b|\bnot\b[^.;]{3,60}\bbut\b|\bneither\b|\bnor\b|n['’]t\b[^.;]{3,40}\bany|\bnot\b[^.;]{1,40}\bany\b|\blimited to\b")


def negation_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A denial becomes an assertion."""
    if _OR_NOT.search(sentence):
        return []
    found = []
    for match in _AUX_NOT.finditer(sentence):
        found.append(put(sentence, match.end("aux"), match.end() - 1, ""))
    for match in _SHORT_NOT.finditer(sentence):
        found.append(put(sentence, match.start(), match.end() - 1, {"wo": "will", "ca": "can"}.get(match["aux"], match["aux"])))
    found += [put(sentence, m.end("aux"), m.end() - 1, "") for m in _NEVER.finditer(sentence)]
    found += [put(sentence, m.end("aux"), m.end(), " still ") for m in _NO_LONGER.finditer(sentence)]
    found += [put(sentence, m.end("lead"), m.end(), "some ") for m in _NO_NOUN.finditer(sentence)]
    found += [put(sentence, m.start(), m.end(), "can") for m in _CANNOT.finditer(sentence)]
    return some(rng, found)


_NEGATIVE = re.compile(r"\b(?:not|never|no|none|nor|neither|nobody|nothing|without|hardly|cannot|few|little|only|n['’]t)\b|n['’]t\b")
_ASSERTED = re.compile(r"(?<![\"“(])\b(?P<aux>is|are|was|were|can|will|would|shall|should|must|has been|have been|had been)(?= (?:the|an?|in|on|of|to|be|\w+ed|\w+en|known|made|built|found|held|led|born|located|part|its|his|her)\b)")
_UNASSERTED = re.compile(r"(?i)\b(?:if|whether|unless|although|though|what|how|why|which is why|than|as)\b")
_PAST = re.compile(r"(?<=[\w)\"”] )(?P<past>" + "|".join(sorted(BASE_OF_PAST, key=len, reverse=True)) + r")\b(?= (?:the|an?|his|her|its|their|in|to|from|at|on|for|[A-Z][a-z]+)\b)")
_SUBJECT = re.compile(r"^(?:The |Its |His |Her |Their |This |These )?(?:[\w’'&.-]+ ){0,5}$")
_NOT_SUBJECT = re.compile(r"\b(?:is|are|was|were|be|been|being|has|have|had|by|and|or|of|in|at|on|that|who|which|when|to|not|often|then|only|newly|also|both|with|for|from|as|recently|previously|originally)\b")


def negation_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """An assertion becomes a denial."""
    if _NEGATIVE.search(sentence):
        return []
    found = []
    for match in _ASSERTED.finditer(sentence):
        if _UNASSERTED.search(sentence[: match.start()]) or sentence[: match.start()].rstrip().endswith("both"):
            continue
        end = match.end() if " " not in match["aux"] else match.start() + match["aux"].index(" ")
        joined = "not" if match["aux"] == "can" else " not"
        found.append(put(sentence, end, end, joined))
        break
    past = _PAST.search(sentence)
    if past and _SUBJECT.match(sentence[: past.start()]) and not _NOT_SUBJECT.search(sentence[: past.start()].lower()):
        found.append(put(sentence, past.start(), past.end(), f"did not {BASE_OF_PAST[past['past']]}"))
    return some(rng, found)


_DUTY = Table({"must": "may", "shall": "may", "is required to": "may", "are required to": "may", "is obliged to": "may", "are obliged to": "may", "has to": "may", "have to": "may", "must not": "may", "shall not": "may", "may not": "may"})
_PERMITTED_DEED = re.compile(r" (?:be (?:assigned|transferred|used|disclosed|sold|combined)|assign|transfer|disclose|use|sell|take|work|enter|apply|carry|claim|exceed|terminate|share|publish)\b")  # fmt: skip


def duty_loosened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """What must be done may be done: must → may, shall not → may."""
    found = []
    for start, end, old, new in _DUTY.hits(sentence):
        if old[0].isupper() or (old == "may not" and not _PERMITTED_DEED.match(sentence[end:])):
            continue
        after = sentence[end:]
        if re.match(r" (?:also )?have\b| say\b", after) or sentence[:start].rstrip().endswith(("will", "would", "could", "may", "might", "to", "not", "n't", "n’t")):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_STRONGER = Table({"may": "must", "should": "must", "can": "must", "might": "will", "could": "will", "is permitted to": "is required to", "are permitted to": "are required to", "is allowed to": "is required to", "are allowed to": "are required to", "are entitled to": "are required to", "is entitled to": "is required to", "is encouraged to": "is required to", "are encouraged to": "are required to", "optional": "mandatory", "voluntary": "mandatory", "recommended": "mandatory"})  # fmt: skip


def duty_tightened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """What may or should be done must be done, what might happen will."""
    found = []
    for start, end, old, new in _STRONGER.hits(sentence):
        if old[0].isupper() or re.match(r" not\b| have\b|n['’]t", sentence[end:]) or _OR_NOT.search(sentence[start : start + 40]):
            continue
        if old == "should" and re.search(r"\bif\b|\bthat\b", sentence[:start]):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_MORE_OF = Table(
    {
        "some": "all", "most": "all", "many": "all", "several": "all", "few": "many", "a few": "all", "almost all": "all", "nearly all": "all", "some of": "all of", "most of": "all of",
        "many of": "all of", "several of": "all of", "one of": "all of", "part of": "all of", "parts of": "all of", "the majority of": "all of", "a minority of": "the majority of",
        "sometimes": "always", "often": "always", "usually": "always", "generally": "always", "typically": "always", "occasionally": "always", "rarely": "often", "seldom": "often", "frequently": "always",
        "mainly": "entirely", "mostly": "entirely", "primarily": "entirely", "largely": "entirely", "partly": "entirely", "partially": "fully", "predominantly": "exclusively",
    }
)  # fmt: skip
_COUNTED = re.compile(r" (?:other |new |large |local |major |public |young |early |of the |of its |of their |of his |of her )?[a-z]+s\b")


def quantifier_strengthened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Some becomes all, often becomes always, partly becomes entirely."""
    found = []
    for start, end, old, new in _MORE_OF.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low in {"some", "most", "many", "several", "few"} and not _COUNTED.match(after):
            continue
        if re.search(r"\b(?:the|at|as|so|how|not|very|too|quite|a|an|these|those|his|her|its|their|last|next|past|first|is|was|are|were|for|more|\w+ and|good) $", before.lower()) and low not in {"often", "usually", "generally", "typically", "mainly", "mostly", "primarily", "largely", "partly", "partially", "predominantly", "part of", "some of", "most of", "many of", "rarely", "seldom", "sometimes", "frequently"}:
            continue
        if low == "one of" or (low == "most" and re.match(r" [a-z]+(?:ous|ive|al|ful|ant|ent|able|ic)s?\b", after)):
            continue
        if low == "part of" and (not re.match(r" the\b", after) or re.search(r"\b(?:as|is|was|became|being|are|were|become|forms?|formed|became|large|small|major|of|key|important|great|integral|took|take|takes) $", before)):
            continue
        if low.startswith(("most", "generally", "often", "part", "frequently")) and re.search(r"\b(?:more|not|less|one of the|\w+ed|its|his) $", before):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_LESS_OF = Table(
    {
        "all": "only some", "all of the": "only some of the", "every": "almost no", "none of the": "all of the", "none of": "all of", "always": "rarely", "entirely": "partly", "fully": "partly",
        "completely": "partly", "exclusively": "partly", "solely": "partly", "only": "", "both of": "only one of", "the majority of": "a minority of", "a majority of": "a minority of", "most of": "little of", "unanimously": "narrowly",
        "widely": "rarely", "often": "never", "usually": "never", "no": "some", "always ": "never",
    }
)  # fmt: skip


def quantifier_turned(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """All becomes only some, none becomes all, only is lost, always becomes rarely."""
    found = []
    for start, end, old, new in _LESS_OF.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "no":
            continue
        if low == "all" and (not re.match(r" (?!of\b)(?:[a-z]+ )?[a-z]+s\b", after) or re.search(r"\b(?:at|of|above|after|first|not|over|are|were|have|almost|nearly|they|we|in|that|and|virtually|with|it|is|for) $", before.lower())):
            continue
        if low == "every" and (not re.match(r" [a-z]+\b(?!-)", after) or re.match(r" (?:day|week|month|year|time|other|two|three|four|five|few|single|\d)", after) or re.search(r"\b(?:almost|nearly|virtually|not|in|of|for|at) $", before.lower())):
            continue
        if low == "only" and (
            not re.match(r" (?:in|on|at|by|from|when|after|if|to|for|with|the|those|\d|one|two|three)\b", after) or re.search(r"(?:\b(?:not|the|an|his|her|its|if|read|was|is|t) |^)$", before) or re.match(r" to\b", after)
        ):
            continue
        if low in {"always", "often", "usually", "widely", "fully", "completely", "entirely", "exclusively", "solely"} and re.search(r"\b(?:not|almost|nearly|most|more|very|as|quite) $|n['’]t ", before):
            continue
        found.append(put(sentence, start, end + 1 if not new else end, new))
    return some(rng, found)


_ONLY_HERE = re.compile(
    r"\b(?:operat(?:es?|ed|ing)|sold|sells?|available|used|found|licensed|works?|active|published|offered|appl(?:y|ies|ied)|open|refers?|provided|distributed|serves?"
    r"|native|known|eligible|effective|valid|permitted|allowed|grown|spoken|lives?|occurs?|common|manufactured|broadcast|aired|listed|traded|taught|worn) "
    r"(?P<place>(?:in|to|for) (?:the )?(?:[A-Z][a-z]|\d{4}\b|women|men|children|employees|customers|patients))"
)


def only_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A statement about one becomes a statement about it alone: in Ohio → only in Ohio."""
    if _NEGATIVE.search(sentence) or re.search(r"\b(?:first|mainly|primarily|born|died|was|were|had)\b|\b(?:is|are) (?:an?|the)\b", sentence) or any(sentence[a:b].split()[0] in BASE_OF_PAST for a, b in verb_groups(sentence)):
        return []
    places = [m.start("place") for m in _ONLY_HERE.finditer(sentence)]
    return some(rng, [put(sentence, place, place, "only ") for place in places])


_OPPOSITES = Table(
    both_ways(
        ("increased", "decreased"), ("increases", "decreases"), ("increase", "decrease"), ("increasing", "decreasing"), ("rose", "fell"), ("rising", "falling"), ("grew", "shrank"), ("growing", "shrinking"), ("gained", "lost"),
        ("growth", "decline"), ("declined", "increased"), ("declines", "increases"), ("dropped", "rose"), ("higher", "lower"), ("highest", "lowest"), ("larger", "smaller"), ("largest", "smallest"), ("biggest", "smallest"), ("older", "younger"), ("oldest", "youngest"),
        ("longer", "shorter"), ("longest", "shortest"), ("faster", "slower"), ("better", "worse"), ("best-known", "least-known"), ("greater", "smaller"), ("greatest", "smallest"), ("stronger", "weaker"), ("upper", "lower"), ("maximum", "minimum"), ("improved", "worsened"),
        ("accepted", "rejected"), ("accept", "reject"), ("approved", "rejected"), ("supported", "opposed"), ("supports", "opposes"), ("won", "lost"), ("win", "lose"), ("victory", "defeat"), ("success", "failure"), ("successful", "unsuccessful"), ("successfully", "unsuccessfully"), ("bought", "sold"), ("purchased", "sold"),
        ("opened", "closed"), ("entered", "left"), ("arrived", "departed"), ("joined", "left"), ("includes", "excludes"), ("including", "excluding"), ("included", "excluded"), ("allowed", "prohibited"), ("allows", "prohibits"), ("permitted", "prohibited"), ("legal", "illegal"),
        ("northern", "southern"), ("eastern", "western"), ("northeast", "southwest"), ("northwest", "southeast"), ("north", "south"), ("east", "west"), ("positive", "negative"), ("positively", "negatively"), ("internal", "external"),
        ("male", "female"), ("men", "women"), ("boys", "girls"), ("father", "mother"), ("son", "daughter"), ("brother", "sister"), ("husband", "wife"), ("uncle", "aunt"), ("king", "queen"), ("above", "below"), ("inside", "outside"), ("strengthened", "weakened"),
        ("effective", "ineffective"), ("possible", "impossible"), ("public", "private"), ("rural", "urban"), ("temporary", "permanent"), ("direct", "indirect"), ("directly", "indirectly"), ("formal", "informal"), ("common", "rare"), ("popular", "unpopular"), ("similar", "dissimilar"),
        ("stable", "unstable"), ("dependent", "independent"), ("odd", "even"), ("ancient", "modern"), ("agreed", "refused"), ("praised", "criticised"), ("confirmed", "denied"), ("failed to", "managed to"), ("encouraged", "discouraged"), ("attacked", "defended"),
        ("significant", "insignificant"), ("majority", "minority"), ("import", "export"), ("imports", "exports"), ("imported", "exported"), ("hardware", "software"), ("employer", "employee"), ("buyer", "seller"), ("licensor", "licensee"), ("lessor", "lessee"), ("borrower", "lender"), ("plaintiff", "defendant"), ("tenant", "landlord"),
        ("lowest", "highest"), ("reduced", "increased"), ("reduces", "increases"), ("reduce", "increase"), ("raised", "lowered"), ("expanded", "contracted"), ("favorable", "unfavorable"), ("favorably", "unfavorably"), ("advantage", "disadvantage"), ("mandatory", "optional"), ("required", "optional"), ("upward", "downward"), ("appreciation", "depreciation"),
    )
)  # fmt: skip
_COMPASS = Table(both_ways(("North", "South"), ("Northern", "Southern"), ("East", "West"), ("Eastern", "Western")))
_LEFT_ALONE = re.compile(r"(?:-|\bno |\bnot |\bas |\bsuch |\bin |\bof |\bthe |\bonce )$")


def opposite(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A word becomes its opposite: increased → decreased, north → south, won → lost."""
    found = []
    for start, end, old, new in [*_OPPOSITES.hits(sentence), *_COMPASS.hits(sentence)]:
        low, before, after = old.lower(), sentence[:start], sentence[end:]
        if re.search(rf"\b{re.escape(new.strip())}\b", context.paragraph) or after.startswith("-"):
            continue
        if low in {"common", "even", "required", "direct", "import", "rose", "raised", "contracted", "above", "growth", "public", "private", "odd", "queen", "king", "opened", "entered", "east", "son"} and not {
            "above": re.match(r" (?:the|\d)", after), "rose": re.match(r" (?:by|to|from|\d)", after), "raised": re.match(r" (?:its|the|taxes)", after), "required": None, "entered": re.match(r" (?:the|[A-Z])", after),
            "common": re.search(r"\b(?:more|most|very|is|are) $", before), "public": re.match(r" (?:school|company|university|sector|schools)", after), "private": re.match(r" (?:school|company|university|sector|schools)", after),
            "growth": re.search(r"\b(?:revenue|sales|population|income|the|economic) $", before) and not re.match(r" (?:rate|factor)", after), "son": re.search(r"\b(?:his|her|the|a) $", before), "east": True,
        }.get(low):  # fmt: skip
            continue
        if low in {"including", "includes", "included", "excluding", "possible", "similar", "won", "lost", "joined", "left"} and re.search(r"\b(?:as|not|is|are|was|were) $", before):
            continue
        if low in {"lost", "left", "closed", "contracted", "lower", "even", "minority", "majority", "independent"} and not re.match(r" (?:the|its|his|her|their|by|to|than|\d|of)\b", after):
            continue
        if low == "lost" and re.match(r" (?:to|by)\b", after):
            continue
        if low in {"included", "left"} and re.match(r" (?:in|to|a|out)\b", after):
            continue
        if low in {"better", "best", "higher", "lower", "longer", "older"} and (before.endswith("no ") or re.match(r" (?:known|education|level|secondary|house|court|self)\b", after)):
            continue
        if low == "allowed" and re.match(r" (?:for|\w+ to)\b", after):
            continue
        if low == "agreed" and not re.match(r" to\b", after):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_TERMS = Table(
    both_ways(
        ("gross", "net"), ("assets", "liabilities"), ("basic", "diluted"), ("revenue", "net income"), ("revenues", "expenses"), ("current", "non-current"), ("short-term", "long-term"), ("receivable", "payable"), ("operating", "financing"),
        ("before tax", "after tax"), ("debit", "credit"), ("income", "expense"), ("inflows", "outflows"), ("inflow", "outflow"), ("profit", "loss"), ("cash provided by", "cash used in"), ("deferred tax assets", "deferred tax liabilities"), ("domestic", "foreign"), ("depreciation", "appreciation"),
        ("underfunded", "overfunded"), ("undervalued", "overvalued"), ("lessee", "lessor"), ("dividends", "interest"), ("preferred stock", "common stock"), ("fixed", "variable"), ("purchase", "sale"), ("unrealized", "realized"), ("unaudited", "audited"),
    )
)  # fmt: skip


def accounting_term_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Gross becomes net, assets become liabilities, basic becomes diluted."""
    if not re.search(r"\b(?:compan|fiscal|revenue|income|assets|share|tax|million|net|cash|lease|stock|financial)", sentence.lower()):
        return []
    return some(
        rng,
        [
            put(sentence, start, end, new)
            for start, end, old, new in _TERMS.hits(sentence)
            if not re.search(rf"\b{re.escape(new)}\b", sentence, re.I)
            and not (old.lower() == "income" and (re.match(r" (?:tax|from|statement)", sentence[end:]) or re.search(r"(?i)\b(?:comprehensive|net|operating) $", sentence[:start])))
            and not re.match(r" (?:and|or)\b|[-/]", sentence[end:])
            and not re.search(r"\b(?:and|or) $|-$", sentence[:start])
        ],
    )


_ROLES = (
    "chairman", "chief executive", "chief executive officer", "chief financial officer", "chief operating officer", "president", "vice president", "treasurer", "secretary", "director", "producer", "screenwriter", "actor", "actress",
    "singer", "guitarist", "drummer", "bassist", "author", "editor", "journalist", "professor", "lawyer", "physician", "architect", "engineer", "mayor", "governor", "senator", "ambassador", "bishop", "emperor", "captain", "coach", "goalkeeper",
    "midfielder", "defender", "founder", "historian", "painter", "poet", "novelist", "composer", "economist", "philosopher", "mathematician", "chemist", "physicist", "biologist", "psychologist", "politician", "businessman", "judge", "general", "admiral",
)  # fmt: skip
_ROLE = re.compile(r"(?<![\w-])(?P<role>" + "|".join(sorted(_ROLES, key=len, reverse=True)) + r")(?![\w-])(?! (?:election|meeting|public|manager|general|purpose|population))")
_GROUPS = (_ROLES[:9], _ROLES[9:14], _ROLES[14:18], _ROLES[18:26], _ROLES[26:32], _ROLES[32:37], _ROLES[37:])


def role_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A person's role becomes another of the same kind: chairman → treasurer."""
    found = []
    text = context.paragraph.lower()
    for match in _ROLE.finditer(sentence):
        if match["role"] == "general" and not re.search(r"\b(?:a|the|his|as) $", sentence[: match.start()]):
            continue
        if match["role"] == "general" and re.match(r" [a-z]", sentence[match.end() :]):
            continue
        group = next(group for group in _GROUPS if match["role"] in group)
        choices = [role for role in group if role not in text and role not in match["role"] and match["role"] not in role]
        if choices:
            found.append(put(sentence, match.start(), match.end(), rng.choice(choices)))
    return some(rng, found)


_DEMONYMS = (
    "American British Canadian Australian French German Italian Spanish Portuguese Dutch Swedish Norwegian Danish Finnish Polish Russian Chinese Japanese Korean Indian Brazilian Mexican Irish Scottish Turkish Greek Egyptian Israeli "
    "Austrian Swiss Belgian Hungarian Czech Romanian Ukrainian Nigerian Kenyan Argentine Chilean Thai Vietnamese Indonesian"
).split()  # fmt: skip
_DEMONYM = re.compile(rf"\b(?P<word>{'|'.join(_DEMONYMS)})(?= [a-z])")


def nationality_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """An American author becomes a Swedish author."""
    choices = [word for word in _DEMONYMS if word[:4] not in context.paragraph]
    return some(rng, [put(sentence, m.start(), m.end(), rng.choice(choices)) for m in _DEMONYM.finditer(sentence) if not sentence[: m.start()].endswith("-")])


_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_ORDINAL = re.compile(rf"(?<=\b)(?P<word>{'|'.join(_ORDINALS)}|{'|'.join(word.capitalize() for word in _ORDINALS)})(?=(?:-| )[A-Za-z])")
_FIGURE_ORDINAL = re.compile(r"\b(?P<number>\d{1,3})(?:st|nd|rd|th)\b(?! (?:and|to|or) \d|[- –]centur|,? \d{4})")
_PLACED = re.compile(r"\b(?P<lead>No\. |number |ranked |Chapter |Section |Article |Note |Item |Part |Act |Episode |Season |Version |Level |Phase |Stage |Route |Grade |Division |Type )(?P<number>\d{1,3})(?![\d.,]*\d)")


def ordinal_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A place in an order, or a section number, becomes another: second → third."""
    found = []
    for match in _ORDINAL.finditer(sentence):
        determined = re.search(r"(?i)\b(?:the|his|her|its|their|a|an|our|this|\w+['’]s)(?: club['’]s)? $", sentence[: match.start()]) or re.match(r"-\w+est\b|-most", sentence[match.end() :])
        if match["word"][0].isupper() and not re.match(r" (?:World|Amendment|Division|Army|Republic|Battle|Fleet|Avenue|Street|Dynasty|Baron|Earl|Duke)", sentence[match.end() :]):
            continue
        if not determined or re.match(r" (?:two|three|four|few|half|quarter|of all|and|or|to|time in|lady|aid|person|hand|instance|place|step)\b|-(?:class|person|hand|party|rate|time|ever)", sentence[match.end() :]):
            continue
        choices = [word for word in _ORDINALS[:6] if word != match["word"].lower() and word not in context.paragraph.lower()]
        if choices:
            found.append(put(sentence, match.start(), match.end(), like(match["word"], rng.choice(choices))))
    for match in _FIGURE_ORDINAL.finditer(sentence):
        new = _next_ordinal(int(match["number"]) + rng.choice([1, 2]))
        if new not in sentence:
            found.append(put(sentence, match.start(), match.end(), new))
    for match in _PLACED.finditer(sentence):
        changed = str(int(match["number"]) + rng.choice([1, 2, 3]))
        if f"{match['lead']}{changed}" not in context.paragraph:
            found.append(put(sentence, match.start("number"), match.end("number"), changed))
    return some(rng, found)


def _next_ordinal(number: int) -> str:
    suffix = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


WORD_FAULTS: tuple[Operator, ...] = (
    negation_dropped, negation_added, duty_loosened, duty_tightened, quantifier_strengthened, quantifier_turned, only_added, opposite, accounting_term_changed,
    role_changed, nationality_changed, ordinal_changed,
)  # fmt: skip
