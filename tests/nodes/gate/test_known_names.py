"""Which names a knowledge base knows, and that what one document calls a thing within itself takes no other document's name away."""

from collections.abc import Iterator

import pytest

from pincite.evidence.model.source_record import Alias, AliasOrigin
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.gate.known_names import known_names, organisation_names
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS = [
    {
        "id": "report-4",
        "title": "Annual report of Tarnholm 4 Holdings",
        "text": "Tarnholm 4 Holdings states: the expense of the moved depot was 9 million euros.",
    },
    {
        "id": "report-5",
        "title": "Annual report of Tarnholm 5 Holdings",
        "text": "Tarnholm 5 Holdings states: the expense of the new pier was 3 million euros.",
    },
    {
        "id": "loan",
        "title": "Loan agreement",
        "text": "The lender and Holdings, LLC (“Holdings”) agree on the terms below. Holdings pays a fee of 12,000 euros a year.",
    },
    {
        "id": "upkeep",
        "title": "Upkeep contract",
        "text": "This contract is made with Brackwater Services Ltd (the “Services”). The Services start on 1 March 2026.",
    },
    {
        "id": "cleaning",
        "title": "Cleaning contract",
        "text": "Apex Services Ltd cleans the offices for 400 euros a month. The notice period of Apex Services Ltd is six weeks.",
    },
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("names") / "kb") as opened:
        opened.ingest_texts(TEXTS)
        yield opened


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    return build_graph(kb).invoke({"question": question})["report"]


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("What does Tarnholm 4 Holdings state about the expense of the moved depot?", "report-4"),
        ("What was the expense of the new pier of Tarnholm 5 Holdings?", "report-5"),
        ("What is the notice period of Apex Services Ltd?", "cleaning"),
    ],
)
def test_a_longer_name_is_not_taken_for_a_term_that_another_document_defines(
    kb: KnowledgeBase, question: str, document: str
) -> None:
    report = ask(kb, question)
    assert report.terminal_state == "CONCLUDED"
    assert report.citations[0].document == document


@pytest.mark.spec("SUB-8", "SUB-9")
@pytest.mark.parametrize(
    "question",
    [
        "What does Tarnholm 7 Holdings state about the expense of the moved depot?",
        "What is the notice period of Marram Services Ltd?",
        "What fee does Ellerby Holdings pay a year?",
    ],
)
def test_a_longer_name_that_is_not_there_is_refused(kb: KnowledgeBase, question: str) -> None:
    report = ask(kb, question)
    assert (report.terminal_state, report.sufficient) == ("SUBJECT_NOT_FOUND", False)


def test_a_word_that_a_contract_defines_is_known_as_no_name(kb: KnowledgeBase) -> None:
    known = known_names(kb.snapshot())
    assert "Brackwater Services Ltd" in known
    assert not {"Services", "Holdings", "Holdings, LLC"} & set(known)


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("name", "of", "origin", "told"),
    [
        ("Brackwater", "Brackwater Services Ltd", "defined_term", ("Brackwater", "Brackwater Services Ltd")),
        ("BSL", "Brackwater Services Ltd", "defined_term", ("BSL", "Brackwater Services Ltd")),
        ("TGW", "TorGlenWharf plc", "defined_term", ("TGW", "TorGlenWharf plc")),
        ("Buyer", "Brackwater Services Ltd", "defined_term", ("Brackwater Services Ltd",)),
        ("Initial Term", "Brackwater Services Ltd", "defined_term", ("Brackwater Services Ltd",)),
        ("SEC", "Brackwater Services Ltd", "defined_term", ("Brackwater Services Ltd",)),
        ("Services", "Brackwater Services Ltd", "defined_term", ("Brackwater Services Ltd",)),
        ("Renewal Terms", "Holdings, LLC", "defined_term", ()),
        ("Notes", "December 31, As", "defined_term", ()),
        ("RSUs", "restricted stock units", "acronym", ()),
        ("Old Brackwater", "Brackwater", "former_name", ("Old Brackwater", "Brackwater")),
        ("Holdings", "Brackwater Services Ltd", "declared", ("Holdings", "Brackwater Services Ltd")),
    ],
)
def test_an_alias_tells_names_of_somebody_only(name: str, of: str, origin: AliasOrigin, told: tuple[str, ...]) -> None:
    assert tuple(organisation_names(Alias(name=name, of=of, origin=origin))) == told
