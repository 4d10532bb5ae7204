"""One exhibit for each citation: the quote in its surroundings or its table, its place, its page, and what it is cited for."""

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
from ...stores.verify.page_images import PageImage, WantedImage, page_images
from ..wording import Wording, wording_of
from .cited_table import ShownTable, cited_table, stated_figures
from .surroundings import Surroundings, surroundings

IMAGE_BYTES = 2_400_000
"""Of all pictures of one page together; citations beyond it are shown as text."""

PictureUrl = Callable[[int], str]
"""The address at which the picture of a citation is served, by its number."""


class Picture(Frozen):
    """`src` is an address or a `data:` URL; sizes are in pixels, None where the picture is drawn only when it is asked for."""

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
    """Why there are no surroundings; empty where there are."""
    picture: Picture | None
    language: str | None
    sentences: tuple[tuple[int, str], ...]
    """Number and text of each sentence it is cited for."""

    def says(self, sentence: str) -> bool:
        """Whether the sentence is the quote itself, or the reading of its row."""
        quote = " ".join(self.citation.quote.split())
        return " ".join(sentence.split()) in quote or bool(self.unit and reads_row(sentence, self.unit.row))


class Cited(Frozen):
    """A document with the exhibits from it that follow each other."""

    citation: Citation
    link: str | None
    """The address it may be opened at; None for anything but http and https."""
    exhibits: tuple[Exhibit, ...]


def cited_documents(exhibits: Sequence[Exhibit]) -> tuple[Cited, ...]:
    """The exhibits in order, those of one document version together where they follow each other."""
    groups = (
        tuple(group) for _, group in groupby(exhibits, key=lambda one: (one.citation.version_id, one.citation.title))
    )
    return tuple(Cited(citation=own[0].citation, link=web_address(own[0].citation.url), exhibits=own) for own in groups)


def exhibits(
    report: EvidenceReport, kb: KnowledgeBase | None, words: Wording, picture_url: PictureUrl | None = None
) -> tuple[Exhibit, ...]:
    """In the order of the citations. Without a knowledge base quotes stand alone. `picture_url`: where pictures are served; without it
    they are drawn now and stand in the page."""
    evidence = {unit.evidence_id: unit for unit in report.evidence}
    snapshot = _snapshot(report, kb)
    documents = {one.number: _document(one, snapshot, words) for one in report.citations}
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
    """The page of one citation, the quote boxed; None where it has none, its file is gone or changed, or it cannot be drawn."""
    citation = next((one for one in report.citations if one.number == number), None)
    if citation is None:
        return None
    document = _document(citation, _snapshot(report, kb), wording_of(report.question))
    wanted = _wanted(citation, document, kb) if isinstance(document, LoadedDocument) else None
    return page_images([wanted]).get(number) if wanted else None


def web_address(url: str | None) -> str | None:
    """A document may carry any address; only web addresses become links."""
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
    """The cited version with its structure, or why it cannot be shown."""
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
    """Pages of PDFs whose file is still there, as many as fit."""
    if kb is None:
        return {}
    wanted = [
        one
        for citation in report.citations
        if isinstance(document := documents[citation.number], LoadedDocument)
        and (one := _wanted(citation, document, kb)) is not None
    ]
    if picture_url is not None:
        return {one.key: Picture(src=picture_url(one.key)) for one in wanted}
    left, kept = IMAGE_BYTES, {}
    for number, image in sorted(page_images(wanted).items()):
        if image.size() <= left:
            left -= image.size()
            src = f"data:{image.media_type};base64,{image.data}"
            kept[number] = Picture(src=src, width=image.width, height=image.height)
    return kept


def _wanted(citation: Citation, loaded: LoadedDocument, kb: KnowledgeBase) -> WantedImage | None:
    """The part of the quote that stands on its first page, and how often the same words stand there before it."""
    if citation.page is None or not citation.extractor.startswith("pdf/"):
        return None
    file = kb.original(citation.document)
    page = next((one for one in loaded.pages if one.number == citation.page), None)
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
