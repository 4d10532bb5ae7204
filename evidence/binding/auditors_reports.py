"""Finds who signs the auditor's reports of a document. The firm is named only in the signature, which may be pages below
the heading of its report."""

import re
from bisect import bisect_left
from typing import NamedTuple

from ..lexicon.offices import AUDITORS_REPORTS, AUDITS, SIGNATURE_MARKS
from .role_words import role_places

BESIDE = 400
"""The maximum number of characters between a signature and the sentence that states the auditor's tenure."""
SIGNATURE = re.compile(rf"(?:{'|'.join(map(re.escape, SIGNATURE_MARKS))})[ \t]*(?P<name>[^\W\d_a-zß-ÿ][^\n|]{{1,60}})")
"""A line that a person or firm signs: “/s/ Lee & Co LLP”."""
_HEADING = re.compile(rf"^[\W_]*(?:{AUDITORS_REPORTS})[\W_]*(?:\([^()\n]*\))?[\W_]*$", re.IGNORECASE | re.MULTILINE)
_AUDITS = re.compile(AUDITS, re.IGNORECASE)
_TENURE = re.compile(r"\b(?:have|has) served as\b[^.]{1,80}\bauditors?\b", re.IGNORECASE)


class Signature(NamedTuple):
    """A signature below an auditor's report, with its offsets in the document.

    Example: the name “Lee & Co LLP” of “/s/ Lee & Co LLP”.
    """

    name: str
    start: int
    end: int


def is_auditor(role: str) -> bool:
    """Return whether the role is that of an auditor, under any of its names."""
    return any(role_places(role, "auditor auditors accountant"))


def auditors_signatures(text: str) -> tuple[Signature, ...]:
    """Return the signatures of auditors in a document: the first one below the heading of a report in which “we” audit,
    and the one next to the auditor's tenure. The officers of the company sign elsewhere in the document. Linear in the
    text's length.

    Example: `auditors_signatures("Independent auditor's report\\nWe have audited it.\\n/s/ Lee & Co LLP")` gives
    `(Signature(name="Lee & Co LLP", start=49, end=65),)`.
    """
    signed = [Signature(match["name"].strip(" ,"), match.start(), match.end()) for match in SIGNATURE.finditer(text)]
    starts = [signature.start for signature in signed]
    found: dict[Signature, None] = {}
    headings = [heading.end() for heading in _HEADING.finditer(text)]
    for above, signature in zip([0, *starts], signed, strict=False):
        first = bisect_left(headings, above)  # the report of a further heading is part of the report of the first one
        if first < len(headings) and _AUDITS.search(text, headings[first], signature.start):
            found[signature] = None
    for tenure in _TENURE.finditer(text):
        after = bisect_left(starts, tenure.start())
        neighbours = signed[max(0, after - 1) : after + 1]
        beside = min(neighbours, key=lambda signature: _distance(signature, tenure), default=None)
        if beside and _distance(beside, tenure) <= BESIDE:
            found[beside] = None
    return tuple(found)


def _distance(signature: Signature, sentence: re.Match[str]) -> int:
    return max(signature.start - sentence.end(), sentence.start() - signature.end)
