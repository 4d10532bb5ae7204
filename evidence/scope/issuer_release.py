"""Finds the issuer of a news release: the company that announces or reports something in its first lines, or whose name
has a ticker symbol beside it."""

import re
from collections.abc import Iterator

from ..model.frozen import Frozen
from ..names.definitions import name_before
from ..names.legal_forms import forms_end
from ..names.same_name import find_mention

_OPENING = 5_000
_TICKER = re.compile(
    r"\((?:[^()]{0,60}[\s,;/])?(?:NYSE|NASDAQ|AMEX|LSE|ASX|TSX|Euronext)[\w .]{0,24}:\s*(?P<ticker>[A-Z][A-Z0-9.]{0,6})[^()]{0,60}\)",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"(?:,\s+[^,.;\n]{3,120},)?\s+(?:has\s+)?(?:today\s+(?:announced|reported|released|posted)|(?:announced|reported|released)\s+today|"
    r"(?:announced|reported|released)\s+(?:its\s+)?(?:financial\s+)?(?:results|earnings))\b",
    re.IGNORECASE,
)
_HEADLINE = re.compile(
    r"^(?P<name>[A-Z][^\n.;:]{1,60}?)\s+(?:announces|reports|posts|delivers|releases)\b[^\n]{0,160}(?:\n[^\n]{0,80}){0,2}?\b(?:results|earnings|sales|revenue)\b",
    re.IGNORECASE | re.MULTILINE,
)
_RESULTS = re.compile(r"\b(?:results|earnings|net sales|revenues?)\b", re.IGNORECASE)
_MOST_WORDS = 8


class IssuerRelease(Frozen):
    """The issuer of a news release, with the offsets of its name in the text. `results`: whether the release reports
    figures of a period.

    Example: “Acme Inc.” for “Acme Inc. today announced its results.”, with `results` true.
    """

    issuer: str
    start: int
    end: int
    results: bool


def issuer_release(text: str) -> IssuerRelease | None:
    """Return the issuer of a news release, or None if no company announces anything in its opening.

    Example: “Acme Inc. today announced its results.” gives the issuer “Acme Inc.”.
    """
    opening = text[:_OPENING]
    if not re.search(r"\b(?:announce|report|post|deliver|release)(?:s|d|ed)\b", opening, re.IGNORECASE):
        return None
    for name, start, end in (*_beside(opening, _TICKER), *_beside(opening, _SAYS), *_headline(opening)):
        if len(name.split()) <= _MOST_WORDS:
            return IssuerRelease(
                issuer=name, start=start, end=end, results=_RESULTS.search(opening[:2_500]) is not None
            )
    return None


def _beside(opening: str, mark: re.Pattern[str]) -> Iterator[tuple[str, int, int]]:
    for match in mark.finditer(opening):
        name = name_before(opening, match.start())
        place = find_mention((name,), opening[max(0, match.start() - 260) : match.start()]) if name else None
        if name and place:
            left = max(0, match.start() - 260)
            yield name, left + place[0], forms_end(opening, left + place[1])


def _headline(opening: str) -> Iterator[tuple[str, int, int]]:
    if match := _HEADLINE.search(opening, 0, 1_500):
        yield " ".join(match["name"].split()), *match.span("name")
