"""The base class of all values that sub-packages exchange. They are immutable and reject unknown fields."""

from datetime import date
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict


class Frozen(BaseModel):
    """An immutable value. Unknown fields are an error, so a misspelt field cannot vanish silently."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def model_construct(  # type: ignore[override]  # the plugin of mypy writes a narrower one over it
        cls, _fields_set: set[str] | None = None, **values: Any
    ) -> Self:
        """Validate the value like the constructor does.

        LangGraph calls this method when the constructor rejects a value from a checkpoint. Without validation, a state
        of another version would become a value with missing fields. Raises pydantic's ValidationError.
        """
        return cls.model_validate(values)


def is_none(value: Any) -> bool:
    """Return whether the value is None. For `exclude_if`: the JSON omits a rarely used field, so hashes of values
    without it do not change.

    Example: `is_none(None)` gives `True`, and `is_none("")` gives `False`.
    """
    return value is None


def is_empty(value: Any) -> bool:
    """Return whether the value is empty, such as an empty tuple or False. For `exclude_if`, like `is_none`.

    Example: `is_empty(())` gives `True`, and `is_empty("a")` gives `False`.
    """
    return not value


def _of_parts(given: Any) -> Any:
    if isinstance(given, list | tuple) and len(given) == 3 and all(type(part) is int for part in given):
        return date(*given)
    return given


Day = Annotated[date, BeforeValidator(_of_parts)]
"""A date in a run's state. It also accepts [2026, 5, 15]: LangGraph's server displays a stored date in this form and
returns it in this form after an edit."""
