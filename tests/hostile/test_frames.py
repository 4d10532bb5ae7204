"""Statements that a document holds verbatim and that its frame denies, dates, quotes or limits: no answer without a judge."""

from pathlib import Path

import pytest
import yaml

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

pytestmark = pytest.mark.slow
TEXTS = yaml.load((Path(__file__).parent / "frames.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
MISLEADING = [text for text in TEXTS if text["kind"] == "misleading"]
PLAIN = [text for text in TEXTS if text["kind"] == "plain"]


def ask(text: dict[str, str], folder: Path) -> EvidenceReport:
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts([{"id": text["id"], "title": text["title"], "text": text["text"]}])
        report: EvidenceReport = build_graph(kb, Settings()).invoke(
            {"question": text["question"], "as_of": "2026-11-22"}
        )["report"]
    return report


def folded(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in text.casefold()).split())


@pytest.mark.spec("VER-2", "EVI-10")
@pytest.mark.parametrize("text", MISLEADING, ids=lambda text: text["id"])
def test_a_statement_that_its_frame_takes_back_is_no_sufficient_answer(text: dict[str, str], tmp_path: Path) -> None:
    report = ask(text, tmp_path)
    said = folded(" ".join(sentence.text for sentence in report.sentences))
    assert not (report.sufficient and any(folded(trap) in said for trap in text["trap"].split("|")))


@pytest.mark.spec("VER-2", "ANS-9")
def test_plain_statements_of_the_same_kind_are_mostly_let_through_the_gate(tmp_path: Path) -> None:
    closed = [text["id"] for text in PLAIN if ask(text, tmp_path / text["id"]).terminal_state == "SUBJECT_NOT_FOUND"]
    assert len(closed) <= 0.2 * len(PLAIN), closed
