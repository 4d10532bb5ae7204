"""What a model may call a result."""

import pytest
from made_evidence import evidence

from pincite.evidence.calculation.result_names import borrowed_name

ASKED = ("Has the quick ratio of Orrin Foods improved between FY2023 and FY2022?",)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("the quick ratio of Orrin Foods in FY2023.", "the quick ratio of Orrin Foods in FY2023"),
        (
            "the change of the quick ratio of Orrin Foods, in percent",
            "the change of the quick ratio of Orrin Foods, in percent",
        ),
        ("the excellent quick ratio of Orrin Foods", ""),
        ("the quick ratio of Brackenford in FY2023", ""),
        ("the quick ratio in FY2021", ""),
        ("", ""),
    ],
)
def test_a_name_is_taken_up_only_in_words_of_the_question_and_the_labels(name: str, kept: str) -> None:
    assert borrowed_name(name, ASKED, ()) == kept


def test_labels_of_the_figures_own_rows_and_titles_count() -> None:
    unit = evidence(
        1, "Net sales 5", row=(("", "Net sales"), ("Year ended 2023", "5")), source={"title": "Brackenford Ltd"}
    )
    assert borrowed_name("net sales of Brackenford in the year ended 2023", (), [unit])
    assert not borrowed_name("gross sales of Brackenford in 2023", (), [unit])
