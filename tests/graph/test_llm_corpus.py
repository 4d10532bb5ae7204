"""Whole runs on chat models over the demo papers: the models are scripted, everything else is the real thing."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from good_model import fence_of
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from pincite.evidence.report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.state import RunInput
from pincite.roles.llm import llm_roles
from pincite.roles.speaker import Speaker
from pincite.settings import Settings
from pincite.stores.knowledge_base import KnowledgeBase

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
Answer = dict[str, Any]


class Reader(BaseChatModel):
    """Answers each role by what it was shown: its prompt names it in bold, its data stands in fences."""

    say: Callable[[str, str], Answer]
    roles: list[str]

    @property
    def _llm_type(self) -> str:
        return "reader"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        named = re.search(r"\*\*(\w+)\*\*", str(messages[0].content))
        assert named
        self.roles.append(named[1])
        answer = json.dumps(self.say(named[1], str(messages[1].content)))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=answer))])


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("corpus") / "kb") as opened:
        opened.ingest([CORPUS])
        yield opened


def run(kb: KnowledgeBase, question: str, say: Callable[[str, str], Answer]) -> tuple[EvidenceReport, list[str]]:
    writer, judge = Reader(say=say, roles=[]), Reader(say=say, roles=[])
    speakers = [
        Speaker(model, f"scripted:{name}@code", method="prompt") for name, model in (("w", writer), ("j", judge))
    ]
    graph = build_graph(kb, Settings(), roles=llm_roles(*speakers, calibrated=True))
    report = graph.invoke(RunInput(question=question, as_of="2026-05-15"))["report"]
    return report, [*writer.roles, *judge.roles]


def read(question: str, subject: Answer, fact: Answer) -> Answer:
    nothing = {"name": None, "role": None, "parent_entity": None, "document_type": None, "periods": [], "places": [],
               "jurisdictions": [], "versions": []}  # fmt: skip
    given = {"text": question, "constraints": [], "operation": None, "subject": 0}
    return {
        "resolved_question": question, "problem": None, "problem_reason": "", "subjects": [nothing | subject],
        "facts": [given | fact], "kind": "structured", "breadth": "simple", "exhaustive": False, "queries": [],
    }  # fmt: skip


def quoted(shown: str, *quotes: str) -> Answer:
    """The quotes, each from the passage that holds it; those that were not shown are left out."""
    found = [
        {"fact": "f1", "passage": fence_of("P", one, shown), "quote": one, "claim": one, "value": None}
        for one in quotes
        if one in shown
    ]
    return {"quotes": found}


def judged(*evidence: str, problem: str | None = None, query: str = "", bridge: str | None = None) -> Answer:
    fact = {"fact": "f1", "covered": bool(evidence), "evidence": list(evidence), "premise_problem": problem}
    return {
        "requires_more_context": bool(query), "reason": "r", "facts": [fact], "missing_primary_sources": [],
        "follow_up_instruction": "", "suggested_query": query, "bridge": bridge,
    }  # fmt: skip


def supported(shown: str) -> Answer:
    texts = re.findall(r"<<<(T\d+) ", shown)
    claims = dict.fromkeys(re.findall(r"<<<(C\d+) ", shown))
    return {"verdicts": [{"claim": one, "verdict": "supported", "supported_by": texts, "note": None} for one in claims]}


def draft(text: str, *evidence: str) -> Answer:
    return {"sentences": [{"text": text, "part": "direct", "evidence": list(evidence)}], "calculations": []}


HOLLINBRAE = {"subject_type": "organisation", "name": "Hollinbrae Instruments"}


@pytest.mark.spec("ANS-5")
def test_a_cell_is_told_in_a_sentence_that_its_columns_bear_out(kb: KnowledgeBase) -> None:
    question = (
        "How many working days of annual leave does a grade C employee of Hollinbrae Instruments in Kilmarrow get?"
    )
    row, said = "C | Kilmarrow | 27 | 5 | 3", "A grade C employee in Kilmarrow gets 27 working days of annual leave."
    fact = {"terms": ["working days", "annual leave"], "constraints": ["grade C", "Kilmarrow"], "answer_type": "number"}

    def say(role: str, shown: str) -> Answer:
        if role == "auditor":
            assert "Grade: C; Location: Kilmarrow — Annual leave (working days): 27." in shown
        return {
            "analyst": lambda: read(question, HOLLINBRAE, fact),
            "extractor": lambda: quoted(shown, row),
            "critic": lambda: judged(fence_of("E", row, shown)),
            "generator": lambda: draft(said, fence_of("E", row, shown)),
            "auditor": lambda: supported(shown),
        }[role]()

    report, roles = run(kb, question, say)
    assert (report.sufficient, report.answer) == (True, said.removesuffix(".") + ". [1]")
    assert report.citations[0].cell == "Annual leave!A6:E6"
    assert sorted(roles) == ["analyst", "auditor", "critic", "extractor", "generator"]


@pytest.mark.spec("RET-7")
def test_a_second_hop_goes_over_the_name_that_the_critic_saw_linked(kb: KnowledgeBase) -> None:
    question = "Which standard is the archive contractor of Hollinbrae Instruments certified to?"
    link = "Hollinbrae Instruments Ltd has appointed Stavenholt Vaults Ltd as its archive contractor."
    certificate = "Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022."
    said = (
        "The archive contractor of Hollinbrae Instruments, Stavenholt Vaults Ltd, is certified to ISO/IEC 27001:2022."
    )

    def critic(shown: str) -> Answer:
        if certificate in shown:
            return judged(fence_of("E", certificate, shown))
        return judged(query="Stavenholt Vaults certified standard", bridge="Stavenholt Vaults")

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: read(question, HOLLINBRAE, {"terms": ["standard", "certified"], "answer_type": "text"}),
            "extractor": lambda: quoted(shown, link, certificate),
            "critic": lambda: critic(shown),
            "generator": lambda: draft(said, fence_of("E", certificate, shown), fence_of("E", link, shown)),
            "auditor": lambda: supported(shown),
        }[role]()

    report, roles = run(kb, question, say)
    assert report.sufficient
    assert {one.quote for one in report.citations} == {link, certificate}
    assert len(roles) == report.usage.model_calls <= 9


@pytest.mark.spec("EVI-10")
def test_a_question_that_takes_for_granted_what_is_not_so_is_told_so(kb: KnowledgeBase) -> None:
    question = "Why did Hollinbrae Instruments abolish working from home in version 3.0 of its policy?"
    quote = "3.1 An Employee may work from home on up to three days in each working week"
    problem = "version 3.0 does not abolish working from home"
    subject = HOLLINBRAE | {"versions": ["version 3.0"]}

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: read(
                question, subject, {"terms": ["abolish", "working from home"], "answer_type": "text"}
            ),
            "extractor": lambda: quoted(shown, quote),
            "critic": lambda: judged(problem=problem),
        }[role]()

    report, roles = run(kb, question, say)
    assert report.answer is None
    assert problem in report.conclusion
    assert "premise_not_supported" in report.risk_signals
    assert sorted(roles) == ["analyst", "critic", "extractor"]


@pytest.mark.spec("EVI-9")
def test_growth_is_worked_out_by_code_over_the_two_figures(kb: KnowledgeBase) -> None:
    question = "By what percentage did the revenue of Hollinbrae Instruments grow from Q1 2025 to Q1 2026?"
    earlier, later = (f"Revenue of Hollinbrae Instruments Ltd in Q1 {year}" for year in (2025, 2026))
    quotes = (f"{earlier} was £7,610 thousand.", f"{later} was £8,412 thousand.")
    subject = HOLLINBRAE | {"periods": ["Q1 2025", "Q1 2026"]}
    fact = {"terms": ["revenue"], "answer_type": "percent", "operation": "percent_change"}

    def say(role: str, shown: str) -> Answer:
        if role in {"critic", "generator"}:
            old, new = (fence_of("E", one, shown) for one in quotes)
        if role == "generator":
            figures = [{"evidence": old, "figure": "£7,610 thousand"}, {"evidence": new, "figure": "£8,412 thousand"}]
            worked = {"fact": "f1", "operation": "percent_change", "formula": None, "figures": figures, "decimals": 1}
            return {"sentences": [], "calculations": [worked]}
        return {
            "analyst": lambda: read(question, subject, fact),
            "extractor": lambda: quoted(shown, *quotes),
            "critic": lambda: judged(old, new),
        }[role]()

    report, roles = run(kb, question, say)
    assert report.sufficient
    assert "= 10.5 percent" in (report.answer or "")
    assert report.calculations[0].operation == "percent_change"
    assert len(report.citations) == 2
    assert sorted(roles) == ["analyst", "critic", "extractor", "generator"]
