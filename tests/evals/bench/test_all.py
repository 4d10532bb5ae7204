"""One command runs every bench at growing sizes, and its table tells how each measure grows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.evals.bench import all as bench_all
from pincite.evals.bench.all import asked_about, growth, main, table

pytestmark = pytest.mark.slow

HANDBOOK = Path(__file__).parents[3] / "evals" / "golden" / "handbook" / "handbook"
SENTENCES = [f"The fee of site {number} rose to {number + 7} euros after the review of spring." for number in range(40)]


def test_growth_is_the_exponent_between_the_smallest_and_the_largest_size() -> None:
    at = {1_000: {"flat": 5.0, "linear": 2.0}, 10_000: {"flat": 5.0, "linear": 20.0}}
    assert growth(at, "flat") == pytest.approx(0.0)
    assert growth(at, "linear") == pytest.approx(1.0)
    assert growth({1_000: {"flat": 5.0}}, "flat") is None
    assert growth(at, "not measured") is None


def test_the_table_has_a_column_for_each_size_and_a_dash_for_what_was_not_measured() -> None:
    shown = table({100: {"ask: ms": 12.0}, 1_000: {"ask: ms": 24.0, "late: s": 1.5}}, {"audit: claims/s": 470.0})
    head, ask, late, _, once = shown.splitlines()
    assert head.split() == ["passages", "100", "1,000", "growth"]
    assert ask.split() == ["ask:", "ms", "12.0", "24.0", "0.30"]
    assert late.split()[-2:] == ["–", "1.50"]
    assert once.split()[-1] == "470"


def test_it_asks_what_a_made_document_states_and_the_same_of_a_company_that_is_not_there() -> None:
    asked = asked_about(SENTENCES, 500)
    assert asked["about the example documents"][0].startswith("How many days a week")
    stated = asked["about a generated company"]
    assert len(stated) == 10
    assert stated[3].startswith("What does Quarrelwick 3 Holdings state about ")
    assert [question.replace("Quarrelwold", "Quarrelwick") for question in asked["absent company"]] == stated


def test_the_command_measures_each_size(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def here(measure: Callable[..., Any], *arguments: object) -> Any:
        return measure(*arguments)

    monkeypatch.setattr(bench_all, "alone", here)  # a fresh process for each measure takes longer than the measures
    monkeypatch.setattr(
        bench_all, "asked_about", lambda *_: {"documents": [bench_all.ANSWERED], "absent": ["Who is Ada Tarn?"]}
    )
    monkeypatch.setattr(bench_all, "measures_once", lambda *_: {"audit: claims/s": 470.0})
    assert main(["--pdfs", str(HANDBOOK), "--sizes", "100", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    at = measured["at each size"]["100"]
    assert at["ask, documents: answered, %"] == 100
    assert at["ask, absent: answered, %"] == 0
    assert all(value > 0 for name, value in at.items() if "answered" not in name)
    assert measured["once"]["PDFs: failed"] == 0
