"""Settings: code over environment over pincite.toml over defaults, and errors that name the setting."""

from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.settings import Settings


@pytest.mark.spec("CFG-1")
def test_code_wins_over_environment_over_file_over_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings().follow_ups == 1
    (tmp_path / "pincite.toml").write_text("follow_ups = 2\n[budgets]\nseconds_per_run = 60\n")
    assert Settings().follow_ups == 2
    assert Settings().budgets.seconds_per_run == 60
    monkeypatch.setenv("PINCITE_FOLLOW_UPS", "0")
    assert Settings().follow_ups == 0
    assert Settings(follow_ups=1).follow_ups == 1


@pytest.mark.spec("CFG-1")
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"follow_ups": 3}, "follow_ups = 3: input should be 0, 1 or 2"),
        ({"folow_ups": 1}, "folow_ups: no such setting"),
        ({"budgets": {"seconds_per_run": -1}}, "budgets.seconds_per_run = -1"),
        ({"conflict_policy": "newest"}, "conflict_policy = 'newest'"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("(", r"\(")):
        Settings(**given)


def test_a_copy_with_changes_is_validated_and_has_another_identity() -> None:
    changed = Settings().with_changes(follow_ups=2)
    assert changed.follow_ups == 2
    assert changed.sha256() != Settings().sha256()
