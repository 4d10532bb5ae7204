"""The demo documents hold what their questions expect, and nothing that would give a trap away."""

import csv
import html
import re
import subprocess
import sys
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_args

import openpyxl
import pypdfium2
import pytest
import yaml
from docx import Document
from pptx import Presentation

from pincite.evidence.model.source_record import Authority, SourceDocument
from pincite.evidence.report.evidence_report import RiskSignal, TerminalState

EXAMPLES = Path(__file__).parents[2] / "examples"
CORPUS = EXAMPLES / "corpus"


def questions(name: str) -> list[dict[str, Any]]:
    return yaml.safe_load((EXAMPLES / name).read_text("utf-8"))["questions"]


ALL = questions("questions.yaml") + questions("more_questions.yaml")
MANIFEST = yaml.safe_load((CORPUS / "sources.yaml").read_text("utf-8"))
DOCUMENTS = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.rglob("*.*") if path.name != "sources.yaml")


def folded(text: str) -> str:
    return " ".join(text.split())


@cache
def pages(document: str) -> tuple[str, ...]:
    """The pages of a PDF, the slides of a presentation; other files count as one page."""
    path = CORPUS / document
    match path.suffix:
        case ".pdf":
            pdf = pypdfium2.PdfDocument(path)
            texts = [page.get_textpage().get_text_range() for page in pdf]
            pdf.close()
        case ".docx":
            word = Document(str(path))
            rows = [cell.text for table in word.tables for row in table.rows for cell in row.cells]
            texts = ["\n".join([paragraph.text for paragraph in word.paragraphs] + rows)]
        case ".pptx":
            slides = Presentation(str(path)).slides
            texts = ["\n".join(shape.text_frame.text for shape in s.shapes if shape.has_text_frame) for s in slides]
        case ".xlsx":
            book = openpyxl.load_workbook(path)
            texts = [
                " ".join(str(cell.value) for sheet in book for row in sheet for cell in row if cell.value is not None)
            ]
        case ".html":
            texts = [html.unescape(re.sub(r"<[^>]+>", " ", path.read_text("utf-8")))]
        case _:
            texts = [path.read_text("utf-8")]
    return tuple(folded(text) for text in texts)


def cell(document: str, ref: str) -> str:
    if document.endswith(".xlsx"):
        sheet, _, address = ref.partition("!")
        return str(openpyxl.load_workbook(CORPUS / document)[sheet][address].value)
    with (CORPUS / document).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[int(ref[1:]) - 1][ord(ref[0]) - ord("A")]


@pytest.mark.parametrize("question", ALL, ids=lambda question: question["id"])
def test_every_expected_quote_stands_where_the_question_says(question: dict[str, Any]) -> None:
    expected = question["expected"]
    for citation in [expected, *expected.get("also", [])]:
        if "document" in citation:
            wanted = folded(citation["quote_contains"])
            where = pages(citation["document"])
            assert wanted in (where[citation["page"] - 1] if "page" in citation else " ".join(where))
        if "cell" in citation:
            assert cell(citation["document"], citation["cell"]) == wanted


@pytest.mark.parametrize("question", ALL, ids=lambda question: question["id"])
def test_expectations_use_the_words_of_the_report(question: dict[str, Any]) -> None:
    assert set(question) == {"id", "question", "shows", "expected"}
    expected = question["expected"]
    assert expected.get("terminal_state", "CONCLUDED") in get_args(TerminalState)
    assert set(expected.get("signals", ())) <= set(get_args(RiskSignal))
    for wrong in expected.get("wrong_values", ()):
        assert wrong not in expected.get("quote_contains", "")
    if "discloses" in expected:
        assert expected["discloses"] in DOCUMENTS


def test_question_ids_are_unique() -> None:
    assert len({question["id"] for question in ALL}) == len(ALL)


def test_the_manifest_names_files_that_exist_and_leaves_three_to_the_default_rules() -> None:
    entries = {entry["path"]: entry for entry in MANIFEST["documents"]}
    without_entry = {"forum/travel-tips-thread.txt", "mail/founders-dinner.eml", "scans/Scan_20260306_1142.pdf"}
    assert set(DOCUMENTS) - set(entries) == without_entry
    assert set(entries) <= set(DOCUMENTS)
    for entry in entries.values():
        assert set(entry) - {"path"} <= set(SourceDocument.model_fields)
        assert entry["authority"] in get_args(Authority)
        assert set(entry.get("supersedes", ())) <= set(entries)
        assert all(
            isinstance(entry[key], date) for key in entry if key in ("updated_at", "effective_from", "effective_to")
        )


def test_no_document_gives_a_trap_away() -> None:
    everything = {document: " ".join(pages(document)) for document in DOCUMENTS}
    absent = [
        document for document, text in everything.items() if "Lindqvar" in text or "2023" in text or "parental" in text
    ]
    assert absent == []
    assert "Hollinbrae" not in everything["partners/stavenholt-vaults.html"]
    assert everything["scans/Scan_20260306_1142.pdf"] == ""
    founders = [document for document, text in everything.items() if "founder" in text.casefold()]
    assert founders == ["mail/founders-dinner.eml", "partners/ferrowick-analytics.html"]


def test_the_corpus_stays_small() -> None:
    assert sum((CORPUS / document).stat().st_size for document in DOCUMENTS) < 600_000


@pytest.mark.slow
def test_making_the_binary_documents_again_changes_no_text(tmp_path: Path) -> None:
    make = "import pathlib, sys, make_corpus; make_corpus.main(pathlib.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", make, str(tmp_path)], cwd=EXAMPLES, check=True, timeout=120)
    made = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*"))
    assert len(made) == 7
    for document in made:
        assert pages(str(tmp_path / document)) == pages(document), document
