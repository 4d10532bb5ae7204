"""An answer from a scanned page: disclosed as read by OCR, never of high confidence, insufficient where OCR was not sure."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from pincite import EvidenceReport, render, verify

pytest.importorskip("rapidocr", reason="needs the extra ocr")

from made_scan import as_read, images_of, keep, scan_of

pytestmark = pytest.mark.spec("ECO-5")

QUESTION = "On how many days may an employee of Tarnholm Ltd work from home?"


@pytest.fixture
def asked(own_house: Callable[[], Any]) -> Callable[[float], tuple[EvidenceReport, Any]]:
    """Asks a knowledge base whose handbook is a scan that OCR read with this score."""

    def ask(score: float) -> tuple[EvidenceReport, Any]:
        house = own_house()
        file = house.docs / "handbook.pdf"
        read = as_read(file.read_bytes(), score=score)
        file.write_bytes(scan_of(images_of(file.read_bytes())))
        keep(house.kb._stores.folder, hashlib.sha256(file.read_bytes()).hexdigest(), read)
        assert house.kb.ingest(house.docs, ocr=True).ok
        return house.ask(QUESTION), house

    return ask


@pytest.mark.slow
def test_a_sure_reading_answers_and_says_everywhere_that_ocr_read_it(
    asked: Callable[[float], tuple[EvidenceReport, Any]],
) -> None:
    report, house = asked(0.99)
    assert report.sufficient
    assert report.confidence == "medium"
    assert "read_by_ocr" in report.risk_signals
    assert report.conclusion.startswith("As read by OCR from a scanned page")
    (citation,) = report.citations
    assert (citation.document, citation.page, citation.ocr_score) == ("handbook.pdf", 2, 0.99)
    markdown, page = render(report, "markdown"), render(report, "html", kb=house.kb)
    for shown in (markdown, page):
        assert "read by OCR, score 0.99" in shown
        assert "compare the quote with the page" in shown
    assert "data:image/webp" in page, "the quote is boxed on the image of its page"
    assert verify(report, kb=house.kb).holds
    from_file = verify(report, files=house.docs)
    assert not from_file.holds
    assert "read by OCR" in from_file.citations[0].reason


@pytest.mark.spec("ANS-6")
def test_a_doubtful_reading_is_shown_with_low_confidence_and_is_not_sufficient(
    asked: Callable[[float], tuple[EvidenceReport, Any]],
) -> None:
    report, _ = asked(0.9)
    assert not report.sufficient
    assert report.confidence == "low"
    assert "read_by_ocr" in report.risk_signals
    assert "OCR read" in report.conclusion
    assert report.citations[0].ocr_score == 0.9
