"""The regression gate holds a run against a kept one, question by question, and fails on a significant drop alone."""

from pathlib import Path

import pytest
from golden_answers import answered

from pincite.errors import SettingsError
from pincite.evals.golden.baseline import BASELINE, checked, kept, read_baseline, write_baseline
from pincite.evals.golden.set import GOLDEN, read_golden

FILE = Path("baseline.json")
GOOD = [answered(f"q{number}") for number in range(40)]


@pytest.mark.spec("EVA-5")
@pytest.mark.parametrize(
    ("count", "fields", "ok"),
    [
        (0, {}, True),
        (1, {"grade": "refused", "shown": False, "required_cited": 0}, True),
        (5, {"grade": "refused", "shown": False, "required_cited": 0}, False),
        (1, {"grade": "false"}, True),
        (5, {"grade": "false"}, False),
        (5, {"unsupported": 1}, False),
    ],
)
def test_a_drop_that_chance_does_not_explain_fails(count: int, fields: dict[str, object], ok: bool) -> None:
    now = [answer.model_copy(update=fields) if at < count else answer for at, answer in enumerate(GOOD)]
    found = checked(FILE, kept("grounded_follow_up", {}, GOOD), now)
    assert found.ok is ok
    assert len(found.no_longer_right) == (count if "grade" in fields else 0)


def test_to_be_better_is_no_fault() -> None:
    worse = [answer.model_copy(update={"grade": "false", "required_cited": 0}) for answer in GOOD]
    found = checked(FILE, kept("grounded_follow_up", {}, worse), GOOD)
    assert found.ok
    assert len(found.newly_right) == 40


def test_questions_worded_otherwise_are_not_compared() -> None:
    now = [GOOD[0].model_copy(update={"question": "What else?"}), *GOOD[1:]]
    found = checked(FILE, kept("grounded_follow_up", {}, GOOD), now)
    assert found.questions == 39
    assert found.unknown == ("q0",)
    with pytest.raises(SettingsError, match="it has none of these questions"):
        checked(FILE, kept("grounded_follow_up", {}, GOOD), now[:1])


def test_a_baseline_reads_back_as_it_was_written(tmp_path: Path) -> None:
    made = kept("grounded_follow_up", {"critic": "extractive"}, GOOD)
    write_baseline(tmp_path / "b.json", made)
    assert read_baseline(tmp_path / "b.json") == made
    (tmp_path / "b.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SettingsError, match="not a baseline"):
        read_baseline(tmp_path / "b.json")


def test_the_kept_baseline_holds_the_projects_questions() -> None:
    held = {(answer.id, answer.question) for answer in read_baseline(BASELINE).answers}
    assert held == {(question.id, question.question) for each in read_golden(GOLDEN) for question in each.questions}
