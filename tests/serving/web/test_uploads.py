"""Files added in the page: ingested with progress, refused with a reason, and nothing left behind."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from served_page import Browser, Served, served

from pincite.errors import IngestError
from pincite.serving.web import guard, upload_folder, uploads
from pincite.serving.web.upload_folder import Arriving, file_name
from pincite.serving.web.uploads import Ingest
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sqlite.lock import writer_lock

pytestmark = [pytest.mark.servers, pytest.mark.spec("ECO-4")]
POLICY = b"# Travel policy of Orrin Ltd\n\nThe mileage rate of Orrin Ltd is 38 pence.\n"
ASKED = "What is the mileage rate of Orrin Ltd?"


@contextmanager
def with_uploads(folder: Path) -> Iterator[tuple[Served, Path]]:
    kept = folder / "kept"
    with KnowledgeBase.open(folder / "kb") as kb, served(kb, upload_folder=kept) as page:
        yield page, kept


def outcome(browser: Browser, sent: httpx.Response) -> str:
    """The page of the ended ingest."""
    assert sent.status_code == 202, sent.text
    address = sent.json()["ingest"]
    events = browser.http.get(f"{address}/events").text
    assert "event: end" in events
    return browser.http.get(address).text


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_added_file_can_be_asked_at_once_and_a_newer_one_takes_its_place(tmp_path: Path) -> None:
    with with_uploads(tmp_path) as (page, kept):
        browser = page.browser()
        assert "There are no documents yet" in browser.http.get("/").text
        assert "Ready to ask: 1 of 1 file" in outcome(browser, browser.upload(("policy.md", POLICY)))
        assert "38 pence" in browser.answer(ASKED)
        newer = POLICY.replace(b"38", b"41")
        assert "New version" in outcome(browser, browser.upload(("policy.md", newer)))
        assert "41 pence" in browser.answer(ASKED)
        assert "Unchanged" in outcome(browser, browser.upload(("policy.md", newer)))
        assert names(kept) == ["policy.md"]


def test_each_file_that_cannot_be_read_is_named_with_the_reason_and_not_kept(tmp_path: Path) -> None:
    with with_uploads(tmp_path) as (page, kept):
        browser = page.browser()
        outcome(browser, browser.upload(("policy.md", POLICY)))
        shown = outcome(
            browser,
            browser.upload(("broken.pdf", b"%PDF-1.7 no more"), ("policy.md", b""), ("rates.txt", b"Orrin Ltd pays.")),
        )
        assert "Ready to ask: 1 of 3 files" in shown
        assert "broken.pdf" in shown
        assert names(kept) == ["policy.md", "rates.txt"]
        assert (kept / "policy.md").read_bytes() == POLICY


def test_progress_is_reported_file_by_file(tmp_path: Path) -> None:
    with with_uploads(tmp_path) as (page, _):
        browser = page.browser()
        sent = browser.upload(*((f"note-{number}.md", POLICY) for number in range(3)))
        lines = browser.http.get(f"{sent.json()['ingest']}/events").text.splitlines()
        told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
        assert told[-2]["share"] == 1
        assert told[-2]["text"].startswith("3 of 3 files")
        assert told[-1] == {"status": "done"}


def test_a_watcher_sees_the_end_that_comes_while_it_is_busy() -> None:
    async def statuses() -> list[str]:
        ingest, seen = Ingest("session", ["note.md"]), []
        async for _ in ingest.watch():
            seen.append(ingest.status)
            ingest.status = "done"
            ingest.wake()
        return seen

    assert asyncio.run(statuses()) == ["waiting", "done"]


def test_a_form_without_script_leads_to_the_page_of_the_ingest(tmp_path: Path) -> None:
    with with_uploads(tmp_path) as (page, _):
        browser = page.browser()
        given = {"form_mark": browser.mark()}
        sent = browser.http.post("/documents", data=given, files=[("files", ("policy.md", POLICY))])
        assert sent.status_code == 303
        browser.http.get(f"{sent.headers['location']}/events")
        assert "Ready to ask" in browser.http.get(sent.headers["location"]).text
        assert page.browser().http.get(sent.headers["location"]).status_code == 404
        nothing = browser.http.post("/documents", data=given, files=[("other", ("policy.md", POLICY))])
        assert nothing.status_code == 422


@pytest.mark.parametrize("name", ["..", ".hidden", "", "sources.yaml", "a" * 201 + ".md"])
def test_a_name_that_can_be_none_is_refused(name: str) -> None:
    with pytest.raises(IngestError):
        file_name(name)


@pytest.mark.parametrize("name", ["../../etc/cron.d/x.md", "C:\\files\\x.md", "/x.md", "a/../x.md", "\x00x\n.md"])
def test_a_path_that_a_browser_sends_is_reduced_to_its_name(name: str) -> None:
    assert file_name(name) == "x.md"


def test_nothing_is_left_of_an_upload_that_is_refused_or_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "UPLOAD_BYTES", 300_000)
    monkeypatch.setattr(guard, "BODY_SECONDS", 1.0)
    with with_uploads(tmp_path) as (page, kept):
        browser = page.browser()
        twice = browser.upload(("a.md", POLICY), ("folder/a.md", POLICY))
        assert (twice.status_code, "the same name" in twice.json()["detail"]) == (422, True)
        assert browser.upload(("large.txt", b"x" * 400_000)).status_code == 413
        with pytest.raises(httpx.HTTPError):
            browser.http.post("/documents", content=_broken_off(), headers=_multipart(browser), timeout=5)
        assert browser.http.get("/ready").json() == {"ready": True}
        assert "Ready to ask" in outcome(browser, browser.upload(("policy.md", POLICY)))
        assert names(kept) == ["policy.md"]


def _multipart(browser: Browser) -> dict[str, str]:
    return {"Content-Type": "multipart/form-data; boundary=x", "X-Form-Mark": browser.mark()}


def _broken_off() -> Iterator[bytes]:
    yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\n'
    yield b"x" * 100_000
    raise httpx.WriteError("the cable is out")


def test_what_a_killed_process_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    left = Arriving(tmp_path / "kept")
    left.names.append("half.md")
    with with_uploads(tmp_path) as (_, kept):
        assert names(kept) == []


def test_an_upload_too_many_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "UPLOADS_AT_ONCE", 0)
    with with_uploads(tmp_path) as (page, kept):
        refused = page.browser().upload(("policy.md", POLICY))
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        assert not kept.exists() or names(kept) == []


def test_a_knowledge_base_that_another_process_writes_to_says_so(tmp_path: Path) -> None:
    with with_uploads(tmp_path) as (page, kept):
        browser = page.browser()
        folder = next(path for path in (tmp_path / "kb").iterdir() if path.is_dir())
        with writer_lock(folder):
            assert "is writing to this knowledge base" in outcome(browser, browser.upload(("policy.md", POLICY)))
        assert names(kept) == []


def test_a_page_without_uploads_takes_none(page: Served) -> None:
    browser = page.browser()
    assert 'type="file"' not in browser.http.get("/documents").text
    assert browser.upload(("policy.md", POLICY)).status_code == 403


def test_too_many_files_and_one_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_folder, "FILES_AT_ONCE", 2)
    arriving = Arriving(tmp_path)
    for number in range(2):
        with (tmp_path / "source").open("wb+") as data:
            arriving.add(f"{number}.md", data)
    with pytest.raises(IngestError, match="more than 2 files"), (tmp_path / "source").open("rb") as data:
        arriving.add("2.md", data)
    arriving.close()
    assert names(tmp_path) == ["source"]
