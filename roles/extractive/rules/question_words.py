"""Word lists that the rule-based analyst uses to parse a question."""

import re

from ....evidence.language.question_language import language_of

HEAD_OF = re.compile(r"\bhead of (?!the\b)(?:[A-Z]?[\w&]+)(?: (?:and|&) [A-Z]?\w+)?", re.IGNORECASE)
_WHO = r"\b(?:who|(?:which|what)(?:\s+[a-z]+){0,2}\s+(?:person|people|firm|company|organi[sz]ation))(?:\s+\w+)?\s+"
"""The words that ask for the holder of a role, before a verb: “who”, “which firm”."""
ROLE_VERBS = (
    (re.compile(rf"{_WHO}(?:co-?)?(?:founded|set up)\b|\bby whom was .{{2,80}}? founded\b", re.IGNORECASE), "founder"),
    (re.compile(rf"{_WHO}chairs\b", re.IGNORECASE), "chair"),
    (re.compile(rf"{_WHO}audit(?:s|ed)\b", re.IGNORECASE), "auditor"),
    (re.compile(rf"{_WHO}owns\b", re.IGNORECASE), "owner"),
)  # fmt: skip

WH = re.compile(r"\b(?:what|who|whom|whose|which|when|where|why|how)\b", re.IGNORECASE)
FOREIGN_QUESTION = re.compile(
    r"^\W*(?:wie|was|wer|wem|wen|wo|wann|warum|welche[rsmn]?|wieviele?|ist|sind|hat|haben|gilt|gibt|wird|werden|darf|dürfen|kann|können|"
    r"muss|müssen|soll|sollen|peut|peuvent|doit|doivent|puede|pueden|può|possono|moet|moeten|qui|que|quel(?:le)?s?|quand|combien|où|pourquoi|"
    r"qu[eé]|qui[eé]n|cu[aá]l|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|chi|che|quale|quanto|quando|wat|wie|welke|hoeveel|vad|vem|hvad|hvem|какова|какой|какая|какие|каков|кто|что|когда|где|сколько|почему|как)\b",
    re.IGNORECASE,
)
"""Openings of questions in languages where a capital does not show a name, such as German."""


def is_foreign(question: str) -> bool:
    """Return whether the question is in another language than English, by its opening or by its function words.

    Example: true for “À partir de quand le bail court-il ?”.
    """
    return FOREIGN_QUESTION.match(question) is not None or language_of(question) != "en"


REFERENCE = re.compile(
    r"\b(its|their|his|her|it|they|them|he|she|(?:this|that|the same|said) (?:company|firm|organi[sz]ation|person|"
    r"agreement|contract|policy|document))\b",
    re.IGNORECASE,
)
POSSESSIVE_REFERENCE = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)

CODE = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Z][\w]*-\w[\w-]*\b")
"""A product code such as "HB-340"."""
