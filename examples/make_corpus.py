"""Makes the binary files of the demo corpus: `python examples/make_corpus.py` (needs the `dev` extra).

The texts are in `texts/`; the text files of `corpus/` are written by hand. A second run with the same library versions
gives the same bytes, because clocks, ids and archive times are fixed.

Markup of the texts: `# ` title, `> ` line below the title, `## ` heading, `- ` list item, `| a | b` a row of a table
without header, `|| a | b` a row of a table whose first row is its header. Every other block is a paragraph. A line
without a mark continues the line above.
"""

import io
import random
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import reportlab
from docx import Document
from openpyxl import Workbook
from openpyxl.styles import Font
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from pptx import Presentation
from pptx.util import Cm
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table
from texts import agreement, minutes, policy, sheets

COMPANY = "Hollinbrae Instruments Ltd"

Block = tuple[str, list[str]]
"""The kind and the content of a block. The content is one string for running text, and one string for each row of a
table."""

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
    """Return the lines of the text, each joined with its continuation lines: those without a mark that follow no blank
    line."""
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
        "subtitle": ParagraphStyle("subtitle", body, fontSize=12, alignment=0, spaceAfter=12),
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
            columns = len(grid[0])
            widths = [4 * cm, 12 * cm] if columns == 2 else [3 * cm, 4 * cm, 9 * cm]
            look = [("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey), ("VALIGN", (0, 0), (-1, -1), "TOP")]
            yield Table(grid, colWidths=widths, style=look, repeatRows=int(kind == "table"), hAlign="LEFT")
            yield Spacer(1, 10)
        else:
            yield Paragraph(lines[0], styles[kind], bulletText="•" if kind == "item" else None)


def make_pdf(path: Path, text: str, *, title: str, header: str, version: str) -> None:
    def furniture(canvas: Canvas, template: BaseDocTemplate, total: int) -> None:
        canvas.setFont("Helvetica", 8.5)
        canvas.setFillGray(0.35)
        canvas.drawString(2.4 * cm, A4[1] - 1.5 * cm, header)
        canvas.drawString(2.4 * cm, 1.3 * cm, version)
        canvas.drawRightString(A4[0] - 2.4 * cm, 1.3 * cm, f"Page {template.page} of {total}")

    def build(target: Path | io.BytesIO, total: int) -> int:
        template = BaseDocTemplate(
            target if isinstance(target, io.BytesIO) else str(target),
            pagesize=A4, title=title, author=COMPANY, subject=version, invariant=1, lang="en-GB",
        )  # fmt: skip
        frame = Frame(2.4 * cm, 2.1 * cm, A4[0] - 4.8 * cm, A4[1] - 4.3 * cm, leftPadding=0, rightPadding=0)
        template.addPageTemplates(PageTemplate(frames=[frame], onPage=partial(furniture, total=total)))
        template.build(list(flowables(text)))
        return int(template.page)

    build(path, build(io.BytesIO(), 0))


def make_scan(path: Path) -> None:
    """Write a certificate as a copier scans it: one grey picture, slightly rotated, without a text layer."""
    fonts = Path(reportlab.__file__).parent / "fonts"
    page = Image.new("L", (1000, 1414), 250)
    draw = ImageDraw.Draw(page)
    y = 130
    for size, line in sheets.CERTIFICATE:
        font = ImageFont.truetype(str(fonts / ("VeraBd.ttf" if size > 24 else "Vera.ttf")), size)
        draw.text((120, y), line, font=font, fill=40)
        y += int(size * 1.9)
    draw.rectangle((80, 90, 920, y + 40), outline=70, width=3)
    noise = random.Random(7)
    for _ in range(900):
        draw.point((noise.randrange(1000), noise.randrange(1414)), fill=noise.randrange(90, 200))
    page = page.rotate(0.7, fillcolor=244, resample=Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(0.6))
    picture = io.BytesIO()
    page.save(picture, "JPEG", quality=45)
    picture.seek(0)
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setTitle("Scan_20260306_1142")
    canvas.drawInlineImage(Image.open(picture), 0, 0, width=A4[0], height=A4[1])
    canvas.save()


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


def make_docx(path: Path, text: str, *, title: str, header: str, created: datetime) -> None:
    document = Document()
    properties = document.core_properties
    properties.title, properties.author, properties.language = title, COMPANY, "en-GB"
    properties.created = properties.modified = created
    properties.comments = ""
    document.sections[0].header.paragraphs[0].text = header
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


def make_xlsx(path: Path) -> None:
    created = datetime(2025, 12, 15, 9, 0)
    book = Workbook()
    book.remove(book.active)
    book.properties.title, book.properties.creator = "Leave entitlements 2026", COMPANY
    for name, rows in sheets.LEAVE.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        header = next(number for number, row in enumerate(rows, 1) if len(row) > 1)
        for cell in (*sheet[1], *sheet[header]):
            cell.font = Font(bold=True)
        for column in "ABCDEF":
            sheet.column_dimensions[column].width = 24
        sheet.freeze_panes = f"A{header + 1}"
    made = io.BytesIO()
    book.save(made)
    write_archive(path, made.getvalue(), created)


def make_pptx(path: Path) -> None:
    created = datetime(2026, 4, 23, 8, 30)
    deck = Presentation()
    deck.core_properties.title, deck.core_properties.author = "Quarterly update Q1 2026", COMPANY
    for slide_title, content in sheets.QUARTERLY_UPDATE:
        cover = not deck.slides
        rows = content if isinstance(content[0], tuple) else None
        slide = deck.slides.add_slide(deck.slide_layouts[0 if cover else 5 if rows else 1])
        slide.shapes.title.text = slide_title
        if rows:
            shape = slide.shapes.add_table(len(rows), len(rows[0]), Cm(1.5), Cm(5), Cm(22), Cm(len(rows)))
            for i, row in enumerate(rows):
                for j, value in enumerate(row):
                    shape.table.cell(i, j).text = value
        else:
            slide.placeholders[1].text = "\n".join(content)
    made = io.BytesIO()
    deck.save(made)
    write_archive(path, made.getvalue(), created)


def main(corpus: Path) -> None:
    for folder in ("policies", "contracts", "board", "people", "finance", "scans"):
        (corpus / folder).mkdir(parents=True, exist_ok=True)
    name = "policies/remote-working-and-expenses-policy"
    make_pdf(
        corpus / f"{name}-v3.0.pdf", policy.VERSION_3,
        title=policy.TITLE, header=policy.HEADER, version="Version 3.0 · Effective 1 January 2026",
    )  # fmt: skip
    make_pdf(
        corpus / f"{name}-v2.1.pdf", policy.VERSION_2_1,
        title=policy.TITLE, header=policy.HEADER, version="Version 2.1 · Effective 1 April 2024",
    )  # fmt: skip
    make_docx(
        corpus / "contracts/quillmarsh-master-services-agreement.docx", agreement.TEXT,
        title=agreement.TITLE, header=agreement.HEADER, created=datetime(2026, 2, 2, 9, 0),
    )  # fmt: skip
    make_docx(
        corpus / "board/board-minutes-2026-02-19.docx", minutes.TEXT,
        title=minutes.TITLE, header=minutes.HEADER, created=datetime(2026, 2, 24, 16, 0),
    )  # fmt: skip
    make_xlsx(corpus / "people/leave-entitlements-2026.xlsx")
    make_pptx(corpus / "finance/q1-2026-update.pptx")
    make_scan(corpus / "scans/Scan_20260306_1142.pdf")


if __name__ == "__main__":
    main(Path(__file__).parent / "corpus")
