"""Different values for one fact are a conflict in whatever form they stand, and are never settled in silence."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.judgement.conflicts import Statement, conflicting, find_conflicts, values_agree

FEE = {
    "fact_id": "f1",
    "fact_text": "the annual fee",
    "subject_id": "s1",
    "document_id": "d1",
    "title": "First document",
}


def statement(number: int, value: str, **changes: Any) -> Statement:
    own = {"evidence_id": f"e{number}", "value": value, "document_id": f"d{number}", "title": f"Document {number}"}
    return Statement(**{**FEE, **own, **changes})


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$1.2bn", "$1,200 million"),
        ("12 months", "one year"),
        ("24 hours", "1 day"),
        ("thirty (30) days", "30 days"),
        ("5%", "five percent"),
        ("€1.200.000,50", "EUR 1,200,000.50"),
        ("1 March 2024", "2024-03-01"),
        ("Q2 2023", "the second quarter of 2023"),
        ("Ines Oyelaran", "ines  oyelaran"),
        ("INES OYELARAN Ines Oyelaran", "Ines Oyelaran"),
        ("yes", "Yes."),
        ("1,234 people", "1234 people"),
        ("2 km", "2,000 m"),
        ("about 20", "20"),
        ("£5 a year", "£5"),
        ("2020", "15 November 2020"),
        ("April 29", "April 29, 2015"),
        ("Q2 2023", "May 2023"),
        ("from 1 March 2024 to 30 June 2024", "1 March – 30 June 2024"),
    ],
)
def test_one_value_in_two_forms_agrees(one: str, other: str) -> None:
    assert values_agree(one, other)


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$186,000", "£186,000"),
        ("$186,000", "$168,000"),
        ("5%", "5 percentage points"),
        ("5%", "-5%"),
        ("30 days", "30 business days"),
        ("at least 30 days", "at most 30 days"),
        ("1.5 mg", "15 mg"),
        ("1 March 2024", "1 March 2025"),
        ("FY2023", "FY2022"),
        ("2019–2021", "2020"),
        ("April 29", "April 30, 2015"),
        ("April 29", "2015"),
        ("2020", "15 November 2021"),
        ("Ines Oyelaran", "Inez Oyelaran"),
        ("yes", "no"),
        ("30 days", "thirty-one days"),
        ("365 days", "three years"),
        ("12 apples", "12 pears"),
        ("$5 per user", "$5 per device"),
        ("5 days paid", "5 days unpaid"),
        ("Ann Lee, until 2020", "Bob Ray, until 2020"),
    ],
)
def test_two_values_conflict(one: str, other: str) -> None:
    assert not values_agree(one, other)


@pytest.mark.spec("CON-6")
@pytest.mark.parametrize(
    ("one", "other", "conflict"),
    [
        ("12%", "12.3%", False),
        ("12.35%", "12.3%", True),  # rounded, it is 12.4%
        ("12%", "13.1%", True),
        ("10%", "12.3%", True),
        ("2%", "2.4%", True),  # too coarse to tell
        ("at least 12%", "12.3%", True),
        ("£12", "£12.30", True),
    ],
)
def test_a_percentage_rounded_in_one_document_is_no_conflict(one: str, other: str, conflict: bool) -> None:
    first, second = statement(1, one, document_id="d"), statement(2, other, document_id="d")
    assert conflicting(first, second) is conflicting(second, first) is conflict
    assert conflicting(first, second.model_copy(update={"document_id": "e"}))


@pytest.mark.spec("CON-2")
def test_both_versions_are_shown_with_no_preference() -> None:
    (found,) = find_conflicts(
        [statement(1, "£186,000", dated=date(2020, 1, 1)), statement(2, "£190,000", dated=date(2025, 1, 1))]
    )
    assert [side.value for side in found.sides] == ["£186,000", "£190,000"]
    assert not found.resolved
    assert "Verify with the owner" in found.described()
    for part in ("£186,000", "Document 1", "2020-01-01", "£190,000", "Document 2", "2025-01-01"):
        assert part in found.described()


@pytest.mark.spec("CON-3")
@pytest.mark.parametrize(
    ("first", "second", "rule", "leads"),
    [
        ({"dated": date(2020, 1, 1)}, {"dated": date(2025, 1, 1)}, "newer", "20"),
        (
            {"dated": date(2020, 1, 1), "authority": "policy"},
            {"dated": date(2025, 1, 1), "authority": "minutes"},
            "newer",
            "20",
        ),
        ({"authority": "minutes"}, {"authority": "policy"}, "more_authoritative", "20"),
        ({"authority": "published"}, {"authority": "comment"}, "more_authoritative", "10"),
        ({"authority": "draft"}, {"authority": "announcement"}, "more_authoritative", "20"),
        ({"dated": date(2020, 1, 1), "authority": "minutes"}, {"authority": "policy"}, "more_authoritative", "20"),
        ({"dated": date(2025, 1, 1)}, {"dated": date(2025, 1, 1)}, None, "10"),
        ({}, {}, None, "10"),
    ],
)
def test_precedence_orders_them_by_the_first_rule_that_decides(
    first: dict[str, Any], second: dict[str, Any], rule: str | None, leads: str
) -> None:
    (found,) = find_conflicts([statement(1, "10", **first), statement(2, "20", **second)], "precedence")
    assert (found.rule, found.sides[0].value) == (rule, leads)
    assert len(found.sides) == 2


@pytest.mark.spec("CON-3")
def test_the_ordered_form_says_as_of_when_and_what_was_stated_earlier() -> None:
    pair = [statement(1, "10 days", dated=date(2020, 1, 1)), statement(2, "20 days", dated=date(2025, 1, 1))]
    (found,) = find_conflicts(pair, "precedence")
    assert (
        found.described() == "As of 2025-01-01, 20 days (Document 2). An earlier document stated 10 days (Document 1)."
    )


@pytest.mark.spec("CON-4")
@pytest.mark.parametrize(
    "changes",
    [
        ({"scope": ("2022",)}, {"scope": ("2023",)}),
        ({"scope": ("Germany",)}, {"scope": ("France",)}),
        ({"scope": ("2022", "Germany")}, {"scope": ("2022", "France")}),
        ({"superseded_by": "d2"}, {}),
        ({"superseded_by": "d7", "is_current": False}, {}),
        ({"document_id": "d9", "is_current": False}, {"document_id": "d9"}),
        ({"fact_id": "f2"}, {}),
        ({"subject_id": "s2"}, {}),
    ],
)
def test_another_scope_subject_fact_or_a_superseded_version_is_no_conflict(
    changes: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    first, second = changes
    assert find_conflicts([statement(1, "10", **first), statement(2, "20", **second)]) == ()


@pytest.mark.spec("CON-3", "CON-4")
def test_a_general_statement_contradicts_a_special_one_and_the_special_one_comes_first() -> None:
    (found,) = find_conflicts([statement(1, "20 days"), statement(2, "30 days", scope=("Germany",))], "precedence")
    assert (found.rule, found.sides[0].value) == ("more_specific", "30 days")


@pytest.mark.spec("CON-4")
def test_two_versions_with_no_known_supersession_conflict() -> None:
    assert find_conflicts([statement(1, "10", document_id="d9"), statement(2, "20", document_id="d9")])


VALUES = st.sampled_from(
    [
        "10",
        "ten",
        "20",
        "20%",
        "$20",
        "about 20",
        "20 days",
        "3 weeks",
        "21 days",
        "yes",
        "no",
        "Ann Lee",
        "2020",
        "March 2020",
        "",
        "5–10",
    ]
)
STATEMENTS = st.lists(
    st.builds(
        statement,
        st.integers(1, 9),
        VALUES | st.text(max_size=12),
        scope=st.sampled_from([(), ("2022",), ("2023",)]),
        dated=st.none() | st.dates(),
        authority=st.sampled_from(["policy", "minutes", "unclassified"]),
    ),
    max_size=7,
)  # fmt: skip


@pytest.mark.spec("CON-1")
@given(VALUES | st.text(max_size=30), VALUES | st.text(max_size=30))
def test_agreement_is_symmetric_and_a_value_agrees_with_itself(one: str, other: str) -> None:
    assert values_agree(one, other) == values_agree(other, one)
    assert values_agree(one, one)


@pytest.mark.spec("CON-2")
@given(STATEMENTS, st.randoms(), st.sampled_from(["surface", "precedence"]))
def test_conflicts_do_not_depend_on_the_order_of_the_statements(
    statements: list[Statement], shuffler: Any, policy: Any
) -> None:
    def told(found: Any) -> set[Any]:
        return {
            (conflict.fact_id, frozenset(unit for side in conflict.sides for unit in side.evidence_ids))
            for conflict in found
        }

    shuffled = list(statements)
    shuffler.shuffle(shuffled)
    assert told(find_conflicts(statements, policy)) == told(find_conflicts(shuffled, policy))
    for first in statements:
        for other in statements:
            assert conflicting(first, other) == conflicting(other, first)
