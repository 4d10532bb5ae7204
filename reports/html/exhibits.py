"""Makes one exhibit for each citation. It has the quote in its context or table, its place, a picture of its page, and
the sentences that cite it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from urllib.parse import urlsplit

from ...errors import StoreError
from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.report.evidence_report import Citation, EvidenceReport
from ...evidence.report.place_words import place_in_words
from ...evidence.report.quote_line import reads_row
from ...stores.documents.loaded import LoadedDocument
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Snapshot
from ...stores.originals.page_images import PageImage, WantedImage, page_images
from ..wording import Wording, wording_of
from .cited_table import ShownTable, cited_table, stated_figures
from .surroundings import Surroundings, surroundings

IMAGE_BYTES = 2_400_000
"""The maximum number of bytes of all pictures of a page together. Further citations are shown as text."""

PictureUrl = Callable[[int], str]
"""A function that returns the address of the picture of a citation, by its number."""


class Picture(Frozen):
    """A picture of a cited page. `src`: an address or a `data:` URL. The sizes are in pixels, or None if the picture is
    made only on request."""

    src: str
    width: int | None = None
    height: int | None = None


class Exhibit(Frozen):
    citation: Citation
    place: str
    unit: Evidence | None
    table: ShownTable | None
    context: Surroundings | None
    without_context: str
    """Why the text around the quote is not shown; empty if it is."""
    picture: Picture | None
    language: str | None
    sentences: tuple[tuple[int, str], ...]
    """The number and the text of each sentence that cites the exhibit."""

    def says(self, sentence: str) -> bool:
        """Return whether the sentence is part of the quote, or states its table row."""
        quote = " ".join(self.citation.quote.split())
        return " ".join(sentence.split()) in quote or bool(self.unit and reads_row(sentence, self.unit.row))


class Cited(Frozen):
    """A document with the consecutive exhibits from it."""

    citation: Citation
    link: str | None
    """The web address of the document, or None unless it is http or https."""
    exhibits: tuple[Exhibit, ...]


def cited_documents(exhibits: Sequence[Exhibit]) -> tuple[Cited, ...]:
    """Return the exhibits in order, grouped by document version if they are consecutive."""
    groups = (
        tuple(group)
        for _, group in groupby(exhibits, key=lambda exhibit: (exhibit.citation.version_id, exhibit.citation.title))
    )
    return tuple(Cited(citation=own[0].citation, link=web_address(own[0].citation.url), exhibits=own) for own in groups)


def exhibits(
    report: EvidenceReport, kb: KnowledgeBase | None, words: Wording, picture_url: PictureUrl | None = None
) -> tuple[Exhibit, ...]:
    """Return the exhibits in the order of the citations. Without a knowledge base, quotes are shown alone.
    `picture_url`: returns the address of a picture; without it, pictures are rendered and embedded."""
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    snapshot = _snapshot(report, kb)
    documents = {citation.number: _document(citation, snapshot, words) for citation in report.citations}
    pictures = _pictures(report, documents, kb, picture_url)
    found = []
    for citation in report.citations:
        document, unit = documents[citation.number], evidence.get(citation.evidence_id)
        loaded = document if isinstance(document, LoadedDocument) else None
        sentences = tuple(
            (number, sentence.text)
            for number, sentence in enumerate(report.sentences, 1)
            if citation.number in sentence.citations
        )
        stated = stated_figures(unit, [text for _, text in sentences]) if unit else frozenset()
        table = cited_table(loaded, unit, stated, words.language) if unit else None
        found.append(
            Exhibit(
                citation=citation,
                place=place_in_words(citation, words.places),
                unit=unit,
                table=table,
                context=_context(citation, loaded) if loaded and table is None else None,
                without_context=document if isinstance(document, str) else "",
                picture=pictures.get(citation.number),
                language=unit.source.language if unit else None,
                sentences=sentences,
            )
        )
    return tuple(found)


def citation_image(report: EvidenceReport, number: int, kb: KnowledgeBase) -> PageImage | None:
    """Return the page of one citation with a box around the quote. Return None without a page, if the file is gone or
    changed, or if rendering fails."""
    citation = next((citation for citation in report.citations if citation.number == number), None)
    if citation is None:
        return None
    document = _document(citation, _snapshot(report, kb), wording_of(report.question))
    wanted = _wanted(citation, document, kb) if isinstance(document, LoadedDocument) else None
    return page_images([wanted]).get(number) if wanted else None


def web_address(url: str | None) -> str | None:
    """Return the address if it is http or https, else None. Documents may contain other addresses, which must not
    become links."""
    if not url:
        return None
    try:
        scheme = urlsplit(url.strip()).scheme.lower()
    except ValueError:
        return None
    return url.strip() if scheme in {"http", "https"} else None


def _snapshot(report: EvidenceReport, kb: KnowledgeBase | None) -> Snapshot | None:
    return kb.with_run_texts(kb.snapshot(), report.run_id) if kb is not None else None


def _document(citation: Citation, snapshot: Snapshot | None, words: Wording) -> LoadedDocument | str:
    """Return the cited version with its structure, or why it cannot be shown."""
    if snapshot is None:
        return words.no_base
    try:
        loaded = snapshot.structure(VersionId(citation.version_id))
    except StoreError:
        return words.version_gone
    stands = loaded.text[citation.char_start : citation.char_end] == citation.quote
    return loaded if stands else words.text_differs


def _context(citation: Citation, loaded: LoadedDocument) -> Surroundings:
    start, end = citation.char_start, citation.char_end
    in_table = any(table.start <= start < table.end for table in loaded.tables)
    return surroundings(loaded, start, end, flowing=bool(loaded.pages) and not in_table)


def _pictures(
    report: EvidenceReport,
    documents: Mapping[int, LoadedDocument | str],
    kb: KnowledgeBase | None,
    picture_url: PictureUrl | None,
) -> Mapping[int, Picture]:
    """Return pictures of cited PDF pages by citation number, together at most `IMAGE_BYTES`. Pages whose file is gone
    have none."""
    if kb is None:
        return {}
    wanted = [
        picture
        for citation in report.citations
        if isinstance(document := documents[citation.number], LoadedDocument)
        and (picture := _wanted(citation, document, kb)) is not None
    ]
    if picture_url is not None:
        return {picture.key: Picture(src=picture_url(picture.key)) for picture in wanted}
    left, kept = IMAGE_BYTES, {}
    for number, image in sorted(page_images(wanted).items()):
        if image.size() <= left:
            left -= image.size()
            src = f"data:{image.media_type};base64,{image.data}"
            kept[number] = Picture(src=src, width=image.width, height=image.height)
    return kept


def _wanted(citation: Citation, loaded: LoadedDocument, kb: KnowledgeBase) -> WantedImage | None:
    """Return the part of the quote on its first page, and how often the same text occurs earlier on that page."""
    if citation.page is None or not citation.extractor.startswith("pdf/"):
        return None
    file = kb.original(citation.document)
    page = next((page for page in loaded.pages if page.number == citation.page), None)
    if file is None or page is None:
        return None
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
            "boxes": [
                line.box.model_dump()
                for line in loaded.ocr
                if line.start < min(citation.char_end, page.end) and citation.char_start < line.end
            ],
        }
    )
