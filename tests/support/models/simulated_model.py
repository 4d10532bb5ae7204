"""A chat model in code. Everything but the model is the real thing."""

from abc import abstractmethod
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult


class SimulatedModel(BaseChatModel):
    """A subclass answers the messages of a call with a text."""

    @abstractmethod
    def reply(self, messages: list[BaseMessage]) -> str:
        """Return the text of the answer."""

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=self.reply(messages)))])

    @property
    def _llm_type(self) -> str:
        return "simulated"
