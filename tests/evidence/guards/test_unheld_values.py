"""A value that no text holds is seen, however its claim is worded; one that a text holds in another form is not."""

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.unheld_values import unheld_values

LEASE = "The notice period under this lease is six months. The yearly rent is £48,000, fixed on 3 March 2024."
HISTORY = "The mill opened in 1904. It closed in 1911."


@pytest.mark.spec("AUD-7", "CRI-5")
@pytest.mark.parametrize(
    ("claim", "unheld"),
    [
        ("Nine months of notice are needed to end it.", ("Nine months",)),
        ("To leave, the tenant must say so 99 years ahead.", ("99 years",)),
        ("A tenant pays £52,000.", ("£52,000",)),
        ("Since 4 March 2024 nothing has changed.", ("4 March 2024",)),
        ("Six months of notice are needed to end it.", ()),
        ("6 months of notice are needed to end it.", ()),
        ("A tenant pays 48 thousand pounds.", ()),
        ("Since March 2024 nothing has changed.", ()),
        ("It names two sums.", ()),
        ("Leaving takes a while.", ()),
    ],
)
def test_what_no_text_holds_is_seen_whatever_stands_around_it(claim: str, unheld: tuple[str, ...]) -> None:
    assert unheld_values(claim, [source_of(HISTORY), source_of(LEASE)]) == unheld


def test_years_between_two_years_of_one_text_may_be_worked_out() -> None:
    assert unheld_values("It ran for seven years.", [source_of(HISTORY)]) == ()
    assert unheld_values("It ran for eight years.", [source_of(HISTORY)]) == ("eight years",)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It came out five months later.", "It appeared in November 2021 in Lund and in April 2022 in Sund."),
        ("It took 30 days.", "Work began on 1 March 2024 and ended on 31 March 2024."),
        ("Rates fell in the last three months of 2022.", "Rates for the three months ended December 31, 2022 fell."),
        ("The last three months of 2022 were wet.", "The fourth quarter of 2022 was wet."),
    ],
)
def test_a_span_of_time_that_follows_from_dates_is_held(claim: str, source: str) -> None:
    assert unheld_values(claim, [source_of(source)]) == ()


def test_a_span_of_time_that_follows_from_no_dates_is_not_held() -> None:
    dates = source_of("It appeared in November 2021 in Lund and on 3 April 2022 in Sund.")
    assert unheld_values("It came out nine months later.", [dates]) == ("nine months",)
    assert unheld_values("It came out 40 days later.", [dates]) == ("40 days",)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It is listed as 14.18.", "Incorporated by Reference 14 .18 Second Supplemental Indenture"),
        ("It holds 1,234 seats.", "The hall holds 1 ,234 seats."),
        ("Vell, at 31, led the guild.", "The 31-year-old Vell led the guild."),
        ("It serves 15-24 year old weavers.", "It serves weavers aged 15-24."),
        ("It began between 3,800-3,700 BC.", "It began in 3800-3700 BC."),
        ("A fifth season follows.", "It was renewed for its fifth season."),
    ],
)
def test_a_figure_that_the_text_may_contain_is_held(claim: str, source: str) -> None:
    assert unheld_values(claim, [source_of(source)]) == ()


def test_without_texts_nothing_is_held() -> None:
    assert unheld_values("It ran for seven years.", []) == ("seven years",)
