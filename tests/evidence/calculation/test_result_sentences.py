"""A result that code worked out is told as a sentence, with its working and its figures by name."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_evidence import evidence

from pincite.evidence.calculation.calculation_builder import Reckoned, reckon
from pincite.evidence.calculation.calculations import Calculation
from pincite.evidence.calculation.result_sentences import result_sentence
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
    return result_sentence(asked, found, [unit for unit, _ in figures], definition)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("operation", "figures", "sentence"),
    [
        (
            "percent_change", ((HARBOUR, "60"), (HARBOUR, "80")),
            "The change is 33.33%: (80 − 60) / 60 × 100 (rounded to 2 decimals), with Harbour dues of 60 million (2024) and 80 million (2025).",
        ),
        (
            "difference", ((FREIGHT, "$ 310"), (LOSS, "$ (12)")),
            "The difference is $322 million: 310 − (−12), with Freight income of $310 million and Result of −$12 million (2025).",
        ),
        (
            "difference", ((MARGIN, "18%"), (MARGIN, "21%")),
            "The difference is −3 percentage points: 18 − 21, with Margin of 18% (2025) and 21% (2024).",
        ),
        (
            "share", ((HARBOUR, "80"), (TOTAL, "400")),
            "The share is 20%: 80 / 400 × 100, with Harbour dues of 80 million and Total income of 400 million (2025).",
        ),
        ("percent_change", ((FEE, "£1.2 million"), (FEE, "£1.5 million")), "The change is 25%: (1.5 − 1.2) / 1.2 × 100."),
        (
            "count", ((FREIGHT, "$ 310"), (HARBOUR, "80")),
            "The number is 2: Freight income of $310 million and Harbour dues of $80 million (2025).",
        ),
        (
            "maximum", tuple((segment, segment.row[1][1]) for segment in SEGMENTS),
            "The highest is Bottling of $3,725 million (Net income); the others are Distribution of $3,100 million and Retail of −$174 million "
            "(Net income).",
        ),
        (
            "minimum", ((HARBOUR, "80"), (HARBOUR, "60")),
            "The lowest is Harbour dues of 60 million (2024); the others are Harbour dues of 80 million (2025).",
        ),
        ("minimum", ((FEE, "£1.5 million"), (FEE, "£1.2 million")), "The lowest is £1.2 million; the others are £1.5 million."),
    ],
)  # fmt: skip
def test_a_result_reads_as_a_sentence(
    operation: Reckoned, figures: tuple[tuple[Evidence, str], ...], sentence: str
) -> None:
    assert told("What is the result?", operation, *figures) == sentence


@pytest.mark.spec("ANS-2")
def test_a_result_is_called_what_a_model_names_it() -> None:
    found = reckon("ratio", None, [(FREIGHT, "$ 310"), (HARBOUR, "80")])
    assert isinstance(found, Calculation)
    named = found.model_copy(update={"name": "freight cover in 2025"})
    assert result_sentence("How large is it?", named, [FREIGHT, HARBOUR]).startswith(
        "Freight cover in 2025 is 3.88: 310 / 80"
    )


def test_a_measure_is_reported_with_its_definition_and_its_period() -> None:
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
        sentence = result_sentence(asked, found, [line])
        assert not WRITTEN.search(sentence), sentence
        assert found.stated_in(sentence)
        assert sentence == result_sentence(asked, Calculation.model_validate_json(found.model_dump_json()), [line])


@pytest.mark.spec("EVI-9", "ANS-2")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "the segment with the highest net income in 2023",
            "The segment with the highest net income in 2023 is Bottling of $3,725 million; the others are Retail of −$174 million.",
        ),
        (
            "the highest figure",
            "The highest figure is Segment: Bottling of $3,725 million (Net income 2023); the others are Segment: Retail of "
            "−$174 million (Net income 2023).",
        ),
    ],
)
def test_headings_that_the_name_of_the_result_contains_are_not_repeated(name: str, sentence: str) -> None:
    unit = "$ in millions"
    segments = [
        evidence(
            number,
            f"{label} {figure}",
            row=((f"Segment ({unit})", label), (f"Net income 2023 ({unit})", figure)),
            source={"version_id": "v1"},
        )
        for number, label, figure in ((1, "Bottling", "3,725"), (2, "Retail", "(174)"))
    ]
    found = reckon("maximum", None, [(segment, segment.row[1][1]) for segment in segments])
    assert isinstance(found, Calculation), found
    named = found.model_copy(update={"name": name})
    assert result_sentence("Which segment earned most?", named, segments) == sentence


@pytest.mark.spec("EVI-9")
def test_periods_of_the_figures_stay_although_the_name_of_the_result_contains_them() -> None:
    found = reckon("difference", None, [(HARBOUR, "80"), (HARBOUR, "60")])
    assert isinstance(found, Calculation), found
    named = found.model_copy(update={"name": "the change of harbour dues from 2024 to 2025"})
    assert "80 million (2025)" in result_sentence("By how much did they change?", named, [HARBOUR])
