"""States in a report that the caller limited the run to chosen documents, and which other documents name the subject
(SPEC USE-6, SUB-9). Without this, an answer that only other documents hold would be called absent."""

from ...evidence.binding.bind_candidate import discovery_names
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.subjects import SubjectClass
from ...evidence.report.evidence_report import DocumentLimit, RiskSignal
from ...stores.kb.snapshot import Snapshot
from ..answer.phrases import Phrases
from ..retrieval.readable_versions import chosen_versions
from ..runtime.state import RunState
from .assumed_names import aliases_for
from .inventory import inventory_of

TITLES = 3
"""The maximum number of other documents that are named."""


def document_limit(snapshot: Snapshot, state: RunState) -> DocumentLimit | None:
    """Return the caller's limit, or None for a run over the whole knowledge base."""
    chosen = chosen_versions(snapshot, state)
    if chosen is None:
        return None
    documents = snapshot.documents()
    read = {document.document_id for document in documents if document.version_id in chosen}
    return DocumentLimit(
        documents=tuple(state.get("documents", ())),
        collections=tuple(state.get("collections", ())),
        chosen=len(read),
        of=len({document.document_id for document in documents}),
        subject=" / ".join(dict.fromkeys(filter(None, map(_name, _sought(state))))) or None,
        named_elsewhere=tuple(
            document.title
            for document in _naming(snapshot, state)
            if document.is_current and document.document_id not in read
        ),
    )


def _naming(snapshot: Snapshot, state: RunState) -> list[SourceDocument]:
    """Return the documents that name a subject of the question, or that the manifest assigns to it."""
    analysis = state["analysis"]
    if analysis is None:
        return []
    aliases = aliases_for(snapshot, analysis)
    names = [
        name
        for subject in _sought(state)
        for name in discovery_names(subject, aliases) or filter(None, (subject.name,))
    ]
    found = snapshot.mentioning_versions(names) | inventory_of(snapshot).declared_in_manifest(names) if names else ()
    return [document for document in snapshot.documents() if document.version_id in found]


def _sought(state: RunState) -> tuple[SubjectClass, ...]:
    """Return the subjects that the gate did not find, or all of them if it found each."""
    analysis, gate = state["analysis"], state["gate"]
    subjects = analysis.subjects if analysis else ()
    absent = gate.absent_subjects if gate else ()
    return tuple(subjects[index] for index in absent) or subjects


def _name(subject: SubjectClass) -> str | None:
    return subject.parent_entity or subject.name


def limit_signals(limit: DocumentLimit | None) -> tuple[RiskSignal, ...]:
    return ("documents_limited",) if limit is not None and limit.narrows else ()


def limit_note(limit: DocumentLimit | None, phrases: Phrases) -> str:
    """Return the sentences that state the limit; empty if nothing was left out."""
    if limit is None or not limit.narrows:
        return ""
    said = phrases.limited.format(chosen=limit.chosen, of=limit.of)
    if not limit.named_elsewhere:
        return said
    return f"{said} {phrases.named_elsewhere.format(subject=limit.subject, titles=_titles(limit, phrases))}"


def without_limit(limit: DocumentLimit | None, phrases: Phrases) -> tuple[str, ...]:
    """Return the next step that removes the limit; empty if nothing was left out."""
    if limit is None or not limit.narrows:
        return ()
    if not limit.named_elsewhere:
        return (phrases.ask_unlimited,)
    return (phrases.ask_elsewhere.format(titles=_titles(limit, phrases)),)


def _titles(limit: DocumentLimit, phrases: Phrases) -> str:
    shown = [phrases.quoted.format(text=title) for title in limit.named_elsewhere[:TITLES]]
    if (more := len(limit.named_elsewhere) - TITLES) > 0:
        shown.append(phrases.more.format(count=more))
    return phrases.listed(shown)
