"""A result that code worked out is told as a sentence, with its working and its figures by name."""

import pytest
from made_evidence import evidence

from pincite.evidence.calculations import Calculation
from pincite.evidence.evidence import Evidence
from pincite.evidence.reckoning import Reckoned, reckon
from pincite.evidence.told_results import told_result


def row(
    number: int, label: str, *figures: str, unit: str = "in millions", years: tuple[str, ...] = ("2025", "2024")
) -> Evidence:
    cells = ((f"({unit})", label), *zip(years, figures, strict=True))
    return evidence(number, " ".join((label, *figures)), row=cells)


FREIGHT = row(1, "Freight income", "$ 310", "$ 290")
HARBOUR = row(2, "Harbour dues", "80", "60")
LOSS = row(3, "Result", "$ (12)", "$ (9)")
MARGIN = row(4, "Margin", "18%", "21%")
FEE = evidence(5, "The fee rose from £1.2 million to £1.5 million.")


def told(
    asked: str, operation: Reckoned, *figures: tuple[Evidence, str], formula: str | None = None, definition: str = ""
) -> str:
    found = reckon(operation, formula, figures)
    assert isinstance(found, Calculation), found
    return told_result(asked, found, [unit for unit, _ in figures], definition)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("operation", "figures", "lead", "working"),
    [
        (
            "percent_change", ((HARBOUR, "60"), (HARBOUR, "80")),
            "Harbour dues rose by 33.33%, from 60 (2024) to 80 million (2025)",
            "(80 - 60) / 60 × 100 = 33.33 percent (rounded to 2 decimals)",
        ),
        (
            "difference", ((FREIGHT, "$ 310"), (FREIGHT, "$ 290")),
            "Freight income rose by 20 million USD, from 290 (2024) to 310 million USD (2025)",
            "310 - 290 = 20 USD million",
        ),
        (
            "difference", ((MARGIN, "18%"), (MARGIN, "21%")),
            "Margin fell by 3 percentage points, from 21 (2024) to 18% (2025)",
            "18 - 21 = -3 percentage point",
        ),
    ],
)  # fmt: skip
def test_a_change_is_told_as_a_rise_or_a_fall_of_its_line(
    operation: Reckoned, figures: tuple[tuple[Evidence, str], ...], lead: str, working: str
) -> None:
    assert told("By how much did it change?", operation, *figures) == f"{lead}: {working}."


def test_a_growth_that_a_formula_gives_reads_the_same() -> None:
    shown = told("How fast did freight grow?", "formula", (FREIGHT, "$ 310"), (FREIGHT, "$ 290"), formula="(a - b) / b * 100")  # fmt: skip
    assert shown.startswith("Freight income rose by 6.9, from 290 (2024) to 310 million USD (2025): ")


def test_a_loss_neither_rises_nor_falls() -> None:
    shown = told("What was the change in the result?", "difference", (LOSS, "$ (12)"), (LOSS, "$ (9)"))
    assert shown.startswith("The change in the result was -3 million USD: ")


@pytest.mark.spec("ANS-2")
@pytest.mark.parametrize(
    ("asked", "lead"),
    [
        ("What is the ratio of freight income to harbour dues in 2025?", "The ratio of freight income to harbour dues in 2025 is 3.88"),
        ("In 2025, what was the ratio of freight to dues (round to two decimals)?", "In 2025, the ratio of freight to dues was 3.88"),
        ("What was the proportion of freight to dues in 2025, expressed as a ratio?", "The proportion of freight to dues in 2025 was 3.88"),
        ("What's Port Calder's freight cover?", "Port Calder's freight cover is 3.88"),
        ("How many times does freight cover the dues?", "The ratio is 3.88"),
        ("What is freight over dues and how did it change?", "The ratio is 3.88"),
        ("Wie hoch ist das Verhältnis der Frachten zu den Gebühren?", "Ergebnis: 3.88"),
    ],
)  # fmt: skip
def test_the_result_leads_as_an_answer_and_the_question_is_not_said_again(asked: str, lead: str) -> None:
    shown = told(asked, "ratio", (FREIGHT, "$ 310"), (HARBOUR, "80"))
    assert shown == f"{lead}: 310 / 80 = 3.88 (rounded to 2 decimals); 310 is Freight income — 2025; 80 is Harbour dues — 2025."  # fmt: skip


def test_a_share_is_told_of_its_whole() -> None:
    total = row(6, "Total income", "400", "360")
    shown = told("In 2025, what percentage of total income was harbour dues?", "share", (HARBOUR, "80"), (total, "400"))
    assert shown.startswith("In 2025, 20% of total income was harbour dues: 80 / 400 × 100 = 20 percent; ")


def test_a_measure_is_told_with_its_definition() -> None:
    figures = ((FREIGHT, "$ 310"), (HARBOUR, "80"))
    shown = told("Did cover improve in 2025?", "formula", *figures, formula="a / b", definition="cover = freight / dues")  # fmt: skip
    assert shown.startswith("Cover is 3.88 (cover = freight / dues): 310 / 80 = ")


def test_the_greatest_is_told_by_its_name() -> None:
    shown = told("Which line was highest?", "maximum", (HARBOUR, "80"), (FREIGHT, "$ 310"))
    assert shown.startswith("Freight income — 2025 is the highest, at 310 million USD: maximum(80, 310) = ")


def test_figures_of_prose_have_no_name_of_their_own() -> None:
    shown = told("Growth", "percent_change", (FEE, "£1.2 million"), (FEE, "£1.5 million"))
    assert shown == "The change is 25%: (1,500,000 - 1,200,000) / 1,200,000 × 100 = 25 percent."
