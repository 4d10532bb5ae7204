"""What of the knowledge base could not be read and could bear on a question: the rest is disclosed, and is nobody's next step."""

import re
from collections.abc import Sequence

from ...evidence.language.words import content_stems
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.subjects import Plan
from ...evidence.names.same_name import names_match
from ...evidence.report.evidence_report import ClosestDocument
from ...stores.kb.generation import StoredDisclosure
from ...stores.kb.snapshot import Snapshot

_NO_WORD = re.compile(r"[\W\d_]+")
_KINDS_OF_FILE = frozenset("pdf scan scans docx xlsx pptx html htm txt md csv eml img image page".split())


def bearing_on(snapshot: Snapshot, analysis: Plan, closest: Sequence[ClosestDocument]) -> list[StoredDisclosure]:
    """Of the unread documents and pages those of an entity that is asked about, among the closest documents or in a folder with one
    of them, or whose title or path shares a word with the question."""
    documents = {document.path: document for document in snapshot.documents()}
    near = {document.document for document in closest}
    folders = {documents[path].collection for path in near if path in documents} - {None}
    asked = frozenset(content_stems(_NO_WORD.sub(" ", analysis.resolved_question)))

    def bears(one: StoredDisclosure) -> bool:
        document = documents.get(one.document)
        words = f"{document.title if document else ''} {one.document}"
        named = [word for word in _NO_WORD.split(words) if word.casefold() not in _KINDS_OF_FILE]
        return (
            one.document in near
            or one.document.partition("/")[0] in folders
            or (document is not None and _is_of_one_asked_about(document, snapshot, analysis))
            or not asked.isdisjoint(content_stems(" ".join(named)))
        )

    return [disclosure for disclosure in snapshot.disclosures() if bears(disclosure)]


def _is_of_one_asked_about(document: SourceDocument, snapshot: Snapshot, analysis: Plan) -> bool:
    asked = [name for subject in analysis.subjects for name in (subject.parent_entity, subject.name) if name]
    owners = snapshot.declared(document.version_id).owners()
    return any(names_match(name, owner) for name in asked for owner in owners)


def page_counts(snapshot: Snapshot) -> dict[str, int]:
    """Pages of each document, by its path."""
    return {document.path: document.n_pages for document in snapshot.documents() if document.n_pages}
