"""Opens the stores of a knowledge base: in a folder, or on servers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np

from ...errors import StoreError
from ..index.catalogue import Catalogue, Claims
from ..index.database_address import EXAMPLE, is_address, name_of, read_address
from ..index.embeddings import BundledEmbedder, Embedder, LangChainEmbedder
from ..index.folder_vectors import FolderIndex
from ..index.vectors import VectorIndex
from ..index.version_rows import VersionRows
from ..sqlite.sqlite_catalogue import SqliteCatalogue
from .versions import Versions

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/{1,2}")
"""The beginning of an address. One letter before the colon would be a Windows drive."""


@dataclass(frozen=True)
class Stores:
    """The stores of one tenant's knowledge base: the catalogue, the vector index and the embedder."""

    catalogue: Catalogue
    versions: Versions
    vectors: VectorIndex
    embedder: Embedder
    checked_on_opening: bool
    """Whether opening the knowledge base checks the row counts, which is quick on this machine and slow over a network."""
    folder: Path | None = None
    """The tenant's folder; None for served stores."""

    def write_version(self, claims: Claims, rows: VersionRows, *, file: str, rewrite: bool) -> None:
        """Embed the passages of a version, and make it the newest of its document. If the same version is stored, it
        becomes current again unchanged (SPEC REL-2).

        `file`: the file on this machine from which it was read, or "". `rewrite`: whether to write the stored version
        again because it is damaged.
        """
        is_known = not rewrite and self.catalogue.number_of(rows.version.version_id) is not None
        vectors = self.embedder.embed([] if is_known else rows.embedded_texts())
        matrix = vectors.astype(np.float16).tobytes()
        self.catalogue.add_version(rows.version._replace(matrix=matrix), file=file, claims=claims)


def open_stores(place: str | Path, tenant: str, embeddings: Embeddings | None) -> Stores:
    """Open the stores in a folder, which is created if it is missing, or at an address. Raises StoreError."""
    check(place, tenant)
    catalogue = _catalogue(place, tenant)
    try:
        embedder: Embedder = LangChainEmbedder(embeddings) if embeddings is not None else BundledEmbedder()
        _check_embedder(catalogue, embedder)
        vectors = _vectors(place, tenant, catalogue, embedder.dimension)
    except BaseException:
        catalogue.close()
        raise
    folder = None if is_address(place) else folder_of(Path(place), tenant)
    return Stores(
        catalogue, Versions(catalogue), vectors, embedder, checked_on_opening=folder is not None, folder=folder
    )


def knowledge_base_exists(place: str | Path, tenant: str) -> bool:
    """Return whether the tenant already has a knowledge base at this place."""
    if is_address(place):
        from ..postgres.postgres_catalogue import PostgresCatalogue

        return PostgresCatalogue.exists(read_address(str(place)), tenant)
    return is_folder(folder_of(Path(place), tenant))


def check(place: object, tenant: object) -> None:
    """Check the place and the tenant name of a knowledge base. Raises StoreError for a wrong one. Of a wrong address,
    the message shows only the scheme, since the address may contain a password."""
    if not isinstance(tenant, str) or not tenant:
        raise StoreError(f"tenant = {tenant!r:.100}: must be a non-empty string")
    if not isinstance(place, str | Path) or place == "":
        raise StoreError(
            f"knowledge base = {place!r:.100}: must be the path of a folder, or an address such as {EXAMPLE}"
        )
    if not is_address(place) and (scheme := _SCHEME.match(str(place))):
        raise StoreError(
            f"{scheme[0]}…: not an address of a knowledge base; give a folder, or an address such as {EXAMPLE}"
        )


def is_folder(path: Path) -> bool:
    """Return whether the path is a folder. Raises StoreError if this cannot be checked, because the name is too long or
    a parent folder is not accessible."""
    try:
        return path.is_dir()
    except OSError as error:
        raise StoreError(f"{str(path)[:200]}: cannot be accessed ({error.strerror}); check the path") from None


def folder_of(root: Path, tenant: str) -> Path:
    """Return the folder of a tenant's part of a knowledge base."""
    return root / name_of(tenant)


def _catalogue(place: str | Path, tenant: str) -> Catalogue:
    if is_address(place):
        from ..postgres.postgres_catalogue import PostgresCatalogue

        return PostgresCatalogue(read_address(str(place)), tenant)
    root = Path(place)
    folder = folder_of(root, tenant)
    try:
        if root.exists() and not root.is_dir():
            raise StoreError(f"{root}: a file, not the folder of a knowledge base; give another path")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{str(root)[:200]}: the folder cannot be created ({error.strerror}); choose a place you may write to"
        ) from None
    except ValueError as error:
        raise StoreError(f"{str(root)[:200]!r}: not a valid folder name ({error}); give another path") from None
    return SqliteCatalogue(folder)


def _vectors(place: str | Path, tenant: str, catalogue: Catalogue, dimension: int) -> VectorIndex:
    if is_address(place):
        from ..index.chroma_vectors import ChromaIndex

        return ChromaIndex(read_address(str(place)).chroma, f"pincite-{name_of(tenant)}-{catalogue.meta('kb_id')}")
    return FolderIndex(folder_of(Path(place), tenant) / "vectors", dimension)


def _check_embedder(catalogue: Catalogue, embedder: Embedder) -> None:
    if catalogue.meta("embedder") is None:
        made = {"embedder": embedder.name, "dimension": str(embedder.dimension), "kb_id": uuid4().hex[:12]}
        catalogue.set_meta_once(made)
    made_by, dimension = catalogue.meta("embedder"), catalogue.meta("dimension")
    if (made_by, dimension) != (embedder.name, str(embedder.dimension)):
        raise StoreError(
            f"{catalogue.label}: its vectors were made by {made_by} ({dimension} dimensions), not by {embedder.name} "
            f"({embedder.dimension}); open it with that model, or ingest the documents into a new folder"
        )
