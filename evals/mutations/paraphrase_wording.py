"""Paraphrases that replace single words by equivalent ones: contractions, spelling, synonyms, abbreviations."""

import random
import re

from .table_rules import counterparts
from .variants import Context, Operator, Table, put, read_pairs, some

_contraction = counterparts(
    "contraction",
    """
    is not ↔ isn't; are not ↔ aren't; was not ↔ wasn't; were not ↔ weren't; has not ↔ hasn't; have not ↔ haven't;
    had not ↔ hadn't; does not ↔ doesn't; do not ↔ don't; did not ↔ didn't; will not ↔ won't; would not ↔ wouldn't;
    cannot ↔ can't; could not ↔ couldn't; should not ↔ shouldn't;
    it is → it's; they are → they're; he is → he's; she is → she's; we are → we're; it has been → it's been;
    they have been → they've been; that is → that's; there is → there's
""",
    before=r"(?= \w)(?! (?:only|it|you|we|they|he|she|I|this|that|there|which)\b)",
)
_spelling = counterparts(
    "spelling",
    """
    color ↔ colour; colors ↔ colours; favor ↔ favour; favorite ↔ favourite; honor ↔ honour; labor ↔ labour;
    neighbor ↔ neighbour; neighboring ↔ neighbouring; harbor ↔ harbour; behavior ↔ behaviour;
    organization ↔ organisation; organizations ↔ organisations; organized ↔ organised; recognize ↔ recognise;
    recognized ↔ recognised; recognizes ↔ recognises; realized ↔ realised; center ↔ centre; theater ↔ theatre;
    defense ↔ defence; traveled ↔ travelled; traveling ↔ travelling;
    canceled ↔ cancelled; modeling ↔ modelling; program ↔ programme; programs ↔ programmes; analyze ↔ analyse;
    analyzed ↔ analysed; catalog ↔ catalogue; gray ↔ grey; utilized ↔ utilised; amortized ↔ amortised;
    capitalized ↔ capitalised; unrecognized ↔ unrecognised; jewelry ↔ jewellery; fulfill ↔ fulfil;
    enrollment ↔ enrolment; aging ↔ ageing; artifacts ↔ artefacts; authorized ↔ authorised; criticized ↔ criticised;
    emphasized ↔ emphasised; characterized ↔ characterised; industrialized ↔ industrialised
""",
    after=r"(?=[a-z])",
    before=r"(?! [A-Z])",
)


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


_TIMES = r"(?:years?|months?|weeks?|days?|hours?|decades?|seasons?|period|times|games|matches)"
_bound_reworded = counterparts(
    "bound_reworded",
    """
    at least → no less than; at most → no more than; more than → over; over → more than; less than → under;
    no more than → at most; no less than → at least; exceeding → more than; roughly → about; around → about;
    nearly → almost; almost → nearly
""",
    after=r"(?<!\bno )(?<!\bnot )(?<!\bmuch )(?<!\bfar )(?<!\bwin )(?<!\bwon )(?<!\ball )(?<!\bfrom )",
    before=rf"(?= (?:US)?[$£€]?\d)(?!(?: \S+){{1,3}} {_TIMES}\b)",
)


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


WORDINGS: tuple[Operator, ...] = (_contraction, _spelling, synonym, _bound_reworded, abbreviation)
