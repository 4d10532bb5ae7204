"""Why a model's endpoint gave no answer: the cause, and what a person needs to know to remove it."""

from typing import Literal

from pydantic import Field

from .frozen import Frozen, is_none

Cause = Literal[
    "key_refused",  # 401
    "access_denied",  # 403: the key is known, and may not do this
    "model_unknown",  # the endpoint has no such model
    "quota",  # the account's credit or quota is used up
    "rate_limit",  # too many requests, also after several tries
    "unreachable",  # nobody at the address, or the connection breaks
    "not_an_endpoint",  # a web page, or another service
    "context_too_long",  # the request does not fit the model's context
    "request_refused",  # any other refusal of the request, such as an unsupported structured-output method
    "response_refused",  # the response is not read: a redirect, too large, another encoding
    "server_error",  # 5xx, also after several tries
    "timeout",  # no answer in time
    "failed",  # anything else; `detail` has the name of the error
]


class ModelFault(Frozen):
    cause: Cause
    model: str
    """As in the provenance: `provider:model@place`."""
    role: str
    """The role that asked."""
    status: int | None = Field(default=None, exclude_if=is_none)
    """Of HTTP."""
    detail: str = Field(default="", exclude_if=lambda text: not text)
    """What the client says, never what the server does: that may echo the key or the prompt."""
    setting: str = Field(default="", exclude_if=lambda text: not text)
    """Where the model is set, such as `models.generator`; empty for a model made in code."""
    variable: str = Field(default="", exclude_if=lambda text: not text)
    """The environment variable that the key is read from."""

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.rpartition("@")[0].partition(":")[2] or self.model

    @property
    def place(self) -> str:
        """Host and path of the endpoint, or the provider's name."""
        return self.model.rpartition("@")[2]
