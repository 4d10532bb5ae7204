"""Faults in negations, in duties and permissions, and in quantifiers."""

import random
import re

from .variants import Context, Operator, Table, put, read_pairs, some
from .verb_tables import BASE_OF_PAST, verb_groups

_AUX_NOT = re.compile(
    r"\b(?P<aux>is|are|was|were|has|have|had|can|could|will|would|shall|should|must|do|does|did) not "
    r"(?!only|just|merely|simply|solely|necessarily|limited|until|yet|all|every|to mention|so much|because"
    r"|by)"
)
_SHORT_NOT = re.compile(
    r"\b(?P<aux>is|are|was|were|has|have|had|could|would|should|does|did|do|wo|ca)n['’]t (?!only|just|yet|all|every)"
)
_NEVER = re.compile(r"\b(?P<aux>has|have|had|was|were|is|are|would|will) never (?!(?:again|before)\b)")
_NO_LONGER = re.compile(r"\b(?P<aux>is|are|was|were|can|do|does|did|has|have|had|will|would|could) no longer (?!than)")
_NO_NOUN = re.compile(
    r"\b(?P<lead>(?:has|have|had|is|was|were|are|with|found|showed|made|makes|provides?|contains?|received"
    r"|there) )no (?!longer|one|more|less|later|fewer|matter|doubt|other|sooner|way|means|idea)(?=[a-z])"
)
_CANNOT = re.compile(r"\bcannot\b(?! but| help)")
_OR_NOT = re.compile(
    r"\bor not\b|\bwhether\b|\bnot\b[^.;]{3,60}\bbut\b|\bneither\b|\bnor\b|n['’]t\b[^.;]{3,40}\bany"
    r"|\bnot\b[^.;]{1,40}\bany\b|\blimited to\b"
)


def negation_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a denial to an assertion."""
    if _OR_NOT.search(sentence):
        return []
    found = []
    for match in _AUX_NOT.finditer(sentence):
        found.append(put(sentence, match.end("aux"), match.end() - 1, ""))
    for match in _SHORT_NOT.finditer(sentence):
        found.append(
            put(sentence, match.start(), match.end() - 1, {"wo": "will", "ca": "can"}.get(match["aux"], match["aux"]))
        )
    found += [put(sentence, m.end("aux"), m.end() - 1, "") for m in _NEVER.finditer(sentence)]
    found += [put(sentence, m.end("aux"), m.end(), " still ") for m in _NO_LONGER.finditer(sentence)]
    found += [put(sentence, m.end("lead"), m.end(), "some ") for m in _NO_NOUN.finditer(sentence)]
    found += [put(sentence, m.start(), m.end(), "can") for m in _CANNOT.finditer(sentence)]
    return some(rng, found)


_NEGATIVE = re.compile(
    r"\b(?:not|never|no|none|nor|neither|nobody|nothing|without|hardly|cannot|few|little|only|n['’]t)\b|n['’]t\b"
)
_ASSERTED = re.compile(
    r"(?<![\"“(])\b(?P<aux>is|are|was|were|can|will|would|shall|should|must|has been|have been|had been)"
    r"(?= (?:the|an?|in|on|of|to|be|\w+ed|\w+en|known|made|built|found|held|led|born|located|part|its|his"
    r"|her)\b)"
)
_UNASSERTED = re.compile(r"(?i)\b(?:if|whether|unless|although|though|what|how|why|which is why|than|as)\b")
_PAST = re.compile(
    r"(?<=[\w)\"”] )(?P<past>"
    + "|".join(sorted(BASE_OF_PAST, key=len, reverse=True))
    + r")\b(?= (?:the|an?|his|her|its|their|in|to|from|at|on|for|[A-Z][a-z]+)\b)"
)
_SUBJECT = re.compile(r"^(?:The |Its |His |Her |Their |This |These )?(?:[\w’'&.-]+ ){0,5}$")
_NOT_SUBJECT = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|by|and|or|of|in|at|on|that|who|which|when|to|not"
    r"|often|then|only|newly|also|both|with|for|from|as|recently|previously|originally)\b"
)


def negation_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change an assertion to a denial."""
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


_DUTY = Table(
    read_pairs(
        """
    must → may; shall → may; is required to → may; are required to → may; is obliged to → may; are obliged to → may;
    has to → may; have to → may; must not → may; shall not → may; may not → may
"""
    )
)
_PERMITTED_DEED = re.compile(
    r" (?:be (?:assigned|transferred|used|disclosed|sold|combined)|assign|transfer|disclose|use|sell|take"
    r"|work|enter|apply|carry|claim|exceed|terminate|share|publish)\b"
)


def duty_loosened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a duty to a permission: must → may, shall not → may."""
    found = []
    for start, end, old, new in _DUTY.hits(sentence):
        if old[0].isupper() or (old == "may not" and not _PERMITTED_DEED.match(sentence[end:])):
            continue
        after = sentence[end:]
        if re.match(r" (?:also )?have\b| say\b", after) or sentence[:start].rstrip().endswith(
            ("will", "would", "could", "may", "might", "to", "not", "n't", "n’t")
        ):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_STRONGER = Table(
    read_pairs(
        """
    may → must; should → must; can → must; might → will; could → will; is permitted to → is required to;
    are permitted to → are required to; is allowed to → is required to; are allowed to → are required to;
    are entitled to → are required to; is entitled to → is required to; is encouraged to → is required to;
    are encouraged to → are required to; optional → mandatory; voluntary → mandatory; recommended → mandatory
"""
    )
)


def duty_tightened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a permission or advice to a duty, or a possibility to a certainty: may → must, might → will."""
    found = []
    for start, end, old, new in _STRONGER.hits(sentence):
        if (
            old[0].isupper()
            or re.match(r" not\b| have\b|n['’]t", sentence[end:])
            or _OR_NOT.search(sentence[start : start + 40])
        ):
            continue
        if old == "should" and re.search(r"\bif\b|\bthat\b", sentence[:start]):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_MORE_OF = Table(
    read_pairs(
        """
    some → all; most → all; many → all; several → all; few → many; a few → all; almost all → all; nearly all → all;
    some of → all of; most of → all of; many of → all of; several of → all of; one of → all of; part of → all of;
    parts of → all of; the majority of → all of; a minority of → the majority of; sometimes → always; often → always;
    usually → always; generally → always; typically → always; occasionally → always; rarely → often; seldom → often;
    frequently → always; mainly → entirely; mostly → entirely; primarily → entirely; largely → entirely;
    partly → entirely; partially → fully; predominantly → exclusively
"""
    )
)
_COUNTED = re.compile(
    r" (?:other |new |large |local |major |public |young |early |of the |of its |of their |of his |of her )?[a-z]+s\b"
)


def quantifier_strengthened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Strengthen a quantifier: some → all, often → always, partly → entirely."""
    found = []
    for start, end, old, new in _MORE_OF.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low in {"some", "most", "many", "several", "few"} and not _COUNTED.match(after):
            continue
        if re.search(
            (
                r"\b(?:the|at|as|so|how|not|very|too|quite|a|an|these|those|his|her|its|their|last|next|past|first|is"
                r"|was|are|were|for|more|\w+ and|good) $"
            ),
            before.lower(),
        ) and low not in {
            "often",
            "usually",
            "generally",
            "typically",
            "mainly",
            "mostly",
            "primarily",
            "largely",
            "partly",
            "partially",
            "predominantly",
            "part of",
            "some of",
            "most of",
            "many of",
            "rarely",
            "seldom",
            "sometimes",
            "frequently",
        }:
            continue
        if low == "one of" or (low == "most" and re.match(r" [a-z]+(?:ous|ive|al|ful|ant|ent|able|ic)s?\b", after)):
            continue
        if low == "part of" and (
            not re.match(r" the\b", after)
            or re.search(
                (
                    r"\b(?:as|is|was|became|being|are|were|become|forms?|formed|became|large|small|major|of|key|important"
                    r"|great|integral|took|take|takes) $"
                ),
                before,
            )
        ):
            continue
        if low.startswith(("most", "generally", "often", "part", "frequently")) and re.search(
            r"\b(?:more|not|less|one of the|\w+ed|its|his) $", before
        ):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_LESS_OF = Table(
    read_pairs(
        """
    all → only some; all of the → only some of the; every → almost no; none of the → all of the; none of → all of;
    always → rarely; entirely → partly; fully → partly; completely → partly; exclusively → partly; solely → partly;
    both of → only one of; the majority of → a minority of; a majority of → a minority of; most of → little of;
    unanimously → narrowly; widely → rarely; often → never; usually → never
"""
    )
    | {"only": ""}
)


def quantifier_turned(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Weaken or reverse a quantifier, or leave out “only”: all → only some, none → all, always → rarely."""
    found = []
    for start, end, old, new in _LESS_OF.hits(sentence):
        before, after = sentence[:start], sentence[end:]
        low = old.lower()
        if low == "all" and (
            not re.match(r" (?!of\b)(?:[a-z]+ )?[a-z]+s\b", after)
            or re.search(
                (
                    r"\b(?:at|of|above|after|first|not|over|are|were|have|almost|nearly|they|we|in|that|and|virtually|with"
                    r"|it|is|for) $"
                ),
                before.lower(),
            )
        ):
            continue
        if low == "every" and (
            not re.match(r" [a-z]+\b(?!-)", after)
            or re.match(r" (?:day|week|month|year|time|other|two|three|four|five|few|single|\d)", after)
            or re.search(r"\b(?:almost|nearly|virtually|not|in|of|for|at) $", before.lower())
        ):
            continue
        if low == "only" and (
            not re.match(r" (?:in|on|at|by|from|when|after|if|to|for|with|the|those|\d|one|two|three)\b", after)
            or re.search(r"(?:\b(?:not|the|an|his|her|its|if|read|was|is|t) |^)$", before)
            or re.match(r" to\b", after)
        ):
            continue
        if low in {
            "always",
            "often",
            "usually",
            "widely",
            "fully",
            "completely",
            "entirely",
            "exclusively",
            "solely",
        } and re.search(r"\b(?:not|almost|nearly|most|more|very|as|quite) $|n['’]t ", before):
            continue
        found.append(put(sentence, start, end + 1 if not new else end, new))
    return some(rng, found)


_ONLY_HERE = re.compile(
    r"\b(?:operat(?:es?|ed|ing)|sold|sells?|available|used|found|licensed|works?|active|published|offered"
    r"|appl(?:y|ies|ied)|open|refers?|provided|distributed|serves?"
    r"|native|known|eligible|effective|valid|permitted|allowed|grown|spoken|lives?|occurs?|common"
    r"|manufactured|broadcast|aired|listed|traded|taught|worn) "
    r"(?P<place>(?:in|to|for) (?:the )?(?:[A-Z][a-z]|\d{4}\b|women|men|children|employees|customers|patients))"
)


def only_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Restrict a statement about one thing to that thing alone: in Ohio → only in Ohio."""
    if (
        _NEGATIVE.search(sentence)
        or re.search(r"\b(?:first|mainly|primarily|born|died|was|were|had)\b|\b(?:is|are) (?:an?|the)\b", sentence)
        or any(sentence[a:b].split()[0] in BASE_OF_PAST for a, b in verb_groups(sentence))
    ):
        return []
    places = [m.start("place") for m in _ONLY_HERE.finditer(sentence)]
    return some(rng, [put(sentence, place, place, "only ") for place in places])


WORD_FAULTS: tuple[Operator, ...] = (
    negation_dropped, negation_added, duty_loosened, duty_tightened, quantifier_strengthened, quantifier_turned, only_added,
)  # fmt: skip
