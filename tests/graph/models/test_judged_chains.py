"""Whole runs in which steps rest on each other, or wait for a follow-up."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from good_model import fence_of
from model_answers import Answer, judged, judged_step, plan
from scripted_roles import quotes, run
from storage_terms import (
    CERTIFIED,
    CHAIN,
    CHAINED,
    KEEPER,
    PAID,
    PAYS,
    QUESTION,
    TARN,
    claims_only_what_stands_in_the_sources,
    reading,
)

from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.spec("CRI-16", "RET-7")
def test_a_follow_up_searches_each_open_step_with_the_query_as_the_critic_wrote_it(kb: KnowledgeBase) -> None:
    wanted = {"s1": "Tarn storage charge monthly", "s2": "storage fee first working day"}

    def critic(shown: str) -> Answer:
        return judged(*(judged_step(step_id, query=query) for step_id, query in wanted.items()))

    report, roles = run(kb, QUESTION, reading(critic))
    claims_only_what_stands_in_the_sources(report, kb)
    searched = {(entry.step, entry.query) for entry in report.tool_history if entry.pass_number == 1}
    assert searched == set(wanted.items())
    assert max(entry.pass_number for entry in report.tool_history) == 1
    assert roles.count("critic") <= 2


@pytest.mark.spec("PLN-4", "VER-2")
@pytest.mark.parametrize(("first_link", "sufficient"), [(True, True), (False, False)])
def test_a_later_link_that_code_cannot_tie_counts_where_the_judge_finds_it_and_the_link_before_holds(
    kb: KnowledgeBase, first_link: bool, sufficient: bool
) -> None:
    def critic(shown: str) -> Answer:
        inspected = fence_of("E", CERTIFIED, shown)
        keeper = judged_step("s1", fence_of("E", KEEPER, shown)) if first_link else judged_step("s1")
        return judged(keeper, judged_step("s2", inspected))

    extracted = [(KEEPER, ("s1",)), (CERTIFIED, ("s2",))]
    report, _ = run(kb, CHAINED, reading(critic, *extracted, read=CHAIN, tells=(KEEPER, CERTIFIED)), follow_ups=0)
    claims_only_what_stands_in_the_sources(report, kb)
    assert report.sufficient is sufficient
    assert (CERTIFIED.rstrip(".") in (report.answer or "")) is sufficient


@pytest.mark.spec("PLN-4", "PLN-6")
def test_the_extractor_of_a_follow_up_sees_the_link_that_the_first_pass_verified(kb: KnowledgeBase) -> None:
    known: list[str] = []

    def critic(shown: str) -> Answer:
        certified = [fence_of("E", CERTIFIED, shown)] if known[-1] else []
        return judged(
            judged_step("s1", fence_of("E", KEEPER, shown)), judged_step("s2", *certified, query="vault inspection")
        )

    def say(role: str, shown: str) -> Answer | str:
        if role != "extractor":
            return reading(critic, read=CHAIN, tells=(KEEPER, CERTIFIED))(role, shown)
        known.append(next(iter(re.findall(r"<<<VERIFIED \w+\n(.*?)\nVERIFIED", shown, re.DOTALL)), ""))
        return quotes(shown, (CERTIFIED, ("s2",))) if KEEPER in known[-1] else quotes(shown, (KEEPER, ("s1",)))

    report, _ = run(kb, CHAINED, say)
    claims_only_what_stands_in_the_sources(report, kb)
    assert known == ["", f"for s1, Storage terms: {KEEPER}"]
    assert report.sufficient
    assert {citation.quote for citation in report.citations} == {KEEPER, CERTIFIED}


SHEDS = ["alder", "birch", "cedar", "damson", "elder", "fir", "gorse", "hazel", "ivy", "juniper"]
ROOMS = ["north", "south", "east", "west"]


@pytest.mark.spec("RET-8", "CST-3")
@pytest.mark.parametrize(
    ("wanted", "most"),
    [
        ({"breadth": "simple"}, 12),
        ({"breadth": "synthesis"}, 12),
        ({"breadth": "broad"}, 40),
        ({"exhaustive": True}, 40),
    ],
)
def test_a_model_reads_twelve_passages_of_a_step_and_more_only_for_a_broad_question(
    tmp_path: Path, wanted: dict[str, Any], most: int
) -> None:
    texts = [
        {
            "id": f"{shed}-{room}",
            "title": f"The {shed} shed, {room} room",
            "entity": "Tarn Optics Ltd",
            "kind": "primary",
            "text": f"In the {room} room of the {shed} shed, storage costs {number + 3} pounds, and the fee is due on day {number + 1}.",
        }
        for number, (shed, room) in enumerate(product(SHEDS, ROOMS))
    ]
    read: list[int] = []

    def say(role: str, shown: str) -> Answer | str:
        if role == "extractor":
            read.append(len(set(re.findall(r"<<<(P\d+) ", shown))))
        return reading(lambda shown: judged(judged_step("s1")), read=plan([TARN], [PAYS], **wanted))(role, shown)

    with KnowledgeBase.open(tmp_path) as kb:
        assert kb.ingest_texts(texts).ok
        run(kb, PAID, say, follow_ups=0)
    assert read == [most]
