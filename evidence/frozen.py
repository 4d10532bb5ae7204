"""The base of every value that passes between rooms: frozen, and closed to unknown fields."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable value. Unknown fields are an error, so a misspelt field cannot vanish silently."""

    model_config = ConfigDict(frozen=True, extra="forbid")
