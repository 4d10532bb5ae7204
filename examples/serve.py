"""Answers over HTTP: `POST /ask` returns the report, and `GET /ask/stream` sends the progress of the run and then the
report.

With too many runs, a further one gets a 503 with the time after which to retry. When the server must stop, it lets
active runs finish. `GET /ready` states whether it accepts runs, and `GET /metrics` counts them for Prometheus.

    pip install fastapi uvicorn 'pincite[metrics]'
    python examples/serve.py
    curl -N "localhost:8000/ask/stream?question=Who+founded+Ferrowick+Analytics?&as_of=2026-05-15"
    curl -s localhost:8000/ask -H "content-type: application/json" -d '{"question": "Who founded Ferrowick Analytics?"}'

Needs neither a key nor a network. Everybody who can reach the port can ask, so put authentication in front of it.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from prometheus_client import CollectorRegistry, generate_latest
from pydantic import BaseModel, ConfigDict
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite import (
    Admission,
    Busy,
    EvidenceReport,
    Graph,
    KnowledgeBase,
    PinciteError,
    Roles,
    RunInput,
    RunMetrics,
    Settings,
    build_graph,
    closes_on_signals,
)

CORPUS = Path(__file__).parent / "corpus"
BODY_BYTES = 1_500_000
"""The maximum number of bytes of one request. A question has at most 100,000 characters, each of up to 12 bytes if a
client escapes it."""
BODY_SECONDS = 10.0
"""The time in seconds in which a request's body must arrive, so that a client that stops midway blocks no
connection."""


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str
    as_of: str | None = None

    def as_input(self) -> RunInput:
        return RunInput(question=self.question, as_of=self.as_of) if self.as_of else RunInput(question=self.question)


class BodyLimit:
    """Reads a request's body before the application does. It responds 413 to too many bytes, and 408 to a body that
    arrives too slowly."""

    def __init__(self, app: ASGIApp, most: int = BODY_BYTES, seconds: float = BODY_SECONDS) -> None:
        self.app, self.most, self.seconds = app, most, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.seconds):
                body = await self._body(receive)
        except TimeoutError:
            await _closing(408, f"the body did not arrive within {self.seconds:g} s")(scope, receive, send)
            return
        if body is None:
            await _closing(413, f"the body has more than {self.most:,} bytes")(scope, receive, send)
            return
        left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return left.pop() if left else await receive()

        await self.app(scope, again, send)

    async def _body(self, receive: Receive) -> bytes | None:
        """Return the body, or None if it is too long."""
        body = bytearray()
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.most:
                return None
        return bytes(body)


def _closing(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status, {"Connection": "close"})


def make_app(kb: KnowledgeBase, settings: Settings, *, roles: Roles | None = None) -> FastAPI:
    serving, registry = settings.serving, CollectorRegistry()
    admission = Admission(serving.runs_at_once)
    metrics = RunMetrics(tenants=serving.metrics_tenants, inside=lambda: admission.inside, registry=registry)
    graph: Any = build_graph(kb, settings, roles=roles, admission=admission).with_config(
        callbacks=[metrics.of(kb.tenant)]
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with closes_on_signals(admission, serving.shutdown_seconds):
            yield
        admission.close(serving.shutdown_seconds)
        await asyncio.to_thread(admission.wait, serving.shutdown_seconds + 2)  # runs whose clients have disconnected

    app = FastAPI(title="pincite", lifespan=lifespan)
    app.add_middleware(BodyLimit)

    @app.exception_handler(RequestValidationError)
    async def misfit(_: Request, error: RequestValidationError) -> JSONResponse:
        """Respond to an invalid request without its input, which FastAPI would repeat, and cannot if it contains
        NaN."""
        wrong = [f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors()[:5]]
        return JSONResponse({"detail": "; ".join(wrong)}, 422)

    @app.exception_handler(PinciteError)
    async def refuse(_: Request, error: PinciteError) -> JSONResponse:
        metrics.refused("busy" if isinstance(error, Busy) else "bad")
        if isinstance(error, Busy):
            return JSONResponse({"detail": str(error)}, 503, {"Retry-After": str(error.retry_after)})
        return JSONResponse({"detail": str(error)}, 422)

    @app.post("/ask")
    async def ask(asked: Asked) -> EvidenceReport:
        with admission.run():
            report: EvidenceReport = (await graph.ainvoke(asked.as_input()))["report"]
        return report

    @app.get("/ask/stream")
    async def stream(question: str, as_of: str | None = None) -> StreamingResponse:
        given = Asked(question=question, as_of=as_of).as_input()
        return StreamingResponse(events(graph, given, admission), media_type="text/event-stream")

    @app.get("/ready")
    async def ready() -> JSONResponse:
        try:
            await asyncio.to_thread(kb.snapshot_id)
            takes_runs = not admission.closed
        except PinciteError:
            takes_runs = False
        return JSONResponse({"ready": takes_runs}, 200 if takes_runs else 503)

    @app.get("/metrics")
    async def told() -> PlainTextResponse:
        return PlainTextResponse(generate_latest(registry))

    return app


def events(graph: Graph, given: RunInput, admission: Admission) -> AsyncIterator[str]:
    """Yield server-sent events: `progress` for each event of the run (docs/streaming.md), then `report` or `error`.
    Raises Busy.

    When the client disconnects, the server cancels this generator, and with it the run and its model calls. The run has
    a task of its own: inside the cancel scope of a request, LangGraph cannot cancel a node that is running.
    """
    place = admission.run()
    place.__enter__()
    told: asyncio.Queue[str | None] = asyncio.Queue()
    running = asyncio.create_task(tell(graph, given, told))
    running.add_done_callback(lambda _: place.__exit__(None, None, None))

    async def sending() -> AsyncIterator[str]:
        try:
            while (event := await told.get()) is not None:
                yield event
            await running
        finally:
            running.cancel()

    return sending()


async def tell(graph: Graph, given: RunInput, told: asyncio.Queue[str | None]) -> None:
    parts: Any = graph.astream(given, stream_mode=["custom", "values"], version="v2")
    try:
        async for part in parts:
            if part["type"] == "custom":
                told.put_nowait(sent("progress", json.dumps(part["data"])))
            elif report := part["data"].get("report"):
                told.put_nowait(sent("report", report.model_dump_json()))
    except PinciteError as error:
        told.put_nowait(sent("error", json.dumps({"detail": str(error)})))
    finally:
        told.put_nowait(None)


def sent(event: str, data: str) -> str:
    return f"event: {event}\ndata: {data}\n\n"


def main(port: int = 8000) -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        settings = Settings()
        uvicorn.run(
            make_app(kb, settings),
            port=port,
            timeout_graceful_shutdown=round(settings.serving.shutdown_seconds) + 5,
            access_log=False,  # it would contain the questions of /ask/stream
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
