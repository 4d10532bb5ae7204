"""A simulated chat model on this machine, to measure the overhead of pincite. It answers by a script after a fixed
time, and counts calls and tokens. Its answers have the schemas of the roles."""

import json
import re
import socket
import struct
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, NamedTuple

Answerer = Callable[[str, str], dict[str, Any] | str]
"""A function that returns the answer to a request. It gets the name of the requested schema (or "") and the first user
message, which stays the same in a request to correct an answer."""

_FENCED = re.compile(
    r"<<<(?P<id>[A-Z]\d+) (?P<code>[0-9a-f]{8})\n(?:(?:[^\n]*\n)*?text:\n)?(?P<text>.*?)\n(?P=id) (?P=code)>>>",
    re.DOTALL,
)
CACHED_FROM = 1024
"""The shortest start of a request that is cached, in tokens: that of OpenAI's prompt cache."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Spent(NamedTuple):
    """The calls, tokens and seconds that the simulated model has used. Tokens are words and punctuation marks of
    messages and of the requested schema. `instructions`: the tokens of system messages and schemas. `cached`: the
    tokens at the start of a request that its model has read in the latest request with the same schema, if they are at
    least `CACHED_FROM`."""

    calls: int = 0
    input_tokens: int = 0
    instructions: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cached: int = 0

    def plus(self, other: "Spent") -> "Spent":
        return Spent(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.instructions + other.instructions,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
            self.cached + other.cached,
        )


Fault = Literal["429", "500", "broken", "malformed", "hang"]
"""How a call fails.

- `429`: refused, with the request to try again later
- `500`: refused
- `broken`: the connection closes midway
- `malformed`: the answer is not JSON
- `hang`: no answer in time
"""
Faults = Callable[[dict[str, Any]], Fault | None]
"""A function that returns the fault for the body of a request, or None."""
_HANG_SECONDS = 3600.0


class LoopbackModel(ThreadingHTTPServer):
    """An OpenAI-compatible endpoint. `latency`: the seconds before each answer. `spent` adds up; set it to `Spent()` to
    begin again. `stages` has the same by the name of the requested schema."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, answer: Answerer, faults: Faults = lambda _: None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer, self.faults = answer, faults
        self.closing = threading.Event()
        self.latency = 0.0
        self.spent = Spent()
        self.stages: dict[str, Spent] = {}
        self._latest: dict[tuple[str, str], str] = {}
        self._adding = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def add(self, schema: str, spent: Spent) -> None:
        with self._adding:
            self.spent = self.spent.plus(spent)
            self.stages[schema] = self.stages.get(schema, Spent()).plus(spent)

    def cached_tokens(self, model: str, schema: str, asked: str) -> int:
        """Return how many tokens of a request are cached, and remember the request.

        Only the latest request of a model with this schema is compared. So a benchmark that repeats its questions in
        turn does not find a whole prompt in the cache.
        """
        with self._adding:
            before = self._latest.get((model, schema), "")
            self._latest[model, schema] = asked
        tokens = _tokens(asked[: _shared(before, asked)])
        return tokens if tokens >= CACHED_FROM else 0


class _Handler(BaseHTTPRequestHandler):
    server: LoopbackModel

    def do_POST(self) -> None:
        began = time.perf_counter()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(self.server.latency)
        fault = self.server.faults(body)
        if fault in ("429", "500", "hang"):
            self._refuse(fault)
            return
        form = (body.get("response_format") or {}).get("json_schema", {})
        said = self.server.answer(form.get("name", ""), first_asked(body))
        content = said if isinstance(said, str) else json.dumps(said)
        if fault == "malformed":
            content = content[: len(content) // 2]
        fixed = [_tokens(message["content"]) for message in body["messages"] if message["role"] == "system"]
        instructions = sum(fixed) + (_tokens(json.dumps(form)) if form else 0)
        asked = instructions + sum(
            _tokens(message["content"]) for message in body["messages"] if message["role"] != "system"
        )
        name = form.get("name", "")
        prefix = "\n".join((json.dumps(form), *(message["content"] for message in body["messages"])))
        cached = min(self.server.cached_tokens(body["model"], name, prefix), asked)
        answered = _tokens(content)
        message = {"role": "assistant", "content": content}
        sent = json.dumps(
            {
                "id": "bench", "object": "chat.completion", "created": 0, "model": body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered,
                          "prompt_tokens_details": {"cached_tokens": cached}},
            }
        ).encode()  # fmt: skip
        self._begin(200, len(sent))
        # before the caller gets the answer and reads the counts
        self.server.add(name, Spent(1, asked, instructions, answered, time.perf_counter() - began, cached))
        if fault == "broken":
            self.wfile.write(sent[: len(sent) // 2])
            self.wfile.flush()
            self.connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
            )  # reset, not closed
            self.connection.close()
            return
        self.wfile.write(sent)

    def _refuse(self, fault: Fault) -> None:
        if fault == "hang":
            self.server.closing.wait(_HANG_SECONDS)
            return
        sent = json.dumps({"error": {"message": "not now", "type": "server_error", "code": None}}).encode()
        self._begin(int(fault), len(sent), *([("Retry-After", "1")] if fault == "429" else []))
        self.wfile.write(sent)

    def _begin(self, status: int, length: int, *more: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(length)), *more):
            self.send_header(name, value)
        self.end_headers()

    def finish(self) -> None:
        try:
            super().finish()
        except (OSError, ValueError):  # the caller has closed the connection, or it was reset
            return

    def log_message(self, *arguments: Any) -> None:
        """Log nothing."""


@contextmanager
def loopback_model(answer: Answerer, faults: Faults = lambda _: None) -> Iterator[LoopbackModel]:
    server = LoopbackModel(answer, faults)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()


def first_asked(body: dict[str, Any]) -> str:
    """Return the first user message of a request."""
    return next(str(message["content"]) for message in body["messages"] if message["role"] == "user")


def fenced_texts(prompt: str) -> list[tuple[str, str]]:
    """Return the id and the text of each data block in the prompt of a role."""
    return [(match["id"], match["text"]) for match in _FENCED.finditer(prompt)]


def reading(subject: str, term: str) -> dict[str, Any]:
    """Return the answer of an analyst: one organisation, one step."""
    anchor = {"id": "a1", "text": subject, "kind": "organisation", "use": "subject", "of": None, "own": False}
    step = {
        "id": "s1", "find": f"what is said about {term}", "about": ["a1"], "after": [], "role": None, "words": [term], "query": "",
        "answer_type": "text", "calculation": None, "instead_of": None, "answers": True,
    }  # fmt: skip
    return {
        "resolved_question": "", "problem": "", "anchors": [anchor], "steps": [step],
        "kind": "explanation", "breadth": "simple", "exhaustive": False, "queries": [],
    }  # fmt: skip


def not_found(prompt: str) -> dict[str, Any]:
    """Return the answer of a gate judge that finds none of the subjects."""
    no = {"found": False, "place": None, "name": "", "quote": "", "reason": "no text speaks of it"}
    return {
        "subjects": [{"subject": int(number), **no} for number in re.findall(r"^subject (\d+):", prompt, re.MULTILINE)]
    }


def quoted(passage: str, quote: str) -> dict[str, Any]:
    """Return one quote in the answer of an extractor."""
    return {"steps": ["s1"], "passage": passage, "quote": quote, "value": None}


def judged(evidence: Sequence[str], *, next_query: str = "") -> dict[str, Any]:
    """Return the answer of a critic: covered by `evidence`, or with an empty `evidence` not covered, with the next
    query."""
    covered = not next_query and bool(evidence)
    step = {
        "step": "s1", "reason": "as the quotes say", "standing": "asserted" if covered else "none", "covered": covered,
        "evidence": list(evidence) if covered else [], "also": [], "problem": None, "disagree": [], "query": next_query, "source": "",
    }  # fmt: skip
    return {"steps": [step]}


def drafted(text: str, evidence: str) -> dict[str, Any]:
    """Return the answer of a generator: one sentence."""
    return {"sentences": [{"text": text, "part": "direct", "evidence": [evidence]}], "calculations": []}


def all_supported(prompt: str) -> dict[str, Any]:
    """Return the answer of an auditor that approves every claim."""
    return _verdicts(prompt, "supported", tuple(dict.fromkeys(re.findall(r"<<<(T\d+) ", prompt))))


def none_supported(prompt: str) -> dict[str, Any]:
    """Return the answer of an auditor that approves no claim."""
    return _verdicts(prompt, "unsupported", ())


def _verdicts(prompt: str, verdict: str, by: Sequence[str]) -> dict[str, Any]:
    claims = dict.fromkeys(re.findall(r"<<<(C\d+) ", prompt))
    return {
        "verdicts": [{"claim": claim, "verdict": verdict, "supported_by": list(by), "note": None} for claim in claims]
    }


def _tokens(text: str) -> int:
    return len(_TOKEN.findall(text))


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts share at their start."""
    return bisect_left(range(min(len(one), len(other))), True, key=lambda at: one[: at + 1] != other[: at + 1])
