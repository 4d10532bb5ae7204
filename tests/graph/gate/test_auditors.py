"""The auditor of a registrant, whom a filing names only by a signature, in every form of file."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docx import Document
from reportlab.pdfgen.canvas import Canvas

from pincite import EvidenceReport, KnowledgeBase, build_graph

FILING = """# UNITED STATES SECURITIES AND EXCHANGE COMMISSION

FORM 10-K

For the fiscal year ended December 31, 2024

Marlowe Instruments, Inc.

(Exact name of registrant as specified in its charter)

## Report of Independent Registered Public Accounting Firm

To the Shareholders and the Board of Directors of Marlowe Instruments, Inc.

## Opinion on the Financial Statements

We have audited the balance sheets of Marlowe Instruments, Inc. as of December 31, 2024.

/s/ Harrow & Pell LLP

Boston, Massachusetts

## Signatures

Pursuant to the requirements of the Act, the registrant has caused this report to be signed on its behalf.

By: /s/ Jane Roe

Jane Roe

Chief Executive Officer
"""
LINES = [line for line in FILING.split("\n") if line]


def _markdown(path: Path) -> None:
    path.write_text(FILING)


def _text(path: Path) -> None:
    path.write_text(re.sub(r"^#+ ", "", FILING, flags=re.MULTILINE))


def _html(path: Path) -> None:
    body = [
        f"<h2>{line.lstrip('# ')}</h2>" if line.startswith("#") else f"<p>{line.replace('&', '&amp;')}</p>"
        for line in LINES
    ]
    path.write_text(f"<html><body>{''.join(body)}</body></html>")


def _word(path: Path) -> None:
    document = Document()
    for line in LINES:
        if line.startswith("#"):
            document.add_heading(line.lstrip("# "), 2)
        else:
            document.add_paragraph(line)
    document.save(str(path))


def _pdf(path: Path) -> None:
    canvas = Canvas(str(path))
    for row, line in enumerate(LINES):
        canvas.setFont("Helvetica-Bold" if line.startswith("#") else "Helvetica", 14 if line.startswith("#") else 10)
        canvas.drawString(72, 760 - 24 * row, line.lstrip("# "))
    canvas.showPage()
    canvas.save()


FORMS: dict[str, Callable[[Path], None]] = {"md": _markdown, "txt": _text, "html": _html, "docx": _word, "pdf": _pdf}


@pytest.fixture(scope="module", params=list(FORMS))
def kb(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    path = tmp_path_factory.mktemp("filing") / f"filing.{request.param}"
    FORMS[request.param](path)
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as opened:
        assert opened.ingest([path.parent]).ok
        yield opened


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": question, "as_of": "2025-06-01"})["report"]
    return report


@pytest.mark.spec("SUB-2", "SUB-3", "VER-2")
@pytest.mark.parametrize(
    "question",
    [
        "Who is the auditor of Marlowe Instruments, Inc.?",
        "Which firm audited the financial statements of Marlowe Instruments?",
        "Who is the independent registered public accounting firm of Marlowe Instruments?",
    ],
)
def test_the_firm_that_signs_the_auditors_report_is_shown(kb: KnowledgeBase, question: str) -> None:
    report = ask(kb, question)
    assert report.sentences[0].text.startswith("/s/ Harrow & Pell LLP")
    assert [candidate.name for candidate in report.candidate_subjects] == ["Harrow & Pell LLP"]
    assert "subject_not_found" not in report.risk_signals


@pytest.mark.spec("SUB-2", "VER-2")
def test_the_officer_is_shown_with_the_office_below_the_signature(kb: KnowledgeBase) -> None:
    report = ask(kb, "Who is the chief executive officer of Marlowe Instruments?")
    assert "Jane Roe" in report.sentences[0].text
    assert "Chief Executive Officer" in report.sentences[0].text
