"""The demo questions on models, as recorded: read by careful readers who saw nothing but the prompts (SPEC REP-2, EXE-6).

A prompt, a passage or a rule that changes what a model is shown makes the recording stale, and the test says which call: record again.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pincite.graph.recorded import replay
from pincite.nodes.runtime.state import RunInput
from pincite.roles.llm.llm_roles import llm_roles
from pincite.roles.llm.providers import Silent
from pincite.roles.model_call.speaker import Speaker
from pincite.stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = Path(__file__).parents[3] / "examples"
RECORDING = Path(__file__).parents[1] / "recordings" / "demo.jsonl"
DEMO = yaml.safe_load((EXAMPLES / "questions.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("recorded") / "kb") as opened:
        opened.ingest([EXAMPLES / "corpus"])
        yield opened


@pytest.mark.slow
@pytest.mark.spec("REP-2", "EXE-6")
@pytest.mark.parametrize("asked", DEMO["questions"], ids=lambda question: question["id"])
def test_a_demo_question_replays_to_the_same_report(asked: dict, kb: KnowledgeBase) -> None:
    writer, judge = (Speaker(Silent(), f"openai:{name}@recorded") for name in ("generator", "critic"))
    given = RunInput(question=asked["question"], as_of=str(DEMO["as_of"]))
    report = replay(kb, RECORDING, given, roles=llm_roles(writer, judge, calibrated=True))
    expected = asked["expected"]
    assert report.terminal_state == expected["terminal_state"]
    assert report.sufficient == expected.get("sufficient", report.sufficient)
    assert set(expected.get("signals", ())) <= set(report.risk_signals)
    assert report.usage.model_calls <= 9
