"""Finds a quote of a report again in a copy of its source (SPEC REP-1). Pure: the caller reads the copy."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, Protocol

from ..model.spans import Place, Span
from ..quotes.locate import locate
from .evidence_report import Citation
from .verification import CitationStatus

_OCCURRENCES = 200
"""The maximum number of occurrences of one quote that are compared. The place of a more frequent quote proves
nothing."""
_SHOWN = 160
_DIGITS_GO_ON = re.compile(r"\d[.,]?\d")
_FRACTION = re.compile(r"\d[.,]\d")


class Copy(Protocol):
    """A text that may be the source of a quote. Its `text_sha256` is computed from the text itself, and not taken from
    a record."""

    @property
    def text(self) -> str: ...
    @property
    def text_sha256(self) -> str: ...
    def place(self, start: int, end: int) -> Place: ...


class Quoted(NamedTuple):
    """The statements of a report about one quote: its words, its place, and the hash of its source text."""

    quote: str
    start: int
    end: int
    place: Place
    text_sha256: str

    @classmethod
    def of_citation(cls, citation: Citation) -> "Quoted":
        place = Place(
            page=citation.page,
            section=citation.section,
            clause=citation.clause,
            paragraph=citation.paragraph,
            line_start=citation.line_start,
            line_end=citation.line_end,
            cell=citation.cell,
            ocr_score=citation.ocr_score,
            marks=citation.marks,
        )
        return cls(citation.quote, citation.char_start, citation.char_end, place, citation.text_sha256)

    @classmethod
    def of_span(cls, span: Span) -> "Quoted":
        return cls(span.quote, span.char_start, span.char_end, span.place, span.text_sha256)


class Requoted(NamedTuple):
    status: CitationStatus
    reason: str
    stands: Place | None = None


def requote(quoted: Quoted, copy: Copy) -> Requoted:
    """Return whether the copy still has the quote at its place, has it elsewhere, or does not contain it.

    In the same source text, offsets and place must equal those of the report. In another version only the place must be
    equal, because every earlier change of the text shifts the offsets.
    """
    same_text = copy.text_sha256 == quoted.text_sha256
    if not quoted.quote:
        return Requoted("changed", "the report's quote is empty")
    found = list(islice(_occurrences(quoted.quote, copy.text), _OCCURRENCES))
    if found and all(_cuts_a_number(copy.text, *stretch) for stretch in found):
        whole = copy.text[max(0, found[0][0] - 8) : found[0][1] + 8]
        return Requoted("changed", f"the quote cuts through a number: the source says “…{' '.join(whole.split())}…”")
    if not found and (located := locate(quoted.quote, copy.text)) and len(located.pieces) == 1:
        found = [located.pieces[0]]
    if not found:
        return Requoted("changed", _why_not_there(quoted, copy, same_text))
    at_home = (quoted.start, quoted.end)
    if at_home in found:
        place = copy.place(*at_home)
        if place == quoted.place:
            return Requoted("holds", "the source has this quote at this place", place)
        return Requoted("moved", _moved(quoted.place, place), place)
    places = [copy.place(*stretch) for stretch in sorted(found, key=lambda stretch: abs(stretch[0] - quoted.start))]
    if quoted.place not in places:
        return Requoted("moved", _moved(quoted.place, places[0]), places[0])
    if same_text:
        offsets = f"characters {found[0][0]}–{found[0][1]}, not {quoted.start}–{quoted.end}"
        return Requoted("moved", f"the quote is at {offsets}", quoted.place)
    return Requoted("holds", "another version of the source has this quote at this place", quoted.place)


def _occurrences(quote: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(quote)
    while at >= 0:
        yield at, at + len(quote)
        at = text.find(quote, at + 1)


def _cuts_a_number(text: str, start: int, end: int) -> bool:
    """Return whether the stretch cuts off digits of its first or last number. “£186” is not a quote of “£186,000”."""
    after = _DIGITS_GO_ON.match(text, end - 1)
    before = (start >= 1 and _DIGITS_GO_ON.match(text, start - 1)) or (start >= 2 and _FRACTION.match(text, start - 2))
    return bool(after or before)


def _why_not_there(quoted: Quoted, copy: Copy, same_text: bool) -> str:
    if not same_text:
        return "the source no longer has these words"
    there = " ".join(copy.text[quoted.start : quoted.end].split())
    shown = there if len(there) <= _SHOWN else f"{there[:_SHOWN]}…"
    said = f"; it says there: “{shown}”" if shown else ""
    return f"the source is unchanged and does not have these words: the quote is not the source's{said}"


def _moved(was: Place, now: Place) -> str:
    """Return the difference in words: “is on page 3, not 2; on line 7, not 5”."""
    differing = [
        f"{name} {_in_words(getattr(now, field))}, not {_in_words(getattr(was, field))}"
        for field, name in _NAMES.items()
        if getattr(now, field) != getattr(was, field)
    ]
    return f"the same words are elsewhere: {'; '.join(differing)}"


_NAMES = {
    "page": "page",
    "section": "section",
    "clause": "clause",
    "paragraph": "paragraph",
    "line_start": "first line",
    "line_end": "last line",
    "cell": "cell",
}


def _in_words(value: object) -> str:
    return "none" if value is None else f"“{value}”" if isinstance(value, str) else str(value)
