"""pincite: answers from your own documents with exact, checkable quotes, or says precisely why it cannot.

The public names, each imported when first used, so that `import pincite` is light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .evidence.audit.audit_report import AuditReport
    from .evidence.report.evidence_report import EvidenceReport
    from .graph.build import build_graph
    from .graph.retrieval_tools import retrieval_tools
    from .reports.read_report import read_report
    from .reports.render import render
    from .reports.verify import verify
    from .roles.audit import audit
    from .settings import Settings
    from .stores.kb.knowledge_base import KnowledgeBase
    from .stores.sources.skills import Skill

__all__ = [
    "AuditReport",
    "EvidenceReport",
    "KnowledgeBase",
    "Settings",
    "Skill",
    "audit",
    "build_graph",
    "read_report",
    "render",
    "retrieval_tools",
    "verify",
]

_HOMES = {
    "AuditReport": ".evidence.audit.audit_report",
    "EvidenceReport": ".evidence.report.evidence_report",
    "KnowledgeBase": ".stores.kb.knowledge_base",
    "Settings": ".settings",
    "Skill": ".stores.sources.skills",
    "audit": ".roles.audit",
    "build_graph": ".graph.build",
    "read_report": ".reports.read_report",
    "render": ".reports.render",
    "retrieval_tools": ".graph.retrieval_tools",
    "verify": ".reports.verify",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)
