"""A result that code worked out is told as a sentence, with its working and its figures by name."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_evidence import evidence

from pincite.evidence.calculation.calculation_builder import Reckoned, reckon
from pincite.evidence.calculation.calculations import Calculation
from pincite.evidence.calculation.result_sentences import told_result
from pincite.evidence.model.evidence import Evidence


def row(
    number: int, label: str, *figures: str, unit: str = "in millions", years: tuple[str, ...] = ("2025", "2024")
) -> Evidence:
    """A row of one report, whatever its number."""
    cells = ((f"({unit})", label), *zip(years, figures, strict=True))
    return evidence(number, " ".join((label, *figures)), row=cells, source={"version_id": "v1"})


FREIGHT = row(1, "Freight income", "$ 310", "$ 290")
HARBOUR = row(2, "Harbour dues", "80", "60")
LOSS = row(3, "Result", "$ (12)", "$ (9)")
MARGIN = row(4, "Margin", "18%", "21%")
FEE = evidence(5, "The fee rose from £1.2 million to £1.5 million.")
TOTAL = row(6, "Total income", "400", "360")
SEGMENTS = [
    row(number, label, figure, unit="$ in millions", years=("Net income",))
    for number, label, figure in ((7, "Bottling", "3,725"), (8, "Distribution", "3,100"), (9, "Retail", "(174)"))
]


def told(
    asked: str, operation: Reckoned, *figures: tuple[Evidence, str], formula: str | None = None, definition: str = ""
) -> str:
    found = reckon(operation, formula, figures)
    assert isinstance(found, Calculation), found
    return told_result(asked, found, [unit for unit, _ in figures], definition)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked", "operation", "figures", "sentence"),
    [
        (
            "By how much did it change?", "percent_change", ((HARBOUR, "60"), (HARBOUR, "80")),
            "Harbour dues rose by 33.33%, from 60 million (2024) to 80 million (2025): (80 − 60) / 60 × 100 (rounded to 2 decimals).",
        ),
        (
            "By how much did it change?", "difference", ((FREIGHT, "$ 310"), (FREIGHT, "$ 290")),
            "Freight income rose by $20 million, from $290 million (2024) to $310 million (2025): 310 − 290.",
        ),
        (
            "By how much did it change?", "difference", ((MARGIN, "18%"), (MARGIN, "21%")),
            "Margin fell by 3 percentage points, from 21% (2024) to 18% (2025): 18 − 21.",
        ),
        (
            "What was the change in the result?", "difference", ((LOSS, "$ (12)"), (LOSS, "$ (9)")),
            "The change in the result was −$3 million: −12 − (−9), with Result of −$12 million (2025) and −$9 million (2024).",
        ),
        (
            "What is freight less the loss?", "difference", ((FREIGHT, "$ 310"), (LOSS, "$ (12)")),
            "Freight less the loss is $322 million: 310 − (−12), with Freight income of $310 million and Result of −$12 million (2025).",
        ),
        (
            "In 2025, what percentage of total income was harbour dues?", "share", ((HARBOUR, "80"), (TOTAL, "400")),
            "In 2025, 20% of total income was harbour dues: 80 / 400 × 100, with Harbour dues of 80 million and Total income of 400 million "
            "(2025).",
        ),
        (
            "What are freight and dues together?", "sum", ((FREIGHT, "$ 310"), (HARBOUR, "80")),
            "Freight and dues together are $390 million: 310 + 80, with Freight income of $310 million and Harbour dues of $80 million (2025).",
        ),
        (
            "What was the average of the margin?", "average", ((MARGIN, "18%"), (MARGIN, "21%")),
            "The average of the margin was 19.5%: (18 + 21) / 2, with Margin of 18% (2025) and 21% (2024).",
        ),
        (
            "Growth", "percent_change", ((FEE, "£1.2 million"), (FEE, "£1.5 million")),
            "The change is 25%: (1.5 − 1.2) / 1.2 × 100.",
        ),
        (
            "How fast did freight grow?", "growth_rate", ((FREIGHT, "$ 290"), (FREIGHT, "$ 310")),
            "Freight income grew at a compound annual rate of 6.90% over 1 year, from $290 million (2024) to $310 million (2025): "
            "((310 / 290)^(1 / 1) − 1) × 100 (rounded to 2 decimals).",
        ),
        (
            "Which is higher, freight income or harbour dues?", "difference", ((FREIGHT, "$ 310"), (HARBOUR, "80")),
            "Freight income, $310 million, is $230 million higher than Harbour dues, $80 million (2025): 310 − 80.",
        ),
        (
            "How many lines are there?", "count", ((FREIGHT, "$ 310"), (HARBOUR, "80")),
            "The number of lines is 2: Freight income of $310 million and Harbour dues of $80 million (2025).",
        ),
    ],
)  # fmt: skip
def test_a_result_reads_as_a_sentence(
    asked: str, operation: Reckoned, figures: tuple[tuple[Evidence, str], ...], sentence: str
) -> None:
    assert told(asked, operation, *figures) == sentence


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked", "operation", "figures", "sentence"),
    [
        (
            "Which segment had the highest net income?", "maximum", [(one, one.row[1][1]) for one in SEGMENTS],
            "The Bottling segment had the highest net income, $3,725 million, ahead of Distribution ($3,100 million) and Retail (−$174 million).",
        ),
        (
            "Which segment lost most?", "minimum", [(one, one.row[1][1]) for one in SEGMENTS],
            "Retail had the lowest Net income, −$174 million, below Distribution ($3,100 million) and Bottling ($3,725 million).",
        ),
        (
            "Which line was highest?", "maximum", [(HARBOUR, "80"), (FREIGHT, "$ 310")],
            "Freight income is the highest, at $310 million (2025), ahead of Harbour dues ($80 million).",
        ),
        (
            "In which year were harbour dues highest?", "maximum", [(HARBOUR, "80"), (HARBOUR, "60")],
            "2025 had the highest harbour dues, 80 million, ahead of 2024 (60 million).",
        ),
        (
            "Which fee is the lowest?", "minimum", [(FEE, "£1.5 million"), (FEE, "£1.2 million")],
            "The lowest is £1.2 million, below £1.5 million.",
        ),
    ],
)  # fmt: skip
def test_a_greatest_or_least_is_an_item_with_the_runners_up(
    asked: str, operation: Reckoned, figures: list[tuple[Evidence, str]], sentence: str
) -> None:
    assert told(asked, operation, *figures) == sentence


def test_a_period_that_begins_with_a_preposition_reads_as_an_item() -> None:
    stock = row(11, "Stock", "80", "60", years=("As of June 30, 2025", "Year ended June 30, 2024"))
    shown = told("When was stock the lowest?", "minimum", (stock, "80"), (stock, "60"))
    assert shown == "The year ended June 30, 2024 had the lowest stock, 60 million, below June 30, 2025 (80 million)."


def test_a_growth_that_a_formula_gives_reads_the_same() -> None:
    shown = told("How fast did freight grow?", "formula", (FREIGHT, "$ 310"), (FREIGHT, "$ 290"), formula="(a - b) / b * 100")  # fmt: skip
    assert shown.startswith("Freight income rose by 6.90%, from $290 million (2024) to $310 million (2025): ")


def test_a_difference_against_the_order_of_time_is_no_rise() -> None:
    shown = told("What is the difference?", "difference", (FREIGHT, "$ 290"), (FREIGHT, "$ 310"))
    assert (
        shown
        == "The difference is −$20 million: 290 − 310, with Freight income of $290 million (2024) and $310 million (2025)."
    )


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
    ],
)  # fmt: skip
def test_the_result_leads_as_an_answer_and_the_question_is_not_said_again(asked: str, lead: str) -> None:
    shown = told(asked, "ratio", (FREIGHT, "$ 310"), (HARBOUR, "80"))
    rest = (
        "310 / 80 (rounded to 2 decimals), with Freight income of $310 million and Harbour dues of $80 million (2025)."
    )
    assert shown == f"{lead}: {rest}"


def test_another_language_gets_the_working_and_the_figures_by_name() -> None:
    shown = told(
        "Wie hoch ist das Verhältnis der Frachten zu den Gebühren?", "ratio", (FREIGHT, "$ 310"), (HARBOUR, "80")
    )
    assert shown == (
        "Ergebnis: 310 / 80 = 3.88 (rounded to 2 decimals); Freight income, 2025: $310 million; Harbour dues, 2025: $80 million."
    )


def test_a_measure_is_told_with_its_definition_and_its_period() -> None:
    figures = ((FREIGHT, "$ 310"), (HARBOUR, "80"))
    shown = told("Did cover improve in 2025?", "formula", *figures, formula="a / b", definition="cover = freight / dues")  # fmt: skip
    assert shown.startswith("Cover (2025) is 3.88 (defined as freight / dues): 310 / 80 ")


WRITTEN = re.compile(r"\w+\([\d(−-]|\b(\w+) \1\b|[*_]|\d - \d")


@pytest.mark.spec("EVI-9")
@given(
    st.sampled_from(
        [
            "difference",
            "sum",
            "ratio",
            "percent_change",
            "average",
            "share",
            "maximum",
            "minimum",
            "count",
            "growth_rate",
        ]
    ),
    st.lists(st.decimals(-99_999, 99_999, places=1), min_size=2, max_size=2),
    st.sampled_from(["in millions", "€ in thousands", "%", "Millions, except per share data"]),
    st.sampled_from(["What was the result?", "Which year was higher?", "By how much did it grow?"]),
)
def test_no_sentence_has_function_notation_or_a_doubled_word(
    operation: Reckoned, values: list[Decimal], unit: str, asked: str
) -> None:
    figures = [f"({abs(value):,})" if value < 0 else f"{value:,}" for value in values]
    line = row(1, "Result", *figures, unit=unit)
    found = reckon(operation, None, [(line, figure) for figure in figures])
    if isinstance(found, Calculation):
        sentence = told_result(asked, found, [line])
        assert not WRITTEN.search(sentence), sentence
        assert found.stated_in(sentence)
        assert sentence == told_result(asked, Calculation.model_validate_json(found.model_dump_json()), [line])
