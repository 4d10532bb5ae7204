"""The critic by rule: a fact is stated when verified evidence is a strong match; otherwise it names the gap and where to look."""

import re
from collections.abc import Sequence

from ..evidence.asked_figures import tells_result
from ..evidence.decision import CoveredFact, Decision
from ..evidence.evidence import EvidenceId
from ..evidence.fact_figures import figures_of
from ..evidence.measure_answers import MeasureRow, line_asked, worked
from ..evidence.operands import Operands, find_operands
from ..evidence.proper_names import names_somebody, proper_names
from ..evidence.row_parts import TableRow
from ..evidence.stated_values import is_row
from ..evidence.stating import stating
from ..evidence.subjects import FactId, RequiredFact
from ..evidence.table_answers import above
from ..evidence.table_lines import NoOperands
from .critic import CriticInput, VerifiedSpan

STATES = 0.5
"""The relevance below which a quote is not even tried (a strong match, SPEC ANS-1); what it must then say, `evidence.stating` holds."""


class ExtractiveCritic:
    """Approves strong matches with no open premise; names a bridge when partial evidence links the subject to another name."""

    name = "extractive"

    def __init__(self, states: float = STATES) -> None:
        self._states_from = states

    def __call__(self, given: CriticInput) -> Decision:
        covered, missing = [], []
        for fact in given.required_facts:
            held = self._held(fact, given)
            if held:
                passages = tuple(dict.fromkeys(span.passage_id for span in held))
                quotes = tuple(span.evidence_id for span in held)
                covered.append(CoveredFact(fact_id=fact.fact_id, passages=passages, evidence=quotes))
            else:
                missing.append(fact)
        if not missing:
            return Decision(
                requires_more_context=False, reason="verified evidence states every fact", covered=tuple(covered)
            )
        bridge = next((name for fact in missing for name in bridges(fact, given)), None)
        sought = missing[0]
        words = " ".join(sought.terms) or sought.text
        made = {entry.query.casefold() for entry in given.history}
        subject = next(iter(given.subject_names), "")
        options = [f"{bridge} {words}"] if bridge else []
        options.append(f"{subject} {sought.text}".strip())
        query = next((option for option in options if option.casefold() not in made), "")
        return Decision(
            requires_more_context=True,
            reason=f"no verified evidence is a strong match for: {'; '.join(fact.text for fact in missing)}",
            covered=tuple(covered),
            missing_facts=tuple(FactId(fact.fact_id) for fact in missing),
            missing_primary_sources=(f"a primary source on {bridge or subject} that states {words}",) if query else (),
            follow_up_instruction=f"look for {words} under {bridge or subject}" if query else "",
            suggested_query=query,
            bridge=bridge if bridge and query.startswith(bridge) else None,
        )

    def _held(self, fact: RequiredFact, given: CriticInput) -> list[VerifiedSpan]:
        """The quotes that state the fact. A figure of a table is held by its cells; a calculation by nothing but all of its operands, or
        by a sentence that states its result."""
        asked = figures_of(fact)
        own = [span for span in given.verified if span.fact_id == fact.fact_id]
        measured = worked(fact.text, given.question, _measure_rows(own))
        if isinstance(measured, tuple):
            return [span for span in own if any(span.evidence_id in one.keys for one in measured)]
        line = line_asked(fact.text, given.question, _measure_rows(own))
        if line is not None:
            return [] if isinstance(line, NoOperands) else [span for span in own if span.evidence_id == line.key]
        found = find_operands(asked, _rows(own)) if asked is not None else None
        if isinstance(found, Operands):
            keys = {cell.key for cell in found.cells}
            cells = [span for span in own if span.evidence_id in keys]
            counts = asked is not None and asked.operation is None and _HOW_MANY.search(fact.text)
            return [span for span in cells if self._states(fact, span, given)] if counts else cells
        told = [span for span in own if self._states(fact, span, given)]
        if asked is not None and (asked.operation or asked.which or (found is not None and found.ambiguous)):
            told = [span for span in told if not is_row(span.quote, span.row) and tells_result(asked, span.quote)]
        return _of_the_whole(fact, told)

    def _states(self, fact: RequiredFact, span: VerifiedSpan, given: CriticInput) -> bool:
        if span.relevance < self._states_from or span.premises_open:
            return False
        if _is_of_a_part(span):
            return False
        context = " ".join(part for part in (span.document, span.section) if part)
        found = stating(
            fact, span.quote, context=context, row=span.row, names=given.subject_names, linked_by=span.linked_by or ""
        )
        return found.states


def _measure_rows(spans: Sequence[VerifiedSpan]) -> list[MeasureRow]:
    lines = {span.evidence_id: span for span in spans if span.statement_line}
    return [MeasureRow(row, lines[EvidenceId(row.key)].relevance) for row in _rows(list(lines.values()))]


def _rows(spans: Sequence[VerifiedSpan]) -> list[TableRow]:
    return [
        TableRow(
            key=span.evidence_id,
            document=span.version_id or span.document,
            cells=span.row,
            above=above(span.document, span.section),
        )
        for span in spans
        if span.row and not span.premises_open and not _is_of_a_part(span)
    ]


def _of_the_whole(fact: RequiredFact, held: list[VerifiedSpan]) -> list[VerifiedSpan]:
    """In a periodic report that has a row for a sum of money, the row alone: sentences there may speak of a segment."""
    if fact.answer_type != "money":
        return held
    with_row = {span.document for span in held if is_row(span.quote, span.row) and _PERIODIC.search(span.document)}
    return [span for span in held if span.document not in with_row or is_row(span.quote, span.row)]


def _is_of_a_part(span: VerifiedSpan) -> bool:
    """Whether a row of a company's periodic report may be of a segment, an affiliate or a plan: it stands neither in a statement of
    the whole nor in the discussion of its results. There "Net income" and "Total assets" are the rows of many things."""
    if span.statement_line or not is_row(span.quote, span.row) or not _PERIODIC.search(span.document):
        return False
    return not _OF_THE_WHOLE.search(span.section or "") or _NOTE.search(span.section or "") is not None


_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
"""What is counted must be what the row counts: "accrued employee costs" are no employees."""
_PERIODIC = re.compile(r"\b(?:10-?[KQ]|20-?F|annual report|quarterly report)\b", re.IGNORECASE)
_OF_THE_WHOLE = re.compile(
    r"\bconsolidated\b|\bselected (?:\w+ )?financial\b|\bresults of operations\b|\bfinancial highlights\b|\bhuman capital\b|\bitem 1\b",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\bnotes? (?:to\b|\d)", re.IGNORECASE)


def bridges(fact: RequiredFact, given: CriticInput) -> Sequence[str]:
    """The names that text about its subject links, the best first; then those that stand in verified evidence for this fact and neither in the
    question nor among the subject's own names."""
    known = f"{given.question} {' '.join(given.subject_names)}".casefold()
    spans = sorted((span for span in given.verified if span.fact_id == fact.fact_id), key=lambda span: -span.relevance)
    names = dict.fromkeys(name for span in spans for name in proper_names(span.quote) if name.casefold() not in known)
    linked = [one.name for one in given.linked if one.fact_id == fact.fact_id]
    return (*linked, *(name for name in names if names_somebody(name)))
