"""Questions in scripts without spaces: the whole run answers one that asks for what a text says, and refuses the rest."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.roles.extractive.rules.question_unspaced import is_unspaced, unspaced_name, without_asking
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS: list[dict[str, Any]] = [
    {
        "id": "zh",
        "title": "北京海风科技有限公司员工手册",
        "text": "北京海风科技有限公司的试用期为三个月。年假为十五天。办公室早上九点开门。",
    },
    {
        "id": "ja",
        "title": "山野電機株式会社 就業規則",
        "text": "山野電機株式会社の試用期間は三か月とする。年次有給休暇は十日とする。社長は出張中である。",
    },
    {"id": "en", "title": "Rules", "text": "The notice period of Nordwell Ltd is eight weeks."},
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": question, "as_of": "2026-05-15"})["report"]
    return report


@pytest.mark.spec("RET-7")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("北京海风科技有限公司的试用期多长？", "北京海风科技有限公司的试用期为三个月。"),
        ("试用期多长？", "北京海风科技有限公司的试用期为三个月。"),
        ("年假有多少天？", "年假为十五天。"),
        ("山野電機株式会社の試用期間はどのくらいですか？", "山野電機株式会社の試用期間は三か月とする。"),
        ("年次有給休暇は何日ですか？", "年次有給休暇は十日とする。"),
    ],
)
def test_a_text_without_spaces_is_found_for_a_question_without_spaces_and_left_to_a_judge(
    kb: KnowledgeBase, question: str, said: str
) -> None:
    report = ask(kb, question)
    assert not report.sufficient
    assert report.required_facts[0].status == "unconfirmed"
    assert said in [sentence.text for sentence in report.sentences]


@pytest.mark.spec("SUB-2", "EVI-10")
@pytest.mark.parametrize(
    "question",
    [
        "上海东方公司的试用期多长？",
        "北京海风科技有限公司的注册资本是多少？",
        "试用期的工资是多少？",
        "产假有多少天？",
        "年假多少钱？",
        "试用期多少人？",
        "年假什么时候？",
        "谁是社长？",
        "社長は誰ですか？",
        "年次有給休暇はいくらですか？",
        "试用期",
        "多长？",
    ],
)
def test_what_no_text_says_is_refused_in_these_scripts_too(kb: KnowledgeBase, question: str) -> None:
    assert ask(kb, question).answer is None


def test_only_what_asks_or_joins_is_blanked_and_other_languages_are_left_alone() -> None:
    assert without_asking("试用期的工资是多少？").split() == ["试用期", "工资"]
    assert len(without_asking("试用期多长？")) == len("试用期多长？")
    assert without_asking("How long is the 试用期?") == "How long is the 试用期?"
    assert unspaced_name("What is the term?") == ()
    assert not is_unspaced("12 + 30?")
