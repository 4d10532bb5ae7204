"""What an endpoint may make this process read, against a real server on loopback."""

import asyncio
import gzip
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from model_server import Answer, completion
from pydantic import SecretStr

from pincite.errors import ModelError
from pincite.evidence.model.frozen import Frozen
from pincite.model_settings import ModelEndpoint
from pincite.prompts.prompt import Prompt
from pincite.roles.llm.providers import speaker_for
from pincite.roles.model_call.http_clients import BODY_BYTES
from pincite.settings import Budgets

PROMPT = Prompt(role="critic", system="Judge.", user="Is the rent stated?", sha256="0" * 64)
MEGABYTE = b" " * 1_000_000
RIGHT = completion(Answer('{"stated": true}')).encode()


class Verdict(Frozen):
    stated: bool


class Endpoint:
    """Answers every POST with one response: a status, headers and the parts of a body."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests = 0
        self.encoding_accepted = ""
        self.status, self.headers = 200, {}  # type: int, dict[str, str]
        self.parts: Callable[[], Iterator[bytes]] = lambda: iter(())

    def says(self, *parts: bytes, times: int = 1, status: int = 200, **headers: str) -> None:
        self.status, self.headers = status, {name.replace("_", "-"): value for name, value in headers.items()}
        self.parts = lambda: (part for _ in range(times) for part in parts)


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            here.requests += 1
            here.encoding_accepted = self.headers.get("Accept-Encoding", "")
            self.send_response(here.status)
            for name, value in {"Content-Type": "application/json", **here.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for part in here.parts():
                    self.wfile.write(part)
            except OSError:
                return

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        here = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield here
        server.shutdown()
        thread.join()


@pytest.fixture
def server() -> Iterator[Endpoint]:
    with endpoint() as running:
        yield running


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest, server: Endpoint) -> Any:
    def run() -> Verdict:
        chosen = ModelEndpoint(model="openai:model-a", base_url=server.url, api_key=SecretStr("key"))
        speaker = speaker_for(chosen, Budgets())
        return speaker.ask(PROMPT, Verdict) if request.param == "sync" else asyncio.run(speaker.aask(PROMPT, Verdict))

    return run


@contextmanager
def memory_below(most: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


@pytest.mark.spec("REL-3")
def test_a_body_without_end_is_left_after_the_limit(server: Endpoint, ask: Any) -> None:
    server.says(MEGABYTE, times=2_000)
    with memory_below(6 * BODY_BYTES), pytest.raises(ModelError, match=f"more than {BODY_BYTES:,} bytes"):
        ask()
    assert server.requests == 1


def test_a_body_that_says_it_is_larger_is_not_read(server: Endpoint, ask: Any) -> None:
    server.says(MEGABYTE, Content_Length="2000000000")
    with memory_below(BODY_BYTES), pytest.raises(ModelError, match="more than"):
        ask()


def test_the_error_text_of_a_failed_request_is_bounded_too(server: Endpoint, ask: Any) -> None:
    server.says(MEGABYTE, times=100, status=400)
    with pytest.raises(ModelError, match="more than"):
        ask()


@cache
def bomb() -> bytes:
    """Unpacks to 100 megabytes."""
    return gzip.compress(MEGABYTE * 100, compresslevel=1)


@pytest.mark.spec("REL-3")
def test_a_compressed_body_is_measured_as_it_unpacks(server: Endpoint, ask: Any) -> None:
    server.says(bomb(), Content_Encoding="gzip")
    with memory_below(80_000_000), pytest.raises(ModelError, match="more than"):
        ask()


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "zstd", "deflate"])
def test_another_encoding_than_the_one_asked_for_is_refused(server: Endpoint, ask: Any, encoding: str) -> None:
    server.says(gzip.compress(gzip.compress(RIGHT)), Content_Encoding=encoding)
    with pytest.raises(ModelError, match="only gzip is accepted"):
        ask()
    assert server.requests == 1


def test_a_compressed_answer_is_read(server: Endpoint, ask: Any) -> None:
    server.says(gzip.compress(RIGHT), Content_Encoding="gzip")
    assert ask().stated
    assert server.encoding_accepted == "gzip"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_the_prompt_goes_to_no_other_host(server: Endpoint, ask: Any, status: int) -> None:
    with endpoint() as other:
        other.says(RIGHT)
        server.says(status=status, Location=f"{other.url}/chat/completions")
        with pytest.raises(ModelError, match="redirect, and redirects are not followed"):
            ask()
    assert (server.requests, other.requests) == (1, 0)
