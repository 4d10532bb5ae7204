from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from pincite.errors import IngestError
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.limits import LoadLimits
from pincite.stores.loaders.load import load_file

BODY = "The supplier delivers the goods within thirty days of the order, free of charge."

WORDS = (
    "Payment Delivery Term Liability Notice Warranty Insurance Assignment Audit Breach Control Default Escrow".split()
)


def write_pdf(path: Path, pages: list[list[tuple[float, float, str, str, float]]], **options: object) -> Path:
    """Each page a list of (x, y, text, font, size)."""
    canvas = Canvas(str(path), **options)
    for page in pages:
        for x, y, text, font, size in page:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return path


def prose(top: float, *texts: str, leading: float = 13) -> list[tuple[float, float, str, str, float]]:
    return [(72, top - i * leading, text, "Helvetica", 11) for i, text in enumerate(texts)]


def heavy_fonts(*lines: str) -> bytes:
    """A page of lines in Times-Roman, or in Times-Bold if they have no space. The stems of both fonts are declared as
    thick as those of bold letters, as Ghostscript does."""
    text = "".join(f"0 -16 Td /F{1 if ' ' in line else 2} 10 Tf ({line}) Tj\n" for line in lines)
    content = f"BT 72 740 Td\n{text}ET".encode()
    widths = b"[" + b"500 " * 95 + b"]"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(content), content),
    ]
    fonts = ((b"Times-Roman", 7, 139), (b"Times-Bold", 8, 150))
    objects += [
        b"<</Type/Font/Subtype/Type1/BaseFont/%b/FirstChar 32/LastChar 126/Widths %b/FontDescriptor %d 0 R>>"
        % (name, widths, number)
        for name, number, _ in fonts
    ]
    objects += [
        b"<</Type/FontDescriptor/FontName/%b/Flags 34/StemV %d/ItalicAngle 0/Ascent 683/Descent -217/CapHeight 662"
        b"/FontBBox[-168 -218 1000 898]>>" % (name, stem)
        for name, _, stem in fonts
    ]
    parts = [b"%d 0 obj\n%b\nendobj\n" % (number, part) for number, part in enumerate(objects, 1)]
    return b"%PDF-1.4\n" + b"".join(parts) + b"trailer<</Size 9/Root 1 0 R>>\n%%EOF"


def shown(document: LoadedDocument, pieces: tuple) -> list[str]:
    return [document.text[piece.start : piece.end] for piece in pieces]


@pytest.mark.spec("EVI-1")
def test_pages_tile_the_text_in_order(tmp_path: Path) -> None:
    path = write_pdf(
        tmp_path / "a.pdf", [prose(700, "First page."), prose(700, "Second page."), prose(700, "Third page.")]
    )
    document = load_file(path)
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert [page.start for page in document.pages] == [0, *(page.end for page in document.pages[:-1])]
    assert document.pages[-1].end == len(document.text)
    assert [text.strip() for text in shown(document, document.pages)] == ["First page.", "Second page.", "Third page."]
    assert document.media_type == "application/pdf"
    assert document.extractor.startswith("pdf/")


def test_a_row_of_figures_stays_on_one_line_even_when_its_cells_are_drawn_apart(tmp_path: Path) -> None:
    rows = [("Net sales", "107,006", "135,987"), ("Cost of sales", "71,651", "88,265"), ("Total", "(171)", "214")]
    page = [
        (x, 700 - i * 16, cell, "Helvetica", 10)
        for i, row in enumerate(rows)
        for x, cell in zip((72, 300, 420), row, strict=True)
    ]
    text = load_file(write_pdf(tmp_path / "a.pdf", [page])).text
    assert text == "Net sales 107,006 135,987\nCost of sales 71,651 88,265\nTotal (171) 214"


def test_a_label_drawn_after_its_figures_still_comes_first(tmp_path: Path) -> None:
    page = [
        (300, 700, "5,061", "Helvetica", 10),
        (400, 700, "4,816", "Helvetica", 10),
        (72, 700, "Inventories", "Helvetica", 10),
    ]
    assert load_file(write_pdf(tmp_path / "a.pdf", [page])).text == "Inventories 5,061 4,816"


def test_columns_are_read_one_after_the_other_as_the_file_gives_them(tmp_path: Path) -> None:
    left = [(72, 700 - i * 13, f"left line {i} of the text", "Helvetica", 11) for i in range(4)]
    right = [(320, 700 - i * 13, f"right line {i} of the text", "Helvetica", 11) for i in range(4)]
    text = load_file(write_pdf(tmp_path / "a.pdf", [left + right])).text
    assert (
        text.split()
        == " ".join(
            [f"left line {i} of the text" for i in range(4)] + [f"right line {i} of the text" for i in range(4)]
        ).split()
    )
    assert "left line 0 of the text\nleft line 1" in text


def test_a_vertical_gap_becomes_a_blank_line_and_a_soft_break_does_not(tmp_path: Path) -> None:
    page = prose(700, BODY, "It bears the cost of it.") + prose(
        650, "The buyer inspects them", "and reports what is missing."
    )
    text = load_file(write_pdf(tmp_path / "a.pdf", [page])).text
    assert text == f"{BODY}\nIt bears the cost of it.\n\nThe buyer inspects them\nand reports what is missing."


def test_hyphens_at_line_ends_stay_as_they_stand(tmp_path: Path) -> None:
    page = prose(700, "The party may termi-", "nate the agreement.")
    assert load_file(write_pdf(tmp_path / "a.pdf", [page])).text == "The party may termi-\nnate the agreement."


@pytest.mark.parametrize("quarter_turns", [1, 2, 3])
def test_turned_pages_read_as_upright_ones(tmp_path: Path, quarter_turns: int) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    canvas.translate(300, 400)
    canvas.rotate(90 * quarter_turns)
    canvas.drawString(-200, 50, "Net income")
    canvas.drawString(0, 50, "16,026")
    canvas.drawString(-200, 30, "Other")
    canvas.drawString(0, 30, "(40)")
    canvas.showPage()
    canvas.save()
    assert load_file(tmp_path / "a.pdf").text == "Net income 16,026\nOther (40)"


class TestFurniture:
    def pages(self, count: int, header: str = "Acme Ltd Annual Report") -> list:
        return [
            [
                (72, 800, header, "Helvetica", 9),
                *prose(
                    700,
                    f"{WORDS[n]} comes first on its page.",
                    f"Then {WORDS[-n]} follows.",
                    f"It ends with {WORDS[n + 3]}.",
                ),
                (290, 30, str(n), "Helvetica", 9),
            ]
            for n in range(1, count + 1)
        ]

    def test_running_headers_and_page_numbers_are_marked_and_kept(self, tmp_path: Path) -> None:
        document = load_file(write_pdf(tmp_path / "a.pdf", self.pages(4)))
        assert [(piece.kind, document.text[piece.start : piece.end]) for piece in document.furniture][:3] == [
            ("header", "Acme Ltd Annual Report"),
            ("page_number", "1"),
            ("header", "Acme Ltd Annual Report"),
        ]
        assert len(document.furniture) == 8

    def test_furniture_stands_apart_from_paragraphs(self, tmp_path: Path) -> None:
        document = load_file(write_pdf(tmp_path / "a.pdf", self.pages(3)))
        assert document.text.startswith("Acme Ltd Annual Report\n\nDelivery comes first")
        assert "It ends with Notice.\n\n1\n\n" in document.text

    def test_a_footer_that_counts_pages_is_one(self, tmp_path: Path) -> None:
        pages = [
            [*prose(700, WORDS[n], WORDS[-n]), (72, 30, f"Acme 2021 Form 10-K {n}", "Helvetica", 9)]
            for n in range(1, 5)
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", pages))
        assert {piece.kind for piece in document.furniture} == {"footer"}
        assert len(document.furniture) == 4

    def test_the_head_of_a_chapter_is_one_by_its_page_number(self, tmp_path: Path) -> None:
        """A chapter may have two pages, too few for a row to be repeated by a quarter of all pages."""
        heads = [f"Chapter {n // 2}: {WORDS[n // 2]} {n}" for n in range(2, 26)]
        pages = [
            [(72, 800, head, "Helvetica", 9), *prose(700, f"{WORDS[n % 13]} {n * 7}")] for n, head in enumerate(heads)
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", pages))
        assert [document.text[piece.start : piece.end] for piece in document.furniture] == heads

    def test_rows_that_count_other_things_than_pages_are_text(self, tmp_path: Path) -> None:
        """Three exhibits of one page each do not make their numbers page numbers."""
        heads = {6: "Exhibit 10", 7: "Exhibit 11", 8: "Exhibit 12"}
        pages = [
            [
                *([(72, 800, heads[n], "Helvetica", 11)] if n in heads else []),
                *prose(700, f"{WORDS[n % 13]} {n * 7}"),
                (290, 30, str(n), "Helvetica", 9),
            ]
            for n in range(1, 17)
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", pages))
        assert {piece.kind for piece in document.furniture} == {"page_number"}

    def test_two_pages_are_too_few_to_tell(self, tmp_path: Path) -> None:
        assert load_file(write_pdf(tmp_path / "a.pdf", self.pages(2))).furniture == ()

    def test_figures_that_head_every_page_but_do_not_count_are_text(self, tmp_path: Path) -> None:
        pages = [prose(800, f"Order {n * 7919 % 1000}", WORDS[n], WORDS[-n]) for n in range(1, 6)]
        assert load_file(write_pdf(tmp_path / "a.pdf", pages)).furniture == ()


class TestHeadings:
    def load(self, tmp_path: Path, *heads: tuple[str, str, float]) -> LoadedDocument:
        page, y = [], 780.0
        for text, font, size in heads:
            page += [(72, y, text, font, size), *prose(y - 24, BODY, BODY, BODY)]
            y -= 90
        return load_file(write_pdf(tmp_path / "a.pdf", [page]))

    def test_larger_and_bolder_lines_are_headings_by_rank(self, tmp_path: Path) -> None:
        document = self.load(
            tmp_path,
            ("Travel policy", "Helvetica", 18),
            ("Scope", "Helvetica-Bold", 11),
            ("Meals", "Helvetica-Bold", 11),
        )
        assert shown(document, document.headings) == ["Travel policy", "Scope", "Meals"]
        levels = [heading.level for heading in document.headings]
        assert levels[0] < levels[1] == levels[2]

    def test_weight_marks_no_heading_if_the_body_text_is_bold_too(self, tmp_path: Path) -> None:
        rows = prose(740, BODY, BODY, "The order may be cancelled within a day", "") + prose(680, BODY, BODY, BODY)
        page = [(72, 780, "Terms of delivery", "Helvetica-Bold", 18)]
        page += [(x, y, text, "Helvetica-Bold", size) for x, y, text, _, size in rows]
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert shown(document, document.headings) == ["Terms of delivery"]

    def test_the_name_of_a_font_outranks_its_weight(self, tmp_path: Path) -> None:
        path = tmp_path / "a.pdf"
        path.write_bytes(heavy_fonts("NAME", BODY, BODY, "DESCRIPTION", BODY, BODY, "AUTHORS", BODY))
        document = load_file(path)
        assert shown(document, document.headings) == ["NAME", "DESCRIPTION", "AUTHORS"]

    def test_numbers_set_levels(self, tmp_path: Path) -> None:
        document = self.load(tmp_path, ("4. Term", "Helvetica-Bold", 11), ("4.2 Termination", "Helvetica-Bold", 11))
        assert shown(document, document.headings) == ["4. Term", "4.2 Termination"]
        assert document.headings[0].level + 1 == document.headings[1].level

    def test_parts_and_items_of_a_filing_stand_above_the_rest(self, tmp_path: Path) -> None:
        document = self.load(
            tmp_path,
            ("PART I", "Helvetica-Bold", 11),
            ("Item 7. Management’s Discussion", "Helvetica-Bold", 11),
            ("Overview", "Helvetica-Bold", 11),
        )
        assert [heading.level for heading in document.headings] == [1, 2, 3]

    def test_a_label_with_text_beside_it_is_no_heading(self, tmp_path: Path) -> None:
        bold = "Helvetica-Bold"
        page = [
            *prose(740, BODY, BODY),
            (72, 690, "Our Business", bold, 11),
            *prose(670, BODY, BODY),
            (72, 600, "Rare Disease", bold, 11),
            (240, 613, "Includes brands for diseases that few people have,", "Helvetica", 11),
            (240, 600, "including those of the blood, and others besides", "Helvetica", 11),
            (240, 587, "that are found in young people.", "Helvetica", 11),
            *prose(550, BODY, BODY),
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert "Rare Disease" in document.text
        assert [document.text[heading.start : heading.end] for heading in document.headings] == ["Our Business"]

    def test_bold_rows_of_figures_and_sentences_are_not_headings(self, tmp_path: Path) -> None:
        document = self.load(
            tmp_path,
            ("Net income 21,979 22,025", "Helvetica-Bold", 11),
            ("The buyer pays within ten days.", "Helvetica-Bold", 11),
            ("plain line without any mark", "Helvetica", 11),
        )
        assert document.headings == ()

    def test_the_first_row_of_a_numbered_paragraph_is_not_a_heading(self, tmp_path: Path) -> None:
        page = [
            *prose(760, "3.4 During the first weeks an Employee", "works at the office.", "And so on."),
            *prose(700, "3.5 Core hours"),
            *prose(670, BODY, BODY),
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert shown(document, document.headings) == ["3.5 Core hours"]

    def test_the_header_row_of_a_table_is_not_a_heading(self, tmp_path: Path) -> None:
        cells = [
            (x, 700, text, "Helvetica-Bold", 11) for x, text in ((72, "Version"), (220, "Effective"), (400, "Change"))
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", [[*prose(760, BODY, BODY), *cells, *prose(660, BODY)]]))
        assert document.headings == ()

    def test_wide_capitals_are_not_taken_for_cells(self, tmp_path: Path) -> None:
        document = self.load(
            tmp_path, ("CONSOLIDATED BALANCE SHEETS OF WHOLESALE COMMON MEMBERS", "Helvetica-Bold", 11)
        )
        assert len(document.headings) == 1

    def test_a_heading_over_two_rows_is_one(self, tmp_path: Path) -> None:
        page = [
            (72, 780, "Report of the independent", "Helvetica-Bold", 14),
            (72, 764, "auditors of the company", "Helvetica-Bold", 14),
            *prose(730, BODY, BODY, BODY),
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert shown(document, document.headings) == ["Report of the independent\nauditors of the company"]

    def test_the_title_of_a_statement_is_a_heading_and_its_unit_is_not(self, tmp_path: Path) -> None:
        bold = "Helvetica-Bold"
        page = [
            (72, 780, "Impairment of the northern yards", bold, 11),
            *prose(756, BODY, BODY, BODY),
            (72, 690, "Thornquay Marine plc", bold, 11),
            (72, 677, "Consolidated Statements of Income", bold, 11),
            (72, 664, "(in millions, except per share data)", bold, 11),
            *[
                (x, 645 - 13 * at, text, "Helvetica", 10)
                for at, row in enumerate((("Berth fees", "940", "880"), ("Pilotage", "310", "290"), ("Total", "1,250", "1,170")))
                for x, text in zip((72, 300, 420), row, strict=True)
            ],
            (72, 560, "Berths to come:", bold, 11),
            *[(x, 546, text, "Helvetica", 10) for x, text in ((72, "Quay 4"), (300, "12"), (420, "14"))],
        ]  # fmt: skip
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert shown(document, document.headings) == [
            "Impairment of the northern yards",
            "Thornquay Marine plc\nConsolidated Statements of Income",
        ]

    def test_a_title_in_small_letters_counts_and_a_mention_of_it_does_not(self, tmp_path: Path) -> None:
        page = [
            (72, 780, "Balance sheet", "Helvetica-Bold", 9),
            *prose(767, "The balance sheet is set out below.", BODY, BODY, BODY),
            (72, 700, "See the notes to the balance sheets of 2024", "Helvetica-Bold", 9),
            *prose(687, BODY, BODY),
        ]
        document = load_file(write_pdf(tmp_path / "a.pdf", [page]))
        assert shown(document, document.headings) == ["Balance sheet"]


class TestTitle:
    def titled(self, tmp_path: Path, declared: str | None) -> str | None:
        canvas = Canvas(str(tmp_path / "a.pdf"))
        if declared is not None:
            canvas.setTitle(declared)
        canvas.setFont("Helvetica", 24)
        canvas.drawString(72, 760, "Supply Agreement")
        canvas.setFont("Helvetica", 11)
        for i in range(5):
            canvas.drawString(72, 700 - 13 * i, BODY)
        canvas.save()
        return load_file(tmp_path / "a.pdf").title

    def test_a_declared_title_is_taken(self, tmp_path: Path) -> None:
        assert self.titled(tmp_path, "Master supply terms") == "Master supply terms"

    @pytest.mark.parametrize(
        "declared", ["Microsoft Word - terms.doc", "terms_v3.docx", "untitled", "0001018724-18-000005"]
    )
    def test_a_title_that_says_nothing_gives_way_to_the_cover(self, tmp_path: Path, declared: str) -> None:
        assert self.titled(tmp_path, declared) == "Supply Agreement"


class TestTheLargestOnTheCover:
    def titled(self, tmp_path: Path, *lines: tuple[float, str, float], running: str = "") -> str | None:
        """The title of three pages: the first with (height, text, size), each later one under a running header."""
        cover = [(72, height, text, "Helvetica-Bold", size) for height, text, size in lines]
        later = [[(72, 780, running, "Helvetica", 9), *prose(700, BODY, BODY)] for _ in range(3)] if running else []
        return load_file(write_pdf(tmp_path / "a.pdf", [[*cover, *prose(300, BODY, BODY, BODY)], *later])).title

    def test_a_title_is_no_running_header_though_later_pages_repeat_it(self, tmp_path: Path) -> None:
        lines = ((780, "Tide Table Format", 24), (740, "Ann Marsh", 16), (600, "1. Introduction", 16))
        assert self.titled(tmp_path, *lines, running="Tide Table Format") == "Tide Table Format"

    def test_a_title_of_two_lines_is_joined(self, tmp_path: Path) -> None:
        assert (
            self.titled(tmp_path, (700, "Tide Tables", 24), (672, "and Their Use", 24)) == "Tide Tables and Their Use"
        )

    def test_an_author_or_a_section_set_as_large_does_not_join_it(self, tmp_path: Path) -> None:
        assert self.titled(tmp_path, (700, "Tide Tables", 20), (640, "Ann Marsh", 20)) == "Tide Tables"
        assert self.titled(tmp_path, (700, "Tide Tables", 20), (676, "1. Introduction", 20)) == "Tide Tables"


@pytest.mark.spec("EVI-8")
def test_a_page_without_text_is_disclosed(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    canvas.drawString(72, 700, "Words.")
    canvas.showPage()
    canvas.rect(100, 100, 300, 300, fill=1)
    canvas.showPage()
    canvas.save()
    document = load_file(tmp_path / "a.pdf")
    assert [(issue.where, issue.reason) for issue in document.issues] == [("page 2", "no text layer (scanned image?)")]
    assert len(document.pages) == 2


def test_a_wholly_scanned_file_gives_empty_text_and_says_why(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    canvas.rect(100, 100, 300, 300, fill=1)
    canvas.save()
    document = load_file(tmp_path / "a.pdf")
    assert document.text == ""
    assert len(document.issues) == 1


@pytest.mark.spec("REL-3")
class TestBadFiles:
    def test_an_encrypted_file_asks_for_its_password(self, tmp_path: Path) -> None:
        path = write_pdf(
            tmp_path / "secret.pdf", [prose(700, "Hidden.")], encrypt=StandardEncryption("open", canPrint=0)
        )
        with pytest.raises(
            IngestError, match=r"secret\.pdf: encrypted; give its password in the manifest, or remove it"
        ):
            load_file(path)
        with pytest.raises(IngestError, match="the password given does not open it"):
            load_file(path, password="wrong")
        assert load_file(path, password="open").text == "Hidden."

    def test_a_truncated_file_is_damaged(self, tmp_path: Path) -> None:
        path = write_pdf(tmp_path / "cut.pdf", [prose(700, BODY)])
        path.write_bytes(path.read_bytes()[:300])
        with pytest.raises(IngestError, match=r"cut\.pdf: damaged or truncated PDF"):
            load_file(path)

    def test_too_many_pages_are_refused(self, tmp_path: Path) -> None:
        path = write_pdf(tmp_path / "long.pdf", [prose(700, "x")] * 4)
        with pytest.raises(IngestError, match=r"long\.pdf: 4 pages, more than the limit of 3"):
            load_file(path, limits=LoadLimits(pages=3))
