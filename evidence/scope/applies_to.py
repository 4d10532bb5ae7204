"""Finds the organisations to which a text says it applies, as in "This handbook applies to every employee of Acme Ltd"
(SPEC SUB-3)."""

import re
from collections.abc import Iterator

from ..language.sentences import sentences
from ..language.words import content_stems
from ..names.legal_names import suffixed_names
from .declared import Declared

OPENING = 8_000
"""The number of characters at the start of a text that are searched for such a clause."""
_APPLIES = re.compile(
    r"^\W*(?:[\d.]+\s+)?(?:This|These|The)\s+(?:present\s+|following\s+)?(?:[\w-]+\s+){0,4}?"
    r"(?:handbook|manual|policy|policies|procedures?|rules?|regulations?|guidelines?|standards?|schemes?|plan|code|programme)\s+"
    r"(?:[\w-]+\s+){0,3}?(?:appl(?:y|ies)\s+to|covers?|is\s+for|are\s+for|is\s+binding\s+(?:on|for))\b"
)
_NOT = re.compile(r"\b(?:not|except|excluding|other than)\b", re.IGNORECASE)
_A_KIND = re.compile(r"\b(?:an?|any|each|every|no|another)\s+$", re.IGNORECASE)
"""A determiner before a term such as "Participating Company". The words after it name a kind of company and not one
company."""
_LISTS = re.compile(
    r"^\W*(?:[\d.]+\s+)?(?:The|These)\s+(?P<term>[^.;:]{3,60}?)\s+(?:are|is|means?|comprises?|includes?)\b"
)


def applying(text: str) -> Iterator[Declared]:
    """Yield the companies, named with their legal form, that an opening clause says the text applies to.

    A following sentence that lists the members of the group counts too. A clause with an exception yields nothing.
    """
    opening = text[:OPENING]
    spans = list(sentences(opening))
    for place, (start, end) in enumerate(spans):
        clause = opening[start:end]
        if not _APPLIES.search(clause) or _NOT.search(clause):
            continue
        stretches = [(start, end)]
        for first, last in spans[place + 1 : place + 3]:
            lists = _LISTS.search(opening[first:last])
            if lists and set(content_stems(lists["term"])) <= set(content_stems(clause)):
                stretches.append((first, last))
        for first, last in stretches:
            for name, left, right in suffixed_names(opening[first:last]):
                if not _A_KIND.search(opening[first : first + left]):
                    yield Declared(value=name, how="application", start=first + left, end=first + right)
        return
