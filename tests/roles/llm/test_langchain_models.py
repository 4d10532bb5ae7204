"""Models of providers that LangChain makes by name: what is missing is named, and the bounds of pincite's own clients hold."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anthropic_messages import failure, message, speaking
from good_model import QUESTION, SENTENCE, TEXTS, right
from model_server import Answer, ModelServer, model_server

from pincite.errors import ModelError, SettingsError
from pincite.evidence.model.frozen import Frozen
from pincite.graph.build import build_graph
from pincite.model_settings import Method, ModelEndpoint
from pincite.prompts.prompt import Prompt
from pincite.roles.llm import langchain_models
from pincite.roles.llm.providers import speaker_for
from pincite.roles.model_call import transient
from pincite.roles.model_call.endpoint_error import fault_of
from pincite.roles.model_call.http_clients import BODY_BYTES
from pincite.roles.model_call.probe import probe
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow  # the packages of the providers take seconds to import

KEY = "sk-ant-hunter2"
PROMPT = Prompt(role="critic", system="Judge.", user="Is the rent stated?", sha256="0" * 64)
RIGHT = message('{"stated": true}', "Verdict")


class Verdict(Frozen):
    stated: bool


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)
    with model_server() as running:
        yield running


def root(server: ModelServer) -> str:
    return server.url.removesuffix("/v1")


def claude(server: ModelServer, **more: Any) -> Speaker:
    given = {"model": "anthropic:claude-a", "base_url": root(server), "api_key": KEY, **more}
    return speaker_for(ModelEndpoint.model_validate(given), Budgets(), setting="models.critic")


@pytest.mark.spec("ECO-3", "CST-2")
@pytest.mark.parametrize("method", ["function_calling", "json_schema"])
def test_a_question_is_answered_on_anthropics_api_and_its_cached_tokens_are_counted(
    server: ModelServer, tmp_path: Path, method: Method
) -> None:
    server.answerer = speaking(right, cached=40)
    shared = {"base_url": root(server), "api_key": KEY, "method": method}
    models: Any = {
        "generator": {"model": "anthropic:claude-a", **shared},
        "critic": {"model": "anthropic:claude-b", **shared},
        "calibration_file": tmp_path / "none.json",
    }
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest_texts(TEXTS).ok
        graph = build_graph(kb, Settings(models=models))
        reports = [
            graph.invoke({"question": QUESTION, "as_of": "2026-05-15"})["report"],
            asyncio.run(graph.ainvoke({"question": QUESTION, "as_of": "2026-05-15"}))["report"],
        ]
    for report in reports:
        assert report.sufficient
        assert [sentence.text for sentence in report.sentences] == [SENTENCE]
        assert report.provenance.models["critic"].startswith("anthropic:claude-b@127.0.0.1:")
        assert report.usage.input_tokens == 140 * report.usage.model_calls
        assert report.usage.cached_tokens == 40 * report.usage.model_calls
        assert KEY not in report.model_dump_json()
    sent = server.requests[0].body
    assert ("tools" in sent) is (method == "function_calling")


@pytest.mark.spec("ECO-3")
def test_the_method_that_an_endpoint_supports_is_found(server: ModelServer) -> None:
    def without_tools(request: Any) -> Answer:
        if request.body.get("tools"):
            return failure(400, "invalid_request_error", "tools are not supported")
        return message('{"sentence": "It is blue.", "colour_name": "blue", "is_cloudy": false}', "")

    server.answerer = without_tools
    found = probe(claude(server))
    assert found.method == "json_schema"
    assert [method for method, _ in found.failed] == ["function_calling"]


@pytest.mark.spec("REL-1", "REL-3", "CFG-3")
@pytest.mark.parametrize(
    ("answer", "cause", "requests"),
    [
        (failure(401, "authentication_error", f"invalid x-api-key {KEY}"), "key_refused", 1),
        (failure(403, "permission_error", "not allowed"), "access_denied", 1),
        (failure(404, "not_found_error", "model: claude-a"), "model_unknown", 1),
        (failure(400, "invalid_request_error", "prompt is too long: 300000 tokens > 200000"), "context_too_long", 1),
        (failure(400, "invalid_request_error", "Your credit balance is too low to access the API"), "quota", 1),
        (failure(429, "rate_limit_error", "slow down"), "rate_limit", 3),
        (failure(529, "overloaded_error", "Overloaded"), "server_error", 3),
        (Answer(status=307, headers=(("Location", "http://127.0.0.1:9/"),), body=""), "response_refused", 1),
        (Answer(body=" " * (BODY_BYTES + 1)), "response_refused", 1),
        (Answer(body="<html>hello</html>"), "not_an_endpoint", 1),
    ],
    ids=lambda given: given if isinstance(given, str) else None,
)
@pytest.mark.parametrize("way", ["sync", "async"])
def test_what_anthropics_api_refuses_has_a_cause_and_leaks_no_key(
    server: ModelServer, answer: Answer, cause: str, requests: int, way: str
) -> None:
    server.script(answer)
    speaker = claude(server)
    with pytest.raises(ModelError) as raised:
        speaker.ask(PROMPT, Verdict) if way == "sync" else asyncio.run(speaker.aask(PROMPT, Verdict))
    fault = fault_of(raised.value)
    assert fault
    assert fault.cause == cause
    assert len(server.requests) == requests
    assert KEY not in str(raised.value) + repr(speaker) + fault.model_dump_json()


def test_the_clients_that_langchain_shares_are_left_as_they_are(server: ModelServer) -> None:
    from langchain_anthropic import ChatAnthropic

    server.script(RIGHT)
    assert claude(server).ask(PROMPT, Verdict).stated
    other = ChatAnthropic(model_name="claude-a", base_url=root(server), api_key=KEY, timeout=60)  # type: ignore[call-arg, arg-type]
    assert other._client._client.follow_redirects
    assert not other._client._client.event_hooks["response"]


def test_a_package_that_keeps_its_clients_elsewhere_is_used_and_logged(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def elsewhere(model: Any) -> None:
        raise AttributeError("_client")

    known = langchain_models.KNOWN["anthropic"]
    monkeypatch.setitem(langchain_models.KNOWN, "anthropic", known._replace(guard=elsewhere))
    server.script(RIGHT)
    assert claude(server).ask(PROMPT, Verdict).stated
    assert "no bounds but the deadline" in caplog.text


@pytest.mark.spec("ECO-3")
@pytest.mark.parametrize(
    ("missing", "model", "told"),
    [
        ("langchain_google_genai", "google_genai:gemini-a", r"run `pip install 'pincite\[google\]'`"),
        ("langchain_mistralai", "mistralai:mistral-a", r"run `pip install 'pincite\[mistral\]'`"),
        ("langchain_aws", "bedrock_converse:a.b", r"run `pip install 'pincite\[bedrock\]'`"),
        ("langchain_groq", "groq:llama-a", r"run `pip install 'pincite\[models\]' langchain-groq`"),
        ("langchain.chat_models", "anthropic:claude-a", r"run `pip install 'pincite\[anthropic\]'`"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, missing: str, model: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SettingsError, match=f"models.critic: {model} needs a package.*{told}"):
        speaker_for(ModelEndpoint.model_validate({"model": model, "api_key": KEY}), Budgets(), setting="models.critic")


@pytest.mark.spec("ECO-3", "CFG-1", "CFG-3")
@pytest.mark.parametrize(
    ("endpoint", "told"),
    [
        (
            {"model": "anthropic:claude-a"},
            "has no API key; set models.critic.api_key or the environment variable ANTHROPIC",
        ),
        ({"model": "opanai:gpt-a", "api_key": KEY}, "unknown provider opanai; use openai, azure, vllm"),
        (
            {"model": "anthropic:claude-a", "api_key": KEY, "options": {"max_tokens": "many"}},
            "cannot be used: max_tokens",
        ),
    ],
)
def test_what_is_missing_or_wrong_is_named_and_no_key_is_shown(
    monkeypatch: pytest.MonkeyPatch, endpoint: dict[str, Any], told: str
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(SettingsError, match=told) as raised:
        speaker_for(ModelEndpoint.model_validate(endpoint), Budgets(), setting="models.critic")
    assert KEY not in str(raised.value)


def test_options_reach_the_provider_and_the_environment_may_hold_key_and_address(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", root(server))
    server.script(RIGHT)
    speaker = claude(server, base_url=None, api_key=None, options={"max_tokens": 777}, temperature=0.5)
    assert speaker.name == f"anthropic:claude-a@{root(server).removeprefix('http://')}"
    assert speaker.ask(PROMPT, Verdict).stated
    assert (server.requests[0].body["max_tokens"], server.requests[0].body["temperature"]) == (777, 0.5)


@pytest.mark.spec("REP-2")
def test_a_replay_needs_neither_the_package_nor_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    speaker = speaker_for(ModelEndpoint(model="anthropic:claude-a"), Budgets(), offline=True)
    assert speaker.name == "anthropic:claude-a@api.anthropic.com"
