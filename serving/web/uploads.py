"""Ingests of uploaded files: one at a time, with progress, each owned by the session that uploaded."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeVar
from uuid import uuid4

from ...errors import Busy, PinciteError
from ...stores.documents.walk import spelled_out
from ...stores.kb.ingest_report import IngestProgress, IngestReport
from ...stores.kb.knowledge_base import KnowledgeBase
from .upload_folder import Arriving, sweep

log = logging.getLogger("pincite")

UPLOADS_AT_ONCE = 4
"""The maximum number of uploads that are received, waiting or being ingested. A further one is refused."""
INGESTS_KEPT = 50
Result = TypeVar("Result")


class Ingest:
    """The ingest of one upload. It is changed in the event loop only."""

    def __init__(self, session: str, names: Sequence[str]) -> None:
        self.id = uuid4().hex
        self.session = session
        self.names = tuple(names)
        self.status: Literal["waiting", "running", "done", "failed"] = "waiting"
        self.progress: IngestProgress | None = None
        self.report: IngestReport | None = None
        self.error = ""
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        return self.status in ("done", "failed")

    def wake(self) -> None:
        """Wake all waiting watchers. Later watchers wait for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def watch(self) -> AsyncIterator[None]:
        """Yield at the start and after changes, the last time when the ingest has ended.

        Changes during one `yield` are one change, so each state may not be seen, but the last one always is.
        """
        while True:
            changed, has_ended = self._changed, self.has_ended
            yield
            if has_ended:
                return
            await changed.wait()


class Uploads:
    """Stores files in `folder` and ingests them from there. For use in one event loop."""

    def __init__(self, kb: KnowledgeBase, folder: Path) -> None:
        self._kb, self._folder = kb, folder
        self._ingests: dict[str, Ingest] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._receiving = 0
        sweep(folder)

    @contextmanager
    def receiving(self) -> Iterator[None]:
        """Count an upload while it is received. Raises Busy if too many uploads are in progress."""
        active = self._receiving + len(self._tasks)
        if active >= UPLOADS_AT_ONCE:
            raise Busy(f"{active} uploads are in progress; try again in a moment", retry_after=10)
        self._receiving += 1
        try:
            yield
        finally:
            self._receiving -= 1

    def arriving(self) -> Arriving:
        return Arriving(self._folder)

    def start(self, session: str, arrived: Arriving) -> Ingest:
        """Queue the ingest of the files in `arrived`, which is closed at the end."""
        ingest = Ingest(session, arrived.names)
        self._ingests[ingest.id] = ingest
        over = len(self._ingests) - INGESTS_KEPT
        for name in [name for name, ingest in self._ingests.items() if ingest.has_ended][: max(0, over)]:
            del self._ingests[name]
        task = asyncio.create_task(self._work(ingest, arrived))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return ingest

    def find(self, session: str, name: str) -> Ingest | None:
        """Return the ingest with that id, if it belongs to this session."""
        ingest = self._ingests.get(name)
        return ingest if ingest is not None and ingest.session == session else None

    async def close(self) -> None:
        """Cancel active ingests without waiting: each document is ingested completely or not at all."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, ingest: Ingest, arrived: Arriving) -> None:
        try:
            async with self._turn:
                ingest.status = "running"
                ingest.wake()
                loop = asyncio.get_running_loop()
                ingest.report = await _in_daemon(lambda: self._ingest(ingest, arrived, loop))
            ingest.status = "done"
        except (PinciteError, OSError) as error:
            ingest.status, ingest.error = "failed", str(error)
        except Exception as error:
            log.exception("an upload of the web page failed")
            ingest.status = "failed"
            ingest.error = f"an internal fault ({type(error).__name__}); the log of the server has the details"
        finally:
            arrived.close()
            ingest.wake()

    def _ingest(self, ingest: Ingest, arrived: Arriving, loop: asyncio.AbstractEventLoop) -> IngestReport:
        def note(progress: IngestProgress) -> None:
            ingest.progress = progress
            ingest.wake()

        ingested: list[str] = []
        try:
            report = self._kb.ingest(arrived.settle(), progress=lambda progress: _call_in(loop, lambda: note(progress)))
            rejected = {file.path.rpartition("/")[2] for file in (*report.failed, *report.skipped)}
            ingested = [name for name in arrived.names if spelled_out(name) not in rejected]
        finally:
            arrived.take_back(but=ingested)
        return report


async def _in_daemon(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, which runs in a daemon thread. Unlike a thread of a pool, it does not delay the end
    of the process."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:
            fault = error
            _call_in(loop, lambda: None if done.done() else done.set_exception(fault))
        else:
            _call_in(loop, lambda: None if done.done() else done.set_result(result))

    threading.Thread(target=run, name="pincite-ingest", daemon=True).start()
    return await done


def _call_in(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop has ended, and nothing waits
        loop.call_soon_threadsafe(call)
