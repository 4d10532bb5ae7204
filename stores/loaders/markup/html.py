"""Loads HTML: the visible text of a page with headings and tables, without scripts, styles and navigation.

Text that the page certainly hides comes last, under its own heading (`page_styles` decides what is certain). Text that
a user has to open is marked as folded, and a block quote as quoted. Struck text is between "~~" and "~~"; superscripts
are Unicode characters.
"""

import re
from collections.abc import Set

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement, PreformattedString

from ....evidence.language.text_marks import UNSEEN_SECTION, struck
from ....evidence.model.place_marks import MarkKind
from ...documents.loaded import LoadedDocument, LoadIssue
from ..canvas import SPAN_AT_MOST, Canvas, TableCell
from ..limits import LoadLimits
from ..raised import lowered, raised
from ..stated_date import parse_date, stated_date
from .generated_text import write_generated_text
from .page_styles import PageStyles, style_rules

EXTRACTOR = "html/6 beautifulsoup4/4"

_DROPPED = {"script", "style", "noscript", "template", "nav", "svg", "iframe", "object", "head", "select"}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "hr", "html", "main", "ol", "p", "section", "summary", "table", "td", "th", "tr", "ul",
}  # fmt: skip
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
_SIGNS_BEFORE = {"$", "€", "£", "¥", "(", "$("}
_MINUS = {"-", "−"}
_GOES_ON = re.compile(r"[\d(.—–−-]")
_SIGNS_AFTER = {")", "%", ")%", "%)"}


def load_html(text: str, issues: tuple[LoadIssue, ...], limits: LoadLimits) -> LoadedDocument:
    soup = BeautifulSoup(text, "lxml")
    canvas = Canvas()
    rules = style_rules(soup)
    write_generated_text(soup, rules)
    reader = _Reader(canvas, limits, PageStyles(soup, rules))
    reader.read(soup.body or soup)
    reader.flush()
    reader.write_unseen()
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
        }
    )


class _Reader:
    """Reads HTML elements in order, and collects inline text until a block ends."""

    def __init__(self, canvas: Canvas, limits: LoadLimits, styles: PageStyles) -> None:
        self._canvas = canvas
        self._limits = limits
        self._styles = styles
        self._inline: list[str] = []
        self._unseen: list[str] = []

    def flush(self, *, keep_lines: bool = False) -> None:
        text = "".join(self._inline)
        self._inline.clear()
        lines = text.split("\n") if keep_lines else [" ".join(line.split()) for line in text.split("\n")]
        self._canvas.block("\n".join(lines) if keep_lines else "\n".join(filter(None, lines)))

    def write_unseen(self) -> None:
        """Write the hidden text of the page, after all visible text."""
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
        closed = isinstance(tag.parent, Tag) and tag.parent.name == "details" and not tag.parent.has_attr("open")
        if (closed and tag.name != "summary") or self._styles.visibility(tag) == "folded":
            return "folded"
        return None

    def _shown(self, node: Tag, depth: int = 0) -> str:
        """Return the visible text of a cell, heading or struck stretch on one line. An open block around it stays
        open."""
        outer, self._inline = self._inline, []
        self._flow(node, depth)
        text, self._inline = "".join(self._inline), outer
        return " ".join(text.split())

    def _flow(self, node: Tag, depth: int) -> None:
        for child in node.children:
            if not isinstance(child, Tag):
                self._child(child, depth)
            elif child.name in _DROPPED or self._sets_apart(child):
                continue
            elif depth > _MOST_NESTED:
                self._inline.append(" ".join(child.get_text(" ").split()))
            elif not self._marked(child, depth):
                gap = " " if child.name in _BLOCKS or child.name in ("br", "li", "pre") else ""
                self._inline.append(gap)
                self._flow(child, depth + 1)
                self._inline.append(gap)

    def _marked(self, tag: Tag, depth: int) -> bool:
        """Add a superscript, subscript, quotation or struck stretch, and return True; return False for any other
        element."""
        script = self._styles.script(tag) if tag.name not in _BLOCKS else None
        if script is not None:
            before = next((piece for piece in reversed(self._inline) if piece), "")
            text = self._shown(tag, depth + 1)
            self._inline.append(raised(text, before) if script == "super" else lowered(text, before))
        elif tag.name == "q":
            self._inline.append(f"“{self._shown(tag, depth + 1)}”")
        elif self._styles.is_struck(tag) and tag.name != "table":
            self._inline.append(struck(self._shown(tag, depth + 1)))
        else:
            return False
        return True

    def read(self, node: Tag, depth: int = 0) -> None:
        for child in node.children:
            self._child(child, depth)

    def _child(self, child: PageElement, depth: int) -> None:
        if isinstance(child, NavigableString):
            if not isinstance(child, PreformattedString):
                self._inline.append(re.sub(r"\s+", " ", str(child)))
            return
        if not isinstance(child, Tag) or child.name in _DROPPED or self._sets_apart(child):
            return
        if depth > _MOST_NESTED:
            self._inline.append(" ".join(child.get_text(" ").split()))
        elif re.fullmatch(r"h[1-6]", child.name):
            self.flush()
            self._canvas.heading(self._shown(child), int(child.name[1]))
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
        elif child.name in _BLOCKS and self._styles.is_struck(child) and child.name != "table":
            self.flush()
            self._marked(child, depth)
            self.flush()
        elif self._marked(child, depth):
            return
        elif child.name == "br":
            self._inline.append("\n")
        elif child.name == "pre":
            self.flush()
            self._inline.append(child.get_text())
            self.flush(keep_lines=True)
        elif child.name == "li":
            self._inline.append("\n- ")
            self.read(child, depth + 1)
        elif child.name in ("ul", "ol") and child.find_parent("li") is not None:
            self.read(child, depth + 1)
        elif child.name in _BLOCKS:
            self.flush()
            self.read(child, depth + 1)
            self.flush()
        else:
            self.read(child, depth + 1)

    def _rows(self, table: Tag) -> list[Tag]:
        """Return the visible rows of a table."""
        rows = table.find_all("tr")
        groups = {id(row.parent): row.parent for row in rows if row.parent is not None and row.parent is not table}
        unseen = {key for key, group in groups.items() if self._sets_apart(group)}
        return [row for row in rows if id(row.parent) not in unseen and not self._sets_apart(row)]

    def _table(self, table: Tag) -> None:
        rows: list[list[TableCell]] = []
        header_rows = 0
        occupied: dict[int, int] = {}
        """For each column, the last row that a cell of an earlier row spans."""
        for row_number, row in enumerate(self._rows(table)):
            cells: list[TableCell] = []
            column = 0
            fields = [cell for cell in row.find_all(["td", "th"], recursive=False) if not self._sets_apart(cell)]
            for cell in fields:
                while occupied.get(column, 0) > row_number:
                    column += 1
                across, down = _span(cell, "colspan"), _span(cell, "rowspan")
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
        rows = _without_spacers([_with_signs(row, own) for row in rows])
        self._canvas.table(rows, caption=shown or None, header_rows=header_rows, most_cells=self._limits.cells)


def _span(cell: Tag, name: str) -> int:
    value = cell.get(name)
    return max(1, min(int(value[:9]), SPAN_AT_MOST)) if isinstance(value, str) and value.isdecimal() else 1


def _with_signs(row: list[TableCell], columns: Set[int]) -> list[TableCell]:
    """Return the row with currency signs and closing brackets joined to their figures, since filings put them in
    separate cells.

    `columns`: the columns with figures. A dash in one of them is a nil, not a minus.
    """
    joined: list[TableCell] = []
    for cell in row:
        before = joined[-1] if joined else None
        sign = before is not None and (
            before.text in _SIGNS_BEFORE or (before.text in _MINUS and before.column not in columns)
        )
        if sign and _GOES_ON.match(cell.text):
            cell.text, cell.column = joined[-1].text + cell.text, joined.pop().column
        elif joined and cell.text in _SIGNS_AFTER and joined[-1].text[-1:].isdigit():
            joined[-1].text += cell.text
            continue
        joined.append(cell)
    return joined


def _without_spacers(rows: list[list[TableCell]]) -> list[list[TableCell]]:
    """Return the rows without empty rows and without columns that are empty in every row."""
    used = {cell.column for row in rows for cell in row if cell.text}
    kept = [[cell for cell in row if cell.column in used] for row in rows]
    return [row for row in kept if any(cell.text for cell in row)]
