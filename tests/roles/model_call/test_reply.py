"""Messages as each provider's LangChain package gives them, read as one kind of reply."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from pincite.roles.model_call.reply import Reply, read_reply

ARGUMENTS = {"stated": True}
CALL = {"name": "Verdict", "args": ARGUMENTS, "id": "call_1", "type": "tool_call"}


def usage(**details: int) -> Any:
    counted: dict[str, Any] = {"input_tokens": 140, "output_tokens": 20, "total_tokens": 160}
    return {**counted, "input_token_details": details} if details else counted


def made(content: Any = "", **more: Any) -> AIMessage:
    return AIMessage(content=content, **more)


OPENAI = made(json.dumps(ARGUMENTS), usage_metadata=usage(cache_read=40), response_metadata={"finish_reason": "stop"})
ANTHROPIC = made(
    [
        {"type": "text", "text": "I will answer."},
        {"type": "tool_use", "id": "t", "name": "Verdict", "input": ARGUMENTS},
    ],
    tool_calls=[CALL],
    usage_metadata=usage(cache_read=40, cache_creation=0, ephemeral_5m_input_tokens=0),
    response_metadata={"stop_reason": "tool_use"},
)
GOOGLE = made(
    [{"type": "thinking", "thinking": "Hm {"}, {"type": "text", "text": json.dumps(ARGUMENTS)}],
    usage_metadata={**usage(cache_read=40), "output_token_details": {"reasoning": 12}},
    response_metadata={"finish_reason": "STOP", "prompt_feedback": {"block_reason": 0}},
)
MISTRAL = made(
    tool_calls=[CALL], usage_metadata=usage(cache_read=40), response_metadata={"finish_reason": "tool_calls"}
)
BEDROCK = made(tool_calls=[CALL], usage_metadata=usage(cache_read=40), response_metadata={"stopReason": "tool_use"})
OLLAMA = made(json.dumps(ARGUMENTS), usage_metadata=usage(cache_read=40), response_metadata={"done_reason": "stop"})


@pytest.mark.spec("ECO-3", "CST-2")
@pytest.mark.parametrize("message", [OPENAI, ANTHROPIC, GOOGLE, MISTRAL, BEDROCK, OLLAMA])
def test_answer_and_tokens_are_read_from_every_providers_message(message: AIMessage) -> None:
    reply = read_reply(message)
    assert json.loads(reply.text) == ARGUMENTS
    assert reply.ending == "whole"
    assert (reply.input_tokens, reply.cached_tokens, reply.output_tokens) == (140, 40, 20)


def test_a_provider_that_counts_nothing_gives_zeros() -> None:
    assert read_reply(made("{}")) == Reply(text="{}")
    assert read_reply(made("{}", usage_metadata=usage())).cached_tokens == 0


@pytest.mark.parametrize(
    ("about", "ending"),
    [
        ({"finish_reason": "length"}, "cut"),
        ({"stop_reason": "max_tokens"}, "cut"),
        ({"finish_reason": "MAX_TOKENS"}, "cut"),
        ({"stopReason": "max_tokens"}, "cut"),
        ({"finish_reason": "model_length"}, "cut"),
        ({"done_reason": "length"}, "cut"),
        ({"finish_reason": "content_filter"}, "refused"),
        ({"stop_reason": "refusal"}, "refused"),
        ({"finish_reason": "SAFETY"}, "refused"),
        ({"finish_reason": "PROHIBITED_CONTENT"}, "refused"),
        ({"stopReason": "guardrail_intervened"}, "refused"),
        ({"prompt_feedback": {"block_reason": "PROHIBITED_CONTENT"}}, "refused"),
    ],
)
def test_why_an_answer_ended_is_read_from_every_providers_word_for_it(about: dict[str, Any], ending: str) -> None:
    assert read_reply(made(response_metadata=about)).ending == ending
