"""How a question is taken in: what is no text is taken out of it, and a choice of documents that leaves none is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import SettingsError
from pincite.graph.build import build_graph
from pincite.nodes.init import clean_question
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Who is \x1b[31mthe CEO\x1b[0m?", "Who is the CEO?"),
        ("Who is \x9b1;31mthe CEO\x9bm?", "Who is the CEO?"),
        ("\x1b]0;a title\x07Who is it?", "Who is it?"),
        ("\x1b]8;;https://x.example\x1b\\Who\x1b]8;;\x1b\\ is it?", "Who is it?"),
        ("Who\x1b(B is\x1bM it?", "Who is it?"),
        ("Who\x00 is\x07 it\x1b", "Who is it"),
        ("Who\u200b is\u202e it?\n", "Who is it?"),
        ("What does clause [31m] say?", "What does clause [31m] say?"),
    ],
)
def test_an_escape_of_a_terminal_is_taken_out_whole(question: str, read: str) -> None:
    assert clean_question(question)[0] == read


def test_a_question_of_escapes_alone_is_an_empty_one() -> None:
    with pytest.raises(SettingsError, match="it is empty"):
        clean_question("\x1b[31m\x1b[0m")


@given(st.text(alphabet=st.sampled_from("\x1b\x9b[]0;31mPX^_\x07\\ab \n"), max_size=30))
def test_whatever_is_asked_no_control_character_is_left(question: str) -> None:
    try:
        kept, _ = clean_question(question)
    except SettingsError:
        return
    assert kept.isprintable()
    assert clean_question(kept) == (kept, False)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    docs = tmp_path_factory.mktemp("docs")
    (docs / "leases").mkdir()
    (docs / "leases" / "hall.md").write_text("# Lease\n\nThe notice period of Tarnholm Ltd is six months.\n")
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest(docs).ok
        yield opened


@pytest.mark.spec("USE-6")
@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"documents": ["zzz*"]}, r"documents = \['zzz\*'\]: no document of the knowledge base matches; its paths are leases/hall.md"),
        ({"collections": ["zzz"]}, r"collections = \['zzz'\]: no document .* its collections leases"),
        ({"documents": ["*.md"], "collections": ["zzz"]}, "no document of the knowledge base matches"),
    ],
)  # fmt: skip
def test_a_choice_that_no_document_matches_is_refused_and_says_so(
    kb: KnowledgeBase, choice: dict[str, list[str]], said: str
) -> None:
    graph = build_graph(kb)
    with pytest.raises(SettingsError, match=said):
        graph.invoke({"question": "What is the notice period?", **choice})


@pytest.mark.spec("CRI-9")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"constraints": ["in Leith "] * 1_000}, "constraints: 9,000 characters; at most 8,000"),
        ({"documents": ["*"] * 1_001}, "documents: 1,001 are chosen; at most 1,000"),
        ({"collections": ["leases"] * 1_001}, "collections: 1,001 are chosen; at most 1,000"),
    ],
)
def test_more_than_a_person_would_give_beside_a_question_is_refused(
    kb: KnowledgeBase, given: dict[str, list[str]], said: str
) -> None:
    with pytest.raises(SettingsError, match=said):
        build_graph(kb).invoke({"question": "What is the notice period?", **given})


@pytest.mark.spec("USE-6")
def test_a_choice_that_matches_is_read(kb: KnowledgeBase) -> None:
    question = "What is the notice period of Tarnholm Ltd?"
    for choice in ({"documents": ["*hall*"]}, {"collections": ["leases"]}):
        report = build_graph(kb).invoke({"question": question, **choice})["report"]
        assert "six months" in report.conclusion


def test_a_knowledge_base_without_documents_is_asked_whatever_is_chosen(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as empty:
        report = build_graph(empty).invoke({"question": "Who is the CEO of Tarnholm Ltd?", "documents": ["x"]})[
            "report"
        ]
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
