"""HTTP clients for model endpoints, which limit the size of a response and follow no redirect.

The OpenAI client reads a whole body into memory and follows redirects. So a faulty or hostile endpoint could fill the
memory, for example with a small gzip body, or redirect the prompt to another host.
"""

from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Any

BODY_BYTES = 16_000_000
"""The maximum number of bytes of a decompressed body: an answer of `reply.ANSWER_CHARS` characters, all escaped, and as
much reasoning."""
_HEADERS = {"Accept-Encoding": "gzip"}
_ENCODINGS = frozenset({"", "identity", "gzip"})
"""The accepted encodings. One layer of gzip expands a chunk at most a thousandfold; other codecs and several layers
have no such bound."""


class ResponseRefused(Exception):
    """Raised when a response is not read, with the reason. A retry does not help."""


@lru_cache(maxsize=1)
def sync_client() -> Any:
    from openai import DefaultHttpxClient

    return DefaultHttpxClient(follow_redirects=False, headers=_HEADERS, event_hooks={"response": [_guard]})


@lru_cache(maxsize=1)
def async_client() -> Any:
    """Return an async client that does not keep connections alive. A connection of a closed event loop would break the
    next `asyncio.run`."""
    from openai import DEFAULT_CONNECTION_LIMITS, DefaultAsyncHttpxClient

    limits = type(DEFAULT_CONNECTION_LIMITS)  # httpx renamed this class once; this is the one that openai uses
    return DefaultAsyncHttpxClient(
        limits=limits(max_keepalive_connections=0),
        follow_redirects=False,
        headers=_HEADERS,
        event_hooks={"response": [_aguard]},
    )


def bounded(client: Any, async_client: Any) -> None:
    """Apply these limits to the sync and the async httpx client of a model of another provider."""
    for httpx_client, hook in ((client, _guard), (async_client, _aguard)):
        httpx_client.event_hooks = {"response": [hook]}
        httpx_client.follow_redirects = False
        httpx_client.headers.update(_HEADERS)
    async_client.headers["Connection"] = "close"  # for the same reason as in `async_client`


def _guard(response: Any) -> None:
    """Limit a response before its body is read. `read` uses `iter_bytes`, which decompresses it."""
    _check_head(response)
    whole = response.iter_bytes

    def bounded(chunk_size: int | None = None) -> Iterator[bytes]:
        size = 0
        for chunk in whole(chunk_size):
            size += len(chunk)
            _check_size(size)
            yield chunk

    response.iter_bytes = bounded


async def _aguard(response: Any) -> None:
    _check_head(response)
    whole = response.aiter_bytes

    async def bounded(chunk_size: int | None = None) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in whole(chunk_size):
            size += len(chunk)
            _check_size(size)
            yield chunk

    response.aiter_bytes = bounded


def _check_head(response: Any) -> None:
    if response.has_redirect_location:
        raise ResponseRefused(
            f"HTTP {response.status_code} is a redirect, and redirects are not followed; give the endpoint's own address as base_url"
        )
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in _ENCODINGS:
        raise ResponseRefused(f"it is encoded as {encoding[:40]!r}, and only gzip is accepted")
    length = response.headers.get("content-length", "")
    if length.isdecimal():
        _check_size(int(length))


def _check_size(size: int) -> None:
    if size > BODY_BYTES:
        raise ResponseRefused(f"it has more than {BODY_BYTES:,} bytes")
