"""Grades follow from what is shown: its values, its quotes, and whether it is called sufficient."""

from pathlib import Path

import pytest
from golden_questions import question

from pincite import KnowledgeBase, build_graph
from pincite.evals.golden.grade import _grade, graded, holds
from pincite.evals.golden.result import Due
from pincite.evals.golden.set import GoldenQuestion


@pytest.mark.spec("EVA-6")
@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("It is six weeks.", "six weeks", True),
        ("It is 6 weeks.", "six weeks", True),
        ("It costs £1,553.00.", "1553.00", True),
        ("HB-420,Groundwater probe,615.00,5,4,2026-01-01", "615.00", True),
        ("Up to 500.000 Euro je Schadensfall", "500.000", True),
        ("It takes 9 weeks.", "9", True),
        ("It takes 9.5 weeks.", "9", False),
        ("It takes 19 weeks.", "9", False),
        ("A share of 14%.", "4%", False),
        ("twofold", "two", False),
        ("In the Kilmarrow site", "kilmarrow", True),
        ("within 16 weeks", "six weeks", False),
    ],
)
def test_a_value_is_found_as_words_of_its_own_or_as_the_same_quantity(text: str, value: str, expected: bool) -> None:
    assert holds(text, value) is expected


@pytest.mark.parametrize(
    ("due", "sufficient", "shown", "lacking", "wrong", "grade"),
    [
        ("answer", True, True, (), (), "right"),
        ("answer", True, True, ("x",), (), "false"),
        ("answer", True, True, (), ("y",), "false"),
        ("answer", False, True, (), (), "partial"),
        ("answer", False, True, ("x",), (), "partial"),
        ("answer", False, True, (), ("y",), "false"),
        ("answer", False, False, ("x",), (), "refused"),
        ("answer", None, True, (), (), "right"),
        ("answer", None, True, ("x",), (), "false"),
        ("part", False, True, (), (), "right"),
        ("part", True, True, (), (), "false"),
        ("part", False, True, ("x",), (), "partial"),
        ("part", None, True, (), (), "right"),
        ("part", False, False, ("x",), (), "refused"),
        ("refusal", False, False, (), (), "right"),
        ("refusal", False, True, (), (), "false"),
        ("refusal", True, True, (), (), "false"),
    ],
)
def test_every_case_has_its_grade(
    due: Due, sufficient: bool | None, shown: bool, lacking: tuple[str, ...], wrong: tuple[str, ...], grade: str
) -> None:
    assert _grade(due, sufficient, shown, lacking, wrong)[0] == grade


@pytest.mark.spec("EVA-6")
def test_one_of_several_words_for_a_value_is_enough(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts(
            [{"id": "lease", "title": "Lease of Tarnholm Ltd", "text": "The rent of Tarnholm Ltd is £500,000."}]
        )
        report = build_graph(kb).invoke({"question": "What is the rent of Tarnholm Ltd?"})["report"]
    for expected, lacking in (
        (["500.000", "500,000"], ()),
        (["500.000", "half a million"], ("500.000 or half a million",)),
    ):
        asked = GoldenQuestion.model_validate(
            question(question="What is the rent of Tarnholm Ltd?", answer_contains=[expected], wrong=[])
        )
        grade = graded(asked, report, "documents", 0.0, judges_itself=False, stands_in={})
        assert grade.lacking == lacking
