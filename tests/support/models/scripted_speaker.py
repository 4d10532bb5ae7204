"""A speaker whose chat model answers from a list. Everything but the model is the real thing."""

import json
from typing import Any

from langchain_core.messages import BaseMessage
from simulated_model import SimulatedModel

from pincite.roles.model_call.speaker import Speaker


class Scripted(SimulatedModel):
    answers: list[str]
    heard: list[list[BaseMessage]]

    def reply(self, messages: list[BaseMessage]) -> str:
        self.heard.append(messages)
        return self.answers.pop(0)


def speaker(*answers: Any, name: str = "m") -> tuple[Speaker, Scripted]:
    model = Scripted(
        answers=[answer if isinstance(answer, str) else json.dumps(answer) for answer in answers], heard=[]
    )
    return Speaker(model, f"scripted:{name}@code", method="prompt"), model
