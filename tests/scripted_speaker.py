"""A speaker whose chat model answers from a list. Everything but the model is the real thing."""

import json
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from pincite.roles.chat.speaker import Speaker


class Scripted(BaseChatModel):
    answers: list[str]
    heard: list[list[BaseMessage]]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.heard.append(messages)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=self.answers.pop(0)))])


def speaker(*answers: Any, name: str = "m") -> tuple[Speaker, Scripted]:
    model = Scripted(
        answers=[answer if isinstance(answer, str) else json.dumps(answer) for answer in answers], heard=[]
    )
    return Speaker(model, f"scripted:{name}@code", method="prompt"), model
