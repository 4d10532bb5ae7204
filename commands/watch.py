"""`pincite ingest --watch`: keep a knowledge base up to date with files and folders until Ctrl-C.

Each change starts an ordinary ingest: atomic per document, and `--prune` removes documents whose files were deleted.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import PinciteError, SettingsError, StoreError
from ..reports.terminal_escapes import visible, visible_json
from ..stores.documents.manifest import NAMES
from ..stores.documents.walk import walk
from ..stores.kb.settling import STILL, Look, Settling

if TYPE_CHECKING:
    from ..stores.kb.ingest_report import IngestReport

EVERY = 250
"""The number of milliseconds between two checks for changed files."""
KINDS = ("added", "superseded", "gone", "failed")
"""The outcomes of an ingest that are shown, in this order."""


def changes(paths: Sequence[Path], others: Sequence[Path]) -> Iterator[set[Path]]:
    """Yield the changed files in `paths` (files and folders) and among the files `others`. After `EVERY` milliseconds
    without a change, yield an empty set.

    Watching has started when the first set arrives. Raises SettingsError if the package watchfiles is not installed.
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

    # An editor may replace a file by a new one. Only a watch on its folder reports that.
    roots = folders | {file.parent for file in files}
    for changed in watch(*roots, watch_filter=wanted, step=100, rust_timeout=EVERY, yield_on_timeout=True):
        yield {Path(name) for _, name in changed}


def _hidden(path: Path) -> bool:
    return path.name not in NAMES and any(part.startswith(".") for part in path.parts)


class FolderSync:
    """Ingests `paths` at the start, and again whenever changed files have settled. `ingest`: takes the files to leave
    out. A file that failed is tried again after it changes."""

    def __init__(
        self,
        paths: Sequence[Path],
        ingest: "Callable[[frozenset[Path]], IngestReport]",
        shown: "Callable[[IngestReport], None]",
    ) -> None:
        self._paths, self._ingest, self._shown = paths, ingest, shown
        self._settling = Settling()
        self._failed: dict[Path, Look | None] = {}
        self._ingest_pending = True
        self._shown_error = ""
        """The latest error that was shown, so that the same error is not shown twice in a row."""

    def after(self, changed: set[Path]) -> None:
        """Handle a set of changed files and folders, which may be empty."""
        self._ingest_pending |= any(path.is_dir() for path in changed)
        self._settling.changed(path for path in changed if not path.is_dir())
        self._ingest_pending |= bool(self._settling.settled())
        if not self._ingest_pending:
            return
        try:
            self._round()
        except StoreError as error:  # such as another process that writes: try again
            self._show_error(error)
        except PinciteError as error:  # such as an invalid manifest: the next change may correct it
            self._ingest_pending = False
            self._show_error(error)

    def _round(self) -> None:
        files = {source.relative: source.file for source in walk(self._paths)[0]}
        self._settling.changed(set(filter(_just_written, files.values())) - self._settling.unsettled())
        failed = {file for file, look in self._failed.items() if Look.at(file) == look}
        looks = {file: Look.at(file) for file in files.values()}
        report = self._ingest(self._settling.unsettled() | failed)
        self._ingest_pending, self._shown_error = False, ""
        failures = [failure for failure in report.failed if failure.path not in files or files[failure.path].exists()]
        self._failed = {file: looks[file] for file in failed if file in looks}
        self._failed |= {
            files[failure.path]: looks[files[failure.path]] for failure in failures if failure.path in files
        }
        # A file that was deleted meanwhile is gone, not failed.
        self._shown(report.model_copy(update={"failed": tuple(failures)}))

    def _show_error(self, error: PinciteError) -> None:
        if str(error) != self._shown_error:
            self._shown_error = str(error)
            print(visible(f"pincite: {error}"), file=sys.stderr, flush=True)


def _just_written(file: Path) -> bool:
    look = Look.at(file)
    return look is not None and abs(time.time() - look.changed / 1e9) < STILL


class ShownChanges:
    """Prints the changes of each ingest: time, outcome and file. A deleted file is shown once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._gone: set[str] = set()

    def __call__(self, report: "IngestReport") -> None:
        lines = [
            f"{time.strftime('%H:%M:%S')}  {kind:<10}  {file.path}{f': {file.reason}' if file.reason else ''}"
            for kind in KINDS
            for file in getattr(report, kind)
            if kind != "gone" or file.path not in self._gone
        ]
        self._gone = {file.path for file in report.gone}
        if lines and self._as_json:
            print(visible_json(report.model_dump_json()), flush=True)
        elif lines:
            print(visible("\n".join(lines)), flush=True)
