"""The runs of this process. Each belongs to one session, continues without its browser until it ends, and stays
available for a while."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

from ...errors import PinciteError, StoreError
from ...evidence.report.evidence_report import EvidenceReport
from ...nodes.runtime.admission import Admission
from ...nodes.runtime.events import read_event
from ...nodes.runtime.state import RunInput
from ...settings import Budgets
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.originals.page_images import PageImage
from .progress import Progress, in_words

log = logging.getLogger("pincite")

RUNS_KEPT = 200
"""The maximum number of stored runs of all sessions together. The oldest ended run is dropped first. A report takes
about 0.3 MB."""

Status = Literal[
    "running",
    "done",  # it has a report
    "stopped",  # by the user, or by the end of the process
    "failed",  # it has an error
]


class Run:
    """A run of a session. Only the task of the run changes it."""

    def __init__(self, session: str, given: RunInput) -> None:
        self.id = uuid4().hex
        self.session = session
        self.given = given
        self.started = datetime.now(UTC)
        self.status: Status = "running"
        self.progress: list[Progress] = []
        self.report: EvidenceReport | None = None
        self.pictures: dict[int, PageImage | None] = {}
        """The rendered pages of the run's citations, by citation number."""
        self.error = ""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def question(self) -> str:
        return self.given["question"]

    def stages(self) -> list[Progress]:
        """Return the last line of each stage, with its result, in the order in which the stages began."""
        last: dict[str, Progress] = {}
        for line in self.progress:
            before = last.get(line.stage)
            keep = {"text": before.text, "details": before.details} if before is not None and line.text is None else {}
            last[line.stage] = line.model_copy(update=keep)
        return list(last.values())

    async def watch(self, seen: int = 0) -> AsyncIterator[tuple[int, Progress]]:
        """Yield the lines from number `seen` on until the run has ended, each with the number of the line after it.
        Several callers may watch one run."""
        while True:
            changed = self._changed
            while seen < len(self.progress):
                seen += 1
                yield seen, self.progress[seen - 1]
            if self.status != "running":
                return
            await changed.wait()

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def note(self, line: Progress) -> None:
        self.progress.append(line)
        self._wake()

    def end(self, status: Status, error: str = "") -> None:
        self.status, self.error = status, error
        self._wake()

    def _wake(self) -> None:
        """Wake all waiting watchers. Later watchers wait for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()

    def begin(self, task: "asyncio.Task[None]") -> None:
        self._task = task

    async def ended(self) -> None:
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.wait([self._task])


class Runs:
    """Starts runs and stores them for later requests. For use in one event loop."""

    def __init__(self, kb: KnowledgeBase, graph: Any, admission: Admission, budgets: Budgets) -> None:
        self._kb, self._graph, self._admission, self._budgets = kb, graph, admission, budgets
        self._runs: dict[str, Run] = {}

    def start(self, session: str, given: RunInput) -> Run:
        """Begin a run in a task of its own. Raises Busy if too many are active."""
        place = ExitStack()
        place.enter_context(self._admission.run())
        run = Run(session, given)
        task = asyncio.create_task(self._answer(run))
        task.add_done_callback(lambda _: place.close())
        run.begin(task)
        self._runs[run.id] = run
        self._forget()
        return run

    def find(self, session: str, name: str) -> Run | None:
        """Return the run with that id, or None if it does not exist or belongs to another session."""
        run = self._runs.get(name)
        return run if run is not None and run.session == session else None

    def of(self, session: str) -> list[Run]:
        """Return the runs of a session, the newest first."""
        return [run for run in reversed(self._runs.values()) if run.session == session]

    async def close(self) -> None:
        """Stop the active runs and wait until they have ended."""
        for run in self._runs.values():
            run.stop()
        await asyncio.gather(*(run.ended() for run in self._runs.values()))

    def _forget(self) -> None:
        over = len(self._runs) - RUNS_KEPT
        for name in [name for name, run in self._runs.items() if run.status != "running"][: max(0, over)]:
            del self._runs[name]

    async def _answer(self, run: Run) -> None:
        try:
            parts = self._graph.astream(run.given, stream_mode=["custom", "values"])
            async for mode, part in parts:
                if mode == "custom":
                    run.note(in_words(read_event(part), self._budgets))
                elif part.get("report"):
                    run.report = part["report"]
            assert run.report is not None
            await asyncio.to_thread(self._record, run.report)
            run.end("done")
        except asyncio.CancelledError:
            run.end("stopped")
            raise
        except PinciteError as error:
            run.end("failed", str(error))
        except Exception as error:
            log.exception("a run of the web page failed")
            run.end("failed", f"an internal fault ({type(error).__name__}); the log of the server has the details")

    def _record(self, report: EvidenceReport) -> None:
        try:
            self._kb.record_run(report.run_id, report.question, report.digest)
        except StoreError as error:  # the answer is valid all the same
            log.warning("a report was not recorded in the run journal: %s", error)
