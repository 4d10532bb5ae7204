"""The tools of the MCP server over one knowledge base, without the protocol (SPEC ECO-2)."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple

from ..errors import PinciteError, SettingsError, StoreError
from ..evidence.audit.audit_report import AuditReport
from ..evidence.model.spans import PassageId
from ..evidence.report.evidence_report import EvidenceReport
from ..graph.adapters import Graph
from ..graph.build import build_graph
from ..graph.retrieval_tools import Retrieval, retrieval
from ..nodes.retrieval.readable_versions import is_chosen
from ..nodes.runtime.admission import Admission
from ..nodes.runtime.state import RunInput
from ..reports.read_report import parse_report
from ..reports.verify import verify
from ..roles.answer_audit import audit
from ..roles.contracts.roles import Roles
from ..roles.llm.configured_auditor import configured_auditor
from ..settings import Settings
from ..stores.kb.existing import catalogue_file_id, open_existing
from ..stores.kb.knowledge_base import KnowledgeBase
from .mcp_messages import (
    CHUNK_CHARACTERS,
    Answer,
    Ask,
    Audit,
    CitedCheck,
    DocumentList,
    ListDocuments,
    ListedDocument,
    SearchDocuments,
    Verified,
    Verify,
)
from .mcp_quotes import checked_quote

log = logging.getLogger("pincite")
REPORTS_KEPT = 50
"""The number of reports that are stored for later requests. A report with a few citations has about 50,000 characters,
one with a thousand five million."""
_AUDITS_AT_ONCE = 2
REPORTS = "pincite://reports/"
"""The prefix of the addresses of reports."""
_STAGES = {
    "init": "reading the question",
    "identify_subject_class": "planning",
    "discover_candidates": "looking for the subject in the documents",
    "subject_not_found": "the subject was not found",
    "retrieve": "searching for evidence",
    "extract": "selecting quotes",
    "verify": "checking the quotes",
    "critique": "weighing the evidence",
    "draft": "writing the answer",
    "audit": "auditing the answer",
    "conclude": "concluding",
}
"""The description of each stage, by the name of its node without the prefix of a follow-up pass."""
OnStage = Callable[[str], Awaitable[None]]
"""A callback that gets the description of each stage of a run."""


class _Opened(NamedTuple):
    kb: KnowledgeBase
    graph: Graph
    admission: Admission
    files: tuple[int, int] | None


class McpTools:
    """The tools over one knowledge base.

    The knowledge base is opened at the first call that needs it, since an MCP client starts the server long before the
    first question. It is opened again if its folder was replaced, since the server may run for days. All calls raise
    PinciteError, which names the remedy.
    """

    def __init__(self, place: str, tenant: str = "default", *, roles: Roles | None = None) -> None:
        self._place, self._tenant, self._roles = place, tenant, roles
        self._lock = Lock()
        self._opened: _Opened | None = None
        self._reports: OrderedDict[str, EvidenceReport] = OrderedDict()
        self._auditing = ThreadPoolExecutor(_AUDITS_AT_ONCE, thread_name_prefix="pincite-audit")

    def warm(self) -> None:
        """Open the knowledge base before the first call. Log a warning if that fails."""
        try:
            self._open()
        except PinciteError as error:
            log.warning("%s", error)

    def close(self) -> None:
        self._auditing.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._drop()

    def admission(self) -> Admission | None:
        """Return the admission control of runs, or None before the knowledge base is opened."""
        return self._opened.admission if self._opened else None

    def reports(self) -> list[EvidenceReport]:
        """Return the stored reports, the latest first."""
        return list(reversed(self._reports.values()))

    def report(self, run_id: str) -> EvidenceReport:
        if (found := self._reports.get(run_id)) is None:
            raise SettingsError(
                f"run_id = {run_id[:100]!r}: this server has no such report; it keeps the latest {REPORTS_KEPT} "
                "until it stops. Ask again, or give the report itself"
            )
        return found

    def _open(self) -> _Opened:
        with self._lock:
            files = catalogue_file_id(self._place, self._tenant)
            if self._opened is not None and self._opened.files != files:
                self._drop()
            if self._opened is None:
                kb = open_existing(self._place, self._tenant)
                try:
                    settings = Settings()
                    admission = Admission(settings.serving.runs_at_once)
                    graph = build_graph(kb, settings, roles=self._roles, admission=admission)
                except BaseException:
                    kb.close()
                    raise
                self._opened = _Opened(kb, graph, admission, files)
            return self._opened

    def _drop(self) -> None:
        """Close the knowledge base. If active runs still read it, only forget it."""
        if self._opened is not None and not self._opened.admission.inside:
            self._opened.kb.close()
        self._opened = None

    async def ask(self, given: Ask, on_stage: OnStage) -> Answer:
        """Return the answer to one question. The run is a task of its own: a client that does not read its progress
        does not block it, and a client that cancels ends it.

        Raises Busy if too many runs are active.
        """
        kb, graph, admission, _ = await asyncio.to_thread(self._open)
        place = admission.run()
        place.__enter__()
        stages: asyncio.Queue[str | None] = asyncio.Queue()
        running = asyncio.create_task(self._run(kb, graph, _input(given), stages.put_nowait))
        running.add_done_callback(lambda _: place.__exit__(None, None, None))
        running.add_done_callback(lambda _: stages.put_nowait(None))
        try:
            while (stage := await stages.get()) is not None:
                await on_stage(stage)
            return Answer.of(await running, REPORTS)
        finally:
            running.cancel()

    async def _run(
        self, kb: KnowledgeBase, graph: Graph, given: RunInput, on_stage: Callable[[str], None]
    ) -> EvidenceReport:
        parts: Any = graph.astream(given, stream_mode=["custom", "values"])
        report: EvidenceReport | None = None
        async for mode, part in parts:
            if mode == "custom" and part.get("event") == "entered":
                on_stage(_stage(part["node"]))
            elif mode == "values" and part.get("report"):
                report = part["report"]
        assert report is not None  # every run ends in one (SPEC EXE-7)
        self._keep(report)
        await asyncio.to_thread(_journal, kb, report)
        return report

    def _keep(self, report: EvidenceReport) -> None:
        self._reports[report.run_id] = report
        while len(self._reports) > REPORTS_KEPT:
            self._reports.popitem(last=False)

    async def search(self, given: SearchDocuments) -> Retrieval:
        return await asyncio.to_thread(self._search, given)

    def _search(self, given: SearchDocuments) -> Retrieval:
        kb = self._open().kb
        return retrieval(
            kb.snapshot(), given.query, given.limit, given.documents, given.must_mention, in_tables=given.in_tables
        )

    async def audit(self, given: Audit) -> AuditReport:
        """Return the audit of an answer. Audits have their own thread pool: a thread cannot be cancelled, so abandoned
        audits delay only other audits."""
        place = (await asyncio.to_thread(self._open)).admission.run()
        place.__enter__()
        working = asyncio.get_running_loop().run_in_executor(self._auditing, self._audit, given)
        working.add_done_callback(lambda _: place.__exit__(None, None, None))
        return await asyncio.shield(working)

    def _audit(self, given: Audit) -> AuditReport:
        snapshot = self._open().kb.snapshot()
        passages = [snapshot.passage(PassageId(passage_id)) for passage_id in dict.fromkeys(given.passage_ids)]
        chunks = [{"id": str(passage.passage_id), "text": passage.text} for passage in passages]
        chunks += [chunk.model_dump() for chunk in given.chunks]
        if (length := sum(len(chunk["text"]) for chunk in chunks)) > CHUNK_CHARACTERS:
            raise SettingsError(
                f"passage_ids, chunks: {length:,} characters; at most {CHUNK_CHARACTERS:,} are allowed. Name only what the answer uses"
            )
        return audit(given.answer, chunks, auditor=configured_auditor())

    async def verify(self, given: Verify) -> Verified:
        return await asyncio.to_thread(self._verify, given)

    def _verify(self, given: Verify) -> Verified:
        kb = self._open().kb
        if given.quotes:
            snapshot = kb.snapshot()
            checks = tuple(checked_quote(snapshot, quote.quote, quote.document) for quote in given.quotes)
            problems = tuple(f"“{check.quote[:200]}”: {check.reason}" for check in checks if not check.holds)
            return Verified(
                holds=not problems,
                problems=problems,
                against=f"knowledge base, generation {snapshot.snapshot_id}",
                quotes=checks,
            )
        report = self.report(given.run_id) if given.run_id is not None else _read(given.report)
        checked = verify(report, kb)
        return Verified(
            holds=checked.holds,
            problems=checked.problems(),
            against=checked.against,
            citations=tuple(
                CitedCheck(
                    number=citation.number, document=citation.document, status=citation.status, reason=citation.reason
                )
                for citation in checked.citations
            ),
        )

    async def list_documents(self, given: ListDocuments) -> DocumentList:
        return await asyncio.to_thread(self._list, given)

    def _list(self, given: ListDocuments) -> DocumentList:
        kb = self._open().kb
        found = sorted(
            (document for document in kb.snapshot().documents() if is_chosen(document, given.documents, ())),
            key=lambda document: document.path,
        )
        shown = found[given.offset : given.offset + given.limit]
        return DocumentList(
            documents=tuple(map(ListedDocument.of, shown)),
            total=len(found),
            offset=given.offset,
            more=given.offset + len(shown) < len(found),
        )


def _stage(node: str) -> str:
    *passed, name = node.rpartition("follow_up_")
    again = "follow-up: " if any(passed) else ""
    return f"{again}{_STAGES[name.removesuffix('_evidence')]}"


def _input(given: Ask) -> RunInput:
    asked = RunInput(question=given.question)
    if given.as_of is not None:
        asked["as_of"] = given.as_of
    for name in ("documents", "constraints", "earlier_turns"):
        if held := getattr(given, name):
            asked[name] = held
    return asked


def _journal(kb: KnowledgeBase, report: EvidenceReport) -> None:
    try:
        kb.record_run(report.run_id, report.question, report.digest)
    except StoreError as error:  # the answer is valid all the same
        log.warning("this report was not recorded in the run journal: %s", error)


def _read(given: Any) -> EvidenceReport:
    return parse_report(json.dumps(given), "report")
