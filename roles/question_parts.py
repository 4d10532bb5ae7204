"""The question cleaned, resolved against earlier turns, and cut into the parts that ask."""

import re
import unicodedata
from collections.abc import Sequence

from .question_names import names_in
from .question_words import ASKING, AUXILIARIES, POSSESSIVE_REFERENCE, REFERENCE, WH

LONGEST_QUESTION = 4_000
"""Characters. A question of two pages is a document; what it asks cannot be told by rule."""
_ASK = r"(?:what|who|whom|whose|which|when|where|why|how)"
_SENTENCE = re.compile(
    r"(?<=[?!])\s+|(?<=[a-z\d)\"”]\.)\s+(?=[A-Z])|:\s+(?=(?i:what|who|which|how|when|where|why|is|are|does|did)\b)"
)
_PREAMBLE = re.compile(
    r"^(?:by|using|based (?:up)?on|from|given|considering|according to|drawing)\b(?P<said>[^?]{0,160}?),\s*"
    rf"(?=(?:{_ASK}|is|are|was|were|does|did|do|has|have|can)\b)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\s*;\s*|,?\s+and\s+(?:also\s+)?(?=(?:(?:for|in|to|by|on|at|from|under|with)\s+)?(?:what|who|whom|which|when|where|why|how)\b)|"
    r",\s+and\s+(?=(?:is|are|was|were|does|do|did|has|have|can|may|must|will)\s)",
    re.IGNORECASE,
)
_VERB = re.compile(rf"\b(?:{'|'.join(sorted(AUXILIARIES))}|[a-z]{{3,}}(?:s|ed))\b", re.IGNORECASE)
_INSTRUCTION = re.compile(
    r"^(?:please\s+)?(?:round|answer|address|calculate what|use|give your|express|assume|note that|"
    r"if\b.*\b(?:state|say|explain)|do not|ignore|respond|reply|keep|write|output|we need|i need|i am|i'm)\b",
    re.IGNORECASE,
)

_INSTRUCTION_ONLY = re.compile(
    r"^(?:please\b|(?:round|answer|address|calculate|use|give|express|assume|note|do not|don't|ignore|respond|reply|keep|write|output|show|list"
    r"|we need|i need|tell|explain|if\b.*\b(?:state|say|explain))\b)",
    re.IGNORECASE,
)
_DEFINES = re.compile(r"\b(?:is|are) (?:defined|calculated|computed)\b|\bmeans\b|[=:]", re.IGNORECASE)


def cleaned(question: str) -> str:
    """One line without control characters, in composed form."""
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in question)
    return " ".join(unicodedata.normalize("NFC", text).split())


def resolved(question: str, earlier_turns: Sequence[str], known: Sequence[str], titles: Sequence[str]) -> str:
    """The question with its first "its", "they" or "that company" replaced by the name that the latest earlier turn holds.

    Only where the question itself names nothing (SPEC SUB-1: earlier turns resolve references, and nothing else).
    """
    if not earlier_turns or not REFERENCE.search(question) or names_in(question, known, titles):
        return question
    for turn in reversed(earlier_turns):
        names = names_in(cleaned(turn[:LONGEST_QUESTION]), known, titles)
        if names:
            chosen = next((one for one in names if one.known), names[0]).text

            def put(match: re.Match[str]) -> str:
                return f"{chosen}'s" if POSSESSIVE_REFERENCE.fullmatch(match.group()) else chosen  # noqa: B023

            return REFERENCE.sub(put, question, count=1)
    return question


def asking_sentences(question: str) -> tuple[str, ...]:
    """The sentences that ask. Definitions, instructions on the form of the answer and preambles are left aside."""
    sentences = [one.strip() for one in _SENTENCE.split(question) if one.strip()]
    if len(sentences) == 1:
        return (without_preamble(sentences[0]),)
    asking = [one for one in sentences if one.endswith("?") and not _INSTRUCTION.match(one)]
    asking = asking or [one for one in sentences if _asks(one) and not _INSTRUCTION.match(one)] or sentences[:1]
    return tuple(without_preamble(one) for one in asking)


def told_before(question: str) -> tuple[str, ...]:
    """The sentences beside those that ask which tell of something: circumstances, and no instruction or definition."""
    sentences = [one.strip() for one in _SENTENCE.split(question) if one.strip()]
    asking = asking_sentences(question)
    return tuple(
        one
        for one in sentences
        if without_preamble(one) not in asking
        and not one.endswith("?")
        and not _INSTRUCTION_ONLY.match(one)
        and not _DEFINES.search(one)
    )


def without_preamble(sentence: str) -> str:
    """ "By drawing conclusions from the income statement, what is X?" asks "what is X?". A preamble with a figure or a name in it
    may be a condition, and stays."""
    match = _PREAMBLE.match(sentence)
    if match is None or re.search(r"\d|(?<!^)\b[A-Z][a-z]", match["said"]):
        return sentence
    return sentence[match.end() :]


def parts(sentences: Sequence[str]) -> tuple[str, ...]:
    """One part for each thing asked; a conjunction inside one request ("A and B") does not cut it."""
    found: list[str] = []
    for sentence in sentences:
        pieces = [piece.strip(" ,.;?!") for piece in _PARTS.split(sentence)]
        whole = all(_asks(piece) and _VERB.search(piece) for piece in pieces)
        found += pieces if whole else [sentence.strip(" ,.;?!")]
    return tuple(dict.fromkeys(found))


def _asks(text: str) -> bool:
    first = re.match(r"\W*([\w']+)", text)
    opens = first is not None and first[1].casefold() in ASKING | AUXILIARIES
    return opens or WH.search(text) is not None
