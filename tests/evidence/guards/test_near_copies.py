"""A draft that repeats a sentence but for one word: what that word changes is refuted, another wording is left to the judge."""

import pytest

from pincite.evidence.guards.judge_claim import judge


@pytest.mark.spec("VER-3", "AUD-7")
@pytest.mark.parametrize(
    ("source", "draft"),
    [
        ("The deposit for hiring the hall is £250.", "The deposit for hiring the hall is at least £250."),
        ("Repairs are finished within 10 days at most.", "Repairs are finished within 10 days at least."),
        ("The rent of the kiosk is £900 per year.", "The rent of the kiosk is £900 per month."),
        ("The exclusivity clause is in force.", "The exclusivity clause is no longer in force."),
        ("Roe previously worked at the dairy.", "Roe worked at the dairy."),
        ("Roe previously worked at the dairy.", "Roe still worked at the dairy."),
        ("The refund applies to online orders.", "The refund applies only to online orders."),
        ("The landlord pays for repairs to the roof.", "The tenant pays for repairs to the roof."),
        ("Castle Dairy supplies milk to Orme School.", "Castle Dairy supplies milk to Orme College."),
    ],
)
def test_a_near_copy_that_changes_a_limit_or_a_party_is_refuted(source: str, draft: str) -> None:
    assert judge(draft, source).result == "refuted"


@pytest.mark.spec("VER-3")
@pytest.mark.parametrize(
    ("source", "draft"),
    [
        ("The tenant shall insure the house for £400,000.", "The tenant must insure the house for £400,000."),
        ("Notice of 30 days must be given.", "At least 30 days' notice is required."),
        ("Staff in Leeds get 30 days of leave.", "Employees in Leeds get 30 days of leave."),
        ("The annual fee for the course is £900.", "The fee for the course is £900 a year."),
        ("Roe previously worked at the dairy.", "Roe earlier worked at the dairy."),
        ("Claims go to the Comm. on Rates in June.", "Claims go to the Committee on Rates in June."),
    ],
)
def test_another_wording_is_left_to_the_judge(source: str, draft: str) -> None:
    assert judge(draft, source).result != "refuted"
