"""Finds the names for which the opening of a contract defines a term: its parties, and the property or thing that it is
about (SPEC SUB-3, SUB-8)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..lexicon.business_words import PARTY_LABELS
from ..lexicon.small_words import STOP_WORDS
from ..values.periods import periods_in
from .proper_names import HONORIFIC

OPENING = 2_500
"""The number of characters of a document in which it names its parties and its object."""
_INSTRUMENT = re.compile(
    r"\b(?:agreement|contract|lease|tenancy|deed|licen[cs]e|amendment|memorandum of understanding|statement of work)\b",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\(([^()]{3,160})\)")
_QUOTED_TERM = re.compile(r"[\"“'‘](?:[Tt]he\s+)?([A-Z][\w &-]{1,40}?)[\"”'’](?!\w)")
_PLAIN_TERM = re.compile(r"(?:(?:together|each|jointly|collectively|hereinafter|called),?\s+)*the\s+([A-Za-z]+)")
_LABELLED = re.compile(
    r"^[\W\d_]*(?P<label>[A-Z][a-z]+(?: [a-z]+)?)\W*?(?::|\||\t| {3})[ \t*_|]*(?P<value>\w.*)$", re.MULTILINE
)
_BEGINS_ANEW = re.compile(r"\n\s*\n|\b(?:between|among|amongst)\b|^.{0,59}\n", re.MULTILINE | re.IGNORECASE)
"""What ends before the names that a bracket defines: a paragraph, the words before the first party, a short line."""
_WORD = r"(?:[A-Z][\w&'’./-]*|\d[\w/-]*)"
_NAME = re.compile(rf"(?<![\w£$€.]){_WORD}(?:\s(?:&\s|of\s(?=[A-Z]))?{_WORD})*")
_ENDS_IN_NAME = re.compile(r"(?<!\S)[A-Z\d]\S*\s*\Z")
"""What precedes the bracket of a party or a thing. A length of time or a sum is defined after other words: “for three
years (the “Term”)”."""
_OF_ANOTHER = re.compile(
    r"(?:\b(?:of|at|in|from|near|its|their|his|her|(?:represented|acting|signed) (?:by|through))|,)\s+$"
)
"""What precedes a name that is the place or the representative of another name."""


class PartyTerm(NamedTuple):
    """A term, and a name for which it is defined, with their offsets. A term of several names has one entry for each."""

    term: tuple[int, int]
    name: tuple[int, int]


def party_terms(title: str, text: str, start: int = 0) -> Iterator[PartyTerm]:
    """Yield the terms that a contract defines in its opening, with the names before the bracket or after the label. The
    address and the representative of a party are not among the names. `start`: the offset at which the document begins.

    Example: “between Acme Ltd of 2 High Street (the Landlord) and Ann Lee (the Tenant)” gives “Acme Ltd” and “Ann Lee”.
    """
    opening = text[start : start + OPENING]
    if not _INSTRUMENT.search(title) and not _INSTRUMENT.search(opening[:300]):
        return
    reach = 0
    for bracket in _BRACKET.finditer(opening):
        terms = [match.span(1) for match in _QUOTED_TERM.finditer(opening, *bracket.span(1))]
        if plain := _PLAIN_TERM.fullmatch(opening, *bracket.span(1)):
            terms.append(plain.span(1))
        if not terms or not _ENDS_IN_NAME.search(opening, reach, bracket.start()):
            continue
        for breaks in _BEGINS_ANEW.finditer(opening, reach, bracket.start()):
            reach = breaks.end()
        for name in _named(opening, reach, bracket.start()):
            yield from (PartyTerm(_at(start, term), _at(start, name)) for term in terms)
        reach = bracket.end()
    for row in _LABELLED.finditer(opening):
        if not re.search(rf"\b[Tt]he {row['label']}\b", text[start + row.end() :]):
            continue
        names = list(_listed(opening, *row.span("value")))
        for name in names[:1] if row["label"].casefold() in PARTY_LABELS else names:
            yield PartyTerm(_at(start, row.span("label")), _at(start, name))


def _at(start: int, span: tuple[int, int]) -> tuple[int, int]:
    return start + span[0], start + span[1]


def _named(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the names in the words before a bracket, without the places and representatives of others. If there is no
    other name, they are what the bracket defines: “Ann Lee of 2 High Street”, but “the letting of Flat 4”."""
    spans = list(_names(text, start, end))
    return [span for span in spans if not _OF_ANOTHER.search(text[start : span[0]])] or spans


def _listed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the names at the start of a value, separated by commas. A value that goes on in other words is no name."""
    for left, right in _names(text, start, end):
        if text[start:left].strip(" ,"):
            return
        if text[right:end].strip() and text[right] not in ",;(|":
            return
        yield left, right
        start = right


def _names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the names between two offsets, without a title such as “Ms”. A date, and one word after an article, are none."""
    for match in _NAME.finditer(text, start, end):
        left, right = match.start(), match.start() + len(match[0].rstrip(".,"))
        first = match[0].split()[0]
        dropped = first.casefold() in STOP_WORDS or HONORIFIC.match(first) is not None
        left += len(first) + 1 if dropped and right - left > len(first) else 0
        name = text[left:right]
        one_word = dropped and " " not in name
        if not one_word and re.search("[A-Z]", name) and next(iter(periods_in(name)), None) is None:
            yield left, right
