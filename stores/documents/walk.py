"""Finds the files to ingest: the given files, and the files below the given folders. Links are not followed."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ...errors import IngestError
from .manifest import NAMES

CATALOGUE = "catalogue.sqlite"
"""The file that shows that a folder belongs to a knowledge base, so that it is not ingested."""
_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Source(NamedTuple):
    """A file to ingest. `relative`: its path below `root` with forward slashes, and with unprintable characters escaped
    (`spelled_out`)."""

    file: Path
    root: Path
    relative: str


class Skipped(NamedTuple):
    path: str
    reason: str


def walk(paths: Iterable[Path]) -> tuple[list[Source], list[Skipped]]:
    """Return all files in the order of their paths, and what was skipped: links, special files and unreadable folders.

    Hidden files and knowledge bases are left out without a note. Raises IngestError for a path that does not exist.
    """
    found: dict[str, Source] = {}
    skipped: list[Skipped] = []
    for path in paths:
        if not _is_there(path):
            raise IngestError(f"{str(path)[:200]}: no such file or folder; check the path")
        if not path.is_dir() and not path.is_file():
            raise IngestError(f"{path}: not a regular file or folder; leave it out")
        if path.is_dir():
            for source in _below(path.resolve(), skipped):
                found.setdefault(str(source.file), source)
        else:
            source = Source(path.resolve(), path.resolve().parent, spelled_out(path.name))
            found.setdefault(str(source.file), source)
    return sorted(found.values(), key=lambda source: (source.relative, str(source.root))), skipped


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the name is too long, or a parent folder is not accessible
        return False


def _below(root: Path, skipped: list[Skipped]) -> Iterator[Source]:
    def unreadable(error: OSError) -> None:
        skipped.append(Skipped(_relative(Path(error.filename), root), f"folder cannot be read: {error.strerror}"))

    for folder, folders, files in os.walk(root, onerror=unreadable, followlinks=False):
        if CATALOGUE in files:
            folders.clear()
            continue
        for name in [name for name in folders if (Path(folder) / name).is_symlink()]:
            skipped.append(Skipped(_relative(Path(folder) / name, root), "a link to a folder; links are not followed"))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            file = Path(folder) / name
            if name.startswith(".") or name in NAMES:
                continue
            if reason := _why_not(file, root):
                skipped.append(Skipped(_relative(file, root), reason))
                continue
            yield Source(file, root, _relative(file, root))


def _why_not(file: Path, root: Path) -> str | None:
    """Return why a file is skipped, or None. Pipes and devices are skipped, since reading them might never end."""
    if file.is_symlink():
        target = Path(os.path.realpath(file))
        if not target.is_relative_to(root):
            return "a link to a file outside the ingested folder; ingest that file itself"
        if not target.is_file() or target.is_symlink():
            return "a broken link"
        return "a link to another file of the ingested folder"
    return None if file.is_file() else "not a regular file"


def _relative(file: Path, root: Path) -> str:
    return spelled_out(file.relative_to(root).as_posix())


def spelled_out(name: str | Path) -> str:
    """Return a file name as text. Bytes that are not valid text are escaped, and so are characters that control a
    terminal or reverse the direction of text."""
    text = str(name).encode("utf-8", "backslashreplace").decode()
    return _STEERS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
