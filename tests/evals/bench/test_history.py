"""The benchmark history keeps each run, and its chart draws the kept figures."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pincite.evals.bench.history import CHART, DRAWN, HISTORY, chart, main, read


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_result_is_appended_with_time_and_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "history.jsonl"
    for claims in (400, 440):
        given(monkeypatch, json.dumps({"claims_per_second": claims, "alike": True, "note": "text"}))
        assert main(["--history", str(kept), "add", "audit"]) == 0
    first, second = read(kept)
    assert first.figures == {"claims_per_second": 400}
    assert second.figures == {"claims_per_second": 440}
    assert first.at.utcoffset() is not None
    assert first.commit


@pytest.mark.parametrize("text", ["", "no JSON", "[1]", '{"note": "text"}'])
def test_a_result_without_figures_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    given(monkeypatch, text)
    assert main(["--history", str(tmp_path / "history.jsonl"), "add", "ask"]) == 2
    assert "the result of ask" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = tmp_path / "history.jsonl"
    damaged.write_text(HISTORY.read_text("utf-8").splitlines()[0] + "\n{}\n", encoding="utf-8")
    assert main(["--history", str(damaged), "draw", "--out", str(tmp_path / "chart.svg")]) == 2
    assert "line 2" in capsys.readouterr().err


def test_the_chart_in_the_docs_draws_the_kept_history() -> None:
    runs = read(HISTORY)
    shown = CHART.read_text("utf-8")
    assert shown == chart(runs)
    drawn = ElementTree.fromstring(shown)
    points = sum(run.bench == figure.bench and figure.name in run.figures for run in runs for figure in DRAWN)
    assert len(drawn.findall(".//{http://www.w3.org/2000/svg}circle")) == points > len(DRAWN)
