"""One report as a fragment of another page: its own ids and heading level, pictures by address, and nothing that runs."""

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from pincite import EvidenceReport
from pincite.reports.html.answer import answer_fragment, citation_picture
from pincite.reports.html.pages import style_sheet

if TYPE_CHECKING:
    from conftest import House


@pytest.mark.slow
def test_reports_in_one_page_have_ids_and_headings_of_their_own(
    notice: EvidenceReport, remote: EvidenceReport, house: "House"
) -> None:
    fragments = [
        answer_fragment(report, house.kb, level=2, prefix=f"r{number}-")
        for number, report in enumerate((notice, remote, notice))
    ]
    soup = BeautifulSoup("".join(fragments), "html.parser")
    ids = [node["id"] for node in soup.find_all(id=True)]
    assert len(ids) == len(set(ids))
    for link in soup.find_all("a", href=lambda href: href.startswith("#")):
        assert link["href"][1:] in ids
    assert not soup.find("h1")
    levels = [int(node.name[1]) for node in soup.find_all(["h2", "h3", "h4", "h5"])]
    assert levels[0] == 2
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert len(soup.find_all("article", class_="report")) == 3


def test_pictures_are_asked_for_by_address_and_served_one_by_one(remote: EvidenceReport, house: "House") -> None:
    shown = answer_fragment(remote, house.kb, picture_url=lambda number: f"/runs/7/pictures/{number}")
    (image,) = BeautifulSoup(shown, "html.parser").find_all("img")
    assert (image["src"], image["loading"]) == ("/runs/7/pictures/1", "lazy")
    drawn = citation_picture(remote, 1, house.kb)
    assert drawn is not None
    assert drawn.media_type == "image/webp"
    assert citation_picture(remote, 2, house.kb) is None


def test_a_text_file_has_no_picture(notice: EvidenceReport, house: "House") -> None:
    assert citation_picture(notice, 1, house.kb) is None
    shown = answer_fragment(notice, house.kb, picture_url=lambda number: f"/pictures/{number}")
    assert "<img" not in shown


def test_the_style_holds_the_tokens_that_pages_share() -> None:
    style = style_sheet().text
    for token in ("--paper", "--ink", "--accent", "--good", "--warn", "--stop", "--tint"):
        assert style.count(f"{token}:") == 3  # light, dark by system, dark by choice


def test_a_citation_shows_its_quote_on_hover(notice: EvidenceReport) -> None:
    link = BeautifulSoup(answer_fragment(notice), "html.parser").select_one(".answer a.ref")
    assert link["title"] == "Lease of Tarnholm Ltd: “The notice period of this lease is six months.”"
    assert link["data-place"]
