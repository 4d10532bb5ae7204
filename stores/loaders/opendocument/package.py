"""The parts of an OpenDocument package."""

from datetime import date
from typing import Any, NamedTuple
from zipfile import ZipFile

from lxml import etree  # type: ignore[import-untyped]

from ....errors import IngestError
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas
from ..limits import LoadLimits
from ..office.archive import check_archive
from ..stated_date import stated_date
from .lists import Numbering
from .styles import DC, OFFICE, Styles

EXTRACTOR = f"opendocument/1 lxml/{etree.LXML_VERSION[0]}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"


class Package(NamedTuple):
    content: Any
    styles_part: Any
    meta: Any

    @property
    def body(self) -> Any:
        """The element with the text, the sheets or the slides."""
        body = self.content.find(f"{OFFICE}body")
        if body is None or not len(body):
            raise ValueError("content.xml has no body")
        return body[-1]

    def styles(self) -> Styles:
        return Styles(self._common(), self.content)

    def styles_of_masters(self) -> Styles:
        """Return the styles of headers, footers and master slides. The content may use the same names with another
        meaning."""
        return Styles(self.styles_part)

    def _common(self) -> Any:
        return None if self.styles_part is None else self.styles_part.find(f"{OFFICE}styles")

    def numbering(self) -> Numbering:
        return Numbering(self._common(), self.content)

    def masters(self) -> Any:
        found = None if self.styles_part is None else self.styles_part.find(f"{OFFICE}master-styles")
        return () if found is None else found

    def loaded(self, canvas: Canvas, media_type: str, title: str | None) -> LoadedDocument:
        stated: dict[str, str] = {}
        for key, name in (("title", f"{DC}title"), ("author", f"{_META}initial-creator"), ("subject", f"{DC}subject")):
            element = next(self.meta.iter(name), None) if self.meta is not None else None
            if element is not None and (element.text or "").strip():
                stated[key] = element.text.strip()
        first = canvas.headings[0] if canvas.headings else None
        loaded = canvas.document(
            media_type=media_type,
            extractor=EXTRACTOR,
            title=stated.get("title") or title or (canvas.cut(first.start, first.end) if first else None),
            metadata=stated,
        )
        updated: date | None = stated_date(loaded.text)
        return loaded.model_copy(update={"updated_at": updated})


def open_package(data: bytes, name: str, limits: LoadLimits) -> Package:
    """Return the parts of an OpenDocument file. Raises `IngestError` for a damaged, encrypted or hostile file."""
    archive = check_archive(data, name, limits)
    if b"encryption-data" in _read(archive, "META-INF/manifest.xml"):
        raise IngestError(f"{name}: encrypted; save it without a password, or remove it")
    content = _parsed(archive, "content.xml")
    if content is None:
        raise IngestError(f"{name}: damaged: content.xml is missing; replace it with a whole copy")
    return Package(content, _parsed(archive, "styles.xml"), _parsed(archive, "meta.xml"))


def _read(archive: ZipFile, part: str) -> bytes:
    return archive.read(part) if part in archive.namelist() else b""


def _parsed(archive: ZipFile, part: str) -> Any:
    blob = _read(archive, part)
    if not blob.strip():
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    return etree.fromstring(blob, parser)
