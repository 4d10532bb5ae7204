"""The folder of uploaded files. They stay in the knowledge base, since their pages are shown beside quotes.

The files of an upload arrive in a hidden folder and move to their place when the upload is complete. A file that cannot
be ingested is removed again, and the file that it replaced is restored.
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
"""The maximum number of files that one upload may contain."""
LONGEST_NAME = 200
"""The maximum number of bytes of a file name. File systems allow 255."""
_ARRIVING = ".arriving-"
"""The prefix of folders with files that are not ingested yet. Hidden files are never ingested."""


class Arriving:
    """The files of one upload. The caller must close it, also after an error."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._place = Path(tempfile.mkdtemp(prefix=_ARRIVING, dir=folder))
        self._new, self._old = self._place / "new", self._place / "old"
        self._new.mkdir()
        self._old.mkdir()
        self.names: list[str] = []

    def add(self, given_name: str, data: BinaryIO) -> None:
        """Add a copy of one file. Raises IngestError for an invalid name, a file that is too large, and too many files."""
        name = file_name(given_name)
        if name in self.names:
            raise IngestError(f"{name}: two files of this upload have the same name; upload them one after the other")
        if len(self.names) >= FILES_AT_ONCE:
            raise IngestError(f"more than {FILES_AT_ONCE} files at once; upload the rest after these")
        with (self._new / name).open("xb") as file:
            shutil.copyfileobj(data, file)
            if file.tell() > DEFAULT_LIMITS.file_bytes:
                raise IngestError(f"{name}: larger than {DEFAULT_LIMITS.file_bytes // 1_000_000} MB; split the file")
        self.names.append(name)

    def settle(self) -> list[Path]:
        """Move the files to the folder for ingest, and return their paths. Replaced files are kept until `close`."""
        for name in self.names:
            if (self._folder / name).exists():
                (self._folder / name).rename(self._old / name)
            (self._new / name).rename(self._folder / name)
        return [self._folder / name for name in self.names]

    def take_back(self, but: Collection[str] = ()) -> None:
        """Undo `settle`, except for the files with these names."""
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
    """Remove the files of uploads that a killed process left in `folder`."""
    for left in folder.glob(f"{_ARRIVING}*"):
        shutil.rmtree(left, ignore_errors=True)


def file_name(given: str) -> str:
    """Return the last part of a name from a browser, if it is a valid file name. Raises IngestError."""
    last = given.replace("\\", "/").rpartition("/")[2]
    name = "".join(letter for letter in last if letter.isprintable()).strip()
    if not name or name.startswith("."):
        raise IngestError(f"{given[:60]!r}: this file name is not allowed; rename the file")
    if name in NAMES:
        raise IngestError(f"{name}: a manifest is not a document; give it to `pincite ingest --manifest`")
    if len(os.fsencode(name)) > LONGEST_NAME:
        raise IngestError(f"{name[:60]}…: the name has more than {LONGEST_NAME} bytes; rename the file")
    return name
