"""Which stores a knowledge base is made of: a folder's, or those of servers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from ...errors import StoreError
from ..index.address import EXAMPLE, is_address, name_of, read_address
from ..index.catalogue import Catalogue
from ..index.embedded_vectors import EmbeddedIndex
from ..index.embeddings import BundledEmbedder, Embedder, LangChainEmbedder
from ..index.vectors import VectorIndex
from ..sqlite.sqlite_catalogue import SqliteCatalogue
from .versions import Versions

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/{1,2}")
"""What an address begins with. A drive's name is one letter."""


@dataclass(frozen=True)
class Stores:
    """What a knowledge base is made of."""

    catalogue: Catalogue
    versions: Versions
    vectors: VectorIndex
    embedder: Embedder
    checked_on_opening: bool
    """Whether counting the rows is quick: on this machine, not over a network."""
    folder: Path | None = None
    """The tenant's own; None for a served one."""


def open_stores(place: str | Path, tenant: str, embeddings: Embeddings | None) -> Stores:
    """Those in a folder, made if missing, or at an address. Raises StoreError."""
    check(place, tenant)
    catalogue = _catalogue(place, tenant)
    try:
        embedder: Embedder = LangChainEmbedder(embeddings) if embeddings is not None else BundledEmbedder()
        _check_embedder(catalogue, embedder)
        vectors = _vectors(place, tenant, catalogue)
    except BaseException:
        catalogue.close()
        raise
    folder = None if is_address(place) else folder_of(Path(place), tenant)
    return Stores(
        catalogue, Versions(catalogue), vectors, embedder, checked_on_opening=folder is not None, folder=folder
    )


def there_is(place: str | Path, tenant: str) -> bool:
    """Whether there is a knowledge base of the tenant already."""
    if is_address(place):
        from ..postgres.postgres_catalogue import PostgresCatalogue

        return PostgresCatalogue.exists(read_address(str(place)), tenant)
    return is_folder(folder_of(Path(place), tenant))


def check(place: object, tenant: object) -> None:
    """Raises StoreError for what can be neither a folder nor an address, or no name. A wrong address is told by its scheme alone: it may
    hold a password."""
    if not isinstance(tenant, str) or not tenant:
        raise StoreError(f"tenant = {tenant!r:.100}: a name of one character or more is needed")
    if not isinstance(place, str | Path) or place == "":
        raise StoreError(
            f"the knowledge base's place is {place!r:.100}; give a folder's path, or an address such as {EXAMPLE}"
        )
    if not is_address(place) and (scheme := _SCHEME.match(str(place))):
        raise StoreError(f"{scheme[0]}…: a folder's path or an address is needed; an address looks like {EXAMPLE}")


def is_folder(path: Path) -> bool:
    """Raises StoreError where that cannot be seen: too long a name, or a folder that may not be entered."""
    try:
        return path.is_dir()
    except OSError as error:
        raise StoreError(f"{str(path)[:200]}: it cannot be looked at ({error.strerror}); check the path") from None


def folder_of(root: Path, tenant: str) -> Path:
    """Where a tenant's part of a knowledge base lies."""
    return root / name_of(tenant)


def _catalogue(place: str | Path, tenant: str) -> Catalogue:
    if is_address(place):
        from ..postgres.postgres_catalogue import PostgresCatalogue

        return PostgresCatalogue(read_address(str(place)), tenant)
    root = Path(place)
    folder = folder_of(root, tenant)
    try:
        if root.exists() and not root.is_dir():
            raise StoreError(f"{root}: a file stands where the knowledge base's folder should be; give another path")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{str(root)[:200]}: the folder cannot be made ({error.strerror}); choose a place you may write to"
        ) from None
    except ValueError as error:
        raise StoreError(f"{str(root)[:200]!r}: no folder can be called so ({error}); give another path") from None
    return SqliteCatalogue(folder)


def _vectors(place: str | Path, tenant: str, catalogue: Catalogue) -> VectorIndex:
    if is_address(place):
        from ..index.served_vectors import ServedIndex

        return ServedIndex(read_address(str(place)).chroma, f"pincite-{name_of(tenant)}-{catalogue.meta('kb_id')}")
    return EmbeddedIndex.shared(folder_of(Path(place), tenant) / "vectors")


def _check_embedder(catalogue: Catalogue, embedder: Embedder) -> None:
    if catalogue.meta("embedder") is None:
        made = {"embedder": embedder.name, "dimension": str(embedder.dimension), "kb_id": uuid4().hex[:12]}
        catalogue.set_meta_once(made)
    made_by, dimension = catalogue.meta("embedder"), catalogue.meta("dimension")
    if (made_by, dimension) != (embedder.name, str(embedder.dimension)):
        raise StoreError(
            f"{catalogue.told}: its vectors were made by {made_by} ({dimension} dimensions), not by {embedder.name} "
            f"({embedder.dimension}); open it with that model, or ingest into a new folder to embed anew"
        )
