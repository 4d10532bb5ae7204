"""What is put into a state by hand is a proposal: nothing of it is shown as fact that does not stand in a source (SPEC ANS-5, USE-1)."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from two_step_documents import QUESTION, TEXTS

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph
from pincite.graph.build import build_graph
from pincite.nodes.runtime.serde import make_serializer
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

GIVEN: Any = {"question": QUESTION, "as_of": "2026-05-15"}
DOCUMENTS = [
    *TEXTS,
    {
        "id": "other",
        "title": "Certificates of Wexom Vaults Ltd",
        "entity": "Wexom Vaults Ltd",
        "updated_at": "2026-04-12",
        "text": "Wexom Vaults Ltd is certified to the standard ISO/IEC 55555:2019.",
    },
]
State = dict[str, Any]
FORGED = "ISO/IEC 99999:2030"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("edited") / "kb") as kb:
        kb.ingest_texts(DOCUMENTS)
        yield build_graph(kb, Settings(), checkpointer=InMemorySaver(serde=make_serializer()))


def swapped(state: State, *channels: str) -> State:
    """The channels with another standard in every text of theirs."""
    return {name: json.loads(json.dumps(state[name]).replace("ISO/IEC 27001:2022", FORGED)) for name in channels}


def each(state: State, change: Callable[[State], None]) -> State:
    for unit in state["evidence"]:
        change(unit)
    return {"evidence": state["evidence"]}


def quotes(state: State) -> State:
    return swapped(state, "evidence")


def titles(state: State) -> State:
    return each(state, lambda unit: unit["source"].update(title=FORGED))


def places(state: State) -> State:
    return each(state, lambda unit: unit["span"]["place"].update(section=FORGED))


def cells(state: State) -> State:
    return each(state, lambda unit: unit.update(row=[["standard", FORGED]]))


def values(state: State) -> State:
    return each(state, lambda unit: unit.update(value=FORGED))


def sentences(state: State) -> State:
    return swapped(state, "draft")


def sentences_and_verdicts(state: State) -> State:
    return swapped(state, "draft", "claims")


def everything(state: State) -> State:
    return swapped(state, "draft", "claims", "evidence", "coverage", "passages", "proposals")


def ended(graph: Graph, node: str, edit: Callable[[State], State], thread: str) -> EvidenceReport:
    """The report of a run whose state was edited before the node."""
    where: Any = {"configurable": {"thread_id": thread}}
    graph.invoke(GIVEN, where, interrupt_before=[node])
    held = graph.get_state(where).values
    plain = {name: as_data(value) for name, value in held.items()}
    graph.update_state(where, edit(plain))
    report: EvidenceReport = graph.invoke(None, where)["report"]
    return report


def as_data(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [as_data(item) for item in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


@pytest.mark.spec("ANS-5", "EVI-2", "USE-1")
@pytest.mark.parametrize(
    ("node", "edit"),
    [
        *product(("critique", "follow_up_critique", "draft", "audit", "conclude"), [everything]),
        *product(("critique", "conclude"), (quotes, titles, places, cells, values, sentences, sentences_and_verdicts)),
    ],
)
def test_what_was_forged_in_a_state_is_not_shown(graph: Graph, node: str, edit: Callable[[State], State]) -> None:
    report = ended(graph, node, edit, f"{node} {edit.__name__}")
    shown = report.model_dump(
        mode="json", include={"conclusion", "answer", "preview", "sentences", "citations", "evidence"}
    )
    assert FORGED not in json.dumps(shown)
    assert not [claim for claim in report.claims if FORGED in claim.span and claim.verdict == "supported"]


@pytest.mark.spec("EVI-4", "RET-7")
def test_a_forged_link_leads_to_nobody_elses_facts(graph: Graph) -> None:
    def renamed(state: State) -> State:
        forged = json.dumps(state["evidence"]).replace("Orrin Vaults Ltd", "Wexom Vaults Ltd")
        return {"evidence": json.loads(forged)}

    report = ended(graph, "critique", renamed, "link")
    assert not report.sufficient
    assert "55555" not in report.conclusion
    assert "55555" not in json.dumps(
        [citation.model_dump(mode="json") for citation in (*report.citations, *report.evidence)]
    )


@pytest.mark.spec("ANS-5")
def test_a_sentence_changed_after_its_audit_is_left_out_and_the_rest_stays(graph: Graph) -> None:
    report = ended(graph, "conclude", sentences_and_verdicts, "told")
    assert [disclosure.kind for disclosure in report.disclosures if FORGED in disclosure.subject] == [
        "removed_sentence"
    ]
    assert not report.sufficient
    assert "has appointed Orrin Vaults Ltd" in report.conclusion


@pytest.mark.spec("USE-1")
@pytest.mark.parametrize("node", ["retrieve_evidence", "critique", "draft", "audit", "conclude"])
def test_an_edit_that_changes_nothing_changes_nothing(graph: Graph, node: str) -> None:
    report = ended(graph, node, lambda state: state, f"as it is {node}")
    assert report.sufficient
    assert "ISO/IEC 27001:2022" in report.conclusion
    assert (
        report.disclosures
        == graph.invoke(GIVEN, {"configurable": {"thread_id": f"whole {node}"}})["report"].disclosures
    )
