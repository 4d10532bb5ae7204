"""Makes the binary files of the handbook corpus: `python evals/golden/make_handbook.py` (needs the `dev` extra).

The texts are in `texts/handbook/`; the text files of `handbook/` are written by hand. A second run with the same
library versions makes the same bytes, because clocks, ids and archive times are fixed.

Both versions of the handbook come from one text. In it, `[[new||old]]` is the wording of version 7.0 and of version
6.2. A block that begins with `{7.0}` or `{6.2}` is in that version only. The rest is Markdown: `# ` a part (on a new
page), `## ` heading, `- ` list item, `| a | b |` a table whose first row is its header.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from docx import Document
from openpyxl import Workbook
from openpyxl.styles import Font
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table

COMPANY = "Selwyck Marine Group plc"
TITLE = "Employee Benefits Handbook"
HERE = Path(__file__).parent
TEXTS = HERE / "texts" / "handbook"

Block = tuple[str, list[list[str]]]
"""The kind of a block and its content. Running text is one row of one cell; a table has one row of cells for each
line."""

MARKS = {"# ": "part", "## ": "heading", "> ": "subtitle", "- ": "item"}


def of_version(text: str, version: str) -> str:
    """Return the text of one version of the handbook."""
    old = version == "6.2"
    text = re.sub(r"\[\[(.*?)\|\|(.*?)\]\]", lambda match: match[2 if old else 1], text, flags=re.DOTALL)
    kept = [
        part.removeprefix(f"{{{version}}}").lstrip()
        for part in re.split(r"\n\s*\n", text)
        if not re.match(r"\{\d\.\d\}", part) or part.startswith(f"{{{version}}}")
    ]
    return "\n\n".join(kept)


def blocks(text: str) -> Iterator[Block]:
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if lines[0].startswith("|"):
            rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
            yield "table", [row for row in rows if set("".join(row)) - set("-: ")]
            continue
        joined: list[str] = []
        for line in lines:
            if not joined or line.startswith(tuple(MARKS)):
                joined.append(line)
            else:
                joined[-1] += f" {line.strip()}"
        for line in joined:
            mark = next((mark for mark in MARKS if line.startswith(mark)), "")
            yield MARKS.get(mark, "paragraph"), [[line.removeprefix(mark)]]


# --- PDF ---------------------------------------------------------------------------------------------------------------

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10.5, leading=15.5, spaceAfter=8, alignment=TA_JUSTIFY)
BOLD = "Helvetica-Bold"
STYLES = {
    "paragraph": BODY,
    "item": ParagraphStyle("item", BODY, leftIndent=22, bulletIndent=10, spaceAfter=5),
    "cover": ParagraphStyle("cover", BODY, fontName=BOLD, fontSize=24, leading=30, alignment=0, spaceBefore=120),
    "part": ParagraphStyle("part", BODY, fontName=BOLD, fontSize=17, leading=22, alignment=0, spaceAfter=12),
    "subtitle": ParagraphStyle("subtitle", BODY, fontSize=12, alignment=0, spaceAfter=12),
    "heading": ParagraphStyle("heading", BODY, fontName=BOLD, fontSize=12, spaceBefore=9, keepWithNext=1),
    "contents": ParagraphStyle("contents", BODY, spaceAfter=1, alignment=0),
}
CELL = ParagraphStyle("cell", BODY, fontSize=9.3, leading=12, spaceAfter=0, alignment=0)
HEADER_CELL = ParagraphStyle("cell-header", CELL, fontName=BOLD)
WIDTH = A4[0] - 4.8 * cm


class PartTitle(Paragraph):
    """The title of a part, for the contents page."""


def table_of(rows: list[list[str]], first: float = 0.34) -> Table:
    grid = [[Paragraph(cell, CELL if number else HEADER_CELL) for cell in row] for number, row in enumerate(rows)]
    columns = len(rows[0])
    widths = [WIDTH * first, *[WIDTH * (1 - first) / (columns - 1)] * (columns - 1)]
    look = [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
    ]
    return Table(grid, colWidths=widths, style=look, repeatRows=1, hAlign="LEFT")


def flowables(text: str, *, breaks: bool) -> Iterator[Flowable]:
    for kind, rows in blocks(text):
        if kind == "table":
            yield table_of(rows)
            yield Spacer(1, 11)
        elif kind == "part":
            if breaks:
                yield PageBreak()
            yield PartTitle(rows[0][0], STYLES["part"])
        else:
            yield Paragraph(rows[0][0], STYLES[kind], bulletText="•" if kind == "item" else None)


class Book(BaseDocTemplate):
    """A document with a running header and footer. It records the first page of each part."""

    def __init__(
        self, target: str | io.BytesIO, *, header: str, footer: str, total: int, author: str, title: str
    ) -> None:
        super().__init__(target, pagesize=A4, title=title, author=author, subject=footer, invariant=1, lang="en-GB")
        self.header, self.footer, self.total = header, footer, total
        self.parts: list[tuple[str, int]] = []
        frame = Frame(2.4 * cm, 2.1 * cm, WIDTH, A4[1] - 4.4 * cm, leftPadding=0, rightPadding=0)
        self.addPageTemplates(PageTemplate(frames=[frame], onPageEnd=self.furniture))

    def furniture(self, canvas: Canvas, template: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 8.5)
        canvas.setFillGray(0.35)
        canvas.drawString(2.4 * cm, A4[1] - 1.5 * cm, self.header)
        canvas.drawString(2.4 * cm, 1.3 * cm, self.footer)
        canvas.drawRightString(A4[0] - 2.4 * cm, 1.3 * cm, f"Page {template.page} of {self.total}")

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (a hook of reportlab)
        if isinstance(flowable, PartTitle):
            self.parts.append((flowable.text, self.page))


def contents(parts: list[tuple[str, int]]) -> Iterator[Flowable]:
    yield PageBreak()
    yield Paragraph("Contents", STYLES["part"])
    plain = [[Paragraph(title, STYLES["contents"]), Paragraph(str(page), STYLES["contents"])] for title, page in parts]
    tight = [("TOPPADDING", (0, 0), (-1, -1), 0.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5)]
    yield Table(plain, colWidths=[WIDTH * 0.9, WIDTH * 0.1], style=tight, hAlign="LEFT")


def make_book(path: Path, cover: str, text: str, *, footer: str) -> int:
    """Write the handbook, and return its number of pages. Three rounds are needed, because the contents page moves the
    pages that it lists."""
    parts: list[tuple[str, int]] = [("…", 0)] * text.count("\n# ")
    total = 0
    for target in (io.BytesIO(), io.BytesIO(), str(path)):
        book = Book(target, header=f"{COMPANY} · {TITLE}", footer=footer, total=total, author=COMPANY, title=TITLE)
        front = list(flowables(cover, breaks=False))
        front[0] = Paragraph(TITLE, STYLES["cover"])
        book.build([*front, *contents(parts), *flowables(text, breaks=True)])
        parts, total = book.parts, int(book.page)
    return total


def make_leaflet(path: Path, text: str) -> None:
    company = "Harrowmead Health Ltd"
    total = 0
    for target in (io.BytesIO(), str(path)):
        book = Book(
            target, header=company, footer="Cash plan leaflet · HM/CP/26-1", total=total, author=company,
            title="The Harrowmead cash plan for employers",
        )  # fmt: skip
        book.build(list(flowables(text, breaks=False)))
        total = int(book.page)


# --- Office ------------------------------------------------------------------------------------------------------------


def write_archive(path: Path, made: bytes, created: datetime) -> None:
    """Write an Office file again with fixed times, since its library used the clock."""
    stamp = f"{created:%Y-%m-%dT%H:%M:%SZ}"
    with zipfile.ZipFile(io.BytesIO(made)) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                pattern = rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)"
                content = re.sub(pattern, rb"\g<1>" + stamp.encode() + rb"\g<2>", content)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def make_notice(path: Path, text: str) -> None:
    created = datetime(2026, 3, 9, 10, 0)
    document = Document()
    properties = document.core_properties
    properties.title, properties.author, properties.language = "Amendment Notice 1/2026", COMPANY, "en-GB"
    properties.created = properties.modified = created
    properties.comments = ""
    document.sections[0].header.paragraphs[0].text = f"{COMPANY} · {TITLE} · Amendment Notice 1/2026"
    for kind, rows in blocks(text):
        if kind == "table":
            table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
            for row in rows:
                for cell, value in zip(table.add_row().cells, row, strict=True):
                    cell.text = value
            document.add_paragraph()
        elif kind in ("part", "heading"):
            document.add_heading(rows[0][0], level=0 if kind == "part" else 1)
        else:
            style = {"item": "List Bullet", "subtitle": "Subtitle"}.get(kind, "Normal")
            document.add_paragraph(rows[0][0], style=style)
    made = io.BytesIO()
    document.save(made)
    write_archive(path, made.getvalue(), created)


def make_rates(path: Path, folder: Path) -> None:
    """Write a workbook with one sheet for each CSV file: a title row, an empty row, then the table."""
    created = datetime(2026, 3, 12, 9, 0)
    book = Workbook()
    book.remove(book.active)
    book.properties.title, book.properties.creator = "Benefit rates 2026", COMPANY
    for source in sorted(folder.glob("*.csv")):
        with source.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines))
        sheet = book.create_sheet(source.stem.partition("-")[2].replace("-", " ").capitalize())
        for number, row in enumerate(rows, 1):
            sheet.append([float(cell) if re.fullmatch(r"\d+(\.\d+)?", cell) else cell for cell in row])
            for cell in sheet[number] if number in (1, 3) else ():
                cell.font = Font(bold=True)
        for column in "ABCDEF":
            sheet.column_dimensions[column].width = 26
        sheet.freeze_panes = "A4"
    made = io.BytesIO()
    book.save(made)
    write_archive(path, made.getvalue(), created)


def main(corpus: Path) -> None:
    for folder in ("handbook", "rates", "providers"):
        (corpus / folder).mkdir(parents=True, exist_ok=True)
    cover = (TEXTS / "handbook-0-cover.md").read_text(encoding="utf-8")
    text = "\n\n".join(path.read_text(encoding="utf-8").strip() for path in sorted(TEXTS.glob("handbook-[1-9]*.md")))
    for version, since in (("7.0", "1 January 2026"), ("6.2", "1 January 2024")):
        pages = make_book(
            corpus / f"handbook/employee-benefits-handbook-v{version}.pdf",
            of_version(cover, version), "\n\n" + of_version(text, version),
            footer=f"Version {version} · In force from {since}",
        )  # fmt: skip
        print(f"handbook {version}: {pages} pages")
    notice = TEXTS / "amendment-notice-1-2026.md"
    if notice.exists():
        make_notice(corpus / "handbook/amendment-notice-1-2026.docx", notice.read_text(encoding="utf-8"))
    leaflet = TEXTS / "harrowmead-leaflet.md"
    if leaflet.exists():
        make_leaflet(corpus / "providers/harrowmead-cash-plan-leaflet.pdf", leaflet.read_text(encoding="utf-8"))
    if (TEXTS / "rates").exists():
        make_rates(corpus / "rates/benefit-rates-2026.xlsx", TEXTS / "rates")


if __name__ == "__main__":
    main(HERE / "handbook")
