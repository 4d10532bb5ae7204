"""Plain text, and the decoding of all text files. Lines are not changed, so line numbers are those of the file."""

import codecs
import re

from charset_normalizer import from_bytes

from ...errors import IngestError
from ..documents.loaded import LoadedDocument, LoadIssue
from .quoted_lines import quoted_lines
from .stated_date import stated_date
from .text_headings import find_text_headings

EXTRACTOR = "text/3"

_SAMPLE = 1_000_000
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, name: str) -> tuple[str, tuple[LoadIssue, ...]]:
    """The text with "\\n" as line end, and an issue if the encoding was guessed.

    Tried in order: byte order mark, UTF-8, the most likely encoding. Raises `IngestError` for binary content and undecodable text.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return _readable(data.decode(encoding))
            except UnicodeDecodeError as error:
                raise IngestError(
                    f"{name}: damaged {encoding} text ({error.reason} at byte {error.start}); save it again as UTF-8"
                ) from None
    if b"\0" in data:
        raise IngestError(
            f"{name}: binary content in a text file (NUL bytes); give it the right extension, or remove it"
        )
    try:
        return _readable(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    best = from_bytes(data[:_SAMPLE]).best()
    for encoding in filter(None, (best.encoding if best else None, "cp1252")):
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        if _reads_as_text(text):
            read, issues = _readable(text)
            return read, (LoadIssue(where="encoding", reason=f"not UTF-8; read as {encoding}, a guess"), *issues)
    raise IngestError(f"{name}: unknown text encoding; save it as UTF-8")


UNSEEN = re.compile("[\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]|\x1b\\[[0-9;?]*[@-~]|[^\n]\x08")
"""Characters that a reader cannot see: they can hide words, or split words that are visible. Also terminal control sequences, and the
overstruck letters that print bold on a terminal."""


def _readable(text: str) -> tuple[str, tuple[LoadIssue, ...]]:
    """The text with "\\n" as line end and without invisible characters."""
    seen, hidden = UNSEEN.subn("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return seen, (removed_characters(hidden),) if hidden else ()


def removed_characters(hidden: int) -> LoadIssue:
    return LoadIssue(where="text", reason=f"{hidden} invisible characters were removed")


def _reads_as_text(text: str) -> bool:
    controls = sum(1 for c in text[:_SAMPLE] if c < " " and c not in "\t\n\r\f")
    return controls <= len(text[:_SAMPLE]) / 1_000


def load_plain(
    text: str, issues: tuple[LoadIssue, ...] = (), *, title: str | None = None, media_type: str = "text/plain"
) -> LoadedDocument:
    return LoadedDocument(
        text=text,
        media_type=media_type,
        extractor=EXTRACTOR,
        title=title,
        updated_at=stated_date(text),
        headings=find_text_headings(text),
        marks=quoted_lines(text),
        issues=issues,
    )
