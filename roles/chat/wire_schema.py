"""A pydantic model as the JSON schema that endpoints accept: every key required, none beside them, no titles, defaults and docstrings."""

import hashlib
import json
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

JsonSchema = dict[str, Any]
_LEFT_OUT = {"title", "description", "default", "examples", "minLength", "maxLength", "uniqueItems"}
"""What strict modes refuse, and what is for readers of the code: the prompt explains the fields. The value is validated here in any case."""


@lru_cache(maxsize=64)
def wire_schema(model: type[BaseModel]) -> JsonSchema:
    """The schema of `model` for an endpoint's strict mode, which wants each property required and no defaults."""
    return _closed(model.model_json_schema())


def _closed(schema: JsonSchema) -> JsonSchema:
    kept: JsonSchema = {}
    for key, value in schema.items():
        if key in _LEFT_OUT:
            continue
        if key in {"properties", "$defs"}:
            kept[key] = {name: _closed(one) for name, one in value.items()}
        elif key in {"anyOf", "oneOf", "allOf", "prefixItems"}:
            kept[key] = [_closed(one) for one in value]
        elif key == "items" and isinstance(value, dict):
            kept[key] = _closed(value)
        else:
            kept[key] = value
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept


@lru_cache(maxsize=64)
def written_schema(model: type[BaseModel]) -> str:
    """The schema as one line of JSON, for a prompt. Properties keep their order: a reason stands before its verdict."""
    return json.dumps(wire_schema(model), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def schema_sha256(model: type[BaseModel]) -> str:
    return hashlib.sha256(written_schema(model).encode()).hexdigest()
