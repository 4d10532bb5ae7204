"""Open a knowledge base that is there already: a command that reads must not make an empty one by a slip of the pen."""

from pathlib import Path

from ..errors import StoreError
from .knowledge_base import KnowledgeBase, folder_of


def open_existing(folder: str | Path, tenant: str = "default") -> KnowledgeBase:
    """Raises StoreError when the folder is missing, or holds nothing of this tenant."""
    if not Path(folder).is_dir():
        raise StoreError(f"{folder}: there is no knowledge base; make one with `pincite ingest PATH --kb {folder}`")
    if not folder_of(Path(folder), tenant).is_dir():
        named = "" if tenant == "default" else f" --tenant {tenant}"
        raise StoreError(
            f"{folder}: there is no knowledge base of tenant {tenant!r}; make one with `pincite ingest PATH --kb {folder}{named}`"
        )
    return KnowledgeBase.open(folder, tenant=tenant)
