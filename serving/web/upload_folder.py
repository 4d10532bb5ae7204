"""Where uploaded files are kept: a folder of the knowledge base, since their pages are shown beside quotes.

A file arrives in a hidden folder of its own upload and moves to its place when all of the upload is there. One that cannot be ingested is
removed again, and the file that it replaced is put back.
"""

import os
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import BinaryIO

from ...errors import IngestError
from ...stores.documents.manifest import NAMES
from ...stores.loaders.limits import DEFAULT_LIMITS

FILES_AT_ONCE = 200
"""Of one upload."""
LONGEST_NAME = 200
"""Bytes; file systems take 255."""
_ARRIVING = ".arriving-"
"""What folders begin with whose files are not ingested yet. Hidden files are never ingested."""


class Arriving:
    """The files of one upload. To be closed, whatever became of them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._place = Path(tempfile.mkdtemp(prefix=_ARRIVING, dir=folder))
        self._new, self._old = self._place / "new", self._place / "old"
        self._new.mkdir()
        self._old.mkdir()
        self.names: list[str] = []

    def take(self, given_name: str, data: BinaryIO) -> None:
        """Copy one file in. Raises IngestError for a name that can be none, and for a file or a number of files that is too large."""
        name = file_name(given_name)
        if name in self.names:
            raise IngestError(f"{name}: two files of this upload have the same name; upload them one after the other")
        if len(self.names) >= FILES_AT_ONCE:
            raise IngestError(f"more than {FILES_AT_ONCE} files at once; upload the rest after these")
        with (self._new / name).open("xb") as file:
            shutil.copyfileobj(data, file)
            if file.tell() > DEFAULT_LIMITS.file_bytes:
                raise IngestError(f"{name}: larger than {DEFAULT_LIMITS.file_bytes // 1_000_000} MB")
        self.names.append(name)

    def settle(self) -> list[Path]:
        """Move the files to where they are ingested from; gives where they are. What they replace is kept until the end."""
        for name in self.names:
            if (self._folder / name).exists():
                (self._folder / name).rename(self._old / name)
            (self._new / name).rename(self._folder / name)
        return [self._folder / name for name in self.names]

    def take_back(self, but: Collection[str] = ()) -> None:
        """Undo `settle`, but for the files of these names."""
        for name in self.names:
            if name in but:
                continue
            if (self._old / name).exists():
                (self._old / name).replace(self._folder / name)
            else:
                (self._folder / name).unlink(missing_ok=True)

    def close(self) -> None:
        shutil.rmtree(self._place, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove what uploads of a process that was killed left behind."""
    for left in folder.glob(f"{_ARRIVING}*"):
        shutil.rmtree(left, ignore_errors=True)


def file_name(given: str) -> str:
    """The last part of a name that a browser sends, if a file can be called so. Raises IngestError."""
    last = given.replace("\\", "/").rpartition("/")[2]
    name = "".join(letter for letter in last if letter.isprintable()).strip()
    if not name or name.startswith("."):
        raise IngestError(f"{given[:60]!r}: a file cannot be called so here; rename it")
    if name in NAMES:
        raise IngestError(f"{name}: a manifest is no document; give it to `pincite ingest --manifest`")
    if len(os.fsencode(name)) > LONGEST_NAME:
        raise IngestError(f"{name[:60]}…: a name of more than {LONGEST_NAME} bytes; rename it")
    return name
