"""Takes the pictures of docs/web-page.md from the real page over the example documents: `python
docs/images/serve_screenshots.py`.

Needs Chromium, and Playwright from the extra `dev`.
"""

import asyncio
import io
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pincite.roles.contracts.roles import Roles
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.serving.listening import listener_on
from pincite.serving.web.access import Access
from pincite.serving.web.app import make_app
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "examples" / "corpus"
AS_OF = "2026-05-15"
COLOURS = 128
WIDE, PHONE = {"width": 1240, "height": 780}, {"width": 360, "height": 720}
PAGE = "How many days a week may employees of Hollinbrae Instruments work from home?"
CONFLICT = "What is the annual service fee payable to Quillmarsh Systems under the Master Services Agreement?"
ABSENT = "Who is the founder of Hollinbrae Instruments?"
TABLE = "How many working days of annual leave does a grade C employee of Hollinbrae Instruments in Kilmarrow get?"
TWO_STEPS = "Which standard is the archive contractor of Hollinbrae Instruments certified to?"
PASTED = (
    "An Employee may work from home on up to four days in each working week. The Customer shall pay an annual service fee of "
    "£186,000 for the Services. Quillmarsh Systems hosts the portal in two data centres."
)


class Thinking:
    """A critic that waits before it answers, so that a picture can show a run in progress."""

    name = "thinking"

    def __call__(self, given: Any) -> Any:
        raise AssertionError("the page takes the async path")

    async def acall(self, given: Any) -> Any:
        await asyncio.sleep(600)


@contextmanager
def served(kb: KnowledgeBase, roles: Roles | None = None, uploads: Path | None = None) -> Iterator[str]:
    with listener_on("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        app = make_app(kb, Settings(), Access("127.0.0.1", port), roles=roles, upload_folder=uploads)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@contextmanager
def opened(browser: Browser, address: str, size: dict[str, int], scheme: str = "light") -> Iterator[Page]:
    context = browser.new_context(base_url=address, viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def ask(page: Page, question: str) -> None:
    page.goto("/")
    page.fill("#question", question)
    page.click("summary")
    page.fill("[name=as_of]", AS_OF)
    page.click("button.main")


def answered(page: Page, question: str) -> None:
    ask(page, question)
    page.wait_for_selector(".answered")
    if page.locator(".viewer img").count():
        page.wait_for_selector(".viewer img[data-there]")
    page.wait_for_timeout(400)


def keep(page: Page, name: str, **options: Any) -> None:
    """Save a picture of the page with few colours, since the page itself has few."""
    picture = Image.open(io.BytesIO(page.screenshot(**options))).convert("RGB")
    file = HERE / f"serve-{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


def take(browser: Browser, kb: KnowledgeBase, uploads: Path) -> None:
    with served(kb, uploads=uploads) as address:
        with opened(browser, address, WIDE) as page:
            for question in (TABLE, ABSENT, CONFLICT):
                answered(page, question)
            page.goto("/")
            page.fill("#question", PAGE)
            keep(page, "ask")
            answered(page, PAGE)
            keep(page, "answer")
            answered(page, ABSENT)
            keep(page, "refusal")
            page.goto("/audit")
            page.fill("#answer", PASTED)
            page.click("button.main")
            page.wait_for_selector(".audited")
            keep(page, "audit")
            page.goto("/documents")
            page.set_input_files(
                "#files",
                [CORPUS / "people" / "mitteilung-arbeitszeit-freiburg.md", CORPUS / "scans" / "Scan_20260306_1142.pdf"],
            )
            page.wait_for_selector(".outcomes")
            keep(page, "documents")
        with opened(browser, address, WIDE, "dark") as page:
            answered(page, CONFLICT)
            keep(page, "conflict")
        with opened(browser, address, PHONE) as page:
            answered(page, PAGE)
            page.click("a.ref")
            page.wait_for_selector(".sheet img[data-there]")
            keep(page, "phone")
    with served(kb, replace(extractive_roles(), critic=Thinking())) as address, opened(browser, address, WIDE) as page:
        ask(page, TWO_STEPS)
        page.wait_for_selector("[data-stage=critic]")
        page.wait_for_timeout(300)
        keep(page, "live")
        page.click("text=Stop")
        page.wait_for_selector(".notice")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        KnowledgeBase.open(Path(folder) / "kb") as kb,
        sync_playwright() as player,
    ):
        kb.ingest([CORPUS])
        browser = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        take(browser, kb, Path(folder) / "uploads")
        browser.close()


if __name__ == "__main__":
    main()
