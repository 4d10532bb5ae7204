"""All errors that pincite raises. Each message states what happened, what it concerns, and what to do."""

from typing import Literal


class PinciteError(Exception):
    """The base of all errors raised by pincite."""


class SettingsError(PinciteError, ValueError):
    """A setting or an argument is wrong. Nothing was run."""


class IngestError(PinciteError):
    """A file could not be ingested. The message states why."""


class StoreError(PinciteError):
    """The knowledge base is missing, locked, damaged, or made by an incompatible version."""


class StoreUnavailable(StoreError):
    """A server of the knowledge base cannot be reached now. The same call may succeed later."""


class ClaimLost(StoreError):
    """This worker's claim on a document (its exclusive right to ingest it) has expired, and another worker ingests the
    document. Nothing was written."""


class ReportError(PinciteError):
    """A report cannot be read. It is not a report, is damaged, or has a schema version that this version of pincite
    does not know."""


class AuditInputError(PinciteError, ValueError):
    """The answer or the chunks given to an audit cannot be audited. Nothing was judged."""


class ModelError(PinciteError):
    """A model call failed. `retryable`: whether the same call may succeed later."""

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class BudgetExceeded(PinciteError):
    """A budget of the run is used up. `stop_reason`: the report's name for this."""

    def __init__(
        self, message: str, *, stop_reason: Literal["budget_exhausted", "time_exhausted"] = "budget_exhausted"
    ) -> None:
        super().__init__(message)
        self.stop_reason: Literal["budget_exhausted", "time_exhausted"] = stop_reason


class Busy(PinciteError):
    """This process accepts no further run now. `retry_after`: the seconds after which the caller may try again."""

    def __init__(
        self, message: str, *, retry_after: int = 5
    ) -> None:  # without the default, an exception cannot be unpickled from another process
        super().__init__(message)
        self.retry_after = retry_after


class ReplayMismatch(PinciteError):
    """A replayed run made a model call that the recording does not contain."""
