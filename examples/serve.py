"""Answers over HTTP: `POST /ask` gives the report, `GET /ask/stream` the progress of the run and then the report.

    pip install fastapi uvicorn
    python examples/serve.py
    curl -N "localhost:8000/ask/stream?question=Who+founded+Ferrowick+Analytics?&as_of=2026-05-15"
    curl -s localhost:8000/ask -H "content-type: application/json" -d '{"question": "Who founded Ferrowick Analytics?"}'

Runs without a key and without a network. Whoever reaches the port can ask: put authentication in front of it.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph
from pincite.errors import PinciteError
from pincite.graph.adapters import Graph
from pincite.nodes.state import RunInput

CORPUS = Path(__file__).parent / "corpus"


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str
    as_of: str | None = None

    def as_input(self) -> RunInput:
        return RunInput(question=self.question, as_of=self.as_of) if self.as_of else RunInput(question=self.question)


def make_app(graph: Graph) -> FastAPI:
    app = FastAPI(title="pincite")

    @app.exception_handler(PinciteError)
    async def refuse(_: Request, error: PinciteError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=422)

    @app.post("/ask")
    async def ask(asked: Asked) -> EvidenceReport:
        report: EvidenceReport = (await graph.ainvoke(asked.as_input()))["report"]
        return report

    @app.get("/ask/stream")
    async def stream(question: str, as_of: str | None = None) -> StreamingResponse:
        return StreamingResponse(
            events(graph, Asked(question=question, as_of=as_of).as_input()), media_type="text/event-stream"
        )

    return app


async def events(graph: Graph, given: RunInput) -> AsyncIterator[str]:
    """Server-sent events: `progress` for each event of the run (docs/streaming.md), then `report`, or `error`.

    When the client goes away the server cancels this, and with it the run and its model calls. The run has a task of its own:
    within the cancel scope of a request LangGraph cannot cancel the node that is running.
    """
    told: asyncio.Queue[str | None] = asyncio.Queue()
    running = asyncio.create_task(tell(graph, given, told))
    try:
        while (event := await told.get()) is not None:
            yield event
        await running
    finally:
        running.cancel()


async def tell(graph: Graph, given: RunInput, told: asyncio.Queue[str | None]) -> None:
    parts: Any = graph.astream(given, stream_mode=["custom", "values"])
    try:
        async for mode, part in parts:
            if mode == "custom":
                told.put_nowait(sent("progress", json.dumps(part)))
            elif part.get("report"):
                told.put_nowait(sent("report", part["report"].model_dump_json()))
    except PinciteError as error:
        told.put_nowait(sent("error", json.dumps({"detail": str(error)})))
    finally:
        told.put_nowait(None)


def sent(event: str, data: str) -> str:
    return f"event: {event}\ndata: {data}\n\n"


def main(port: int = 8000) -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        uvicorn.run(make_app(build_graph(kb, Settings())), port=port, timeout_graceful_shutdown=5)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
