"""The primary statements of a report are told from the tables of notes and segments."""

from collections.abc import Callable

import pytest
from made_filing import FILING

from pincite.evidence.model.spans import VersionId
from pincite.stores.documents.financial_statements import rows_of
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Snapshot


def stored(opened: Callable[..., KnowledgeBase], text: str) -> tuple[Snapshot, VersionId]:
    kb = opened()
    kb.ingest_texts([{"id": "report", "title": "Report", "text": text, "media_type": "text/markdown"}])
    snapshot = kb.snapshot()
    return snapshot, snapshot.documents()[0].version_id


@pytest.mark.spec("RET-2")
def test_each_primary_statement_is_found_and_no_table_of_a_note_or_segment(
    opened: Callable[..., KnowledgeBase],
) -> None:
    snapshot, version = stored(opened, FILING)
    loaded = snapshot.structure(version)
    found = {statement.kind: loaded.tables[statement.index] for statement in snapshot.statements(version)}
    assert list(found) == ["income_statement", "balance_sheet", "cash_flow"]
    assert "Total current assets | 170" in loaded.text[found["balance_sheet"].start : found["balance_sheet"].end]


def test_a_row_is_read_with_its_label_and_the_figures_under_their_columns(opened: Callable[..., KnowledgeBase]) -> None:
    snapshot, version = stored(opened, FILING)
    loaded = snapshot.structure(version)
    table = next(
        loaded.tables[statement.index]
        for statement in snapshot.statements(version)
        if statement.kind == "balance_sheet"
    )
    row = next(row for row in rows_of(table, loaded.text) if row.label == "Inventories")
    assert [text for _, text in row.cells] == ["Inventories", "70", "75"]
    assert [column for column, _ in row.cells][1:] == ["2024", "2023"]
    assert "Inventories" in loaded.text[row.start : row.end]


def test_figures_recast_for_a_new_standard_are_no_statement(opened: Callable[..., KnowledgeBase]) -> None:
    recast = FILING.replace("| December 31, | 2024 | 2023 |", "| December 31, 2023 | As reported | Restated |")
    snapshot, version = stored(opened, recast)
    assert "balance_sheet" not in {statement.kind for statement in snapshot.statements(version)}


def test_a_document_without_statements_has_none(opened: Callable[..., KnowledgeBase]) -> None:
    snapshot, version = stored(opened, "# Leave policy\n\n| Grade | Days |\n|---|---|\n| A | 27 |\n| B | 30 |\n")
    assert snapshot.statements(version) == ()
