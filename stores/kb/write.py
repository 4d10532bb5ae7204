"""Embeds the passages of a version and writes it (SPEC REL-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..index.catalogue import Claims
from ..index.version_rows import VersionRows

if TYPE_CHECKING:
    from .opening import Stores


def write_version(stores: Stores, claims: Claims, rows: VersionRows, *, file: str, rewrite: bool) -> None:
    """Make this the newest version of its document. A version that was stored before, or was removed, becomes current again unchanged.

    `file`: the file on this machine it was read from; "" for a text without a file. `rewrite`: the stored version is damaged and is written
    again.
    """
    is_known = not rewrite and stores.catalogue.number_of(rows.version.version_id) is not None
    vectors = stores.embedder.embed([] if is_known else rows.embedded_texts())
    matrix = vectors.astype(np.float16).tobytes()
    stores.catalogue.add_version(rows.version._replace(matrix=matrix), file=file, claims=claims)
