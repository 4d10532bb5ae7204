"""Whether a quote stands verbatim in the stored documents, and where."""

from ..errors import SettingsError
from ..evidence.model.source_record import SourceDocument
from ..evidence.quotes.locate import locate
from ..evidence.report.place_words import place_in_words
from ..graph.retrieval_tools import NAMED
from ..nodes.retrieval.readable_versions import is_chosen
from ..stores.kb.snapshot import Snapshot
from .mcp_messages import QuoteCheck, Stands

_DOCUMENTS = 20
"""Documents of one quote that are read whole."""
_SEARCHED = 1_000
"""Characters of a quote that are searched for, to find the documents to read."""
_SHOWN = 3


def checked_quote(snapshot: Snapshot, quote: str, document: str | None) -> QuoteCheck:
    """The quote as `locate` finds it: only the shape of characters may differ, no letter and no digit.

    Raises SettingsError where `document` matches no document.
    """
    if not any(map(str.isalnum, quote)):
        raise SettingsError("quotes: a quote needs at least one letter or digit")
    documents = _named(snapshot, document) if document is not None else _likely(snapshot, quote)
    stands: list[Stands] = []
    for one in documents[:_DOCUMENTS]:
        if found := locate(quote, snapshot.text(one.version_id)):
            spans = [snapshot.span(one.version_id, start, end) for start, end in found.pieces]
            stands.append(
                Stands(
                    document=one.path,
                    title=one.title,
                    place=place_in_words(spans[0].place),
                    text=" […] ".join(span.quote for span in spans),
                    is_current=one.is_current,
                )
            )
    if stands:
        where = f"it stands in {', '.join(dict.fromkeys(stand.document for stand in stands[:_SHOWN]))}"
        return QuoteCheck(quote=quote, holds=True, reason=where, stands=tuple(stands[:_SHOWN]))
    if document is None:
        reason = f"it stands in none of the {len(documents)} documents that a search for it brings; name the document to have it read whole"
    elif len(documents) > _DOCUMENTS:
        reason = (
            f"it does not stand in the first {_DOCUMENTS} of {len(documents)} documents that match; name one document"
        )
    else:
        reason = f"it does not stand in {', '.join(one.path for one in documents[:NAMED])}"
    return QuoteCheck(quote=quote, holds=False, reason=reason)


def _named(snapshot: Snapshot, document: str) -> list[SourceDocument]:
    """Those that match, the present text of a document before earlier ones."""
    found = [one for one in snapshot.documents() if one.path == document or is_chosen(one, [document], ())]
    if not found:
        paths = ", ".join(one.path for one in snapshot.documents()[:NAMED])
        raise SettingsError(f"document = {document!r}: no document matches; there are {paths or 'none'}")
    return sorted(found, key=lambda one: not one.is_current)


def _likely(snapshot: Snapshot, quote: str) -> list[SourceDocument]:
    """The documents of the best hits, each once."""
    found = {hit.document.version_id: hit.document for hit in snapshot.search(quote[:_SEARCHED], limit=50)}
    return list(found.values())[:_DOCUMENTS]
