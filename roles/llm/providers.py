"""Makes speakers from `provider:model` in the settings or from LangChain chat models, and checks that no model judges
itself (SPEC CRI-2)."""

import os
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import SecretStr

from ...errors import ReplayMismatch, SettingsError
from ...evidence.judgement.calibration import allows
from ...model_settings import PROVIDERS, Method, ModelEndpoint, Models
from ...settings import Budgets
from ..contracts.roles import Roles
from ..contracts.same_model import same_model
from ..model_call.http_clients import async_client, sync_client
from ..model_call.recording import Tape
from ..model_call.reply import RAW_ARGUMENTS
from ..model_call.speaker import CALLS_AT_ONCE, Speaker
from ..model_call.structured_output import is_openai_like
from .calibration_store import current_calibration
from .langchain_models import known, langchain_model, url_of

OPENAI_URL = "https://api.openai.com/v1"
LOCAL_URLS = {
    "vllm": "http://127.0.0.1:8000/v1",
    "ollama": "http://127.0.0.1:11434/v1",
    "llamacpp": "http://127.0.0.1:8080/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
}
NO_KEY = "none"
"""The key for local servers. The client requires a key, and these servers do not."""


def roles_of(models: Models, budgets: Budgets, *, tape: Tape | None = None) -> Roles:
    """Return the six roles with the models of the settings. `tape`: records or replays the runs; a replay needs neither
    clients nor keys.

    Raises SettingsError if a key is missing, or if both critics are one model and the settings do not allow that.
    """
    from .llm_roles import llm_roles

    if models.generator is None or models.critic is None:
        raise SettingsError("models: generator and critic are not set; set models.generator and models.critic")
    offline = tape is not None and tape.replaying
    made = partial(speaker_for, budgets=budgets, offline=offline, calls_at_once=models.calls_at_once)
    generator = made(models.generator, setting="models.generator")
    critic = made(models.critic, setting="models.critic")
    second = made(models.second_critic, setting="models.second_critic") if models.second_critic else None
    if second and same_model(second.name, critic.name) and not models.allow_same_model:
        raise SettingsError(f"models.second_critic: {second.name} is the first critic's model; choose another")
    figures = current_calibration(critic.name, models, tape)
    return llm_roles(generator, critic, second, calibrated=allows(figures, models.wrong_accepted_at_most))


def speaker_for(
    endpoint: ModelEndpoint,
    budgets: Budgets,
    *,
    setting: str = "model",
    offline: bool = False,
    calls_at_once: int = CALLS_AT_ONCE,
) -> Speaker:
    """Return a speaker for one configured endpoint.

    `calls_at_once`: the maximum number of parallel calls of this process. `setting`: the name of the endpoint's
    setting, for messages. Raises SettingsError if a key, an address or a package is missing.
    """
    provider, _, name = endpoint.model.partition(":")
    model: BaseChatModel
    if provider in PROVIDERS:
        url = _url(endpoint, provider, setting)
        place, variable = _place(url), _key_variable(provider)
        model = Silent() if offline else _client(endpoint, provider, name, url, budgets, setting)
    else:
        about, given = known(provider), url_of(endpoint, provider)
        place, variable = _place(given) if given else about.place or provider, next(iter(about.keys), "")
        model = Silent() if offline else langchain_model(endpoint, provider, name, budgets, setting)
    return Speaker(
        model,
        f"{provider}:{name}@{place}",
        method=endpoint.method,
        strict=endpoint.strict,
        seconds_per_call=budgets.seconds_per_model_call,
        passage_chars=endpoint.passage_chars,
        profile=endpoint.profile,
        calls_at_once=calls_at_once,
        setting=setting,
        key_variable=variable,
    )


def speaker_of(model: BaseChatModel, *, method: Method | None = None) -> Speaker:
    """Return a speaker for a chat model made in code. Its name comes from the attributes of the model.

    `method`: by default the response format for OpenAI-compatible classes, and function calling for others. Set
    `max_retries=0` on the model: pincite itself retries transient failures within the run's time.
    """
    url = str(getattr(model, "openai_api_base", None) or getattr(model, "base_url", None) or "")
    like_openai = is_openai_like(model)
    provider = "openai" if like_openai else model._llm_type
    name = getattr(model, "model_name", None) or getattr(model, "model", None) or type(model).__name__
    where = _place(url or OPENAI_URL) if url or like_openai else "code"
    chosen: Method = method or ("json_schema" if like_openai else "function_calling")
    return Speaker(model, f"{provider}:{name}@{where}", method=chosen)


def _url(endpoint: ModelEndpoint, provider: str, setting: str) -> str:
    given = endpoint.base_url or LOCAL_URLS.get(provider)
    if given is None and provider == "azure":
        given = os.environ.get("AZURE_OPENAI_ENDPOINT")
        if given is None:
            raise SettingsError(
                f"{setting}: {endpoint.model} has no address; set {setting}.base_url to the address of the Azure resource"
            )
    return given or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL


def _place(url: str) -> str:
    """Return the host, port and path of an endpoint, without user name, password and query."""
    parts = urlsplit(url)
    host = (parts.hostname or "").replace("localhost", "127.0.0.1")
    port = f":{parts.port}" if parts.port else ""
    return f"{host}{port}{parts.path.rstrip('/').removesuffix('/v1')}"


def _client(
    endpoint: ModelEndpoint, provider: str, name: str, url: str, budgets: Budgets, setting: str
) -> BaseChatModel:
    from langchain_openai import AzureChatOpenAI, ChatOpenAI

    shared: dict[str, Any] = {
        **endpoint.options,
        "timeout": budgets.seconds_per_model_call,
        "max_retries": 0,
        "disable_streaming": True,
        "http_client": sync_client(),
        "http_async_client": async_client(),
    }
    if endpoint.temperature is not None:
        shared["temperature"] = endpoint.temperature
    key = _key(endpoint, provider, url, setting)
    if provider == "azure":
        version = endpoint.api_version or os.environ.get("OPENAI_API_VERSION")
        if not version:
            raise SettingsError(
                f"{setting}: {endpoint.model} has no API version; set {setting}.api_version to an API version of Azure"
            )
        shared |= {"azure_deployment": name, "azure_endpoint": url, "api_version": version}
    else:
        shared |= {"base_url": url, "use_responses_api": False}
    made = AzureChatOpenAI if provider == "azure" else ChatOpenAI
    client: BaseChatModel = _keeping_arguments(made)(model=name, api_key=key, **shared)
    return client


@lru_cache(maxsize=2)
def _keeping_arguments(client: Any) -> Any:
    """Return the client, changed to keep the raw arguments of a function call. LangChain parses them, and of a repeated
    key it keeps only the last value."""

    class Keeping(client):  # type: ignore[misc]
        def _create_chat_result(self, response: Any, generation_info: dict[str, Any] | None = None) -> ChatResult:
            result: ChatResult = super()._create_chat_result(response, generation_info)
            body = response if isinstance(response, dict) else response.model_dump(warnings=False)
            for generation, choice in zip(result.generations, body["choices"], strict=True):
                if calls := choice["message"].get("tool_calls"):
                    generation.message.additional_kwargs[RAW_ARGUMENTS] = calls[0]["function"]["arguments"]
            return result

    return Keeping


def _key_variable(provider: str) -> str:
    return {"openai": "OPENAI_API_KEY", "azure": "AZURE_OPENAI_API_KEY"}.get(provider, "")


def _key(endpoint: ModelEndpoint, provider: str, url: str, setting: str) -> SecretStr:
    if endpoint.api_key is not None:
        return endpoint.api_key
    variable = _key_variable(provider)
    found = os.environ.get(variable) if variable else None
    if not found and (provider == "azure" or url == OPENAI_URL):
        raise SettingsError(
            f"{setting}: {endpoint.model} has no API key; set {setting}.api_key or the environment variable {variable}"
        )
    return SecretStr(found or NO_KEY)


class Silent(BaseChatModel):
    """Takes the place of a model in a replay. All answers are on the tape, so it is never called."""

    @property
    def _llm_type(self) -> str:
        return "silent"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise ReplayMismatch("a replay called a model; record the run again")
