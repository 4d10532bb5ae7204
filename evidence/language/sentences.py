"""Splits a text into the units that a person would quote, by offsets: sentences of prose, list items and rows of tables."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ..lexicon.word_forms import ABBREVIATIONS

_BREAK = re.compile(
    r"[\n.!?…。！？；](?:(?<=\n)(?:[ \t]*\n+)?|(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+[\"'”’)\]]*+(?=\s|\[\d)|"
    r"(?<=[。！？；])[。！？；]*[”’」』）]*)"
)
"""The first characters of all alternatives of the pattern. Given one set, `re` skips all other characters, which is six
times as fast."""
_ABBREVIATION = re.compile(
    rf"(?:\b(?:{'|'.join(map(re.escape, ABBREVIATIONS))})|\b[A-Z]|\b(?:[A-Za-z]\.)+[A-Za-z])\.$", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\s*(?:#+\s*)?\(?\d{1,3}(?:\.\d{1,3})*\.$")
_ORDINAL = re.compile(r"\b(?:im|vom|beim|jede[mnrs])\s+\d{1,2}\.$", re.IGNORECASE)
"""A German ordinal: “im 2. Obergeschoss”."""
_MONTH = re.compile(r"(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[a-zä]*\b")
_ITEM = re.compile(r"\s*(?:[-–—•*▪◦·]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s", re.IGNORECASE)
_ROW = re.compile(r"(?:[\d|]|—\s+[$€£]?\s*—)[\d,.()%|$€£ —–-]*\s*$")

_LEADER = re.compile(r"[ \t]*(?:[.…][ \t]?){3,200}[ \t]*[($€£¥+−–-]{0,3}[ \t]?\d")
"""A leader: a row of dots, close or spaced, from a label to its figure on the same line."""
_FIGURE = re.compile(r"\d[\d,.]*")
PROSE_FIGURES = 2
"""The maximum number of figures in a line of prose. A line with more figures is a table row, even if the next line
continues in lower case."""
REACH = 240
"""The maximum number of characters searched to the left and to the right for the ends of a sentence. A longer sentence
is cut."""


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each sentence, list item or table row in `text`, trimmed of white space, in order. Linear in
    the text's length.

    A line break ends a unit in two cases: the line is a table row, which ends in figures or contains cell bars, or the
    next line is a list item. Other line breaks within a paragraph do not. A leader does not end a unit: “Sales ..... $12” is one.

    Example: “Dr. Lee signed. It ends in May.” has the sentences “Dr. Lee signed.” and “It ends in May.”
    """
    start = 0
    for match in _BREAK.finditer(text):
        mark = match.group()
        if "\n" in mark and mark.count("\n") == 1 and mark.strip() == "" and not _line_ends_unit(text, start, match):
            continue
        if mark[0] in ".…" and _in_leader(text, start, match.start()):
            continue
        if mark[0] == "." and not _ends_sentence(text, start, match):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


@lru_cache(maxsize=4_096)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the offsets that `sentences` yields. The result is cached, since the sentences of one passage are needed
    for several required facts.

    Example: “Rent is due. Fees rose.” gives (0, 12) and (13, 23).
    """
    return tuple(sentences(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    stretch = text[start:end]
    left = start + len(stretch) - len(stretch.lstrip())
    right = start + len(stretch.rstrip())
    if left < right:
        yield left, right


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    """Return whether the matched full stop ends a sentence. It does not after an abbreviation, an initial, a list
    number, a German ordinal or the day of a date, nor before a lower-case letter.

    Example: the full stop of “Dr. Lee” does not, and that of “It ended. Lee left.” does.
    """
    after = text[match.end() : match.end() + 40].lstrip()
    if after and after[0].islower():
        return False
    opening = text[start : match.start() + 1] if match.start() - start < 24 else ""
    if after and (_NUMBERED.match(opening) or (text[match.start() - 1].isdigit() and _MONTH.match(after))):
        return False
    head = text[max(start, match.start() - 12) : match.start() + 1]
    if _ABBREVIATION.search(head) or _ORDINAL.search(head):
        return not after or "\n\n" in text[match.end() : match.end() + 3]
    return True


def _in_leader(text: str, start: int, at: int) -> bool:
    """Return whether the dot at `at` is part of a leader."""
    left = max(start, at - REACH)
    return _LEADER.match(text, left + len(text[left:at].rstrip(".… \t"))) is not None


def _line_ends_unit(text: str, start: int, match: re.Match[str]) -> bool:
    line_start = max(start, text.rfind("\n", 0, match.start()) + 1)
    line = text[line_start : match.start()]
    following_end = text.find("\n", match.end())
    following = text[match.end() : following_end if following_end >= 0 else match.end() + 400]
    if not line.strip() or not following.strip():
        return True
    if _ITEM.match(following) or " | " in line or " | " in following:
        return True
    if following.lstrip()[:1].islower() and len(_FIGURE.findall(line)) <= PROSE_FIGURES:
        return False  # such as "increased $104.2" and, on the next line, "million to $1.6 billion"
    return _is_row(line) and (_is_row(following) or following.lstrip()[:1].isupper())


def _is_row(line: str) -> bool:
    return bool(_ROW.search(line.rstrip()[-200:]))


def sentence_before(text: str, start: int) -> str:
    """Return the last sentence that ends before `start`, on one line, or "" at the beginning of the text."""
    before = text[max(0, start - REACH) : start].rstrip()
    spans = list(sentences(before))
    return _line(before[spans[-1][0] : spans[-1][1]]) if spans else ""


def sentence_after(text: str, end: int) -> str:
    """Return the first sentence that begins after `end`, on one line, or "" at the end of the text."""
    after = text[end : end + REACH].lstrip()
    spans = list(sentences(after))
    return _line(after[spans[0][0] : spans[0][1]]) if spans else ""


def _line(text: str) -> str:
    return " ".join(text.split())
