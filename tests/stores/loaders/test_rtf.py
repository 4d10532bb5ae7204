"""RTF files, with the structure that LibreOffice and Word write: their page is what is read."""

from pathlib import Path

import pytest

from pincite.evidence.model.place_marks import Mark
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

RTF = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}{\info{\title Lease of Borealis}}
\pard Either party may end this lease by giving {\strike three} {\b six} months notice.\par
{\v nobody sees this}Caf\'e9 rent: \u8364?24,500{\super 1}\par
\trowd\cellx3000\cellx6000\intbl Item\cell Price\cell\row\trowd\cellx3000\cellx6000\intbl Desk\cell 120\cell\row
\pard Last line\par}"""


HEADER = (
    r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\colortbl;\red255\green255\blue255;\red0\green0\blue128;}"
    r"{\stylesheet{\s1\outlinelevel0 heading 1;}{\s20 Quotations;}}{\*\generator LibreOffice}"
)


def load(folder: Path, content: bytes | str) -> LoadedDocument:
    data = content if isinstance(content, bytes) else f"{HEADER}{content}}}".encode("ascii")
    (folder / "a.rtf").write_bytes(data)
    return load_file(folder / "a.rtf")


def cells(loaded: LoadedDocument) -> list[str]:
    return [loaded.text[cell.start : cell.end] for table in loaded.tables for cell in table.cells]


@pytest.mark.spec("EVI-11")
def test_rtf_marks_what_is_struck_or_raised_and_leaves_out_what_is_hidden(tmp_path: Path) -> None:
    loaded = load(tmp_path, RTF)
    assert "giving ~~three~~ six months notice." in loaded.text
    assert "Café rent: €24,500¹" in loaded.text
    assert "nobody sees this" not in loaded.text
    assert "TABLE" not in loaded.text
    assert (loaded.title, loaded.media_type) == ("Lease of Borealis", "application/rtf")
    assert cells(loaded) == ["Item", "Price", "Desk", "120"]


def test_words_without_ink_are_left_out(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        r"\pard Fee 120{\super\loch 1}, {\strikd\striked 900} 950{\v  waived}.{\cf1 a}{\fs2 b}{\cf1\chcbpat2 c}\par",
    )
    assert loaded.text == "Fee 120¹, ~~900~~ 950.c"
    assert [issue.reason for issue in loaded.issues] == ["3 stretches of hidden text were not read"]


def test_notes_comments_and_tracked_changes(tmp_path: Path) -> None:
    foot = r"{\super \chftn{\*\footnote \chftn\pard\plain {\tab Guests pay 140}{\super 2}}}"
    end = r"{\super \chftn{\*\footnote\ftnalt \chftn\pard\plain Waived.}}"
    comment = r"{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atnref 0}{I doubt it.}}"
    changed = r"{\deleted\revauthdel1 nine}{\revised\revauth1 eight}"
    body = rf"\pard Fee 120{foot} or 30{end}{comment}.\par \pard Now {changed}.\par\pard\s20 It is 9.\par"
    loaded = load(tmp_path, body)
    assert loaded.text.split("\n\n") == [
        "Fee 120¹ or 30ⁱ.", "Now eight.", "It is 9.", "[footnote 1] Guests pay 140²", "[endnote i] Waived.", "[comment 0] I doubt it.",
    ]  # fmt: skip
    assert [mark.mark for mark in loaded.marks] == [
        Mark(kind="revised"),
        Mark(kind="quoted"),
        Mark(kind="comment", text="Ann"),
    ]
    assert [issue.reason for issue in loaded.issues] == ["1 stretches of tracked deletions were not read"]


def test_headings_boxes_headers_and_watermarks(tmp_path: Path) -> None:
    plain = r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 1}}{\sp{\sn gtextUNICODE}{\sv not drawn}}}}"
    sign = r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 136}}{\sp{\sn gtextUNICODE}{\sv NOT IN FORCE}}}}"
    box = r"{\shp{\*\shpinst\shpleft1{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard In a box.\par}}}"
    loaded = load(tmp_path, rf"{{\header \pard Lease{sign}\par}}\pard\s1 Fees\par\pard It is 120.{plain}{box}\par")
    assert loaded.text == "Lease\n\nFees\n\nIt is 120.\n\nIn a box."
    assert [loaded.text[heading.start : heading.end] for heading in loaded.headings] == ["Fees"]
    assert loaded.furniture[0].kind == "header"
    assert loaded.marks[-1].mark == Mark(kind="watermark", text="NOT IN FORCE")


def test_merged_cells_span_their_rows_and_columns(tmp_path: Path) -> None:
    rows = (
        r"\trowd\cellx1\clmgf\cellx2\clmrg\cellx3\pard\intbl Item\cell Price\cell\cell\row",
        r"\trowd\clvmgf\cellx1\cellx2\cellx3\pard\intbl Hall\cell day\cell 120\cell\row",
        r"\trowd\clvmrg\cellx1\cellx2\cellx3\pard\intbl\cell week\cell {\strike 700} 650\cell\row",
    )
    loaded = load(tmp_path, "".join(rows) + r"\pard End.\par")
    assert loaded.text == "Item | Price\nHall | day | 120\nweek | ~~700~~ 650\n\nEnd."
    assert [(cell.row_span, cell.column_span) for cell in loaded.tables[0].cells][:3] == [(1, 1), (1, 2), (2, 1)]


def test_letters_are_decoded_by_their_fonts_and_pictures_are_no_text(tmp_path: Path) -> None:
    picture = r"{\pict\bin4 }}}}after}"
    text = r"\pard caf\'e9 {\f1\'c4\'e0} \u8364?5 \u-10179?\u-8704? \emdash  {\field{\*\fldinst HYPERLINK x}{\fldrslt link}}\par"
    assert load(tmp_path, picture + text).text == "café Да €5 😀 — link"
