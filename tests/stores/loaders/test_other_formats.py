"""EPUB and old Office files, through the extra `formats`."""

import zipfile
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytest.importorskip("kreuzberg", reason="needs the extra formats")

CHAPTER = """<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>{0}</title></head>
<body><h1>{0}</h1><p>{1}</p></body></html>"""
EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": """<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>""",
    "c.opf": """<?xml version="1.0"?><package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="i">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>The Lease Book</dc:title>
<dc:language>en</dc:language></metadata><manifest><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/></spine></package>""",
    "a.xhtml": CHAPTER.format("Notice", "Either party gives <del>three</del> six months notice."),
    "b.xhtml": CHAPTER.format("Rent", "The rent is €24,500 &amp; due."),
}


def load(folder: Path, name: str, content: bytes | dict[str, str]) -> LoadedDocument:
    file = folder / name
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        with zipfile.ZipFile(file, "w") as archive:
            for entry, text in content.items():
                archive.writestr(entry, text)
    return load_file(file)


@pytest.mark.spec("EVI-11")
def test_an_epub_has_its_chapters_in_the_order_of_the_book(tmp_path: Path) -> None:
    loaded = load(tmp_path, "book.epub", EPUB)
    assert [loaded.text[heading.start : heading.end] for heading in loaded.headings] == ["Notice", "Rent"]
    assert "Either party gives ~~three~~ six months notice." in loaded.text
    assert "The rent is €24,500 & due." in loaded.text
    assert loaded.title == "The Lease Book"


@pytest.mark.spec("EVI-11")
def test_text_of_an_old_office_file_is_marked_since_its_formatting_is_unknown() -> None:
    loaded = load_file(Path(__file__).parent / "written" / "libreoffice_old_word.doc")
    assert "120" in loaded.text
    assert [(mark.start, mark.end, mark.mark.kind) for mark in loaded.marks] == [(0, len(loaded.text), "unformatted")]
    assert "save the file as DOCX" in loaded.issues[0].reason


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)), ("a.epub", b"PK\x03\x04 cut off")],
)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(IngestError, match=name):
        load(tmp_path, name, content)
