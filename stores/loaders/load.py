"""Any file, or a text given without one, as a `LoadedDocument`."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import IngestError
from ..loaded import LoadedDocument
from .delimited import load_delimited
from .kinds import kind_of
from .limits import DEFAULT_LIMITS, LoadLimits
from .markdown import load_markdown
from .plain import decode, load_plain


def load_file(path: Path, *, password: str | None = None, limits: LoadLimits = DEFAULT_LIMITS) -> LoadedDocument:
    """Read one file. Depends on its bytes and name alone.

    Raises `IngestError`, and nothing else, with the file's name, what is wrong, and the mend (SPEC REL-3).
    """
    name = path.name
    data = _read(path, limits)
    with _refusing(name), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parsers warn of styles and extensions they pass over, none of it text
        document = _dispatch(data, name, password, limits)
    if len(document.text) > limits.characters:
        raise IngestError(f"{name}: {len(document.text)} characters of text, more than {limits.characters}; split it")
    return document


def load_text(
    text: str, *, name: str = "text", title: str | None = None, media_type: str = "text/plain"
) -> LoadedDocument:
    """A text that comes without a file. `media_type` text/markdown, text/html, text/csv and text/tab-separated-values are read as such.

    Raises `IngestError`, and nothing else, with `name` and what is wrong.
    """
    with _refusing(name):
        if media_type == "text/markdown":
            return load_markdown(text, title=title)
        if media_type == "text/html":
            from .html import load_html

            loaded = load_html(text, (), DEFAULT_LIMITS)
            return loaded.model_copy(update={"title": title or loaded.title})
        if media_type in ("text/csv", "text/tab-separated-values"):
            return load_delimited(text, (), DEFAULT_LIMITS, media_type).model_copy(update={"title": title})
        return load_plain(text, title=title, media_type=media_type)


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Whatever a parser raises as an `IngestError` of this name."""
    try:
        yield
    except IngestError:
        raise
    except MemoryError:
        raise IngestError(f"{name}: needs more memory than allowed; split it") from None
    except RecursionError:
        raise IngestError(f"{name}: nested too deeply to be read; remove it") from None
    except Exception as error:
        raise IngestError(
            f"{name}: cannot be read ({type(error).__name__}: {error}); replace it with a whole copy"
        ) from error


def _read(path: Path, limits: LoadLimits) -> bytes:
    name = path.name
    try:
        if not path.is_file():
            raise IngestError(f"{name}: {'not a regular file' if path.exists() else 'no such file'}")
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise IngestError(f"{name}: {size} bytes, more than the limit of {limits.file_bytes}; split it")
        data = path.read_bytes()
    except OSError as error:
        raise IngestError(
            f"{name}: cannot be opened ({error.strerror or error}); check that it exists and may be read"
        ) from None
    if not data.strip(b"\0 \t\r\n"):
        raise IngestError(f"{name}: empty; replace it, or remove it")
    return data


def _dispatch(data: bytes, name: str, password: str | None, limits: LoadLimits) -> LoadedDocument:
    """Parsers are imported where they are used: a folder of Markdown should not wait for them."""
    kind = kind_of(name, data)
    if kind == "pdf":
        from .pdf import load_pdf

        return load_pdf(data, name, password, limits)
    if kind == "docx":
        from .word import load_word

        return load_word(data, name, limits)
    if kind == "pptx":
        from .slides import load_slides

        return load_slides(data, name, limits)
    if kind == "xlsx":
        from .sheet import load_sheets

        return load_sheets(data, name, limits)
    if kind == "eml":
        from .mail import load_mail

        return load_mail(data, name, limits)
    if kind == "other":
        from .other_formats import load_other

        return load_other(data, name, limits)
    text, issues = decode(data, name)
    if kind == "html":
        from .html import load_html

        return load_html(text, issues, limits)
    if kind == "markdown":
        return load_markdown(text, issues)
    if kind in ("csv", "tsv"):
        return load_delimited(text, issues, limits, "text/csv" if kind == "csv" else "text/tab-separated-values")
    return load_plain(text, issues)
