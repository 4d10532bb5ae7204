"""Checks Office files before they are parsed. They are zip archives of XML, and both can be made to expand without
limit (SPEC REL-3)."""

import io
import re
import zipfile
from contextlib import suppress
from xml.parsers.expat import ExpatError, ParserCreate  # nosec B407 - up to the root element, and no declaration

from ....errors import IngestError
from ..limits import LoadLimits

_RATIO_MATTERS_FROM = 20_000_000
_XML = (".xml", ".rels", ".vml")
_RELATIONS = "_rels/.rels"
_STRICT = b"http://purl.oclc.org/ooxml/"
_STRICT_NAME = re.compile(re.escape(_STRICT) + rb"(\w+)/")
_CHUNK = 65_536
_NESTED = (".zip", ".gz", ".7z", ".rar", ".bz2", ".xz", ".tar")


def check_archive(data: bytes, name: str, limits: LoadLimits) -> zipfile.ZipFile:
    """Return the archive of a Microsoft Office file. It is checked as in `open_archive`, and for XML that declares
    entities."""
    archive = open_archive(data, name, limits)
    for entry in archive.infolist():
        if entry.file_size:
            _check_xml(archive, entry, name)
    return archive


def transitional(data: bytes, archive: zipfile.ZipFile) -> bytes:
    """Return the file in the usual form of the format. The strict form of ISO/IEC 29500 has other names of namespaces
    and relations, and the libraries do not know them."""
    if _RELATIONS not in archive.namelist() or _STRICT not in archive.read(_RELATIONS):
        return data
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as copy:
        for entry in archive.infolist():
            part = archive.read(entry)
            copy.writestr(entry.filename, _STRICT_NAME.sub(rb"http://schemas.openxmlformats.org/\1/2006/", part))
    return changed.getvalue()


def open_archive(data: bytes, name: str, limits: LoadLimits) -> zipfile.ZipFile:
    """Return the opened archive if its directory is within the limits.

    Raises `IngestError` for a damaged or encrypted archive, a zip bomb, and an archive inside the archive.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (
        zipfile.BadZipFile,
        ValueError,
        NotImplementedError,  # a version of the format that zipfile does not support
        OSError,
    ) as error:  # the errors of a damaged directory
        raise IngestError(f"{name}: damaged or truncated ({error}); replace it with a whole copy") from None
    entries = archive.infolist()
    if len(entries) > limits.archive_entries:
        raise IngestError(
            f"{name}: {len(entries)} entries in the archive, more than {limits.archive_entries} (zip bomb?); remove it"
        )
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, min(len(data), sum(entry.compress_size for entry in entries)))
    if unpacked > limits.unpacked_bytes or (
        unpacked > _RATIO_MATTERS_FROM and unpacked > limits.unpacked_ratio * packed
    ):
        raise IngestError(
            f"{name}: unpacks from {packed} to {unpacked} bytes (zip bomb?); remove it, or give its text as a file of another kind"
        )
    if any(entry.flag_bits & 1 for entry in entries):
        raise IngestError(f"{name}: encrypted; save it without a password, or remove it")
    if overlapping := _overlap(entries):
        raise IngestError(f"{name}: entries of the archive overlap at {overlapping} (zip bomb?); remove it")
    for entry in entries:
        if entry.filename.lower().endswith(_NESTED):
            raise IngestError(f"{name}: contains another archive ({entry.filename}); remove it and ingest its files")
    return archive


def _overlap(entries: list[zipfile.ZipInfo]) -> str | None:
    end = 0
    for entry in sorted(entries, key=lambda e: e.header_offset):
        if entry.header_offset < end:
            return entry.filename
        end = entry.header_offset + entry.compress_size
    return None


def _check_xml(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> None:
    """Refuse XML with a document type. Office programs never write one, so it is an attack with entities that expand or
    read files.

    The XML parser reads each entry up to the root element, since the declaration must come before it. Every entry is
    checked, since the relations of the package decide which entries are XML, not their names.
    """
    parser = ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = _stop
    try:
        with archive.open(entry) as part:
            while chunk := part.read(_CHUNK):
                parser.Parse(chunk)
        with suppress(ExpatError):  # an end before the root element: the loader of the format reports it
            parser.Parse(b"", True)  # expat 2.6 and later reports a long token only when more text, or the end, arrives
    except _RootReached:
        return
    except _DoctypeDeclared:
        raise IngestError(f"{name}: {entry.filename} declares XML entities (XML bomb?); remove it") from None
    except ExpatError as error:
        if not entry.filename.lower().endswith(_XML):
            return
        raise IngestError(f"{name}: damaged at {entry.filename} ({error}); replace it with a whole copy") from None
    except (
        Exception
    ) as error:  # a damaged entry raises what its decompressor does, and zlib.error shares no base with zipfile's
        raise IngestError(f"{name}: damaged at {entry.filename} ({error}); replace it with a whole copy") from None


class _RootReached(Exception):
    pass


class _DoctypeDeclared(Exception):
    pass


def _refuse_doctype(*_: object) -> None:
    raise _DoctypeDeclared


def _stop(*_: object) -> None:
    raise _RootReached
