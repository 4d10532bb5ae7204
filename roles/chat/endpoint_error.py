"""The error of a model call to which the endpoint gave no answer."""

from typing import Self

from ...errors import ModelError
from ...evidence.model.model_fault import ModelFault
from .fault_words import cause_in_words, remedy_in_words


class EndpointError(ModelError):
    """`fault`: the cause, and what a person needs to know to remove it; the message says both in words."""

    def __init__(self, message: str, *, retryable: bool = False, fault: ModelFault | None = None) -> None:
        super().__init__(message, retryable=retryable)
        self.fault = fault

    @classmethod
    def of(cls, fault: ModelFault, *, retryable: bool) -> Self:
        said = f"{fault.role}: {cause_in_words(fault)} {remedy_in_words(fault)}"
        return cls(said, retryable=retryable, fault=fault)


def fault_of(error: BaseException) -> ModelFault | None:
    return error.fault if isinstance(error, EndpointError) else None
