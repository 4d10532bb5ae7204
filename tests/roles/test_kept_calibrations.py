"""A model is calibrated once: its figures are kept, and found again only for the same model, prompt and pairs."""

import json
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.evidence.calibration import Calibration
from pincite.roles.claim_pairs import built_in_pairs, pairs_sha256
from pincite.roles.kept_calibrations import calibration_of, default_path, keep

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
    assert [one.name for one in tmp_path.iterdir()] == ["calibrations.json"]


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
