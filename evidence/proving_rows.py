"""When a table row proves a figure: its label is the asked measure, of the whole subject, and its value of the asked kind."""

import re
from collections.abc import Iterator, Sequence

from .check import Check, proved, unsettled
from .row_parts import apart_from_period, parts_of
from .shape import has_shape
from .subjects import RequiredFact
from .table_lines import CitedCell
from .table_words import table_roots
from .topic_words import alternatives
from .words import root, stem

_PERIODIC = re.compile(r"\b(?:10-?[KQ]|20-?F|annual report|quarterly report)\b", re.IGNORECASE)
_OF_THE_WHOLE = re.compile(r"\bconsolidated\b|\bselected (?:\w+ )?financial\b|\bfinancial highlights\b", re.IGNORECASE)
_NOTE = re.compile(r"\bnotes? (?:to\b|\d)|\bsegments?\b|\bexhibits?\b|\btable of contents\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bpercent|\brate\b|\bmargin\b|\bratio\b", re.IGNORECASE)
_LIGHT = frozenset(
    root(stem(word))
    for word in "what which how many much when who where does did is are was were amount value number company group figure level sum year "
    "fiscal total annual ended ending end period quarter month day recorded reported consolidated".split()
)
"""Words that questions add and labels leave out, or the other way round, without naming another line."""


def stands_for_the_whole(document: str, section: str | None, statement_line: bool) -> bool:
    """Whether a row may answer for the company as a whole. In a periodic report "Net income" and "Total assets" are the rows of many
    things: segments, affiliates, plans, notes and exhibit lists. Elsewhere a table is of what its title says."""
    if statement_line or not _PERIODIC.search(document):
        return True
    return _OF_THE_WHOLE.search(section or "") is not None and not _NOTE.search(section or "")


def row_proves(
    fact: RequiredFact, cell: CitedCell, row: Sequence[tuple[str, str]], document: str, section: str | None
) -> Check:
    """Hold one cell that fits the question (`operands.find_operands`) against it, word by word, both ways."""
    parts = parts_of(tuple(row))
    asked = set(_roots(fact.text)) | {one for text in fact.constraints for one in _roots(text)}
    own = [*_roots(parts.label), *_roots(apart_from_period(cell.column)), *_roots(apart_from_period(parts.heading))]
    strange = [one for one in own if one not in asked and not any(other <= asked for other in alternatives(one))]
    if strange:
        return unsettled(f"its row says “{strange[0]}”, which is not asked")
    over = {*own, *_roots(f"{document} {section or ''}"), *(one for _, text in row for one in _roots(text))}
    needed = [one for term in fact.terms for one in _roots(term)]
    unsaid = [one for one in needed if one not in over and not any(other <= over for other in alternatives(one))]
    if unsaid:
        return unsettled(f"its row says nothing of “{unsaid[0]}”")
    if not has_shape(fact.answer_type, cell.text) and fact.operation is None:
        return unsettled(f"its cell holds no {fact.answer_type}")
    if _PERCENT.search(f"{cell.text} {cell.column}") and fact.answer_type == "money":
        return unsettled("its cell is a share, where a sum is asked")
    return proved(f"the cell “{parts.label}” under “{cell.column}”")


def _roots(text: str) -> Iterator[str]:
    """Roots of the words that tell one line from another: figures, periods and light words ("total", "amount") left out."""
    for one in table_roots(apart_from_period(text)):
        if one not in _LIGHT and not one.isdigit():
            yield one
