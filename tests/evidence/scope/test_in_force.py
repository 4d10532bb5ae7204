from datetime import date

import pytest

from pincite.evidence.questions.premises import check_premises
from pincite.evidence.scope.in_force import InForce, days
from pincite.evidence.values.periods import parse_period

SINCE_2026 = InForce(since=date(2026, 1, 1))
UNTIL_2025 = InForce(since=date(2024, 4, 1), until=date(2025, 12, 31))


@pytest.mark.spec("EVI-7", "EVI-10")
@pytest.mark.parametrize(
    ("held", "asked", "quote", "holds"),
    [
        (SINCE_2026, "May 2026", "The fee is 0.62 a month.", True),
        (SINCE_2026, "May 2026", "From 1 January 2026 the fee is 0.62 a month.", True),
        (SINCE_2026, "May 2026", "Until 30 April 2026 the fee is 0.62 a month.", False),
        (SINCE_2026, "May 2026", "In March 2026 the fee was 0.62.", False),
        (SINCE_2026, "November 2025", "The fee is 0.62 a month.", False),
        (UNTIL_2025, "November 2025", "The fee is 0.58 a month.", True),
        (UNTIL_2025, "May 2026", "The fee is 0.58 a month.", False),
        (SINCE_2026, "6 April 2026 to 5 April 2027", "The rate is 45p a mile.", True),
        (UNTIL_2025, "6 April 2025 to 5 April 2026", "The rate is 45p a mile.", False),
        (SINCE_2026, "FY2026", "The fee is 0.62 a month.", False),
        (SINCE_2026, "the summer", "The fee is 0.62 a month.", False),
    ],
)
def test_a_rule_in_force_holds_in_a_period_that_its_validity_and_its_own_words_cover(
    held: InForce, asked: str, quote: str, holds: bool
) -> None:
    assert held.throughout(asked, quote) is holds


def test_validity_meets_a_limit_of_the_question_and_no_date_that_points_at_something() -> None:
    quote = "The fee is 0.62 a month."
    limit = check_premises(["June 2026"], quote, limits=["June 2026"], holds=SINCE_2026)["June 2026"]
    event = check_premises(["June 2026"], quote, holds=SINCE_2026)["June 2026"]
    assert limit.result == "proved"
    assert event.result == "unsettled"


@pytest.mark.parametrize(
    ("label", "first", "last"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("Q2 2026", date(2026, 4, 1), date(2026, 6, 30)),
        ("February 2024", date(2024, 2, 1), date(2024, 2, 29)),
        ("9 May 2026", date(2026, 5, 9), date(2026, 5, 9)),
    ],
)
def test_a_period_of_the_calendar_has_a_first_and_a_last_day(label: str, first: date, last: date) -> None:
    period = parse_period(label)
    assert period is not None
    assert days(period) == (first, last)
