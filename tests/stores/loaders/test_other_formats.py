"""RTF, OpenDocument, EPUB and old Office files, through the extra `formats`."""

import zipfile
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytest.importorskip("kreuzberg", reason="needs the extra formats")

RTF = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}{\info{\title Lease of Borealis}}
\pard Either party may end this lease by giving {\strike three} {\b six} months notice.\par
{\v nobody sees this}Caf\'e9 rent: \u8364?24,500{\super 1}\par
\trowd\cellx3000\cellx6000\intbl Item\cell Price\cell\row\trowd\cellx3000\cellx6000\intbl Desk\cell 120\cell\row
\pard Last line\par}"""
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
OPEN_DOCUMENT = {
    "mimetype": "application/vnd.oasis.opendocument.text",
    "content.xml": """<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:automatic-styles><style:style style:name="S"
style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style></office:automatic-styles>
<office:body><office:text><text:h text:outline-level="1">Notice</text:h><text:p>Give <text:span
text:style-name="S">three</text:span> six months notice.</text:p><table:table table:name="T"><table:table-row><table:table-cell>
<text:p>Item</text:p></table:table-cell><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>Desk</text:p></table:table-cell><table:table-cell><text:p>120</text:p></table:table-cell>
</table:table-row></table:table></office:text></office:body></office:document-content>""",
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


def cells(loaded: LoadedDocument) -> list[str]:
    return [loaded.text[cell.start : cell.end] for table in loaded.tables for cell in table.cells]


@pytest.mark.spec("EVI-11")
def test_rtf_marks_what_is_struck_or_raised_and_leaves_out_what_is_hidden(tmp_path: Path) -> None:
    loaded = load(tmp_path, "lease.rtf", RTF)
    assert "giving ~~three~~ six months notice." in loaded.text
    assert "Café rent: €24,500¹" in loaded.text
    assert "nobody sees this" not in loaded.text
    assert "TABLE" not in loaded.text
    assert (loaded.title, loaded.media_type) == ("Lease of Borealis", "application/rtf")
    assert cells(loaded) == ["Item", "Price", "Desk", "120"]


@pytest.mark.spec("EVI-11")
def test_an_epub_has_its_chapters_in_the_order_of_the_book(tmp_path: Path) -> None:
    loaded = load(tmp_path, "book.epub", EPUB)
    assert [loaded.text[heading.start : heading.end] for heading in loaded.headings] == ["Notice", "Rent"]
    assert "Either party gives ~~three~~ six months notice." in loaded.text
    assert "The rent is €24,500 & due." in loaded.text
    assert loaded.title == "The Lease Book"


@pytest.mark.spec("EVI-11")
def test_an_open_document_has_its_headings_tables_and_struck_words(tmp_path: Path) -> None:
    loaded = load(tmp_path, "lease.odt", OPEN_DOCUMENT)
    assert [loaded.text[heading.start : heading.end] for heading in loaded.headings] == ["Notice"]
    assert "Give ~~three~~ six months notice." in loaded.text
    assert cells(loaded) == ["Item", "Price", "Desk", "120"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)), ("a.epub", b"PK\x03\x04 cut off")],
)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(IngestError, match=name):
        load(tmp_path, name, content)
