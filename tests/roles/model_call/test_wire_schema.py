"""The schema that goes over the wire is one that strict endpoints accept."""

import json
from typing import Any, Literal

from pydantic import Field

from pincite.evidence.model.frozen import Frozen
from pincite.roles.model_call.wire_schema import wire_schema


class Inner(Frozen):
    title: str = Field(default="none", min_length=1)
    """A property that is called like a keyword."""
    kind: Literal["a", "b"] | None = None


class Outer(Frozen):
    """What is asked."""

    default: int = Field(default=3, ge=0)
    items: tuple[Inner, ...] = ()


def objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" else []
    return here + [found for item in schema.values() for found in objects(item)]


def test_every_key_is_required_and_no_other_is_allowed() -> None:
    found = objects(wire_schema(Outer))
    assert len(found) == 2
    for schema in found:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


def test_keywords_go_and_properties_of_the_same_name_stay() -> None:
    schema = wire_schema(Outer)
    assert list(schema["properties"]) == ["default", "items"]
    assert list(schema["$defs"]["Inner"]["properties"]) == ["title", "kind"]
    text = json.dumps(schema)
    for keyword in ('"description": "', '"title": "', '"default": 3', "minLength"):
        assert keyword not in text
