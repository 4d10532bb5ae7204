"""Many runs at a model that throttles: all of them are answered, in turn, and nobody asks while the model wants quiet (SPEC REL-1)."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from good_model import QUESTION, TEXTS, right
from model_server import Answer, ModelServer, Request, model_server, status

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow

RUNS = 16
ROOM = 3


class Throttled:
    """Takes three calls at a time; to one more it says when to come again."""

    def __init__(self, server: ModelServer) -> None:
        self.inside = self.refused = self.answered = 0
        self._lock = threading.Lock()
        server.answerer = self

    def __call__(self, request: Request) -> Answer:
        with self._lock:
            if self.inside >= ROOM:
                self.refused += 1
                return status(429, retry_after="0.3")
            self.inside += 1
            self.answered += 1
        threading.Timer(0.05, self._out).start()
        return Answer(right(request), wait=0.05)

    def _out(self) -> None:
        with self._lock:
            self.inside -= 1


@pytest.mark.spec("REL-1", "REL-5")
@pytest.mark.parametrize("known", [True, False], ids=["the settings know its limit", "its limit is found out"])
def test_many_runs_at_a_model_that_throttles_are_all_answered(tmp_path: Path, known: bool) -> None:
    with model_server() as server, KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(TEXTS)
        throttled = Throttled(server)
        models: Any = {
            name: {"model": f"openai:model-{name}", "base_url": server.url} for name in ("generator", "critic")
        }
        # two models share what the server takes
        settings = Settings(models={**models, "calls_at_once": 1 if known else 8}, budgets={"seconds_per_run": 120})  # type: ignore[arg-type]
        graph = build_graph(kb, settings)
        given: Any = {"question": QUESTION, "as_of": "2026-05-15"}

        async def together() -> list[EvidenceReport]:
            return [state["report"] for state in await asyncio.gather(*(graph.ainvoke(given) for _ in range(RUNS)))]

        reports = asyncio.run(together())
    assert {report.terminal_state for report in reports} == {"CONCLUDED"}
    unanswered = [report.stop_reason for report in reports if not report.sufficient]
    assert throttled.answered >= 4 * (RUNS - len(unanswered))
    if known:
        assert throttled.refused == 0
        assert unanswered == []
    else:
        assert throttled.refused < throttled.answered  # and not many times over
        assert len(unanswered) <= RUNS // 4
        assert all(set(report.risk_signals) & DOWN for report in reports if not report.sufficient)


DOWN = {
    *("analysis_unavailable", "extractor_unavailable", "critic_unavailable", "generator_unavailable"),
    *("auditor_unavailable", "source_unavailable"),
}
