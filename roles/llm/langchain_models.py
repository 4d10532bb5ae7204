"""Makes chat models of every provider that LangChain's `init_chat_model` knows, by name (SPEC ECO-3).

The OpenAI-compatible providers of `settings.PROVIDERS` are not made here: they need no further package, and use
pincite's HTTP clients.
"""

import logging
import os
from collections.abc import Callable
from math import ceil
from typing import Any, NamedTuple

from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr, ValidationError

from ...errors import SettingsError
from ...model_settings import PROVIDERS, ModelEndpoint
from ...settings import Budgets
from ..model_call.http_clients import async_client, bounded, sync_client

log = logging.getLogger("pincite")


class Provider(NamedTuple):
    """The facts about a provider that pincite must know."""

    extra: str
    """The extra of pincite that installs the provider's package."""
    keys: tuple[str, ...] = ()
    """The environment variables that may contain the key; empty if the provider uses other credentials."""
    url_variable: str = ""
    place: str = ""
    """The default address of the provider's models."""
    no_retries: int = 0
    """The value of `max_retries` with which the package makes only one attempt."""
    guard: Callable[[Any], None] = lambda model: None
    """A function that applies pincite's limits to the HTTP clients of a model."""


def _own_clients(model: Any) -> None:
    """Replace the HTTP clients of an Anthropic model. LangChain shares them with every other model of the process, so
    they must not be changed."""
    model.__dict__["_client"] = model._client.copy(http_client=sync_client())
    model.__dict__["_async_client"] = model._async_client.copy(http_client=async_client())


def _bounded_clients(model: Any) -> None:
    """Limit the HTTP clients of a Mistral model, which belong to this model alone."""
    bounded(model.client, model.async_client)


def _bounded_google(model: Any) -> None:
    """Limit the HTTP clients of a Google model, which belong to this model alone.

    If aiohttp is installed, Google's SDK makes async calls with another client. Only the deadline limits those.
    """
    inner = model.client._api_client
    bounded(inner._httpx_client, inner._async_httpx_client)


KNOWN: dict[str, Provider] = {
    "anthropic": Provider(
        "anthropic", ("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL", "api.anthropic.com", guard=_own_clients
    ),
    "google_genai": Provider(
        "google",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "GOOGLE_GEMINI_BASE_URL",
        "generativelanguage.googleapis.com",
        no_retries=1,  # its SDK reads 0 as its default of five retries
        guard=_bounded_google,
    ),
    "mistralai": Provider(
        "mistral", ("MISTRAL_API_KEY",), "MISTRAL_BASE_URL", "api.mistral.ai", guard=_bounded_clients
    ),
    "bedrock": Provider("bedrock"),
    "bedrock_converse": Provider("bedrock"),
    "anthropic_bedrock": Provider("bedrock"),
}
"""The providers whose packages are extras of pincite. Other providers need the extra `models` and their own package,
which LangChain finds."""
_UNKNOWN = Provider("models")


def known(provider: str) -> Provider:
    return KNOWN.get(provider, _UNKNOWN)


def url_of(endpoint: ModelEndpoint, provider: str) -> str | None:
    """Return the configured address, or None for the provider's default."""
    variable = known(provider).url_variable
    return endpoint.base_url or (os.environ.get(variable) if variable else None) or None


def langchain_model(endpoint: ModelEndpoint, provider: str, name: str, budgets: Budgets, setting: str) -> BaseChatModel:
    """Return the chat model. Raises SettingsError if a package or a key is missing, or an argument is wrong."""
    about = known(provider)
    try:
        from langchain.chat_models import init_chat_model
    except ImportError:
        raise _missing(setting, endpoint, provider) from None
    given: dict[str, Any] = {**endpoint.options}
    if endpoint.temperature is not None:
        given["temperature"] = endpoint.temperature
    if url := url_of(endpoint, provider):
        given["base_url"] = url
    if key := _key(endpoint, about, setting):
        given["api_key"] = key
    limits = {
        "timeout": ceil(budgets.seconds_per_model_call),
        "max_retries": about.no_retries,
        "disable_streaming": True,
    }
    try:
        model: BaseChatModel = _made(init_chat_model, name, provider, given, limits)
    except ImportError:
        raise _missing(setting, endpoint, provider) from None
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, detail['loc'])) or 'model'}: {detail['msg']}"
            for detail in error.errors(include_input=False)
        )
        shown = wrong.replace(key.get_secret_value(), "…") if key else wrong
        raise SettingsError(f"{setting}: {endpoint.model} cannot be used: {shown[:300]}") from None
    except Exception as error:  # each provider's class raises its own error for missing credentials
        if "Unsupported" in str(error) and provider in str(error):
            raise SettingsError(
                f"{setting}: unknown provider {provider}; use {', '.join(PROVIDERS)}, or one of LangChain's (docs/models.md)"
            ) from None
        raise SettingsError(
            f"{setting}: {endpoint.model} cannot be used ({type(error).__name__}); give its key and region as its LangChain "
            "package requires, in the environment or as api_key and options"
        ) from None
    try:
        about.guard(model)
    except AttributeError:  # this version of the package keeps its clients in other attributes
        log.warning(
            "%s: the HTTP clients of this version of its package have no bounds but the deadline", endpoint.model
        )
    return model


def _made(init: Any, name: str, provider: str, given: dict[str, Any], limits: dict[str, Any]) -> Any:
    """Return the model with the usual limits, or without those that its class does not know. The deadline limits each
    call in any case."""
    try:
        return init(name, model_provider=provider, **given, **limits)
    except ValidationError as error:
        unknown = {
            detail["loc"][0] for detail in error.errors(include_input=False) if detail["type"] == "extra_forbidden"
        }
        if not unknown & limits.keys():
            raise
        return init(name, model_provider=provider, **given, **{k: v for k, v in limits.items() if k not in unknown})


def _key(endpoint: ModelEndpoint, about: Provider, setting: str) -> SecretStr | None:
    if endpoint.api_key is not None:
        return endpoint.api_key
    found = next((os.environ[key] for key in about.keys if os.environ.get(key)), None)
    if about.keys and not found:
        raise SettingsError(
            f"{setting}: {endpoint.model} has no API key; set {setting}.api_key or the environment variable {about.keys[0]}"
        )
    return SecretStr(found) if found else None


def _missing(setting: str, endpoint: ModelEndpoint, provider: str) -> SettingsError:
    extra = known(provider).extra
    more = "" if provider in KNOWN else f" langchain-{provider.replace('_', '-')}"
    return SettingsError(
        f"{setting}: {endpoint.model} needs a package that is not installed; run `pip install 'pincite[{extra}]'{more}`"
    )
