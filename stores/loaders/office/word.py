"""Loads Word files (.docx): paragraphs and tables in order, headings by style, running headers and footers first."""

import io
import re
from contextlib import ExitStack, nullcontext

from docx import Document
from docx.document import Document as DocumentObject
from docx.oxml import parse_xml
from docx.table import Table as WordTable
from docx.table import _Cell
from docx.text.paragraph import Paragraph

from ....evidence.language.text_marks import joined_struck
from ....evidence.model.place_marks import Mark
from ...documents.loaded import LoadedDocument, MarkedText
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..stated_date import stated_date
from .archive import check_archive, transitional
from .drawing_text import CHART, diagram_texts
from .word_boxes import WP, covers_own_line, may_cover
from .word_formatting import (
    RunFormatting,
    formatted,
    ground_of_box,
    ground_of_cell,
    ground_of_table,
    is_hidden,
    is_revised,
    shown_nodes,
    text_boxes,
)
from .word_notes import Notes
from .word_numbers import Numbering, W

EXTRACTOR = "docx/6 python-docx/1"

_TEXT_PATH = "{urn:schemas-microsoft-com:vml}textpath"
_QUOTATIONS = ("quote", "intense quote", "quotations")
"""The names of quotation styles in Word and LibreOffice."""
_NOTE_REFERENCES = (f"{W}footnoteReference", f"{W}endnoteReference")
_HEADING_STYLE = re.compile(r"^(?:heading|überschrift|titre|título|заголовок|标题)\s*(\d)$", re.IGNORECASE)


def load_word(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    document = Document(io.BytesIO(transitional(data, check_archive(data, name, limits))))
    canvas = Canvas()
    notes = Notes(document)
    formatting = RunFormatting(document, notes)
    _running(document, canvas, formatting)
    numbering = Numbering(document)
    title: str | None = None
    for block in document.iter_inner_content():
        if isinstance(block, Paragraph):
            text = _text(block, formatting, formatting.paper)
            if text.strip() and (label := numbering.label(block)):
                text = f"{label} {text.lstrip()}"
            level = _level(block)
            if level == 0:
                title = title or text.strip() or None
            if level is None:
                _paragraph(block, text, canvas)
            else:
                canvas.heading(text, max(level, 1))
            for text in diagram_texts(block._p, document.part):
                canvas.block(text)
            with canvas.marked("overprinted") if covers_own_line(block._p, text) else nullcontext():
                for inner in text_boxes(block._p):
                    canvas.block(_text(Paragraph(inner, block._parent), formatting, ground_of_box(inner)))
        else:
            with canvas.marked("revised") if is_revised(block._tbl) else nullcontext():
                canvas.table(_rows(block, formatting), header_rows=_header_rows(block), most_cells=limits.cells)
    _write_notes(notes, document, formatting, canvas)
    _comments(document, canvas)
    _disclose(document, canvas, formatting)
    watermark = _watermark(document)
    if watermark and canvas.length:
        canvas.marks.append(MarkedText(start=0, end=canvas.length, mark=Mark(kind="watermark", text=watermark)))
    properties = document.core_properties
    metadata = {
        "title": properties.title,
        "author": properties.author,
        "subject": properties.subject,
        "keywords": properties.keywords,
        "category": properties.category,
        "created": properties.created.date().isoformat() if properties.created else "",
    }
    loaded = canvas.document(
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        extractor=EXTRACTOR,
        title=_declared_title(properties.title) or title or _first_heading(canvas),
        metadata={key: value for key, value in metadata.items() if value},
    )
    return loaded.model_copy(update={"updated_at": stated_date(loaded.text)})


def _paragraph(paragraph: Paragraph, text: str, canvas: Canvas) -> None:
    with ExitStack() as marks:
        if _is_quotation(paragraph):
            marks.enter_context(canvas.marked("quoted"))
        if is_revised(paragraph._p):
            marks.enter_context(canvas.marked("revised"))
        if covers_own_line(paragraph._p, text):
            marks.enter_context(canvas.marked("overprinted"))
        canvas.block(text)


def _is_quotation(paragraph: Paragraph) -> bool:
    """Return whether a paragraph has a quotation style. Files store the names of built-in styles in English, whatever
    the language of the program."""
    style = paragraph.style
    while style is not None:
        if (style.name or "").casefold() in _QUOTATIONS:
            return True
        style = style.base_style
    return False


def _comments(document: DocumentObject, canvas: Canvas) -> None:
    """Write the comments of reviewers, after the text."""
    for comment in document.comments:
        with canvas.marked("comment", comment.author or ""):
            canvas.block(f"[comment {comment.comment_id}] {' '.join(comment.text.split())}")


def _watermark(document: DocumentObject) -> str:
    """Return the watermarks, which are words that headers print across the page."""
    found: dict[str, None] = {}
    for relation in document.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/header"):
            for path in parse_xml(relation.target_part.blob).iter(_TEXT_PATH):
                found[path.get("string", "").strip()] = None
    return " · ".join(filter(None, found))


def _declared_title(title: str | None) -> str | None:
    """Return the declared title, or None for a default such as "Word Document", which the templates of Word and
    python-docx have."""
    title = (title or "").strip()
    return (
        None
        if not title or title.casefold() in {"word document", "document", "untitled"} or title.endswith(".docx")
        else title
    )


def _first_heading(canvas: Canvas) -> str | None:
    if not canvas.headings:
        return None
    first = canvas.headings[0]
    return canvas.cut(first.start, first.end)


def _text(paragraph: Paragraph, formatting: RunFormatting, ground: str | None = None) -> str:
    """Return the visible text of a paragraph, with hyperlinks, inserted text and line breaks.

    Deleted text of tracked changes and hidden text are left out. Struck text is marked, and superscripts are Unicode
    characters.
    """
    pieces: list[str] = []
    for node in shown_nodes(paragraph._p):
        if node.tag == f"{W}t":
            properties = formatting.of(node.getparent(), paragraph._p)
            if is_hidden(properties, ground):
                formatting.hidden += bool(node.text)
            else:
                pieces.append(formatted(node.text or "", properties, pieces[-1] if pieces else ""))
        elif node.tag == f"{W}tab" and node.getparent().tag == f"{W}r":
            pieces.append("\t")
        elif node.tag in (f"{W}br", f"{W}cr"):
            pieces.append("\n")
        elif node.tag == f"{W}noBreakHyphen":
            pieces.append("-")
        elif node.tag in _NOTE_REFERENCES:
            pieces.append(formatting.note_mark(node))
    return joined_struck("".join(pieces))


def _disclose(document: DocumentObject, canvas: Canvas, formatting: RunFormatting) -> None:
    """Add issues for text that the page does not show, or shows as a tracked change that is not yet accepted."""
    body = document.element.body
    deleted = sum(1 for _ in body.iter(f"{W}del", f"{W}moveFrom"))
    for count, reason in (
        (formatting.hidden, "stretches of hidden text were not read"),
        (deleted, "tracked deletions were not read"),
        (sum(1 for _ in body.iter(CHART)), "charts are not read"),
        (
            sum(map(may_cover, body.iter(f"{WP}anchor"))),
            "filled shapes may cover text, which was read; only a PDF of the file settles this",
        ),
        (sum(1 for _ in body.iter(f"{W}ins", f"{W}moveTo")), "tracked insertions, not accepted yet, were read as text"),
    ):
        if count:
            canvas.issue("text", f"{count} {reason}")


def _level(paragraph: Paragraph) -> int | None:
    """Return the level of a paragraph, by its style (with its ancestors) or outline level. It is 0 for the title, 1 to
    9 for headings, and None for text."""
    style = paragraph.style
    while style is not None:
        name = style.name or ""
        if name.casefold() == "title":
            return 0
        if match := _HEADING_STYLE.match(name):
            return int(match[1])
        style = style.base_style
    outline = paragraph._p.find(f"{W}pPr/{W}outlineLvl")
    if outline is not None:
        level = int(outline.get(f"{W}val", "9"))
        return level + 1 if level < 9 else None
    return None


def _running(document: DocumentObject, canvas: Canvas, formatting: RunFormatting) -> None:
    seen = set()
    for section in document.sections:
        for kind, parts in (
            ("header", (section.header, section.first_page_header, section.even_page_header)),
            ("footer", (section.footer, section.first_page_footer, section.even_page_footer)),
        ):
            for part in parts:
                if part.is_linked_to_previous:
                    continue
                for block in part.iter_inner_content():
                    rows = (
                        [block]
                        if isinstance(block, Paragraph)
                        else [p for r in block.rows for c in r.cells for p in c.paragraphs]
                    )
                    text = " ".join(filter(None, (_text(row, formatting).strip() for row in rows)))
                    if text and (kind, text) not in seen:
                        seen.add((kind, text))
                        canvas.running(text, kind)


def _rows(table: WordTable, formatting: RunFormatting) -> list[list[TableCell]]:
    """Return the visible rows. A merged cell occurs only once, at its start."""
    ground = ground_of_table(table, formatting.paper)
    written: dict[object, TableCell] = {}
    rows: list[list[TableCell]] = []
    for row in table.rows:
        if row._tr.find(f"{W}trPr/{W}hidden") is not None:
            continue
        cells: list[TableCell] = []
        column = row.grid_cols_before
        continued: set[object] = set()
        for cell in row.cells:
            if cell._tc not in written:
                written[cell._tc] = TableCell(_cell_text(cell, formatting, ground), column, column_span=cell.grid_span)
                cells.append(written[cell._tc])
                continued.add(cell._tc)
            elif cell._tc not in continued:
                written[cell._tc].extend_down()
                continued.add(cell._tc)
            column += 1
        rows.append(cells)
    return rows


def _cell_text(cell: _Cell, formatting: RunFormatting, around: str | None) -> str:
    ground = ground_of_cell(cell._tc, around)
    pieces = []
    for block in cell.iter_inner_content():
        if isinstance(block, Paragraph):
            pieces.append(_text(block, formatting, ground))
            pieces += [
                _text(Paragraph(inner, cell), formatting, ground_of_box(inner)) for inner in text_boxes(block._p)
            ]
        else:
            behind = ground_of_table(block, ground)
            pieces.extend(_cell_text(inner, formatting, behind) for row in block.rows for inner in row.cells)
    return "\n".join(pieces)


def _header_rows(table: WordTable) -> int:
    marked = 0
    for row in table._tbl.tr_lst:
        if row.find(f"{W}trPr/{W}tblHeader") is None:
            break
        marked += 1
    return marked


def _write_notes(notes: Notes, document: DocumentObject, formatting: RunFormatting, canvas: Canvas) -> None:
    """Write footnotes and endnotes after the body. They contain definitions and exceptions."""
    for note in notes:
        label = f"[{note.kind} {note.number}] " if note.number else f"[{note.kind}] "
        for inner in note.element.iter(f"{W}p"):
            paragraph = Paragraph(inner, document._body)
            if text := _text(paragraph, formatting, formatting.paper).strip():
                _paragraph(paragraph, label + text, canvas)
                label = ""
