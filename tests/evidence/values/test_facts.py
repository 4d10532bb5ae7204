"""What is read as a value, what it is worth, and what only looks like one."""

import random
import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.values.facts import Fact, read_facts

pytestmark = pytest.mark.spec("EVI-4", "AUD-7")


def only(text: str) -> Fact:
    facts = read_facts(text)
    assert len(facts) == 1, [fact.text for fact in facts]
    return facts[0]


@pytest.mark.parametrize(
    ("text", "kind", "low", "unit"),
    [
        ("sold 1,200,000.50 in all", "number", "1200000.50", None),
        ("1.200.000,50 €", "money", "1200000.50", "EUR"),
        ("1.234,56 €", "money", "1234.56", "EUR"),
        ("1 200 000 €", "money", "1200000", "EUR"),
        ("1\u202f200\u202f000 kg", "quantity", "1200000", "kg"),
        ("12,34,567 rupees", "money", "1234567", "INR"),
        ("₹1,00,000", "money", "100000", "INR"),
        ("CHF 1'234.50", "money", "1234.50", "CHF"),
        ("3,5 %", "percent", "3.5", "percent"),
        ("a level of 0,05", "number", "0.05", None),
        ("a level of .05", "number", "0.05", None),
        ("１２００ km", "quantity", "1200", "km"),
        ("٣٤ kg", "quantity", "34", "kg"),
        ("有1200万人", "number", "12000000", None),
        ("a change of −5 points", "number", "-5", None),
        ("fell to -5°C", "quantity", "-5", "celsius"),
        ("fell to –5 °C", "quantity", "-5", "celsius"),
        ("minus 5 degrees", "quantity", "-5", "degree"),
        ("rose +5%", "percent", "5", "percent"),
        ("net loss of (484)", "number", "-484", None),
        ("Net | (1,933) |", "number", "-1933", None),
        ("$ (1,933)", "money", "-1933", "USD"),
        ("the rewards (14,002 million) rose", "number", "14002000000", None),
        ("$(5.2) million", "money", "-5200000", "USD"),
        ("grew (12.5)%", "percent", "-12.5", "percent"),
        ("-$5", "money", "-5", "USD"),
        ("rose sharply (5%) there", "percent", "5", "percent"),
        ("the fine (£3m) stands", "money", "3000000", "GBP"),
        ("5 per cent", "percent", "5", "percent"),
        ("5pct", "percent", "5", "percent"),
        ("twenty percent", "percent", "20", "percent"),
        ("5 percentage points", "percentage_points", "5", "percentage_point"),
        ("a 3-percentage-point rise", "percentage_points", "3", "percentage_point"),
        ("2.5 pp", "percentage_points", "2.5", "percentage_point"),
        ("25 basis points", "percentage_points", "0.25", "percentage_point"),
        ("50 bps", "percentage_points", "0.5", "percentage_point"),
        ("$5m", "money", "5000000", "USD"),
        ("$1.2bn", "money", "1200000000", "USD"),
        ("US$ 3.4 billion", "money", "3400000000", "USD"),
        ("EUR5m", "money", "5000000", "EUR"),
        ("Rs 5 crore", "money", "50000000", "INR"),
        ("3 lakh", "number", "300000", None),
        ("5 dollars", "money", "5", "USD"),
        ("20 cents", "money", "0.2", "USD"),
        ("45p", "money", "0.45", "GBP"),
        ("28.5p", "money", "0.285", "GBP"),
        ("HK$5", "money", "5", "HKD"),
        ("kr 500", "money", "500", "KR"),
        ("five million pounds", "money", "5000000", "GBP"),
        ("5k runners", "number", "5000", None),
        ("2 trillion", "number", "2000000000000", None),
        ("twenty-one people", "number", "21", None),
        ("one hundred and five people", "number", "105", None),
        ("two million three hundred thousand and five", "number", "2300005", None),
        ("a dozen eggs", "number", "12", None),
        ("half a million", "number", "500000", None),
        ("one and a half hours", "duration", "1.5", "hour"),
        ("half an hour", "duration", "0.5", "hour"),
        ("three quarters of them", "number", "0.75", None),
        ("½ of it", "number", "0.5", None),
        ("1½ hours", "duration", "1.5", "hour"),
        ("1/4 of it", "number", "0.25", None),
        ("a 2nd try", "ordinal", "2", None),
        ("the twenty-first try", "ordinal", "21", None),
        ("the second try", "ordinal", "2", None),
        ("one second", "duration", "1", "second"),
        ("thirty (30) days", "duration", "30", "day"),
        ("a 12-month term", "duration", "12", "month"),
        ("a one-year term", "duration", "1", "year"),
        ("24-hour service", "duration", "24", "hour"),
        ("10 working days", "duration", "10", "business_day"),
        ("48 hours' notice", "duration", "48", "hour"),
        ("two decades", "duration", "2", "decade"),
        ("5 mg/dL", "quantity", "5", "mg/dl"),
        ("10 mg/kg", "quantity", "10", "mg/kg"),
        ("50 mcg", "quantity", "50", "µg"),
        ("50 µg", "quantity", "50", "µg"),
        ("5,000 IU", "quantity", "5000", "IU"),
        ("120 mmHg", "quantity", "120", "mmHg"),
        ("5 MW", "quantity", "5", "MW"),
        ("5 mW", "quantity", "5", "mW"),
        ("20 kWh", "quantity", "20", "kWh"),
        ("100 GB", "quantity", "100", "GB"),
        ("30 km/h", "quantity", "30", "km/h"),
        ("3.5 m", "quantity", "3.5", "m"),
        ("500 square feet", "quantity", "500", "square_foot"),
        ("10:30 a.m.", "time", "630", None),
        ("at 17:05", "time", "1025", None),
        ("at 5 pm", "time", "1020", None),
        ("at 11 o’clock", "time", "660", None),
        ("125nmol/L", "quantity", "125", "nmol/l"),
    ],
)
def test_a_value_is_read_with_its_unit_sign_and_magnitude(text: str, kind: str, low: str, unit: str | None) -> None:
    fact = only(text)
    assert (fact.kind, fact.low, fact.high, fact.unit) == (kind, Decimal(low), Decimal(low), unit)


@pytest.mark.parametrize(
    ("text", "bound", "words"),
    [
        ("at least 30 days", "at_least", "at least"),
        ("no fewer than three directors", "at_least", "no fewer than"),
        ("not less than 10%", "at_least", "not less than"),
        ("a minimum of 3", "at_least", "a minimum of"),
        ("5 or more days", "at_least", "or more"),
        ("10 employees or more", "at_least", "or more"),
        ("50+ employees", "at_least", "+"),
        ("aged 65 or over", "at_least", "or over"),
        ("n ≥ 30", "at_least", "≥"),
        ("n >= 30", "at_least", ">="),
        ("more than 5 people", "more_than", "more than"),
        ("over $5 million", "more_than", "over"),
        ("in excess of $5", "more_than", "in excess of"),
        ("exceeds 20", "more_than", "exceeds"),
        ("no more than 5", "at_most", "no more than"),
        ("up to 90 days", "at_most", "up to"),
        ("up to a 5% cut", "at_most", "up to a"),
        ("must not exceed $5 million", "at_most", "not exceed"),
        ("a maximum of 30 minutes", "at_most", "a maximum of"),
        ("5% or less", "at_most", "or less"),
        ("fewer than 5", "less_than", "fewer than"),
        ("p<0.05", "less_than", "<"),
        ("under 18", "less_than", "under"),
        ("approximately 161,000 people", "about", "approximately"),
        ("nearly $5", "about", "nearly"),
        ("~50", "about", "~"),
        ("ca. 50", "about", "ca."),
        ("exactly 50", "exact", None),
        ("over the 5 years", "exact", None),
    ],
)
def test_words_around_a_value_set_its_bound(text: str, bound: str, words: str | None) -> None:
    fact = only(text)
    assert fact.bound == bound
    assert (text[fact.bound_start : fact.bound_end] if fact.bound_start is not None else None) == words


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("5–10 mg", "5", "10", "mg"),
        ("5 to 10 days", "5", "10", "day"),
        ("between 5 and 10 people", "5", "10", None),
        ("from 5 to 10 million", "5000000", "10000000", None),
        ("$5-10 million", "5000000", "10000000", "USD"),
        ("between $5 and $10 million", "5000000", "10000000", "USD"),
        ("5%-10%", "5", "10", "percent"),
        ("5-10%", "5", "10", "percent"),
        ("95 to 98 °F", "95", "98", "fahrenheit"),
    ],
)
def test_a_range_is_one_fact(text: str, low: str, high: str, unit: str | None) -> None:
    fact = only(text)
    assert (fact.low, fact.high, fact.unit, fact.bound) == (Decimal(low), Decimal(high), unit, "between")


@pytest.mark.parametrize(
    "text", ["rose from 5% to 10%", "sales fell from $5 to $10", "10 minus 5", "5 of 10", "1,234 2,345"]
)
def test_two_values_that_are_no_range_stay_two(text: str) -> None:
    assert [fact.bound for fact in read_facts(text)] == ["exact", "exact"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("5 March 2018", (2018, 3, 5), (2018, 3, 5)),
        ("March 5, 2018", (2018, 3, 5), (2018, 3, 5)),
        ("the 5th of March 2018", (2018, 3, 5), (2018, 3, 5)),
        ("2018-03-05", (2018, 3, 5), (2018, 3, 5)),
        ("05.03.2018", (2018, 3, 5), (2018, 3, 5)),
        ("25/3/2018", (2018, 3, 25), (2018, 3, 25)),
        ("3/25/2018", (2018, 3, 25), (2018, 3, 25)),
        ("Sept. 30, 2021", (2021, 9, 30), (2021, 9, 30)),
        ("5. März 2018", (2018, 3, 5), (2018, 3, 5)),
        ("le 5 mars 2018", (2018, 3, 5), (2018, 3, 5)),
        ("5 de marzo de 2018", (2018, 3, 5), (2018, 3, 5)),
        ("2026年1月5日", (2026, 1, 5), (2026, 1, 5)),
        ("March 2018", (2018, 3, 1), (2018, 3, 31)),
        ("in February 2020", (2020, 2, 1), (2020, 2, 29)),
        ("in 2019", (2019, 1, 1), (2019, 12, 31)),
        ("2019 revenue", (2019, 1, 1), (2019, 12, 31)),
        ("for 2021 operating costs", (2021, 1, 1), (2021, 12, 31)),
        ("mid-2019", (2019, 1, 1), (2019, 12, 31)),
        ("the 1990s", (1990, 1, 1), (1999, 12, 31)),
        ("the 19th century", (1801, 1, 1), (1900, 12, 31)),
        ("Q2 2023", (2023, 4, 1), (2023, 6, 30)),
        ("Q2'2023", (2023, 4, 1), (2023, 6, 30)),
        ("Q22023", (2023, 4, 1), (2023, 6, 30)),
        ("2Q23", (2023, 4, 1), (2023, 6, 30)),
        ("third quarter 2017", (2017, 7, 1), (2017, 9, 30)),
        ("the first half of 2020", (2020, 1, 1), (2020, 6, 30)),
        ("H1 2024", (2024, 1, 1), (2024, 6, 30)),
        ("year ended December 31, 2021", (2021, 1, 1), (2021, 12, 31)),
        ("three months ended March 31, 2022", (2022, 1, 1), (2022, 3, 31)),
        ("fiscal year ended September 30, 2023", (2022, 10, 1), (2023, 9, 30)),
        ("2015–2018", (2015, 1, 1), (2018, 12, 31)),
        ("2015-18", (2015, 1, 1), (2018, 12, 31)),
        ("from 2015 to 2018", (2015, 1, 1), (2018, 12, 31)),
        ("5 March 2018 to 9 May 2019", (2018, 3, 5), (2019, 5, 9)),
        ("January to March 2020", (2020, 1, 1), (2020, 3, 31)),
        ("5-10 March 2018", (2018, 3, 5), (2018, 3, 10)),
        ("March 5-7, 2018", (2018, 3, 5), (2018, 3, 7)),
    ],
)
def test_a_date_or_period_is_its_days(text: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    fact = only(text)
    assert (fact.first_day, fact.last_day) == (date(*first), date(*last))


@pytest.mark.parametrize(
    ("text", "year", "quarter"),
    [
        ("FY20", 2020, None),
        ("FY 2022/23", 2023, None),
        ("fiscal year 2021", 2021, None),
        ("fiscal 2019", 2019, None),
        ("Q2 FY2023", 2023, 2),
        ("second quarter of fiscal 2023", 2023, 2),
    ],
)
def test_a_fiscal_period_has_a_year_but_no_days(text: str, year: int, quarter: int | None) -> None:
    fact = only(text)
    assert (fact.fiscal, fact.year, fact.quarter, fact.first_day) == (True, year, quarter, None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("since 2019 households", "period"),
        ("from 2019 households", "number"),
        ("from 2019 local taxes", "period"),
        ("Rent and 2019 households", "number"),
        ("2019 households", "number"),
    ],
)
def test_the_word_before_four_digits_decides_whether_they_are_a_year_or_a_count(text: str, kind: str) -> None:
    assert only(text).kind == kind


def test_a_day_without_a_year_keeps_month_and_day() -> None:
    assert [(fact.month, fact.day, fact.first_day) for fact in read_facts("March 5 and 9 May")] == [
        (3, 5, None),
        (5, 9, None),
    ]


def test_a_date_that_may_be_read_two_ways_keeps_its_year_only() -> None:
    fact = only("signed on 5/3/2018")
    assert (fact.kind, fact.year, fact.month, fact.first_day) == ("date", 2018, None, None)


@pytest.mark.parametrize("text", ["31 February 2018", "2018-13-45", "the firm may 5 times", "she can march 5 miles"])
def test_what_is_no_day_is_not_read_as_one(text: str) -> None:
    assert all(fact.kind != "date" for fact in read_facts(text))


@pytest.mark.parametrize(
    "text",
    [
        "as shown [3]", "as shown [3, 4–6]", "COVID-19", "a B-52", "on Form 10-K", "Section 4.2(a)", "Article 5",
        "the G20", "a Boeing 737", "version v2.1", "ISO 27001", "Act (EU) 2016/679", "as 2026-417", "call 555-123-4567", "call +44 20 7946 0958",
        "at 192.168.1.1", "in 3D", "on 5G", "an A320", "§ 12", "No. 7", "Type 2 diabetes", "Route 66", "CO2",
        "SARS-CoV-2", "ISBN 978-3-16-148410-0", "https://x.org/2019/5", "(1) this", "1. this", "4.2 Termination",
        "one of them", "no one", "this one", "first of all", "at first", "per second", "some 747s", "Exhibit 10.1",
    ],
)  # fmt: skip
def test_a_name_with_digits_is_no_value(text: str) -> None:
    assert read_facts(text) == ()


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("1,200 full-time employees", "employee"),
        ("12 new data centres", "centre"),
        ("five companies", "company"),
        ("30 people", "person"),
        ("one director resigned", "director"),
        ("3 of them", None),
        ("2000 employees", "employee"),
        ("5 boxes", "box"),
    ],
)
def test_a_number_knows_what_it_counts(text: str, counted: str | None) -> None:
    fact = only(text)
    assert (fact.kind, fact.counted) == ("number", counted)


def test_a_number_of_four_hundred_digits_is_kept_whole() -> None:
    digits = "7" * 400
    assert only(f"about {digits} things").low == Decimal(digits)


@given(st.one_of(st.text(max_size=200), st.text(alphabet="0123456789.,-–−()$€%/ 'amQfyMarch2018½（５٣", max_size=60)))
def test_any_text_is_read_in_order_without_overlap_and_by_the_letter(text: str) -> None:
    last = 0
    for fact in read_facts(text):
        assert last <= fact.start < fact.end <= len(text)
        assert text[fact.start : fact.end] == fact.text
        last = fact.end


@pytest.mark.slow
def test_reading_takes_time_that_grows_with_the_length() -> None:
    pieces = [
        "12,",
        "1 234 ",
        "(1",
        "five million ",
        "$",
        "from 5 to ",
        "March 5 ",
        "9",
        "[1,",
        "1-",
        "2018-",
        "if not ",
        "1.1",
    ]
    took = []
    for size in (5_000, 20_000):
        started = time.process_time()
        for piece in pieces:
            read_facts(piece * (size // len(piece)))
        took.append(time.process_time() - started)
    assert took[1] < 12 * took[0]


def test_reading_is_the_same_in_any_surroundings() -> None:
    values = ["$1.2bn", "5 March 2018", "thirty (30) days", "5–10 mg", "25 basis points", "(1,933)"]
    random.Random(7).shuffle(values)
    text = "; then ".join(values)
    assert [fact.text for fact in read_facts(text)] == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("about 10^6 cells", "1000000"),
        ("some 10² of them", "100"),
        ("6.02×10^23 in all", "6.02E+23"),
        ("at 1.5 × 10⁻⁵ now", "0.000015"),
        ("below 1e-5 always", "0.00001"),
        ("near 2.5E6 then", "2500000"),
    ],
)
def test_powers_of_ten(text: str, value: str) -> None:
    (fact,) = read_facts(text)
    assert fact.low == Decimal(value)


@pytest.mark.parametrize("text", ["a 5 x 10 grid", "5 × 10 cm", "2^10 ways"])
def test_products_and_other_powers_are_no_powers_of_ten(text: str) -> None:
    assert all(fact.low is not None and fact.low <= 10 for fact in read_facts(text))
