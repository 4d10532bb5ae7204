"""Loads further formats (epub, old Office, Outlook messages …) with the optional package `kreuzberg`.

Its HTML output is read like any HTML, which keeps headings, tables and struck text in place. Its plain text output
loses which text is struck out.
"""

import mimetypes
import re
from importlib.metadata import version
from pathlib import PurePath

from ...errors import IngestError
from ...evidence.model.place_marks import Mark
from ..documents.loaded import LoadedDocument, LoadIssue, MarkedText
from .limits import LoadLimits
from .markup.html import EXTRACTOR, load_html
from .office.archive import open_archive
from .stated_date import stated_date

_UNFORMATTED = {".doc", ".docm", ".key", ".numbers", ".pages", ".ppt", ".pptm", ".xls", ".xlsb"}
"""The formats whose formatting kreuzberg loses. It returns "120" with the footnote mark 1 as 1201, and struck and
hidden text as ordinary text."""
_NOT_RECOGNISED = (
    "struck, raised and hidden text of this format is not recognised; save the file as DOCX, XLSX, PPTX or PDF"
)
_ADDED = re.compile(r"<a [^>]*\bdata-footnote-backref\b[^>]*>[^<]*</a>")
"""The text that kreuzberg adds: the link back from a footnote."""


def load_other(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Load the file without page numbers. Raises `IngestError` without the extra `formats`."""
    try:
        import kreuzberg  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        extension = name.rsplit(".", 1)[-1]
        raise IngestError(
            f"{name}: .{extension} needs the extra formats; run `pip install 'pincite[formats]'`, or save the file as PDF or DOCX"
        ) from None
    if data.startswith(b"PK"):
        open_archive(data, name, limits)
    media_type = mimetypes.guess_type(name)[0] or kreuzberg.detect_mime_type(data)
    found = kreuzberg.extract_bytes_sync(data, media_type, config=kreuzberg.ExtractionConfig(output_format="html"))
    loaded = load_html(_ADDED.sub("", found.content), (), limits)
    title = (found.metadata or {}).get("title")
    issues = [LoadIssue(where="text", reason=str(warning.message)) for warning in found.processing_warnings or ()]
    marks = loaded.marks
    if PurePath(name).suffix.lower() in _UNFORMATTED and loaded.text:
        issues.append(LoadIssue(where="text", reason=_NOT_RECOGNISED))
        marks = (*marks, MarkedText(start=0, end=len(loaded.text), mark=Mark(kind="unformatted")))
    return loaded.model_copy(
        update={
            "media_type": media_type,
            "extractor": f"other/3 kreuzberg/{version('kreuzberg')} {EXTRACTOR}",
            "title": title if isinstance(title, str) and title.strip() else loaded.title,
            "updated_at": stated_date(loaded.text),
            "issues": (*loaded.issues, *issues),
            "marks": marks,
        }
    )
