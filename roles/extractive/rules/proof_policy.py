"""Decides which quotes prove a required fact by code alone, without a calibrated judge (SPEC VER-1, VER-2, CRI-5).

Two kinds of quotes can prove a fact. One is a table row whose label is the requested measure, of the whole subject, in
the requested period (`row_proof`). The other is a plain sentence that contains every word of the question and the
value, and little else (`sentence_proof`). A calculation is proved if all its operands are proved. All other quotes are
unsettled: they are shown as found but not confirmed. Code never proves an explanation (“why”, “how”).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from ....evidence.language.words import topic_roots
from ....evidence.model.check import Check, proved, unsettled
from ....evidence.model.evidence import Evidence, EvidenceId
from ....evidence.model.subjects import PlanStep
from ....evidence.scope.stated_status import heading_status
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.row_parts import Figure, parts_of
from ....evidence.values.facts import read_facts
from ....evidence.values.same_value import same_value
from .figure_answers import figure_answers, is_statement_line
from .row_proof import cell_asked, cell_proves, is_row, row_proves, stands_for_the_whole
from .sentence_proof import sentence_proves
from .statement_frame import is_unticked, taken_back, unasserted_heading
from .table_answers import above

STRONG = 0.5
"""The minimum relevance (0 to 1) of a quote that is examined for a proof (a strong match, SPEC ANS-1)."""
_EXPLAINS = re.compile(
    r"\b(?:why|explain|describe|discuss|summari[sz]e|compare|how(?! (?:many|much|long|old|often|far|large|big|high|tall|soon|late|early)\b))\b"
    r"|\bwhat (?:do|does|did) .+ do\W*$",
    re.IGNORECASE,
)
_BY_WORDS = frozenset({"knowledge_base", "explicit_statement"})
"""Mechanisms that tie a quote to its subject only by words near the quote, or without any words. Such a quote proves a
fact only if it names its subject itself."""
NONE: Mapping[EvidenceId, Any] = MappingProxyType({})


def proofs(
    fact: PlanStep,
    question: str,
    units: Sequence[Evidence],
    names: Collection[str] = (),
    *,
    beside: Mapping[EvidenceId, Sequence[str]] = NONE,
    linking: Mapping[EvidenceId, Evidence] = NONE,
) -> Mapping[EvidenceId, Check]:
    """Return the check of each verified quote against its fact, by id. `question`: the whole question. `names`: the
    names of the subject. `beside`: the sentences directly before and after a quote. `linking`: the verified evidence
    that may tie a name to the subject."""
    found = {unit.evidence_id: _by_itself(fact, unit, names, beside, linking) for unit in units}
    rows = [
        (unit, cell)
        for unit in units
        if unit.row and found[unit.evidence_id].is_proved
        for cell in (cell_asked(fact, unit.row, _above(unit), names),)
        if isinstance(cell, Figure)
    ]
    found |= _rows_that_differ(rows) | _rows_against_prose(rows, units)
    return found | _calculated(fact, question, [unit for unit in units if not _open_reason(unit)])


def _by_itself(
    fact: PlanStep,
    unit: Evidence,
    names: Collection[str],
    beside: Mapping[EvidenceId, Sequence[str]],
    linking: Mapping[EvidenceId, Evidence],
) -> Check:
    quote, section = unit.span.quote, unit.span.place.section
    if reason := _open_reason(unit):
        return unsettled(reason)
    if unit.relevance < STRONG:
        return unsettled("it states too little of what is asked")
    if _EXPLAINS.search(fact.text):
        return unsettled("a judge must decide whether it explains what is asked")
    if fact.circumstances:
        return unsettled("a judge must decide whether it applies to the described case")
    if fact.operation not in (None, "compare"):
        return unsettled("a calculation is proved by its operands")
    if (status := heading_status(section)) and not set(topic_roots(status)) <= set(topic_roots(fact.text)):
        return unsettled(f"its section is headed “{status}”")
    if heading := unasserted_heading(section):
        return unsettled(f"its section is headed “{heading}”")
    if sentence := taken_back(beside.get(unit.evidence_id, ())):
        return unsettled(f"the sentence beside it is “{sentence}”")
    if is_unticked(quote):
        return unsettled("it is an option that is not ticked")
    if is_row(quote, unit.row):
        if not unit.row or not stands_for_the_whole(unit.source.title, section, statement_line=False):
            return unsettled("it is not certain that it is the requested row")
        return row_proves(fact, unit.row, _above(unit), names)
    link = linking.get(unit.link.evidence_id) if unit.link.evidence_id else None
    linked_by = link.span.quote if link else ""
    return sentence_proves(fact, quote, names=names, linked_by=linked_by, named=unit.link.mechanism in _BY_WORDS)


def _open_reason(unit: Evidence) -> str:
    """Return what code leaves unsettled about the quote's subject, a condition or its document; "" if nothing."""
    status = (f"its document states its status as “{unit.source.status}”",) if unit.source.status else ()
    return next(iter((*unit.unsettled, *status)), "")


def _above(unit: Evidence) -> str:
    return above(unit.source.title, unit.span.place.section)


def _rows_that_differ(rows: Sequence[tuple[Evidence, Figure]]) -> dict[EvidenceId, Check]:
    """Return an unsettled check for each row that is proved by itself, if another such row of the same document gives
    another value. A judge must decide which row is asked for. `rows`: each such row and its requested cell."""
    given: dict[str, dict[Decimal | str, set[EvidenceId]]] = {}
    for unit, cell in rows:
        value = value_of(cell.text)
        key = cell.text if value is None else value
        given.setdefault(unit.span.version_id, {}).setdefault(key, set()).add(unit.evidence_id)
    differ = unsettled("another row of the same name gives another value")
    return {key: differ for values in given.values() if len(values) > 1 for keys in values.values() for key in keys}


def _rows_against_prose(rows: Sequence[tuple[Evidence, Figure]], units: Sequence[Evidence]) -> dict[EvidenceId, Check]:
    """Return an unsettled check for each row that is proved by itself, if a sentence of the same document has its
    label, a word of its column, and only other values of the same kind and unit. `rows`: each such row and its
    requested cell.

    Example: the row “Attendant | £121” under “Pay per shift”, and “The attendant is paid £112 per shift.”
    """
    found = {}
    for unit, cell in rows:
        values = () if is_statement_line(unit) else read_facts(cell.text)
        if not values:
            continue
        label, column = set(topic_roots(parts_of(unit.row).label)), set(topic_roots(cell.column))
        for other in units:
            quote = other.span.quote
            said = set(topic_roots(quote))
            same_document = other.span.version_id == unit.span.version_id
            if other.row or not same_document or not (label and label <= said and column & said):
                continue
            given = [
                value for value in read_facts(quote) if (value.kind, value.unit) == (values[0].kind, values[0].unit)
            ]
            if given and not any(same_value(values[0], value).same for value in given):
                reason = f"a sentence of its document gives another value: “{given[0].text}”"
                found[unit.evidence_id] = unsettled(reason)
    return found


def _calculated(fact: PlanStep, question: str, units: Sequence[Evidence]) -> dict[EvidenceId, Check]:
    """Return the checks of the rows that contain requested cells or operands. All rows that a calculation needs must be
    proved; otherwise none of them is."""
    if fact.answer_type == "yes_no" or _EXPLAINS.search(fact.text) or fact.circumstances:
        return {}  # figures alone do not answer “whether” or “why”
    rows = [
        unit
        for unit in units
        if unit.row and stands_for_the_whole(unit.source.title, unit.span.place.section, is_statement_line(unit))
    ]
    answers = figure_answers(fact, question, rows)
    if not isinstance(answers, tuple):
        return {}
    checks = {
        unit.evidence_id: proved("a line of a primary statement")
        if answer.of_statements
        else cell_proves(fact, answer.cells[at], unit.row, _above(unit))
        for answer in answers
        for at, unit in enumerate(answer.units)
    }
    lacking = next((check for check in checks.values() if not check.is_proved), None)
    return {key: lacking or check for key, check in checks.items()}
