"""A follow-up reads what the first pass did not, of the subjects that the question names."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.evidence.model.evidence import Proposal
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunState, read_state
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS = {
    "Ashgill Pump": "Ashgill Pump is a pump for wells. The weight of the pump is 40 kg.",
    "Borran Pump": "Borran Pump is a pump for cellars. The weight of the pump is 12 kg.",
    "Cawdale Pump": "Cawdale Pump is a pump. Cawdale Pump and Borran Pump were weighed in May. It stands beside Borran Pump.",
    **{f"Note {number}": f"Ashgill Pump and Borran Pump were inspected in week {number}." for number in range(1, 7)},
}


class NarrowExtractor:
    """The rule-based extractor, reading the first passage of each pass."""

    def __init__(self) -> None:
        self._extract = extractive_roles().extractor
        self.name = self._extract.name

    def reads(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        return tuple(passages[:1])

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        return self._extract(given)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts([{"id": name, "title": name, "text": text} for name, text in TEXTS.items()]).ok
        yield opened


def state_of(kb: KnowledgeBase, question: str, *, follow_ups: int = 1) -> RunState:
    roles = replace(extractive_roles(), extractor=NarrowExtractor())
    graph = build_graph(kb, Settings().with_changes(follow_ups=follow_ups), roles=roles)
    return read_state(list(graph.stream({"question": question}, stream_mode="values"))[-1])


def titles(kb: KnowledgeBase, state: RunState, pass_number: int) -> list[str]:
    return [
        kb.snapshot().document(passage.version_id).title
        for passage in state["passages"]
        if passage.pass_number == pass_number
    ]


@pytest.mark.spec("SUB-13", "CRI-6")
def test_each_subject_of_a_comparison_is_looked_for_under_its_own_name(kb: KnowledgeBase) -> None:
    state = state_of(kb, "Are Ashgill Pump and Borran Pump of the same weight?")
    assert titles(kb, state, 0)[0] == "Ashgill Pump"
    assert titles(kb, state, 1)[0] == "Borran Pump"


@pytest.mark.spec("RET-7", "CRI-8")
def test_every_query_of_a_follow_up_carries_the_subject_and_none_is_made_twice(kb: KnowledgeBase) -> None:
    made = [
        entry.query
        for entry in state_of(kb, "How deep is Cawdale Pump?", follow_ups=2)["tool_history"]
        if entry.pass_number
    ]
    assert made
    assert all("Cawdale Pump" in query for query in made)
    assert len(set(made)) == len(made)


@pytest.mark.spec("EVI-4")
def test_a_value_of_something_beside_the_subject_is_not_claimed_of_it(kb: KnowledgeBase) -> None:
    report = state_of(kb, "How much does Cawdale Pump weigh?")["report"]
    assert report is not None
    assert report.candidate_subjects
    assert report.answer is None
