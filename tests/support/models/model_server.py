"""An OpenAI-compatible chat endpoint on 127.0.0.1 that answers as a test tells it to, and misbehaves as real ones do."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Request:
    """One POST to /v1/chat/completions."""

    body: dict[str, Any]

    @property
    def schema_name(self) -> str:
        """The name of the schema asked for: which role is speaking."""
        form = self.body.get("response_format") or {}
        if form.get("type") == "json_schema":
            return str(form["json_schema"]["name"])
        tools = self.body.get("tools")
        return str(tools[0]["function"]["name"]) if tools else ""

    @property
    def texts(self) -> list[str]:
        return [message.get("content") or "" for message in self.body["messages"]]

    @property
    def mends(self) -> bool:
        """Whether this asks for an answer to be mended."""
        return "That answer cannot be used" in self.texts[-1]


HANGS = 600.0
"""Seconds of a hang: more than pytest gives a test, so a caller that waits for the answer fails its test."""


@dataclass(frozen=True)
class Answer:
    """What the server does with a request. The defaults are a right answer."""

    content: str | None = ""
    finish_reason: str = "stop"
    refusal: str | None = None
    tool_arguments: str | None = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    """The whole HTTP body, instead of a completion."""
    wait: float = 0.0
    """Seconds before anything is sent; a hang."""
    before: Callable[[], None] = lambda: None
    """Done just before anything is sent."""
    drip: float = 0.0
    """Seconds between single bytes of the body."""
    reset_after: int | None = None
    """Bytes of the body after which the connection is torn down."""


def status(code: int, *, error_code: str | None = None, retry_after: str | None = None, says: str = "broken") -> Answer:
    error = {"error": {"message": says, "type": "server_error", "code": error_code}}
    headers = (("Retry-After", retry_after),) if retry_after is not None else ()
    return Answer(status=code, body=json.dumps(error), headers=headers)


Answerer = Callable[[Request], Answer]


@dataclass
class ModelServer:
    url: str
    requests: list[Request] = field(default_factory=list)
    answerer: Answerer = lambda request: status(501)
    models: tuple[str, ...] = ("model-a", "model-b")
    closing: threading.Event = field(default_factory=threading.Event)

    def script(self, *answers: Answer) -> None:
        """Give these answers in turn, and the last one ever after."""
        left = list(answers)

        def next_answer(request: Request) -> Answer:
            return left.pop(0) if len(left) > 1 else left[0]

        self.answerer = next_answer


@contextmanager
def model_server() -> Iterator[ModelServer]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            listed = [{"id": model, "object": "model", "created": 0, "owned_by": "test"} for model in server.models]
            self.reply(Answer(body=json.dumps({"object": "list", "data": listed})))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request = Request(body)
            with lock:
                server.requests.append(request)
                answer = server.answerer(request)
            self.reply(answer)

        def reply(self, answer: Answer) -> None:
            if answer.wait and server.closing.wait(answer.wait):
                return
            answer.before()
            payload = (answer.body if answer.body is not None else completion(answer)).encode()
            try:
                self.send_response(answer.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(payload)))
                for name, value in answer.headers:
                    self.send_header(name, value)
                self.end_headers()
                if answer.reset_after is not None:
                    self.wfile.write(payload[: answer.reset_after])
                    self.wfile.flush()
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    return
                if not answer.drip:
                    self.wfile.write(payload)
                    return
                for byte in payload:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if server.closing.wait(answer.drip):
                        return
            except (BrokenPipeError, ConnectionResetError, ValueError):
                return

        def log_message(self, *_: object) -> None:
            return

        def finish(self) -> None:
            try:
                super().finish()
            except (OSError, ValueError):
                return

    class Server(ThreadingHTTPServer):
        request_queue_size = 256
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            return

    with Server(("127.0.0.1", 0), Handler) as http:
        server = ModelServer(url=f"http://127.0.0.1:{http.server_address[1]}/v1")
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            http.shutdown()
            thread.join()


def completion(answer: Answer) -> str:
    message: dict[str, Any] = {"role": "assistant", "content": answer.content}
    if answer.refusal is not None:
        message["refusal"] = answer.refusal
    if answer.tool_arguments is not None:
        call = {"name": "answer", "arguments": answer.tool_arguments}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": "model-a",
            "choices": [{"index": 0, "message": message, "finish_reason": answer.finish_reason}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
    )
