"""Assembles the paragraphs, tables, notes, comments and text boxes of an RTF file on a canvas."""

import re
from contextlib import ExitStack
from dataclasses import dataclass, field

from ....evidence.language.text_marks import joined_struck
from ....evidence.model.place_marks import Mark
from ...documents.loaded import LoadedDocument, MarkedText
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..office.word_numbers import formatted_number
from ..raised import note_mark
from ..stated_date import stated_date
from .formatting import Formatting, Header

EXTRACTOR = "rtf/1"
_HEADING = re.compile(r"heading (\d)$", re.IGNORECASE)
_QUOTATIONS = ("quote", "intense quote", "quotations")


@dataclass(slots=True)
class Text:
    """A stream of paragraphs, such as the body, a note, a comment, a text box or a header."""

    kind: str
    pieces: list[str] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    """The text of one formatting that is not yet in `pieces`."""
    run_format: Formatting = field(default_factory=Formatting)
    paragraphs: list[str] = field(default_factory=list)
    """The finished paragraphs. Those of the body go to the canvas instead."""
    is_revised: bool = False
    author: str = ""


@dataclass(slots=True)
class Paragraph:
    """The properties of the current paragraph. The control word `\\pard` resets them."""

    style: int = -1
    outline: int = 9
    in_table: bool = False
    is_shaded: bool = False


class Content:
    """The content of one file, in the order of the file. The parser of the file's control words adds to it."""

    def __init__(self, header: Header, limits: LoadLimits) -> None:
        self.body = Text("body")
        self.paragraph = Paragraph()
        self.title = ""
        self.author = ""
        """The author of the comment that is being read."""
        self.note_kind = "footnote"
        self.watermarks: dict[str, None] = {}
        """The words of watermarks, each once."""
        self.boxes: list[Text] = []
        """The text boxes that follow the current paragraph."""
        self._canvas = Canvas()
        self._header = header
        self._limits = limits
        self._notes: list[tuple[str, str, Text]] = []
        self._comments: list[Text] = []
        self._counts = {"footnote": 0, "endnote": 0}
        self._marks: list[tuple[Text, int]] = []
        """For each note without a number yet: the text that refers to it, and the index of the reference in `pieces`."""
        self._rows: list[list[TableCell]] = []
        self._lowest: dict[int, TableCell] = {}
        """The last cell of each column so far, which a merged cell below extends."""
        self._cells: list[str] = []
        self._merges: list[str] = []
        self._merge = ""
        self._rows_are_revised = self._row_is_revised = False
        self._hidden = self._deleted = 0
        self._running: list[tuple[str, str]] = []

    def finish(self) -> LoadedDocument:
        """Return the document: running headers, body, notes and comments, with issues that count the text left out."""
        self.end_paragraph()
        self.end_table()
        body, canvas = self._canvas, Canvas()
        for kind, text in dict.fromkeys(self._running):
            canvas.running(text, kind)
        canvas.add(body.document(media_type="application/rtf", extractor=EXTRACTOR))
        for kind, number, note in sorted(self._notes, key=lambda note: note[0] != "footnote"):
            canvas.block(f"[{kind} {number}] {' '.join(note.paragraphs).strip()}")
        for at, comment in enumerate(self._comments):
            with canvas.marked("comment", comment.author):
                canvas.block(f"[comment {at}] {' '.join(comment.paragraphs).strip()}")
        for count, reason in ((self._hidden, "hidden text"), (self._deleted, "tracked deletions")):
            if count:
                canvas.issue("text", f"{count} stretches of {reason} were not read")
        watermark = " · ".join(filter(None, self.watermarks))
        if watermark and canvas.length:
            canvas.marks.append(MarkedText(start=0, end=canvas.length, mark=Mark(kind="watermark", text=watermark)))
        first = canvas.headings[0] if canvas.headings else None
        loaded = canvas.document(
            media_type="application/rtf",
            extractor=EXTRACTOR,
            title=self.title.strip() or (canvas.cut(first.start, first.end) if first else None),
        )
        return loaded.model_copy(update={"updated_at": stated_date(loaded.text)})

    def end_text(self, text: Text) -> None:
        """Store a note, comment, header, footer or text box that is complete."""
        self._flush(text)
        self._finish_lines(text)
        content = "\n".join(text.paragraphs).strip()
        if text.kind == "note":
            self._counts[self.note_kind] += 1
            form = "decimal" if self.note_kind == "footnote" else "lowerRoman"
            number = formatted_number(self._counts[self.note_kind], form)
            self._notes.append((self.note_kind, number, text))
            if self._marks:
                at, place = self._marks.pop()
                at.pieces[place] = note_mark(number)
        elif text.kind == "comment":
            text.author, self.author = self.author, ""
            self._comments.append(text)
        elif text.kind in ("header", "footer"):
            if content:
                self._running.append((text.kind, " ".join(content.split())))
        elif text.kind == "box" and content:
            self.boxes.append(text)

    def refer_to_note(self, text: Text) -> None:
        """Reserve the place of a note number in the text that refers to the note."""
        if text.kind != "note":
            self._flush(text)
            self._marks.append((text, len(text.pieces)))
            text.pieces.append("")

    def write(self, text: str, target: Text, form: Formatting) -> None:
        """Add text with its formatting to a stream. Deleted and hidden text is only counted."""
        target.is_revised = target.is_revised or form.revised or form.deleted
        on_paper = target.kind != "box" and not self.paragraph.is_shaded and not self.paragraph.in_table
        if form.deleted:
            self._deleted += bool(text.strip())
        elif form.is_unseen(self._header, on_paper=on_paper):
            self._hidden += bool(text.strip())
        else:
            if form != target.run_format:
                self._flush(target)
                target.run_format = form
            target.run.append(text)

    def _flush(self, text: Text) -> None:
        if text.run:
            before = next((piece for piece in reversed(text.pieces) if piece), "")
            text.pieces.append(text.run_format.shown("".join(text.run), before))
            text.run = []

    def _line(self, text: Text) -> str:
        """Return the text of the paragraph so far, and begin a new one."""
        self._flush(text)
        line = joined_struck("".join(text.pieces))
        text.pieces = []
        self._marks = [mark for mark in self._marks if mark[0] is not text]
        return line

    def _finish_lines(self, text: Text) -> None:
        if line := self._line(text).strip():
            text.paragraphs.append(line)

    def end_line(self, text: Text) -> None:
        """End a paragraph of this stream, or a line of a table cell."""
        if text.kind != "body":
            self._finish_lines(text)
        elif self.paragraph.in_table:
            self._flush(text)
            text.pieces.append("\n")
        else:
            self.end_paragraph()

    def end_paragraph(self) -> None:
        """Write the paragraph of the body to the canvas, as heading or as block, with the table before it and its text
        boxes."""
        if self.paragraph.in_table and self._cells:
            return
        revised, self.body.is_revised = self.body.is_revised, False
        line = self._line(self.body)
        self.end_table()
        name = self._header.styles.get(self.paragraph.style, "").casefold()
        heading = _HEADING.match(name)
        level = int(heading[1]) if heading else self.paragraph.outline + 1
        if level <= 9 or name == "title":
            self._canvas.heading(" ".join(line.split()), level if level <= 9 else 1)
        else:
            with ExitStack() as marks:
                if name in _QUOTATIONS:
                    marks.enter_context(self._canvas.marked("quoted"))
                if revised:
                    marks.enter_context(self._canvas.marked("revised"))
                self._canvas.block(line)
        self._write_boxes()

    def _write_boxes(self) -> None:
        boxes, self.boxes = self.boxes, []
        for box in boxes:
            for paragraph in box.paragraphs:
                self._canvas.block(paragraph)

    def start_row(self) -> None:
        """Begin the definition of the cells of a row."""
        self._merges, self._merge = [], ""

    def merge(self, word: str) -> None:
        """Record that the cell is merged: `clmrg` with the cell before it, `clvmrg` with the one above."""
        self._merge = word

    def define_cell(self) -> None:
        """End the definition of a cell."""
        self._merges.append(self._merge)
        self._merge = ""

    def end_cell(self, text: Text) -> None:
        """End a table cell. Tables outside the body are read as paragraphs."""
        if text.kind == "body":
            self._row_is_revised = self._row_is_revised or self.body.is_revised
            self.body.is_revised = False
            self._cells.append(self._line(self.body).strip())

    def end_row(self, text: Text) -> None:
        """End a table row, with its merged cells."""
        if text.kind != "body":
            return
        cells: list[TableCell] = []
        for column, words in enumerate(self._cells):
            merge = self._merges[column] if column < len(self._merges) else ""
            if merge == "clvmrg":
                if column in self._lowest:
                    self._lowest[column].extend_down()
            elif merge != "clmrg":
                cells.append(TableCell(words, column))
                self._lowest[column] = cells[-1]
            elif cells:
                cells[-1].column_span += 1
        self._cells = []
        self._rows.append(cells)
        self._rows_are_revised = self._rows_are_revised or self._row_is_revised
        self._row_is_revised = False

    def end_table(self) -> None:
        """Write the table so far, if any, to the canvas."""
        rows, self._rows, self._lowest = self._rows, [], {}
        revised, self._rows_are_revised = self._rows_are_revised, False
        if rows:
            with ExitStack() as marks:
                if revised:
                    marks.enter_context(self._canvas.marked("revised"))
                self._canvas.table(rows, header_rows=1, most_cells=self._limits.cells)
