"""Checks requests to the LangGraph server before a run begins.

A bad question, context or configuration gets a 422 that names the field. A run over the limit, or during shutdown,
gets a 503 with a Retry-After header. The web socket and the MCP route return the same refusals in their own form.

`langgraph.json` names this module under `http`. Without this module, the server accepts any object, and reports a fault
only inside the run.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Busy, PinciteError
from ..settings import Settings
from .process import admission, close, closes_on_signals, metrics
from .request_check import A2A, COMMANDS, TITLES, Kind, assistants_of, begins_a_run, is_checked, run_of_a2a, why_refused
from .studio import reach

_BODY_LIMIT = 4_000_000
"""The maximum number of bytes of a checked request. Questions are far shorter. Edits of a state may be longer; their
route is not checked."""
_TOO_LONG = f"the request is longer than {_BODY_LIMIT:,} bytes"
_INVALID_PARAMS = -32602
"""The error code of JSON-RPC."""
_DEFAULT = {"created_by": "system"}
"""The metadata of the default assistant that the server creates for each graph."""
log = logging.getLogger("pincite")


class RefuseBadRequests:
    """ASGI middleware over the server's own routes. Runs that A2A and MCP begin pass through it too, as internal
    requests of the server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kinds: dict[str, Kind] = {}
        """The kind of each graph, by its name."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = _path(scope)
        if scope["type"] == "websocket" and COMMANDS.match(path):
            await self._app(scope, self._only_good_commands(scope, receive, send), send)
        elif scope["type"] == "http" and scope["method"] == "POST" and path.rstrip("/") == "/mcp":
            await self._mcp(scope, receive, send)
        elif scope["type"] == "http" and scope["method"] == "POST" and (asked := A2A.match(path)):
            await self._a2a(asked["id"], scope, receive, send)
        elif scope["type"] == "http" and scope["method"] in ("POST", "PATCH") and is_checked(path):
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, whole = await _body(receive)
        if wrong := await self._why_refused(scope, body) if whole else _TOO_LONG:
            await JSONResponse({"detail": wrong}, status_code=422)(scope, receive, send)
            return
        if not begins_a_run(_path(scope), body):
            await self._app(scope, _replayed(body, receive), send)
            return
        try:
            with admission().run(await self._queued(scope)):
                await self._app(scope, _replayed(body, receive), send)
        except Busy as busy:
            _count_busy()
            headers = {"Retry-After": str(busy.retry_after)}
            await JSONResponse({"detail": str(busy)}, status_code=503, headers=headers)(scope, receive, send)

    def _only_good_commands(self, scope: Scope, receive: Receive, send: Send) -> Receive:
        """Return a `receive` for a web socket that drops refused commands and answers them itself."""

        async def good() -> Message:
            while True:
                message = await receive()
                text = message.get("text") if message["type"] == "websocket.receive" else None
                if text is None or not (wrong := await self._why_not_begun(scope, text.encode())):
                    return message
                answer = {"type": "error", "id": _id_of(text), "error": "invalid_argument", "message": wrong}
                await send({"type": "websocket.send", "text": json.dumps(answer)})

        return good

    async def _why_not_begun(self, scope: Scope, command: bytes) -> str | None:
        if len(command) > _BODY_LIMIT:
            return _TOO_LONG
        if (wrong := await self._why_refused(scope, command)) or not begins_a_run(_path(scope), command):
            return wrong
        try:
            with admission().run(await self._queued(scope)):
                return None
        except Busy as busy:
            _count_busy()
            return str(busy)

    async def _a2a(self, assistant: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse an A2A message that would begin an invalid run. The server's own streaming A2A method would not return
        the reason."""
        body, whole = await _body(receive)
        run = run_of_a2a(assistant, body)
        wrong = await self._why_refused(scope, json.dumps(run).encode(), "/runs") if whole and run else None
        if whole and wrong is None:
            await self._app(scope, _replayed(body, receive), send)
            return
        error = {"code": _INVALID_PARAMS, "message": wrong or _TOO_LONG}
        await JSONResponse({"jsonrpc": "2.0", "id": _id_of(body), "error": error})(scope, receive, send)

    async def _mcp(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn a refused run into a tool result, which the model reads. The server's MCP route would raise the HTTP
        error instead."""
        body, whole = await _body(receive)
        if not whole:
            await JSONResponse({"detail": _TOO_LONG}, status_code=422)(scope, receive, send)
            return
        try:
            await self._app(scope, _replayed(body, receive), send)
        except httpx.HTTPStatusError as error:
            if error.response.status_code not in (422, 503):
                raise
            said = {"isError": True, "content": [{"type": "text", "text": error.response.json()["detail"]}]}
            answer = {"jsonrpc": "2.0", "id": _id_of(body), "result": said}
            await JSONResponse(answer)(scope, receive, send)

    async def _why_refused(self, scope: Scope, body: bytes, path: str | None = None) -> str | None:
        path = path or _path(scope)
        kinds = {
            assistant: kind for assistant in assistants_of(path, body) if (kind := await self._kind(scope, assistant))
        }
        # reading settings and paths from files would block the event loop
        return await asyncio.to_thread(why_refused, path, body, kinds)

    async def _kind(self, scope: Scope, assistant: str) -> Kind | None:
        """Return the kind of an assistant's graph, by its input schema; None if the server does not show it.
        `assistant`: the id of an assistant, or the name of a graph."""
        if assistant in self._kinds:
            return self._kinds[assistant]
        if _is_id(assistant):
            found = await self._asked(scope, f"/assistants/{assistant}")
        else:
            found = await self._asked(
                scope, "/assistants/search", body={"graph_id": assistant, "metadata": _DEFAULT, "limit": 1}
            )
        about = found[0] if isinstance(found, list) and found else found
        graph = about.get("graph_id") if isinstance(about, dict) else None
        if not isinstance(graph, str) or graph in self._kinds:
            return self._kinds.get(str(graph))
        schemas = await self._asked(
            scope, f"/assistants/{about['assistant_id']}/schemas"
        )  # slow: the server builds them each time
        schema = schemas.get("input_schema") if isinstance(schemas, dict) else None
        if not isinstance(schema, dict):
            return None
        return self._kinds.setdefault(graph, TITLES.get(str(schema.get("title")), "other"))

    async def _queued(self, scope: Scope) -> int:
        """Return the number of waiting and active runs, as the server counts them; 0 if it does not report them."""
        counted = await self._asked(scope, "/metrics", b"format=json")
        try:
            return int(counted["queue"]["n_pending"]) + int(counted["queue"]["n_running"])
        except (KeyError, TypeError, ValueError):
            return 0

    async def _asked(self, scope: Scope, path: str, query: bytes = b"", body: dict[str, Any] | None = None) -> Any:
        """Return the server's JSON response to a GET with the headers of this caller, or to a POST of `body`. Return
        None if it is not JSON."""
        response = bytearray()
        given = b"" if body is None else json.dumps(body).encode()

        async def receive() -> Message:
            return {"type": "http.request", "body": given, "more_body": False}

        async def send(message: Message) -> None:
            response.extend(message.get("body", b""))

        whole = scope.get("root_path", "") + path if scope.get("path", "") != _path(scope) else path
        headers = [(name, value) for name, value in scope["headers"] if not name.startswith(b"content-")]
        headers += (
            [] if body is None else [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(given))]
        )
        asked = {**scope, "type": "http", "method": "GET" if body is None else "POST", "path": whole}
        asked |= {"raw_path": whole.encode(), "query_string": query, "headers": headers}
        try:
            await self._app(asked, receive, send)
            return json.loads(bytes(response))
        except Exception as error:
            log.debug("no response from the server to %s: %s", path.split("/")[1], type(error).__name__)
            return None


def _is_id(assistant: str) -> bool:
    try:
        return str(UUID(assistant)) == assistant.lower()
    except ValueError:
        return False


def _path(scope: Scope) -> str:
    """Return the path of a request, without the prefix under which the server is mounted."""
    path, root = str(scope.get("path", "")), str(scope.get("root_path", ""))
    return path.removeprefix(root) if root and path.startswith(f"{root}/") else path


def _id_of(message: bytes | str) -> Any:
    try:
        given = json.loads(message)
    except (ValueError, RecursionError):
        return None
    return given.get("id") if isinstance(given, dict) else None


def _count_busy() -> None:
    if (counted := metrics()) is not None:
        counted.refused("busy")


async def _body(receive: Receive) -> tuple[bytes, bool]:
    """Return the body of the request, and whether it is complete."""
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
    """Return a `receive` that first returns the body again, then passes on later messages."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def ready(_: Request) -> JSONResponse:
    """Respond 200 if runs can be served, else 503. The response contains no address or path, since the route needs no
    login. The server adds the text below to its API document.
    ---
    summary: Whether runs can be served
    description: The database of served stores can be reached (a folder always can), and the server is not shutting down.
    responses:
      "200": {description: "Ready"}
      "503": {description: "Not ready"}
    """
    if admission().closed:
        return JSONResponse({"ready": False}, status_code=503)
    try:
        await asyncio.to_thread(reach)
    except PinciteError as error:
        log.warning("not ready: %s", error)
        return JSONResponse({"ready": False}, status_code=503)
    return JSONResponse({"ready": True})


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncIterator[None]:
    """Hold the server's lifetime. On a signal to stop, the server accepts no new run and lets active runs finish."""
    with closes_on_signals(admission(), Settings().serving.shutdown_seconds):
        yield
    await asyncio.to_thread(close)


app = Starlette(routes=[Route("/ready", ready)], middleware=[Middleware(RefuseBadRequests)], lifespan=lifespan)
