"""The events of a run in words."""

from typing import Any

import pytest
from served_page import AS_OF, NOTICE

from pincite.graph.build import build_graph
from pincite.nodes.runtime.events import EvidenceJudged, NodeLeft, PlanMade, read_event
from pincite.serving.web.progress import Progress, in_words
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

BUDGETS = Budgets()


@pytest.mark.spec("USE-3")
def test_every_node_of_a_run_with_two_follow_ups_has_a_stage_and_words(kb: KnowledgeBase) -> None:
    graph = build_graph(kb, Settings(follow_ups=2))
    nodes = [name for name in graph.get_graph().nodes if not name.startswith("__")]
    lines = [in_words(NodeLeft(**_left(node)), BUDGETS) for node in nodes]
    titles = {line.stage: line.title for line in lines}
    assert titles["second_follow_up_critic"] == "Decide again whether this is enough"
    assert all("_" not in title and "{" not in title for title in titles.values())


def _left(node: str) -> dict[str, Any]:
    left = {"model_calls_left": 20, "tokens_left": 1, "seconds_left": 298.5}
    return {"node": node, "state": "INIT", "exit": "", "seconds": 0.1, **left}


def test_what_is_used_is_counted_from_what_is_left() -> None:
    used = in_words(NodeLeft(**_left("draft")), BUDGETS).used
    assert used is not None
    assert (used.model_calls, used.model_calls_of, used.seconds, used.seconds_of) == (4, 24, 1.5, 300)


def test_the_events_of_a_run_are_reported_in_its_order(kb: KnowledgeBase) -> None:
    graph = build_graph(kb, Settings())
    parts = list(graph.stream({"question": NOTICE, "as_of": AS_OF}, stream_mode="custom"))
    told = [line for part in parts if (line := in_words(read_event(part), BUDGETS)).text is not None]
    assert [line.stage for line in told] == ["plan", "gate", "search", "quotes", "critic", "audit", "end"]
    assert not any("_" in _words(line) for line in told)


def test_a_plan_of_several_steps_and_a_rejection_are_spelled_out() -> None:
    about: Any = {"node": "verify_evidence", "state": "EVIDENCE_VERIFIED"}
    plan = in_words(PlanMade(**{**about, "node": "init"}, subjects=("Acme",), steps=("its fee", "its term")), BUDGETS)
    assert (plan.text, plan.details) == ("About: Acme", ("Its fee", "Its term"))
    judged = EvidenceJudged(**about, accepted=2, rejected=1, refused_for=("scope_differs",))
    told = in_words(judged, BUDGETS)
    assert told.text == "2 quotes verified"
    assert told.details[0] == "1 quote rejected"
    assert "period, place or version" in told.details[1]


def _words(line: Progress) -> str:
    return " ".join((line.title, line.text or "", *line.details))
