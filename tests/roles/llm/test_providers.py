"""Speakers from settings and from models made in code: their names, their addresses, and who may judge whom."""

from dataclasses import replace
from typing import Any

import pytest
from langchain_core.language_models import FakeListChatModel

from pincite.errors import SettingsError
from pincite.model_settings import ModelEndpoint
from pincite.roles.contracts.same_model import correlated, same_model
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.roles.llm.providers import speaker_for, speaker_of
from pincite.settings import Budgets


def speaker(**endpoint: Any) -> Any:
    return speaker_for(ModelEndpoint.model_validate({"api_key": "sk-secret", **endpoint}), Budgets())


@pytest.mark.spec("USE-5")
@pytest.mark.parametrize(
    ("endpoint", "name", "address"),
    [
        ({"model": "openai:gpt-x"}, "openai:gpt-x@api.openai.com", "https://api.openai.com/v1"),
        ({"model": "vllm:org/model"}, "vllm:org/model@127.0.0.1:8000", "http://127.0.0.1:8000/v1"),
        ({"model": "ollama:qwen3:8b"}, "ollama:qwen3:8b@127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ({"model": "llamacpp:local"}, "llamacpp:local@127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ({"model": "lmstudio:m"}, "lmstudio:m@127.0.0.1:1234", "http://127.0.0.1:1234/v1"),
        (
            {"model": "openai:m", "base_url": "https://gateway.example/team/v1"},
            "openai:m@gateway.example/team",
            "https://gateway.example/team/v1",
        ),
    ],
)
def test_a_provider_has_its_usual_address(endpoint: dict[str, str], name: str, address: str) -> None:
    configured = speaker(**endpoint)
    assert configured.name == name
    assert configured.model.openai_api_base == address
    assert configured.model.max_retries == 0


def test_azure_is_spoken_to_by_deployment() -> None:
    configured = speaker(model="azure:writer", base_url="https://res.openai.azure.com", api_version="2025-01-01")
    assert configured.name == "azure:writer@res.openai.azure.com"
    assert configured.model.deployment_name == "writer"


@pytest.mark.parametrize(
    ("endpoint", "message"),
    [
        (
            {"model": "openai:gpt-x", "api_key": None},
            "openai:gpt-x has no API key; set model.api_key or the .* OPENAI_API_KEY",
        ),
        ({"model": "azure:w"}, "azure:w has no address; set model.base_url"),
        (
            {"model": "azure:w", "base_url": "https://res.openai.azure.com"},
            "azure:w has no API version; set model.api_version",
        ),
    ],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, endpoint: dict[str, str | None], message: str
) -> None:
    for name in ("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SettingsError, match=message):
        speaker(**endpoint)


def test_a_local_server_needs_no_key_and_gets_none_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-openai")
    assert speaker(model="ollama:m", api_key=None).model.openai_api_key.get_secret_value() == "none"


@pytest.mark.spec("CRI-2")
@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("openai:a@host", "openai:a@host", True),
        ("openai:a@host:8000", "vllm:A@HOST:8000", True),
        ("openai:a@host", "openai:b@host", False),
        ("openai:a@host", "openai:a@other", False),
        ("extractive", "extractive", False),
        ("extractive", "openai:a@host", False),
        ("fake:a@code", "fake:a@code", True),
        ("fake:a@code", "other:a@code", False),
        (
            "anthropic:claude-b-4-5@api.anthropic.com",
            "bedrock_converse:us.anthropic.claude-b-4-5-20250929-v1:0@bedrock_converse",
            True,
        ),
        ("anthropic:claude-b-4-5@api.anthropic.com", "anthropic:claude-b-4-5-20250929@api.anthropic.com", True),
        ("openai:gpt-x@api.openai.com", "openrouter:openai/gpt-x@openrouter", True),
        (
            "google_genai:models/gemini-x@generativelanguage.googleapis.com",
            "google_vertexai:gemini-x@google_vertexai",
            True,
        ),
        ("openai:gpt-x@api.openai.com", "openai:gpt-x-mini@api.openai.com", False),
        ("anthropic:claude-b@api.anthropic.com", "anthropic:claude-c@api.anthropic.com", False),
        ("openai:gpt-x@api.openai.com", "openai:gpt-x@gateway.example", False),
    ],
)
def test_a_model_is_the_same_by_endpoint_and_name(first: str, second: str, same: bool) -> None:
    assert same_model(first, second) is same


@pytest.mark.spec("CRI-2")
def test_a_judge_on_the_writers_model_is_correlated_and_rules_are_not() -> None:
    class Named:
        name = "openai:a@host"

    rules = extractive_roles()
    assert not correlated(rules)
    assert not correlated(replace(rules, generator=Named()))  # type: ignore[arg-type]
    assert correlated(replace(rules, generator=Named(), auditor=Named()))  # type: ignore[arg-type]


@pytest.mark.spec("USE-5")
def test_a_model_made_in_code_is_named_by_what_it_is() -> None:
    from langchain_openai import ChatOpenAI

    made = speaker_of(ChatOpenAI(model="m", base_url="http://127.0.0.1:9/v1", api_key="sk-secret"))  # type: ignore[arg-type]
    assert (made.name, made.method) == ("openai:m@127.0.0.1:9", "json_schema")
    fake = speaker_of(FakeListChatModel(responses=["{}"]))
    assert (fake.name, fake.method) == ("fake-list-chat-model:FakeListChatModel@code", "function_calling")
