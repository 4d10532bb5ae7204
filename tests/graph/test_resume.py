"""A run whose process is killed goes on in another, from the node after the last that finished (SPEC REL-4)."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from served_pair import own_postgres
from two_step_documents import QUESTION, TEXTS

from pincite.errors import SettingsError
from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.frozen import Frozen
from pincite.evidence.report.evidence_report import EvidenceReport, Step
from pincite.graph.build import build_graph
from pincite.nodes.runtime.events import NodeEntered, read_event
from pincite.nodes.runtime.serde import SERDE_TYPES, make_serializer
from pincite.nodes.runtime.state import RunHeader
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

sys.path.insert(0, str(Path(__file__).parent))
from resume_worker import saver_at

AS_OF = "2026-05-15"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("resume") / "kb"
    with KnowledgeBase.open(made) as kb:
        kb.ingest_texts(TEXTS)
    return made


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, from the wheel that the dev packages install."""
    with own_postgres() as server:
        yield server.address


def same(report: EvidenceReport) -> dict[str, Any]:
    kept = report.model_dump(mode="json", exclude={"run_id", "digest", "usage"})
    return kept | {"path": [(step["node"], step["exit"]) for step in kept["path"]]}


@pytest.mark.slow
@pytest.mark.spec("REL-4", "EXE-6")
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def test_killed_after_any_node_it_goes_on_without_repeating_one(
    kind: str, folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "runs.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres")
    worker = [sys.executable, str(Path(__file__).with_name("resume_worker.py"))]
    killed = subprocess.run(
        [*worker, str(folder), kind, place, QUESTION, AS_OF],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"},
    )
    with KnowledgeBase.open(folder) as kb, saver_at(kind, place) as saver:
        whole = build_graph(kb, Settings()).invoke({"question": QUESTION, "as_of": AS_OF})["report"]
        nodes = [step.node for step in whole.path]
        walked = [*nodes, "conclude"]
        assert "follow_up_critique" in nodes
        assert killed.stdout.split() == nodes
        graph = build_graph(kb, Settings(), checkpointer=saver)
        for node in nodes:
            where: Any = {"configurable": {"thread_id": node}}
            assert [step.node for step in graph.get_state(where).values["path"]] == nodes[: nodes.index(node) + 1]
            told = [read_event(event) for event in graph.stream(None, where, stream_mode="custom")]
            assert [event.node for event in told if isinstance(event, NodeEntered)] == walked[walked.index(node) + 1 :]
            report = graph.get_state(where).values["report"]
            assert isinstance(report, EvidenceReport)
            assert same(report) == same(whole)


@pytest.mark.spec("REL-4")
def test_a_run_is_resumed_from_sqlite_without_holding_up_the_loop(folder: Path, tmp_path: Path) -> None:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    async def resumed() -> EvidenceReport:
        where: Any = {"configurable": {"thread_id": "1"}}
        async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "runs.sqlite")) as saver:
            saver.serde = make_serializer()
            with KnowledgeBase.open(folder) as kb:
                graph = build_graph(kb, Settings(), checkpointer=saver)
                await graph.ainvoke({"question": QUESTION, "as_of": AS_OF}, where, interrupt_after=["critique"])
                return (await graph.ainvoke(None, where))["report"]

    assert asyncio.run(resumed()).sufficient


@pytest.mark.spec("REL-4")
def test_a_state_of_another_version_says_which_field_it_cannot_read(folder: Path) -> None:
    saver, where = InMemorySaver(serde=make_serializer()), {"configurable": {"thread_id": "1"}}
    with KnowledgeBase.open(folder) as kb:
        graph = build_graph(kb, Settings(), checkpointer=saver)
        graph.invoke({"question": QUESTION}, where, interrupt_before=["critique"])
        run = graph.get_state(where).values["run"].model_dump(mode="json")
        older = {name: value for name, value in run.items() if name != "settings_sha256"}
        graph.update_state(where, {"run": older})
        with pytest.raises(SettingsError, match=r"run\.settings_sha256: field required.*another version"):
            graph.invoke(None, where)
        graph.update_state(where, {"run": {**run, "shard": 3}})
        with pytest.raises(SettingsError, match=r"run\.shard: .*another version"):
            graph.invoke(None, where)


@pytest.mark.spec("REL-4")
@pytest.mark.parametrize(
    ("kind", "changed", "told"),
    [
        (RunHeader, {"as_of": None}, r"run\.as_of: field required"),
        (RunHeader, {"shard": 3}, r"run\.shard: extra inputs"),
        (Evidence, {"span": None}, r"evidence\.0\.span: field required"),
        (Step, {"exit": None, "why": "done"}, r"path\.0\.exit: field required"),
    ],
)
def test_a_checkpoint_that_another_version_wrote_names_the_field_and_is_not_read_in_part(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Frozen],
    changed: dict[str, Any],
    told: str,
) -> None:
    def as_another_version(self: Frozen, **options: Any) -> dict[str, Any]:
        values = super(kind, self).model_dump(**options) | changed
        return {name: value for name, value in values.items() if value is not None or name not in changed}

    where: Any = {"configurable": {"thread_id": "1"}}
    with KnowledgeBase.open(folder) as kb, saver_at("sqlite", str(tmp_path / "runs.sqlite")) as saver:
        graph = build_graph(kb, Settings(), checkpointer=saver)
        with monkeypatch.context() as other:
            other.setattr(kind, "model_dump", as_another_version)
            graph.invoke({"question": QUESTION, "as_of": AS_OF}, where, interrupt_before=["critique"])
        with pytest.raises(SettingsError, match=f"{told}.*another version of pincite: ask again on a new thread"):
            graph.invoke(None, where)
        assert graph.invoke({"question": QUESTION, "as_of": AS_OF}, where)["report"].sufficient


@pytest.mark.spec("REL-4")
def test_every_type_of_a_state_is_on_the_list_of_those_loaded(folder: Path) -> None:
    serializer = make_serializer()
    with KnowledgeBase.open(folder) as kb:
        state = [*build_graph(kb, Settings()).stream({"question": QUESTION, "as_of": AS_OF}, stream_mode="values")][-1]
    for value in state.values():
        for item in value if isinstance(value, tuple) else (value,):
            assert type(serializer.loads_typed(serializer.dumps_typed(item))) in {type(item), list}
    assert {"RunHeader", "Evidence", "EvidenceReport", "Decision"} <= {kind.__name__ for kind in SERDE_TYPES}
