"""Controls access to the web page, by known host names, signed sessions, one login token, and a CSRF mark in every
form.

A session is a random id in a signed cookie. Each process signs with a new key, so sessions are not stored, and a
restart ends them.
"""

import hmac
import ipaddress
import re
import secrets
import socket
from collections.abc import Collection
from hashlib import sha256
from typing import NamedTuple

from ...errors import SettingsError
from ..listening import SHORTEST_TOKEN, is_loopback

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\[\]/@\s]+)(?::\d{1,5})?")


class Session(NamedTuple):
    """The session of one browser. `logged_in`: whether the browser has sent the token, or needs none."""

    id: str
    logged_in: bool


def new_token() -> str:
    """Return a random token of 32 characters (192 bits)."""
    return secrets.token_urlsafe(24)


class Access:
    """The access rules of one server. `host`, `port`: the address on which it listens. `names`: its further host names.
    `token`: required unless the address is loopback. Raises SettingsError for a missing or short token."""

    def __init__(self, host: str, port: int, *, names: Collection[str] = (), token: str | None = None) -> None:
        if token is None and not is_loopback(host):
            raise SettingsError(f"{host}: other machines can reach this address; a token is needed (serving.token)")
        if token is not None and len(token) < SHORTEST_TOKEN:
            raise SettingsError(f"serving.token: {len(token)} characters; at least {SHORTEST_TOKEN} are needed")
        self.needs_token = token is not None
        self.cookie = f"pincite-{port}"  # cookies do not distinguish ports
        self._token = (token or "").encode()
        self._key = secrets.token_bytes(32)
        own = {"localhost", host.strip("[]").casefold(), *(name.casefold() for name in names)}
        self._names = own if is_loopback(host) else own | {socket.gethostname().casefold()}
        self._any_address = not is_loopback(host)

    def knows_host(self, header: str) -> bool:
        """Return whether a Host header names this server.

        In a DNS rebinding attack, the name of another site resolves to this server, but the Host header still has that
        name. A numeric address cannot be rebound.
        """
        match = _HOST.fullmatch(header)
        if match is None:
            return False
        name = match["name"].strip("[]").casefold()
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return address.is_loopback or self._any_address or name in self._names

    def token_matches(self, given: str) -> bool:
        return self.needs_token and hmac.compare_digest(given.encode("utf-8", "replace"), self._token)

    def new_session(self, *, logged_in: bool) -> Session:
        return Session(secrets.token_urlsafe(18), logged_in or not self.needs_token)

    def written(self, session: Session) -> str:
        """Return the cookie value of a session."""
        value = f"{session.id}.{int(session.logged_in)}"
        return f"{value}.{self._mark('session', value)}"

    def read(self, cookie: str | None) -> Session | None:
        """Return the session of a cookie, or None if this process did not sign it."""
        value, _, mark = (cookie or "").rpartition(".")
        if not value or not hmac.compare_digest(mark.encode(), self._mark("session", value).encode()):
            return None
        name, _, logged_in = value.rpartition(".")
        return Session(name, logged_in == "1")

    def form_mark(self, session: Session) -> str:
        """Return the secret mark in every form of this session. Another site does not know it, so it cannot send a form
        in the session's name (CSRF)."""
        return self._mark("form", session.id)

    def form_matches(self, session: Session, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.form_mark(session).encode())

    def _mark(self, use: str, value: str) -> str:
        return hmac.new(self._key, f"{use}:{value}".encode(), sha256).hexdigest()
