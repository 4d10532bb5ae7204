"""Finds the unreadable parts of the knowledge base. All are disclosed; those that may be relevant also give a next step
(SPEC EVI-8)."""

import re
from collections.abc import Sequence

from ...evidence.language.words import content_stems
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.subjects import Plan
from ...evidence.names.same_name import names_match
from ...evidence.report.evidence_report import ClosestDocument, Disclosure
from ...stores.kb.generation import StoredDisclosure
from ...stores.kb.snapshot import Snapshot
from ...stores.loaders.ocr.scanned_page import READ_BY_OCR

_NO_WORD = re.compile(r"[\W\d_]+")
_KINDS_OF_FILE = frozenset("pdf scan scans docx xlsx pptx html htm txt md csv eml img image page".split())


def unreadable(snapshot: Snapshot) -> tuple[Disclosure, ...]:
    """Return a disclosure of each unreadable part, since a run cannot know what it contains."""
    return tuple(
        Disclosure(
            kind="unreadable",
            subject=f"{disclosure.document}, {disclosure.where}" if disclosure.where else disclosure.document,
            reason=disclosure.reason,
        )
        for disclosure in snapshot.disclosures()
        if not disclosure.reason.startswith(READ_BY_OCR)  # citations disclose OCR themselves
    )


def relevant_unreadable(
    snapshot: Snapshot, analysis: Plan, closest: Sequence[ClosestDocument]
) -> list[StoredDisclosure]:
    """Return the unreadable documents and pages that may be relevant to the question.

    Each belongs to an entity of the question, is one of the closest documents, is in a folder with one of these, or has
    a title or path that shares a word with the question.
    """
    documents = {document.path: document for document in snapshot.documents()}
    near = {document.document for document in closest}
    folders = {documents[path].collection for path in near if path in documents} - {None}
    asked = frozenset(content_stems(_NO_WORD.sub(" ", analysis.resolved_question)))

    def may_matter(disclosure: StoredDisclosure) -> bool:
        document = documents.get(disclosure.document)
        words = f"{document.title if document else ''} {disclosure.document}"
        named = [word for word in _NO_WORD.split(words) if word.casefold() not in _KINDS_OF_FILE]
        return (
            disclosure.document in near
            or disclosure.document.partition("/")[0] in folders
            or (document is not None and _belongs_to_subject(document, snapshot, analysis))
            or not asked.isdisjoint(content_stems(" ".join(named)))
        )

    return [disclosure for disclosure in snapshot.disclosures() if may_matter(disclosure)]


def _belongs_to_subject(document: SourceDocument, snapshot: Snapshot, analysis: Plan) -> bool:
    asked = [name for subject in analysis.subjects for name in (subject.parent_entity, subject.name) if name]
    owners = snapshot.declared(document.version_id).owners()
    return any(names_match(name, owner) for name in asked for owner in owners)


def page_counts(snapshot: Snapshot) -> dict[str, int]:
    """Return the number of pages of each document, by path."""
    return {document.path: document.n_pages for document in snapshot.documents() if document.n_pages}
