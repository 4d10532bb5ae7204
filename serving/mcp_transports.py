"""The MCP server over standard input and output, and over streamable HTTP."""

import asyncio
import hmac
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import TextIOWrapper
from types import FrameType
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import SettingsError
from ..settings import Settings
from .listening import SHORTEST_TOKEN, is_loopback, listener_on
from .mcp_server import make_server
from .mcp_tools import McpTools

TOKEN = "PINCITE_MCP_TOKEN"
"""The environment variable with the bearer token that callers must send. It is not an argument, since other processes
of the machine can read arguments."""
BODY_BYTES = 4_194_304
"""The maximum number of bytes of one request. The longest audit has about 330,000 characters, each of up to 12 bytes
when escaped."""
BODY_SECONDS = 10.0
"""The time limit for the body of a request, so that a client that stops midway blocks no connection."""
SESSIONS = 200
CONNECTIONS = 400


def serve_stdio(tools: McpTools) -> None:
    """Serve until the client closes standard input. Other output to standard output is redirected to standard error.

    An interrupt ends the process at once: a thread waits for input, and an orderly shutdown would wait for that thread.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(_stdio(make_server(tools)))


async def _stdio(server: "Server[Any, Any]") -> None:
    kept = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with TextIOWrapper(os.fdopen(kept, "wb"), encoding="utf-8") as out:
        async with stdio_server(stdout=anyio.wrap_file(out)) as (read, write):
            await server.run(read, write, server.create_initialization_options())


def serve_http(tools: McpTools, host: str, port: int) -> None:
    """Serve until the process receives a signal to stop. Raises SettingsError if the address cannot be used, or needs a
    token that is missing."""
    app = make_app(tools, host, _token(host))
    with listener_on(host, port) as listening:
        shown = f"[{host}]" if ":" in host else host
        print(
            f"pincite: MCP at http://{shown}:{listening.getsockname()[1]}/mcp; Ctrl-C stops it",
            file=sys.stderr,
            flush=True,
        )
        config = uvicorn.Config(
            app, log_config=None, access_log=False, limit_concurrency=CONNECTIONS, timeout_graceful_shutdown=1
        )
        _AfterRuns(config, tools).run(sockets=[listening])


def make_app(tools: McpTools, host: str, token: str | None) -> ASGIApp:
    """Return the application at `/mcp`. No web page can call it.

    On loopback, its Host and Origin headers give a web page away. On other addresses, a page lacks the token.
    """
    names = [host, "127.0.0.1", "localhost", "[::1]"]
    manager = StreamableHTTPSessionManager(
        make_server(tools),
        security_settings=TransportSecuritySettings(
            enable_dns_rebinding_protection=is_loopback(host),
            allowed_hosts=[f"{name}:*" for name in names],
            allowed_origins=[f"http://{name}:*" for name in names],
        ),
        max_request_body_size=BODY_BYTES,
        max_sessions=SESSIONS,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(routes=[Route("/mcp", Guarded(manager.handle_request, token))], lifespan=lifespan)


def _token(host: str) -> str | None:
    """Return the token from the environment. Raises SettingsError if a required token is missing, or if a token is easy
    to guess."""
    token = os.environ.get(TOKEN)
    if token is None and not is_loopback(host):
        raise SettingsError(
            f"--host {host}: other machines could read the documents; set {TOKEN} to a secret of your own"
        )
    if token is not None and (
        len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token
    ):
        raise SettingsError(
            f"{TOKEN}: needs at least {SHORTEST_TOKEN} ASCII characters without spaces; create one with `openssl rand -hex 32`"
        )
    return token


class Guarded:
    """An endpoint with two checks: 401 without the token, and 408 if the body does not arrive in time."""

    def __init__(self, app: ASGIApp, token: str | None, seconds: float = BODY_SECONDS) -> None:
        self._app, self._seconds = app, seconds
        self._expected = None if token is None else f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._expected is not None:
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self._expected):
                refusal = JSONResponse(
                    {"detail": "a token is needed; send it as “Authorization: Bearer …”"},
                    401,
                    {"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        ends = asyncio.get_running_loop().time() + self._seconds
        whole = late = False

        async def in_time() -> Message:
            nonlocal whole, late
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(ends):
                    message = await receive()
            except TimeoutError:
                late = True
                raise
            whole = not message.get("more_body", False)
            return message

        try:
            await self._app(scope, in_time, send)
        except TimeoutError:
            if not late:
                raise
            refusal = JSONResponse(
                {"detail": f"the body did not arrive within {self._seconds:g} s"}, 408, {"Connection": "close"}
            )
            await refusal(scope, receive, send)


class _AfterRuns(uvicorn.Server):
    """A server that waits for active runs at the first signal, and accepts no new run then. It stops at once at the
    second signal."""

    def __init__(self, config: uvicorn.Config, tools: McpTools) -> None:
        super().__init__(config)
        self._tools = tools

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        admission = self._tools.admission()
        if admission is None or admission.closed:
            super().handle_exit(sig, frame)
            return
        seconds = Settings().serving.shutdown_seconds
        admission.close(seconds)

        def end() -> None:
            admission.wait(seconds + 2)
            super(_AfterRuns, self).handle_exit(sig, frame)

        threading.Thread(target=end, daemon=True).start()
