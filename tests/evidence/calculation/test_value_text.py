"""How a calculated value is written."""

from datetime import date
from decimal import Decimal

import pytest

from pincite.evidence.calculation.result_words import words_for
from pincite.evidence.calculation.value_text import bounded_text, value_text
from pincite.evidence.language.question_language import Language
from pincite.evidence.values.fact_types import Bound

pytestmark = pytest.mark.spec("EVI-9")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        ("8", "EUR thousand", "€8 thousand"),
        ("8.073", "EUR thousand", "€8,073"),
        ("-8073.5", "USD thousand", "−$8,073,500"),
        ("1234567", "GBP", "£1,234,567"),
        ("1200000", "GBP", "£1.2 million"),
    ],
)
def test_an_amount_of_money_is_written_as_people_do(value: str, unit: str, text: str) -> None:
    assert value_text(Decimal(value), unit) == text


@pytest.mark.parametrize(
    ("language", "value", "unit", "text"),
    [
        ("fr", "1", "million", "1 million"),
        ("fr", "1.5", "million", "1,5 million"),
        ("fr", "2", "million", "2 millions"),
        ("es", "1", "million", "1 millón"),
        ("es", "2", "billion", "2 mil millones"),
        ("es", "1", "USD million", "1 millón de US$"),
        ("es", "5", "USD thousand", "5 mil US$"),
        ("de", "2", "million", "2 Mio."),
        ("fr", "5", "tonne million", "5 000 000 tonnes"),
        ("de", "-5", "tonne million", "−5.000.000 Tonnen"),
    ],
)
def test_a_scale_has_the_number_and_the_words_of_the_language(
    language: Language, value: str, unit: str, text: str
) -> None:
    assert value_text(Decimal(value), unit, language).replace("\u00a0", " ").replace("\u202f", " ") == text


@pytest.mark.parametrize(
    ("language", "bound", "text"),
    [
        ("de", "less_than", "Die Frist liegt vor dem 3. März 2026"),
        ("de", "at_most", "Die Frist liegt spätestens am 3. März 2026"),
        ("fr", "less_than", "La date se situe avant le 3 mars 2026"),
        ("es", "less_than", "La fecha se sitúa antes del 3 de marzo de 2026"),
    ],
)
def test_an_open_date_is_a_place_in_time(language: Language, bound: Bound, text: str) -> None:
    day = value_text(Decimal(date(2026, 3, 3).toordinal()), "date", language)
    name = text[: text.index(" ", 5)]
    bounded = bounded_text(day, bound, "date", language)
    assert words_for(language).bounded_day.format(name=name, result=bounded) == text
