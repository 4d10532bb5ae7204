"""Reads an RTF file: follows its groups and control words, decodes its characters, and passes them to the content."""

from dataclasses import dataclass, replace

from ....errors import IngestError
from ...documents.loaded import LoadedDocument
from ..limits import LoadLimits
from .content import Content, Paragraph, Text
from .formatting import Formatting, Header
from .rtf_tokens import Token, tokens

_DEEPEST = 2_000
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
"""Groups that programs may ignore, although the page shows their text."""
_WORD_ART = {*range(24, 32), *range(136, 176)}
"""Types of shapes that draw their text, as watermarks do."""
_RUNNING = {"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"}


@dataclass(slots=True)
class _Group:
    format: Formatting
    destination: str
    text: Text
    fallback: int = 1
    """The number of substitute characters, for programs without Unicode, that follow each Unicode character."""


class _Reader:
    def __init__(self, data: bytes, name: str, limits: LoadLimits) -> None:
        self._name = name
        self._header = Header()
        self._content = Content(self._header, limits)
        self._group = _Group(Formatting(), "body", self._content.body)
        self._outer: list[_Group] = []
        self._is_optional = False
        self._skip = 0
        """The number of characters to skip, because a Unicode character replaced them."""
        self._property = ""
        """The name of the shape property that is being read."""
        self._is_word_art = False
        self._colour: dict[str, int] = {}
        self._number = 0
        """The number of the font or style that is being defined; -1 for styles that are not for paragraphs."""
        self._bytes = bytearray()
        """Bytes whose decoding waits for the last byte of a character."""
        for token in tokens(data):
            if token.kind != "byte" and self._bytes:
                self._write_bytes()
            self._read(token)

    def finish(self) -> LoadedDocument:
        """Return the document after the last token."""
        self._write_bytes()
        return self._content.finish()

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
            self._content.end_text(ended.text)
        if ended.destination == "author" and self._group.destination != "author":
            self._content.author = self._content.author.strip()

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
            self._content.note_kind = "footnote"
        self._group.text = Text(kinds.get(word, word[:6]))
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
        paragraph = self._content.paragraph
        match word:
            case "par" | "sect" | "page" | "column":
                self._content.end_line(self._group.text)
            case "pard":
                self._content.paragraph = Paragraph()
            case "s":
                paragraph.style = number or 0
            case "outlinelevel":
                paragraph.outline = number or 0
            case "intbl":
                paragraph.in_table = True
            case "cbpat":
                paragraph.is_shaded = True
            case "ftnalt":
                self._content.note_kind = "endnote"
            case "chftn":
                self._content.refer_to_note(self._group.text)
            case "trowd":
                self._content.start_row()
            case "clvmrg" | "clmrg":
                self._content.merge(word)
            case "cellx":
                self._content.define_cell()
            case "cell" | "nestcell":
                self._content.end_cell(self._group.text)
            case "row" | "nestrow":
                self._content.end_row(self._group.text)

    def _unicode(self, number: int) -> None:
        """Write one UTF-16 code unit. Negative numbers count modulo 65,536."""
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
            self._content.write(text, group.text, group.format)
        elif group.destination == "title":
            self._content.title += text
        elif group.destination == "author":
            self._content.author += text
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
        """Read the value of a shape property: the shape's type, which comes first, or the words of decorative text.
        Decorative text is shown only by a shape of the type for it; a shape of another type may have such words too."""
        if self._property == "shapeType":
            self._is_word_art = text.strip().isdecimal() and int(text) in _WORD_ART
        elif self._property == "gtextUNICODE" and text.strip() and self._is_word_art:
            if self._group.text.kind in ("header", "footer"):
                self._content.watermarks[text.strip()] = None
            else:
                self._content.boxes.append(Text("box", paragraphs=[text.strip()]))


def load_rtf(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Return the document in `data`, without page numbers. Its issues count the deleted and hidden text, which is left
    out."""
    return _Reader(data, name, limits).finish()
