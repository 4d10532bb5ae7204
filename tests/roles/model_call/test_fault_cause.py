"""What providers' clients raise, and the cause that is read off it."""

from typing import Any

import pytest
from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelRateLimitError,
    ModelTimeoutError,
)

from pincite.evidence.model.model_fault import Cause, ModelFault
from pincite.roles.model_call.fault_cause import cause_of, status_of
from pincite.roles.model_call.fault_words import cause_in_words, remedy_in_words
from pincite.roles.model_call.transient import is_transient

pytestmark = pytest.mark.spec("REL-1")


class Raised(Exception):
    """An error with a status and a body, as the clients of OpenAI, Anthropic and Mistral raise it."""

    def __init__(self, status: int, body: Any = None, code: str | None = None) -> None:
        super().__init__(f"Error code: {status}")
        self.status_code, self.body, self.code = status, body, code


class BotoError(Exception):
    """As `botocore.exceptions.ClientError`."""

    def __init__(self, status: int, code: str, said: str) -> None:
        super().__init__(said)
        self.response = {"Error": {"Code": code, "Message": said}, "ResponseMetadata": {"HTTPStatusCode": status}}


def wrapped(error: Exception) -> Exception:
    outer = RuntimeError("it failed")
    outer.__cause__ = error
    return outer


def named(name: str) -> Exception:
    return type(name, (Exception,), {})()


@pytest.mark.parametrize(
    ("error", "cause", "transient"),
    [
        (Raised(401), "key_refused", False),
        (Raised(400, {"error": {"message": "API key not valid. Please pass a valid API key."}}), "key_refused", False),
        (Raised(403), "access_denied", False),
        (Raised(404, code="model_not_found"), "model_unknown", False),
        (Raised(404, {"message": 'model "gpt-x" not found, try pulling it first'}), "model_unknown", False),
        (Raised(404, {"error": {"code": "DeploymentNotFound"}}), "model_unknown", False),
        (Raised(400, {"message": "Invalid model: gpt-x", "type": "invalid_model"}), "model_unknown", False),
        (Raised(404, {"detail": "Not Found"}), "not_an_endpoint", False),
        (Raised(404, "<html>gpt-xl is elsewhere</html>"), "not_an_endpoint", False),
        (Raised(405), "not_an_endpoint", False),
        (Raised(402), "quota", False),
        (Raised(429, code="insufficient_quota"), "quota", False),
        (Raised(429), "rate_limit", True),
        (Raised(400, code="context_length_exceeded"), "context_too_long", False),
        (Raised(400, {"message": "This model's maximum context length is 8192 tokens"}), "context_too_long", False),
        (Raised(413), "context_too_long", False),
        (Raised(400), "request_refused", False),
        (Raised(422), "request_refused", False),
        (Raised(503), "server_error", True),
        (Raised(529), "server_error", True),
        (wrapped(Raised(401)), "key_refused", False),
        (BotoError(429, "ThrottlingException", "Too many requests"), "rate_limit", True),
        (BotoError(400, "ValidationException", "The provided model identifier is invalid."), "model_unknown", False),
        (BotoError(403, "UnrecognizedClientException", "The security token is invalid"), "access_denied", False),
        (ContextOverflowError(), "context_too_long", False),
        (ModelAuthenticationError(), "key_refused", False),
        (ModelRateLimitError(), "rate_limit", True),
        (ModelAPIError(), "server_error", True),
        (ModelConnectionError(), "unreachable", True),
        (ModelTimeoutError(), "timeout", True),
        (TimeoutError(), "timeout", True),
        (ConnectionRefusedError(), "unreachable", True),
        (named("APIConnectionError"), "unreachable", True),
        (named("NoCredentialsError"), "key_refused", False),
        (AttributeError("'str' object has no attribute 'choices'"), "not_an_endpoint", False),
        (RuntimeError("odd"), "failed", False),
    ],
)
def test_each_failure_has_its_cause_and_is_tried_again_only_if_it_may_pass(
    error: Exception, cause: Cause, transient: bool
) -> None:
    assert cause_of(error, "gpt-x") == cause
    assert is_transient(error) is transient


def test_the_status_is_found_wherever_a_client_keeps_it() -> None:
    assert status_of(wrapped(BotoError(503, "x", "y"))) == 503
    assert status_of(RuntimeError()) is None


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("cause", Cause.__args__)  # type: ignore[attr-defined]
def test_every_cause_has_its_words_and_its_remedy_in_every_language(cause: Cause, language: Any) -> None:
    made = {"cause": cause, "model": "openai:gpt-x@api.example", "role": "critic", "status": 400, "detail": "Odd"}
    configured = ModelFault(**made, setting="models.critic", variable="OPENAI_API_KEY")
    said = f"{cause_in_words(configured, language)} {remedy_in_words(configured, language)}"
    assert "{" not in said
    assert "api.example" in said or "gpt-x" in said
    in_code = remedy_in_words(ModelFault(**made), language)
    assert "models.critic" not in in_code
    assert "{" not in in_code
    assert ".api_key" not in in_code


def test_a_key_that_is_refused_is_reported_with_the_setting_and_the_variable() -> None:
    fault = ModelFault(
        cause="key_refused",
        model="openai:gpt-x@api.openai.com",
        role="analyst",
        status=401,
        setting="models.generator",
        variable="OPENAI_API_KEY",
    )
    assert cause_in_words(fault) == "The endpoint api.openai.com refused the key for gpt-x (HTTP 401)."
    assert remedy_in_words(fault) == (
        "Set models.generator.api_key, or the environment variable OPENAI_API_KEY, to a key that is valid there."
    )
    assert "the provider's own credentials" in remedy_in_words(fault.model_copy(update={"variable": ""}))
