"""Further formats (odt, rtf, epub, old Office …), through the optional package `kreuzberg`.

Its HTML output is read like any HTML, which keeps headings, tables and struck text in place. Its plain text output loses which text is
struck out.
"""

import mimetypes
import re
from importlib.metadata import version

from ...errors import IngestError
from ..documents.loaded import LoadedDocument, LoadIssue
from .limits import LoadLimits
from .markup.html import EXTRACTOR, load_html
from .office.archive import open_archive
from .stated_date import stated_date

_SUPERSCRIPT_RTF = re.compile(rb"(\\super(?:\\[a-z]{1,20}-?\d{0,6}){0,9} ?)(\d{1,4})(?=[^\d;])")
_RAISED = dict(zip(b"0123456789", (0x2070, 0xB9, 0xB2, 0xB3, *range(0x2074, 0x207A)), strict=True))
_ADDED = re.compile(r"<p>\[TABLE_ROW\]</p>|<a [^>]*\bdata-footnote-backref\b[^>]*>[^<]*</a>")
"""Text that kreuzberg adds: a mark after an RTF table, and the link back from a footnote."""


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
    is_rtf = data.startswith(b"{\\rtf")
    given = _SUPERSCRIPT_RTF.sub(_raised, data) if is_rtf else data
    found = kreuzberg.extract_bytes_sync(given, media_type, config=kreuzberg.ExtractionConfig(output_format="html"))
    loaded = load_html(_ADDED.sub("", found.content), (), limits)
    title = (found.metadata or {}).get("title")
    issues = tuple(LoadIssue(where="text", reason=str(warning.message)) for warning in found.processing_warnings or ())
    return loaded.model_copy(
        update={
            "media_type": media_type,
            "extractor": f"other/2 kreuzberg/{version('kreuzberg')} {EXTRACTOR}",
            "title": title if isinstance(title, str) and title.strip() else loaded.title,
            "updated_at": stated_date(loaded.text),
            "issues": (*loaded.issues, *issues),
        }
    )


def _raised(match: re.Match[bytes]) -> bytes:
    """The digits of a superscript as superscript characters: kreuzberg reads "63{\\super 1}" as 631."""
    return match[1] + b"".join(b"\\u%d?" % _RAISED[figure] for figure in match[2])
