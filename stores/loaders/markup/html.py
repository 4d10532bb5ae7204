"""Loads HTML: the visible text of a page with headings and tables, without scripts, styles and navigation.

Text that the page certainly hides or covers comes last, under its own heading (`page_styles` decides what is certain).
Text that a user has to open is marked as folded, and a block quote as quoted. Text across which a watermark is printed
has a mark with the words of the watermark. Struck text is between "~~" and "~~". Superscripts become Unicode
characters. A dark bar becomes "█" for each letter under it.
"""

import re
from collections.abc import Mapping
from typing import Literal

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement, PreformattedString

from ....evidence.language.text_marks import UNSEEN_SECTION, struck
from ....evidence.model.place_marks import Mark, MarkKind
from ...documents.loaded import LoadedDocument, LoadIssue, MarkedText
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..raised import lowered, raised
from ..stated_date import parse_date, stated_date
from .bold_headings import bold_headings
from .form_fields import ListNumbers, field_text
from .generated_text import write_generated_text
from .html_rows import rows_in_order, span, with_signs, without_spacers
from .page_lines import page_lines
from .page_styles import PageStyles
from .style_sheets import style_rules
from .style_values import BLOCKS

EXTRACTOR = "html/7 beautifulsoup4/4"

_DROPPED = {
    "clippath", "datalist", "defs", "desc", "head", "iframe", "marker", "mask", "metadata", "nav", "noscript", "object", "pattern", "script",
    "style", "symbol", "template", "title",
}  # fmt: skip
_BAR = "█"
_SOFT_HYPHEN = "\u00ad"
"""A place where a word may be divided; seen only at the end of a line."""
_DATES = (
    "last-modified",
    "article:modified_time",
    "dcterms.modified",
    "dc.date.modified",
    "date",
    "dc.date",
    "article:published_time",
)
_MOST_NESTED = 200
_LEAST_GENERATED = 10_000
"""Characters that style sheets may add to any page, besides those of its own length."""


def load_html(text: str, issues: tuple[LoadIssue, ...], limits: LoadLimits) -> LoadedDocument:
    soup = BeautifulSoup(text, "lxml")
    canvas = Canvas()
    rules = style_rules(soup)
    is_cut = write_generated_text(soup, rules, _LEAST_GENERATED + len(text))
    styles = PageStyles(soup, rules, len(text))
    reader = _Reader(canvas, limits, styles, bold_headings(soup, styles))
    reader.read(soup.body or soup)
    reader.flush()
    reader.write_unseen()
    if is_cut:
        canvas.issue("style sheets", "some text that they add is left out, since it is longer than the page")
    if styles.is_exhausted:
        canvas.issue(
            "style sheets", "too many selectors for the length of the page; some hidden text may be read as visible"
        )
    canvas.issues.extend(issues)
    metadata = {}
    for meta in soup.find_all("meta"):
        key, value = meta.get("name") or meta.get("property"), meta.get("content")
        if isinstance(key, str) and isinstance(value, str) and value.strip():
            metadata[key.lower()] = value.strip()
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    first = next((heading for heading in canvas.headings if heading.level == 1), None)
    declared = next((found for key in _DATES if (found := parse_date(metadata.get(key, "")))), None)
    root = soup.find("html")
    language = root.get("lang") if isinstance(root, Tag) else None
    loaded = canvas.document(
        media_type="text/html",
        extractor=EXTRACTOR,
        title=title or (canvas.cut(first.start, first.end) if first else None),
        language=language if isinstance(language, str) and language else None,
    )
    return loaded.model_copy(
        update={
            "metadata": metadata,
            "updated_at": declared or stated_date(loaded.text),
            "furniture": (*loaded.furniture, *page_lines(loaded)),
        }
    )


class _Reader:
    """Reads HTML elements in order, and collects inline text until a block ends."""

    def __init__(self, canvas: Canvas, limits: LoadLimits, styles: PageStyles, levels: Mapping[int, int]) -> None:
        self._canvas = canvas
        self._limits = limits
        self._styles = styles
        self._levels = levels
        self._inline: list[str] = []
        self._behind: list[str] = []
        """The invisible text of the block."""
        self._unseen: list[str] = []
        self._numbers = ListNumbers()

    def flush(self, *, keep_lines: bool = False) -> None:
        if behind := " ".join("".join(self._behind).split()):
            self._unseen.append(behind)
        self._behind.clear()
        text = "".join(self._inline)
        self._inline.clear()
        if _BAR in text and not re.search(r"\w", text):
            return
        lines = text.split("\n") if keep_lines else [" ".join(line.split()) for line in text.split("\n")]
        self._canvas.block("\n".join(lines) if keep_lines else "\n".join(filter(None, lines)))

    def write_unseen(self) -> None:
        """Write the hidden text of the page after all visible text. Watermarks that belong to no element mark the whole
        page."""
        across = " · ".join(dict.fromkeys(words for found in self._styles.watermarks.values() for words in found))
        if across and self._canvas.length:
            mark = Mark(kind="watermark", text=across)
            self._canvas.marks.append(MarkedText(start=0, end=self._canvas.length, mark=mark))
        if self._unseen:
            self._canvas.heading(UNSEEN_SECTION, 1)
            count = len(self._unseen)
            passages = "1 passage is" if count == 1 else f"{count} passages are"
            self._canvas.issue("text", f"{passages} not visible on the page; not used as evidence")
            for text in self._unseen:
                self._canvas.block(text)

    def _sets_apart(self, tag: Tag) -> bool:
        """Return whether the element is hidden, and keep its text for the end if it is."""
        hidden = self._styles.visibility(tag) == "hidden"
        if hidden and (text := " ".join(tag.get_text(" ").split())):
            self._unseen.append(text)
        return hidden

    def _mark_of(self, tag: Tag) -> MarkKind | None:
        """Return the mark of a block, or None for ordinary text."""
        if tag.name == "blockquote" or "gmail_quote" in (tag.get("class") or ()):
            return "quoted"
        return "folded" if self._styles.visibility(tag) == "folded" else None

    def _is_left_out(self, tag: Tag) -> bool:
        return tag.name in _DROPPED or self._styles.is_watermark(tag) or self._sets_apart(tag)

    def _string(self, piece: str, around: Tag | None) -> None:
        """Add text to the block, or to its invisible text."""
        piece = piece.replace(_SOFT_HYPHEN, "")
        look = "shown" if around is None else self._styles.look(around)
        if look == "shown":
            self._inline.append(piece)
            return
        self._behind += (piece, " ")
        if look == "barred":
            self._inline.append(re.sub(r"\w", _BAR, piece))

    def _shown(self, node: Tag, depth: int = 0) -> str:
        """Return the visible text of a cell, heading or struck stretch, on one line. An open block around it stays open."""
        outer, self._inline = self._inline, []
        self._flow(node, depth)
        text, self._inline = "".join(self._inline), outer
        return " ".join(text.split())

    def _flow(self, node: Tag, depth: int) -> None:
        for child in self._styles.children(node):
            if not isinstance(child, Tag):
                self._child(child, depth)
            elif self._is_left_out(child):
                continue
            elif depth > _MOST_NESTED:
                self._inline.append(" ".join(child.get_text(" ").split()))
            elif not self._marked(child, depth):
                is_apart = child.name in ("br", "li", "pre") or self._styles.separation(child) is not None
                gap = " " if is_apart else ""
                self._inline.append(gap)
                self._flow(child, depth + 1)
                self._inline.append(gap)

    def _marked(self, tag: Tag, depth: int) -> bool:
        """Add a superscript, subscript, quotation, field, struck or reversed stretch, and return True; return False for
        any other element."""
        script = self._styles.script(tag) if tag.name not in BLOCKS else None
        field = field_text(tag)
        if script is not None:
            before = next((piece for piece in reversed(self._inline) if piece), "")
            text = self._shown(tag, depth + 1)
            self._inline.append(raised(text, before) if script == "super" else lowered(text, before))
        elif field is not None:
            self._string(f" {field} ", tag)
        elif tag.name == "q":
            self._inline.append(f"“{self._shown(tag, depth + 1)}”")
        elif self._styles.is_struck(tag) and tag.name != "table":
            self._inline.append(struck(self._shown(tag, depth + 1)))
        elif tag.name not in BLOCKS and self._styles.is_reversed(tag):
            self._inline.append(self._shown(tag, depth + 1)[::-1])
        else:
            return False
        return True

    def read(self, node: Tag, depth: int = 0) -> None:
        for child in self._styles.children(node):
            self._child(child, depth)

    def _child(self, child: PageElement, depth: int) -> None:
        if isinstance(child, NavigableString):
            if not isinstance(child, PreformattedString):
                self._string(re.sub(r"\s+", " ", str(child)), child.parent)
            return
        if not isinstance(child, Tag) or self._is_left_out(child):
            return
        if depth > _MOST_NESTED:
            self._inline.append(" ".join(child.get_text(" ").split()))
        elif (across := self._styles.watermarks.pop(id(child), None)) is not None:
            self.flush()
            with self._canvas.marked("watermark", " · ".join(across)):
                self._child(child, depth)
                self.flush()
        elif re.fullmatch(r"h[1-6]", child.name) or id(child) in self._levels:
            self.flush()
            self._canvas.heading(self._shown(child), self._levels.get(id(child)) or int(child.name[1]))
        elif (
            child.name == "table"
            and child.find("table") is None
            and len(child.find_all("td")) + len(child.find_all("th")) > 1
        ):
            self.flush()
            self._table(child)
        elif (kind := self._mark_of(child)) is not None and not self._canvas.is_marked(kind):
            self.flush()
            with self._canvas.marked(kind):
                self._child(child, depth)
                self.flush()
        elif child.name == "details" and not child.has_attr("open"):
            self._closed_details(child, depth)
        elif child.name in BLOCKS and self._styles.is_struck(child) and child.name != "table":
            self.flush()
            self._marked(child, depth)
            self.flush()
        elif self._marked(child, depth):
            return
        elif child.name == "br":
            self._inline.append("\n")
        elif child.name == "pre":
            self.flush()
            self._string(child.get_text(), child)
            self.flush(keep_lines=True)
        elif child.name == "li":
            bullet = f"\n{self._numbers.label(child, self._styles.list_style(child))}"
            self._inline.append(bullet)
            self.read(child, depth + 1)
            if self._inline and self._inline[-1] is bullet:
                self._inline.pop()
        elif child.name in ("ul", "ol") and child.find_parent("li") is not None:
            self.read(child, depth + 1)
        else:
            separation = self._styles.separation(child)
            self._separate(separation)
            self.read(child, depth + 1)
            self._separate(separation)

    def _separate(self, separation: Literal["line", "gap", None]) -> None:
        if separation == "line":
            self.flush()
        elif separation == "gap":
            self._inline.append(" ")

    def _closed_details(self, details: Tag, depth: int) -> None:
        """Read an element that shows only its summary until a user opens it."""
        self.flush()
        summary = details.find("summary", recursive=False)
        if summary is not None:
            self._child(summary, depth)
        with self._canvas.marked("folded"):
            for inner in self._styles.children(details):
                if inner is not summary:
                    self._child(inner, depth + 1)
            self.flush()

    def _rows(self, table: Tag) -> list[Tag]:
        """Return the visible rows of a table."""
        rows = rows_in_order(table)
        groups = {id(row.parent): row.parent for row in rows if row.parent is not None and row.parent is not table}
        unseen = {key for key, group in groups.items() if self._sets_apart(group)}
        return [row for row in rows if id(row.parent) not in unseen and not self._sets_apart(row)]

    def _table(self, table: Tag) -> None:
        rows: list[list[TableCell]] = []
        header_rows = 0
        occupied: dict[int, int] = {}
        """For each column, the last row that a cell of an earlier row spans."""
        lines = self._rows(table)
        first = next((row for row in lines if row.get_text(strip=True)), None)
        for row_number, row in enumerate(lines):
            cells: list[TableCell] = []
            column = 0
            fields = [cell for cell in row.find_all(["td", "th"], recursive=False) if not self._sets_apart(cell)]
            for cell in fields:
                while occupied.get(column, 0) > row_number:
                    column += 1
                across, down = span(cell, "colspan"), span(cell, "rowspan")
                for covered in range(column, column + across):
                    occupied[covered] = max(occupied.get(covered, 0), row_number + down)
                text = self._shown(cell)
                cells.append(
                    TableCell(
                        struck(text) if self._styles.is_struck(row) or self._styles.is_struck(cell) else text,
                        column,
                        row_span=down,
                        column_span=across,
                    )
                )
                column += across
            if fields and header_rows == row_number and all(cell.name == "th" for cell in fields):
                header_rows += 1
            rows.append(cells)
        caption = table.find("caption")
        shown = self._shown(caption) if caption else None
        if shown:
            self._canvas.block(shown)
        own = {cell.column for row in rows for cell in row if re.search(r"\d", cell.text)}
        rows = without_spacers([with_signs(row, own) for row in rows])
        self._canvas.table(
            rows,
            caption=shown or None,
            header_rows=header_rows,
            first_row_is_plain=first is not None and not self._is_set_off(first),
            most_cells=self._limits.cells,
        )

    def _is_set_off(self, row: Tag) -> bool:
        """Return whether a row looks like a header: it is declared as one, or has header cells or bold letters."""
        return row.find_parent("thead") is not None or any(
            tag.name == "th" or self._styles.weight(tag)[0] for tag in (row, *row.find_all(True))
        )
