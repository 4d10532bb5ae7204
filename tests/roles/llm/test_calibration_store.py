"""A model is calibrated once: its figures are kept, and found again only for the same model, prompt and pairs."""

import json
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.evidence.judgement.calibration import Calibration
from pincite.model_settings import Models
from pincite.prompts.templates import template_sha256
from pincite.roles.llm.calibration_store import calibration_of, current_calibration, default_path, keep
from pincite.roles.llm.claim_pairs import built_in_pairs, pairs_sha256
from pincite.roles.llm.providers import roles_of
from pincite.roles.model_call.recording import Recorder, Replay
from pincite.settings import Budgets

NAME, PROMPT = "openai:judge@api.example.org", "b" * 64


def figures(**changes: object) -> Calibration:
    given: dict[str, object] = {
        "model": NAME,
        "prompt_sha256": PROMPT,
        "pairs_sha256": pairs_sha256(built_in_pairs()),
        "at": date(2031, 4, 2),
        "right": 80,
        "right_accepted": 77,
        "right_after_veto": 70,
        "wrong": 80,
        "wrong_accepted": 2,
        "wrong_after_veto": 1,
    }
    return Calibration.model_validate(given | changes)


def two_models(path: Path, **given: object) -> Models:
    ends = {role: {"model": f"vllm:{role}", "base_url": "http://127.0.0.1:8000/v1"} for role in ("generator", "critic")}
    return Models.model_validate({**ends, "calibration_file": path, **given})


CRITIC = "vllm:critic@127.0.0.1:8000"


@pytest.mark.spec("CRI-14")
def test_the_roles_of_the_settings_judge_meaning_only_with_figures_within_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "calibrations.json"

    def calibrated(**given: object) -> bool:
        return roles_of(two_models(path, **given), Budgets()).auditor.calibrated

    assert not calibrated()
    keep(figures(model=CRITIC, prompt_sha256=template_sha256("auditor")), path)
    assert calibrated()
    assert not calibrated(wrong_accepted_at_most=0.02)
    keep(figures(model=CRITIC, prompt_sha256="an older prompt"), path)
    assert calibrated()
    keep(figures(model=CRITIC, prompt_sha256=template_sha256("auditor"), wrong_accepted=30), path)
    assert not calibrated()


@pytest.mark.spec("REP-2")
def test_a_replay_goes_by_the_recorded_figures_and_not_by_those_kept_here(tmp_path: Path) -> None:
    here, tape = tmp_path / "calibrations.json", tmp_path / "run.jsonl"
    good = figures(model=CRITIC, prompt_sha256=template_sha256("auditor"))
    keep(good, here)
    with Recorder(tape) as recorder:
        assert current_calibration(CRITIC, two_models(here), recorder) == good
    nowhere = two_models(tmp_path / "none.json")
    assert current_calibration(CRITIC, nowhere) is None
    assert current_calibration(CRITIC, nowhere, Replay(tape)) == good
    assert roles_of(nowhere, Budgets(), tape=Replay(tape)).auditor.calibrated
    with Recorder(tape) as recorder:
        assert current_calibration(CRITIC, nowhere, recorder) is None
    assert current_calibration(CRITIC, two_models(here), Replay(tape)) is None


def test_an_auditor_by_rule_has_no_figures(tmp_path: Path) -> None:
    assert current_calibration("extractive", two_models(tmp_path / "none.json")) is None


@pytest.mark.spec("CRI-14")
def test_kept_figures_are_found_again_for_the_same_model_and_prompt_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "calibrations.json"
    assert calibration_of(NAME, PROMPT, path) is None
    assert keep(figures(), path) == path
    assert calibration_of(NAME, PROMPT, path) == figures()
    assert calibration_of("openai:judge@127.0.0.1:8000", PROMPT, path) is None
    assert calibration_of(NAME, "c" * 64, path) is None


def test_figures_on_other_pairs_are_none(tmp_path: Path) -> None:
    path = tmp_path / "calibrations.json"
    keep(figures(pairs_sha256="d" * 64), path)
    assert calibration_of(NAME, PROMPT, path) is None


def test_later_figures_replace_earlier_ones_and_leave_other_models_alone(tmp_path: Path) -> None:
    path = tmp_path / "calibrations.json"
    keep(figures(), path)
    keep(figures(model="ollama:small@127.0.0.1:11434", wrong_accepted=60, wrong_after_veto=50), path)
    keep(figures(wrong_accepted=3, at=date(2031, 5, 1)), path)
    found = calibration_of(NAME, PROMPT, path)
    assert found
    assert (found.wrong_accepted, found.at) == (3, date(2031, 5, 1))
    assert len(json.loads(path.read_text())["calibrations"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["calibrations.json"]


@pytest.mark.parametrize("content", ["", "{}{", '{"schema_version": "9"}', '{"calibrations": [{"model": "x"}]}'])
def test_a_file_that_holds_something_else_is_an_error_that_says_what_to_do(tmp_path: Path, content: str) -> None:
    path = tmp_path / "calibrations.json"
    path.write_text(content)
    with pytest.raises(SettingsError, match=r"remove it, and run `pincite doctor --calibrate`"):
        calibration_of(NAME, PROMPT, path)


def test_figures_that_do_not_add_up_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="wrong claims do not add up"):
        figures(wrong_accepted=81)


def test_the_usual_place_is_the_users_configuration_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_path() == tmp_path / "pincite" / "calibrations.json"
