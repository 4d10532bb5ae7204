"""Ingesting scanned PDFs: on request, page by page, kept and disclosed."""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pincite.errors import IngestError
from pincite.stores.kb.ingest import IngestProgress
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.loaders.guarded import GuardedLoader
from pincite.stores.loaders.ocr.scanned_page import ScannedPage
from pincite.terminal import ingest_table

pytest.importorskip("rapidocr", reason="needs the extra ocr")

from made_scan import as_read, images_of, keep, scan_of, typed

pytestmark = pytest.mark.spec("ECO-5")

PAGES = (
    ("The notice period of this lease", "is six months."),
    ("The rent is EUR 1,250 a month", "and is due on the first day."),
)


@pytest.fixture
def scan(docs: Path) -> Path:
    """A scanned file among others."""
    file = docs / "lease.pdf"
    file.write_bytes(scan_of(images_of(typed(PAGES))))
    return file


def current_text(kb: KnowledgeBase, path: str = "lease.pdf") -> str:
    snapshot = kb.snapshot()
    return next(
        snapshot.text(document.version_id)
        for document in snapshot.documents()
        if document.path == path and document.is_current
    )


def tenant_folder(kb: KnowledgeBase) -> Path:
    assert kb._stores.folder is not None
    return kb._stores.folder


def read_before(kb: KnowledgeBase, file: Path) -> None:
    keep(tenant_folder(kb), hashlib.sha256(file.read_bytes()).hexdigest(), as_read(typed(PAGES)))


def test_without_ocr_a_scan_is_refused_and_the_way_to_read_it_is_named(kb: KnowledgeBase, scan: Path) -> None:
    report = kb.ingest(scan)
    assert [outcome.path for outcome in report.failed] == ["lease.pdf"]
    assert "pincite ingest --ocr" in ingest_table(report)
    assert "pip install 'pincite[ocr]'" in ingest_table(report)


def test_without_the_extra_nothing_is_ingested_and_the_extra_is_named(
    kb: KnowledgeBase, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import metadata

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(sys.modules["pincite.stores.loaders.ocr.ocr_engine"], "version", missing)
    with pytest.raises(IngestError, match=r"pip install 'pincite\[ocr\]'"):
        kb.ingest(scan, ocr=True)


@pytest.mark.spec("REL-2")
def test_pages_that_were_read_before_the_ingest_was_killed_are_not_read_again(
    kb: KnowledgeBase, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_before(kb, scan)
    (tenant_folder(kb) / "ocr").glob("*/*/2.json").__next__().unlink()
    read: list[int] = []

    def read_page(_: GuardedLoader, path: Path, number: int, *, password: str | None = None) -> ScannedPage:
        read.append(number)
        return as_read(typed(PAGES))[number]

    monkeypatch.setattr(GuardedLoader, "read_page", read_page)
    seen: list[IngestProgress] = []
    assert kb.ingest(scan, ocr=True, progress=seen.append).ok
    assert read == [2]
    assert current_text(kb).splitlines() == [*PAGES[0], "", *PAGES[1]]
    assert [progress.ocr_pages for progress in seen] == [(2, 2), None]
    kb.remove("lease.pdf")
    assert kb.ingest(scan, ocr=True).ok
    assert read == [2], "what was read is kept"


def test_a_page_on_which_ocr_fails_is_disclosed_tried_again_and_costs_no_other(
    kb: KnowledgeBase, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = {2}

    def read_page(_: GuardedLoader, path: Path, number: int, *, password: str | None = None) -> ScannedPage:
        if number in failing:
            raise IngestError(f"{path.name}: took longer than 180 s; split it")
        return as_read(typed(PAGES))[number]

    monkeypatch.setattr(GuardedLoader, "read_page", read_page)
    report = kb.ingest(scan, ocr=True)
    assert [outcome.path for outcome in report.added] == ["lease.pdf"]
    assert "page 2: no text was read: OCR failed (took longer than 180 s; split it)" in report.noted[0].reason
    assert report.pages_unread == 1
    assert current_text(kb).strip().splitlines() == list(PAGES[0])
    failing.clear()
    assert [outcome.path for outcome in kb.ingest(scan, ocr=True).superseded] == ["lease.pdf"]
    assert current_text(kb).splitlines() == [*PAGES[0], "", *PAGES[1]]
    assert [outcome.path for outcome in kb.ingest(scan, ocr=True).unchanged] == ["lease.pdf"]


def test_an_unchanged_file_whose_scans_were_left_unread_is_read_once_ocr_is_on(kb: KnowledgeBase, docs: Path) -> None:
    import pypdfium2 as pdfium

    both = pdfium.PdfDocument(typed([["A typed page about the porter."]]))
    both.import_pages(pdfium.PdfDocument(scan_of(images_of(typed(PAGES[1:])))))
    both.save(docs / "both.pdf")
    first = kb.ingest(docs)
    assert first.pages_unread == 1
    assert first.scans_unread
    assert not kb.ingest(docs).superseded
    page = as_read(typed(PAGES[1:]))[1]
    keep(tenant_folder(kb), hashlib.sha256((docs / "both.pdf").read_bytes()).hexdigest(), {2: page})
    again = kb.ingest(docs, ocr=True)
    assert [outcome.path for outcome in again.superseded] == ["both.pdf"]
    assert "read by OCR" in again.noted[0].reason
    assert "The rent is EUR 1,250 a month" in current_text(kb, "both.pdf")


@pytest.mark.slow
@pytest.mark.spec("REL-3")
def test_real_scans_are_read_also_turned_huge_and_beside_noise(
    opened: Callable[..., KnowledgeBase], tmp_path: Path
) -> None:
    page, other = images_of(typed(PAGES))
    noise = Image.fromarray(np.random.default_rng(7).integers(0, 255, (400, 600)).astype("uint8"))
    huge = page.resize((10_000, 10_000 * page.height // page.width))
    pages = [page, noise, other.rotate(90, expand=True), page.rotate(180)]
    (tmp_path / "scan.pdf").write_bytes(scan_of(pages))
    (tmp_path / "huge.pdf").write_bytes(scan_of([huge], dpi=72))
    kb = opened()
    report = kb.ingest([tmp_path / "scan.pdf", tmp_path / "huge.pdf"], ocr=True)
    assert report.ok
    assert current_text(kb, "scan.pdf").splitlines() == [*PAGES[0], "", *PAGES[1], "", *PAGES[0]]
    assert current_text(kb, "huge.pdf").splitlines() == list(PAGES[0])
    told = next(outcome.reason for outcome in report.noted if outcome.path == "scan.pdf")
    assert "page 2: no text was found by OCR" in told
    assert "pages 1, 3, 4: read by OCR" in told
