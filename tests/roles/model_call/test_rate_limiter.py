"""One process's way to an endpoint: so many calls at a time, in turn, and quiet when the endpoint asks for it (SPEC REL-1)."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from model_server import Answer, ModelServer, Request, model_server, status
from pydantic import BaseModel

from pincite.errors import ModelError
from pincite.model_settings import ModelEndpoint
from pincite.prompts.prompt import Prompt
from pincite.roles.llm.providers import speaker_for
from pincite.roles.model_call.rate_limiter import RateLimiter, rate_limiter_for
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Budgets


class Fruit(BaseModel):
    name: str


PROMPT = Prompt(role="analyst", system="Name a fruit.", user="Which?", sha256="0" * 64)
PEAR = Answer(content='{"name": "pear"}')


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as opened:
        yield opened


def speaker(server: ModelServer, at_once: int) -> Speaker:
    endpoint = ModelEndpoint(model="openai:model-a", base_url=server.url)
    return speaker_for(endpoint, Budgets(), calls_at_once=at_once)


class Throttling:
    """Answers so many at a time, after a moment; of more it says 429, and for how long to be quiet."""

    def __init__(self, server: ModelServer, limit: int, retry_after: str) -> None:
        self.limit, self.retry_after = limit, retry_after
        self.inside = self.most = self.refused = 0
        self.quiet_until = 0.0
        self.asked_in_quiet = 0
        self._lock = threading.Lock()
        server.answerer = self

    def __call__(self, request: Request) -> Answer:
        with self._lock:
            now = time.monotonic()
            self.asked_in_quiet += now < self.quiet_until
            if self.inside >= self.limit:
                self.refused += 1
                self.quiet_until = max(self.quiet_until, now + float(self.retry_after) - 0.05)
                return status(429, retry_after=self.retry_after)
            self.inside += 1
            self.most = max(self.most, self.inside)
        return Answer(content=PEAR.content, wait=0.1, before=self._out)

    def _out(self) -> None:
        with self._lock:
            self.inside -= 1


def test_graphs_of_one_process_share_the_gate_to_an_endpoint(server: ModelServer) -> None:
    assert speaker(server, 3).limiter is speaker(server, 3).limiter
    assert rate_limiter_for("openai:a@host", 3) is not rate_limiter_for("openai:b@host", 3)


@pytest.mark.spec("REL-1", "REL-5")
@pytest.mark.parametrize("way", ["threads", "tasks"])
def test_no_more_calls_are_under_way_than_allowed_and_all_are_answered(server: ModelServer, way: str) -> None:
    throttling, limited = Throttling(server, limit=4, retry_after="1"), speaker(server, 4)
    if way == "threads":
        with ThreadPoolExecutor(24) as pool:
            said = list(pool.map(lambda _: limited.ask(PROMPT, Fruit), range(24)))
    else:

        async def all_at_once() -> list[Fruit]:
            return list(await asyncio.gather(*(limited.aask(PROMPT, Fruit) for _ in range(24))))

        said = asyncio.run(all_at_once())
    assert [fruit.name for fruit in said] == ["pear"] * 24
    assert throttling.most <= 4
    assert throttling.refused == 0


@pytest.mark.slow
@pytest.mark.spec("REL-1")
def test_after_a_throttled_call_everybody_is_quiet_for_as_long_as_asked_and_then_all_are_answered(
    server: ModelServer,
) -> None:
    throttling, limited = Throttling(server, limit=3, retry_after="0.6"), speaker(server, 8)

    async def all_at_once() -> list[Fruit]:
        return list(await asyncio.gather(*(limited.aask(PROMPT, Fruit) for _ in range(20))))

    said = asyncio.run(all_at_once())
    assert [fruit.name for fruit in said] == ["pear"] * 20
    assert throttling.refused  # the limit was found out
    assert throttling.asked_in_quiet <= 8  # those that were on their way when the first was refused
    assert throttling.refused <= 16  # and not each of the twenty again and again


@pytest.mark.spec("REL-1")
def test_quiet_that_is_longer_than_the_time_there_is_ends_the_wait_at_once() -> None:
    limiter = RateLimiter("openai:a@host", 2)
    limiter.pause(30)
    with (
        pytest.raises(ModelError, match=r"openai:a@host asked for 30 seconds without calls, which is longer") as told,
        limiter.place(5),
    ):
        pass
    assert told.value.retryable


def test_a_place_that_does_not_come_in_time_is_reported_and_given_back() -> None:
    limiter = RateLimiter("openai:a@host", 1)

    async def late() -> None:
        async with limiter.aplace(0.1):
            pass

    with limiter.place(1):
        with pytest.raises(ModelError, match="calls_at_once"), limiter.place(0.1):
            pass
        with pytest.raises(ModelError, match="calls_at_once"):
            asyncio.run(late())
    assert limiter.waiting == 0
    with limiter.place(1):
        pass


def test_a_task_that_is_cancelled_while_it_waits_or_inside_leaves_its_place() -> None:
    limiter = RateLimiter("openai:a@host", 1)

    async def held(seconds: float) -> None:
        async with limiter.aplace(10):
            await asyncio.sleep(seconds)

    async def cancelled() -> None:
        inside, waiting = asyncio.create_task(held(10)), asyncio.create_task(held(10))
        while not limiter.waiting:
            await asyncio.sleep(0)
        for task in (waiting, inside):
            task.cancel()
        await asyncio.gather(inside, waiting, return_exceptions=True)
        await held(0)

    asyncio.run(cancelled())
    assert limiter.waiting == 0
