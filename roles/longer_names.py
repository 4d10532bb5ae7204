"""A name in a question, and the longer name that it may be a part of: "Acme Iberia" is not Acme, and "Tarnholm 4 Holdings" not Holdings."""

import re
from typing import NamedTuple

from ..evidence.legal_forms import forms_end
from ..evidence.lexicon.small_words import STOP_WORDS
from ..evidence.names import split_suffix
from ..evidence.periods import Period, parse_period
from ..evidence.words import stem
from .question_papers import kind_in_title
from .question_words import AUXILIARIES, BUSINESS, COUNTRIES, DEMONYMS, ROLES, TERM_ACRONYMS

LABELS = frozenset(
    "company corporation group bank fund trust partnership parent issuer supplier customer client vendor buyer seller "
    "purchaser contractor employer employee landlord tenant lessor lessee borrower lender party parties board agreement "
    "plan act service services product "
    "products notes policy board committee registrant partner licensor licensee".split()
)
"""What papers call a party or themselves. Such a term names somebody in its own document only, never in a question."""
_YEAR = Period(year=2000)


class NameAt(NamedTuple):
    """A name in the question. `known`: an entity or alias of the knowledge base; `title`: a document's title or topic."""

    text: str
    start: int
    end: int
    known: bool = False
    title: bool = False
    quoted: bool = False


def goes_on(question: str, one: NameAt) -> bool:
    """Whether a title of one word stands in a longer run of capitals: "the Benefits Committee" is not the paper "Benefits"."""
    return " " not in one.text and re.match(r" [A-Z][a-z]", question[one.end :]) is not None


def whole(question: str, one: NameAt) -> NameAt:
    """A known name with the one capitalised word that follows it, where together they name somebody else: "Acme Iberia" is not Acme.
    What is said of Acme itself (its board, a paper, a role, a measure, a month) makes no other name. A legal form belongs to the name."""
    if not one.title and (end := forms_end(question, one.end)) > one.end:
        return one._replace(text=question[one.start : end], end=end, known=False)
    following = re.match(r" ([A-Z][a-z]{2,})(?:['’]s?)?(?! ?[A-Z\d]|\w)", question[one.end :])
    if one.title or following is None:
        return one
    if _said_of_a_name(following[1]):
        return one
    return one._replace(text=f"{one.text} {following[1]}", end=one.end + following.end(1), known=False)


def ends_another(question: str, one: NameAt) -> bool:
    """Whether a known name of one word ends a longer name: "Tarnholm 4 Holdings" and "the Northern Star Holdings" are not what some paper
    calls “Holdings”. A word that opens the sentence begins a longer name only where a number follows it ("Compare Acme" is no name)."""
    before = _LED_BY.search(question[: one.start])
    if " " in split_suffix(one.text)[0] or before is None or question.isupper():
        return False
    opens = question[: before.start()].rstrip(" \"'“(")[-1:] in ("", ".", "?", "!", ":")
    if opens and not before["number"]:
        return False
    return not (before["number"] and before["word"].casefold() in _NUMBERED) and not _said_of_a_name(before["word"])


_LED_BY = re.compile(r"(?<!\w)(?P<word>[A-Z][\w&-]+) (?:(?P<number>\d{1,3}|[IVX]{1,4}) )?$")


_NUMBERED = frozenset(
    "section item note part chapter article appendix annex schedule exhibit page table figure clause phase".split()
)
"""Parts of papers: "Note 12 Acme" is no name."""


def _said_of_a_name(word: str) -> bool:
    """Whether a capitalised word beside a name is said of who is named, and is no part of the name: its board, a paper, a role, a
    measure, a month, a country."""
    word = word.casefold()
    if word in STOP_WORDS | AUXILIARIES | COUNTRIES | DEMONYMS | LABELS | TERM_ACRONYMS or stem(word) in BUSINESS:
        return True
    if kind_in_title(word) or word in " ".join(ROLES).split() or parse_period(word) is not None:
        return True
    return parse_period(f"{word} 2000") != _YEAR
