"""Open a knowledge base that is there already: a command that reads must not make an empty one by a slip of the pen."""

from pathlib import Path
from shlex import quote

from ...errors import StoreError
from ..documents.walk import CATALOGUE
from ..index.address import is_address, read_address
from .knowledge_base import KnowledgeBase
from .opening import check, folder_of, is_folder, there_is


def open_existing(place: str | Path, tenant: str = "default") -> KnowledgeBase:
    """Raises StoreError when the folder is missing, or when there is nothing of this tenant in it or at the address."""
    check(place, tenant)
    told = read_address(str(place)).told if is_address(place) else str(place)
    if not is_address(place) and not is_folder(Path(place)):
        raise StoreError(f"{told}: there is no knowledge base; make one with `pincite ingest PATH --kb {quote(told)}`")
    if not there_is(place, tenant):
        of, named = ("", "") if tenant == "default" else (f" of tenant {tenant!r}", f" --tenant {quote(tenant)}")
        raise StoreError(
            f"{told}: there is no knowledge base{of}; make one with `pincite ingest PATH --kb {quote(told)}{named}`"
        )
    return KnowledgeBase.open(place, tenant=tenant)


def which_files(place: str | Path, tenant: str = "default") -> tuple[int, int] | None:
    """Tells a folder that was deleted and made anew from the one that is open: the number of its catalogue's file, which no other file
    takes while it is open. None for an address, and where there is no file."""
    if is_address(place):
        return None
    try:
        found = (folder_of(Path(place), tenant) / CATALOGUE).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
