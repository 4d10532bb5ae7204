"""What follows a critique: approving needs coverage that code checked; refusing is always possible."""

from typing import Any

import pytest

from pincite.evidence.judgement.coverage import Coverage, CoverageStatus, FactCheck
from pincite.evidence.model.evidence import EvidenceId
from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId
from pincite.evidence.questions.critic_decision import CoveredFact, Decision, stricter
from pincite.evidence.questions.follow_up_decision import next_step


def covered(*statuses: CoverageStatus) -> Coverage:
    facts = []
    for number, status in enumerate(statuses):
        stated = status in {"covered", "secondary_only", "superseded"}
        ids = (EvidenceId(f"e{number}"),) if stated else ()
        facts.append(FactCheck(fact_id=FactId(f"f{number}"), status=status, evidence_ids=ids, reason="for a test"))
    return Coverage(facts=tuple(facts))


GAP = Decision(
    requires_more_context=True, reason="a gap", missing_facts=(FactId("f1"),), suggested_query="Stavenholt certificate"
)
APPROVES = Decision(requires_more_context=False, reason="all there")


def step(decision: Decision | None, coverage: Coverage, **changes: Any) -> tuple[str, str | None]:
    given: dict[str, Any] = {
        "decision": decision,
        "coverage": coverage,
        "threshold": 1.0,
        "follow_ups_left": 1,
        "queries_made": set(),
        "new_primary_source": None,
    }
    found = next_step(**{**given, **changes})
    return found.step, found.stop_reason


@pytest.mark.spec("CRI-5", "CRI-6", "CRI-7", "CRI-10")
@pytest.mark.parametrize(
    ("decision", "statuses", "changes", "expected"),
    [
        (APPROVES, ["covered"], {}, ("draft", "contract_met")),
        (APPROVES, ["missing"], {}, ("conclude", "no_named_gap")),
        (APPROVES, ["covered", "missing"], {}, ("draft", "no_named_gap")),
        (APPROVES, ["covered", "missing"], {"threshold": 0.5}, ("draft", "contract_met")),
        (GAP, ["covered", "missing"], {}, ("follow_up", None)),
        (GAP, ["missing"], {}, ("follow_up", None)),
        (GAP, ["missing"], {"follow_ups_left": 0}, ("conclude", "budget_exhausted")),
        (GAP, ["covered", "missing"], {"follow_ups_left": 0}, ("draft", "budget_exhausted")),
        (GAP, ["missing"], {"queries_made": {"stavenholt CERTIFICATE"}}, ("conclude", "no_named_gap")),
        (GAP, ["missing"], {"new_primary_source": False}, ("conclude", "no_new_primary_source")),
        (GAP, ["missing"], {"new_primary_source": True}, ("follow_up", None)),
        (GAP, ["missing"], {"out_of": "time_exhausted"}, ("conclude", "time_exhausted")),
        (GAP, ["secondary_only"], {"follow_ups_left": 0}, ("draft", "budget_exhausted")),
        (APPROVES, ["covered"], {"out_of": "time_exhausted"}, ("draft", "contract_met")),
        (None, ["missing"], {}, ("conclude", "critic_unavailable")),
        (None, ["covered"], {}, ("draft", "critic_unavailable")),
        (None, ["missing"], {"out_of": "budget_exhausted"}, ("conclude", "budget_exhausted")),
        (APPROVES, [], {}, ("conclude", "no_named_gap")),
    ],
)
def test_the_step_and_its_stop_reason(
    decision: Decision | None, statuses: list[CoverageStatus], changes: dict[str, Any], expected: tuple[str, str | None]
) -> None:
    assert step(decision, covered(*statuses), **changes) == expected


def says(query: str = "", **passages: str) -> Decision:
    """A critic that finds each named fact stated in these passages (p1 p2), and misses f2 where it names none for it."""
    missing = () if "f2" in passages else (FactId("f2"),)
    return Decision(
        requires_more_context=bool(missing),
        reason=f"finds {', '.join(passages) or 'nothing'}",
        covered=tuple(
            CoveredFact(fact_id=FactId(fact), passages=tuple(PassageId(passage_id) for passage_id in named.split()))
            for fact, named in passages.items()
        ),
        missing_facts=missing,
        missing_primary_sources=(query,) if query else (),
        suggested_query=query,
    )


@pytest.mark.spec("CRI-11")
@pytest.mark.parametrize(
    ("first", "second", "covered", "missing", "query"),
    [
        (says(f1="a", f2="b"), says(f1="a", f2="b"), {"f1": ("a",), "f2": ("b",)}, (), ""),
        (says(f1="a", f2="b"), says("the deed", f1="a"), {"f1": ("a",)}, ("f2",), "the deed"),
        (says("the deed", f1="a"), says(f1="a", f2="b"), {"f1": ("a",)}, ("f2",), "the deed"),
        (says(f1="a b", f2="b"), says(f1="b c", f2="b"), {"f1": ("b",), "f2": ("b",)}, (), ""),
        (says(f1="a", f2="b"), says(f1="c", f2="b"), {"f2": ("b",)}, ("f1",), ""),
        (says("the deed", f1="a"), says("the lease", f1="a"), {"f1": ("a",)}, ("f2",), "the deed"),
        (says("the deed", f1="a"), says("the lease"), {}, ("f2", "f1"), "the lease"),
    ],
)
def test_two_critics_approve_what_both_approve_and_the_stricter_one_asks(
    first: Decision, second: Decision, covered: dict[str, tuple[str, ...]], missing: tuple[str, ...], query: str
) -> None:
    both = stricter(first, second)
    assert {fact.fact_id: fact.passages for fact in both.covered} == covered
    assert both.missing_facts == missing
    assert both.suggested_query == query
    assert both.requires_more_context is bool(missing)
    assert first.reason in both.reason
    assert second.reason in both.reason
