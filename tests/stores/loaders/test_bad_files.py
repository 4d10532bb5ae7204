"""Every bad file is refused by name, with the reason and the mend, and never with anything but an `IngestError`."""

import io
import os
import sys
import zipfile
from pathlib import Path

import pytest
from docx import Document
from openpyxl import Workbook

from pincite.errors import IngestError
from pincite.stores.loaders.limits import LoadLimits
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("REL-3")


def docx_bytes(text: str = "Words.") -> bytes:
    document = Document()
    document.add_paragraph(text)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def repacked(original: bytes, changed: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in changed:
                new.writestr(name, old.read(name))
        for name, content in changed.items():
            new.writestr(name, content)
    return buffer.getvalue()


def refusal(tmp_path: Path, name: str, content: bytes, **options: object) -> str:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(IngestError) as caught:
        load_file(path, **options)  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"{name}: ")
    return str(caught.value)


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\0\0\0"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    assert "empty" in refusal(tmp_path, "a.txt", content)


def test_a_file_over_the_size_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(500_000_000)  # sparse: takes no room
    with pytest.raises(IngestError, match=r"huge\.txt: 500,000,000 bytes, more than the limit of 200,000,000"):
        load_file(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="no such file"):
        load_file(tmp_path / "gone.pdf")
    with pytest.raises(IngestError, match="not a regular file"):
        load_file(tmp_path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "locked.txt"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(IngestError, match=r"locked\.txt: cannot be opened"):
        load_file(path)


@pytest.mark.parametrize(
    ("name", "content", "names"),
    [
        ("policy.docx", b"%PDF-1.4\n%...", ("named .docx", "content is PDF", "rename it to .pdf")),
        ("policy.pdf", b"Just text.", ("named .pdf", "content is text")),
        ("policy.txt", b"%PDF-1.4\n%...", ("named .txt", "content is PDF")),
        ("photo.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, ("named .pdf", "a PNG image")),
        ("sheet.csv", b"PK\x03\x04" + b"\0" * 40, ("named .csv", "zip archive")),
        ("old.xlsx", b"<html><table></table></html>", ("named .xlsx", "content is text")),
    ],
)
def test_a_mislabelled_file_is_named_by_both(tmp_path: Path, name: str, content: bytes, names: tuple[str, ...]) -> None:
    message = refusal(tmp_path, name, content)
    assert all(part in message for part in names), message


def test_a_word_file_named_as_a_workbook(tmp_path: Path) -> None:
    assert "named .xlsx, but its content is Word; rename it to .docx" in refusal(tmp_path, "a.xlsx", docx_bytes())


def test_a_format_beyond_the_built_in_ones_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kreuzberg", None)
    assert "pip install 'pincite[formats]'" in refusal(tmp_path, "a.ipynb", b"{}")


def test_an_unknown_binary_file(tmp_path: Path) -> None:
    assert "unknown kind" in refusal(tmp_path, "a.bin", b"\x01\x02\0\0\x03" * 20)
    assert "a JPEG image" in refusal(tmp_path, "a.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 20)


def test_an_encrypted_office_file(tmp_path: Path) -> None:
    assert "encrypted" in refusal(tmp_path, "a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)


@pytest.mark.parametrize("keep", [0.3, 0.9])
def test_a_truncated_office_file(tmp_path: Path, keep: float) -> None:
    whole = docx_bytes("Words. " * 500)
    assert "damaged or truncated" in refusal(tmp_path, "a.docx", whole[: int(len(whole) * keep)])


def test_a_damaged_entry_of_an_office_file(tmp_path: Path) -> None:
    whole = bytearray(docx_bytes("Words. " * 500))
    with zipfile.ZipFile(io.BytesIO(bytes(whole))) as archive:
        start = archive.getinfo("word/document.xml").header_offset
    for position in range(start + 60, start + 200):
        whole[position] ^= 0xFF
    assert "damaged" in refusal(tmp_path, "a.docx", bytes(whole))


def test_an_office_file_without_its_main_part(tmp_path: Path) -> None:
    broken = repacked(docx_bytes(), {"[Content_Types].xml": b"<Types/>"})
    assert "cannot be read" in refusal(tmp_path, "a.docx", broken)


class TestBombs:
    def test_a_file_that_unpacks_to_more_than_the_limit(self, tmp_path: Path) -> None:
        bomb = repacked(docx_bytes(), {"word/media.xml": b" " * 30_000_000})
        assert "zip bomb" in refusal(tmp_path, "a.docx", bomb)

    def test_a_small_bomb_within_the_ratio_is_held_to_the_absolute_limit(self, tmp_path: Path) -> None:
        bomb = repacked(docx_bytes(), {"word/noise.bin": os.urandom(300_000)})
        assert "zip bomb" in refusal(tmp_path, "a.docx", bomb, limits=LoadLimits(unpacked_bytes=200_000))

    def test_too_many_entries(self, tmp_path: Path) -> None:
        many = repacked(docx_bytes(), {f"word/{n}.xml": b"" for n in range(60)})
        assert "entries in the archive" in refusal(tmp_path, "a.docx", many, limits=LoadLimits(archive_entries=50))

    def test_a_nested_archive(self, tmp_path: Path) -> None:
        nested = repacked(docx_bytes(), {"word/inner.zip": b"PK\x03\x04"})
        assert "contains another archive (word/inner.zip)" in refusal(tmp_path, "a.docx", nested)

    @pytest.mark.parametrize("before", ["", "<!--" + "x" * 6_000 + "-->", "<?pi " + "x" * 70_000 + "?>", " " * 70_000])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
    def test_xml_that_declares_entities(self, tmp_path: Path, before: str, encoding: str) -> None:
        xml = f'<?xml version="1.0" encoding="{encoding}"?>{before}<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'
        bomb = repacked(docx_bytes(), {"word/document.xml": xml.encode(encoding)})
        assert "word/document.xml declares XML entities" in refusal(tmp_path, "a.docx", bomb)

    def test_entities_in_a_part_under_another_extension(self, tmp_path: Path) -> None:
        """The sheet is whatever file the workbook's relations name."""
        cells = '<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>'
        space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
        sheet = f'<!DOCTYPE x [<!ENTITY a "{"ha" * 500}"><!ENTITY b "{"&a;" * 500}">]><worksheet {space}><sheetData>{cells}</sheetData></worksheet>'
        book = io.BytesIO()
        Workbook().save(book)
        moved = {
            "xl/worksheets/sheet1.png": sheet.encode(),
            "xl/_rels/workbook.xml.rels": zipfile.ZipFile(book)
            .read("xl/_rels/workbook.xml.rels")
            .replace(b"sheet1.xml", b"sheet1.png"),
        }
        assert "sheet1.png declares XML entities" in refusal(tmp_path, "a.xlsx", repacked(book.getvalue(), moved))

    def test_entries_that_share_their_bytes(self, tmp_path: Path) -> None:
        buffer = io.BytesIO(docx_bytes())
        with zipfile.ZipFile(buffer, "a") as archive:
            twin = archive.filelist[-1]
            archive.filelist.append(twin)
            archive._didModify = True  # type: ignore[attr-defined]
        assert "overlap" in refusal(tmp_path, "a.docx", buffer.getvalue())


def test_more_text_than_the_limit(tmp_path: Path) -> None:
    assert "characters of text" in refusal(tmp_path, "a.md", b"word " * 100, limits=LoadLimits(characters=99))


def test_a_workbook_of_nonsense_xml(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Workbook().save(buffer)
    broken = repacked(buffer.getvalue(), {"xl/workbook.xml": b"<not-a-workbook"})
    assert "a.xlsx: cannot be read (" in refusal(tmp_path, "a.xlsx", broken)


def test_an_eml_without_headers(tmp_path: Path) -> None:
    assert "no e-mail headers" in refusal(tmp_path, "a.eml", b"just a note to self")
