"""Chat models made in code play the roles as those of the settings do."""

import json
from pathlib import Path
from typing import Any

import pytest
from good_model import QUESTION, SENTENCE, TEXTS, right
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from model_server import Request

from pincite.graph.build import build_graph
from pincite.model_settings import Models
from pincite.roles.llm.on_models import roles_on
from pincite.stores.kb.knowledge_base import KnowledgeBase


class Scripted(BaseChatModel):
    """A chat model of no provider: it is called through `bind_tools`, as most are."""

    model_name: str
    calls_tools: bool = False
    """Whether it answers as Anthropic's and Google's models do: by a call of the tool, with counted tokens."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self.bind(tools=tools)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        said = [{"role": "user", "content": message.content} for message in messages]
        answer = right(Request({"messages": said, "tools": kwargs["tools"]}))
        message = AIMessage(content=answer)
        if self.calls_tools:
            name = kwargs["tools"][0]["function"]["name"]
            message = AIMessage(
                content=[{"type": "text", "text": "Here it is."}],
                tool_calls=[{"name": name, "args": json.loads(answer), "id": "call_1"}],
                usage_metadata={
                    "input_tokens": 140,
                    "output_tokens": 20,
                    "total_tokens": 160,
                    "input_token_details": {"cache_read": 40},
                },
            )
        return ChatResult(generations=[ChatGeneration(message=message)])


@pytest.mark.spec("USE-5", "ECO-3", "CST-2")
def test_a_model_that_answers_by_tool_calls_plays_and_its_tokens_are_counted(tmp_path: Path) -> None:
    models = Models(calibration_file=tmp_path / "calibrations.json")
    writer, judge = (Scripted(model_name=name, calls_tools=True) for name in ("writer", "judge"))
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest_texts(TEXTS).ok
        graph = build_graph(kb, roles=roles_on(writer, judge, models=models))
        report = graph.invoke({"question": QUESTION, "as_of": "2026-05-15"})["report"]
    assert report.sufficient
    assert [
        (model.model, model.model_calls, model.input_tokens, model.cached_tokens) for model in report.usage.models
    ] == [
        ("scripted:writer@code", 3, 420, 120),
        ("scripted:judge@code", 1, 140, 40),
    ]


@pytest.mark.spec("USE-5", "CRI-14")
def test_any_chat_model_may_play_and_counts_by_its_own_name(tmp_path: Path) -> None:
    models = Models(calibration_file=tmp_path / "calibrations.json")
    roles = roles_on(Scripted(model_name="writer"), Scripted(model_name="judge"), models=models)
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest_texts(TEXTS).ok
        report = build_graph(kb, roles=roles).invoke({"question": QUESTION, "as_of": "2026-05-15"})["report"]
    assert report.provenance.models["generator"] == "scripted:writer@code"
    assert report.provenance.models["critic"] == "scripted:judge@code"
    assert report.sufficient
    assert [sentence.text for sentence in report.sentences] == [SENTENCE]
    assert report.usage.model_calls == 4
