"""A process that serves takes so many runs, and at its end lets those under way conclude."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting_contract import ASKED, FEE
from model_server import HANGS, Answer, ModelServer, Request, model_server

import pincite
from pincite.errors import Busy
from pincite.graph.build import build_graph
from pincite.nodes.runtime.admission import Admission
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        opened.ingest_texts([FEE])
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as opened:
        yield opened


@pytest.mark.spec("REL-5")
def test_one_run_too_many_is_refused_at_once_and_the_next_after_one_has_ended() -> None:
    admission = Admission(2)
    with admission.run(), admission.run():
        with pytest.raises(Busy, match="2 runs are active") as refused, admission.run():
            pass
        assert refused.value.retry_after == 5
    with admission.run(), pytest.raises(Busy), admission.run(elsewhere=2):
        pass
    assert admission.inside == 0


def test_a_closed_door_lets_nobody_in_and_the_first_end_counts() -> None:
    admission = Admission(2)
    assert admission.seconds_left() == float("inf")
    with admission.run():
        admission.close(5)
        admission.close(50)
        assert 4 < admission.seconds_left() <= 5
        with pytest.raises(Busy, match="shutting down"), admission.run():
            pass
        assert not admission.wait(0.1)
    assert admission.wait(0.1)


@pytest.mark.spec("CRI-9", "REL-1")
def test_a_run_that_waits_for_its_model_as_the_door_closes_concludes_in_the_time_that_is_left(
    kb: KnowledgeBase, server: ModelServer
) -> None:
    admission = Admission(1)

    def closing_the_door(_: Request) -> Answer:
        admission.close(0.5)
        return Answer(wait=HANGS)

    server.answerer = closing_the_door
    models = {name: {"model": f"openai:model-{name}", "base_url": server.url} for name in ("generator", "critic")}
    graph = build_graph(kb, Settings(models=models), admission=admission)  # type: ignore[arg-type]
    report = asyncio.run(graph.ainvoke(ASKED))["report"]
    assert server.requests
    assert (report.sufficient, report.stop_reason) == (False, "time_exhausted")
    assert "time_exhausted" in report.risk_signals


@pytest.mark.spec("CRI-9")
def test_a_run_that_no_one_hurries_is_as_ever(kb: KnowledgeBase) -> None:
    assert build_graph(kb, Settings(), admission=Admission(1)).invoke(ASKED)["report"].sufficient


def test_the_old_names_work_with_a_warning(kb: KnowledgeBase) -> None:
    with pytest.warns(DeprecationWarning, match="renamed to pincite.Admission"):
        assert pincite.Door is Admission
    with pytest.warns(DeprecationWarning, match="door has been renamed to admission"):
        graph = build_graph(kb, Settings(), door=Admission(1))
    assert graph.invoke(ASKED)["report"].sufficient
