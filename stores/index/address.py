"""Where served stores are: `postgresql://user@host/db?chroma=http://host:port`."""

import hashlib
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from ...errors import StoreError

_SCHEMES = ("postgresql", "postgres")
EXAMPLE = "postgresql://user@host/db?chroma=http://host:8000"


class Address(NamedTuple):
    """`database` is what PostgreSQL is told, secrets and all; `told` names it in messages, without them."""

    database: str
    chroma: str
    told: str


def is_address(place: object) -> bool:
    """Whether this is the address of served stores and no folder."""
    return isinstance(place, str) and place.startswith(tuple(f"{scheme}://" for scheme in _SCHEMES))


def read_address(place: str) -> Address:
    """Raises StoreError where a part is missing or wrong."""
    try:
        parts = urlsplit(place)
        asked = parse_qsl(parts.query, keep_blank_values=True)
        told = _told(parts.hostname, parts.port, parts.path, dict(asked).get("host"))
    except ValueError as error:
        raise StoreError(f"the knowledge base's address cannot be read ({error}); it looks like {EXAMPLE}") from None
    chroma = dict(asked).get("chroma", "")
    try:
        vectors = urlsplit(chroma)
        complete = vectors.scheme in ("http", "https") and bool(vectors.hostname) and vectors.port is not None
    except ValueError:
        complete = False
    if not complete:
        raise StoreError(
            f"{told}: its address lacks the vector server, `chroma=http://host:port`; it looks like {EXAMPLE}"
        )
    query = urlencode([one for one in asked if one[0] != "chroma"], quote_via=quote)
    return Address(urlunsplit(parts._replace(query=query)), chroma, told)


def name_of(tenant: str) -> str:
    """What the stores of a tenant are called. Its name is hashed: it may hold what no other name may."""
    return hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def schema_of(tenant: str) -> str:
    """The schema of the database that holds a tenant's part of a knowledge base, and nothing else does."""
    return f"pincite_{name_of(tenant)}"


def _told(host: str | None, port: int | None, path: str, socket: str | None) -> str:
    place = host or socket or "localhost"
    return f"postgresql://{place}{f':{port}' if port else ''}{path}"
