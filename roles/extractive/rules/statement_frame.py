"""Finds text beside a quote that shows that the quote is not stated as true (SPEC EVI-12): the heading of its section
(“Myths”), or a sentence beside it (“This is not so.”)."""

import re
from collections.abc import Sequence

_UNASSERTED = re.compile(
    r"[\W\d_]*(?:common\s+|popular\s+)?"
    r"(?:myths?|misconceptions?|misunderstandings?|fallac(?:y|ies)|falsehoods?|rumou?rs?|quiz(?:zes)?|true\s+or\s+false|fiction"
    r"|(?:worked\s+|fictitious\s+|fictional\s+|hypothetical\s+)?examples?|hypothetical(?:\s+cases?)?|specimens?)"
    r"(?:\s+(?:only|about|and)\b[^.]*)?[\W\d_]*(?:[:?–—(].*)?",
    re.IGNORECASE,
)
"""A heading under which nothing is stated as true. It names a kind of text that is false, asked or made up (“Myths”).
Such a word with another noun (“Example Ltd”, “Specimen trees”) is not matched."""

_REFERS = (
    r"(?:this|that|these|those|it|both)|all\s+of\s+(?:this|that|these|those|it)"
    r"|what\s+(?:follows|precedes)|(?:the\s+)?(?:above|below|following|foregoing|preceding|previous|next|last)(?:\s+\w+)?"
    r"|(?:the|this|that|each|every|all)\s+(?:\w+\s+){0,2}?(?:sentence|statement|clause|paragraph|passage|line|claim|text|entry|figure|amount)s?"
    r"(?:\s+(?:above|below|before|after|in\s+this\s+\w+))?"
)
_DENIED = (
    r"not\s+(?:so|true|correct|right|accurate|valid|applicable|the\s+case|in\s+force|to\s+be\s+relied)|no\s+longer|untrue|false|wrong|incorrect"
    r"|inaccurate|mistaken|invented|fictitious|fictional|hypothetical|made\s+up|withdrawn|deleted|removed|struck|cancell?ed|repealed|revoked"
    r"|retracted|superseded|replaced|rejected|disputed|denied"
    r"|an?\s+(?:\w+\s+)?(?:example|illustration|myth|joke|lie|mistake|error|misprint|draft|proposal|rumou?r)"
)
_TAKES_BACK = re.compile(
    r"\W*(?:(?:but|however|yet|note(?:\s+that)?|nb|correction)\b\W*)?"
    rf"(?:(?:{_REFERS})\s+(?:(?:is|are|was|were|has|have|had|been|being|will|be|now|since|also|all|simply|quite|later|entirely|completely)\s+)+(?:{_DENIED})\b"
    r"|(?:none|nothing|little)\s+(?:of|in)\s+\w+(?:\s+\w+){0,2}?\s+(?:is|are|was|were)\s+(?:true|correct|so|right|accurate|valid|in\s+force)\b"
    r"|(?:(?:please|you\s+(?:may|should|can))\s+)?(?:ignore|disregard|forget|scrap)\b"
    r"|(?:not\s+so|wrong|untrue|false|incorrect|correction|erratum)\W*(?:$|[.!:–—]))",
    re.IGNORECASE,
)
"""A sentence whose subject refers to another sentence and whose predicate denies it, or that orders to ignore it. The
predicates are the words for “untrue”, “made up” and “taken out of the text”."""


_UNTICKED = re.compile(r"\s*(?:[-*•]\s*)?(?:\[\s?\]|[☐□◻❏])\s")


def is_unticked(text: str) -> bool:
    """Return whether the text is an option of a form or a quiz that is not ticked, such as “[ ] two minutes”."""
    return _UNTICKED.match(text) is not None


def unasserted_heading(section: str | None) -> str | None:
    """Return the first heading of a section's path under which nothing is stated as true, or None.

    Example: `unasserted_heading("Care › Myths")` gives `"Myths"`.
    """
    return next((title for title in (section or "").split(" › ") if _UNASSERTED.fullmatch(title)), None)


def taken_back(neighbours: Sequence[str]) -> str | None:
    """Return the first sentence beside a quote that takes the quote back, or None.

    Example: `taken_back(["This is not so."])` gives `"This is not so."`.
    """
    return next((sentence for sentence in neighbours if _TAKES_BACK.match(sentence)), None)
