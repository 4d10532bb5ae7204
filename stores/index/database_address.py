"""Parses the address of served stores: `postgresql://user@host/db?chroma=http://host:port`."""

import hashlib
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from ...errors import StoreError

_SCHEMES = ("postgresql", "postgres")
EXAMPLE = "postgresql://user@host/db?chroma=http://host:8000"


class Address(NamedTuple):
    """The parts of an address. `database`: the connection string for PostgreSQL, with its secrets. `label`: the name
    for messages, without them."""

    database: str
    chroma: str
    label: str


def is_address(place: object) -> bool:
    """Return whether this is the address of served stores and not a folder."""
    return isinstance(place, str) and place.startswith(tuple(f"{scheme}://" for scheme in _SCHEMES))


def read_address(place: str) -> Address:
    """Return the parts of an address. Raises StoreError if a part is missing or wrong."""
    try:
        parts = urlsplit(place)
        options = parse_qsl(parts.query, keep_blank_values=True)
        label = _label(parts.hostname, parts.port, parts.path, dict(options).get("host"))
    except ValueError as error:
        raise StoreError(f"the knowledge base's address cannot be read ({error}); it looks like {EXAMPLE}") from None
    chroma = dict(options).get("chroma", "")
    try:
        vectors = urlsplit(chroma)
        complete = vectors.scheme in ("http", "https") and bool(vectors.hostname) and vectors.port is not None
    except ValueError:
        complete = False
    if not complete:
        raise StoreError(
            f"{label}: the address lacks the vector server, `chroma=http://host:port`; it looks like {EXAMPLE}"
        )
    query = urlencode([option for option in options if option[0] != "chroma"], quote_via=quote)
    return Address(urlunsplit(parts._replace(query=query)), chroma, label)


def name_of(tenant: str) -> str:
    """Return the name of a tenant's stores. It is a hash, since folders and schemas do not allow all characters of a
    tenant's name."""
    return hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def schema_of(tenant: str) -> str:
    """Return the database schema of a tenant's part of a knowledge base."""
    return f"pincite_{name_of(tenant)}"


def _label(host: str | None, port: int | None, path: str, socket: str | None) -> str:
    place = host or socket or "localhost"
    return f"postgresql://{place}{f':{port}' if port else ''}{path}"
