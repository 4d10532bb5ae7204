"""A run whose model gives no answer: the cause comes first, then the remedy, in the report, on the terminal and in the dossier."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from good_model import QUESTION, SENTENCE, TEXTS, right
from model_server import Answer, ModelServer, Request, model_server, status

from pincite import render
from pincite.cli import main
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.graph.recorded import record, replay
from pincite.nodes.runtime.state import RunInput
from pincite.roles.model_call import transient
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

KEY = "sk-live-hunter2hunter2"
ASKED = RunInput(question=QUESTION, as_of="2026-05-15")
GERMAN = "Welche Kündigungsfrist hat der Mietvertrag von Tarnholm Ltd?"
CAUSES = {
    "key_refused": (
        status(401, error_code="invalid_api_key", says=f"Incorrect API key provided: {KEY}"),
        "refused the key for model-a (HTTP 401).",
        "Set models.generator.api_key, or the environment variable OPENAI_API_KEY, to a key that is valid there.",
    ),
    "model_unknown": (
        status(404, error_code="model_not_found"),
        "has no model named model-a (HTTP 404).",
        "Correct the name in models.generator;",
    ),
    "quota": (
        status(429, error_code="insufficient_quota"),
        "has no quota or credit left for model-a (HTTP 429).",
        "Add credit or raise the limit of the account",
    ),
    "rate_limit": (
        status(429),
        "limits the requests to model-a (HTTP 429)",
        "Ask again later, or lower models.calls_at_once.",
    ),
    "not_an_endpoint": (
        Answer(status=404, body="<html>Nothing here</html>"),
        "does not answer as a chat endpoint (HTTP 404).",
        "Check models.generator.base_url;",
    ),
    "context_too_long": (
        status(400, error_code="context_length_exceeded"),
        "longer than the context of model-a (HTTP 400).",
        "Lower models.generator.passage_chars",
    ),
    "request_refused": (status(400), "refused the request to model-a (HTTP 400).", "Run `pincite doctor`"),
    "server_error": (status(500), "failed (HTTP 500)", "Ask again later, or set models.generator to another model."),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kb")
    with KnowledgeBase.open(folder) as kb:
        assert kb.ingest_texts(TEXTS).ok
    return folder


@pytest.fixture
def kb(place: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(place) as opened:
        yield opened


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)
    monkeypatch.chdir(tmp_path)
    with model_server() as running:
        yield running


def settings(url: str, **more: Any) -> Settings:
    models = {
        role: {"model": f"openai:{name}", "base_url": url, "api_key": KEY}
        for role, name in (("generator", "model-a"), ("critic", "model-b"))
    }
    return Settings(models={**models, **more})  # type: ignore[arg-type]


def run(kb: KnowledgeBase, given: Settings, asked: RunInput = ASKED) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb, given).invoke(asked)["report"]
    return report


@pytest.mark.spec("REL-1", "CFG-3")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_report_says_the_cause_first_and_the_remedy_next(
    kb: KnowledgeBase, server: ModelServer, caplog: pytest.LogCaptureFixture, cause: str
) -> None:
    answer, said, remedy = CAUSES[cause]
    server.script(answer)
    with caplog.at_level(logging.DEBUG):
        report = run(kb, settings(server.url))
    assert said in report.conclusion.partition(". ")[0] + "."
    assert said in report.preview
    assert report.suggested_next_actions[0].startswith(remedy)
    assert [fault.cause for fault in report.model_faults] == [cause]
    assert "analysis_unavailable" in report.risk_signals
    dossier = render(report, "html")
    assert said in dossier
    assert KEY not in report.model_dump_json() + dossier + caplog.text + repr(settings(server.url))


def test_nobody_at_the_address_is_named(kb: KnowledgeBase, server: ModelServer) -> None:
    report = run(kb, settings("http://127.0.0.1:9/v1"))
    assert report.conclusion.startswith("The endpoint 127.0.0.1:9 cannot be reached")
    assert "check models.generator.base_url" in report.suggested_next_actions[0]


def test_a_false_presupposition_of_a_german_question_is_answered_in_german(
    kb: KnowledgeBase, server: ModelServer
) -> None:
    server.script(status(401))
    report = run(kb, settings(server.url), RunInput(question=GERMAN))
    assert "hat den Schlüssel für model-a abgelehnt (HTTP 401)" in report.conclusion
    assert report.suggested_next_actions[0].startswith("Setzen Sie models.generator.api_key")


def only_the_writer(request: Request) -> Answer:
    return Answer(right(request)) if request.body["model"] == "model-a" else status(401)


def test_a_critic_that_fails_is_named_before_what_was_found(kb: KnowledgeBase, server: ModelServer) -> None:
    server.answerer = only_the_writer
    report = run(kb, settings(server.url))
    assert "refused the key for model-b" in report.conclusion.partition(". ")[0]
    assert report.suggested_next_actions[0].startswith("Set models.critic.api_key")
    assert SENTENCE in report.conclusion


@pytest.mark.spec("USE-4")
@pytest.mark.parametrize(("answer", "code"), [(status(401), 2), (None, 0)])
def test_a_run_that_fails_for_its_model_exits_with_two(
    place: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: Any, answer: Answer | None, code: int
) -> None:
    server.answerer = lambda request: answer or Answer(right(request))
    for role, name in (("GENERATOR", "model-a"), ("CRITIC", "model-b")):
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__MODEL", f"openai:{name}")
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__BASE_URL", server.url)
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__API_KEY", KEY)
    monkeypatch.setenv("PINCITE_MODELS__PRICES", '{"model-a": {"input": "2.5", "output": 10}}')
    assert main(["ask", QUESTION, "--kb", str(place), "--json"]) == code
    shown = capsys.readouterr()
    usage = json.loads(shown.out)["usage"]
    if code == 0:
        assert usage["cost"]["money"] == [{"amount": "0.00135", "currency": "USD"}]
        assert "4 model calls · 400 tokens in, 80 out · at least 0.0014 USD (no price for openai:model-b@" in shown.err
    assert KEY not in shown.out + shown.err


@pytest.mark.spec("USE-4")
def test_a_question_that_the_documents_do_not_answer_still_exits_with_one(place: Path, server: ModelServer) -> None:
    assert main(["ask", "Who is the founder of Tarnholm Ltd?", "--kb", str(place)]) == 1


@pytest.mark.spec("REL-1", "USE-5")
def test_the_fallback_answers_by_rules_with_a_note_if_it_is_asked_for(kb: KnowledgeBase, server: ModelServer) -> None:
    server.script(status(401))
    assert not run(kb, settings(server.url)).sufficient
    graph = build_graph(kb, settings(server.url, rule_based_fallback=True))
    report: EvidenceReport = graph.invoke(ASKED)["report"]
    assert asyncio.run(graph.ainvoke(ASKED))["report"].digest == report.digest
    assert report.sufficient
    assert SENTENCE in report.conclusion
    assert report.disclosures[0].reason.startswith("answered by rules, without a model: The endpoint 127.0.0.1")
    assert report.provenance.models["critic"] == "extractive"
    assert {"analysis_unavailable"} <= set(report.risk_signals)
    assert [fault.cause for fault in report.model_faults] == ["key_refused"]
    assert report.usage.model_calls == 1


def test_models_that_answer_are_not_replaced(kb: KnowledgeBase, server: ModelServer) -> None:
    server.answerer = lambda request: Answer(right(request))
    report = run(kb, settings(server.url, rule_based_fallback=True))
    assert report.provenance.models["critic"].startswith("openai:model-b@")
    assert not report.model_faults


@pytest.mark.spec("REP-2", "EXE-6")
def test_a_recorded_failure_replays_with_its_cause(kb: KnowledgeBase, server: ModelServer, tmp_path: Path) -> None:
    server.script(status(401, says=f"bad key {KEY}"))
    tape = tmp_path / "tape.jsonl"
    first = record(kb, ASKED, tape, settings(server.url))
    again = replay(kb, tape)
    assert again.digest == first.digest
    assert again.model_faults == first.model_faults
    assert KEY not in tape.read_text()


@pytest.mark.spec("CRI-2", "USE-5")
def test_one_model_is_enough_to_try_pincite_and_the_report_says_so(kb: KnowledgeBase, server: ModelServer) -> None:
    server.answerer = lambda request: Answer(right(request))
    endpoint = {"model": "openai:model-a", "base_url": server.url, "api_key": KEY}
    report = run(kb, Settings(models={"generator": endpoint, "allow_same_model": True}))  # type: ignore[arg-type]
    assert report.sufficient
    assert "correlated_critic" in report.risk_signals
    assert {request.body["model"] for request in server.requests} == {"model-a"}
