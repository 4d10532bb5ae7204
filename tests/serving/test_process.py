"""A process that has served and ended may serve again: its admission control is open, and nothing that was closed is handed out."""

import asyncio
import signal
from pathlib import Path

import pytest
from hosting_contract import ASKED, FEE
from starlette.testclient import TestClient

from pincite.nodes.runtime.admission import Admission
from pincite.serving.process import admission, closes_on_signals
from pincite.serving.server import app
from pincite.serving.studio import make_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.spec("USE-1")
def test_what_is_served_after_an_end_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_ROOT", str(tmp_path))
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts([FEE])
    graphs = []
    for _ in range(2):
        with TestClient(app) as client:
            assert client.get("/ready").json() == {"ready": True}
            graphs.append(asyncio.run(make_graph({"configurable": {}})))
            assert graphs[-1].invoke(ASKED)["report"].sufficient
            admission().close(20)
            assert client.get("/ready").status_code == 503
    assert graphs[0] is not graphs[1]
    report = graphs[0].invoke(ASKED)["report"]  # its knowledge base was closed with the server
    assert not report.sufficient


def test_a_signal_closes_the_door_and_then_does_what_it_did_before() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda *_: heard.append("before"))
    try:
        own = Admission(1)
        with closes_on_signals(own, 5):
            signal.raise_signal(signal.SIGTERM)
            assert own.closed
            assert heard == ["before"]
        signal.raise_signal(signal.SIGTERM)
        assert heard == ["before", "before"]
    finally:
        signal.signal(signal.SIGTERM, before)
