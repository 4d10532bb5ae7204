"""The page in a real Chromium: with the keyboard, on a phone, without script, in light and in dark."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served_page import HOSTILE, NOTICE, REMOTE, Served, served
from waiting_critic import Waiting

from pincite.stores.kb.knowledge_base import KnowledgeBase

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `dev`")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed; it comes with the extra `dev`")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.spec("ECO-4"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine; `apt-get install chromium` brings one"),
]
RENT = "What is the annual rent of the lease of Tarnholm Ltd?"
FOUNDER = "Who is the founder of Tarnholm Ltd?"
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 800}
PAGES = ("/", "/documents", "/audit", "/history")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Tab:
    """A page of its own browser context, with what went wrong in it."""

    def __init__(self, chromium: Browser, address: str, **options: Any) -> None:
        self.context = chromium.new_context(base_url=address, **{"viewport": WIDE, **options})
        self.context.set_default_timeout(30_000)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.asked_of: set[str] = set()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.asked_of.add(request.url))

    def ask(self, question: str) -> Page:
        """The page with the answer."""
        self.page.goto("/")
        self.page.fill("#question", question)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".answered")
        return self.page


@pytest.fixture
def tab(chromium: Browser, page: Served) -> Iterator[Tab]:
    made = Tab(chromium, page.address)
    yield made
    made.context.close()
    assert made.faults == []
    assert [url for url in made.asked_of if not url.startswith(page.address)] == []


def test_a_question_is_asked_and_its_source_read_with_the_keyboard_alone(tab: Tab) -> None:
    shown = tab.page
    shown.goto("/")
    expect(shown.locator("#question")).to_be_focused()  # on a busy machine the first letters were lost
    shown.keyboard.type(REMOTE)
    shown.keyboard.press("Enter")
    shown.wait_for_selector(".answered")
    expect(shown.locator("h1")).to_be_focused()
    expect(shown.locator("#announce")).to_contain_text("Answered")
    picture = shown.locator(".viewer img[data-there]")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") > 300
    shown.keyboard.press("Tab")
    expect(shown.locator("a.ref").first).to_be_focused()
    shown.keyboard.press("Enter")
    expect(shown.locator("#announce")).to_contain_text("handbook")


def test_the_citation_that_is_pointed_at_is_the_one_that_is_shown(tab: Tab) -> None:
    shown = tab.ask(RENT)
    expect(shown.locator(".status")).to_contain_text("disagree")
    for number, title in ((2, "Minutes"), (1, "Lease")):
        shown.locator(f"a.ref[data-citation='{number}']").first.hover()
        expect(shown.locator(".viewer h3")).to_contain_text(title)
        expect(shown.locator(".viewer mark").first).to_contain_text("£52,000" if number == 2 else "£48,000")


def test_a_source_without_pages_is_shown_as_text_and_its_text_runs_nothing(tab: Tab) -> None:
    shown = tab.ask(NOTICE)
    expect(shown.locator(".viewer mark").first).to_contain_text("six months")
    assert shown.locator(".viewer img").count() == 0
    assert HOSTILE.split(">")[0] in shown.locator("main").inner_text()
    assert shown.title().endswith("pincite")


def test_a_refusal_says_why_and_what_to_do(tab: Tab) -> None:
    shown = tab.ask(FOUNDER)
    expect(shown.locator(".status")).to_contain_text("Not in the documents")
    expect(shown.locator("article.report")).to_contain_text("What to do next")
    assert shown.locator(".viewer").is_hidden() or shown.locator(".card").count() > 0


def test_on_a_phone_nothing_is_wider_than_the_screen_and_sources_open_over_the_answer(
    chromium: Browser, page: Served
) -> None:
    tab = Tab(chromium, page.address, viewport=PHONE, has_touch=True, is_mobile=True)
    for question in (RENT, FOUNDER, REMOTE):
        assert _too_wide(tab.ask(question)) == 0, question
    shown = tab.page
    shown.locator("a.ref").first.tap()
    expect(shown.locator("dialog[open] img[data-there]")).to_be_visible()
    shown.keyboard.press("Escape")
    expect(shown.locator("a.ref").first).to_be_focused()
    for path in PAGES:
        shown.goto(path)
        assert _too_wide(shown) == 0, path
    tab.context.close()
    assert tab.faults == []


def _too_wide(shown: Page) -> int:
    """Pixels that the page is wider than the screen."""
    return int(shown.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_barrier(chromium: Browser, page: Served, scheme: str) -> None:
    tab = Tab(chromium, page.address, color_scheme=scheme)
    found = {}
    for question in (REMOTE, RENT, FOUNDER):
        tab.ask(question)
        tab.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        found[question] = _barriers(tab.page)
    for path in PAGES:
        tab.page.goto(path)
        found[path] = _barriers(tab.page)
    tab.page.goto("/audit")
    tab.page.fill("#answer", "The notice period of this lease is six months. The annual rent of this lease is £47,000.")
    tab.page.click("button.main")
    expect(tab.page.locator(".audited")).to_contain_text("1 of 2 claims supported")
    found["audited"] = _barriers(tab.page)
    tab.context.close()
    assert {where: what for where, what in found.items() if what} == {}


def _barriers(shown: Page) -> list[str]:
    results = Axe().run(shown).response["violations"]
    return [
        f"{result['id']}: {result['nodes'][0]['target']} {result['nodes'][0]['failureSummary']}"
        for result in results
        if result["impact"] in ("serious", "critical")
    ]


def test_a_run_is_watched_and_stopped(chromium: Browser, kb: KnowledgeBase) -> None:
    waiting = Waiting()
    with served(kb, roles=waiting.roles()) as page:
        tab = Tab(chromium, page.address)
        tab.page.goto("/")
        tab.page.fill("#question", RENT)
        tab.page.click("text=Ask >> nth=-1")
        critic = tab.page.locator("[data-stage=critic]")
        expect(critic).to_have_attribute("data-doing", "true")
        expect(tab.page.locator("[data-stage=plan] .stage-text")).to_contain_text("About:")
        expect(tab.page.locator("[data-stage=quotes] .stage-text")).to_contain_text("verified")
        expect(tab.page.locator("#used")).to_contain_text("of 300 s")
        assert _barriers(tab.page) == []
        tab.page.click("text=Stop")
        expect(tab.page.locator(".notice")).to_contain_text("stopped before it ended")
        tab.context.close()
        assert tab.faults == []


def test_files_are_dropped_and_what_is_too_large_is_not_even_sent(chromium: Browser, tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path / "kb") as kb, served(kb, upload_folder=tmp_path / "kept") as page:
        tab = Tab(chromium, page.address)
        shown = tab.page
        shown.goto("/documents")
        _drop(shown, "large.txt", "x" * 2_000, most=1_000)
        expect(shown.locator(".notice.stop")).to_contain_text("large.txt is larger than")
        _drop(
            shown,
            "policy.md",
            "# Travel policy of Orrin Ltd\n\nThe mileage rate of Orrin Ltd is 38 pence.\n",
            most=10_000,
        )
        expect(shown.locator(".notice.good")).to_contain_text("Ready to ask: 1 of 1 file")
        expect(shown.locator("table.documents")).to_contain_text("policy.md")
        shown.set_input_files("#files", {"name": "none.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no"})
        expect(shown.locator(".outcome.failed")).to_contain_text("none.pdf")
        assert _barriers(shown) == []
        expect(tab.ask("What is the mileage rate of Orrin Ltd?").locator(".lead")).to_contain_text("38 pence")
        tab.context.close()
        assert tab.faults == []


def _drop(shown: Page, name: str, text: str, *, most: int) -> None:
    shown.evaluate(
        """([name, text, most]) => {
            const field = document.getElementById("upload"), carried = new DataTransfer();
            field.dataset.mostFileBytes = most;
            carried.items.add(new File([text], name));
            field.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
        }""",
        [name, text, most],
    )


def test_without_script_the_answer_comes_all_the_same(chromium: Browser, page: Served) -> None:
    tab = Tab(chromium, page.address, java_script_enabled=False)
    tab.page.goto("/")
    tab.page.fill("#question", NOTICE)
    tab.page.click("button.main")
    expect(tab.page.locator(".lead")).to_contain_text("six months", timeout=20_000)
    tab.page.click("a.ref >> nth=0")
    assert "#c1" in tab.page.url
    tab.context.close()


def test_two_tabs_show_their_own_answers(chromium: Browser, page: Served) -> None:
    tab = Tab(chromium, page.address)
    other = tab.context.new_page()
    for shown, question in ((tab.page, NOTICE), (other, REMOTE)):
        shown.goto("/")
        shown.fill("#question", question)
    for shown in (tab.page, other):
        shown.press("#question", "Enter")
    expect(other.locator(".lead")).to_contain_text("three days")
    expect(tab.page.locator(".lead")).to_contain_text("six months")
    tab.context.close()
