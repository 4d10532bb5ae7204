"""Runs on models named in the settings: recorded, and played back with the endpoint gone and no key anywhere."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from good_model import FOUNDER, QUESTION, REWORDED, TEXTS, right
from model_server import Answer, ModelServer, model_server

from pincite.cli import main
from pincite.errors import ReplayMismatch, SettingsError
from pincite.graph.build import build_graph
from pincite.graph.recorded import record, recorded_run, replay
from pincite.nodes.runtime.state import RunInput
from pincite.roles.model_call.recording import Recorder
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

KEY = "sk-do-not-keep"


@pytest.fixture(scope="module")
def kb_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kb")
    with KnowledgeBase.open(folder) as opened:
        assert opened.ingest_texts(TEXTS).ok
    return folder


@pytest.fixture
def kb(kb_folder: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(kb_folder) as opened:
        yield opened


def settings(server: ModelServer, tmp_path: Path, **models: Any) -> Settings:
    named = {
        role: {"model": f"openai:model-{letter}", "base_url": server.url, "api_key": KEY}
        for role, letter in (("generator", "a"), ("critic", "b"))
    }
    return Settings(models={**named, "calibration_file": tmp_path / "calibrations.json", **models})


def whole(report: Any) -> str:
    """The report as bytes, its id and timings apart."""
    body = json.loads(report if isinstance(report, str) else report.model_dump_json())
    del body["run_id"], body["usage"]["seconds"]
    for step in body["path"]:
        del step["entered"], step["seconds"]
    return json.dumps(body)


@pytest.mark.spec("REP-2", "EXE-6", "CFG-3")
def test_a_run_on_models_replays_with_the_endpoint_gone(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    with model_server() as server:
        server.answerer = lambda request: Answer(right(request))
        set_so = settings(server, tmp_path)
        with Recorder(path) as tape:
            graph = build_graph(kb, set_so, tape=tape)
            recorded = {}
            for question in (QUESTION, FOUNDER):
                given = RunInput(question=question, as_of="2026-05-15")
                recorded[question] = graph.invoke(given)["report"]
                tape.add_run(recorded_run(given, set_so, recorded[question]))
    assert KEY not in path.read_text()
    for question, report in recorded.items():
        again = replay(kb, path, RunInput(question=question))
        assert whole(again) == whole(report)
        assert again.usage.model_calls == report.usage.model_calls > 0
    with pytest.raises(ReplayMismatch, match="2 runs were recorded; give the question of one"):
        replay(kb, path)


@pytest.mark.spec("REP-2", "USE-4")
def test_the_terminal_records_and_replays(
    kb_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file, at = str(tmp_path / "run.jsonl"), ["--kb", str(kb_folder), "--json"]
    with model_server() as server, monkeypatch.context() as environment:
        server.answerer = lambda request: Answer(right(request))
        for role, letter in (("GENERATOR", "a"), ("CRITIC", "b")):
            environment.setenv(f"PINCITE_MODELS__{role}__MODEL", f"openai:model-{letter}")
            environment.setenv(f"PINCITE_MODELS__{role}__BASE_URL", server.url)
            environment.setenv(f"PINCITE_MODELS__{role}__API_KEY", KEY)
        environment.setenv("PINCITE_MODELS__CALIBRATION_FILE", str(tmp_path / "calibrations.json"))
        assert main(["ask", QUESTION, *at, "--as-of", "2026-05-15", "--record", file]) == 0
    shown = capsys.readouterr().out
    assert main(["ask", *at, "--replay", file]) == 0
    assert whole(capsys.readouterr().out) == whole(shown)


@pytest.mark.spec("CRI-2")
def test_one_model_for_both_is_refused_unless_allowed(kb: KnowledgeBase, tmp_path: Path) -> None:
    with model_server() as server:
        server.answerer = lambda request: Answer(right(request))
        both = {"model": "openai:model-a", "base_url": server.url, "api_key": KEY}
        with pytest.raises(SettingsError, match="generator and critic are the same model"):
            build_graph(kb, settings(server, tmp_path, critic=both))
        with pytest.raises(SettingsError, match=r"models\.second_critic: .* is the first critic's model"):
            build_graph(kb, settings(server, tmp_path, second_critic={**both, "model": "vllm:model-b"}))
        allowed = settings(server, tmp_path, critic=both, allow_same_model=True)
        report = record(kb, RunInput(question=QUESTION, as_of="2026-05-15"), tmp_path / "run.jsonl", allowed)
    assert "correlated_critic" in report.risk_signals


@pytest.mark.spec("CRI-11")
def test_two_critics_must_both_approve_and_both_reasons_are_kept(kb: KnowledgeBase, tmp_path: Path) -> None:
    def answer(request: Any) -> Answer:
        said = right(request)
        if request.body["model"] == "model-c":
            said = said.replace("it is stated", "nothing states it").replace('"covered": true', '"covered": false')
        return Answer(said)

    with model_server() as server:
        server.answerer = answer
        third = {"model": "openai:model-c", "base_url": server.url, "api_key": KEY}
        graph = build_graph(kb, settings(server, tmp_path, second_critic=third))
        asked = {"question": QUESTION, "as_of": "2026-05-15"}
        final = graph.invoke(asked, output_keys=["report", "decisions"])
    assert final["report"].answer is None
    assert REWORDED not in final["report"].conclusion
    reason = final["decisions"][0].reason
    assert "it is stated" in reason
    assert "nothing states it" in reason
    assert " and openai:model-c@" in final["report"].provenance.models["critic"]
