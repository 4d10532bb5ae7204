"""Every error pincite raises. Each message says what happened, to which thing, and what to do."""

from typing import Literal


class PinciteError(Exception):
    """The base of all errors raised by pincite."""


class SettingsError(PinciteError, ValueError):
    """A setting or argument is wrong; nothing has been run."""


class IngestError(PinciteError):
    """A file could not be ingested."""


class StoreError(PinciteError):
    """The knowledge base is missing, locked, damaged, or made by an incompatible version."""


class StoreUnavailable(StoreError):
    """A server of the knowledge base cannot be reached at present; the same call may succeed later."""


class ClaimLost(StoreError):
    """Another worker is ingesting the document, since this one's claim had expired; nothing was written."""


class ReportError(PinciteError):
    """A report cannot be read: it is no report, broken, or of a schema version this pincite does not know."""


class AuditInputError(PinciteError, ValueError):
    """The answer or the chunks given to an audit cannot be audited; nothing has been judged."""


class ModelError(PinciteError):
    """A model call failed. `retryable` tells whether the same call may succeed later."""

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class BudgetExceeded(PinciteError):
    """A budget of the run is used up. `stop_reason` is what the report calls it."""

    def __init__(
        self, message: str, *, stop_reason: Literal["budget_exhausted", "time_exhausted"] = "budget_exhausted"
    ) -> None:
        super().__init__(message)
        self.stop_reason: Literal["budget_exhausted", "time_exhausted"] = stop_reason


class Busy(PinciteError):
    """This process takes no further run now. `retry_after`: seconds after which one may ask again."""

    def __init__(
        self, message: str, *, retry_after: int = 5
    ) -> None:  # without the default it does not come back from a process
        super().__init__(message)
        self.retry_after = retry_after


class ReplayMismatch(PinciteError):
    """A replayed run asked for something the recording does not hold."""
