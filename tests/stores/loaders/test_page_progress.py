"""While a long file is read, the pages read so far are reported."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite import KnowledgeBase
from pincite.stores.kb.ingest_report import IngestProgress
from pincite.stores.loaders import worker
from pincite.stores.loaders.load import load_file
from pincite.stores.loaders.page_progress import page_read


def pdf(path: Path, pages: int) -> Path:
    canvas = Canvas(str(path))
    for number in range(1, pages + 1):
        canvas.drawString(72, 720, f"The fee of year {number} is {number} euros.")
        canvas.showPage()
    canvas.save()
    return path


def test_each_page_is_reported_as_it_is_read(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    token = page_read.set(lambda page, pages: seen.append((page, pages)))
    try:
        load_file(pdf(tmp_path / "fees.pdf", 3))
    finally:
        page_read.reset(token)
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_an_ingest_reports_pages_between_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page of the second file is told to the ingest, which counts it once, and what is left falls to nothing."""
    from contextlib import nullcontext

    from pincite.stores.kb import ingest

    class TermWeights:
        """A loader in this process that tells of every page."""

        def prepare_many(self, requests, read_scans, pages):  # type: ignore[no-untyped-def]
            for request in requests:
                token = page_read.set(lambda page, of, request=request: pages(request, page, of))
                try:
                    yield request, request.done(ingest.DEFAULT_LIMITS)
                finally:
                    page_read.reset(token)

    monkeypatch.setattr(ingest, "GuardedLoader", lambda **_: nullcontext(TermWeights()))
    (tmp_path / "docs").mkdir()
    pdf(tmp_path / "docs" / "a.pdf", 2)
    pdf(tmp_path / "docs" / "b.pdf", 3)
    seen: list[IngestProgress] = []
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest(tmp_path / "docs", progress=seen.append)
    assert [(progress.done, progress.path, progress.page, progress.pages) for progress in seen] == [
        (0, "a.pdf", 1, 1), (0, "a.pdf", 2, 2), (1, "a.pdf", None, 2),
        (1, "b.pdf", 1, 3), (1, "b.pdf", 2, 4), (1, "b.pdf", 3, 5), (2, "b.pdf", None, 5),
    ]  # fmt: skip
    assert [progress.bytes_left for progress in seen] == sorted(
        (progress.bytes_left for progress in seen), reverse=True
    )
    assert seen[-1].bytes_left == 0
    assert seen[-1].seconds_left == 0


def test_the_loader_process_sends_pages_before_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(worker, "PAGES_EVERY", 0.0)
    sent = io.BytesIO()
    worker.report_pages(sent)
    page_read.get()(7, 90)
    sent.seek(0)
    assert worker.read_frame(sent, 100) == b"p 7 90"
