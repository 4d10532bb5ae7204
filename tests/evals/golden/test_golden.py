"""`pincite eval golden` on a small set: arms, ablations, the verdict, the gate, and what it prints."""

import json
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from golden_questions import question, write
from good_model import QUESTION, SENTENCE, TEXTS, right
from model_server import Answer, model_server

from pincite.cli import main
from pincite.errors import SettingsError
from pincite.evals.golden import arms as arms_module
from pincite.evals.golden.arms import ARMS, GUARDS
from pincite.evals.golden.result import ArmName, GoldenReport, GuardName
from pincite.evals.golden.run import evaluate
from pincite.evals.golden.set import read_golden
from pincite.evals.golden.tapes import NoTapes
from pincite.evals.golden.terminal_table import table
from pincite.evidence.judgement.calibration import Calibration
from pincite.prompts.templates import template_sha256
from pincite.roles.llm.calibration_store import keep
from pincite.roles.llm.claim_pairs import built_in_pairs, pairs_sha256
from pincite.settings import Settings

pytestmark = pytest.mark.slow

ALL: tuple[ArmName, ...] = ("plain_rag", "self_critique", "grounded", "grounded_follow_up")


def asked(folder: Path, arms: Sequence[ArmName] = ALL, guards: Sequence[GuardName] = ()) -> GoldenReport:
    return evaluate(
        read_golden(folder),
        arms=arms,
        guards=guards,
        settings=Settings(),
        tapes=NoTapes(),
        at_once=1,
        on_progress=print,
    )


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> GoldenReport:
    return asked(write(tmp_path_factory.mktemp("golden")), guards=tuple(GUARDS))


@pytest.mark.spec("EVA-2")
def test_the_product_answers_and_refuses_where_plain_retrieval_answers_all(report: GoldenReport) -> None:
    grades = {arm.arm: {answer.id: answer.grade for answer in arm.answers} for arm in report.arms}
    assert list(grades) == list(ARMS)
    assert set(grades["grounded_follow_up"].values()) == {"right"}
    assert grades["plain_rag"]["founder"] == "false"
    plain = {answer.id: answer.shown for answer in report.arms[0].answers}
    assert plain["notice"]
    assert plain["absent"]


@pytest.mark.spec("EVA-2")
def test_each_guard_is_off_in_turn_and_what_it_buys_is_reported_by_question(report: GoldenReport) -> None:
    found = {ablation.guard: ablation for ablation in report.ablations}
    assert list(found) == list(GUARDS)
    assert found["currency"].turned_false == ("rate",)
    assert found["subject_gate"].turned_false == ()  # the proof policy refuses the founder too
    assert found["currency"].overall.correct.part < report.arms[-1].overall.correct.part
    assert found["claim_audit"].verdict.startswith("claim_audit makes no measurable difference")


@pytest.mark.spec("EVA-2")
def test_what_code_refuses_by_itself_is_measured_behind_models_that_approve_everything(tmp_path: Path) -> None:
    found = evaluate(
        read_golden(write(tmp_path)),
        arms=["grounded_follow_up"],
        guards=["subject_gate", "stating"],
        settings=Settings(),
        tapes=NoTapes(),
        at_once=1,
        on_progress=print,
        credulous_too=True,
    ).credulous
    assert found is not None
    assert {answer.id: answer.grade for answer in found.answers}["founder"] == "right"
    assert [ablation.guard for ablation in found.ablations] == ["subject_gate"]
    assert "founder" in found.ablations[0].turned_false


@pytest.mark.spec("EVA-3", "EVA-4")
def test_figures_are_counts_of_questions_with_their_intervals(report: GoldenReport) -> None:
    found = report.arms[-1].overall
    assert (found.correct.part, found.correct.whole) == (5, 5)
    assert (found.abstentions.part, found.abstentions.whole) == (3, 3)
    assert (found.false_refusals.value, found.false_answers.value) == (0, 0)
    assert (found.evidence_coverage.part, found.evidence_coverage.whole) == (2, 2)
    assert found.unsupported_claims.value == 0
    assert found.incorrect_citations.value == 0
    assert found.model_calls.part == 0
    plain = report.arms[0].overall.false_answers
    assert plain.value is not None
    assert plain.low is not None
    assert plain.high is not None
    assert plain.low <= plain.value <= plain.high


def test_the_way_of_the_required_quotes_shows_where_answers_are_lost(report: GoldenReport) -> None:
    found = report.arms[-1].funnel
    assert found is not None
    assert list(found.model_dump().values()) == [2, 2, 2, 2, 2, 2]
    assert "required quotes: 2, passed the gate 2" in table(report)


@pytest.mark.spec("EVA-5")
def test_each_arm_is_weighed_against_the_one_before_and_the_verdict_is_said(report: GoldenReport) -> None:
    pairs = [(comparison.arm, comparison.against) for comparison in report.comparisons]
    assert pairs == [
        ("self_critique", "plain_rag"),
        ("grounded", "self_critique"),
        ("grounded_follow_up", "grounded"),
        ("grounded_follow_up", "plain_rag"),
    ]
    assert report.comparisons[2].pays == "does not pay"
    assert report.comparisons[3].pays == "pays"
    assert "pays for itself against plain_rag" in report.comparisons[3].verdict
    assert set(report.comparisons[3].pays_at) == {1, 3, 9}


@pytest.mark.spec("EVA-6")
def test_the_figures_are_the_same_each_time(report: GoldenReport, tmp_path: Path) -> None:
    again = asked(write(tmp_path), arms=["plain_rag"]).arms[0]
    first = report.arms[0]
    untimed = {"median_ms", "p95_ms", "seconds_per_right_answer"}
    assert again.overall.model_dump(exclude=untimed) == first.overall.model_dump(exclude=untimed)
    assert [answer.model_dump(exclude={"seconds"}) for answer in again.answers] == [
        answer.model_dump(exclude={"seconds"}) for answer in first.answers
    ]


def test_the_report_reads_back_from_its_json_and_prints(report: GoldenReport) -> None:
    assert GoldenReport.model_validate_json(report.model_dump_json()) == report
    printed = table(report)
    for shown in (*ARMS, *GUARDS, "wrong answers of", "precision by confidence"):
        assert shown in printed or shown == "wrong answers of"


def test_no_setting_context_or_server_can_switch_a_guard_off() -> None:
    from pincite.nodes.runtime.context import RunContext
    from pincite.nodes.runtime.guard_switches import ALL as ON
    from pincite.nodes.runtime.guard_switches import GuardSwitches
    from pincite.serving.studio import BuildChoices

    names = set(GuardSwitches.model_fields)
    assert all(ON.model_dump().values())
    for reachable in (Settings, RunContext, BuildChoices):
        assert names.isdisjoint(reachable.model_fields)
        assert "parts" not in reachable.model_fields
    root = Path(arms_module.__file__).resolve().parents[2]
    using = {
        path.relative_to(root).as_posix()
        for room in ("nodes", "graph", "reports", "evals", "stores", "roles")
        for path in (root / room).rglob("*.py")
        if re.search(r"from \.+(?:\w+\.)*guard_switches import", path.read_text(encoding="utf-8"))
    }
    assert using == {"nodes/runtime/engine.py", "nodes/verify_evidence.py", "evals/golden/arms.py"}


# the terminal


def golden(folder: Path, *arguments: str) -> int:
    return main(["eval", "golden", "--golden", str(folder), *arguments])


def test_json_is_one_document_and_progress_goes_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert golden(write(tmp_path), "--arms", "grounded_follow_up", "--json") == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["arms"][0]["arm"] == "grounded_follow_up"
    assert "documents: grounded_follow_up" in shown.err


def test_a_baseline_is_written_and_read_by_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = write(tmp_path), tmp_path / "baseline.json"
    assert golden(folder, "--short", "--write-baseline", str(file)) == 0
    assert golden(folder, "--short", "--baseline", str(file)) == 0
    assert "against baseline.json, 5 questions: no significant drop" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--arms", "magic"], "--arms magic: unknown; choose from plain_rag"),
        (["--ablate", "luck"], "--ablate luck: unknown; choose from subject_gate"),
        (["--short", "--arms", "plain_rag"], "leave --arms and --ablate out"),
        (["--at-once", "0"], "at least 1"),
        (["--baseline", "no.json"], "create one with --write-baseline"),
        (["--replay", "nowhere"], "record one with --record"),
        (["--corpus", "attic"], "unknown; choose from documents"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert golden(write(tmp_path), *arguments) == 2
    assert said in capsys.readouterr().err


def test_recordings_are_scored_again_with_the_times_of_the_recorded_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, kept = write(tmp_path / "golden"), str(tmp_path / "tapes")
    assert golden(folder, "--arms", "grounded", "--record", kept, "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert golden(folder, "--replay", kept, "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again.pop("replayed")
    assert not first.pop("replayed")
    assert again == first
    assert golden(folder, "--arms", "grounded", "--record", kept) == 2


def test_bad_settings_of_a_model_are_its_own_error() -> None:
    with pytest.raises(SettingsError):
        read_golden(Path("/nowhere"))


def test_kinds(report: GoldenReport) -> None:
    arm: Any = report.arms[-1]
    assert {figures.group for figures in arm.by_kind} == {
        "plain-fact",
        "stale-version",
        "absent-subject",
        "missing-binding",
        "out-of-scope",
    }
    assert [figures.group for figures in arm.by_corpus] == ["documents"]


# models


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    """The one document that the model of the tests answers about, as a golden set."""
    folder = write(
        tmp_path / "golden", [question(question=QUESTION, evidence=[{"document": "lease.md", "quote": SENTENCE}])]
    )
    (folder / "documents" / "lease.md").write_text(f"# {TEXTS[0]['title']}\n\n{TEXTS[0]['text']}\n", encoding="utf-8")
    return folder


@pytest.mark.spec("REP-2", "EVA-2")
def test_runs_on_models_are_scored_again_with_the_endpoint_gone(
    lease: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tapes = tmp_path / "tapes"
    with model_server() as server:
        server.answerer = lambda request: Answer(right(request))
        models = {
            role: {"model": f"openai:model-{letter}", "base_url": server.url, "api_key": "sk-do-not-keep"}
            for role, letter in (("generator", "a"), ("critic", "b"))
        }
        calibrated = Calibration(
            model=f"openai:model-b@{urlsplit(server.url).netloc}", prompt_sha256=template_sha256("auditor"),
            pairs_sha256=pairs_sha256(built_in_pairs()), at=date(2026, 5, 1), right=80, right_accepted=78, right_after_veto=70,
            wrong=80, wrong_accepted=1, wrong_after_veto=1,
        )  # fmt: skip
        kept = keep(calibrated, tmp_path / "kept.json")
        monkeypatch.setenv("PINCITE_MODELS", json.dumps({**models, "calibration_file": str(kept)}))
        assert golden(lease, "--at-once", "2", "--record", str(tapes), "--json") == 0
        first = json.loads(capsys.readouterr().out)
    monkeypatch.delenv("PINCITE_MODELS")
    assert golden(lease, "--replay", str(tapes), "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert (again.pop("replayed"), first.pop("replayed")) == (True, False)
    assert again == first
    assert all("sk-do-not-keep" not in file.read_text(encoding="utf-8") for file in tapes.iterdir())
    calls = {arm["arm"]: arm["overall"]["model_calls"]["value"] for arm in first["arms"]}
    assert calls["plain_rag"] == 1
    assert calls["self_critique"] == 2
    assert calls["grounded"] > 2
    grades = {arm["arm"]: arm["answers"][0]["grade"] for arm in first["arms"]}
    assert grades["grounded_follow_up"] == "right"


@pytest.mark.spec("REP-3")
def test_the_page_is_written_beside_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "golden.html"
    assert golden(write(tmp_path / "set"), "--arms", "grounded_follow_up", "--html", str(page)) == 0
    assert "grounded" in page.read_text(encoding="utf-8")
    assert "grounded_follow_up" in capsys.readouterr().out
