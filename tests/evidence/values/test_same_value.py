"""When two values are one value, and which could be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.values.facts import Fact, read_facts
from pincite.evidence.values.same_value import comparable, same_value

pytestmark = pytest.mark.spec("AUD-7")


def fact(text: str) -> Fact:
    return read_facts(text)[0]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("$1.2bn", "$1,200 million"),
        ("$5m", "US$5,000,000"),
        ("12 months", "one year"),
        ("24 hours", "a period of 1 day"),
        ("2 weeks", "14 days"),
        ("half an hour", "30 minutes"),
        ("thirty (30) days", "30-day"),
        ("1 km", "1,000 metres"),
        ("50 basis points", "0.5 percentage points"),
        ("one-third", "1/3"),
        ("5 to 10 days", "between 5 and 10 days"),
        ("at least 5%", "no less than 5 per cent"),
        ("5+ people", "at least five people"),
        ("about 5", "5.04"),
        ("about 5", "approximately five"),
        ("nearly $1.2 billion", "$1,203,444,000"),
        ("−484", "net loss of (484)"),
        ("first", "1st"),
        ("10:30 a.m.", "10:30"),
        ("5 March 2018", "2018-03-05"),
        ("5 March 2018", "March 5, 2018"),
        ("Q2 2023", "the second quarter of 2023"),
        ("FY2023", "fiscal year 2023"),
        ("March 5", "5 March"),
        ("2015–2018", "from 2015 to 2018"),
        ("5/3/2018", "5 March 2018"),
    ],
)
def test_two_forms_of_one_value_are_the_same(claim: str, source: str) -> None:
    assert same_value(fact(claim), fact(source)).same


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("5%", "5 percentage points"),
        ("$5", "€5"),
        ("$1.2 million", "$1.2 billion"),
        ("5 mg", "5 µg"),
        ("365 days", "one year"),
        ("5 working days", "5 days"),
        ("more than 5", "5"),
        ("at least 5", "more than 5"),
        ("up to 5", "at least 5"),
        ("5.04", "about 5"),
        ("about 5", "6"),
        ("-5%", "5%"),
        ("1.5", "15"),
        ("5 to 10", "5 to 11"),
        ("5 March 2018", "5 March 2019"),
        ("5 March 2018", "5/3/2018"),
        ("March 2018", "5 March 2018"),
        ("FY2023", "in 2023"),
        ("Q2 2023", "Q3 2023"),
        ("2nd", "2 people"),
    ],
)
def test_another_value_is_not_the_same(claim: str, source: str) -> None:
    assert not same_value(fact(claim), fact(source)).same


@pytest.mark.parametrize(
    ("one", "other", "could"),
    [
        ("$5", "$6", True),
        ("$5", "€5", False),
        ("5 days", "one year", True),
        ("5 km", "5 miles", True),
        ("5 km", "5 kg", False),
        ("5%", "5 percentage points", False),
        ("5 March 2018", "2019 employees", False),
        ("5 March 2018", "in 2019", True),
        ("5 people", "12", True),
    ],
)
def test_values_of_one_dimension_can_be_compared(one: str, other: str, could: bool) -> None:
    assert comparable(fact(one), fact(other)) is could


@given(
    st.text(alphabet="0123456789.,-–()$€%/ kmdays18March", max_size=40),
    st.text(alphabet="0123456789.,$€% kmbnyear2018-", max_size=40),
)
def test_comparing_never_raises_and_a_value_is_itself(one: str, other: str) -> None:
    for a in read_facts(one):
        assert same_value(a, a).same or a.kind in {"date", "period"}
        for b in read_facts(other):
            same_value(a, b)
