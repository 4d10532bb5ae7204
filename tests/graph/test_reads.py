"""How often a question reads the catalogue: each read of a served one is a round trip to the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

PRAISED = "What did the visitors of Tarn Mill Ltd praise?"
ABSENT = "What did Ada Quell praise in the garden?"
Ask = Callable[[str], EvidenceReport]


@contextmanager
def counted(folder: Path, documents: int) -> Iterator[tuple[Ask, list[str]]]:
    """Yield a way to ask a knowledge base with this number of letters, and the reads of the last question."""
    letters = [
        {"id": f"{n}", "title": f"Letter {n}", "text": f"Visitor {n} of Tarn Mill Ltd praised the garden and its pond."}
        for n in range(documents)
    ]
    reads: list[str] = []
    with KnowledgeBase.open(folder / f"{documents}") as kb, pytest.MonkeyPatch.context() as patched:
        kb.ingest_texts(letters)
        catalogue: Any = kb._stores.catalogue
        read = catalogue.rows
        patched.setattr(catalogue, "rows", lambda sql, given=(): (reads.append(sql), read(sql, given))[1])
        graph = build_graph(kb, Settings())

        def ask(question: str) -> EvidenceReport:
            reads.clear()
            report: EvidenceReport = graph.invoke({"question": question, "as_of": "2026-05-01"})["report"]
            return report

        yield ask, reads


def of(column: str, reads: list[str]) -> int:
    return sum(f" {column} from " in sql for sql in reads)


def test_what_many_documents_declare_is_read_at_once(tmp_path: Path) -> None:
    found = []
    for documents in (10, 40):
        with counted(tmp_path, documents) as (ask, reads):
            ask(PRAISED)
            found.append(of("declared", reads))
    assert found == [2, 2]  # at the gate, and for the check of the quotes


def test_a_refusal_reads_only_the_documents_that_it_names(tmp_path: Path) -> None:
    with counted(tmp_path, 40) as (ask, reads):
        report = ask(ABSENT)
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert of("structure", reads) == len(report.closest_documents) == 3


def test_a_question_reads_once_which_state_of_the_knowledge_base_is_the_newest(tmp_path: Path) -> None:
    with counted(tmp_path, 10) as (ask, reads):
        ask(PRAISED)
        ask(PRAISED)
        assert sum(" from meta " in sql for sql in reads) == 1
