"""From a PDF's statement to rows that are found and read by label, column heading and caption."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.evidence.language.sentences import sentences
from pincite.evidence.report.quote_line import row_reading
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Snapshot

STATEMENT = (
    ("Net revenue", "10,765", "9,800"),
    ("Operating expenses:",),
    ("   Cost of sales", "(6,100)", "(5,900)"),
    ("   Acquired research", "—", "(1,100)"),
    ("   Impairment of goodwill", "—", "—"),
    ("Net income", "3,431", "2,800"),
)


def write_statement(path: Path, rows: tuple[tuple[str, ...], ...] = STATEMENT, pages: int = 1) -> None:
    canvas = Canvas(str(path))
    canvas.setFont("Helvetica", 9)
    for number in range(pages):
        canvas.drawCentredString(306, 780, "CONSOLIDATED STATEMENTS OF INCOME")
        canvas.drawCentredString(306, 768, "(in millions)")
        canvas.drawCentredString(450, 745, "Years Ended December 31,")
        y = 732.0
        for label, *figures in (("", "2021", "2020"), *rows):
            indent = 12 * (len(label) - len(label.lstrip()) > 0)
            canvas.drawString(72 + indent, y, f"{label.strip()}{f' {number}' * (pages > 1)}")
            for edge, figure in zip((430, 510), figures, strict=False):
                canvas.drawRightString(edge, y, figure)
            y -= 13
        canvas.showPage()
        canvas.setFont("Helvetica", 9)
    canvas.save()


@pytest.fixture
def snapshot(tmp_path: Path, opened: Callable[..., KnowledgeBase]) -> Snapshot:
    (tmp_path / "docs").mkdir()
    write_statement(tmp_path / "docs" / "filing.pdf")
    (tmp_path / "docs" / "notes.md").write_text("# Notes\n\nThe weather in December was mild.\n", encoding="utf-8")
    kb = opened()
    kb.ingest(tmp_path / "docs")
    return kb.snapshot()


def readings(snapshot: Snapshot) -> list[str]:
    found = []
    for document in snapshot.documents():
        for passage in snapshot.passages(document.version_id):
            for start, end in sentences(passage.text) if passage.table_id else ():
                row = snapshot.row(passage.table_id or "", passage.char_start + start, passage.char_start + end)
                if row:
                    found.append(row_reading(row))
    return found


def test_each_row_of_a_statement_is_quoted_and_read_by_itself(snapshot: Snapshot) -> None:
    assert readings(snapshot) == [
        "Net revenue — Years Ended December 31, 2021: 10,765; 2020: 9,800 (in millions)",
        "Operating expenses: Cost of sales — Years Ended December 31, 2021: (6,100); 2020: (5,900) (in millions)",
        "Operating expenses: Acquired research — Years Ended December 31, 2021: —; 2020: (1,100) (in millions)",
        "Operating expenses: Impairment of goodwill — Years Ended December 31, 2021: —; 2020: — (in millions)",
        "Net income — Years Ended December 31, 2021: 3,431; 2020: 2,800 (in millions)",
    ]


@pytest.mark.spec("EVI-1")
def test_a_row_is_quoted_as_it_stands_and_its_place_names_page_and_cells(snapshot: Snapshot) -> None:
    passage = next(hit.passage for hit in snapshot.search("cost of sales") if hit.passage.table_id)
    at = passage.char_start + passage.text.index("Cost of sales")
    span = snapshot.span(passage.version_id, at, at + len("Cost of sales (6,100) (5,900)"))
    assert span.quote == "Cost of sales (6,100) (5,900)"
    assert (span.place.page, span.place.cell) == (1, "R5C1:R5C3")
    assert span.place.line_start == span.place.line_end


def test_a_row_is_found_by_its_label_with_the_heading_and_the_caption_of_its_table(snapshot: Snapshot) -> None:
    for query in (
        "net income December 2021",
        "statements of income goodwill impairment",
        "years ended acquired research",
    ):
        first = snapshot.search(query, limit=1)[0]
        assert first.passage.table_id is not None
        assert first.document.path == "filing.pdf"


def test_every_passage_of_a_long_table_is_found_by_the_heading_that_stands_over_the_first(
    tmp_path: Path, opened: Callable[..., KnowledgeBase]
) -> None:
    rows = tuple(
        (f"Reserve for claims of class {number} and its reinsurance", f"{number}00", "77") for number in range(45)
    )
    (tmp_path / "docs").mkdir()
    write_statement(tmp_path / "docs" / "filing.pdf", rows)
    kb = opened()
    kb.ingest(tmp_path / "docs")
    snapshot = kb.snapshot()
    passages = [hit.passage for hit in snapshot.search("years ended December consolidated", limit=20)]
    document = snapshot.documents()[0]
    assert {passage.passage_id for passage in passages} == {
        passage.passage_id for passage in snapshot.passages(document.version_id)
    }
    assert len(passages) > 2


def test_a_table_costs_the_catalogue_less_than_its_text_again(
    tmp_path: Path, opened: Callable[..., KnowledgeBase]
) -> None:
    (tmp_path / "docs").mkdir()
    write_statement(tmp_path / "docs" / "filing.pdf", STATEMENT * 5, pages=30)
    kb = opened()
    kb.ingest(tmp_path / "docs")
    snapshot = kb.snapshot()
    version = snapshot.documents()[0].version_id
    passages = snapshot.passages(version)
    assert len(snapshot.structure(version).tables) == 30
    assert sum(len(passage.text) for passage in passages) < 1.2 * len(snapshot.text(version))
