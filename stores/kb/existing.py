"""Opens a knowledge base that must exist, so that a mistyped path does not create an empty one."""

from pathlib import Path
from shlex import quote

from ...errors import StoreError
from ..documents.walk import CATALOGUE
from ..index.database_address import is_address, read_address
from .knowledge_base import KnowledgeBase
from .opening import check, folder_of, is_folder, knowledge_base_exists


def open_existing(place: str | Path, tenant: str = "default") -> KnowledgeBase:
    """Return the existing knowledge base. Raises StoreError if the folder is missing, or if this tenant has no
    knowledge base there."""
    check(place, tenant)
    label = read_address(str(place)).label if is_address(place) else str(place)
    if not is_address(place) and not is_folder(Path(place)):
        raise StoreError(
            f"{label}: there is no knowledge base; make one with `pincite ingest PATH --kb {quote(label)}`"
        )
    if not knowledge_base_exists(place, tenant):
        of, named = ("", "") if tenant == "default" else (f" of tenant {tenant!r}", f" --tenant {quote(tenant)}")
        raise StoreError(
            f"{label}: there is no knowledge base{of}; make one with `pincite ingest PATH --kb {quote(label)}{named}`"
        )
    return KnowledgeBase.open(place, tenant=tenant)


def catalogue_file_id(place: str | Path, tenant: str = "default") -> tuple[int, int] | None:
    """Return the device and inode of the catalogue's file, or None for an address and without a file.

    They show whether an open folder was deleted and created again, since no other file gets the inode while the old
    file is open.
    """
    if is_address(place):
        return None
    try:
        found = (folder_of(Path(place), tenant) / CATALOGUE).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
