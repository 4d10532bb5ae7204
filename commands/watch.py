"""`pincite ingest --watch`: the knowledge base is kept in step with files and folders until Ctrl-C.

Each change leads to an ingest like any other: atomic for each document, and with `--prune` what was deleted is removed.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import PinciteError, SettingsError, StoreError
from ..reports.visible import visible, visible_json
from ..stores.documents.manifest import NAMES
from ..stores.documents.walk import walk
from ..stores.kb.settling import STILL, Look, Settling

if TYPE_CHECKING:
    from ..stores.kb.ingest_report import IngestReport

EVERY = 250
"""Milliseconds between two looks at files that changed."""
KINDS = ("added", "superseded", "gone", "failed")
"""What is shown of an ingest, in this order."""


def changes(paths: Sequence[Path], others: Sequence[Path]) -> Iterator[set[Path]]:
    """What changed in `paths`, files and folders, and of the files `others`; an empty set where nothing did for `EVERY` milliseconds.

    Watching has begun when the first set comes. Raises SettingsError without the package that watches.
    """
    try:
        from watchfiles import watch
    except ImportError:
        raise SettingsError(
            "--watch: the package watchfiles is not installed; run `pip install 'pincite[watch]'`"
        ) from None
    folders = {path.resolve() for path in paths if path.is_dir()}
    files = {path.resolve() for path in (*paths, *others) if not path.is_dir()}

    def wanted(_: object, name: str) -> bool:
        path = Path(name)
        return path in files or any(
            path.is_relative_to(folder) and not _hidden(path.relative_to(folder)) for folder in folders
        )

    roots = folders | {
        file.parent for file in files
    }  # an editor replaces a file by another, which only its folder shows
    for changed in watch(*roots, watch_filter=wanted, step=100, rust_timeout=EVERY, yield_on_timeout=True):
        yield {Path(name) for _, name in changed}


def _hidden(path: Path) -> bool:
    return path.name not in NAMES and any(part.startswith(".") for part in path.parts)


class InStep:
    """Ingests `paths` at first, and again whenever files that changed stand still.

    `ingest` reads all paths but the files it is given. A file that failed is read again once it has changed.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        ingest: "Callable[[frozenset[Path]], IngestReport]",
        shown: "Callable[[IngestReport], None]",
    ) -> None:
        self._paths, self._ingest, self._shown = paths, ingest, shown
        self._settling = Settling()
        self._failed: dict[Path, Look | None] = {}
        self._due = True
        self._told = ""
        """The last error, which is shown once."""

    def after(self, changed: set[Path]) -> None:
        """Go on after these files and folders changed, or after a while in which none did."""
        self._due |= any(path.is_dir() for path in changed)
        self._settling.changed(path for path in changed if not path.is_dir())
        self._due |= bool(self._settling.settled())
        if not self._due:
            return
        try:
            self._round()
        except StoreError as error:  # such as another process that writes: tried again
            self._tell(error)
        except PinciteError as error:  # such as a wrong manifest: the next change may mend it
            self._due = False
            self._tell(error)

    def _round(self) -> None:
        files = {source.relative: source.file for source in walk(self._paths)[0]}
        self._settling.changed(set(filter(_just_written, files.values())) - self._settling.unsettled())
        failed = {file for file, look in self._failed.items() if Look.at(file) == look}
        looks = {file: Look.at(file) for file in files.values()}
        report = self._ingest(self._settling.unsettled() | failed)
        self._due, self._told = False, ""
        there = [one for one in report.failed if one.path not in files or files[one.path].exists()]
        self._failed = {file: looks[file] for file in failed if file in looks}
        self._failed |= {files[one.path]: looks[files[one.path]] for one in there if one.path in files}
        self._shown(
            report.model_copy(update={"failed": tuple(there)})
        )  # a file that went meanwhile is gone, and no failure

    def _tell(self, error: PinciteError) -> None:
        if str(error) != self._told:
            self._told = str(error)
            print(visible(f"pincite: {error}"), file=sys.stderr, flush=True)


def _just_written(file: Path) -> bool:
    look = Look.at(file)
    return look is not None and abs(time.time() - look.changed / 1e9) < STILL


class Shown:
    """Prints what an ingest changed: the time, what became of a file, and the file. What is gone is shown once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._gone: set[str] = set()

    def __call__(self, report: "IngestReport") -> None:
        lines = [
            f"{time.strftime('%H:%M:%S')}  {kind:<10}  {one.path}{f': {one.reason}' if one.reason else ''}"
            for kind in KINDS
            for one in getattr(report, kind)
            if kind != "gone" or one.path not in self._gone
        ]
        self._gone = {one.path for one in report.gone}
        if lines and self._as_json:
            print(visible_json(report.model_dump_json()), flush=True)
        elif lines:
            print(visible("\n".join(lines)), flush=True)
