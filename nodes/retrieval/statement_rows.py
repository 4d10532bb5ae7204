"""Finds the rows of a company's primary statements that a question needs. The tables are searched directly, not by
similarity of words (SPEC RET-2, EVI-9)."""

from collections.abc import Sequence
from typing import NamedTuple

from ...evidence.language.words import root_set
from ...evidence.model.evidence import Proposal
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import CandidateSubject, FactId, Plan, PlanStep
from ...evidence.scope.filings import newest_first, period_match
from ...evidence.tables.line_items import LineItem, StatementKind
from ...evidence.tables.measures_asked import Needed, needed
from ...stores.documents.financial_statements import StatementRow, rows_of
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot
from ..runtime.state import RunState
from .readable_versions import chosen_versions

REPORTS_READ = 12
"""The maximum number of reports of one company whose tables are searched for a fact, those nearest to its period
first."""
REPORTS_TAKEN = 2
"""The maximum number of reports whose rows are used: the report for the period, and another that may state it."""
NAMED_ROWS = 2
"""The maximum number of rows of a statement that are used because their labels have words of the question."""
LINE_RELEVANCE = 0.95


class NeededRow(Frozen):
    """A row of a primary statement that a fact needs."""

    fact_id: FactId
    line: str
    statement: StatementKind
    version_id: VersionId
    passage_id: PassageId
    quote: str
    """The text of the row, from its label to its last figure."""
    start: int
    """The start of the row, as an offset in the version's text."""
    end: int
    cells: tuple[tuple[str, str], ...]
    label: str
    under: str | None
    unsure: int
    """0 if the row has the usual label of its statement line, and a higher number for less usual labels."""
    report: int
    """0 for the report whose period matches best; 1 for the next report."""

    order: int
    """The position of the row among the lines from which the fact is calculated, from 0."""

    def is_quoted(self, fact_id: FactId, passage_id: PassageId, quote: str) -> bool:
        return (fact_id, passage_id, self.quote) == (self.fact_id, passage_id, quote)

    def in_words(self) -> str:
        """Return the row in words, such as "inventories of the balance sheet"."""
        line = self.line.replace("_", " ") or "a line"
        return f"{line} of the {self.statement.replace('_', ' ')}"

    def relevance(self) -> float:
        """Return the relevance of the row. A row from which the figure is calculated ranks above any sentence with the
        same words.

        The report made for the period comes first. The order in the formula decides last.
        """
        return round(LINE_RELEVANCE - 0.05 * self.report - 0.01 * self.unsure - 0.001 * min(self.order, 9), 4)


def needed_by(fact: PlanStep, analysis: Plan) -> Needed:
    return needed(fact.text, analysis.resolved_question)


def needed_rows(snapshot: Snapshot, state: RunState) -> tuple[NeededRow, ...]:
    """Return the rows that the facts need, in the order of the facts and of their calculations. Return none if no fact
    needs any."""
    analysis = state["analysis"]
    assert analysis is not None
    chosen = chosen_versions(snapshot, state)
    rows: list[NeededRow] = []
    for fact in analysis.required_facts:
        need = needed_by(fact, analysis)
        if not need.statements:
            continue
        candidates = [candidate for candidate in state["candidates"] if candidate.subject == fact.subject]
        for candidate in candidates:
            rows += _of_candidate(snapshot, fact, need, candidate, chosen)
    return tuple(rows)


def _of_candidate(
    snapshot: Snapshot,
    fact: PlanStep,
    need: Needed,
    candidate: CandidateSubject,
    chosen: frozenset[VersionId] | None,
) -> list[NeededRow]:
    rows: list[NeededRow] = []
    taken = 0
    for version in _reports(snapshot, fact, candidate, chosen)[:REPORTS_READ]:
        own = [row for kind in need.statements for row in _of_report(snapshot, version, kind, fact, need.lines, taken)]
        if own:
            rows += own
            taken += 1
        if taken == REPORTS_TAKEN:
            break
    return rows


def _reports(
    snapshot: Snapshot, fact: PlanStep, candidate: CandidateSubject, chosen: frozenset[VersionId] | None
) -> list[VersionId]:
    """Return the candidate's own documents. Those made for the period of the question come first."""
    own = [version for version in candidate.versions if chosen is None or version in chosen]
    asked = (*candidate.class_attributes.scope.periods, *fact.constraints)

    def nearness(version: VersionId) -> tuple[bool, int, tuple[int, bool], bool]:
        made_for, document = snapshot.declared(version).primary_period, snapshot.document(version)
        return (
            not document.is_current,
            period_match(asked, made_for),
            newest_first(made_for),
            document.kind != "primary",
        )

    return sorted(own, key=nearness)


class _Held(NamedTuple):
    passage: Passage
    row: StatementRow


def _of_report(
    snapshot: Snapshot,
    version: VersionId,
    kind: StatementKind,
    fact: PlanStep,
    lines: Sequence[LineItem],
    report: int,
) -> list[NeededRow]:
    tables = [statement for statement in snapshot.statements(version) if statement.kind == kind]
    if not tables:
        return []
    loaded = snapshot.structure(version)
    passages = snapshot.passages(version)
    found = []
    for table in tables:
        own = [passage for passage in passages if passage.table_id == f"{version}#{table.index}"]
        held = [
            _Held(passage, row)
            for row in rows_of(loaded.tables[table.index], loaded.text)
            for passage in own
            if passage.char_start <= row.start and row.end <= passage.char_end
        ]
        for order, line in enumerate(lines):
            if line.statement == kind:
                own_rows = _of_line(line, held)
                found += [_needed(fact, line, kind, version, row, loaded.text, report, order) for row in own_rows]
        if not lines:
            found += [_needed(fact, None, kind, version, row, loaded.text, report, 0) for row in _named(fact, held)]
    return found


def _named(fact: PlanStep, held: Sequence[_Held]) -> list[_Held]:
    """Return the first rows with figures whose labels have most words of the fact, if the question names only their
    statement."""
    asked = root_set(" ".join(fact.terms))
    shared = [(len(asked & root_set(held_row.row.label)), held_row) for held_row in held if len(held_row.row.cells) > 1]
    most = max((share for share, _ in shared), default=0)
    return [held_row for share, held_row in shared if most and share == most][:NAMED_ROWS]


def _of_line(line: LineItem, held: Sequence[_Held]) -> list[_Held]:
    """Return the rows whose label fits the line best. If that is a heading without figures, return the rows under
    it."""
    ranked = [(rank, held_row) for held_row in held if (rank := line.rank(held_row.row.label)) is not None]
    with_figures = [(rank, held_row) for rank, held_row in ranked if len(held_row.row.cells) > 1]
    if with_figures:
        best = min(rank for rank, _ in with_figures)
        return [held_row for rank, held_row in with_figures if rank == best]
    headings = {" ".join(held_row.row.label.split()) for _, held_row in ranked if line.is_usual(held_row.row.label)}
    return [held_row for held_row in held if held_row.row.under in headings and len(held_row.row.cells) > 1]


def _needed(
    fact: PlanStep,
    line: LineItem | None,
    kind: StatementKind,
    version: VersionId,
    held: _Held,
    text: str,
    report: int,
    order: int,
) -> NeededRow:
    row = held.row
    return NeededRow(
        fact_id=fact.fact_id,
        line=line.name if line else "",
        statement=kind,
        version_id=version,
        passage_id=held.passage.passage_id,
        quote=text[row.start : row.end],
        start=row.start,
        end=row.end,
        cells=row.cells,
        label=row.label,
        under=row.under,
        unsure=max(line.rank(row.label) or 0, 0) if line else 0,
        report=report,
        order=order,
    )


def proposals_of(rows: Sequence[NeededRow]) -> tuple[Proposal, ...]:
    """Return each row as a proposal for its fact. Code verifies it like any quote."""
    return tuple(
        Proposal(fact_id=row.fact_id, claim=row.quote, quote=row.quote, passage_id=row.passage_id) for row in rows
    )
