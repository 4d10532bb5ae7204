"""What the LangGraph server refuses before a run begins: a bad question, context or configuration is a 422 that names the field, and one run
too many, or one that comes as the server ends, a 503 that says when to come again.

Named under `http` in `langgraph.json` of a server whose graphs are this one. The server itself takes any object there and tells of it
only inside the run.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Busy, PinciteError, SettingsError
from ..nodes.init import clean_question, read_day, refuse_too_much
from ..nodes.runtime.context import RunContext, limited, read_context
from ..nodes.runtime.state import RunInput
from ..settings import Settings
from .process import close, closes_on_signals, door, metrics
from .studio import build_choices, reach

_STARTS = re.compile(r"^(?:/threads/[^/]+)?/runs(?:/(?:stream|wait|batch|crons))?/?$")
"""Routes that begin runs, or plan them."""
_COMMANDS = re.compile(r"^/threads/[^/]+/commands/?$")
"""The same as a command, `run.start`."""
_CHANGES = re.compile(r"^/(?:assistants(?:/[^/]+)?|runs/crons/[^/]+)/?$")
"""Routes that make or change what later runs are begun with."""
_SERVERS_OWN = "langgraph_auth"
"""What names in a configurable begin with that tell who asks. A server with no authentication handler would keep a caller's."""
_BODY_LIMIT = 4_000_000
"""Bytes of a request that are looked at; a question is far shorter, and a state edit goes elsewhere."""
log = logging.getLogger("pincite")
_INPUT: TypeAdapter[RunInput] = TypeAdapter(RunInput)


class RefuseBadRequests:
    """ASGI middleware over the server's own routes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        looked_at = scope["type"] == "http" and scope["method"] in ("POST", "PATCH")
        path = scope.get("path", "")
        if not looked_at or not any(one.match(path) for one in (_STARTS, _COMMANDS, _CHANGES)):
            await self._app(scope, receive, send)
            return
        body, whole = await _body(receive)
        # settings and paths are read from files, which would hold up the server's event loop
        wrong = (
            await asyncio.to_thread(why_refused, path, body)
            if whole
            else f"the request is longer than {_BODY_LIMIT:,} bytes"
        )
        if wrong:
            await JSONResponse({"detail": wrong}, status_code=422)(scope, receive, send)
            return
        if not begins_a_run(path, body):
            await self._app(scope, _replayed(body, receive), send)
            return
        try:
            with door().run(await self._queued(scope)):
                await self._app(scope, _replayed(body, receive), send)
        except Busy as busy:
            if (counted := metrics()) is not None:
                counted.refused("busy")
            headers = {"Retry-After": str(busy.retry_after)}
            await JSONResponse({"detail": str(busy)}, status_code=503, headers=headers)(scope, receive, send)

    async def _queued(self, scope: Scope) -> int:
        """Runs that wait or are under way, as the server itself counts them; 0 where it does not tell."""
        told = bytearray()

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            told.extend(message.get("body", b""))

        asked = {**scope, "method": "GET", "path": "/metrics", "raw_path": b"/metrics", "query_string": b"format=json"}
        try:
            await self._app({**asked, "headers": []}, receive, send)
            queue = json.loads(bytes(told))["queue"]
            return int(queue["n_pending"]) + int(queue["n_running"])
        except Exception as error:
            log.debug("the server does not tell how many runs there are: %s", type(error).__name__)
            return 0


def begins_a_run(path: str, body: bytes) -> bool:
    """Whether a request that was not refused begins a run now."""
    if _COMMANDS.match(path):
        try:
            given = json.loads(body)
        except (ValueError, RecursionError):
            return False  # and the server refuses it
        return isinstance(given, Mapping) and given.get("method") == "run.start"
    return bool(_STARTS.match(path)) and not path.rstrip("/").endswith("/crons")


def why_refused(path: str, body: bytes) -> str | None:
    """What is wrong with a request to begin runs, or to make or change an assistant; None when nothing is, or when it is for the server
    to judge."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if _COMMANDS.match(path):
        given = given.get("params") if isinstance(given, Mapping) and given.get("method") == "run.start" else None
    for asked in given if isinstance(given, list) else [given]:
        if isinstance(asked, Mapping) and (wrong := _wrong(path, asked)):
            return wrong
    return None


def _wrong(path: str, asked: Mapping[str, Any]) -> str | None:
    config = asked.get("config")
    held = config.get("configurable") if isinstance(config, Mapping) else None
    given = held if isinstance(held, Mapping) else {}
    try:
        if own := next((name for name in given if name.startswith(_SERVERS_OWN)), None):
            raise SettingsError(f"configurable.{own}: the server says itself who asks; leave it out")
        choices = build_choices(given)
        settings = Settings()
        if "kb_tenant" in choices.model_fields_set:  # else the assistant's counts, and the run itself tells
            settings = settings.for_tenant(choices.kb_tenant)
        if isinstance(context := asked.get("context"), Mapping):
            limited(settings, RunContext(**context))
        limited(settings, read_context(given))
        if asked.get("input") is not None:
            _INPUT.validate_python(asked["input"], extra="forbid")
            clean_question(asked["input"]["question"])
            refuse_too_much(asked["input"])
            read_day(asked["input"].get("as_of"), None, datetime.now(UTC))
        elif _STARTS.match(path) and not path.startswith("/threads") and "command" not in asked:
            return "input.question: field required"  # without a thread there is nothing to go on with
    except SettingsError as error:
        return str(error)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(("input", *(str(part) for part in problem["loc"])))
        if problem["type"] == "extra_forbidden":
            return f"{where}: no such field; there are {', '.join(RunInput.__annotations__)}"
        return f"{where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"
    return None


async def _body(receive: Receive) -> tuple[bytes, bool]:
    """The request's body, and whether it is whole."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts), False
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > _BODY_LIMIT:
            return b"", False
        if not message.get("more_body"):
            return b"".join(parts), True


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more, for the server; what comes after it as it comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def ready(_: Request) -> JSONResponse:
    """`GET /ready`: 200 while the database of served stores can be reached (a folder always can), 503 while it cannot, and once the server
    is told to end. It names no place: anybody may ask."""
    if door().closed:
        return JSONResponse({"ready": False}, status_code=503)
    try:
        await asyncio.to_thread(reach)
    except PinciteError as error:
        log.warning("not ready: %s", error)
        return JSONResponse({"ready": False}, status_code=503)
    return JSONResponse({"ready": True})


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncIterator[None]:
    """A server that is told to end takes no new run, and lets those under way come to theirs."""
    with closes_on_signals(door(), Settings().serving.shutdown_seconds):
        yield
    await asyncio.to_thread(close)


app = Starlette(routes=[Route("/ready", ready)], middleware=[Middleware(RefuseBadRequests)], lifespan=lifespan)
