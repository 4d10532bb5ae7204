"""The cause for which a model's endpoint gave no answer, and what a person needs to know to fix it."""

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
    """The model as the provenance names it: `provider:model@place`."""
    role: str
    """The role that called the model."""
    status: int | None = Field(default=None, exclude_if=is_none)
    """The HTTP status of the response, if there was one."""
    detail: str = Field(default="", exclude_if=lambda text: not text)
    """The client's message. The server's message is never included: it may repeat the key or the prompt."""
    setting: str = Field(default="", exclude_if=lambda text: not text)
    """The setting that names the model, such as `models.generator`. Empty for a model created in code."""
    variable: str = Field(default="", exclude_if=lambda text: not text)
    """The environment variable that contains the key."""

    @property
    def name(self) -> str:
        """The model's name, without provider and place."""
        return self.model.rpartition("@")[0].partition(":")[2] or self.model

    @property
    def place(self) -> str:
        """The host and path of the endpoint, or the provider's name."""
        return self.model.rpartition("@")[2]
