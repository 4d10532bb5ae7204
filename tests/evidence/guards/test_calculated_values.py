"""A value that a writer may have calculated from values of the source does not contradict them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.guards.calculated_values import rounds_to
from pincite.evidence.guards.judge_claim import judge

LEASE = "The lease of 4 Quay Row runs for fifteen years from 1 March 2012. Rent is reviewed every fifth year."
STAFF = "The workshop employs 64 fitters, 16 of them apprentices. A post costs £2,300 a month."
GATES = "The gates will open an hour earlier, at 7.15 am, on weekdays."
CLUB = "In spring the club sold 212 tickets, 98 badges and 41 scarves. It gave away 30 posters."


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All in all, the club sold 351 things in spring.", CLUB),
        ("In spring the club sold 114 more tickets than badges.", CLUB),
        ("A quarter of the fitters whom the workshop employs are apprentices.", STAFF),
        ("Apprentices are 25% of the fitters in the workshop.", STAFF),
        ("Over a year, a post in the workshop costs £27,600.", STAFF),
        ("The workshop employs about 60 fitters.", STAFF),
        ("The lease of 4 Quay Row runs until 28 February 2027.", LEASE),
        ("The rent of 4 Quay Row is next reviewed in March 2017.", LEASE),
        ("Before the change, the gates opened at 8.15 am on weekdays.", GATES),
    ],
)
def test_a_value_that_the_source_allows_to_calculate_is_not_refuted(claim: str, source: str) -> None:
    assert judge(claim, source).result == "unsettled"


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In spring the club sold 253 tickets.", CLUB),  # the sum of 212 and 41, in the place of 212
        ("The workshop employs 48 fitters.", STAFF),  # a difference, in the place of 64
        ("Over a year, a post in the workshop costs £26,700.", STAFF),
        ("The lease of 4 Quay Row runs until 28 February 2025.", LEASE),
        ("The workshop employs about 90 fitters.", STAFF),
    ],
)
def test_a_value_is_refuted_in_the_place_of_another_or_if_no_step_leads_to_it(claim: str, source: str) -> None:
    assert judge(claim, source).result == "refuted"


@pytest.mark.spec("AUD-7", "VER-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In June the lifeboat did not go out on 19 days.", "In June the lifeboat went out on 11 days."),
        ("No one pays more than £8 for a day's mooring.", "A day's mooring costs £1.60 an hour, up to £8 a day."),
        (
            "A family with two dogs needs a note.",
            "A family may bring up to two guests. A family with dogs needs a note.",
        ),
    ],
)
def test_a_denied_value_or_another_thing_does_not_contradict_a_value(claim: str, source: str) -> None:
    assert judge(claim, source).result == "unsettled"


@given(st.integers(100, 9_999), st.integers(100, 9_999), st.integers(100, 9_999))
def test_no_sum_or_difference_of_stated_amounts_is_refuted_in_other_words(one: int, other: int, third: int) -> None:
    source = f"For the hall the council paid £{one}, for the pool £{other} and for the park £{third}."
    for amount in (one + other, abs(one - third), one + other + third):
        claim = f"What the council spent on hall, pool or park came to £{amount} more."
        assert judge(claim, source).result != "refuted"


@given(st.integers(2, 9_999), st.integers(2, 9_999))
def test_another_amount_in_the_same_words_is_refuted(stated: int, claimed: int) -> None:
    source = (
        f"The council paid £{stated} for the hall, £{stated + claimed} for the pool and £{claimed + 7} for the park."
    )
    result = judge(f"The council paid £{claimed} for the hall.", source).result
    assert (result == "refuted") is (claimed != stated)


@given(st.decimals(min_value=-(10**15), max_value=10**15, places=3), st.integers(0, 3))
def test_a_number_rounds_to_its_rounded_form(exact: Decimal, places: int) -> None:
    assert rounds_to(exact, round(exact, places))


@pytest.mark.parametrize("number", ["9" * 60, "0." + "1" * 30, "1" * 25 + ".5", "0"])
def test_numbers_of_any_size_are_judged(number: str) -> None:
    source = f"The vat holds {number} litres, 3 pumps and 0 litres of oil on 1 January 0001 or 31 December 9999."
    claim = f"After 90 years, the vat of 7 pumps holds {number}1 litres, or 12%, on 30 December 9999."
    assert judge(claim, source).result != "proved"
