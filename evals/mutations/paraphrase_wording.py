"""Paraphrases that replace single words by equivalent ones: contractions, spelling, synonyms, abbreviations."""

import random
import re

from .variants import Context, Operator, Table, like, put, read_pairs, some

_SHORT = read_pairs(
    """
    is not → isn't; are not → aren't; was not → wasn't; were not → weren't; has not → hasn't; have not → haven't;
    had not → hadn't; does not → doesn't; do not → don't; did not → didn't; will not → won't; would not → wouldn't;
    cannot → can't; could not → couldn't; should not → shouldn't
"""
)
_CONTRACT = re.compile(r"\b(?P<long>" + "|".join(_SHORT) + r")\b(?! only)")
_EXPAND = re.compile(
    r"\b(?P<short>" + "|".join(re.escape(short).replace("'", "['’]") for short in _SHORT.values()) + r")\b"
)
_PRONOUNS = read_pairs(
    """
    it is → it's; they are → they're; he is → he's; she is → she's; we are → we're; it has been → it's been;
    they have been → they've been; that is → that's; there is → there's
"""
)
_PRONOUN = re.compile(
    r"(?:^|(?<=, )|(?<=and )|(?<=but )|(?<=because )|(?<=that ))(?P<long>(?:"
    + "|".join(long.replace(long[0], f"[{long[0].upper()}{long[0]}]", 1) for long in _PRONOUNS)
    + r"))(?= (?:a|an|the|not|also|still|located|known|likely|now|one|in|being|been|expected)\b)"
)


def contraction(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Contract words, or expand a contraction: does not → doesn't, it is → it's, and the reverse."""
    found = []
    long_of = {short: long for long, short in _SHORT.items()}
    for match in _CONTRACT.finditer(sentence):
        found.append(put(sentence, match.start(), match.end(), _SHORT[match[0]]))
    for match in _EXPAND.finditer(sentence):
        if not re.match(r" (?:it|you|we|they|he|she|I|this|that|there)\b", sentence[match.end() :]):
            found.append(put(sentence, match.start(), match.end(), long_of[match[0].replace("’", "'")]))
    for match in _PRONOUN.finditer(sentence):
        if match["long"].lower() in _PRONOUNS and not re.match(r",| which", sentence[match.end() :]):
            found.append(
                put(sentence, match.start(), match.end(), like(match["long"], _PRONOUNS[match["long"].lower()]))
            )
    return some(rng, found)


_SPELLINGS = Table(
    read_pairs(
        """
    color ↔ colour; colors ↔ colours; favor ↔ favour; favorite ↔ favourite; honor ↔ honour; labor ↔ labour;
    neighbor ↔ neighbour; neighboring ↔ neighbouring; harbor ↔ harbour; behavior ↔ behaviour;
    organization ↔ organisation; organizations ↔ organisations; organized ↔ organised; recognize ↔ recognise;
    recognized ↔ recognised; recognizes ↔ recognises; realized ↔ realised; center ↔ centre; theater ↔ theatre;
    meter ↔ metre; defense ↔ defence; license ↔ licence; traveled ↔ travelled; traveling ↔ travelling;
    canceled ↔ cancelled; modeling ↔ modelling; program ↔ programme; programs ↔ programmes; analyze ↔ analyse;
    analyzed ↔ analysed; catalog ↔ catalogue; gray ↔ grey; utilized ↔ utilised; amortized ↔ amortised;
    capitalized ↔ capitalised; unrecognized ↔ unrecognised; jewelry ↔ jewellery; fulfill ↔ fulfil;
    enrollment ↔ enrolment; aging ↔ ageing; artifacts ↔ artefacts; authorized ↔ authorised; criticized ↔ criticised;
    emphasized ↔ emphasised; characterized ↔ characterised; industrialized ↔ industrialised
"""
    )
)


def spelling(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change American to British spelling, or the reverse, except in names."""
    found = []
    for start, end, old, new in _SPELLINGS.hits(sentence):
        if (
            old[0].islower()
            and old not in {"meter", "license", "licence"}
            and not re.search(r"[\"“][^\"”]*$", sentence[:start])
            and not re.match(r" [A-Z]", sentence[end:])
        ):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_SYNONYMS = Table(
    read_pairs(
        """
    approximately ↔ about; prior to ↔ before; in order to → to; began ↔ started; commenced → began; purchased ↔ bought;
    attempted to ↔ tried to; located in ↔ situated in; for example ↔ for instance; large number of ↔ great number of;
    obtained → got; primarily ↔ mainly; previously → earlier; subsequently → later; numerous → many;
    died ↔ passed away; film ↔ movie; frequently ↔ often; the majority of ↔ most of; in the vicinity of → near;
    resides in ↔ lives in
"""
    )
)
_THEN = {
    word: re.compile(pattern)
    for words, pattern in (
        (("about",), r" [$£€]?\d"),
        (("before",), r" (?:the|\d|his|her|its)\b"),
        (("most of",), r" the\b"),
        (("died", "passed away"), r" (?:in|on|at)\b"),
        (("film", "movie"), r" (?:was|is|directed|about|stars)\b"),
        (("obtained", "purchased", "bought"), r" (?:an?|the|his|her|[A-Z]\w+)\b"),
        (("began", "started", "commenced"), r" (?:in|on|his|her|the|as|to)\b"),
        (("numerous",), r" [a-z]+s\b"),
        (("previously", "subsequently"), r" [a-z]+ed\b"),
    )
    for word in words
}
"""The text that must follow a word so that its synonym means the same."""
_UNSAFE_BEFORE = re.compile(r"[\"“][^\"”]*$|\b(?:be|just|only|how|what|is|are|was|were|and|or) $")


def synonym(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a word to a synonym: began → started, approximately → about."""
    found = []
    for start, end, old, new in _SYNONYMS.hits(sentence):
        follows = _THEN.get(old.lower())
        fits = follows is None or follows.match(sentence[end:])
        if fits and not _UNSAFE_BEFORE.search(sentence[:start]) and not sentence[end:].startswith("-"):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_SAME_BOUND = Table(
    read_pairs(
        """
    at least → no less than; at most → no more than; more than → over; over → more than; less than → under;
    no more than → at most; no less than → at least; exceeding → more than; roughly → about; around → about;
    nearly → almost; almost → nearly
"""
    ),
    before=(
        r"(?= (?:[$£€]|US\$)?\d[\d,.]*(?: (?:million|billion|thousand|percent|per cent|people|members"
        r"|employees|countries|students|copies|feet|metres|kilometres|acres)|%|,\d| [a-z]+s\b))"
    ),
)


def bound_reworded(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Reword a bound: more than 5 → over 5, at least 5 → no less than 5."""
    found = []
    for start, end, old, new in _SAME_BOUND.hits(sentence):
        if re.search(r"\b(?:no|not|little|much|far|any) $", sentence[:start]) or (
            old.lower() in {"over", "around", "up to"}
            and re.match(
                r"(?: \S+){1,3} (?:years?|months?|weeks?|days?|hours?|decades?|seasons?|period|times|games|matches)\b",
                sentence[end:],
            )
        ):
            continue
        if old.lower() in {"over", "around", "up to"} and re.search(
            r"\b(?:win|won|victory|vot\w+|win|spread|all|from|lead|fired|elected) $", sentence[:start]
        ):
            continue
        found.append(put(sentence, start, end, like(old, new)))
    return some(rng, found)


_ABBREVIATIONS = (
    ("United States", "U.S."),
    ("U.S.", "US"),
    ("United Kingdom", "UK"),
    ("U.K.", "UK"),
    ("United Nations", "UN"),
    ("European Union", "EU"),
    ("World War II", "the Second World War"),
    ("World War I", "the First World War"),
)


def abbreviation(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Abbreviate a name, or reword it: the United States → the U.S., World War II → the Second World War."""
    found = []
    for long, short in _ABBREVIATIONS:
        for match in re.finditer(rf"(?<![\w.]){re.escape(long)}(?!\w)", sentence):
            before, after = sentence[: match.start()], sentence[match.end() :]
            if (
                re.match(r"[- ](?:\([A-Z]|[A-Z])|['’]|-", after)
                or re.search(r"(?:[A-Z]\w+ (?:of )?|of the |[\"“-])$", before)
                or after in {"", "."}
            ):
                continue
            if short.startswith("the ") and re.search(
                r"\b(?:the|a|an|his|her|post|pre|during early|late) $|-$", before
            ):
                continue
            if short.startswith("the ") and not re.search(r"\b(?:in|of|during|after|before|since|until) $", before):
                continue
            found.append(put(sentence, match.start(), match.end(), short))
    return some(rng, found)


WORDINGS: tuple[Operator, ...] = (contraction, spelling, synonym, bound_reworded, abbreviation)
