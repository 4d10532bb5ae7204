"""Decides which quotes prove a required fact by code alone, without a calibrated judge (SPEC VER-1, VER-2, CRI-5).

Two kinds of quotes can prove a fact. One is a table row whose label is the requested measure, of the whole subject, in
the requested period (`row_proof`). The other is a plain sentence that contains every word of the question and the
value, and little else (`sentence_proof`). A calculation is proved if all its operands are proved. All other quotes are
unsettled: they are shown as found but not confirmed. Code never proves an explanation (“why”, “how”).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from ....evidence.language.words import topic_roots
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.evidence import Evidence, EvidenceId
from ....evidence.model.frozen import Frozen
from ....evidence.model.subjects import BindingMechanism, PlanStep
from ....evidence.scope.stated_status import heading_status
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.row_parts import Figure, TableRow, parts_of
from ....evidence.values.facts import read_facts
from ....evidence.values.same_value import same_value
from .asked_figures import figures_asked
from .measure_answers import MeasureRow, line_asked, worked
from .measure_rows import is_statement_line
from .operands import Operands, find_operands
from .row_proof import cell_asked, cell_proves, is_row, row_proves, stands_for_the_whole
from .sentence_proof import sentence_proves
from .statement_frame import is_unticked, taken_back, unasserted_heading
from .table_answers import above
from .table_lines import NoOperands

STRONG = 0.5
"""The minimum relevance (0 to 1) of a quote that is examined for a proof (a strong match, SPEC ANS-1)."""
_EXPLAINS = re.compile(
    r"\b(?:why|explain|describe|discuss|summari[sz]e|compare|how(?! (?:many|much|long|old|often|far|large|big|high|tall|soon|late|early)\b))\b",
    re.IGNORECASE,
)
_BY_WORDS = frozenset({"knowledge_base", "explicit_statement"})
"""Mechanisms that tie a quote to its subject only by words near the quote, or without any words. Such a quote proves a
fact only if it names its subject itself."""


class Quote(Frozen):
    """A verified quote for one fact, as input of the policy.

    Example: “The fee is £90.” of the document “lease.pdf”, with the key “e1”.
    """

    key: str
    """The id of the evidence."""
    text: str
    row: tuple[tuple[str, str], ...] = ()
    document: str = ""
    """The title of the document."""
    section: str | None = None
    neighbours: tuple[str, ...] = ()
    """The sentences directly before and after the quote."""
    version: str = ""
    statement_line: bool = False
    """Whether it is a row of a primary financial statement."""
    relevance: float = 1.0
    open_reason: str = ""
    """What code leaves unsettled about the quote's subject, or about a condition; "" if nothing."""
    linked_by: str = ""
    """The text of another quote that ties the name in this quote to the subject; "" if there is none."""
    mechanism: BindingMechanism | str = "document_scope"
    """How the quote is shown to be about its subject."""


def quote_of(unit: Evidence, linking: Mapping[EvidenceId, Evidence], neighbours: tuple[str, ...] = ()) -> Quote:
    """Return the evidence as input of the policy. `linking` maps ids to the verified evidence that may tie a name to
    the subject. `neighbours`: the sentences directly before and after the quote."""
    link = linking.get(unit.link.evidence_id) if unit.link.evidence_id else None
    return Quote(
        key=unit.evidence_id,
        text=unit.span.quote,
        row=unit.row,
        document=unit.source.title,
        section=unit.span.place.section,
        neighbours=neighbours,
        version=unit.span.version_id,
        statement_line=is_statement_line(unit),
        relevance=unit.relevance,
        open_reason=next(iter((*unit.unsettled, *_status(unit))), ""),
        linked_by=link.span.quote if link else "",
        mechanism=unit.link.mechanism,
    )


def _status(unit: Evidence) -> tuple[str, ...]:
    return (f"its document states its status as “{unit.source.status}”",) if unit.source.status else ()


def proofs(fact: PlanStep, question: str, quotes: Sequence[Quote], names: Collection[str] = ()) -> Mapping[str, Check]:
    """Return the check of each quote against its fact, by key. `question`: the whole question. `names`: the names of
    the subject."""
    found = {quote.key: _by_itself(fact, quote, names) for quote in quotes}
    rows = [
        (quote, cell)
        for quote in quotes
        if quote.row and found[quote.key].is_proved
        for cell in (cell_asked(fact, quote.row, above(quote.document, quote.section), names),)
        if isinstance(cell, Figure)
    ]
    found |= _rows_that_differ(rows) | _rows_against_prose(rows, quotes)
    tried = [quote for quote in quotes if not quote.open_reason]
    return found | _calculated(fact, question, tried)


def _by_itself(fact: PlanStep, quote: Quote, names: Collection[str]) -> Check:
    if quote.open_reason:
        return unsettled(quote.open_reason)
    if quote.relevance < STRONG:
        return unsettled("it states too little of what is asked")
    if _EXPLAINS.search(fact.text):
        return unsettled("a judge must decide whether it explains what is asked")
    if fact.circumstances:
        return unsettled("a judge must decide whether it applies to the described case")
    if fact.operation not in (None, "compare"):
        return unsettled("a calculation is proved by its operands")
    if (status := heading_status(quote.section)) and not set(topic_roots(status)) <= set(topic_roots(fact.text)):
        return unsettled(f"its section is headed “{status}”")
    if heading := unasserted_heading(quote.section):
        return unsettled(f"its section is headed “{heading}”")
    if sentence := taken_back(quote.neighbours):
        return unsettled(f"the sentence beside it is “{sentence}”")
    if is_unticked(quote.text):
        return unsettled("it is an option that is not ticked")
    if is_row(quote.text, quote.row):
        whole = stands_for_the_whole(quote.document, quote.section, statement_line=False)
        if not whole or not quote.row:
            return unsettled("it is not certain that it is the requested row")
        return row_proves(fact, quote.row, above(quote.document, quote.section), names)
    return sentence_proves(fact, quote.text, names=names, linked_by=quote.linked_by, named=quote.mechanism in _BY_WORDS)


def _rows_that_differ(rows: Sequence[tuple[Quote, Figure]]) -> dict[str, Check]:
    """Return an unsettled check for each row that is proved by itself, if another such row of the same document gives
    another value. A judge must decide which row is asked for. `rows`: each such row and its requested cell."""
    given: dict[str, dict[Decimal | str, set[str]]] = {}
    for quote, cell in rows:
        value = value_of(cell.text)
        key = cell.text if value is None else value
        given.setdefault(quote.version or quote.document, {}).setdefault(key, set()).add(quote.key)
    differ = unsettled("another row of the same name gives another value")
    return {key: differ for values in given.values() if len(values) > 1 for keys in values.values() for key in keys}


def _rows_against_prose(rows: Sequence[tuple[Quote, Figure]], quotes: Sequence[Quote]) -> dict[str, Check]:
    """Return an unsettled check for each row that is proved by itself, if a sentence of the same document has its
    label, a word of its column, and only other values of the same kind and unit. `rows`: each such row and its
    requested cell.

    Example: the row “Attendant | £121” under “Pay per shift”, and “The attendant is paid £112 per shift.”
    """
    found = {}
    for quote, cell in rows:
        values = () if quote.statement_line else read_facts(cell.text)
        if not values:
            continue
        label, column = set(topic_roots(parts_of(quote.row).label)), set(topic_roots(cell.column))
        for other in quotes:
            said = set(topic_roots(other.text))
            if other.row or other.version != quote.version or not (label and label <= said and column & said):
                continue
            given = [
                value
                for value in read_facts(other.text)
                if (value.kind, value.unit) == (values[0].kind, values[0].unit)
            ]
            if given and not any(same_value(values[0], value).same for value in given):
                found[quote.key] = unsettled(f"a sentence of its document gives another value: “{given[0].text}”")
    return found


def _calculated(fact: PlanStep, question: str, quotes: Sequence[Quote]) -> dict[str, Check]:
    """Return the checks of the rows that contain requested cells or operands. All rows that a calculation needs must be
    proved; otherwise none of them is."""
    if fact.answer_type == "yes_no" or _EXPLAINS.search(fact.text) or fact.circumstances:
        return {}  # figures alone do not answer “whether” or “why”
    lines = [MeasureRow(_table_row(quote), quote.relevance) for quote in quotes if quote.statement_line and quote.row]
    measured = worked(fact.text, question, lines)
    if isinstance(measured, tuple):
        keys = {key for result in measured for key in result.keys}
        return {key: proved("an operand in a primary statement") for key in keys}
    if measured is not None:
        return {}
    line = line_asked(fact.text, question, lines)
    if line is not None:
        return {} if isinstance(line, NoOperands) else {line.key: proved("the line of a primary statement")}
    asked = figures_asked(fact)
    if asked is None:
        return {}
    rows = {
        quote.key: quote
        for quote in quotes
        if quote.row and stands_for_the_whole(quote.document, quote.section, quote.statement_line)
    }
    found = find_operands(asked, [_table_row(row) for row in rows.values()])
    if not isinstance(found, Operands):
        return {}
    operands = asked.things if asked.operation else ()
    checks = {
        cell.key: cell_proves(fact, cell, row.row, above(row.document, row.section), operands)
        for cell in found.cells
        for row in (rows[cell.key],)
    }
    lacking = next((check for check in checks.values() if not check.is_proved), None)
    return {key: lacking or check for key, check in checks.items()}


def _table_row(quote: Quote) -> TableRow:
    return TableRow(
        key=quote.key,
        document=quote.version or quote.document,
        cells=quote.row,
        above=above(quote.document, quote.section),
    )
