"""Types of fields that a model may leave empty. Their schema asks for an empty text, which is shorter than a union with
null. Null is accepted too."""

from pydantic.json_schema import SkipJsonSchema

from ...prompts.fence import ItemId

OptionalText = str | SkipJsonSchema[None]
OptionalId = ItemId | SkipJsonSchema[None]
