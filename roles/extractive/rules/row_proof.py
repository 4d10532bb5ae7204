"""When a table row proves a figure: its label is the asked measure, of the whole subject, and its value of the asked kind."""

import re
from collections.abc import Collection, Iterator, Sequence

from ....evidence.language.topic_words import alternatives
from ....evidence.language.words import root, stem
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.subjects import PlanStep
from ....evidence.questions.shape import has_shape
from ....evidence.tables.row_parts import apart_from_period, parts_of, periods_of
from ....evidence.tables.table_words import table_roots
from ....evidence.values.asked_periods import asked_periods
from .table_lines import CitedCell

_PERIODIC = re.compile(r"\b(?:10-?[KQ]|20-?F|annual report|quarterly report)\b", re.IGNORECASE)
_OF_THE_WHOLE = re.compile(r"\bconsolidated\b|\bselected (?:\w+ )?financial\b|\bfinancial highlights\b", re.IGNORECASE)
_NOTE = re.compile(r"\bnotes? (?:to\b|\d)|\bsegments?\b|\bexhibits?\b|\btable of contents\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bpercent|\brate\b|\bmargin\b|\bratio\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*\([^()]*\)\s*$")
_VERBLESS = re.compile(r"^[^\d]{0,160}?[\s$€£(—-]*[\d(—-][\d\s.,$€£%()—–*-]*$")
"""A line of a table: a label, then figures and nothing else."""
_LIGHT = frozenset(
    root(stem(word))
    for word in "what which how many much when who where does did is are was were amount value number company group figure level sum year "
    "fiscal total annual ended ending end period quarter month day recorded reported consolidated".split()
)
"""Words that questions add and labels leave out, or the other way round, without naming another line."""


_PEOPLE = frozenset(root(stem(word)) for word in "employee staff person people worker member customer".split())
"""Whom a table is about goes without saying in its rows."""
_WORDS = frozenset({"person", "organisation", "place", "yes_no", "list"})
"""Kinds of answer that no figure is."""
_KINDS_OF_THEIR_OWN = frozenset({"money", "percent", "duration", "date"})
"""Kinds of value that show what they are without the name of their column."""
Row = Sequence[tuple[str, str]]
"""Column name and text of each filled cell."""


def is_row(quote: str, row: Row = ()) -> bool:
    """Whether the quote is a row of a table: stored as one, or a label with figures after it and nothing else."""
    line = " ".join(quote.split())
    return bool(row) or (_VERBLESS.fullmatch(line) is not None and not line.endswith("."))


def stands_for_the_whole(document: str, section: str | None, statement_line: bool) -> bool:
    """Whether a row may answer for the company as a whole. In a periodic report "Net income" and "Total assets" are the rows of many
    things: segments, affiliates, plans, notes and exhibit lists. Elsewhere a table is of what its title says."""
    if statement_line or not _PERIODIC.search(document):
        return True
    return _OF_THE_WHOLE.search(section or "") is not None and not _NOTE.search(section or "")


def cell_proves(fact: PlanStep, cell: CitedCell, row: Row, over: str, operands: Collection[str] = ()) -> Check:
    """Hold one cell that fits the question (`operands.find_operands`) against it, word by word, both ways. `over`: title and section;
    `operands`: where something is calculated, the things it is calculated from."""
    parts = parts_of(tuple(row))
    asked = _asked(fact)
    own = [*_roots(parts.label), *_roots(_UNIT.sub("", cell.column)), *_roots(_over_rows(row))]
    if strange := [one for one in own if not _is_among(one, asked)]:
        return unsettled(f"its row says “{strange[0]}”, which is not asked")
    asked_things = [[operand] for operand in operands] or [list(fact.terms)]
    lacks = [_unsaid(things, row, over) for things in asked_things]
    if all(lacks):
        return unsettled(f"its row says nothing of “{lacks[0]}”")
    wrong = None if operands else _of_the_kind(fact, cell.column, cell.text)
    return wrong or proved(f"the cell “{parts.label}” under “{cell.column}”")


def row_proves(fact: PlanStep, row: Row, over: str, names: Collection[str] = ()) -> Check:
    """Hold a row of things that are listed against a question for one of its columns ("the price of the HB-430"): its words are all
    asked, and one column of figures alone is named."""
    asked = _asked(fact) | {one for name in names for one in _roots(name)}
    parts = parts_of(tuple(row))
    strange = [one for one in (*_roots(parts.label), *_roots(_over_rows(row))) if not _is_among(one, asked)]
    named = [figure for figure in parts.figures if _is_asked(figure.column, asked)]
    if fact.operation is not None:
        return unsettled("a calculation is proved by its operands")
    asks_for_one = any(asked_periods(text)[0] for text in (fact.text, *fact.constraints))
    if periods_of(parts.figures) and (asks_for_one or len(parts.figures) > 1):
        return unsettled("its figures are of periods, and none is shown to be of the one asked for")
    if not named and fact.answer_type in _KINDS_OF_THEIR_OWN:
        named = [figure for figure in parts.figures if has_shape(fact.answer_type, figure.text)]
    if strange or not parts.label or len(named) != 1:
        return unsettled("it is a row that is not shown to be the one asked for")
    if unsaid := _unsaid(fact.terms, row, over):
        return unsettled(f"its row says nothing of “{unsaid}”")
    cell = named[0]
    return _of_the_kind(fact, cell.column, cell.text) or proved(f"the cell under “{cell.column}” of the row asked for")


def _over_rows(row: Row) -> str:
    """The rows that this one stands under ("Current assets:"), and not what its column of labels is called."""
    return " ".join(name for name, _ in row if name.rstrip().endswith(":"))


def _is_asked(column: str, asked: Collection[str]) -> bool:
    own = set(_roots(_UNIT.sub("", column)))
    return bool(own) and all(_is_among(one, asked) for one in own)


def _asked(fact: PlanStep) -> set[str]:
    return {one for text in (fact.text, *fact.constraints) for one in _roots(text)}


def _is_among(one: str, known: Collection[str]) -> bool:
    return one in known or any(other <= set(known) for other in alternatives(one))


def _unsaid(terms: Sequence[str], row: Row, over: str) -> str | None:
    """An asked word that neither the row nor its columns nor what stands over it say."""
    told = {one for text in (over, *(part for cell in row for part in cell)) for one in _roots(text)}
    needed = [one for term in terms for one in _roots(term) if one not in _PEOPLE]
    return next((one for one in needed if not _is_among(one, told)), None)


def _of_the_kind(fact: PlanStep, column: str, text: str) -> Check | None:
    """Why the cell's value is not of the kind asked for; None where it is."""
    if fact.operation is not None:
        return None
    if not has_shape(fact.answer_type, text) or fact.answer_type in _WORDS:
        return unsettled(f"its cell holds no {fact.answer_type}")
    if _PERCENT.search(f"{text} {column}") and fact.answer_type == "money":
        return unsettled("its cell is a share, where a sum is asked")
    return None


def _roots(text: str) -> Iterator[str]:
    """Roots of the words that tell one line from another: figures, periods and light words ("total", "amount") left out."""
    for one in table_roots(apart_from_period(text)):
        if one not in _LIGHT and not one.isdigit():
            yield one
