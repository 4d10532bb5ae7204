"""An endpoint that speaks Anthropic's Messages API, on the same loopback server as the OpenAI-compatible one."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from model_server import Answer, Request


def as_chat(request: Request) -> Request:
    """The request as the OpenAI API would have it, for answerers that read that."""
    body = request.body
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    asked = [schema["title"]] if schema else [tool["name"] for tool in body.get("tools", ())]
    tools = [{"function": {"name": name}} for name in asked]
    system = body.get("system", "")
    said = [{"role": "system", "content": system if isinstance(system, str) else system[0]["text"]}]
    said += [{"role": turn["role"], "content": _text(turn["content"])} for turn in body["messages"]]
    return Request({"model": body["model"], "messages": said, "tools": tools})


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def message(arguments: str, tool: str, *, stop_reason: str = "end_turn", cached: int = 0) -> Answer:
    """A message that calls `tool`, or, where it has no name, that says the text. 100 input tokens beside the cached ones, 20 output."""
    block: dict[str, Any] = {"type": "text", "text": arguments}
    if tool:
        block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": json.loads(arguments)}
    usage = {
        "input_tokens": 100,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": 20,
    }
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-a",
        "content": [{"type": "text", "text": "I will answer."}, block] if tool else [block],
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": usage,
    }
    return Answer(body=json.dumps(body))


def failure(status: int, kind: str, says: str) -> Answer:
    return replace(
        Answer(), status=status, body=json.dumps({"type": "error", "error": {"type": kind, "message": says}})
    )


def speaking(right: Callable[[Request], str], *, cached: int = 0) -> Callable[[Request], Answer]:
    """An answerer of Anthropic's API from one that gives the JSON of an answer."""

    def answer(request: Request) -> Answer:
        asked = as_chat(request)
        return message(right(asked), asked.schema_name if request.body.get("tools") else "", cached=cached)

    return answer
