"""Loads an OpenDocument file of any kind."""

from ....errors import IngestError
from ...documents.loaded import LoadedDocument
from ..limits import LoadLimits
from . import presentation, spreadsheet, text_document
from .package import open_package
from .styles import OFFICE


def load_open_document(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Return the loaded document. Hidden parts of sheets and slides come last, under their own heading. Text documents
    have no page numbers."""
    package = open_package(data, name, limits)
    kind = package.body.tag.removeprefix(OFFICE)
    if kind == "text":
        return text_document.load_text_document(package, limits)
    if kind == "spreadsheet":
        return spreadsheet.load_spreadsheet(package, limits)
    if kind == "presentation":
        return presentation.load_presentation(package, limits)
    raise IngestError(f"{name}: an OpenDocument {kind} is not read; save it as PDF")
