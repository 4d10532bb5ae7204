"""What came back from a chat model, whatever form its provider gives it."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from ...evidence.model.frozen import Frozen

RAW_ARGUMENTS = "pincite_arguments"
"""Where our own clients keep the text of a function call's arguments on the message."""
ANSWER_CHARS = 500_000
"""Longest answer that is read, reasoning included: about 125,000 tokens, what the largest models write at most. The rest is dropped and
the answer counts as cut, so that a runaway model cannot outlast the run's time while its answer is parsed."""
Ending = Literal["whole", "cut", "refused"]
"""cut: the output limit, the endpoint's or `ANSWER_CHARS`, came before the end. refused: the model, or a filter before it, would not answer."""


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
    said = _arguments(message) or _text(message)
    return _capped(
        said,
        _ending(message),
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
    return _capped(
        (choices[0].message.content or "") if choices else "",
        ending,
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
    )


def _capped(text: str, ending: Ending, *, input_tokens: int, output_tokens: int) -> Reply:
    cut = len(text) > ANSWER_CHARS and ending == "whole"
    return Reply(
        text=text[:ANSWER_CHARS],
        ending="cut" if cut else ending,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
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
