"""One exhibit for each citation: the quote in its surroundings, its place, its page, and what it is cited for."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from ...errors import StoreError
from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.report.evidence_report import Citation, EvidenceReport
from ...evidence.report.place_words import place_in_words
from ...stores.documents.loaded import LoadedDocument
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Snapshot
from ...stores.verify.page_images import PageImage, WantedImage, page_images
from .surroundings import Surroundings, surroundings

IMAGE_BYTES = 2_400_000
"""Of all pictures of one page together; citations beyond it are shown as text."""


class Exhibit(Frozen):
    citation: Citation
    place: str
    link: str | None
    """The address it may be opened at; None for anything but http and https."""
    unit: Evidence | None
    context: Surroundings | None
    without_context: str
    """Why there are no surroundings; empty where there are."""
    image: PageImage | None
    language: str | None
    sentences: tuple[tuple[int, str], ...]
    """Number and text of each sentence it is cited for."""


def exhibits(report: EvidenceReport, kb: KnowledgeBase | None) -> tuple[Exhibit, ...]:
    """In the order of the citations. Without a knowledge base quotes stand alone."""
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    snapshot = kb.with_run_texts(kb.snapshot(), report.run_id) if kb is not None else None
    contexts = {one.number: _context(one, snapshot) for one in report.citations}
    standing = [one for one in report.citations if isinstance(contexts[one.number], Surroundings)]
    images = _images(standing, snapshot, kb) if kb is not None and snapshot is not None else {}
    found = []
    for citation in report.citations:
        context = contexts[citation.number]
        unit = evidence.get(citation.evidence_id)
        found.append(
            Exhibit(
                citation=citation,
                place=place_in_words(citation),
                link=web_address(citation.url),
                unit=unit,
                context=context if isinstance(context, Surroundings) else None,
                without_context=context if isinstance(context, str) else "",
                image=images.get(citation.number),
                language=unit.source.language if unit else None,
                sentences=tuple(
                    (number, sentence.text)
                    for number, sentence in enumerate(report.sentences, 1)
                    if citation.number in sentence.citations
                ),
            )
        )
    return tuple(found)


def web_address(url: str | None) -> str | None:
    """A document may carry any address; only web addresses become links."""
    if not url:
        return None
    try:
        scheme = urlsplit(url.strip()).scheme.lower()
    except ValueError:
        return None
    return url.strip() if scheme in {"http", "https"} else None


def _context(citation: Citation, snapshot: Snapshot | None) -> Surroundings | str:
    """The surroundings, or why there are none."""
    if snapshot is None:
        return "Surroundings are shown where the knowledge base is at hand (option --kb)."
    try:
        loaded = snapshot.structure(VersionId(citation.version_id))
    except StoreError:
        return "The knowledge base no longer holds this version of the document."
    start, end = citation.char_start, citation.char_end
    if loaded.text[start:end] != citation.quote:
        return "The stored source does not have these words at this place. Run the check at the end of this page."
    return surroundings(loaded, start, end, flowing=bool(loaded.pages) and not _in_table(loaded, start))


def _in_table(loaded: LoadedDocument, offset: int) -> bool:
    return any(table.start <= offset < table.end for table in loaded.tables)


def _images(citations: Sequence[Citation], snapshot: Snapshot, kb: KnowledgeBase) -> Mapping[int, PageImage]:
    """Pages of PDFs whose file is still there, as many as fit."""
    wanted = []
    for citation in citations:
        if citation.page is None or not citation.extractor.startswith("pdf/"):
            continue
        if file := kb.original(citation.document):
            loaded = snapshot.structure(VersionId(citation.version_id))
            wanted.append(_wanted(citation, loaded, file=str(file)))
    left, kept = IMAGE_BYTES, {}
    for number, image in sorted(page_images(wanted).items()):
        if image.size() <= left:
            left -= image.size()
            kept[number] = image
    return kept


def _wanted(citation: Citation, loaded: LoadedDocument, file: str) -> WantedImage:
    """The part of the quote that stands on its first page, and how often the same words stand there before it."""
    page = next(one for one in loaded.pages if one.number == citation.page)
    quote = loaded.text[citation.char_start : min(citation.char_end, page.end)].strip()
    squeezed = "".join(quote.split())
    before = "".join(loaded.text[page.start : citation.char_start].split())
    return WantedImage.model_validate(
        {
            "key": citation.number,
            "file": file,
            "file_sha256": citation.version_sha256,
            "page": citation.page,
            "quote": quote,
            "occurrence": before.count(squeezed) if squeezed else 0,
        }
    )
