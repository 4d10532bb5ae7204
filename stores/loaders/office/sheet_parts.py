"""Finds the parts of a sheet besides plain cells: hidden rows and columns, cells that show nothing, formatted parts of
cells, and comments."""

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple, Self
from zipfile import ZipFile

from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.xml.functions import fromstring

from ....evidence.language.text_marks import joined_struck, struck
from ..raised import lowered, raised
from .drawing_text import shape_texts

_TAG = re.compile(rb"<(?:\w+:)?(row|col)\s([^<>]*?)/?>")
_ATTRIBUTE = re.compile(rb"\b(r|min|max|hidden|ht|width|custom(?:Height|Width))=\"([\w.]+)\"")
_MAY_HIDE = re.compile(rb'hidden="|(?:ht|width)="0(?:\.|")|ht="1[."]')
_NARROWEST = {b"ht": 1.5, b"width": 0.3}
"""The minimum height of a row in points, and width of a column in letters, that show something."""


_CUSTOM = {b"ht": b"customHeight", b"width": b"customWidth"}


class Hidden(NamedTuple):
    """The hidden rows and columns of a sheet, numbered from 1.

    Example: a sheet with a hidden row 3 has `rows` {3}.
    """

    rows: frozenset[int]
    columns: tuple[range, ...]

    @classmethod
    def of(cls, part: bytes) -> Self:
        """Return the hidden rows and columns, from the sheet's XML."""
        rows: set[int] = set()
        columns: list[range] = []
        for match in _TAG.finditer(part) if _MAY_HIDE.search(part) else ():
            found: dict[bytes, bytes] = dict(_ATTRIBUTE.findall(match[2]))
            if found.get(b"hidden") not in (b"1", b"true") and not _is_narrow(found):
                continue
            if match[1] == b"row" and b"r" in found:
                rows.add(int(found[b"r"]))
            elif match[1] == b"col" and b"min" in found:
                first, last = int(found[b"min"]), int(found.get(b"max", found[b"min"]))
                columns.append(range(first, last + 1))
        return cls(frozenset(rows), tuple(columns))

    def holds(self, row: int, column: int) -> bool:
        return row in self.rows or any(column in hidden for hidden in self.columns)


def _is_narrow(attributes: dict[bytes, bytes]) -> bool:
    """Return whether a row or column has a size of its own that is too small to show its cells.

    Example: `_is_narrow({b"width": b"0.1", b"customWidth": b"1"})` gives `True`.
    """
    return any(
        name in attributes and float(attributes[name]) < least
        for name, least in _NARROWEST.items()
        if attributes.get(_CUSTOM[name]) in (b"1", b"true")
    )


def rich_text(value: CellRichText) -> str:
    """Return the text of a cell, with its superscripts, subscripts and struck parts."""
    pieces: list[str] = []
    for part in value:
        text = part.text if isinstance(part, TextBlock) else str(part)
        if isinstance(part, TextBlock) and part.font is not None:
            before = pieces[-1] if pieces else ""
            if part.font.vertAlign == "superscript":
                text = raised(text, before)
            elif part.font.vertAlign == "subscript":
                text = lowered(text, before)
            if part.font.strike:
                text = struck(text)
        pieces.append(text)
    return joined_struck("".join(pieces))


_INLINE = re.compile(
    rb'<c\b(?=[^<>]*?\br="([A-Z]+\d+)")(?=[^<>]*?\bt="inlineStr")[^<>]*+>\s*+(<is>[^<]*+(?:<(?!c\b|/is>)[^<]*+)*+</is>)'
)
"""A cell with its own text. The text ends before the next cell, so that a part with unclosed texts is read once."""


def inline_rich_text(part: bytes) -> dict[str, str]:
    """Return the text of each cell whose formatted text stands in the sheet itself, by the name of the cell. openpyxl
    writes such cells, and reads them without their formatting if it reads row by row."""
    if b"inlineStr" not in part:
        return {}
    return {
        match[1].decode(): rich_text(CellRichText.from_tree(fromstring(match[2])))
        for match in _INLINE.finditer(part)
        if b"<vertAlign" in match[2] or b"<strike" in match[2]
    }


def sheet_shapes(archive: ZipFile, part: str) -> list[tuple[str, bool]]:
    """Return the texts of the shapes on a sheet, and whether each is hidden."""
    blobs = [blob for kind, blob in _related(archive, part) if kind == "drawing"]
    return [found for blob in blobs for found in shape_texts(fromstring(blob))]


def _related(archive: ZipFile, part: str) -> Iterator[tuple[str, bytes]]:
    """Yield the kind and content of each part of the archive to which a sheet refers."""
    part = part.lstrip("/")
    relations = posixpath.join(posixpath.dirname(part), "_rels", f"{posixpath.basename(part)}.rels")
    names = set(archive.namelist())
    if relations not in names:
        return
    for relation in fromstring(archive.read(relations)):
        target = relation.get("Target", "")
        folder = "" if target.startswith("/") else posixpath.dirname(part)
        name = posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
        if name in names:
            yield relation.get("Type", "").rsplit("/", 1)[-1], archive.read(name)


def sheet_tables(archive: ZipFile, part: str) -> list[bytes]:
    """Return the XML of the tables that the sheet declares."""
    return [blob for kind, blob in _related(archive, part) if kind == "table"]


class SheetComment(NamedTuple):
    ref: str
    author: str
    text: str


def sheet_comments(archive: ZipFile, part: str) -> list[SheetComment]:
    """Return the comments on the cells of a sheet, and each reply in threads. `part`: the sheet's XML file."""
    found: dict[str, list[SheetComment]] = {"comments": [], "threadedComment": []}
    for kind, blob in _related(archive, part):
        if kind in found:
            found[kind].extend(_read(blob))
    return found["threadedComment"] or found["comments"]


def _read(blob: bytes) -> Iterator[SheetComment]:
    root = fromstring(blob)
    authors = [element.text or "" for element in root.iter() if _name(element.tag) == "author"]
    for comment in root.iter():
        if _name(comment.tag) not in ("comment", "threadedComment"):
            continue
        words = [part.text or "" for part in comment.iter() if _name(part.tag) in ("t", "text")]
        number = comment.get("authorId", "")
        author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
        if text := " ".join("".join(words).split()):
            yield SheetComment(comment.get("ref", ""), author, text)


def _name(tag: object) -> str:
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""
