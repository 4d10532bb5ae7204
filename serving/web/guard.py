"""Checks of every request before its handler: host, origin, session, and the limits of its body."""

import asyncio
import re
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import Access, Session

FORM_BYTES = 1_500_000
"""The maximum number of bytes of a form. A question has at most 8,000 characters, an answer to audit 50,000, and each
takes up to 12 bytes in a form."""
UPLOAD_BYTES = 500_000_000
"""The maximum number of bytes of one upload with all its files. One file has at most 200 MB
(stores/loaders/limits.py)."""
BODY_SECONDS = 20.0
"""The time limit in seconds for a form to arrive, and for each part of an upload."""
UPLOADS = "/documents"
"""The path of the web address to which files are uploaded."""
OPEN = ("/login", "/static/", "/ready")
"""The paths that a browser may request without login."""
SESSION = "pincite.session"
"""The key of the session in a request's scope."""

_LENGTH = re.compile(r"[0-9]{1,15}")

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""The headers of every response. A handler may override them."""


class Guard:
    """ASGI middleware that checks every request of the page."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        session = self._access.read(_cookie(headers, self._access.cookie))
        made = session or self._access.new_session(logged_in=False)
        if not made.logged_in and not scope["path"].startswith(OPEN):
            await _to_login(scope)(scope, receive, _with_headers(send))
            return
        scope[SESSION] = made
        sending = _with_headers(send, None if session else self._cookie_of(made, scope))
        await self.app(scope, _limited(receive, _limit_of(scope)), sending)

    def _cookie_of(self, session: Session, scope: Scope) -> str:
        return set_cookie(self._access, session, secure=scope["scheme"] == "https")

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if not self._access.knows_host(headers.get("host", "")):
            return _closing(421, "this server does not accept that host name; start it with --name to allow it")
        if scope["method"] in ("GET", "HEAD"):
            return None
        if not _same_origin(headers):
            return _closing(403, "the request comes from another site")
        length, limit = headers.get("content-length", "0"), _limit_of(scope)
        if not _LENGTH.fullmatch(length) or int(length) > limit:
            return _closing(413, f"the request is larger than {limit // 1_000_000} MB")
        return None


def set_cookie(access: Access, session: Session, *, secure: bool) -> str:
    """Return the Set-Cookie header of a session. The browser deletes it when it closes, and a restart of the server
    invalidates it."""
    return f"{access.cookie}={access.written(session)}; Path=/; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


def session_of(scope: Mapping[str, Any]) -> Session:
    found: Session = scope[SESSION]
    return found


def _limit_of(scope: Scope) -> int:
    return UPLOAD_BYTES if scope["path"] == UPLOADS else FORM_BYTES


def _same_origin(headers: Headers) -> bool:
    """Return whether a request comes from a page of this server, by the headers that browsers send. Other programs send
    none, and need the mark of the form all the same."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


def _cookie(headers: Headers, name: str) -> str | None:
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        return None
    return jar[name].value if name in jar else None


def _to_login(scope: Scope) -> Response:
    if scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", ""):
        return RedirectResponse("/login", 303)
    return _closing(401, "log in first, at /login")


def _closing(status: int, reason: str) -> Response:
    """Return a response that closes the connection, so that the rest of the body is not read."""
    return PlainTextResponse(f"{reason}\n", status, {"Connection": "close"})


def _with_headers(send: Send, cookie: str | None = None) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if cookie is not None and "set-cookie" not in headers:
                headers.append("Set-Cookie", cookie)
        await send(message)

    return sending


def _limited(receive: Receive, most: int) -> Receive:
    """Return a `receive` that counts the body. It raises HTTPException if the body is too long or too slow."""
    read, whole = 0, False
    ends = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receiving() -> Message:
        nonlocal read, whole, ends
        if whole:
            return await receive()  # after the body only the end of the connection follows
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise HTTPException(
                408, f"no data arrived for {BODY_SECONDS:g} s; send the request again", {"Connection": "close"}
            ) from None
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if most == UPLOAD_BYTES:
                ends = asyncio.get_running_loop().time() + BODY_SECONDS
        if read > most:
            raise HTTPException(413, f"the request is larger than {most // 1_000_000} MB", {"Connection": "close"})
        return message

    return receiving
