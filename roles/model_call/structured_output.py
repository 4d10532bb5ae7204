"""Binds a chat model to a JSON schema, by the method that its endpoint supports, and returns its raw message."""

from typing import Any

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import BaseModel

from ...errors import SettingsError
from ...model_settings import Method
from .wire_schema import wire_schema

Bound = Runnable[LanguageModelInput, BaseMessage]


def bound_to(model: BaseChatModel, schema: type[BaseModel], method: Method, *, strict: bool) -> Bound:
    """Return the model bound to the schema. With `json_mode` and `prompt` the prompt itself contains the schema.

    Raises SettingsError for a method that the provider does not support.
    """
    if method == "prompt":
        return model
    if is_openai_like(model):
        return _openai(model, schema, method, strict)
    if method == "json_object":
        raise SettingsError("method json_object: only OpenAI-compatible endpoints have it; see docs/models.md")
    if method == "function_calling":
        return _function(model, schema)
    named = {"title": schema.__name__, "description": _DESCRIPTION, **wire_schema(schema)}
    try:
        structured = model.with_structured_output(named, method=method, include_raw=True)
    except (ValueError, TypeError, NotImplementedError) as error:
        raise SettingsError(f"method {method}: {type(model).__name__} does not support it") from error
    return structured | RunnableLambda(_raw)


def is_openai_like(model: BaseChatModel) -> bool:
    """Return whether the class of the model uses OpenAI's chat format, and so accepts `response_format`."""
    return "BaseChatOpenAI" in {cls.__name__ for cls in type(model).__mro__}


_DESCRIPTION = "Give the answer."


def _raw(read: Any) -> BaseMessage:
    """Return the raw message. The value that LangChain parsed from it is not used, since LangChain parses leniently."""
    raw: BaseMessage = read["raw"]
    return raw


def _function(model: BaseChatModel, schema: type[BaseModel]) -> Bound:
    name = schema.__name__
    function = {"name": name, "description": _DESCRIPTION, "parameters": wire_schema(schema)}
    return model.bind_tools([{"type": "function", "function": function}], tool_choice=name)


def _openai(model: BaseChatModel, schema: type[BaseModel], method: Method, strict: bool) -> Bound:
    """Bind by `response_format` directly, since LangChain's own binding would parse the answer leniently."""
    wire = wire_schema(schema)
    form: dict[str, Any]
    if method == "function_calling":
        return _function(model, schema)
    if method == "json_schema":
        form = {"type": "json_schema", "json_schema": {"name": schema.__name__, "schema": wire, "strict": strict}}
    elif method == "json_object":
        form = {"type": "json_object", "schema": wire}
    else:
        form = {"type": "json_object"}
    return model.bind(response_format=form)
