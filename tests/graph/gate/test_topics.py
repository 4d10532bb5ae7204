"""A short question about a thing in lower case is about that thing, and not about the verb of the question."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph
from pincite.graph.adapters import Graph

DOCUMENTS = {
    "quern": "# quern\n\nquern grinds log files into tables. Its author is Ines Oyelaran.\n",
    "kiln": "# Kiln manual\n\nCracks come from a kiln that cools too fast. Cracks are sanded.\n",
    "bees": "# Bee log\n\nThe hive is in the care of Tove Lindqvar. The hive has ten frames.\n",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    path: Path = tmp_path_factory.mktemp("topics")
    with KnowledgeBase.open(path / "kb") as kb:
        assert kb.ingest_texts(
            {"id": name, "media_type": "text/markdown", "text": text} for name, text in DOCUMENTS.items()
        ).ok
        yield build_graph(kb, Settings())


def ask(graph: Graph, question: str) -> EvidenceReport:
    report: EvidenceReport = graph.invoke({"question": question, "as_of": "2026-05-15"})["report"]
    return report


@pytest.mark.spec("SUB-5")
@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Who wrote quern?", "quern"),
        ("What causes the cracks?", "Kiln manual"),
        ("Who maintains the hive?", "Bee log"),
        ("Where does quern keep its files?", "quern"),
    ],
)
def test_the_gate_opens_for_a_thing_that_a_document_describes_with_another_verb(
    graph: Graph, question: str, title: str
) -> None:
    assert [found.source_location.title for found in ask(graph, question).candidate_subjects] == [title]


@pytest.mark.spec("SUB-12")
@pytest.mark.parametrize("question", ["Who wrote sedge?", "What causes the sedge?", "Who maintains sedge?"])
def test_a_thing_that_no_document_describes_is_named_without_the_question(graph: Graph, question: str) -> None:
    assert ask(graph, question).conclusion.startswith("Nothing in the knowledge base is about “sedge”.")
