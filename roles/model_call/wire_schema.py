"""Converts a pydantic model to the JSON schema that endpoints accept. Every key is required, and no other key is
allowed. Titles, defaults and descriptions are left out."""

import hashlib
import json
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

JsonSchema = dict[str, Any]
_LEFT_OUT = {"title", "description", "default", "examples", "minLength", "maxLength", "uniqueItems"}
"""Keywords that are left out: strict modes refuse them, or they only document the code. The prompt explains the fields,
and pincite validates the values itself."""


@lru_cache(maxsize=64)
def wire_schema(model: type[BaseModel]) -> JsonSchema:
    """Return the schema of `model` for the strict mode of an endpoint: every property is required, and none has a
    default."""
    return _closed(model.model_json_schema())


def _closed(schema: JsonSchema) -> JsonSchema:
    kept: JsonSchema = {}
    for key, value in schema.items():
        if key in _LEFT_OUT:
            continue
        if key in {"properties", "$defs"}:
            kept[key] = {name: _closed(part) for name, part in value.items()}
        elif key in {"anyOf", "oneOf", "allOf", "prefixItems"}:
            kept[key] = [_closed(part) for part in value]
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
    """Return the schema as one line of JSON for a prompt. Properties keep their order, so a reason comes before its
    verdict."""
    return json.dumps(wire_schema(model), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def schema_sha256(model: type[BaseModel]) -> str:
    return hashlib.sha256(written_schema(model).encode()).hexdigest()
