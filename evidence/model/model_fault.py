"""Why a model's endpoint gave no answer: the cause, and what a person needs to know to fix it."""

from typing import Literal

from pydantic import Field

from .frozen import Frozen, is_none

Cause = Literal[
    "key_refused",  # 401
    "access_denied",  # 403: the key is valid but lacks the permission
    "model_unknown",  # the endpoint has no such model
    "quota",  # the account's credit or quota is used up
    "rate_limit",  # too many requests, also after several tries
    "unreachable",  # no server at the address, or the connection breaks
    "not_an_endpoint",  # a web page, or another service
    "context_too_long",  # the request does not fit the model's context
    "request_refused",  # any other refusal of the request, such as an unsupported structured-output method
    "response_refused",  # the client rejects the response: a redirect, too large, another encoding
    "server_error",  # 5xx, also after several tries
    "timeout",  # no answer in time
    "failed",  # any other cause; `detail` contains the name of the error
]


class ModelFault(Frozen):
    cause: Cause
    model: str
    """As in the provenance: `provider:model@place`."""
    role: str
    """The role that called the model."""
    status: int | None = Field(default=None, exclude_if=is_none)
    """The HTTP status."""
    detail: str = Field(default="", exclude_if=lambda text: not text)
    """The client's message. The server's message is never included: it may repeat the key or the prompt."""
    setting: str = Field(default="", exclude_if=lambda text: not text)
    """The setting that names the model, such as `models.generator`. Empty for a model created in code."""
    variable: str = Field(default="", exclude_if=lambda text: not text)
    """The environment variable that contains the key."""

    @property
    def name(self) -> str:
        """Returns the model's name."""
        return self.model.rpartition("@")[0].partition(":")[2] or self.model

    @property
    def place(self) -> str:
        """Returns the host and path of the endpoint, or the provider's name."""
        return self.model.rpartition("@")[2]
