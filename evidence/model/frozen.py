"""The base of every value that passes between rooms: frozen, and closed to unknown fields."""

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
        """A value is checked when it is made, here as well. LangGraph loads with this what a checkpoint holds and the class refuses: the
        state of another version would come back as a value that lacks fields. Raises pydantic's ValidationError."""
        return cls.model_validate(values)


def is_none(value: Any) -> bool:
    """For `exclude_if`: what only few values have is left out of the others' JSON, whose hashes so stay what they were."""
    return value is None


def is_empty(value: Any) -> bool:
    """For `exclude_if`, as `is_none`: an empty tuple, or False."""
    return not value


def _of_parts(given: Any) -> Any:
    if isinstance(given, list | tuple) and len(given) == 3 and all(type(part) is int for part in given):
        return date(*given)
    return given


Day = Annotated[date, BeforeValidator(_of_parts)]
"""A date of a value that a run's state holds. It also reads [2026, 5, 15]: LangGraph's server shows a stored date so, and a state edited
there comes back so."""
