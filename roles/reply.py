"""What came back from a chat model, whatever form its provider gives it."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from ..evidence.frozen import Frozen

RAW_ARGUMENTS = "pincite_arguments"
"""Where our own clients keep the text of a function call's arguments on the message."""
Ending = Literal["whole", "cut", "refused"]
"""cut: the output limit came before the end. refused: the model, or a filter before it, would not answer."""


class Reply(Frozen):
    """One answer of a model. Tokens are as the endpoint counts them; 0 where it does not, and for an answer out of a cache."""

    text: str
    ending: Ending = "whole"
    input_tokens: int = 0
    output_tokens: int = 0


def read_reply(message: BaseMessage) -> Reply:
    """The answer in a LangChain message: the call's arguments when the model called the function, else its text."""
    usage = dict(getattr(message, "usage_metadata", None) or {})
    cached = "total_cost" in usage  # LangChain's cache sets it to 0 on a hit, and leaves the tokens of the first call
    return Reply(
        text=_arguments(message) or _text(message),
        ending=_ending(message),
        input_tokens=0 if cached else int(usage.get("input_tokens") or 0),
        output_tokens=0 if cached else int(usage.get("output_tokens") or 0),
    )


def reply_in_error(error: Exception) -> Reply | None:
    """The openai package raises when an answer with a schema was cut or filtered; what came is in the error."""
    endings: dict[str, Ending] = {"LengthFinishReasonError": "cut", "ContentFilterFinishReasonError": "refused"}
    ending = endings.get(type(error).__name__)
    if ending is None:
        return None
    completion = getattr(error, "completion", None)
    usage = getattr(completion, "usage", None)
    choices = getattr(completion, "choices", None) or []
    return Reply(
        text=(choices[0].message.content or "") if choices else "",
        ending=ending,
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
    )


def _text(message: BaseMessage) -> str:
    """The text of a content that is a string or a list of blocks. Reasoning blocks are not part of the answer."""
    if isinstance(message.content, str):
        return message.content
    blocks: list[str | dict[Any, Any]] = list(message.content)
    return "".join(
        one if isinstance(one, str) else str(one.get("text") or "")
        for one in blocks
        if isinstance(one, str) or one.get("type") in {"text", "output_text"}
    )


def _arguments(message: BaseMessage) -> str:
    if not isinstance(message, AIMessage):
        return ""
    if isinstance(raw := message.additional_kwargs.get(RAW_ARGUMENTS), str):
        return raw
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    return ""


def _ending(message: BaseMessage) -> Ending:
    about: Mapping[str, Any] = message.response_metadata
    reason = str(about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason") or "").casefold()
    if message.additional_kwargs.get("refusal") or reason in {"content_filter", "refusal", "safety"}:
        return "refused"
    return "cut" if reason in {"length", "max_tokens"} else "whole"
