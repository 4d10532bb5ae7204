from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.model.spans import DocumentId
from pincite.evidence.model.subjects import FactId, Intent, PlanStep
from pincite.evidence.questions.retrieval_policy import (
    BREADTHS,
    Fetched,
    SourceKind,
    Verdict,
    first_breadth,
    in_order,
    judge,
    wider,
)

FEE = PlanStep(fact_id=FactId("f1"), text="the monthly fee")
TERM = PlanStep(fact_id=FactId("f2"), text="the initial term")
PLAIN = Intent(kind="structured")
EXPLAINS = Intent(kind="explanation")
OVERVIEW = Intent(kind="structured", breadth="broad")
EVERY = Intent(kind="structured", breadth="broad", exhaustive=True)
BOTH = {FEE.fact_id: frozenset({DocumentId("a"), DocumentId("b")})}
ONE = {FEE.fact_id: frozenset({DocumentId("a")})}


class Named(NamedTuple):
    name: str
    kind: SourceKind


PASSAGES, TABLES = Named("rag_retrieve", "passages"), Named("table_rag_retrieve", "tables")
WIKI, DESK = Named("wiki", "skill"), Named("desk", "skill")


def brought(**told: Any) -> Fetched:
    return Fetched(**({"passages": 9, "on_subject": 9, "relevant": 9, "stating": BOTH} | told))


@pytest.mark.spec("RET-1")
@pytest.mark.parametrize("intent", [PLAIN, EXPLAINS, OVERVIEW, EVERY])
def test_the_users_own_sources_come_first_in_the_order_they_were_registered(intent: Intent) -> None:
    assert in_order((PASSAGES, WIKI, TABLES, DESK), intent)[:2] == (WIKI, DESK)


@pytest.mark.spec("RET-2")
@pytest.mark.parametrize(
    ("intent", "first"),
    [(PLAIN, TABLES), (OVERVIEW, TABLES), (EVERY, TABLES), (EXPLAINS, PASSAGES)],
    ids=["a value", "an overview", "a list", "an explanation"],
)
def test_tables_come_before_passages_save_for_plain_explanations(intent: Intent, first: Named) -> None:
    assert in_order((PASSAGES, TABLES), intent)[0] == first


@pytest.mark.spec("RET-3")
@pytest.mark.parametrize(
    ("fetched", "intent", "code"),
    [
        (brought(), PLAIN, "sufficient"),
        (brought(error="Error: no connection", passages=0), PLAIN, "error"),
        (brought(passages=0), PLAIN, "empty"),
        (brought(on_subject=0), PLAIN, "off_subject"),
        (brought(relevant=0), PLAIN, "off_topic"),
        (brought(stating={}), PLAIN, "no_usable_evidence"),
        (brought(cut=True), OVERVIEW, "truncated"),
        (brought(cut=True), EVERY, "truncated"),
        (brought(cut=True), PLAIN, "sufficient"),
        (brought(stating=ONE), PLAIN, "one_document"),
    ],
)
def test_a_result_is_judged_by_what_it_lacks_first(fetched: Fetched, intent: Intent, code: str) -> None:
    assert judge([FEE], intent, fetched).code == code


@pytest.mark.spec("RET-3")
def test_part_of_a_question_is_not_enough_and_what_lacks_is_named() -> None:
    found = judge([FEE, TERM], PLAIN, brought())
    assert (found.code, found.sufficient) == ("part_only", False)
    assert "the initial term" in found.reason


@pytest.mark.spec("RET-9")
def test_one_document_is_enough_where_there_is_no_other_about_the_subject() -> None:
    assert judge([FEE], PLAIN, brought(stating=ONE), documents_about=1).sufficient
    assert not judge([FEE], PLAIN, brought(stating=ONE), documents_about=2).sufficient


@pytest.mark.spec("RET-8")
@pytest.mark.parametrize(
    ("intent", "breadth"),
    [(PLAIN, 30), (Intent(kind="structured", breadth="synthesis"), 50), (OVERVIEW, 100), (EVERY, 100)],
)
def test_how_widely_passages_are_looked_for_follows_the_question(intent: Intent, breadth: int) -> None:
    assert first_breadth("passages", intent) == breadth


@pytest.mark.spec("RET-8")
def test_short_coverage_widens_step_by_step_within_a_source_and_never_in_tables() -> None:
    short = brought(stating={}, cut=True)
    verdict = judge([FEE], PLAIN, short)
    assert wider("passages", 30, short, verdict) == 50
    assert wider("passages", 50, short, verdict) == 100
    assert wider("passages", 100, short, verdict) is None
    assert wider("tables", 30, short, verdict) is None


@pytest.mark.spec("RET-8")
def test_a_source_that_has_shown_all_it_has_is_not_asked_more_widely() -> None:
    everything = brought(stating={}, cut=False)
    assert wider("passages", 30, everything, judge([FEE], PLAIN, everything)) is None


@pytest.mark.spec("RET-8")
def test_for_a_model_strong_matches_are_enough_to_look_at() -> None:
    near = brought(stating={FEE.fact_id: frozenset()}, near=frozenset({FEE.fact_id}), cut=True)
    verdict = judge([FEE], PLAIN, near)
    assert not verdict.sufficient
    assert wider("passages", 30, near, verdict, reads=True) is None
    assert wider("passages", 30, near, verdict) == 50


@given(
    st.sampled_from([PLAIN, EXPLAINS, OVERVIEW, EVERY]),
    st.builds(
        Fetched,
        passages=st.integers(0, 200),
        on_subject=st.integers(0, 200),
        relevant=st.integers(0, 200),
        stating=st.sampled_from([{}, ONE, BOTH]),
        cut=st.booleans(),
        error=st.none() | st.just("Error: down"),
    ),
    st.sampled_from(["skill", "passages", "tables"]),
)
def test_widening_ends_and_what_failed_is_never_enough(intent: Intent, fetched: Fetched, kind: SourceKind) -> None:
    verdict: Verdict = judge([FEE], intent, fetched)
    assert not (verdict.sufficient and (fetched.error or not fetched.stating or not fetched.passages))
    breadth, steps = first_breadth(kind, intent), 0
    while (following := wider(kind, breadth, fetched, verdict)) is not None:
        assert following > breadth
        breadth, steps = following, steps + 1
    assert steps <= len(BREADTHS)
