"""The sources of a report in full: each quote with the text around it, and its place."""

from collections.abc import Callable

from ..errors import StoreError
from ..evidence.model.spans import VersionId
from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..stores.documents.loaded import LoadedDocument
from .html.surroundings import surroundings

Structure = Callable[[VersionId], LoadedDocument]


def sources_text(report: EvidenceReport, structure: Structure) -> str:
    """Return the sources for a terminal. Each quote is marked with » and «. `structure`: the document of a version."""
    return (
        "\n\n".join(_source(citation, structure) for citation in report.citations) or "The last answer has no sources."
    )


def _source(citation: Citation, structure: Structure) -> str:
    dated = f", {citation.version_date}" if citation.version_date else ""
    place = f"{citation.url or citation.document}, {place_in_words(citation)}"
    return f"[{citation.number}] {citation.title} ({citation.source_kind}{dated})\n    {place}\n\n{_indented(_context(citation, structure))}"


def _context(citation: Citation, structure: Structure) -> str:
    start, end = citation.char_start, citation.char_end
    try:
        loaded = structure(VersionId(citation.version_id))
    except StoreError:  # removed meanwhile, or from a tool
        return f"»{citation.quote}«"
    if loaded.text[start:end] != citation.quote:
        return f"»{citation.quote}«"
    in_table = any(table.start <= start < table.end for table in loaded.tables)
    found = surroundings(loaded, start, end, flowing=bool(loaded.pages) and not in_table)
    paragraphs = [
        "".join(f"»{part.text}«" if part.quoted else part.text for part in paragraph) for paragraph in found.paragraphs
    ]
    return "\n\n".join([*([] if found.opens else ["…"]), *paragraphs, *([] if found.closes else ["…"])])


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else "" for line in text.splitlines())
