"""A chat model that gives its replies in order, for agents in tests."""

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field


class ScriptedModel(BaseChatModel):
    replies: list[AIMessage]
    asked: list[list[BaseMessage]] = Field(default_factory=list)
    """What each call was given."""

    def bind_tools(self, tools: Any, **_: Any) -> "ScriptedModel":
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.asked.append(messages)
        reply = self.replies[len(self.asked) - 1].model_copy()  # the graph gives each message an id of its own
        return ChatResult(generations=[ChatGeneration(message=reply)])

    @property
    def _llm_type(self) -> str:
        return "scripted"


def scripted(*replies: str | list[Any] | AIMessage) -> ScriptedModel:
    return ScriptedModel(replies=[reply if isinstance(reply, AIMessage) else AIMessage(reply) for reply in replies])


def calls(name: str, arguments: Sequence[dict[str, Any]] = ({},)) -> AIMessage:
    """A reply that calls one tool, once for each arguments."""
    made = [{"name": name, "args": args, "id": f"{name}-{place}"} for place, args in enumerate(arguments)]
    return AIMessage("", tool_calls=made)  # type: ignore[arg-type]
