"""The answer of a chat model, in one form for all providers."""

import json
from collections.abc import Mapping
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import Field

from ...evidence.model.frozen import Frozen, is_empty

RAW_ARGUMENTS = "pincite_arguments"
"""The key under which pincite's clients keep the raw arguments of a function call in the message."""
ANSWER_CHARS = 500_000
"""The maximum number of characters of an answer, with its reasoning, that are parsed: about 125,000 tokens, the limit
of the largest models. The rest is dropped and the answer counts as cut, so that parsing an endless answer cannot exceed
the run's time."""
_REASONS = ("finish_reason", "stop_reason", "stopReason", "done_reason")
"""The providers' names for the reason why an answer ended: OpenAI, Google and Mistral; Anthropic; Bedrock; Ollama."""
_CUT = frozenset({"length", "max_tokens", "model_length", "model_context_window_exceeded"})
_REFUSED = frozenset(
    {"content_filter", "refusal", "safety", "blocklist", "prohibited_content", "recitation", "spii"}
    | {"guardrail_intervened", "content_filtered"}
)
Ending = Literal["whole", "cut", "refused"]
"""Why an answer ended. `whole`: it is complete. `cut`: it reached the output limit of the endpoint, or `ANSWER_CHARS`.
`refused`: the model, or a filter before it, did not answer."""


class Reply(Frozen):
    """An answer of a model. Token counts come from the endpoint; they are 0 if it gives none, and for an answer from
    LangChain's cache."""

    text: str
    ending: Ending = "whole"
    input_tokens: int = 0
    cached_tokens: int = Field(default=0, exclude_if=is_empty)
    """The input tokens that the provider read from its prompt cache."""
    output_tokens: int = 0


def read_reply(message: BaseMessage) -> Reply:
    """Return the answer in a LangChain message: the arguments if the model called the function, else the text."""
    usage = dict(getattr(message, "usage_metadata", None) or {})
    if "total_cost" in usage:  # LangChain's cache sets it to 0 on a hit, and leaves the tokens of the first call
        usage = {}
    details = usage.get("input_token_details") or {}
    return _capped(
        _arguments(message) or _text(message),
        _ending(message),
        input_tokens=int(usage.get("input_tokens") or 0),
        cached_tokens=int(details.get("cache_read") or 0),
        output_tokens=int(usage.get("output_tokens") or 0),
    )


def reply_in_error(error: Exception) -> Reply | None:
    """Return the partial answer in an error: the openai package raises if an answer with a schema was cut or
    filtered."""
    endings: dict[str, Ending] = {"LengthFinishReasonError": "cut", "ContentFilterFinishReasonError": "refused"}
    ending = endings.get(type(error).__name__)
    if ending is None:
        return None
    completion = getattr(error, "completion", None)
    usage = getattr(completion, "usage", None)
    details = getattr(usage, "prompt_tokens_details", None)
    choices = getattr(completion, "choices", None) or []
    return _capped(
        (choices[0].message.content or "") if choices else "",
        ending,
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        cached_tokens=getattr(details, "cached_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
    )


def _capped(text: str, ending: Ending, *, input_tokens: int, cached_tokens: int, output_tokens: int) -> Reply:
    cut = len(text) > ANSWER_CHARS and ending == "whole"
    return Reply(
        text=text[:ANSWER_CHARS],
        ending="cut" if cut else ending,
        input_tokens=input_tokens,
        cached_tokens=cached_tokens,
        output_tokens=output_tokens,
    )


def _text(message: BaseMessage) -> str:
    """Return the text of a content that is a string or a list of blocks. Reasoning blocks are not part of the
    answer."""
    if isinstance(message.content, str):
        return message.content
    blocks: list[str | dict[Any, Any]] = list(message.content)
    return "".join(
        block if isinstance(block, str) else str(block.get("text") or "")
        for block in blocks
        if isinstance(block, str) or block.get("type") in {"text", "output_text"}
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
    reason = str(next((about[key] for key in _REASONS if about.get(key)), "")).casefold()
    blocked = (about.get("prompt_feedback") or {}).get("block_reason")  # from Google, for a prompt without an answer
    if message.additional_kwargs.get("refusal") or reason in _REFUSED or (blocked and not message.content):
        return "refused"
    return "cut" if reason in _CUT else "whole"
