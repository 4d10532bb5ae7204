"""Finds the kind of a file by its extension, and checks it against the first bytes."""

import io
import zipfile
from pathlib import PurePath
from typing import Literal

from ...errors import IngestError

Kind = Literal[
    "pdf", "docx", "pptx", "xlsx", "html", "markdown", "csv", "tsv", "eml", "text", "opendocument", "rtf", "other"
]

SNIFFED_BYTES = 4_096

_KINDS: dict[str, Kind] = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".pptx": "pptx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".eml": "eml",
    ".rtf": "rtf",
    ".odt": "opendocument",
    ".ods": "opendocument",
    ".odp": "opendocument",
    **dict.fromkeys(
        (".txt", ".text", ".rst", ".log", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".xml", ".tex", ".adoc",
         ".org", ".py", ".js", ".ts", ".java", ".c", ".h", ".cpp", ".go", ".rs", ".sql", ".sh", ".css", ".r"),
        "text",
    ),
    **dict.fromkeys(
        (".doc", ".xls", ".ppt", ".epub", ".msg", ".docm", ".pptm", ".xlsb", ".pages", ".numbers",
         ".key", ".fb2", ".ipynb", ".bib"),
        "other",
    ),
}  # fmt: skip

_MAGIC = (
    (b"%PDF-", "PDF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "OLE"),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"PAR1", "a Parquet file"),
)
_CONTENT_KIND: dict[str, Kind] = {"PDF": "pdf", "Word": "docx", "PowerPoint": "pptx", "Excel": "xlsx"}
_OPEN = ("application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
         "application/vnd.oasis.opendocument.presentation")  # fmt: skip
_CONTENT_KIND |= dict.fromkeys(_OPEN, "opendocument")
_OFFICE = (("word/", "Word"), ("ppt/", "PowerPoint"), ("xl/", "Excel"))
_CONTENT_NAME: dict[Kind, str] = {"pdf": "PDF", "docx": "Word", "pptx": "PowerPoint", "xlsx": "Excel"}
_EXTENSION = {"PDF": ".pdf", "Word": ".docx", "PowerPoint": ".pptx", "Excel": ".xlsx", "RTF": ".rtf"}


def sniff(data: bytes) -> str | None:
    """Return the kind of file that the bytes show, in words, or None if they may be text.

    Example: `sniff(b"%PDF-1.7")` gives `"PDF"`, and `sniff(b"Dear all")` gives `None`.
    """
    if data[:4] == b"PK\x03\x04" or data[:4] == b"PK\x05\x06":
        return _sniff_archive(data)
    for magic, what in _MAGIC:
        if data.startswith(magic):
            return what
    return "PDF" if b"%PDF-" in data[:1024] else None


def _sniff_archive(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return archive.read("mimetype").decode("ascii", "replace").strip()
    except Exception:  # the loader that unpacks the archive reports the damage
        return "a damaged zip archive"
    if "[Content_Types].xml" in names:
        for folder, what in _OFFICE:
            if any(name.startswith(folder) for name in names):
                return what
    return "a zip archive"


def kind_of(name: str, data: bytes) -> Kind:
    """Return the kind of a file. Raises `IngestError` if its extension contradicts its content, or if no loader reads
    this kind.

    Example: `kind_of("lease.pdf", b"%PDF-1.7")` gives `"pdf"`.
    """
    extension = PurePath(name).suffix.lower()
    content = sniff(data)
    if content == "OLE" and extension in (".docx", ".xlsx", ".pptx", ".xlsm"):
        raise IngestError(
            f"{name}: encrypted, or an old Office format with a new extension; save it without a password, or remove it"
        )
    by_name = _KINDS.get(extension)
    if by_name == "other":
        if content in _CONTENT_KIND:
            raise _mislabelled(name, extension, content)
        return "other"
    if by_name is None:
        if content in _CONTENT_KIND:
            return _CONTENT_KIND[content]
        if content is not None:
            raise IngestError(
                f"{name}: {content} is not a supported kind of file; convert it to PDF or text, or remove it"
            )
        if b"\0" in data[:SNIFFED_BYTES] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise IngestError(f"{name}: binary content of an unknown kind; convert it to PDF or text, or remove it")
        return "text"
    if by_name == "opendocument":
        return _open_document(name, extension, content)
    if by_name == "rtf" and content == "RTF":
        return "rtf"
    expected = _CONTENT_NAME.get(by_name)
    if content == "a damaged zip archive" and expected and expected != "PDF":
        raise IngestError(f"{name}: damaged or truncated {expected} file; replace it with a whole copy")
    if expected is None:
        if content is not None:
            raise _mislabelled(name, extension, content)
        return by_name
    if content is None:
        raise _mislabelled(name, extension, "text" if b"\0" not in data[:SNIFFED_BYTES] else "of an unknown kind")
    if content != expected:
        raise _mislabelled(name, extension, content)
    return by_name


def _open_document(name: str, extension: str, content: str | None) -> Kind:
    if content == "a damaged zip archive":
        raise IngestError(f"{name}: damaged or truncated OpenDocument file; replace it with a whole copy")
    if content not in _OPEN:
        raise _mislabelled(name, extension, content or "of an unknown kind")
    return "opendocument"


def _mislabelled(name: str, extension: str, content: str) -> IngestError:
    content = "an old Office file" if content == "OLE" else content
    remedy = (
        f"rename it to {_EXTENSION[content]}" if content in _EXTENSION else "give it the right extension, or remove it"
    )
    return IngestError(f"{name}: named {extension}, but its content is {content}; {remedy}")
