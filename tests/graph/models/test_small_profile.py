"""Whole runs in the profile `small` on simulated weak models: they cost coverage, never truth (SPEC CST-3)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from small_model import Manner, ask, model

from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = Path(__file__).parents[3] / "examples"
DEMO = [entry["question"] for entry in yaml.safe_load((EXAMPLES / "questions.yaml").read_text("utf-8"))["questions"]]
LEAK = (
    "If someone breaks into RiverDesk and the sign-in details of users get out, how soon does Quillmarsh Systems have to tell Hollinbrae "
    "Instruments?"
)
NOTIFY = "The Supplier shall notify the Customer of a personal data breach without undue delay and in any event within 24 hours"
LAPTOP = "My work laptop was taken from a café on Saturday night. How much time does Hollinbrae Instruments give me to tell IT?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("corpus") / "kb") as opened:
        opened.ingest([EXAMPLES / "corpus"])
        yield opened


@pytest.fixture(scope="module")
def by_rules(kb: KnowledgeBase) -> dict[str, str | None]:
    """The confirmed answers of the rule-based roles."""
    graph = build_graph(kb, Settings())
    reports = {question: graph.invoke(RunInput(question=question, as_of="2026-05-15"))["report"] for question in DEMO}
    return {question: report.answer if report.sufficient else None for question, report in reports.items()}


@pytest.mark.slow
@pytest.mark.spec("CST-3", "CRI-14", "EXE-7")
@pytest.mark.parametrize(
    ("manner", "wrong"), [("plain", 0.2), ("plain", 1.0), ("verbose", 0.0), ("broken", 0.0)], ids=str
)
def test_an_uncalibrated_weak_model_confirms_nothing_that_code_does_not_prove(
    kb: KnowledgeBase, by_rules: dict[str, str | None], manner: Manner, wrong: float
) -> None:
    weak = model(manner=manner, wrong=wrong)
    for question in DEMO:
        report = ask(kb, question, weak)
        assert report.terminal_state in ("CONCLUDED", "SUBJECT_NOT_FOUND")
        confirmed = report.answer if report.sufficient else None
        assert confirmed in (None, by_rules[question])
        assert report.usage.model_calls <= Settings().budgets.model_calls


def test_a_model_that_picks_well_costs_no_answer_of_the_rules(
    kb: KnowledgeBase, by_rules: dict[str, str | None]
) -> None:
    for question, answer in by_rules.items():
        report = ask(kb, question, model())
        assert (report.answer if report.sufficient else None) == answer
        assert report.answer is None or "uncalibrated_auditor" in report.risk_signals


@pytest.mark.spec("CST-3", "VER-2")
@pytest.mark.parametrize("manner", ["plain", "verbose"])
def test_a_calibrated_judge_confirms_the_quote_that_was_picked_in_other_words_than_the_question(
    kb: KnowledgeBase, manner: Manner
) -> None:
    good = model([NOTIFY], manner=manner)
    report = ask(kb, LEAK, good, calibrated=True)
    assert report.sufficient
    assert report.citations[0].quote.endswith(f"{NOTIFY} of becoming aware of it.")
    assert report.required_facts[0].settled_by == "judge"
    assert "24 hours" in (report.answer or "")


@pytest.mark.spec("CST-3", "CRI-5")
def test_a_wrong_pick_is_not_confirmed_by_a_judge_that_is_right(kb: KnowledgeBase) -> None:
    for seed in range(5):
        report = ask(kb, LEAK, model(wrong=1.0, seed=seed), model(["no such words"]), calibrated=True)
        assert not report.sufficient
        assert report.answer is None


def test_a_question_whose_asker_names_the_company_beside_it_passes_the_gate(kb: KnowledgeBase) -> None:
    picker = model()
    report = ask(kb, LAPTOP, picker)
    assert report.terminal_state == "CONCLUDED"
    instructions, shown = picker.heard[0]
    assert "what a question is about" in instructions
    assert "[1] Hollinbrae Instruments" in shown


def test_one_model_that_picks_and_judges_is_reported_as_such(kb: KnowledgeBase) -> None:
    settings = Settings.model_validate(
        {"models": {"generator": {"model": "llamacpp:m", "profile": "small"}, "allow_same_model": True}}
    )
    from pincite.graph.build import engine_of

    engine = engine_of(kb, settings)
    assert engine.correlated_critic
    assert engine.roles.names()["generator"] == "extractive"
    assert engine.roles.gate_judge is None
