"""A speaker against a real endpoint on loopback, through a real client: what it takes for an answer, and what it does with faults."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from model_server import HANGS, Answer, ModelServer, model_server, status
from pydantic import SecretStr

from pincite.errors import BudgetExceeded, ModelError
from pincite.evidence.model.frozen import Frozen
from pincite.evidence.report.evidence_report import Usage
from pincite.model_settings import Method, ModelEndpoint
from pincite.prompts.prompt import Prompt
from pincite.roles.llm.providers import speaker_for, speaker_of
from pincite.roles.model_call import transient
from pincite.roles.model_call.meter import Meter, metered
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Budgets

KEY = "sk-do-not-tell-anyone"
PROMPT = Prompt(role="critic", system="Judge.", user="Is the rent stated? SECRET CLAUSE SEVEN", sha256="0" * 64)


class Verdict(Frozen):
    stated: bool
    passages: tuple[str, ...] = ()


RIGHT = '{"stated": true, "passages": ["p1"]}'
OTHER = '{"stated": false, "passages": []}'


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)


def speaker(server: ModelServer, method: Method = "json_schema", **budgets: Any) -> Speaker:
    endpoint = ModelEndpoint(model="openai:model-a", base_url=server.url, api_key=SecretStr(KEY), method=method)
    return speaker_for(endpoint, Budgets(**budgets))


def meter(seconds_left: float = 60, used: Usage | None = None, **budgets: Any) -> Meter:
    return Meter(stage="critique", used=used or Usage(), budgets=Budgets(**budgets), seconds_left=seconds_left)


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Any:
    """Both ways to ask; they must not differ in anything."""

    def run(configured: Speaker, **given: Any) -> Verdict:
        if request.param == "sync":
            return configured.ask(PROMPT, Verdict, **given)
        return asyncio.run(configured.aask(PROMPT, Verdict, **given))

    return run


@pytest.mark.spec("USE-5")
@pytest.mark.parametrize(
    ("method", "answer", "sent"),
    [
        ("json_schema", Answer(RIGHT), "json_schema"),
        ("function_calling", Answer(None, tool_arguments=RIGHT, finish_reason="tool_calls"), None),
        ("json_object", Answer(RIGHT), "json_object"),
        ("json_mode", Answer(RIGHT), "json_object"),
        ("prompt", Answer(RIGHT), None),
    ],
)
def test_each_method_sends_the_schema_its_own_way(
    server: ModelServer, ask: Any, method: Method, answer: Answer, sent: str | None
) -> None:
    server.script(answer)
    assert ask(speaker(server, method)) == Verdict(stated=True, passages=("p1",))
    body = server.requests[0].body
    assert (body.get("response_format") or {}).get("type") == sent
    assert '"passages"' in json.dumps(body).replace('\\"', '"')
    assert bool(body.get("tools")) is (method == "function_calling")


@pytest.mark.spec("CRI-10")
@pytest.mark.parametrize(
    "said",
    [
        f"```json\n{RIGHT}\n```",
        f"<think>It says {{rent}} somewhere.</think>\n{RIGHT}",
        f"Let me see, the rent is there.</think>{RIGHT}",
        f"Here is my verdict:\n\n{RIGHT}\n\nI hope this helps.",
        f"\n\n  {RIGHT}  \n",
    ],
)
def test_reasoning_fences_and_prose_around_one_object_are_passed_over(server: ModelServer, ask: Any, said: str) -> None:
    server.script(Answer(said))
    assert ask(speaker(server)).stated
    assert len(server.requests) == 1


UNFIT = {
    "invalid": (Answer('{"stated": yes}'), "invalid or cut"),
    "truncated": (Answer('{"stated": true, "passages": ["p1"'), "invalid or cut"),
    "truncated after a whole inner object": (Answer('{"all": {"stated": true, "passages": []}, "x": ['), "invalid"),
    "a key twice": (Answer('{"stated": false, "stated": true, "passages": []}'), "occurs twice"),
    "two objects": (Answer(f"{OTHER}\n{RIGHT}"), "more than one JSON object"),
    "a list": (Answer(f"[{RIGHT}]"), "it is a list"),
    "another schema": (Answer('{"approved": true}'), "stated: Field required"),
    "a wrong type": (Answer('{"stated": [1], "passages": []}'), "stated: Input should be"),
    "an unknown key": (Answer('{"stated": true, "passages": [], "also": 1}'), "also: Extra inputs"),
    "prose": (Answer("The rent is stated."), "has no JSON object"),
    "empty": (Answer(""), "it is empty"),
    "null": (Answer(None), "it is empty"),
    "NaN": (Answer('{"stated": NaN, "passages": []}'), "NaN is not a JSON value"),
    "cut": (Answer('{"stated": true, "passa', finish_reason="length"), "cut at the output limit"),
    "longer than any model's answer": (Answer(RIGHT + " " * 600_000), "cut at the output limit"),
    "misfits without number": (Answer('{"stated": true, "passages": [' + "1," * 100_000 + "1]}"), "100,001 places"),
    "cut, though whole": (Answer(RIGHT, finish_reason="length"), "cut at the output limit"),
}


@pytest.mark.spec("CRI-10")
@pytest.mark.parametrize("kind", UNFIT)
def test_an_answer_that_does_not_fit_is_quoted_back_once(server: ModelServer, ask: Any, kind: str) -> None:
    answer, reason = UNFIT[kind]
    server.script(answer, Answer(RIGHT))
    assert ask(speaker(server)).stated
    first, second = server.requests
    assert not first.mends
    assert second.mends
    assert reason in second.texts[-1]


@pytest.mark.spec("CRI-10")
@pytest.mark.parametrize("kind", UNFIT)
def test_an_answer_that_fits_the_second_time_neither_is_none(server: ModelServer, ask: Any, kind: str) -> None:
    server.script(UNFIT[kind][0])
    with pytest.raises(ModelError, match="no usable answer, also when asked to correct it"):
        ask(speaker(server))
    assert len(server.requests) == 2


@pytest.mark.spec("CRI-9")
@pytest.mark.parametrize("unit", ["<think>", "</think>", "<think><reasoning>"])
def test_reading_an_answer_does_not_outlast_the_runs_time(server: ModelServer, ask: Any, unit: str) -> None:
    server.script(Answer(unit * (450_000 // len(unit))))
    began = time.process_time()
    with metered(meter(seconds_left=60)), pytest.raises(ModelError):
        ask(speaker(server))
    assert time.process_time() - began < 5


def test_a_function_call_that_is_none_is_no_answer(server: ModelServer, ask: Any) -> None:
    server.script(Answer(None, tool_arguments="", finish_reason="tool_calls"), Answer(None, finish_reason="tool_calls"))
    with pytest.raises(ModelError):
        ask(speaker(server, "function_calling"))
    server.script(Answer(None, tool_arguments='{"stated": true, "passages": ["p1"', finish_reason="tool_calls"))
    with pytest.raises(ModelError):
        ask(speaker(server, "function_calling"))
    twice = '{"stated": false, "stated": true, "passages": []}'
    server.script(Answer(None, tool_arguments=twice, finish_reason="tool_calls"))
    with pytest.raises(ModelError):
        ask(speaker(server, "function_calling"))


@pytest.mark.parametrize(
    "refusal", [Answer(None, refusal="I cannot help."), Answer("", finish_reason="content_filter")]
)
def test_a_refusal_is_not_argued_with(server: ModelServer, ask: Any, refusal: Answer) -> None:
    server.script(refusal)
    with pytest.raises(ModelError, match="refused to answer"):
        ask(speaker(server))
    assert len(server.requests) == 1


def test_what_the_caller_objects_to_is_quoted_back_once(server: ModelServer, ask: Any) -> None:
    def check(verdict: Verdict) -> str | None:
        return None if verdict.passages == ("p2",) else f"there is no passage {', '.join(verdict.passages)}"

    server.script(Answer(RIGHT), Answer('{"stated": true, "passages": ["p2"]}'))
    assert ask(speaker(server), check=check).passages == ("p2",)
    assert "there is no passage p1" in server.requests[1].texts[-1]
    server.script(Answer(RIGHT))
    with pytest.raises(ModelError):
        ask(speaker(server), check=check)


@pytest.mark.spec("REL-1")
@pytest.mark.parametrize(
    "fault",
    [
        status(429),
        status(429, retry_after="0"),
        status(500),
        status(502),
        status(503),
        Answer(RIGHT, reset_after=40),
        Answer(RIGHT, reset_after=0),
        Answer(RIGHT, wait=30),
    ],
    ids=["429", "429 with Retry-After", "500", "502", "503", "reset mid-body", "reset", "hang"],
)
def test_a_transient_fault_is_tried_again(server: ModelServer, ask: Any, fault: Answer) -> None:
    server.script(fault, Answer(RIGHT))
    used = meter(seconds_per_model_call=0.4)
    with metered(used):
        assert ask(speaker(server)).stated
    assert len(server.requests) == 2
    assert used.usage().model_calls == 1


@pytest.mark.spec("REL-1")
@pytest.mark.parametrize(
    ("fault", "told", "requests"),
    [
        (status(500), "HTTP 500", 3),
        (status(429), "HTTP 429", 3),
        (status(429, error_code="insufficient_quota"), "no quota or credit left", 1),
        (status(401, says=f"Incorrect API key provided: {KEY}"), "HTTP 401", 1),
        (status(404, error_code="model_not_found"), "has no model named model-a", 1),
        (status(400, says="SECRET CLAUSE SEVEN"), "HTTP 400", 1),
        (Answer(body="<html>Bad gateway</html>"), "does not answer as a chat endpoint", 1),
        (Answer(body='{"choices": []}'), "does not answer as a chat endpoint", 1),
        (Answer(body="null"), "does not answer as a chat endpoint", 1),
    ],
)
def test_what_stays_broken_is_an_error_that_names_the_model_and_tells_no_secret(
    server: ModelServer, ask: Any, fault: Answer, told: str, requests: int, caplog: pytest.LogCaptureFixture
) -> None:
    server.script(fault)
    with caplog.at_level(logging.DEBUG, "pincite"), pytest.raises(ModelError, match=told) as raised:
        ask(speaker(server))
    assert "model-a" in str(raised.value) or "127.0.0.1" in str(raised.value)
    assert len(server.requests) == requests
    for secret in (KEY, "SECRET CLAUSE SEVEN"):
        assert secret not in str(raised.value)
        assert secret not in caplog.text
    assert raised.value.__suppress_context__


@pytest.mark.spec("REL-1", "CRI-9")
@pytest.mark.parametrize(
    "fault",
    [Answer(RIGHT, wait=HANGS), Answer(RIGHT, drip=2), status(429, retry_after="3600"), status(503, retry_after="600")],
    ids=["hang", "slow drip", "429 that asks for an hour", "503 that asks for ten minutes"],
)
def test_nothing_outlasts_the_run(server: ModelServer, ask: Any, fault: Answer) -> None:
    server.script(fault)
    with metered(meter(seconds_left=0.3)), pytest.raises((BudgetExceeded, ModelError)):
        ask(speaker(server))


@pytest.mark.spec("CRI-9")
def test_time_that_ends_while_a_model_is_asked_is_distinguished_from_a_model_that_fails(
    server: ModelServer, ask: Any
) -> None:
    server.script(Answer(RIGHT, wait=HANGS))
    with metered(meter(seconds_left=0.3)), pytest.raises(BudgetExceeded) as raised:
        ask(speaker(server))
    assert raised.value.stop_reason == "time_exhausted"


@pytest.mark.spec("CRI-9")
def test_budgets_count_calls_and_tokens_and_stop_before_the_next_call(server: ModelServer, ask: Any) -> None:
    server.script(Answer("no"), Answer(RIGHT))
    used = meter(model_calls=3)
    with metered(used):
        ask(speaker(server))
    usage = used.usage()
    assert (usage.model_calls, usage.input_tokens, usage.output_tokens) == (2, 200, 40)
    assert usage.stages[0].stage == "critique"
    server.script(Answer("no"))
    with metered(meter(used=usage, model_calls=3)), pytest.raises(BudgetExceeded, match="3 model calls"):
        ask(speaker(server))
    assert len(server.requests) == 3
    spent = Usage(input_tokens=900, output_tokens=100)
    with metered(meter(used=spent, tokens=1_000)), pytest.raises(BudgetExceeded, match="1,000 tokens"):
        ask(speaker(server))
    assert len(server.requests) == 3


def test_prompts_are_asked_at_the_same_time_and_keep_their_errors_apart(server: ModelServer) -> None:
    both = threading.Barrier(2)  # neither is answered before the other is asked

    def answer(request: Any) -> Answer:
        return status(400) if "broken" in request.texts[-1] else Answer(RIGHT, before=both.wait)

    server.answerer = answer
    prompts = [PROMPT.model_copy(update={"user": text}) for text in ("one", "broken", "three")]
    used = meter()
    for asked in (
        lambda model: model.ask_all(prompts, Verdict),
        lambda model: asyncio.run(model.aask_all(prompts, Verdict)),
    ):
        with metered(used):
            first, second, third = asked(speaker(server))
        assert first == third == Verdict(stated=True, passages=("p1",))
        assert isinstance(second, ModelError)
    assert used.usage().model_calls == 6


@pytest.mark.spec("CFG-3")
def test_a_speaker_shows_its_name_and_no_key(server: ModelServer) -> None:
    configured = speaker(server)
    for shown in (repr(configured), str(configured), repr(configured.model), f"{vars(configured)}"):
        assert KEY not in shown


@pytest.mark.spec("CRI-9")
def test_an_answer_out_of_a_cache_counts_no_tokens(server: ModelServer) -> None:
    from langchain_core.caches import InMemoryCache
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(
        model="model-a", base_url=server.url, api_key=SecretStr(KEY), max_retries=0, cache=InMemoryCache()
    )
    server.script(Answer(RIGHT))
    used = meter()
    with metered(used):
        assert speaker_of(model).ask(PROMPT, Verdict) == speaker_of(model).ask(PROMPT, Verdict)
    assert len(server.requests) == 1
    assert used.usage().input_tokens == 100
