"""Whole runs with a plan that cannot be used as it is: it is sent back once, and a second such plan ends the run."""

import re
from collections.abc import Callable

import pytest
from good_model import fence_of
from model_answers import Answer, anchor, condition, judged, judged_step, plan, step
from scripted_roles import run
from storage_terms import (
    FEE,
    IS_DUE,
    PAID,
    PAYS,
    TARN,
    claims_only_what_stands_in_the_sources,
    reading,
)

from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

CYCLE = plan([TARN], [PAYS | {"after": ["s2"]}, IS_DUE | {"after": ["s1"]}])


def planning(*plans: Answer) -> Callable[[str, str], Answer | str]:
    """A reader that gives one plan after the other, the last one for good. It covers each step by the fee."""
    left = list(plans)

    def critic(shown: str) -> Answer:
        steps = re.findall(r"^(s\d+)\b", shown, re.MULTILINE)
        return judged(*(judged_step(name, fence_of("E", FEE, shown)) for name in dict.fromkeys(steps)))

    def say(role: str, shown: str) -> Answer | str:
        if role == "analyst":
            return left.pop(0) if len(left) > 1 else left[0]
        return reading(critic, (FEE, tuple(f"s{number}" for number in range(1, 21))), tells=(FEE,))(role, shown)

    return say


@pytest.mark.spec("PLN-1", "PLN-3", "EXE-7")
@pytest.mark.parametrize(
    "wrong",
    [
        plan([TARN], [PAYS, step(" ", "s2")]),
        plan([TARN], [PAYS, step("of the", "s2")]),
        CYCLE,
        plan([TARN, condition("gold in Peru")], [PAYS, step("the price of gold in Peru", "s2", about=["a2"])]),
    ],
    ids=["an empty step", "a step of small words", "steps that rest on each other", "a step about what is not asked"],
)
def test_a_plan_with_a_step_about_nothing_is_mended_and_its_question_answered(kb: KnowledgeBase, wrong: Answer) -> None:
    report, roles = run(kb, PAID, planning(wrong, plan([TARN], [PAYS])))
    claims_only_what_stands_in_the_sources(report, kb)
    assert (report.sufficient, roles.count("analyst")) == (True, 2)
    assert [fact.text for fact in report.required_facts] == [PAYS["find"]]


@pytest.mark.spec("PLN-1", "SUB-11", "EXE-7")
@pytest.mark.parametrize(
    "stubborn",
    [
        plan([anchor("Holm Vaults")], [PAYS]),
        plan([TARN, condition("since 2024")], [PAYS | {"about": ["a1", "a2"]}]),
        plan([TARN], [step("?")]),
        CYCLE,
    ],
    ids=[
        "a subject that is not in the question",
        "a condition that is not",
        "no step about anything",
        "steps that rest on each other",
    ],
)
def test_a_plan_that_does_not_fit_its_question_ends_the_run_which_says_why(kb: KnowledgeBase, stubborn: Answer) -> None:
    report, roles = run(kb, PAID, planning(stubborn))
    assert (report.terminal_state, report.stop_reason) == ("SUBJECT_NOT_FOUND", "analysis_unavailable")
    assert roles == ["analyst", "analyst"]
    assert "analysis_unavailable" in report.risk_signals
    assert "subject_not_found" not in report.risk_signals
    assert (report.sufficient, report.answer, report.evidence) == (False, None, ())
    assert any(disclosure.subject == "identify_subject_class" for disclosure in report.disclosures)


@pytest.mark.spec("PLN-3", "EVI-8", "EXE-7")
def test_of_a_plan_of_twenty_steps_twelve_are_answered_and_the_others_named(kb: KnowledgeBase) -> None:
    parts = [f"what Tarn Optics Ltd pays for storage, part {number}" for number in range(1, 21)]
    steps = [PAYS | {"id": f"s{number}", "find": part} for number, part in enumerate(parts, 1)]
    report, roles = run(kb, PAID, planning(plan([TARN], steps)))
    claims_only_what_stands_in_the_sources(report, kb)
    assert [fact.text for fact in report.required_facts] == parts[:12]
    assert not report.sufficient
    (left_out,) = [disclosure for disclosure in report.disclosures if disclosure.kind == "truncated"]
    assert "at most 12 steps" in left_out.reason
    assert all(part in report.conclusion for part in parts[12:])
    assert report.usage.model_calls == len(roles) <= Settings().budgets.model_calls
