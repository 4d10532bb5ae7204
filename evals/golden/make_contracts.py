"""Makes the binary files of the contracts corpus: `python evals/golden/make_contracts.py` (needs the `dev` extra).

The texts are in `texts/contracts/`; the text files of `contracts/` are written by hand. A second run with the same
library versions makes the same bytes, because clocks, ids and archive times are fixed.

Markup of the texts: `# ` title, `> ` line below the title, `## ` heading, `- ` list item, `| a | b` a row of a table
without header, `|| a | b` a row of a table whose first row is its header. Every other block is a paragraph. A line
without a mark continues the line above.
"""

import csv
import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from functools import partial
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
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table

HERE = Path(__file__).parent
TEXTS = HERE / "texts" / "contracts"
COMPANY = "Calderquay Utilities plc"

PDFS = {
    "agreements/varnholt-metering-msa-amendment-1.pdf": ("amendment-1", "Amendment No. 1", "9 December 2024"),
    "agreements/varnholt-metering-msa-amendment-2.pdf": ("amendment-2", "Amendment No. 2", "27 November 2025"),
    "agreements/varnholt-metering-annex-d-data-processing.pdf": (
        "annex-d",
        "Annex D: Data processing",
        "14 March 2024",
    ),
    "agreements/varnholt-metals-supply-agreement.pdf": ("supply-agreement", "Supply Agreement", "20 January 2025"),
    "property/lockgate-park-lease.pdf": ("lease", "Lease of Unit 3, Lockgate Park", "3 June 2022"),
    "finance/tarrow-bank-facility-agreement.pdf": ("facility", "Term Facility Agreement", "22 May 2023"),
}
"""The text, title and date of each PDF, by its path in the corpus."""

DOCX = {
    "agreements/varnholt-metering-msa.docx": ("msa", "Master Services Agreement", datetime(2024, 3, 14, 9)),
    "agreements/varnholt-metering-sow-3-thornmere.docx": ("sow-3", "Statement of Work No. 3", datetime(2025, 10, 6, 9)),
    "agreements/nordspeer-lizenzvertrag.docx": ("lizenzvertrag", "Softwarelizenzvertrag", datetime(2024, 7, 22, 9)),
}

Block = tuple[str, list[str]]
"""The kind of a block and its content: one string for running text, or one string for each row of a table."""

MARKS = {"#": "title", "##": "heading", ">": "subtitle", "-": "item"}


def blocks(text: str) -> Iterator[Block]:
    table: Block | None = None
    for line in unwrapped(text):
        mark, _, rest = line.partition(" ")
        if mark in ("|", "||"):
            if table is None:
                table = ("table" if mark == "||" else "facts", [])
            table[1].append(rest)
            continue
        if table is not None:
            yield table
            table = None
        if mark in MARKS:
            yield MARKS[mark], [rest]
        elif line:
            yield "paragraph", [line]
    if table is not None:
        yield table


def unwrapped(text: str) -> list[str]:
    """Return the lines of the text, each joined with its continuation lines: lines without a mark that follow no blank line."""
    lines = [""]
    for line in text.strip().splitlines():
        if lines[-1] and line and line.partition(" ")[0] not in (*MARKS, "|", "||"):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def cells(rows: list[str]) -> list[list[str]]:
    return [[cell.strip() for cell in row.split(" | ")] for row in rows]


# --- PDF ---------------------------------------------------------------------------------------------------------------


def flowables(text: str) -> Iterator[Flowable]:
    body = ParagraphStyle("body", fontName="Helvetica", fontSize=10.5, leading=15, spaceAfter=7, alignment=TA_JUSTIFY)
    bold = "Helvetica-Bold"
    styles = {
        "paragraph": body,
        "item": ParagraphStyle("item", body, leftIndent=22, bulletIndent=10, spaceAfter=4),
        "title": ParagraphStyle("title", body, fontName=bold, fontSize=19, leading=24, alignment=0),
        "subtitle": ParagraphStyle("subtitle", body, fontSize=12, alignment=0),
        "heading": ParagraphStyle("heading", body, fontName=bold, fontSize=12.5, spaceBefore=10, keepWithNext=1),
    }
    cell_style = ParagraphStyle("cell", body, fontSize=9.5, leading=12, spaceAfter=0, alignment=0)
    header_style = ParagraphStyle("cell-header", cell_style, fontName=bold)
    for kind, lines in blocks(text):
        if kind in ("table", "facts"):
            grid = [
                [Paragraph(cell, header_style if kind == "table" and not row else cell_style) for cell in line]
                for row, line in enumerate(cells(lines))
            ]
            width = 16.2 * cm / len(grid[0])
            look = [("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey), ("VALIGN", (0, 0), (-1, -1), "TOP")]
            widths = [width] * len(grid[0])
            yield Table(grid, colWidths=widths, style=look, repeatRows=int(kind == "table"), hAlign="LEFT")
            yield Spacer(1, 10)
        else:
            yield Paragraph(lines[0], styles[kind], bulletText="•" if kind == "item" else None)


def make_pdf(path: Path, text: str, *, title: str, dated: str) -> None:
    def furniture(canvas: Canvas, template: BaseDocTemplate, total: int) -> None:
        canvas.setFont("Helvetica", 8.5)
        canvas.setFillGray(0.35)
        canvas.drawString(2.4 * cm, A4[1] - 1.5 * cm, title)
        canvas.drawString(2.4 * cm, 1.3 * cm, f"Dated {dated}")
        canvas.drawRightString(A4[0] - 2.4 * cm, 1.3 * cm, f"Page {template.page} of {total}")

    def build(target: Path | io.BytesIO, total: int) -> int:
        template = BaseDocTemplate(
            target if isinstance(target, io.BytesIO) else str(target),
            pagesize=A4, title=title, author=COMPANY, subject=dated, invariant=1, lang="en-GB",
        )  # fmt: skip
        frame = Frame(2.4 * cm, 2.1 * cm, A4[0] - 4.8 * cm, A4[1] - 4.3 * cm, leftPadding=0, rightPadding=0)
        template.addPageTemplates(PageTemplate(frames=[frame], onPage=partial(furniture, total=total)))
        template.build(list(flowables(text)))
        return int(template.page)

    build(path, build(io.BytesIO(), 0))


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


def make_docx(path: Path, text: str, *, title: str, created: datetime) -> None:
    document = Document()
    properties = document.core_properties
    properties.title, properties.author = title, COMPANY
    properties.language = "de-DE" if title == "Softwarelizenzvertrag" else "en-GB"
    properties.created = properties.modified = created
    properties.comments = ""
    document.sections[0].header.paragraphs[0].text = title
    for kind, lines in blocks(text):
        if kind in ("table", "facts"):
            grid = cells(lines)
            table = document.add_table(rows=0, cols=max(map(len, grid)), style="Table Grid")
            for row in grid:
                for cell, value in zip(table.add_row().cells, row, strict=False):
                    cell.text = value
            document.add_paragraph()
        elif kind in ("title", "heading"):
            document.add_heading(lines[0], level=0 if kind == "title" else 1)
        else:
            document.add_paragraph(lines[0], style={"item": "List Bullet", "subtitle": "Subtitle"}.get(kind, "Normal"))
    made = io.BytesIO()
    document.save(made)
    write_archive(path, made.getvalue(), created)


def register_rows(year: int) -> Iterator[list[str | float | date | None]]:
    """Yield the rows of one year, then the totals in each currency. Sums are values, as in an export."""
    with (TEXTS / f"invoices-{year}.csv").open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    yield [f"{COMPANY} and its subsidiaries: invoices received, {year}, as of 14 May 2026"]
    yield []
    yield [
        "Invoice no.", "Supplier", "Subject", "Invoice date", "Due date",
        "Currency", "Net", "VAT", "Gross", "Paid on", "Remark",
    ]  # fmt: skip
    totals: dict[str, list[Decimal]] = defaultdict(lambda: [Decimal(0)] * 3)
    for row in rows:
        net, vat = Decimal(row["net"]), Decimal(row["vat"])
        totals[row["currency"]] = [a + b for a, b in zip(totals[row["currency"]], (net, vat, net + vat), strict=True)]
        yield [
            row["number"], row["supplier"], row["subject"],
            date.fromisoformat(row["dated"]), date.fromisoformat(row["due"]),
            row["currency"], float(net), float(vat), float(net + vat),
            date.fromisoformat(row["paid"]) if row["paid"] else None, row["remark"] or None,
        ]  # fmt: skip
    yield []
    for currency, sums in sorted(totals.items()):
        yield [f"Total {year}", None, None, None, None, currency, *map(float, sums)]


def make_register(path: Path) -> None:
    created = datetime(2026, 5, 14, 17, 0)
    book = Workbook()
    book.remove(book.active)
    book.properties.title, book.properties.creator = "Register of invoices received", COMPANY
    for year in (2025, 2026):
        sheet = book.create_sheet(str(year))
        for row in register_rows(year):
            sheet.append(row)
        for cell in (*sheet[1], *sheet[3]):
            cell.font = Font(bold=True)
        for row in sheet.iter_rows(min_row=4):
            for cell in row:
                if isinstance(cell.value, date):
                    cell.number_format = "yyyy-mm-dd"
                elif isinstance(cell.value, float):
                    cell.number_format = "#,##0.00"
        for column, width in zip("ABCDEFGHIJK", (16, 28, 44, 13, 13, 10, 15, 13, 15, 13, 30), strict=True):
            sheet.column_dimensions[column].width = width
        sheet.freeze_panes = "A4"
    made = io.BytesIO()
    book.save(made)
    write_archive(path, made.getvalue(), created)


def main(corpus: Path) -> None:
    for folder in ("agreements", "property", "finance"):
        (corpus / folder).mkdir(parents=True, exist_ok=True)
    for path, (name, title, dated) in PDFS.items():
        make_pdf(corpus / path, (TEXTS / f"{name}.txt").read_text(encoding="utf-8"), title=title, dated=dated)
    for path, (name, title, created) in DOCX.items():
        make_docx(corpus / path, (TEXTS / f"{name}.txt").read_text(encoding="utf-8"), title=title, created=created)
    make_register(corpus / "finance/invoice-register-2025-2026.xlsx")


if __name__ == "__main__":
    main(HERE / "contracts")
