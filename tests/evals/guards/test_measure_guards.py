"""The measure counts right for judges whose faults are known, and its command prints a table or one JSON document."""

import argparse
import json
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.evals.guards import measure_guards as guards
from pincite.evals.guards.guard_report import GuardReport, table
from pincite.evals.guards.measure_guards import measure

TEXTS = (
    "Acme opened 12 mills in Tarn in 2019 and closed the old dock. The tenant must repair the roof if it leaks.",
    "Karl Rook was accused of theft on 5 March 1948. According to the guild, wages fell by 15% that year.",
    "Beta was acquired by Gamma in May 2011 for $40 million. It does not sell flour in Orrin, Lund or Sund.",
    "Anna Vell, a miller from Orrin, signed the deed in 1902. However, the mill was not built until 1910.",
)


@pytest.fixture
def sets(tmp_path: Path) -> list[Path]:
    plain = tmp_path / "plain.jsonl"
    rows = [
        {"id": str(i), "question": "?", "docs": [{"id": "d", "title": "", "text": text}]}
        for i, text in enumerate(TEXTS)
    ]
    plain.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return [plain]


def by_the_letter(claim: str, source: str) -> str:
    return "proved" if claim in source else "refuted"


def credulous(claim: str, source: str) -> str:
    return "proved"


@pytest.mark.spec("EVA-3")
def test_a_judge_that_believes_everything_lets_every_fault_through(sets: list[Path]) -> None:
    report = measure(credulous, sets, n=60, seed=1)
    assert report.mutated.proves.value == 1.0
    assert report.verbatim.proves.value == 1.0
    assert report.reworded.refutes.value == 0.0
    assert all(row.wrong for row in report.mutations)


def test_a_judge_by_the_letter_proves_only_what_stands_there(sets: list[Path]) -> None:
    report = measure(by_the_letter, sets, n=60, seed=1)
    assert report.verbatim.proves.value == 1.0
    assert report.reworded.refutes.value > 0.5
    assert {row.name for row in report.mutations if row.proves.count} <= {
        "condition_dropped",
        "attribution_dropped",
        "scope_dropped",
    }
    assert report.mutated.total == sum(row.total for row in report.mutations) > 20


def test_the_same_seed_draws_the_same_claims(sets: list[Path]) -> None:
    def judged(seed: int) -> list[str]:
        seen: list[str] = []
        measure(lambda claim, source: seen.append(claim) or "unsettled", sets, n=40, seed=seed)  # type: ignore[func-returns-value]
        return seen

    assert judged(1) == judged(1)


def test_the_report_survives_json_and_the_table_names_the_worst_first(sets: list[Path]) -> None:
    report = measure(credulous, sets, n=40, seed=1)
    assert GuardReport.model_validate_json(report.model_dump_json()) == report
    text = table(report, examples=1)
    assert "all faults" in text
    assert "claims/s" in text
    assert report.mutations[0].wrong[0].claim in text


def test_sets_without_sentences_are_an_error_that_says_what_to_give(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match="give JSONL sets"):
        measure(credulous, [empty], n=10, seed=1)


@pytest.mark.slow
def test_the_command_prints_one_json_document(sets: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    guards.add_arguments(parser)
    assert guards.run(parser.parse_args([str(sets[0].parent), "--json", "--n", "30"])) == 0
    assert set(json.loads(capsys.readouterr().out)) >= {"mutations", "paraphrases", "claims_per_second"}
