"""Amounts as people write them, and exact beside that."""

from decimal import Decimal

import pytest

from pincite.evidence.calculation.calculations import Calculation, Operand, calculate
from pincite.reports.shown_amounts import Amount, amount, cell_amount, result_amount, scale_asked


@pytest.mark.parametrize(
    ("value", "unit", "text", "exact"),
    [
        ("11690", "USD million", "$11.69 billion", "11,690,000,000 USD"),
        ("11687432000", "USD", "$11.69 billion", "11,687,432,000 USD"),
        ("3725", "USD million", "$3.725 billion", "3,725,000,000 USD"),
        ("1234567.5", "GBP", "£1.23 million", "1,234,567.5 GBP"),
        ("-8412", "GBP thousand", "−£8.412 million", "−8,412,000 GBP"),
        ("12500000", "CHF", "CHF\u00a012.5 million", "12,500,000 CHF"),
        ("2500000", None, "2.5 million", "2,500,000"),
        ("186000", "GBP", "£186,000", ""),
        ("24.7", "percent", "24.7%", ""),
    ],
)
def test_large_amounts_are_shortened_and_small_ones_are_not(value: str, unit: str, text: str, exact: str) -> None:
    assert amount(Decimal(value), unit) == Amount(text, exact)


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "11,69 Milliarden\u00a0$"), ("fr", "11,69 milliards\u00a0$US"), ("es", "11,69 mil millones\u00a0US$")],
)
def test_they_are_written_as_the_language_writes_them(language: str, text: str) -> None:
    assert amount(Decimal(11_690), "USD million", language).text == text  # type: ignore[arg-type]


def test_a_rounded_result_keeps_what_it_is_exactly() -> None:
    operands = [Operand(name=name, value=value, span_id=name) for name, value in (("a", 10), ("b", 3))]
    done = calculate("ratio", operands)
    assert isinstance(done, Calculation)
    shown = result_amount(done, "en")
    assert shown.text == "3.33"
    assert shown.exact == "3.33333333…"


def test_a_figure_of_a_table_is_reported_in_the_scale_that_the_table_states() -> None:
    row = (("Assets: (in millions)", "Total"), ("2025", "$ 59,268"), ("Share of all (%)", "12"))
    assert cell_amount(row, 1, "en") == Amount("$59.268 billion", "59,268,000,000 USD")
    assert cell_amount(row, 2, "en") is None
    assert cell_amount((("Grade", "C"), ("Days", "27")), 1, "en") is None


def test_a_limit_is_shown_as_a_limit() -> None:
    operand = Operand(name="a", value=Decimal(2_500_000), unit="GBP", bound="at_most", span_id="a")
    done = calculate("sum", [operand, operand.model_copy(update={"name": "b"})])
    assert isinstance(done, Calculation)
    assert result_amount(done, "en") == Amount("at most £5 million", "")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much total assets did Ostra have? Answer in USD millions.", "$59,268 million"),
        ("What were Ostra's total assets in billions of dollars?", "$59.268 billion"),
        ("Wie hoch war die Bilanzsumme in Millionen US-Dollar?", "$59,268 million"),
        ("How did total assets change in 2021, by million-dollar steps?", "$59.268 billion"),
    ],
)
def test_an_amount_is_in_the_scale_that_the_question_wants(question: str, text: str) -> None:
    assert amount(Decimal(59_268), "USD million", "en", scale_asked(question)).text == text
