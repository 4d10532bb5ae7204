"""Public names of pincite, which answers from your own documents with exact, checkable quotes, or says precisely why it
cannot.

Each name is imported when it is first used, so that `import pincite` is fast. The modules below may move without
notice.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

if TYPE_CHECKING:
    from .errors import (
        AuditInputError,
        Busy,
        IngestError,
        ModelError,
        PinciteError,
        ReplayMismatch,
        ReportError,
        SettingsError,
        StoreError,
        StoreUnavailable,
    )
    from .evidence.audit.audit_report import AuditReport
    from .evidence.judgement.calibration import Calibration
    from .evidence.report.evidence_report import EvidenceReport
    from .evidence.report.place_words import place_in_words
    from .evidence.report.verification import VerificationReport
    from .graph.adapters import Graph, as_node, as_tool, in_words
    from .graph.audit_middleware import AuditMiddleware
    from .graph.audit_node import AuditUpdate, after_audit, audit_node
    from .graph.build import build_graph
    from .graph.chat import chat_graph
    from .graph.recorded import record, replay
    from .graph.retrieval_tools import retrieval_tools
    from .nodes.runtime.admission import Admission
    from .nodes.runtime.context import RunBudgets, RunContext
    from .nodes.runtime.events import (
        CriticDecided,
        EvidenceJudged,
        GatePassed,
        PassagesFound,
        ProgressEvent,
        RunConcluded,
        SentencesAudited,
        read_event,
    )
    from .nodes.runtime.serde import SERDE_TYPES, make_serializer
    from .nodes.runtime.state import RunInput
    from .reports.read_report import read_report
    from .reports.render import render
    from .reports.verify import verify
    from .roles.answer_audit import audit
    from .roles.contracts.roles import Roles
    from .roles.llm.on_models import calibrate_model, roles_on
    from .roles.model_call.recording import Recorder, Replay
    from .serving.metrics import RunMetrics
    from .serving.process import closes_on_signals
    from .settings import Settings
    from .stores.kb.ingest_report import IngestReport
    from .stores.kb.knowledge_base import KnowledgeBase
    from .stores.sources.skills import Skill

__all__ = [
    "SERDE_TYPES",
    "Admission",
    "AuditInputError",
    "AuditMiddleware",
    "AuditReport",
    "AuditUpdate",
    "Busy",
    "Calibration",
    "CriticDecided",
    "EvidenceJudged",
    "EvidenceReport",
    "GatePassed",
    "Graph",
    "IngestError",
    "IngestReport",
    "KnowledgeBase",
    "ModelError",
    "PassagesFound",
    "PinciteError",
    "ProgressEvent",
    "Recorder",
    "Replay",
    "ReplayMismatch",
    "ReportError",
    "Roles",
    "RunBudgets",
    "RunConcluded",
    "RunContext",
    "RunInput",
    "RunMetrics",
    "SentencesAudited",
    "Settings",
    "SettingsError",
    "Skill",
    "StoreError",
    "StoreUnavailable",
    "VerificationReport",
    "after_audit",
    "as_node",
    "as_tool",
    "audit",
    "audit_node",
    "build_graph",
    "calibrate_model",
    "chat_graph",
    "closes_on_signals",
    "in_words",
    "make_serializer",
    "place_in_words",
    "read_event",
    "read_report",
    "record",
    "render",
    "replay",
    "retrieval_tools",
    "roles_on",
    "verify",
]

_HOMES = {
    ".errors": "AuditInputError Busy IngestError ModelError PinciteError ReplayMismatch ReportError SettingsError StoreError StoreUnavailable",
    ".evidence.audit.audit_report": "AuditReport",
    ".evidence.judgement.calibration": "Calibration",
    ".evidence.report.evidence_report": "EvidenceReport",
    ".evidence.report.place_words": "place_in_words",
    ".evidence.report.verification": "VerificationReport",
    ".graph.adapters": "Graph as_node as_tool in_words",
    ".graph.audit_middleware": "AuditMiddleware",
    ".graph.audit_node": "AuditUpdate after_audit audit_node",
    ".graph.build": "build_graph",
    ".graph.chat": "chat_graph",
    ".graph.recorded": "record replay",
    ".graph.retrieval_tools": "retrieval_tools",
    ".nodes.runtime.admission": "Admission",
    ".nodes.runtime.context": "RunBudgets RunContext",
    ".nodes.runtime.events": "CriticDecided EvidenceJudged GatePassed PassagesFound ProgressEvent RunConcluded SentencesAudited read_event",
    ".nodes.runtime.serde": "SERDE_TYPES make_serializer",
    ".nodes.runtime.state": "RunInput",
    ".reports.read_report": "read_report",
    ".reports.render": "render",
    ".reports.verify": "verify",
    ".roles.answer_audit": "audit",
    ".roles.model_call.recording": "Recorder Replay",
    ".roles.contracts.roles": "Roles",
    ".roles.llm.on_models": "calibrate_model roles_on",
    ".serving.metrics": "RunMetrics",
    ".serving.process": "closes_on_signals",
    ".settings": "Settings",
    ".stores.kb.ingest_report": "IngestReport",
    ".stores.kb.knowledge_base": "KnowledgeBase",
    ".stores.sources.skills": "Skill",
}
_RENAMED = {"Door": "Admission"}
"""Old names, until 0.4."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        warn(f"pincite.{name} has been renamed to pincite.{_RENAMED[name]}", DeprecationWarning, stacklevel=2)
        name = _RENAMED[name]
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
