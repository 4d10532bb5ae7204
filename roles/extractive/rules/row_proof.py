"""Decides whether a table row proves a figure. Its label must be the requested measure, the row must be about the whole
subject, and its value must have the requested type."""

import re
from collections.abc import Collection, Iterable, Sequence, Set

from ....evidence.language.words import root, stem, texts_of_words
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.subjects import PlanStep
from ....evidence.questions.shape import has_shape
from ....evidence.tables.row_parts import Figure, parts_of, without_mark
from ....evidence.values.asked_periods import asked_periods
from ....evidence.values.facts import read_facts
from ....evidence.values.rates import in_letters
from .label_match import is_among, telling_roots
from .table_lines import CitedCell

_PERIODIC = re.compile(r"\b(?:10-?[KQ]|20-?F|annual report|quarterly report)\b", re.IGNORECASE)
_OF_THE_WHOLE = re.compile(r"\bconsolidated\b|\bselected (?:\w+ )?financial\b|\bfinancial highlights\b", re.IGNORECASE)
_NOTE = re.compile(r"\bnotes? (?:to\b|\d)|\bsegments?\b|\bexhibits?\b|\btable of contents\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bpercent|\brate\b|\bmargin\b|\bratio\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*\([^()]*\)\s*$")
_VERBLESS = re.compile(r"^[^\d]{0,160}?[\s$€£(—-]*[\d(—-][\d\s.,$€£%()—–*-]*$")
"""A line of text in the form of a table row: a label, then only figures."""
_PEOPLE = frozenset(root(stem(word)) for word in "employee staff person people worker member customer".split())
"""Words for people, which the labels in a table about people may omit."""
_WORDS = frozenset({"person", "organisation", "place", "yes_no", "list"})
"""The answer types that are not figures."""
_KINDS_OF_THEIR_OWN = frozenset({"money", "percent", "duration", "date"})
"""The answer types whose values can be recognised without a column heading."""
Row = Sequence[tuple[str, str]]
"""The pair (column heading, text) of each cell that is not empty."""


def is_row(quote: str, row: Row = ()) -> bool:
    """Return whether the quote is a table row: it is stored as one, or it is a label followed only by figures.

    Example: `is_row("Revenue 5,000 7,000")` gives `True`, and `is_row("Revenue rose.")` gives `False`.
    """
    line = " ".join(quote.split())
    return bool(row) or (_VERBLESS.fullmatch(line) is not None and not line.endswith("."))


def stands_for_the_whole(document: str, section: str | None, statement_line: bool) -> bool:
    """Return whether a row may be about the company as a whole.

    In a periodic report, “Net income” and “Total assets” are also rows about segments, affiliates, plans, notes and
    exhibits. There, a row counts only if it is of a primary statement (`statement_line`), or if its section is about
    the whole company. In other documents, a table is about what its title names.
    """
    if statement_line or not _PERIODIC.search(document):
        return True
    return _OF_THE_WHOLE.search(section or "") is not None and not _NOTE.search(section or "")


def cell_proves(fact: PlanStep, cell: CitedCell, row: Row, over: str) -> Check:
    """Return the check of one cell that fits the question (`operands.find_operands`). The words of the question are
    compared with the cell's label, column and headings, in both directions. `over`: title and section."""
    label, asked = parts_of(tuple(row)).label, _asked(fact)
    if strange := _strange((label, _UNIT.sub("", cell.column), _over_rows(row)), asked):
        return unsettled(f"its row says “{strange}”, which is not asked")
    if fact.operation in (None, "compare") and (unstated := _unstated(fact.terms, row, over)):
        return unsettled(f"its row does not contain “{unstated}”")
    wrong = _of_the_kind(fact, cell.column, cell.text) or _rest_is_open(cell.column, cell.text, asked)
    return wrong or proved(f"the cell “{label}” under “{cell.column}”")


def row_proves(fact: PlanStep, row: Row, over: str, names: Collection[str] = ()) -> Check:
    """Return the check of a row of a list for a question about one of its columns, such as “the price of the HB-430”.
    The question must contain all words of the row's label, and name exactly one column of figures."""
    cell = cell_asked(fact, row, over, names)
    return proved(f"the cell under “{cell.column}” of the row asked for") if isinstance(cell, Figure) else cell


def cell_asked(fact: PlanStep, row: Row, over: str, names: Collection[str] = ()) -> Figure | Check:
    """Return the cell by which the row proves the fact (see `row_proves`), or the reason why there is none."""
    asked = _asked(fact) | {word for name in names for word in telling_roots(name)}
    parts = parts_of(tuple(row))
    strange = _strange((parts.label, _over_rows(row)), asked)
    named = [figure for figure in parts.figures if _is_asked(figure.column, asked)]
    if fact.operation is not None:
        return unsettled("a calculation is proved by its operands")
    asks_for_one = any(asked_periods(text)[0] for text in (fact.text, *fact.constraints))
    if any(asked_periods(figure.column)[0] for figure in parts.figures) and (asks_for_one or len(parts.figures) > 1):
        return unsettled("its figures are of periods, and none is shown to be of the one asked for")
    if not named and fact.answer_type in _KINDS_OF_THEIR_OWN:
        named = [figure for figure in parts.figures if has_shape(fact.answer_type, figure.text)]
    if strange or not parts.label or len(named) != 1:
        return unsettled("it is not certain that it is the requested row")
    if unstated := _unstated(fact.terms, row, over):
        return unsettled(f"its row does not contain “{unstated}”")
    cell = named[0]
    return _of_the_kind(fact, cell.column, cell.text) or _rest_is_open(cell.column, cell.text, _asked(fact)) or cell


def _over_rows(row: Row) -> str:
    """Return the parent rows of a row as text, such as “Current assets:”."""
    return " ".join(name for name, _ in row if name.rstrip().endswith(":"))


def _strange(texts: Iterable[str], asked: Set[str]) -> str | None:
    """Return a word of the texts that the question does not contain, or None."""
    return next((word for text in texts for word in sorted(telling_roots(text)) if not is_among(word, asked)), None)


def _is_asked(column: str, asked: Set[str]) -> bool:
    own = _UNIT.sub("", column)
    return bool(telling_roots(own)) and _strange((own,), asked) is None


def _asked(fact: PlanStep) -> set[str]:
    return {word for text in (fact.text, *fact.constraints) for word in telling_roots(text)}


def _unstated(terms: Sequence[str], row: Row, over: str) -> str | None:
    """Return a word of the question that is missing from the row, its column headings and the text above the table.
    Return None if none is missing."""
    stated = {word for text in (over, *(part for cell in row for part in cell)) for word in telling_roots(text)}
    needed = [word for term in terms for word in telling_roots(term) if word not in _PEOPLE]
    return next((word for word in needed if not is_among(word, stated)), None)


def _of_the_kind(fact: PlanStep, column: str, text: str) -> Check | None:
    """Return an unsettled check if the cell's value does not have the requested type, otherwise None."""
    if fact.operation is not None:
        return None
    if not has_shape(fact.answer_type, text) or fact.answer_type in _WORDS:
        return unsettled(f"its cell has no {fact.answer_type}")
    if _PERCENT.search(f"{text} {column}") and fact.answer_type == "money":
        return unsettled("the cell has a share, but the question asks for an amount")
    return None


def _rest_is_open(column: str, text: str, asked: Set[str]) -> Check | None:
    """Return an unsettled check if the cell contains more than figures with their units and words of the question or of
    the column, otherwise None. Other words may deny or limit the figure: “27 (withdrawn)”, “27 until June”."""
    rest = text = without_mark(text)
    for fact in read_facts(text):
        rest = rest.replace(in_letters(fact.text, text), " ", 1)
    known = {*asked, *telling_roots(column)}
    added = (word for word in texts_of_words(rest) if len(word) > 1 and word.isalpha())
    strange = next((word for word in added if not is_among(root(stem(word)), known)), None)
    return unsettled(f"its cell adds “{strange}” to the figure") if strange else None
