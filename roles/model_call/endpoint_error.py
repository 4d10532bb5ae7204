"""The error that is raised when a model call returns no answer."""

from typing import Self

from ...errors import ModelError
from ...evidence.model.model_fault import ModelFault
from .fault_words import cause_in_words, remedy_in_words


class EndpointError(ModelError):
    """A model call got no answer. `fault` is the cause, with what a user needs to fix it. The message states cause and
    remedy."""

    def __init__(self, message: str, *, retryable: bool = False, fault: ModelFault | None = None) -> None:
        super().__init__(message, retryable=retryable)
        self.fault = fault

    @classmethod
    def of(cls, fault: ModelFault, *, retryable: bool) -> Self:
        message = f"{fault.role}: {cause_in_words(fault)} {remedy_in_words(fault)}"
        return cls(message, retryable=retryable, fault=fault)


def fault_of(error: BaseException) -> ModelFault | None:
    return error.fault if isinstance(error, EndpointError) else None
