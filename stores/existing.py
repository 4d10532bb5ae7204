"""Open a knowledge base that is there already: a command that reads must not make an empty one by a slip of the pen."""

from pathlib import Path

from ..errors import StoreError
from .knowledge_base import KnowledgeBase


def open_existing(folder: str | Path, tenant: str = "default") -> KnowledgeBase:
    """Raises StoreError when the folder is missing."""
    if not Path(folder).is_dir():
        raise StoreError(f"{folder}: there is no knowledge base; make one with `pincite ingest PATH --kb {folder}`")
    return KnowledgeBase.open(folder, tenant=tenant)
