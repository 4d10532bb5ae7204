"""Checks whether the stored documents contain a quote verbatim, and where."""

from ..errors import SettingsError
from ..evidence.model.source_record import SourceDocument
from ..evidence.quotes.locate import locate
from ..evidence.report.place_words import place_in_words
from ..graph.retrieval_tools import NAMED
from ..nodes.retrieval.readable_versions import is_chosen
from ..stores.kb.snapshot import Snapshot
from .mcp_messages import QuoteCheck, Stands

_DOCUMENTS = 20
"""The maximum number of documents that are read in full for one quote."""
_SEARCHED = 1_000
"""The number of characters of the quote that are used to search for the documents to read."""
_SHOWN = 3


def checked_quote(snapshot: Snapshot, quote: str, document: str | None) -> QuoteCheck:
    """Return where the documents contain the quote. White space and forms of characters may differ; letters and digits
    may not.

    Raises SettingsError if `document` matches no document.
    """
    if not any(map(str.isalnum, quote)):
        raise SettingsError("quotes: a quote has no letter or digit; give the words to look for")
    documents = _named(snapshot, document) if document is not None else _likely(snapshot, quote)
    stands: list[Stands] = []
    for entry in documents[:_DOCUMENTS]:
        if found := locate(quote, snapshot.text(entry.version_id)):
            spans = [snapshot.span(entry.version_id, start, end) for start, end in found.pieces]
            stands.append(
                Stands(
                    document=entry.path,
                    title=entry.title,
                    place=place_in_words(spans[0].place),
                    text=" […] ".join(span.quote for span in spans),
                    is_current=entry.is_current,
                )
            )
    if stands:
        where = f"found in {', '.join(dict.fromkeys(place.document for place in stands[:_SHOWN]))}"
        return QuoteCheck(quote=quote, holds=True, reason=where, stands=tuple(stands[:_SHOWN]))
    if document is None:
        reason = f"not found in any of the {len(documents)} documents that a search for it returns; name the document to read it in full"
    elif len(documents) > _DOCUMENTS:
        reason = f"not found in the first {_DOCUMENTS} of {len(documents)} documents that match; name one document"
    else:
        reason = f"not found in {', '.join(entry.path for entry in documents[:NAMED])}"
    return QuoteCheck(quote=quote, holds=False, reason=reason)


def _named(snapshot: Snapshot, document: str) -> list[SourceDocument]:
    """Return the documents whose path matches `document`, current versions first. Raises SettingsError if there is
    none."""
    found = [entry for entry in snapshot.documents() if entry.path == document or is_chosen(entry, [document], ())]
    if not found:
        paths = ", ".join(entry.path for entry in snapshot.documents()[:NAMED])
        raise SettingsError(f"document = {document!r}: no document matches; available are {paths or 'none'}")
    return sorted(found, key=lambda entry: not entry.is_current)


def _likely(snapshot: Snapshot, quote: str) -> list[SourceDocument]:
    """Return the documents with the best hits for the words of the quote, each once."""
    found = {hit.document.version_id: hit.document for hit in snapshot.search(quote[:_SEARCHED], limit=50)}
    return list(found.values())[:_DOCUMENTS]
