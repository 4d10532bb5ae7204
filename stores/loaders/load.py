"""Loads any supported file, or a text without a file, as a `LoadedDocument`."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ...errors import IngestError
from ..documents.loaded import LoadedDocument
from .delimited import load_delimited
from .kinds import kind_of
from .limits import DEFAULT_LIMITS, LoadLimits
from .markup.markdown import load_markdown
from .ocr.scanned_page import ScannedPage
from .plain import decode, load_plain

DELIMITED = ("text/csv", "text/tab-separated-values")


def load_file(
    path: Path,
    *,
    password: str | None = None,
    limits: LoadLimits = DEFAULT_LIMITS,
    scanned: Mapping[int, ScannedPage] | None = None,
) -> LoadedDocument:
    """Return the document in a file. It depends only on the file's bytes and name, and on `scanned`.

    `scanned`: the OCR results of pages without text, by page number; None leaves such pages unread. Raises `ScansFound`
    if `scanned` lacks such a page. Raises no other error than `IngestError`, with the file's name, what is wrong, and
    the remedy (SPEC REL-3).
    """
    name = path.name
    data = _read(path, limits)
    with refusing(name), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parsers warn about unsupported styles and extensions, never about text
        document = _dispatch(data, name, password, limits, scanned)
    return _within(document, name, limits)


def load_text(
    text: str,
    *,
    name: str = "text",
    title: str | None = None,
    media_type: str = "text/plain",
    limits: LoadLimits = DEFAULT_LIMITS,
) -> LoadedDocument:
    """Return the document in a text without a file. The media types text/markdown, text/html, text/csv and
    text/tab-separated-values are parsed.

    Raises only `IngestError`, whose message has `name` and the fault.
    """
    with refusing(name):
        return _within(_text_read(text, title, media_type, limits), name, limits)


def _text_read(text: str, title: str | None, media_type: str, limits: LoadLimits) -> LoadedDocument:
    if media_type == "text/markdown":
        return load_markdown(text, title=title)
    if media_type == "text/html":
        from .markup.html import load_html

        loaded = load_html(text, (), limits)
        return loaded.model_copy(update={"title": title or loaded.title})
    if media_type in DELIMITED:
        return load_delimited(text, (), limits, media_type).model_copy(update={"title": title})
    return load_plain(text, title=title, media_type=media_type)


def _within(document: LoadedDocument, name: str, limits: LoadLimits) -> LoadedDocument:
    if len(document.text) > limits.characters:
        raise IngestError(
            f"{name}: {len(document.text):,} characters of text, more than the limit of {limits.characters:,}; split it"
        )
    return document


@contextmanager
def refusing(name: str, what: str = "cannot be read", remedy: str = "replace it with a whole copy") -> Iterator[None]:
    """Turn every exception inside this context into an `IngestError` with this name."""
    try:
        yield
    except IngestError:
        raise
    except MemoryError:
        raise IngestError(f"{name}: needs more memory than allowed; split the file") from None
    except RecursionError:
        raise IngestError(f"{name}: nested too deeply to be read; remove it") from None
    except Exception as error:
        raise IngestError(f"{name}: {what} ({type(error).__name__}: {error}); {remedy}") from error


def _read(path: Path, limits: LoadLimits) -> bytes:
    name = path.name
    try:
        if not path.is_file():
            raise IngestError(f"{name}: {'not a regular file' if path.exists() else 'no such file; check the path'}")
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise IngestError(f"{name}: {size:,} bytes, more than the limit of {limits.file_bytes:,}; split it")
        data = path.read_bytes()
    except OSError as error:
        raise IngestError(
            f"{name}: cannot be opened ({error.strerror or error}); check that it exists and that you may read it"
        ) from None
    if not data.strip(b"\0 \t\r\n"):
        raise IngestError(f"{name}: empty; replace it, or remove it")
    return data


def _dispatch(
    data: bytes, name: str, password: str | None, limits: LoadLimits, scanned: Mapping[int, ScannedPage] | None
) -> LoadedDocument:
    """Return the document from the loader of its kind. Each loader is imported on first use, since some parsers import
    slowly."""
    kind = kind_of(name, data)
    if kind == "pdf":
        from .pdf.pdf import load_pdf

        return load_pdf(data, name, password, limits, scanned)
    if kind == "docx":
        from .office.word import load_word

        return load_word(data, name, limits)
    if kind == "pptx":
        from .office.slides import load_slides

        return load_slides(data, name, limits)
    if kind == "xlsx":
        from .office.sheet import load_sheets

        return load_sheets(data, name, limits)
    if kind == "eml":
        from .mail import load_mail

        return load_mail(data, name, limits)
    if kind == "opendocument":
        from .opendocument.opendocument import load_open_document

        return load_open_document(data, name, limits)
    if kind == "rtf":
        from .rtf.rtf import load_rtf

        return load_rtf(data, name, limits)
    if kind == "other":
        from .other_formats import load_other

        return load_other(data, name, limits)
    text, issues = decode(data, name)
    if kind == "html":
        from .markup.html import load_html

        return load_html(text, issues, limits)
    if kind == "markdown":
        return load_markdown(text, issues)
    if kind in ("csv", "tsv"):
        return load_delimited(text, issues, limits, "text/csv" if kind == "csv" else "text/tab-separated-values")
    return load_plain(text, issues)
