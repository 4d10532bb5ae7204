"""Finds the cause of an error of a model's client, for every provider.

It checks the type of the exception, the HTTP status, the server's short codes, and whether the server's text names the
model or contains one of a few codes. It keeps none of that text, since it may contain the key or the prompt.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelNotFoundError,
    ModelPermissionDeniedError,
    ModelRateLimitError,
    ModelTimeoutError,
)

from ...evidence.model.model_fault import Cause
from .http_clients import ResponseRefused

_OF_TYPES: tuple[tuple[type[Exception], Cause], ...] = (
    (ModelAuthenticationError, "key_refused"),
    (ModelPermissionDeniedError, "access_denied"),
    (ModelNotFoundError, "model_unknown"),
    (ModelRateLimitError, "rate_limit"),
    (ModelTimeoutError, "timeout"),
    (ModelConnectionError, "unreachable"),
    (ModelAPIError, "server_error"),
)
CONNECTION = frozenset(
    {
        "APIConnectionError",
        "TransportError",
        "ConnectError",
        "ReadError",
        "RemoteProtocolError",
        "EndpointConnectionError",
    }
)
_TIMEOUT = frozenset({"APITimeoutError", "TimeoutException", "ReadTimeoutError", "ConnectTimeoutError"})
_UNREADABLE = frozenset({"APIResponseValidationError", "JSONDecodeError", "UnknownApiResponseError"})
_UNSIGNED = frozenset(
    {"NoCredentialsError", "PartialCredentialsError", "CredentialRetrievalError", "DefaultCredentialsError"}
)
_KEY = (
    "api_key_invalid",
    "api key not valid",
    "invalid_api_key",
    "incorrect api key",
    "unrecognizedclient",
    "expiredtoken",
)
_QUOTA = (
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_error",
    "insufficient balance",
    "insufficient credits",
    "credit balance is too low",
)
_NO_MODEL = ("model_not_found", "deploymentnotfound", "invalid_model", "model identifier is invalid")
"""The codes of OpenAI, Azure, Mistral and Bedrock; the last two come with a 400."""
_CONTEXT = (
    *("context_length_exceeded", "contextwindowexceeded", "prompt is too long", "maximum context length"),
    *("exceed_context_size", "exceeds the available context", "input is too long"),
)
"""The codes of OpenAI, LiteLLM, Anthropic, vLLM, llama.cpp and Bedrock."""


def cause_of(error: BaseException, model: str) -> Cause:
    """Return the cause of an error of a call to `model`. A 404 whose text names the model means an unknown model; any
    other 404 means a wrong address."""
    if was_refused(error):
        return "response_refused"
    if isinstance(error, ContextOverflowError):
        return "context_too_long"
    names = {cls.__name__ for raised in _chain(error) for cls in type(raised).__mro__}
    if isinstance(error, TimeoutError) or _TIMEOUT & names:
        return "timeout"
    if (status := status_of(error)) is not None:
        return _of_status(status, _server_text(error), model)
    if isinstance(error, ConnectionError) or CONNECTION & names:
        return "unreachable"
    for kind, cause in _OF_TYPES:
        if isinstance(error, kind):
            return cause
    if _UNSIGNED & names:
        return "key_refused"
    if _UNREADABLE & names or isinstance(error, AttributeError | TypeError | LookupError | json.JSONDecodeError):
        return "not_an_endpoint"  # the client could not parse the response
    return "failed"


def _of_status(status: int, text: str, model: str) -> Cause:
    if any(code in text for code in _QUOTA) or status == 402:
        return "quota"
    if status == 401 or any(code in text for code in _KEY):
        return "key_refused"
    if any(code in text for code in _CONTEXT) or status == 413:
        return "context_too_long"
    if status == 403:
        return "access_denied"
    if status in {400, 404} and any(code in text for code in _NO_MODEL):
        return "model_unknown"
    if status == 404:
        named = re.search(rf"(?<![\w./-]){re.escape(model.casefold())}(?![\w/-])", text)
        return "model_unknown" if named else "not_an_endpoint"
    if status in {405, 501} or status < 400:
        return "not_an_endpoint"
    if status == 429:
        return "rate_limit"
    if status == 408:
        return "timeout"
    return "server_error" if status >= 500 else "request_refused"


def was_refused(error: BaseException) -> ResponseRefused | None:
    """Return the `ResponseRefused` that caused the error, if pincite's HTTP client raised one; else None."""
    return next((raised for raised in _chain(error) if isinstance(raised, ResponseRefused)), None)


def for_good(error: BaseException) -> bool:
    """Return whether a retry cannot help although the HTTP status is transient, because the quota of the account is
    used up."""
    return any(code in _server_text(error) for code in _QUOTA)


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of an error, or None. Providers' packages store it in different attributes."""
    for raised in _chain(error):
        response = getattr(raised, "response", None)
        aws = (
            response.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(response, dict) else None
        )  # boto3
        google = getattr(raised, "code", None) if type(raised).__module__.startswith("google.") else None
        for status in (getattr(raised, "status_code", None), getattr(response, "status_code", None), aws, google):
            if isinstance(status, int):
                return status
    return None


def _server_text(error: BaseException) -> str:
    """Return everything the server wrote in the error, in lower case, to search it for codes."""
    said: list[str] = []
    for raised in _chain(error):
        for value in (
            getattr(raised, "code", ""),
            getattr(raised, "body", ""),
            getattr(raised, "details", ""),
            str(raised),
        ):
            said.append(value if isinstance(value, str) else json.dumps(value, default=str))
    return " ".join(said).casefold()


def _chain(error: BaseException) -> Iterator[Any]:
    """Yield the error, then each error that caused it. Providers' packages wrap the errors of their HTTP clients."""
    seen: list[BaseException] = []
    raised: BaseException | None = error
    while raised is not None and raised not in seen and len(seen) < 8:
        seen.append(raised)
        yield raised
        raised = raised.__cause__
