"""What time does to a source: whether it holds on a day, and whether its age counts against it."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.scope.declared import Declared
from pincite.evidence.scope.document_scope import DocumentScope
from pincite.evidence.scope.validity import validity

TODAY = date(2026, 5, 15)


def source(**changes: Any) -> SourceDocument:
    given = {
        "document_id": "d1", "version_id": "v1", "title": "The document", "path": "document.pdf", "media_type": "application/pdf",
        "file_sha256": "", "text_sha256": "", "extractor": "pdf/1", "n_chars": 1, "kind": "primary", "kind_reason": "",
        "authority": "policy", "authority_reason": "", "updated_at": TODAY - timedelta(days=200),
    }  # fmt: skip
    return SourceDocument(**{**given, **changes})


def covering(period: str) -> DocumentScope:
    return DocumentScope(periods=(Declared(value=period, how="cover"),), primary_period=period)


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("changes", "standing", "reason"),
    [
        ({}, "in_force", "nothing states"),
        ({"effective_from": date(2026, 6, 1)}, "not_yet", "from 2026-06-01"),
        ({"effective_from": TODAY}, "in_force", "stated validity"),
        ({"effective_to": date(2026, 5, 14)}, "expired", "until 2026-05-14"),
        ({"effective_to": TODAY}, "in_force", "nothing states"),
        ({"is_current": False}, "superseded", "later version or document"),
        ({"is_current": False, "effective_to": date(2030, 1, 1)}, "superseded", "later version or document"),
    ],
)
def test_a_text_holds_within_its_dates_until_it_is_replaced(
    changes: dict[str, Any], standing: str, reason: str
) -> None:
    found = validity(source(**changes), as_of=TODAY)
    assert found.standing == standing
    assert reason in found.reason


@pytest.mark.spec("EVI-7")
def test_a_text_that_is_to_be_replaced_says_by_what_and_when() -> None:
    new = source(
        document_id="d2", title="The new document", effective_from=date(2026, 7, 1), not_yet=True, is_current=False
    )
    before = validity(source(), as_of=TODAY, successor=new)
    assert (before.standing, before.reason) == (
        "in_force",
        "it is in force until “The new document” replaces it on 2026-07-01",
    )
    assert before.successor == new
    assert validity(new, as_of=TODAY).standing == "not_yet"
    assert validity(source(is_current=False, superseded_by="d2"), as_of=TODAY).standing == "superseded"


@pytest.mark.spec("EVI-7")
def test_a_text_written_after_the_day_does_not_hold_yet() -> None:
    found = validity(source(updated_at=TODAY + timedelta(days=3)), as_of=TODAY)
    assert found.standing == "not_yet"
    assert found.age_in_days == 0


@pytest.mark.spec("ANS-6")
@pytest.mark.parametrize(
    ("changes", "asked", "scope", "ages"),
    [
        ({}, (), None, True),
        ({"effective_from": date(2020, 1, 1)}, (), None, False),
        ({"effective_from": date(2020, 1, 1), "effective_to": date(2027, 1, 1)}, (), None, False),
        ({"effective_from": date(2020, 1, 1), "effective_to": date(2025, 1, 1)}, (), None, True),
        ({"authority": "filing"}, ("FY2017",), covering("FY2017"), False),
        ({"authority": "filing"}, ("FY2019",), covering("FY2017"), True),
        ({"authority": "filing"}, (), covering("FY2017"), True),
        ({"authority": "filing", "updated_at": date(2018, 2, 1)}, ("2017",), None, False),
        ({"authority": "filing", "updated_at": date(2018, 2, 1)}, ("2016",), None, True),
        ({"authority": "minutes", "updated_at": date(2018, 2, 1)}, ("February 2018",), None, False),
        ({"authority": "minutes", "updated_at": date(2018, 2, 1)}, (), None, True),
        ({"authority": "contract"}, (), None, False),
        ({"authority": "contract", "effective_to": date(2025, 1, 1)}, (), None, True),
        ({"authority": "contract", "effective_to": date(2025, 1, 1), "effective_from": date(2022, 1, 1)}, ("2023",), None, False),
        ({"authority": "contract", "is_current": False}, (), None, True),
        ({"authority": "announcement", "updated_at": date(2018, 2, 1)}, ("2018",), None, True),
    ],
)  # fmt: skip
def test_age_counts_against_living_documents_only(
    changes: dict[str, Any], asked: tuple[str, ...], scope: DocumentScope | None, ages: bool
) -> None:
    assert validity(source(**changes), as_of=TODAY, asked=asked, scope=scope).ages is ages


@pytest.mark.spec("ANS-7")
def test_an_undated_source_has_no_age_and_a_later_date_none_below_zero() -> None:
    assert validity(source(updated_at=None), as_of=TODAY).age_in_days is None
    assert validity(source(updated_at=TODAY + timedelta(days=3)), as_of=TODAY).age_in_days == 0
    assert validity(source(), as_of=TODAY).age_in_days == 200


@given(
    st.text(max_size=40),
    st.dates(),
    st.none() | st.dates(),
    st.sampled_from(["filing", "contract", "minutes", "policy"]),
)
def test_any_dates_and_words_are_judged(asked: str, as_of: date, begins: date | None, authority: str) -> None:
    assert validity(source(effective_from=begins, authority=authority), as_of=as_of, asked=(asked,)).reason
