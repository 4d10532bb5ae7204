"""What a step is covered by: what code proves, or what a calibrated judge names, link by link."""

from collections.abc import Sequence
from typing import Any

import pytest
from made_evidence import evidence

from pincite.evidence.judgement.coverage import Coverage, Reading, coverage
from pincite.evidence.model.check import proved
from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.subjects import FactId, PlanStep

FACT = PlanStep(fact_id=FactId("f1"), text="What margin is paid")


def status(*units: Evidence) -> str:
    read = Reading(fact_id=FactId("f1"), evidence=tuple(unit.evidence_id for unit in units))
    return coverage([FACT], units, {}, readings=[read]).facts[0].status


@pytest.mark.spec("EVI-10", "CRI-5", "VER-2", "VER-4")
@pytest.mark.parametrize(
    ("open_point", "without_judge"),
    [
        ({"premises_open": ("the 1985 treaty",)}, "premise_failed"),
        ({"link": {"mechanism": "unsettled", "reason": "code cannot show it"}}, "unconfirmed"),
    ],
    ids=["a premise", "its subject"],
)
def test_what_code_leaves_unsettled_counts_only_where_a_calibrated_judge_names_it(
    open_point: dict[str, Any], without_judge: str
) -> None:
    unit = evidence(1, "The treaty was signed that year.", **open_point)
    named = {FACT.fact_id: (unit.passage_id,)}
    without = coverage([FACT], [unit], named, checks={unit.evidence_id: proved("it says so")}).facts[0]
    assert (without.status, without.evidence_ids, without.settled_by) == (without_judge, (), None)
    read = Reading(fact_id=FACT.fact_id, evidence=(unit.evidence_id,))
    judged = coverage([FACT], [unit], named, readings=[read]).facts[0]
    assert (judged.status, judged.settled_by) == ("covered", "judge")
    silent = coverage([FACT], [unit], named, readings=[Reading(fact_id=FACT.fact_id)]).facts[0]
    assert (silent.status, silent.evidence_ids) == ("missing", ())


@pytest.mark.spec("EVI-10")
def test_a_premise_that_the_judge_finds_contradicted_fails_whatever_it_names() -> None:
    unit = evidence(1, "The treaty was signed in 1975.")
    read = Reading(fact_id=FACT.fact_id, evidence=(unit.evidence_id,), premise_problem="it was 1975")
    found = coverage([FACT], [unit], {}, readings=[read]).facts[0]
    assert (found.status, found.reason, found.evidence_ids) == ("premise_failed", "it was 1975", ())


@pytest.mark.spec("EVI-13")
def test_a_quote_with_a_disguised_word_covers_nothing_by_itself() -> None:
    disguised, plain = evidence(1, "Smoking is n\u043et allowed."), evidence(2, "Nobody may smoke here.")
    assert status(disguised) == "unconfirmed"
    assert status(disguised, plain) == "covered"


def plan_status(*steps: PlanStep, stated: Sequence[str]) -> Coverage:
    """The coverage of steps of which a judge finds some stated."""
    units = {name: evidence(number, f"It is {name}.", fact=name) for number, name in enumerate(stated, 1)}
    readings = [
        Reading(fact_id=step.fact_id, evidence=(units[step.fact_id].evidence_id,) if step.fact_id in units else ())
        for step in steps
    ]
    return coverage(steps, tuple(units.values()), {}, readings=readings)


def a_step(name: str, **changes: Any) -> PlanStep:
    return PlanStep.model_validate({"fact_id": name, "text": name, **changes})


@pytest.mark.spec("PLN-4")
@pytest.mark.parametrize(
    ("stated", "covered"),
    [
        (("s1", "s2", "s3"), ["s1", "s2", "s3"]),
        (("s1", "s3"), ["s1"]),
        (("s2", "s3"), []),
        (("s1", "s2"), ["s1", "s2"]),
    ],
)
def test_a_chain_holds_as_far_as_every_link_before_is_covered(stated: Sequence[str], covered: list[str]) -> None:
    found = plan_status(a_step("s1"), a_step("s2", after=("s1",)), a_step("s3", after=("s2",)), stated=stated)
    assert [fact.fact_id for fact in found.facts if fact.status == "covered"] == covered
    assert all(
        "which no evidence states" in fact.reason for fact in found.facts if fact.fact_id in set(stated) - set(covered)
    )


@pytest.mark.spec("PLN-1", "EVA-4")
def test_a_step_that_only_leads_to_another_is_shown_and_not_counted() -> None:
    found = plan_status(a_step("s1", answers=False), a_step("s2", after=("s1",)), stated=("s1", "s2"))
    assert ([fact.counts for fact in found.facts], found.share) == ([False, True], 1.0)
    assert plan_status(a_step("s1", answers=False), a_step("s2"), stated=("s1",)).share == 0.0
    assert plan_status(a_step("s1", answers=False), a_step("s2"), stated=("s2",)).share == 1.0


@pytest.mark.spec("PLN-5")
@pytest.mark.parametrize(
    ("stated", "counts", "share"),
    [(("s1",), "s1", 1.0), (("s2",), "s2", 1.0), ((), "s1", 0.0)],
)
def test_of_two_alternatives_the_one_that_is_stated_answers(stated: Sequence[str], counts: str, share: float) -> None:
    found = plan_status(a_step("s1"), a_step("s2", instead_of="s1"), stated=stated)
    assert [fact.fact_id for fact in found.facts if fact.counts] == [counts]
    assert found.share == share


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(("held_then", "found"), [(True, "covered"), (False, "superseded")])
def test_a_replaced_text_answers_for_the_time_in_which_it_was_in_force(held_then: bool, found: str) -> None:
    replaced: dict[str, Any] = {"is_current": False}
    assert status(evidence(1, "The margin was 2%.", source=replaced, held_then=held_then)) == found


@pytest.mark.spec("CRI-5")
def test_of_a_passage_only_the_quotes_that_the_critic_names_count_where_it_names_any() -> None:
    states = evidence(1, "Ewa Holm guarantees the lease.", passage_id="p1")
    beside = evidence(2, "The guarantee ends in June.", passage_id="p1")
    named = {FACT.fact_id: (states.passage_id,)}
    checks = dict.fromkeys((states.evidence_id, beside.evidence_id), proved("it says so"))
    assert len(coverage([FACT], [states, beside], named, checks=checks).facts[0].evidence_ids) == 2
    told = coverage([FACT], [states, beside], named, quotes={FACT.fact_id: (states.evidence_id,)}, checks=checks)
    assert told.facts[0].evidence_ids == (states.evidence_id,)
