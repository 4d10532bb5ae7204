"""Counts runs for Prometheus, by a LangChain callback handler on the graph. It costs nothing if it is not used (SPEC
CFG-3).

    graph = build_graph(kb, settings).with_config(callbacks=[RunMetrics().of("north")])

Labels are fixed words, the names of roles, nodes and registered sources, and the tenants that the settings list. No
label contains a question, a document, the address of a model or a key.
"""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.outputs import LLMResult

from ..errors import SettingsError
from ..evidence.report.evidence_report import EvidenceReport
from ..roles.model_call.transient import is_transient

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from ..stores.kb.ingest_report import IngestReport

OTHERS = "other"
"""The label of all tenants that have no counts of their own."""
_SECONDS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
_REMEMBERED = 4_096
"""The maximum number of run ids that are remembered. They prevent counting a report twice: it comes from the last node
and from the graph."""


class RunMetrics:
    """The counters of one process. Raises SettingsError if `prometheus-client` is not installed.

    `tenants`: the tenants that are counted by name. `inside`: returns the number of admitted requests of a serving
    process (`Admission.inside`). `registry`: default is Prometheus' own registry of the process.
    """

    def __init__(
        self,
        *,
        tenants: Collection[str] = (),
        inside: Callable[[], int] | None = None,
        registry: "CollectorRegistry | None" = None,
    ) -> None:
        try:
            from prometheus_client import REGISTRY, Counter, Gauge, Histogram
        except ImportError:
            raise SettingsError(
                "serving.metrics: prometheus-client is needed; run `pip install 'pincite[metrics]'`"
            ) from None
        into: Any = {"registry": registry or REGISTRY}
        self._tenants = frozenset(tenants)
        self._counted: deque[str] = deque(maxlen=_REMEMBERED)
        self._lock = Lock()
        ends = ("terminal_state", "stop_reason", "sufficient", "tenant")
        self.runs = Counter("pincite_runs", "Runs that ended, and how", ends, **into)
        self.seconds = Histogram("pincite_run_seconds", "Working time of a run", ("tenant",), buckets=_SECONDS, **into)
        self.under_way = Gauge("pincite_runs_under_way", "Runs that have begun and not ended", **into)
        self.broken = Counter("pincite_runs_broken", "Runs that ended without a report", ("error",), **into)
        self.signals = Counter("pincite_risk_signals", "Risk signals of reports", ("signal",), **into)
        self.nodes = Histogram("pincite_node_seconds", "Time in a node", ("node",), buckets=_SECONDS, **into)
        self.sources = Counter(
            "pincite_sources", "Verdicts on sources that were queried", ("source", "verdict"), **into
        )
        self.retrievals = Counter("pincite_retrievals", "Searches, by source", ("source", "failed"), **into)
        self.calls = Counter("pincite_model_calls", "Calls that a model answered, by role", ("role",), **into)
        self.faults = Counter(
            "pincite_model_faults", "Attempts at a model that failed", ("role", "status", "passing"), **into
        )
        self.tokens = Counter("pincite_model_tokens", "Tokens, by role", ("role", "kind"), **into)
        self.refusals = Counter("pincite_requests_refused", "Requests refused before a run began", ("why",), **into)
        self.documents = Counter("pincite_ingest_documents", "Files given to ingest, by outcome", ("outcome",), **into)
        self.passages = Counter("pincite_ingest_passages", "Passages ingested", **into)
        self.ingest_seconds = Counter("pincite_ingest_seconds", "Time spent on ingest", **into)
        if inside is not None:
            places = Gauge("pincite_requests_under_way", "Requests for runs that this process has admitted", **into)
            places.set_function(inside)

    def of(self, tenant: str) -> "TenantMetrics":
        """Return the callback handler for graphs over one tenant's knowledge base."""
        return TenantMetrics(self, tenant if tenant in self._tenants else OTHERS)

    def refused(self, why: str) -> None:
        self.refusals.labels(why).inc()

    def ingested(self, report: "IngestReport") -> None:
        """Count the results of `KnowledgeBase.ingest`."""
        for outcome in ("added", "unchanged", "superseded", "gone", "failed", "skipped"):
            self.documents.labels(outcome).inc(len(getattr(report, outcome)))
        self.passages.inc(report.passages)
        self.ingest_seconds.inc(report.seconds)

    def ended(self, report: EvidenceReport, tenant: str) -> None:
        with self._lock:
            if report.run_id in self._counted:
                return
            self._counted.append(report.run_id)
        sufficient = "yes" if report.sufficient else "no"
        self.runs.labels(report.terminal_state, report.stop_reason, sufficient, tenant).inc()
        self.seconds.labels(tenant).observe(sum(step.seconds for step in report.path))
        for signal in report.risk_signals:
            self.signals.labels(signal).inc()
        for step in report.path:
            self.nodes.labels(step.node).observe(step.seconds)
        for source in report.sources_searched:
            self.sources.labels(source.source, source.verdict).inc()
        for call in report.tool_history:
            self.retrievals.labels(call.tool, "yes" if call.error else "no").inc()


class TenantMetrics(BaseCallbackHandler):
    """Counts runs and model calls through LangChain's callbacks."""

    run_inline = True
    ignore_retriever = True
    ignore_agent = True

    def __init__(self, metrics: RunMetrics, tenant: str) -> None:
        self._metrics, self._tenant = metrics, tenant
        self._open: dict[UUID, bool] = {}
        """The active chains (LangChain's units of work) by id, and whether each is outermost. An outermost chain is a
        run."""
        self._roles: dict[UUID, str] = {}

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        outermost = parent_run_id is None or parent_run_id not in self._open
        self._open[run_id] = outermost
        if outermost:
            self._metrics.under_way.inc()

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        if self._open.pop(run_id, False):
            self._metrics.under_way.dec()
        report = outputs.get("report") if isinstance(outputs, Mapping) else None
        if isinstance(report, EvidenceReport):
            self._metrics.ended(report, self._tenant)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        if self._open.pop(run_id, False):
            self._metrics.under_way.dec()
            self._metrics.broken.labels(type(error).__name__).inc()

    def on_chat_model_start(
        self, serialized: Any, messages: Any, *, run_id: UUID, metadata: dict[str, Any] | None = None, **_: Any
    ) -> None:
        self._roles[run_id] = str((metadata or {}).get("pincite_role", "none"))

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        role = self._roles.pop(run_id, "none")
        self._metrics.calls.labels(role).inc()
        used = getattr(getattr(response.generations[0][0], "message", None), "usage_metadata", None) or {}
        for kind in ("input", "output"):
            self._metrics.tokens.labels(role, kind).inc(used.get(f"{kind}_tokens", 0))

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        status = getattr(error, "status_code", None)
        fault = str(status) if isinstance(status, int) and 100 <= status < 600 else type(error).__name__
        passing = "yes" if is_transient(error) else "no"
        self._metrics.faults.labels(self._roles.pop(run_id, "none"), fault, passing).inc()
