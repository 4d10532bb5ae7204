"""Word files (.docx): paragraphs and tables in the body's order, headings by style, running headers and footers first."""

import io
import re
from collections.abc import Iterator
from typing import Any

from docx import Document
from docx.document import Document as DocumentObject
from docx.oxml import parse_xml
from docx.table import Table as WordTable
from docx.table import _Cell
from docx.text.paragraph import Paragraph

from ....evidence.language.marks import joined_struck, struck
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..raised import raised
from ..stated_date import stated_date
from .archive import check_archive
from .word_numbers import Numbering, W

EXTRACTOR = "docx/2 python-docx/1"

_HEADING_STYLE = re.compile(r"^(?:heading|überschrift|titre|título|заголовок|标题)\s*(\d)$", re.IGNORECASE)


def load_word(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    check_archive(data, name, limits)
    document = Document(io.BytesIO(data))
    canvas = Canvas()
    _running(document, canvas)
    numbering = Numbering(document)
    title: str | None = None
    for block in document.iter_inner_content():
        if isinstance(block, Paragraph):
            text = _text(block)
            if text.strip() and (label := numbering.label(block)):
                text = f"{label} {text.lstrip()}"
            level = _level(block)
            if level == 0:
                title = title or text.strip() or None
            if level is None:
                canvas.block(text)
            else:
                canvas.heading(text, max(level, 1))
        else:
            canvas.table(list(_rows(block)), header_rows=_header_rows(block), most_cells=limits.cells)
    _notes(document, canvas)
    _disclose(document, canvas)
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


def _declared_title(title: str | None) -> str | None:
    """python-docx's own template, like Word's, declares "Word Document"; such titles say nothing."""
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


def _text(paragraph: Paragraph) -> str:
    """The text that the page shows, with hyperlinks, inserted text and line breaks. Deleted (tracked) and hidden text is left out, struck text
    is marked, and superscripts are characters of their own."""
    pieces: list[str] = []
    for node in paragraph._p.iter():
        if node.tag == f"{W}t":
            pieces.append(_formatted(node.text or "", node.getparent(), pieces[-1] if pieces else ""))
        elif node.tag == f"{W}tab" and node.getparent().tag == f"{W}r":
            pieces.append("\t")
        elif node.tag in (f"{W}br", f"{W}cr"):
            pieces.append("\n")
        elif node.tag == f"{W}noBreakHyphen":
            pieces.append("-")
    return joined_struck("".join(pieces))


def _formatted(text: str, run: Any, before: str) -> str:
    """The text of a run as its own formatting shows it."""
    properties = run.find(f"{W}rPr")
    if properties is None:
        return text
    if _is_on(properties, "vanish"):
        return ""
    align = properties.find(f"{W}vertAlign")
    if align is not None and align.get(f"{W}val") == "superscript":
        text = raised(text, before)
    return struck(text) if _is_on(properties, "strike") or _is_on(properties, "dstrike") else text


def _is_on(properties: Any, name: str) -> bool:
    found = properties.find(f"{W}{name}")
    return found is not None and found.get(f"{W}val", "true") not in ("false", "0", "off")


def _disclose(document: DocumentObject, canvas: Canvas) -> None:
    """What the file holds and the page does not show, or shows as a change nobody has accepted yet."""
    body = document.element.body
    hidden = sum(_is_on(run.rPr, "vanish") for run in body.iter(f"{W}r") if run.rPr is not None)
    for count, reason in (
        (hidden, "stretches of hidden text were not read"),
        (sum(1 for _ in body.iter(f"{W}del")), "tracked deletions were not read"),
        (sum(1 for _ in body.iter(f"{W}ins")), "tracked insertions, not accepted yet, were read as text"),
    ):
        if count:
            canvas.issue("text", f"{count} {reason}")


def _level(paragraph: Paragraph) -> int | None:
    """0 for the title, 1 to 9 for headings, by style (its ancestors count) or outline level."""
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


def _running(document: DocumentObject, canvas: Canvas) -> None:
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
                    text = " ".join(filter(None, (_text(row).strip() for row in rows)))
                    if text and (kind, text) not in seen:
                        seen.add((kind, text))
                        canvas.running(text, kind)


def _rows(table: WordTable) -> Iterator[list[TableCell]]:
    """Each merged cell once, where it starts."""
    seen: set[object] = set()
    for row in table.rows:
        cells: list[TableCell] = []
        column = row.grid_cols_before
        for cell in row.cells:
            if cell._tc not in seen:
                seen.add(cell._tc)
                cells.append(TableCell(_cell_text(cell), column, column_span=cell.grid_span))
            column += 1
        yield cells


def _cell_text(cell: _Cell) -> str:
    pieces = []
    for block in cell.iter_inner_content():
        if isinstance(block, Paragraph):
            pieces.append(_text(block))
        else:
            pieces.extend(_cell_text(inner) for row in block.rows for inner in row.cells)
    return "\n".join(pieces)


def _header_rows(table: WordTable) -> int:
    marked = 0
    for row in table._tbl.tr_lst:
        if row.find(f"{W}trPr/{W}tblHeader") is None:
            break
        marked += 1
    return max(1, marked)


def _notes(document: DocumentObject, canvas: Canvas) -> None:
    """Footnotes and endnotes, which hold definitions and exceptions, after the body."""
    for relation in document.part.rels.values():
        kind = relation.reltype.rsplit("/", 1)[-1]
        if kind not in ("footnotes", "endnotes") or relation.is_external:
            continue
        root = parse_xml(relation.target_part.blob)
        for note in root:
            if note.get(f"{W}type") is None:
                text = "".join(node.text or "" for node in note.iter(f"{W}t")).strip()
                if text:
                    canvas.block(f"[{kind[:-1]} {note.get(f'{W}id')}] {text}")
