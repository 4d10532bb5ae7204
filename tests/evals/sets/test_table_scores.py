"""Questions on tables are scored by the cells told and the number worked out, with the tolerance that is stated."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pincite.evals.sets.question_rows import Row
from pincite.evals.sets.question_set import ask_all, table
from pincite.evals.sets.table_scores import _equal

LEDGER = {
    "id": "ledger",
    "text": "Rent | 12 | 9",
    "table": [["(in thousands)", "2021", "2020"], ["Rent", "$ 12", "$ 9"], ["Fuel", "30", "(5)"]],
}


def row(number: int, question: str, answer: Any, label: str) -> Row:
    given = {"id": str(number), "question": question, "docs": [LEDGER], "answer": answer, "label": label,
             "evidence": [{"doc": "ledger"}], "answerable": True}  # fmt: skip
    return Row.model_validate(given)


ROWS = [
    row(1, "What was the change in rent between 2020 and 2021?", 3, "arithmetic"),
    row(2, "What was the average rent for 2020 and 2021?", 12, "arithmetic"),
    row(3, "What was the change in wages between 2020 and 2021?", 4, "arithmetic"),
    row(4, "What was the rent in 2020?", ["9"], "span"),
    row(5, "What was the rent in 2021?", ["12"], "span"),
    row(6, "What was the fuel in 2020?", ["30"], "span"),
]


@pytest.mark.spec("EVA-6", "EVI-9")
def test_right_wrong_and_abstained_are_counted_apart_for_cells_and_numbers(tmp_path: Path) -> None:
    report = ask_all(ROWS, tmp_path, scope="own")
    assert report.tables is not None
    verdicts = {score.id: (score.kind, score.verdict) for score in report.tables.scores}
    assert verdicts == {
        "1": ("number", "right"),
        "2": ("number", "wrong"),
        "3": ("number", "abstained"),
        "4": ("cells", "right"),
        "5": ("cells", "right"),
        "6": ("cells", "wrong"),
    }
    assert "calculated from a table: right" in table(report)


@pytest.mark.parametrize(
    ("value", "stated", "unsigned", "equal"),
    [
        ("14.2857", "14.29", False, True),
        ("14.2857", "14.3", False, True),
        ("14.2857", "14.2", False, False),
        ("-14.29", "14.29", False, False),
        ("-14.29", "14.29", True, True),
        ("3000000", "3", False, True),
        ("0.1429", "14.29", False, True),
        ("31", "30", False, False),
    ],
)
def test_a_number_is_right_at_the_decimals_stated_and_at_any_scale(
    value: str, stated: str, unsigned: bool, equal: bool
) -> None:
    assert _equal(Decimal(value), Decimal(stated), stated, unsigned=unsigned) == equal
