"""A second hop: from what was read of the subject to the document on a name it is linked to, with the link cited."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.evals.sets.bench_follow_up import NarrowReader
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunState, read_state
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS = {
    "Skelgill Ferry": "Skelgill Ferry is a chain ferry on Lake Ennerby. It was built by Wythburn Shipyard in 1921 and repainted by Olga Strand. "
    "It carries eighteen cars.",
    "Wythburn Shipyard": "Wythburn Shipyard was a builder of small vessels. The shipyard closed in 1968.",
    "Olga Strand": "Olga Strand (born 3 May 1961) is a painter of signs and boats.",
    "Lake Ennerby": "Lake Ennerby is a lake in the north. It is 61 metres deep.",
    "Shipyards of the coast": "The shipyard at Sandside closed in 1975. The shipyard at Harbeck closed in 1990.",
    "Torver Light": "Torver Light is a lighthouse. It was designed by Ivo Penhale and stands on a rock.",
    "Lighthouse keepers": "Ivo Penhale kept bees. Keepers of Torver Light had two rooms.",
    "Ashgill Pump": "Ashgill Pump is a pump for wells. The weight of the pump is 40 kg.",
    "Borran Pump": "Borran Pump is a pump for cellars. The weight of the pump is 12 kg.",
    "Rydal Trust": "Rydal Trust keeps old boats. In 2019 the National Boat Register (NBR) listed its boats.",
    "National Boat Register": "National Boat Register is a list. The list is printed every spring.",
    "Harbour news": "A regatta was held at Sandside. The trophy of the regatta was given by Rydal Trust.",
    "Winter fair": "Torver Light was lit for the fair. Nora Quill opened the evening with a poem.",
    "Nora Quill": "Nora Quill is a poet. Nora Quill was born in Sandside.",
    "Lighthouse": "A lighthouse is a tower with a lamp. A lighthouse stands on a rock.",
    "Cawdale Pump": "Cawdale Pump is a pump. Cawdale Pump and Borran Pump were weighed in May. It stands beside Borran Pump.",
    **{f"Note {number}": f"Ashgill Pump and Borran Pump were inspected in week {number}." for number in range(1, 7)},
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts([{"id": name, "title": name, "text": text} for name, text in TEXTS.items()]).ok
        yield opened


def state_of(kb: KnowledgeBase, question: str, *, reads: int | None = None, follow_ups: int = 1) -> RunState:
    roles = extractive_roles()
    if reads:
        roles = replace(roles, extractor=NarrowReader(reads))
    graph = build_graph(kb, Settings().with_changes(follow_ups=follow_ups), roles=roles)
    return read_state(list(graph.stream({"question": question}, stream_mode="values"))[-1])


def report_of(state: RunState) -> EvidenceReport:
    report = state["report"]
    assert report is not None
    return report


def titles(kb: KnowledgeBase, state: RunState, pass_number: int) -> list[str]:
    return [kb.snapshot().document(one.version_id).title for one in state["passages"] if one.pass_number == pass_number]


YARD = "In which year did the shipyard that built the Skelgill Ferry close?"


@pytest.mark.spec("RET-7", "EVI-4", "CRI-6")
def test_the_document_on_a_linked_name_that_answers_best_is_read_first(kb: KnowledgeBase) -> None:
    state = state_of(kb, YARD)
    assert state["decisions"][0].bridge == "Wythburn Shipyard"
    assert titles(kb, state, 1)[0] == "Wythburn Shipyard"
    assert "Shipyards of the coast" not in titles(kb, state, 1)


@pytest.mark.spec("RET-7", "EVI-4")
def test_what_is_found_over_a_bridge_is_cited_with_the_sentence_that_links_it(kb: KnowledgeBase) -> None:
    report = report_of(state_of(kb, YARD))
    assert report.sufficient
    assert "closed in 1968" in (report.answer or "")
    assert "built by Wythburn Shipyard" in " ".join(citation.quote for citation in report.citations)
    assert not any(figure in (report.answer or "") for figure in ("1975", "1990"))


@pytest.mark.spec("RET-7")
def test_every_query_of_a_follow_up_carries_the_candidate_or_a_name_linked_to_it(kb: KnowledgeBase) -> None:
    made = [one.query for one in state_of(kb, YARD)["tool_history"] if one.pass_number == 1]
    assert made
    assert all("Skelgill Ferry" in query for query in made)


@pytest.mark.spec("RET-7", "CRI-7")
def test_a_name_that_nothing_links_to_the_subject_opens_no_way(kb: KnowledgeBase) -> None:
    state = state_of(kb, "In which year did the shipyard of Torver Light close?")
    assert report_of(state).answer is None
    assert report_of(state).stop_reason in ("no_named_gap", "no_new_primary_source")
    assert "Shipyards of the coast" not in titles(kb, state, 1)


@pytest.mark.spec("SUB-13", "CRI-6")
def test_each_subject_of_a_comparison_is_looked_for_under_its_own_name(kb: KnowledgeBase) -> None:
    state = state_of(kb, "Are Ashgill Pump and Borran Pump of the same weight?", reads=1)
    assert titles(kb, state, 0)[0] == "Ashgill Pump"
    assert titles(kb, state, 1)[0] == "Borran Pump"


@pytest.mark.spec("EVI-4", "RET-7")
@pytest.mark.parametrize(
    "question",
    [
        "What is the depth of Skelgill Ferry?",
        "How deep is Skelgill Ferry?",
        "When was Skelgill Ferry born?",
        "What is the weight of Cawdale Pump?",
        "What is Cawdale Pump's weight?",
        "How much does Cawdale Pump weigh?",
    ],
)
def test_what_is_asked_of_the_subject_itself_is_not_told_of_a_name_beside_it(kb: KnowledgeBase, question: str) -> None:
    report = report_of(state_of(kb, question))
    assert report.candidate_subjects
    assert report.answer is None


@pytest.mark.spec("CRI-6", "RET-8")
def test_what_was_found_and_not_read_is_new_to_the_follow_up(kb: KnowledgeBase) -> None:
    state = state_of(kb, YARD, reads=1)
    assert report_of(state).sufficient


@pytest.mark.spec("CRI-8")
def test_a_second_follow_up_goes_on_from_what_the_first_one_found(kb: KnowledgeBase) -> None:
    question = "How deep is the lake with the chain ferry that Wythburn Shipyard built?"
    state = state_of(kb, question, follow_ups=2)
    assert max((one.pass_number for one in state["tool_history"]), default=0) >= 1
    assert len({one.query for one in state["tool_history"]}) == len([one.query for one in state["tool_history"]])


@pytest.mark.spec("RET-7")
@pytest.mark.parametrize(
    ("question", "leads_to"),
    [
        ("How often is the list that has the boats of Rydal Trust printed?", "National Boat Register"),
        ("At which regatta was the trophy of Rydal Trust given?", "Harbour news"),
        ("Where was the poet of the fair at Torver Light born?", "Nora Quill"),
    ],
)
def test_a_follow_up_reads_what_an_abbreviation_a_mention_or_the_same_paragraph_leads_to(
    kb: KnowledgeBase, question: str, leads_to: str
) -> None:
    state = state_of(kb, question)
    assert leads_to in (*titles(kb, state, 0), *titles(kb, state, 1))


@pytest.mark.spec("EVI-4")
def test_a_name_that_only_stands_in_the_same_paragraph_states_nothing_of_the_subject(kb: KnowledgeBase) -> None:
    state = state_of(kb, "Where was the poet of the fair at Torver Light born?")
    assert not any(unit.source.title == "Nora Quill" for unit in state["evidence"])
    assert report_of(state).answer is None


@pytest.mark.spec("RET-7")
def test_a_common_noun_of_the_question_leads_to_no_article_on_such_things(kb: KnowledgeBase) -> None:
    assert "Lighthouse" not in titles(kb, state_of(kb, "Who painted the lighthouse Torver Light?"), 1)
