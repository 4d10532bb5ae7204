"""Who is measured by `pincite eval guards --by`: the guards, and the audit around them."""

import pytest

from pincite.evals.guards.judges import JudgeName, judge_named

SOURCE = "The fee of Tarn Optics Ltd is 40 euros a month. It is due on 3 May."
VERBATIM = "The fee of Tarn Optics Ltd is 40 euros a month."
CHANGED = "The fee of Tarn Optics Ltd is 50 euros a month."
REWORDED = "Every month Tarn Optics Ltd has to be paid forty euros by its clients."


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("name", "verbatim", "changed", "reworded"),
    [
        ("guards", "proved", "refuted", "unsettled"),
        ("audit", "proved", "refuted", "unsettled"),
        ("audit-yes", "proved", "refuted", "proved"),
    ],
)
def test_a_judge_adds_what_is_reworded_and_never_what_is_changed(
    name: JudgeName, verbatim: str, changed: str, reworded: str
) -> None:
    with judge_named(name) as judge:
        assert [judge(claim, SOURCE) for claim in (VERBATIM, CHANGED, REWORDED)] == [verbatim, changed, reworded]


def test_an_answer_that_asserts_nothing_is_neither_proven_nor_refuted() -> None:
    with judge_named("audit") as judge:
        assert judge("Why is it so?", SOURCE) == "unsettled"
