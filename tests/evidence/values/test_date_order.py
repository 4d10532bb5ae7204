"""Dates in figures: which number is the day is settled by the document's other dates or its locale, or stays open."""

from datetime import date

import pytest

from pincite.evidence.judgement.conflicts import undecided, values_agree
from pincite.evidence.model.source_record import DateOrder
from pincite.evidence.values.date_order import date_order, open_days, settled_days
from pincite.evidence.values.rates import rate_at, with_rate

pytestmark = pytest.mark.spec("CON-6")


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        ("It begins on 03/04/2026. It was inspected on 28/03/2026.", None, "day_first"),
        ("It begins on 03/04/2026. It was inspected on 03/28/2026.", "en-GB", "month_first"),
        ("It begins on 28/03/2026 and ends on 03/28/2027.", "en-GB", None),
        ("It begins on 03/04/2026.", "en-US", "month_first"),
        ("It begins on 03/04/2026.", "en-GB", "day_first"),
        ("Es beginnt am 03/04/2026.", "de", "day_first"),
        ("It begins on 03/04/2026.", "en", None),
        ("It begins on 03/04/2026.", None, None),
    ],
)
def test_a_document_settles_how_it_writes_dates(text: str, language: str | None, order: DateOrder | None) -> None:
    assert date_order(text, language) == order


def test_an_open_date_keeps_both_readings_and_neither_agrees_nor_conflicts() -> None:
    assert open_days("on 03/04/2026, not 28/03/2026") == (("03/04/2026", date(2026, 4, 3), date(2026, 3, 4)),)
    assert settled_days("on 03/04/2026", "day_first") == "on 2026-04-03"
    for other in ("3 April 2026", "4 March 2026", "03/04/2026", "April 2026"):
        assert not values_agree("03/04/2026", other)
        assert undecided("03/04/2026", other)
    assert not undecided("03/04/2026", "5 May 2026")


@pytest.mark.parametrize(
    ("quote", "value", "rated"),
    [
        ("The fee is £900 per annum.", "£900", "£900 per annum"),
        ("The monthly rent is £900.", "£900", "£900 per month"),
        ("Dinner is £41/person.", "£41", "£41/person"),
        ("The fee is £900.", "£900", "£900"),
        ("The fee is £900; monthly bills are extra.", "£900", "£900"),
        ("A rate of 5 per cent applies.", "5", "5"),
    ],
)
def test_a_value_takes_its_rate_from_its_quote(quote: str, value: str, rated: str) -> None:
    assert with_rate(value, quote) == rated


def test_rates_of_one_sum_a_year_agree() -> None:
    assert rate_at("£75 a month", 0, 3) == "month"
    assert values_agree("£75 a month", "£900 per year")
    assert not values_agree("£900 per month", "£900 per year")
