"""Formats that are their own text: plain, Markdown, CSV."""

import time
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.loaded import LoadedDocument, Table
from pincite.stores.documents.manifest import Declared
from pincite.stores.documents.prepared import Identity, prepare
from pincite.stores.loaders.limits import LoadLimits
from pincite.stores.loaders.load import load_file, load_text
from pincite.stores.loaders.stated_date import parse_date, stated_date


def write(tmp_path: Path, name: str, content: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def cells(document: LoadedDocument, table: Table) -> dict[str, str]:
    return {cell.ref: document.text[cell.start : cell.end] for cell in table.cells}


class TestPlainText:
    def test_text_stays_letter_for_letter(self, tmp_path: Path) -> None:
        text = "  Leading\n\n\nlines  \tand tabs\n\n"
        assert load_file(write(tmp_path, "a.txt", text)).text == text

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_unicode_encodings_are_recognised_by_their_marks(self, tmp_path: Path, encoding: str) -> None:
        document = load_file(write(tmp_path, "a.txt", "Grüße, 契約, عقد".encode(encoding)))
        assert document.text == "Grüße, 契約, عقد"
        assert document.issues == ()

    def test_a_guessed_encoding_is_disclosed(self, tmp_path: Path) -> None:
        german = "Die Kündigungsfrist beträgt für Beschäftigte drei Monate, außer während der Probezeit. "
        document = load_file(write(tmp_path, "a.txt", (german * 5).encode("cp1252")))
        assert "Kündigungsfrist beträgt" in document.text
        assert document.issues[0].where == "encoding"

    def test_line_numbers_are_the_files_whatever_its_line_ends(self, tmp_path: Path) -> None:
        assert load_file(write(tmp_path, "a.txt", b"one\r\ntwo\rthree\n")).text == "one\ntwo\nthree\n"

    def test_a_file_without_extension_is_read_as_what_it_is(self, tmp_path: Path) -> None:
        assert load_file(write(tmp_path, "LICENSE", "Permission is granted.")).text == "Permission is granted."


class TestTextHeadings:
    def found(self, text: str) -> list[tuple[str, int]]:
        document = load_text(text)
        return [(document.text[heading.start : heading.end], heading.level) for heading in document.headings]

    def test_underlined_lines_rank_by_first_appearance(self) -> None:
        assert self.found("Guide\n=====\n\nText.\n\nSetup\n-----\n\nMore.\n\nUse\n---\n") == [
            ("Guide", 1),
            ("Setup", 2),
            ("Use", 2),
        ]

    def test_numbered_lines_and_capitals_alone_between_blank_lines(self) -> None:
        text = "SUPPLY AGREEMENT\n\n4. Term\n\nIt runs.\n\n4.2 Termination\n\nIt ends.\n\nARTICLE V\n\nArticle VI Law\n\nText.\n"
        assert self.found(text) == [
            ("SUPPLY AGREEMENT", 1),
            ("4. Term", 1),
            ("4.2 Termination", 2),
            ("ARTICLE V", 1),
            ("Article VI Law", 1),
        ]

    def test_titles_of_few_words_above_a_paragraph_of_sentences(self) -> None:
        text = (
            "Minutes: purchase of the boat\nRowing club, 3 May\n\nAll were there.\n\n2. Summer regatta\nThe date is set for 12 July.\n\n"
            "Kitchen\n\nIt is painted in August.\n"
        )
        assert self.found(text) == [("Minutes: purchase of the boat", 1), ("2. Summer regatta", 1), ("Kitchen", 9)]

    @pytest.mark.parametrize(
        "text",
        [
            "A plain line\n\nanother",
            "1. The club bought a boat.\n\nIt is blue.\n\n2. Elections were held.\n\nAnn Lee won.\n",
            "The rent goes to Ann\n\nThe keys hang in the hall\n",
            "Landing fee £12\n\nPay at the gate.\n",
            "From: Ann Lee\nTo: Bo Kim\n\nThe boat is sold.\n",
            "1 Lake Road\nHarrow\n\nDear Bo,\n\nThe keys were found in the hall.\n\nYours sincerely\nAnn Lee\n",
            "4.2 The buyer pays within ten days of the date of invoice.\n",
            "12,345\n\n3.4\n",
            "BIG\nNEWS TODAY\n",
            "2023 was good\n",
        ],
    )
    def test_everything_else_is_text(self, text: str) -> None:
        assert self.found(text) == []


class TestMarkdown:
    SOURCE = (
        "---\ntitle: Leave policy\nlast_updated: 2026-03-12\n---\n# Leave\n\nText.\n\n## Carry over ##\n"
        "\n```\n# not a heading\n```\n\nOlder style\n-----------\n\n| Grade | Days |\n|:--|--:|\n| A \\| B | 25 |\n"
        "| C | |\n\nEnd.\n"
    )

    def test_headings_are_located_with_their_levels(self, tmp_path: Path) -> None:
        document = load_file(write(tmp_path, "a.md", self.SOURCE))
        assert document.text == self.SOURCE
        found = [(document.text[h.start : h.end], h.level) for h in document.headings]
        assert found == [("# Leave", 1), ("## Carry over ##", 2), ("Older style", 2)]

    def test_front_matter_gives_title_and_date(self, tmp_path: Path) -> None:
        document = load_file(write(tmp_path, "a.md", self.SOURCE))
        assert (document.title, document.updated_at) == ("Leave policy", date(2026, 3, 12))

    def test_the_first_heading_is_the_title_otherwise(self) -> None:
        assert load_text("Intro\n\n# Terms of use\n", media_type="text/markdown").title == "Terms of use"

    def test_cells_of_pipe_tables_are_located(self, tmp_path: Path) -> None:
        document = load_file(write(tmp_path, "a.md", self.SOURCE))
        (table,) = document.tables
        assert cells(document, table) == {
            "R1C1": "Grade",
            "R1C2": "Days",
            "R2C1": "A \\| B",
            "R2C2": "25",
            "R3C1": "C",
            "R3C2": "",
        }
        assert document.text[table.start : table.end].startswith("| Grade")

    @pytest.mark.parametrize(
        ("above", "unit"),
        [
            ("(in millions)\n\n", "in millions"),
            ("Amounts *(€ in thousands)*:\n", "€ in thousands"),
            ("## Sales (USD m)\n\n", "USD m"),
            ("## Income statement, in millions of dollars\n\n", "in millions of dollars"),
            ("In thousands of euros\n\n", "In thousands of euros"),
            ("£'000\n\n", "£'000"),
            ("## Sales (in millions)\n\nYears ended 31 December 2024 and 2023\n\n", "in millions"),
            ("Revenue rose, in millions of places at once.\n\n", None),
            ("| (in millions) | 2022 |\n|---|---|\n| Mills | 2 |\n\n2023\n\n", None),
            ("A note (see page 3).\n\n", None),
            ("(in millions)\n\nOther text.\n\n", None),
            ("", None),
        ],
    )
    def test_a_unit_in_brackets_right_above_a_table_is_its_unit(self, above: str, unit: str | None) -> None:
        source = f"{above}| Segment | 2023 |\n|---|---|\n| Bottling | $3,725 |\n"
        assert load_text(source, media_type="text/markdown").tables[-1].unit == unit

    def test_a_rule_under_a_paragraph_of_lines_or_alone_is_no_heading(self) -> None:
        assert load_text("one\ntwo\n---\n\n---\n\ntext\n", media_type="text/markdown").headings == ()


class TestDelimited:
    def test_cells_are_located_in_the_files_own_text(self, tmp_path: Path) -> None:
        source = 'name,days,note\r\n"Smith, J",25,"two\r\nlines"\r\nB,, x \r\n'
        document = load_file(write(tmp_path, "a.csv", source))
        assert document.text == source.replace("\r\n", "\n")
        (table,) = document.tables
        assert cells(document, table) == {
            "R1C1": "name", "R1C2": "days", "R1C3": "note",
            "R2C1": "Smith, J", "R2C2": "25", "R2C3": "two\nlines",
            "R3C1": "B", "R3C2": "", "R3C3": "x",
        }  # fmt: skip
        assert table.header_rows == 1

    @pytest.mark.parametrize(("name", "source"), [("a.csv", "a;b\n1,5;2\n"), ("a.tsv", "a\tb\n1,5\t2\n")])
    def test_other_delimiters_are_recognised(self, tmp_path: Path, name: str, source: str) -> None:
        document = load_file(write(tmp_path, name, source))
        assert cells(document, document.tables[0])["R2C1"] == "1,5"

    def test_a_table_of_figures_only_has_no_header(self) -> None:
        assert load_text("1,2\n3,4\n", media_type="text/csv").tables[0].header_rows == 0

    def test_cells_past_the_limit_are_disclosed_and_their_text_kept(self, tmp_path: Path) -> None:
        document = load_file(write(tmp_path, "a.csv", "a,b\n" * 10), limits=LoadLimits(cells=6))
        assert len(document.tables[0].cells) == 6
        assert "limit of 6 cells" in document.issues[0].reason
        assert document.text == "a,b\n" * 10


class TestStatedDate:
    @pytest.mark.parametrize(
        "line",
        [
            "Last updated: 12 March 2026",
            "Updated on March 12, 2026",
            "**Date:** 2026-03-12",
            "Revised 12th Mar. 2026",
            "Date of Report (Date of earliest event reported): March 12, 2026",
        ],
    )
    def test_a_labelled_line_near_the_top_is_read(self, line: str) -> None:
        assert stated_date(f"Policy\n\n{line}\n\nText") == date(2026, 3, 12)

    @pytest.mark.parametrize(
        "text",
        [
            "Effective date: 2026-01-01",
            "Date: 03/04/2026",
            "We met on 12 March 2026.",
            "\n" * 100 + "Date: 2026-03-12",
            "Updated: 2026-13-40",
        ],
    )
    def test_other_dates_are_not_the_documents(self, text: str) -> None:
        assert stated_date(text) is None

    def test_a_date_may_be_followed_by_a_time(self) -> None:
        assert parse_date("2026-03-12T10:00:00Z") == date(2026, 3, 12)


@pytest.mark.spec("REL-3")
class TestBadFiles:
    def test_nul_bytes_in_a_text_file_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(IngestError, match=r"a\.txt: binary content in a text file \(NUL bytes\)"):
            load_file(write(tmp_path, "a.txt", b"abc\0\0def"))

    def test_bytes_in_no_encoding_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(IngestError, match=r"a\.txt: unknown text encoding"):
            load_file(write(tmp_path, "a.txt", bytes(range(1, 32)) * 40 + b"\x81\x8d\x8f\x90\x9d" * 20))

    def test_damaged_utf16_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(IngestError, match=r"a\.txt: damaged utf-16 text"):
            load_file(write(tmp_path, "a.txt", "text".encode("utf-16") + b"\x00"))


@pytest.mark.spec("REL-3")
@pytest.mark.parametrize("span", ["²", "9" * 5_000, "-1", "1.5", ""])
def test_a_span_that_is_no_number_is_one_cell_and_a_huge_one_is_cut(span: str) -> None:
    page = f'<table><tr><td colspan="{span}">Grade</td><td>Fee</td></tr><tr><td>Basic</td><td>10</td></tr></table>'
    (table,) = load_text(page, media_type="text/html").tables
    assert [cell.column for cell in table.cells][:2] == [0, 100 if span.isdecimal() else 1]


@pytest.mark.slow
@pytest.mark.spec("REL-3")
def test_cells_that_reach_over_all_rows_below_take_no_longer_for_it() -> None:
    rows = "<tr><td colspan=1000 rowspan=65534>10</td></tr>" * 1_500
    began = time.process_time()
    loaded = load_text(f"<table>{rows}</table>", media_type="text/html")
    assert time.process_time() - began < 5
    assert loaded.text.count("10") == 1_500


RUNS = (
    " ",
    "\t",
    "\n",
    "a",
    "A",
    "1",
    "(",
    "a-",
    "1 ",
    "1,",
    '"',
    "“",
    "A ",
    "and ",
    ". ",
    "* ",
    "|",
    "#",
    "e\u0301",
    "中",
)


@pytest.mark.slow
@pytest.mark.spec("REL-3")
@pytest.mark.parametrize("kind", ["text/plain", "text/markdown", "text/html", "text/csv"])
def test_a_text_that_says_one_thing_on_and_on_is_read_and_cut_in_time(kind: str) -> None:
    """Expressions that try each place and read from there to the end take minutes for what here takes a second."""
    for run in RUNS:
        text = f"Norrington Ltd (the “Buyer”) pays{run * (30_000 // len(run))} a fee.\n\nNorrington Ltd owns Apex.\n"
        if kind == "text/csv":
            text = f'name,"{run.replace(chr(34), "") * (30_000 // len(run))}x"\n1,2\n{text}'
        began = time.process_time()
        loaded = load_text(text, media_type=kind)
        prepare(loaded, Declared(), Identity.of_text("a"), file_sha256="0" * 64)
        assert time.process_time() - began < 5, repr(run)


def test_what_sets_a_manual_bold_on_a_terminal_is_no_part_of_its_words(tmp_path: Path) -> None:
    path = tmp_path / "manual.txt"
    path.write_text("Use \x1b[1mmandb\x1b[22m to fill the cache.\nN\x08NA\x08AM\x08ME\n", encoding="utf-8")
    assert load_file(path).text == "Use mandb to fill the cache.\nNAME\n"
