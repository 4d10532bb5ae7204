"""The dossier in a real browser: accessible, readable on a phone, by keyboard and on paper."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pincite import EvidenceReport, render

if TYPE_CHECKING:
    from conftest import House

pytestmark = [pytest.mark.slow, pytest.mark.spec("REP-3")]
CHROMIUM = shutil.which("chromium")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)")
axe_api = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed (extra `dev`)")
if CHROMIUM is None:
    pytest.skip("no Chromium on this machine", allow_module_level=True)

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


@pytest.fixture
def opened(browser: Any, house: "House", tmp_path: Path) -> Iterator[Open]:
    """Opens the dossier of a report; at the end nothing may have been refused or have failed on the page."""
    pages, complaints = [], []

    def open_page(report: EvidenceReport, *, width: int = 1280, scheme: str = "light") -> Any:
        file = tmp_path / f"{len(pages)}.html"
        file.write_text(render(report, "html", kb=house.kb), encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(file.as_uri())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("remote", "light"),
        ("conflict", "light"),
        ("conflict", "dark"),
        ("unconfirmed", "dark"),
        ("refusal", "light"),
        ("german", "light"),
    ],
)
def test_axe_finds_nothing_serious(name: str, scheme: str, request: pytest.FixtureRequest, opened: Open) -> None:
    page = opened(request.getfixturevalue(name), scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    found = axe_api.Axe().run(page).response["violations"]
    serious = [
        (violation["id"], violation["nodes"][0]["html"])
        for violation in found
        if violation["impact"] in {"serious", "critical"}
    ]
    assert serious == []


@pytest.mark.parametrize("name", ["remote", "conflict", "refusal"])
def test_a_phone_shows_it_without_scrolling_sideways(name: str, request: pytest.FixtureRequest, opened: Open) -> None:
    page = opened(request.getfixturevalue(name), width=390)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_answer_is_seen_without_scrolling(notice: EvidenceReport, opened: Open) -> None:
    for width in (1280, 390):
        box = opened(notice, width=width).locator("#s1").bounding_box()
        assert box["y"] + box["height"] < 400


def test_the_keyboard_leads_from_the_answer_to_its_evidence_and_back(notice: EvidenceReport, opened: Open) -> None:
    page = opened(notice)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "ref"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#c1"
    assert page.locator("#c1 mark").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#answer"


def test_what_is_folded_on_a_screen_is_printed(remote: EvidenceReport, opened: Open) -> None:
    page = opened(remote)
    height = "document.querySelector('.steps').getBoundingClientRect().height"
    assert not page.locator(".steps").is_visible()
    page.emulate_media(media="print")
    assert page.evaluate(height) > 100
    assert len(page.pdf()) > 10_000
