"""Splits a question into sentences that ask, other sentences, and parts that each ask one thing."""

import re
from collections.abc import Sequence

from ....evidence.lexicon.asking_words import ASKING
from ....evidence.lexicon.word_forms import AUXILIARIES
from .question_words import WH

_SENTENCE = re.compile(
    r"(?<=[?!])\s+|(?<=[a-z\d)\"”]\.)\s+(?=[A-Z])|:\s+(?=(?i:what|who|which|how|when|where|why|is|are|does|did)\b)"
)
_PREAMBLE = re.compile(
    r"^(?:by|using|based (?:up)?on|from|given|considering|according to|drawing)\b(?P<said>[^?]{0,160}?),\s*"
    r"(?=(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|does|did|do|has|have|can)\b)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\s*;\s*|,?\s+and\s+(?:also\s+)?(?=(?:(?:for|in|to|by|on|at|from|under|with)\s+)?(?:what|who|whom|which|when|where|why|how)\b)|"
    r",\s+and\s+(?=(?:is|are|was|were|does|do|did|has|have|can|may|must|will)\s)",
    re.IGNORECASE,
)
_VERB = re.compile(rf"\b(?:{'|'.join(sorted(AUXILIARIES))}|[a-z]{{3,}}(?:s|ed))\b", re.IGNORECASE)
_ABOUT_THE_ANSWER = re.compile(
    r"^(?:please\b|round|answer|address|calculate|use|give|express|assume|note|do not|don't|ignore|respond|reply|keep|write|output|thanks?|"
    r"we need|i need|if\b.*\b(?:state|say|explain))\b|\b(?:is|are) (?:defined|calculated|computed)\b|\bmeans\b|[=:]",
    re.IGNORECASE,
)
"""A sentence that gives a definition, or an instruction about the form of the answer."""


def split_question(question: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sentences that ask, without preambles, and the other sentences, without instructions about the
    answer.

    Example: “I am new here. What is the fee?” asks “What is the fee?”, and the other sentence is “I am new here.”
    """
    sentences = [sentence.strip() for sentence in _SENTENCE.split(question) if sentence.strip()]
    plain = [sentence for sentence in sentences if not _ABOUT_THE_ANSWER.search(sentence)] or sentences[:1]
    asking = (
        [sentence for sentence in plain if sentence.endswith("?")]
        or [sentence for sentence in plain if _asks(sentence)]
        or sentences[:1]
    )
    return tuple(map(_without_preamble, asking)), tuple(sentence for sentence in plain if sentence not in asking)


def _without_preamble(sentence: str) -> str:
    """Return the sentence without its preamble: “By drawing conclusions from the income statement, what is X?” gives
    “what is X?”. A preamble with a figure or a name stays, since it may be a condition."""
    match = _PREAMBLE.match(sentence)
    if match is None or re.search(r"\d|(?<!^)\b[A-Z][a-z]", match["said"]):
        return sentence
    return sentence[match.end() :]


def parts(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of the sentences, one for each request. An “and” inside a request, as in "the fee of A and B",
    does not split the request."""
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
