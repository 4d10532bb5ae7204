"""Formats beyond the built-in ones (odt, rtf, epub, old Office …), through the optional `kreuzberg` package."""

import mimetypes
from importlib.metadata import version

from ...errors import IngestError
from ..documents.loaded import LoadedDocument
from .limits import LoadLimits
from .office.archive import open_archive
from .stated_date import stated_date


def load_other(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Plain text only: no headings, tables or pages are located. Raises `IngestError` when the extra is not installed."""
    try:
        import kreuzberg  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        extension = name.rsplit(".", 1)[-1]
        raise IngestError(
            f"{name}: .{extension} needs the extra formats; pip install 'pincite[formats]', or save it as PDF or DOCX"
        ) from None
    if data.startswith(b"PK"):
        open_archive(data, name, limits)
    media_type = mimetypes.guess_type(name)[0] or kreuzberg.detect_mime_type_from_bytes(data)
    result = kreuzberg.extract_bytes_sync(data, media_type)
    title = (result.metadata or {}).get("title")
    return LoadedDocument(
        text=result.content,
        media_type=media_type,
        extractor=f"other/1 kreuzberg/{version('kreuzberg')}",
        title=title if isinstance(title, str) and title.strip() else None,
        updated_at=stated_date(result.content),
    )
