"""`pincite eval audit` counts the verdicts of the audit by label, with a judge or by code alone."""

import argparse
import json
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.evals.guards import measure_audit
from pincite.evals.guards.measure_audit import drawn_rows, judge_at, measure
from pincite.evals.harness.loopback import all_supported, loopback_model, none_supported

SOURCE = "The fee of Tarn Optics Ltd is 40 euros a month. It is due on 3 May."
CLAIMS = [
    ("supported", "The fee of Tarn Optics Ltd is 40 euros a month."),
    ("supported", "Every month Tarn Optics Ltd has to be paid forty euros by its clients."),
    ("not_supported", "Late clients of Tarn Optics Ltd lose their discount."),
    ("contradicted", "The fee of Tarn Optics Ltd is 50 euros a month."),
]


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    rows = [
        {"id": str(place), "question": claim, "label": label, "docs": [{"id": "d", "text": SOURCE}], "answerable": True}
        for place, (label, claim) in enumerate(CLAIMS)
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.mark.spec("EVA-3")
def test_code_alone_accepts_what_is_verbatim_and_rejects_the_rest(claims: Path) -> None:
    report = measure([claims])
    assert [row.verdict for row in report.rows if row.label == "supported"] == ["supported", "unsupported"]
    (of_set,) = report.sets
    assert (of_set.accepted.count, of_set.rejected.count, of_set.balanced_accuracy) == (1, 2, 0.75)
    assert {label.label: label.refuted_by_code.count for label in report.labels} == {
        "supported": 0,
        "not_supported": 0,
        "contradicted": 1,
    }


@pytest.mark.servers
def test_a_judge_decides_what_code_leaves_open_and_nothing_else(claims: Path) -> None:
    verdicts = []
    for answer in (all_supported, none_supported):
        with loopback_model(lambda _, prompt, answer=answer: answer(prompt)) as model:  # type: ignore[misc]
            report = measure([claims], auditor=judge_at(model.url, "judge", 10), at_once=2)
            assert model.spent.calls == 2, "one call for each claim that code leaves open, none to mend the answer"
        verdicts.append({row.id: row.verdict for row in report.rows})
    credulous, strict = verdicts
    assert credulous == {"0": "supported", "1": "supported", "2": "supported", "3": "contradicted"}
    assert strict == {"0": "supported", "1": "unsupported", "2": "unsupported", "3": "contradicted"}


@pytest.mark.servers
def test_a_model_without_a_usable_answer_fails_the_claim_and_counts_in_no_share(claims: Path) -> None:
    with loopback_model(lambda *_: "no JSON") as model:
        report = measure([claims], auditor=judge_at(model.url, "judge", 10))
    assert [row.verdict for row in report.rows].count("failed") == 2
    assert (report.sets[0].accepted.total, report.sets[0].rejected.total) == (1, 1)


def test_labels_share_the_draw_and_long_sources_are_left_out(claims: Path) -> None:
    assert sorted(row.label or "" for row in drawn_rows(claims, 3, 1_000)) == [
        "contradicted",
        "not_supported",
        "supported",
    ]
    with pytest.raises(SettingsError, match="up to 10 characters"):
        drawn_rows(claims, 3, 10)


def test_the_command_prints_the_table_or_one_json_document(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    measure_audit.add_arguments(parser)
    assert measure_audit.run(parser.parse_args([str(claims), "--examples", "1"])) == 0
    shown = capsys.readouterr().out
    assert "75.0%" in shown
    assert CLAIMS[1][1] in shown
    assert measure_audit.run(parser.parse_args([str(claims), "--json"])) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == len(CLAIMS)
    with pytest.raises(SettingsError, match="give both"):
        measure_audit.run(parser.parse_args([str(claims), "--model", "judge"]))
