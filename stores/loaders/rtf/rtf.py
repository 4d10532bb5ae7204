"""Reads an RTF file: paragraphs, headings, tables, notes, comments, text boxes, headers and footers."""

import re
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from ....errors import IngestError
from ....evidence.language.text_marks import joined_struck
from ....evidence.model.place_marks import Mark
from ...documents.loaded import LoadedDocument, MarkedText
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..office.word_numbers import formatted_number
from ..raised import note_mark
from ..stated_date import stated_date
from .formatting import Formatting, Header
from .tokens import Token, tokens

EXTRACTOR = "rtf/1"
_DEEPEST = 2_000
_HEADING = re.compile(r"heading (\d)$", re.IGNORECASE)
_QUOTATIONS = ("quote", "intense quote", "quotations")
_CHARACTERS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_SYMBOLS = {"~": " ", "_": "-", "\\": "\\", "{": "{", "}": "}", "\n": "\n", "\r": "\n"}
_SKIPPED = {
    "pict", "object", "fldinst", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator", "themedata", "xmlnstbl", "datastore",
    "colorschememapping", "latentstyles", "filetbl", "bkmkstart", "bkmkend", "datafield", "nonshppict", "ftnsep", "ftnsepc", "ftncn",
    "aftnsep", "aftnsepc", "aftncn", "tc", "xe", "userprops", "atnid", "atndate", "atnref", "atrfstart", "atrfend", "pgdsctbl", "template",
}  # fmt: skip
_READ_THOUGH_OPTIONAL = {"footnote", "annotation", "shpinst", "atnauthor", "shppict", "do", "pn"}
"""Groups that other programs may ignore, and whose text the page shows."""
_WORD_ART = {*range(24, 32), *range(136, 176)}
"""Types of shapes that draw their text, as watermarks do."""
_RUNNING = {"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"}


@dataclass(slots=True)
class _Text:
    """A stream of paragraphs: the body, a note, a comment, a text box or a header."""

    kind: str
    pieces: list[str] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    """Text of one formatting that is not yet in `pieces`."""
    run_format: Formatting = field(default_factory=Formatting)
    paragraphs: list[str] = field(default_factory=list)
    """The finished paragraphs; those of the body go to the canvas instead."""
    is_revised: bool = False
    author: str = ""


@dataclass(slots=True)
class _Group:
    format: Formatting
    destination: str
    text: _Text
    fallback: int = 1
    """The characters that follow each Unicode character for programs that do not know it."""


@dataclass(slots=True)
class _Paragraph:
    """`\\pard` resets it."""

    style: int = -1
    outline: int = 9
    in_table: bool = False
    is_shaded: bool = False


class _Reader:
    def __init__(self, data: bytes, name: str, limits: LoadLimits) -> None:
        self.canvas = Canvas()
        self.title = ""
        self.watermarks: dict[str, None] = {}
        self._name = name
        self._limits = limits
        self._header = Header()
        self._body = _Text("body")
        self._group = _Group(Formatting(), "body", self._body)
        self._outer: list[_Group] = []
        self._paragraph = _Paragraph()
        self._is_optional = False
        self._skip = 0
        self._property = ""
        self._is_word_art = False
        self._colour: dict[str, int] = {}
        self._number = 0
        self._boxes: list[_Text] = []
        self._notes: list[tuple[str, str, _Text]] = []
        self._comments: list[_Text] = []
        self._author = ""
        self._counts = {"footnote": 0, "endnote": 0}
        self._note_kind = "footnote"
        self._marks: list[tuple[_Text, int]] = []
        self._rows: list[list[TableCell]] = []
        self._lowest: dict[int, TableCell] = {}
        """The last cell of each column."""
        self._cells: list[str] = []
        self._merges: list[str] = []
        self._merge = ""
        self._rows_are_revised = self._row_is_revised = False
        self._hidden = self._deleted = 0
        self._running: list[tuple[str, str]] = []
        self._bytes = bytearray()
        for token in tokens(data):
            if token.kind != "byte" and self._bytes:
                self._write_bytes()
            self._read(token)

    def finish(self) -> LoadedDocument:
        self._write_bytes()
        self._end_paragraph()
        self._end_table()
        body, canvas = self.canvas, Canvas()
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

    def _read(self, token: Token) -> None:
        match token.kind:
            case "open":
                self._open()
            case "close":
                self._close()
            case "word":
                self._word(token.text, token.number)
            case "symbol":
                if token.text == "*":
                    self._is_optional = True
                elif token.text in _SYMBOLS:
                    self._write(_SYMBOLS[token.text])
            case "byte":
                if self._skip:
                    self._skip -= 1
                else:
                    self._bytes.append(ord(token.text))
            case "text":
                skipped = min(self._skip, len(token.text))
                self._skip -= skipped
                text = token.text[skipped:]
                self._write(text if text.isascii() else self._decoded(text.encode("latin-1")))

    def _open(self) -> None:
        if len(self._outer) > _DEEPEST:
            raise IngestError(f"{self._name}: nested too deeply to be read; remove it")
        self._outer.append(self._group)
        self._group = replace(self._group)
        self._is_optional = False

    def _close(self) -> None:
        ended = self._group
        if self._outer:
            self._group = self._outer.pop()
        self._skip = 0
        if ended.destination in ("styles", "colours", "fonts"):
            return
        if ended.text is not self._group.text:
            self._end_text(ended.text)
        if ended.destination == "author" and self._group.destination != "author":
            self._author = self._author.strip()

    def _end_text(self, text: _Text) -> None:
        self._flush(text)
        self._finish_lines(text)
        content = "\n".join(text.paragraphs).strip()
        if text.kind == "note":
            self._counts[self._note_kind] += 1
            form = "decimal" if self._note_kind == "footnote" else "lowerRoman"
            number = formatted_number(self._counts[self._note_kind], form)
            self._notes.append((self._note_kind, number, text))
            if self._marks:
                at, place = self._marks.pop()
                at.pieces[place] = note_mark(number)
        elif text.kind == "comment":
            text.author, self._author = self._author, ""
            self._comments.append(text)
        elif text.kind in ("header", "footer"):
            if content:
                self._running.append((text.kind, " ".join(content.split())))
        elif text.kind == "box" and content:
            self._boxes.append(text)

    def _word(self, word: str, number: int | None) -> None:
        optional, self._is_optional = self._is_optional, False
        group = self._group
        if group.destination == "skipped":
            return
        if optional and word not in _READ_THOUGH_OPTIONAL:
            group.destination = "skipped"
            return
        if word in _SKIPPED or word in (
            "fonttbl",
            "colortbl",
            "stylesheet",
            "info",
            "title",
            "sp",
            "sn",
            "sv",
            "atnauthor",
        ):
            self._enter(word)
        elif word in ("footnote", "annotation", "shptxt", "dptxbxtext") or word in _RUNNING:
            self._enter_text(word)
        elif group.destination in ("fonts", "colours", "styles"):
            self._table_entry(word, number)
        elif word == "u":
            self._unicode(number or 0)
        elif word == "uc":
            group.fallback = max(0, number or 0)
        elif word == "ansicpg":
            self._header.read_code_page(number or 1252)
        elif (changed := group.format.changed(word, number)) is not None:
            group.format = changed
        elif word in _CHARACTERS:
            self._write(_CHARACTERS[word])
        else:
            self._structure(word, number)

    def _enter(self, word: str) -> None:
        names = {
            "fonttbl": "fonts",
            "colortbl": "colours",
            "stylesheet": "styles",
            "atnauthor": "author",
            "sp": "property",
        }
        self._group.destination = "skipped" if word in _SKIPPED else names.get(word, word)

    def _enter_text(self, word: str) -> None:
        kinds = {"footnote": "note", "annotation": "comment", "shptxt": "box", "dptxbxtext": "box"}
        if word == "footnote":
            self._note_kind = "footnote"
        self._group.text = _Text(kinds.get(word, word[:6]))
        self._group.destination = "body"
        self._group.format = self._group.format.plain()

    def _table_entry(self, word: str, number: int | None) -> None:
        if self._group.destination == "fonts":
            if word == "f":
                self._number = number or 0
            elif word == "fcharset":
                self._header.read_charset(self._number, number or 0)
        elif self._group.destination == "colours":
            self._colour[word] = number or 0
        elif word in ("s", "cs", "ds", "ts"):
            self._number = (number or 0) if word == "s" else -1

    def _structure(self, word: str, number: int | None) -> None:
        paragraph = self._paragraph
        match word:
            case "par" | "sect" | "page" | "column":
                self._end_line()
            case "pard":
                self._paragraph = _Paragraph()
            case "s":
                paragraph.style = number or 0
            case "outlinelevel":
                paragraph.outline = number or 0
            case "intbl":
                paragraph.in_table = True
            case "cbpat":
                paragraph.is_shaded = True
            case "ftnalt":
                self._note_kind = "endnote"
            case "chftn":
                self._note_number()
            case "trowd":
                self._merges, self._merge = [], ""
            case "clvmrg" | "clmrg":
                self._merge = word
            case "cellx":
                self._merges.append(self._merge)
                self._merge = ""
            case "cell" | "nestcell":
                self._end_cell()
            case "row" | "nestrow":
                self._end_row()

    def _note_number(self) -> None:
        text = self._group.text
        if text.kind != "note":
            self._flush(text)
            self._marks.append((text, len(text.pieces)))
            text.pieces.append("")

    def _unicode(self, number: int) -> None:
        """Write a UTF-16 unit; some programs write negative numbers."""
        unit, run = number % 65_536, self._group.text.run
        if 0xDC00 <= unit < 0xE000 and run and 0xD800 <= ord(run[-1][-1]) < 0xDC00:
            run[-1] = run[-1][:-1] + (run[-1][-1] + chr(unit)).encode("utf-16", "surrogatepass").decode("utf-16")
        else:
            self._write(chr(unit))
        self._skip = self._group.fallback

    def _write_bytes(self) -> None:
        data, self._bytes = bytes(self._bytes), bytearray()
        if data:
            self._write(self._decoded(data))

    def _decoded(self, data: bytes) -> str:
        return data.decode(self._header.fonts.get(self._group.format.font, self._header.code_page), "replace")

    def _write(self, text: str) -> None:
        group = self._group
        if not text:
            return
        if group.destination == "body":
            self._write_shown(text, group)
        elif group.destination == "title":
            self.title += text
        elif group.destination == "author":
            self._author += text
        elif group.destination == "colours":
            for _ in range(text.count(";")):
                parts = self._colour
                known = parts.keys() >= {"red", "green", "blue"}
                self._header.colours.append((parts["red"], parts["green"], parts["blue"]) if known else None)
                self._colour = {}
        elif group.destination == "styles" and self._number >= 0:
            name = self._header.styles.get(self._number, "") + text
            self._header.styles[self._number] = name
            if ";" in text:
                self._header.styles[self._number], self._number = name.split(";")[0].strip(), -1
        elif group.destination == "sn":
            self._property = text.strip()
        elif group.destination == "sv":
            self._value(text)

    def _value(self, text: str) -> None:
        """A property of a shape: its type, which comes first, or the words of decorative text. Other shapes may have such words, and do not
        show them."""
        if self._property == "shapeType":
            self._is_word_art = text.strip().isdecimal() and int(text) in _WORD_ART
        elif self._property == "gtextUNICODE" and text.strip() and self._is_word_art:
            if self._group.text.kind in ("header", "footer"):
                self.watermarks[text.strip()] = None
            else:
                self._boxes.append(_Text("box", paragraphs=[text.strip()]))

    def _write_shown(self, text: str, group: _Group) -> None:
        target, form = group.text, group.format
        target.is_revised = target.is_revised or form.revised or form.deleted
        on_paper = target.kind != "box" and not self._paragraph.is_shaded and not self._paragraph.in_table
        if form.deleted:
            self._deleted += bool(text.strip())
        elif form.is_unseen(self._header, on_paper=on_paper):
            self._hidden += bool(text.strip())
        else:
            if form != target.run_format:
                self._flush(target)
                target.run_format = form
            target.run.append(text)

    def _flush(self, text: _Text) -> None:
        if text.run:
            before = next((piece for piece in reversed(text.pieces) if piece), "")
            text.pieces.append(text.run_format.shown("".join(text.run), before))
            text.run = []

    def _line(self, text: _Text) -> str:
        """The finished text of the paragraph so far."""
        self._flush(text)
        line = joined_struck("".join(text.pieces))
        text.pieces = []
        self._marks = [mark for mark in self._marks if mark[0] is not text]
        return line

    def _finish_lines(self, text: _Text) -> None:
        if line := self._line(text).strip():
            text.paragraphs.append(line)

    def _end_line(self) -> None:
        text = self._group.text
        if text.kind != "body":
            self._finish_lines(text)
        elif self._paragraph.in_table:
            self._flush(text)
            text.pieces.append("\n")
        else:
            self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._paragraph.in_table and self._cells:
            return
        revised, self._body.is_revised = self._body.is_revised, False
        line = self._line(self._body)
        self._end_table()
        name = self._header.styles.get(self._paragraph.style, "").casefold()
        heading = _HEADING.match(name)
        level = int(heading[1]) if heading else self._paragraph.outline + 1
        if level <= 9 or name == "title":
            self.canvas.heading(" ".join(line.split()), level if level <= 9 else 1)
        else:
            with ExitStack() as marks:
                if name in _QUOTATIONS:
                    marks.enter_context(self.canvas.marked("quoted"))
                if revised:
                    marks.enter_context(self.canvas.marked("revised"))
                self.canvas.block(line)
        self._write_boxes()

    def _write_boxes(self) -> None:
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            for paragraph in box.paragraphs:
                self.canvas.block(paragraph)

    def _end_cell(self) -> None:
        if self._group.text.kind == "body":
            self._row_is_revised = self._row_is_revised or self._body.is_revised
            self._body.is_revised = False
            self._cells.append(self._line(self._body).strip())

    def _end_row(self) -> None:
        if self._group.text.kind != "body":
            return
        cells: list[TableCell] = []
        for column, text in enumerate(self._cells):
            merge = self._merges[column] if column < len(self._merges) else ""
            if merge == "clvmrg":
                if column in self._lowest:
                    self._lowest[column].extend_down()
            elif merge != "clmrg":
                cells.append(TableCell(text, column))
                self._lowest[column] = cells[-1]
            elif cells:
                cells[-1].column_span += 1
        self._cells = []
        self._rows.append(cells)
        self._rows_are_revised = self._rows_are_revised or self._row_is_revised
        self._row_is_revised = False

    def _end_table(self) -> None:
        rows, self._rows, self._lowest = self._rows, [], {}
        revised, self._rows_are_revised = self._rows_are_revised, False
        if rows:
            with ExitStack() as marks:
                if revised:
                    marks.enter_context(self.canvas.marked("revised"))
                self.canvas.table(rows, header_rows=1, most_cells=self._limits.cells)


def load_rtf(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Load the file without page numbers. Deleted and hidden text is left out and disclosed."""
    return _Reader(data, name, limits).finish()
