"""`pincite eval golden --html FILE` writes the page, and beside it the dossiers of the runs that were not right."""

import json
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup

from pincite.cli import main

TEXT = "# Lease of Tarn Optics Ltd\n\nThe rent of Tarn Optics Ltd is 40 euros a month.\n\nThe hall is heated.\n"


def question(name: str, asked: str, value: str) -> dict[str, object]:
    quote = {"document": "lease.md", "quote": "The rent of Tarn Optics Ltd is 40 euros a month."}
    return {
        "id": name,
        "kind": "plain-fact",
        "question": asked,
        "outcome": "answered",
        "answer_notes": "It stands there.",
        "answer_contains": [value],
        "wrong": [],
        "evidence": [quote],
        "primary": False,
        "signals": [],
        "why_hard": "It is not.",
    }


@pytest.mark.spec("EVA-5")
def test_the_page_links_the_dossier_of_what_was_not_right_and_of_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "golden" / "lease").mkdir(parents=True)
    (tmp_path / "golden" / "lease" / "lease.md").write_text(TEXT, encoding="utf-8")
    asked = "What is the rent of Tarn Optics Ltd?"
    rows = {
        "as_of": "2026-05-15",
        "questions": [question("right", asked, "40"), question("off/by", asked, "70 pounds")],
    }
    (tmp_path / "golden" / "lease.yaml").write_text(yaml.safe_dump(rows), encoding="utf-8")
    page = tmp_path / "out.html"
    given = ["eval", "golden", "--golden", str(tmp_path / "golden"), "--arms", "grounded_follow_up"]
    assert main([*given, "--html", str(page), "--json"]) == 0
    grades = {load["id"]: load["grade"] for load in json.loads(capsys.readouterr().out)["arms"][0]["answers"]}
    assert grades["right"] == "right"
    assert grades["off/by"] != "right"
    links = [
        link["href"] for link in BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("article a")
    ]
    assert links == ["out-dossiers/off-by.html"]
    assert [path.name for path in (tmp_path / "out-dossiers").iterdir()] == ["off-by.html"]
    assert "40 euros" in (tmp_path / links[0]).read_text(encoding="utf-8")
