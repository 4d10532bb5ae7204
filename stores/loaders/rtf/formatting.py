"""The formatting at a position in an RTF file, and the tables in the file's header."""

import codecs
from dataclasses import dataclass, field, replace
from typing import Self

from ....evidence.language.text_marks import struck
from ..raised import lowered, raised

_CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
_SMALLEST = 2
"""The font size in half points up to which letters are illegible."""
_RAISED_BY = 4
"""The minimum height above the line, in half points, of text that counts as a superscript."""


@dataclass(slots=True)
class Header:
    """The tables at the start of a file."""

    code_page: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict)
    """The encoding of each font, by number."""
    colours: list[tuple[int, int, int] | None] = field(default_factory=list)
    styles: dict[int, str] = field(default_factory=dict)
    """The name of each paragraph style, by number."""

    def is_white(self, colour: int) -> bool:
        parts = self.colours[colour] if 0 <= colour < len(self.colours) else None
        return parts is not None and min(parts) >= 0xF8

    def read_code_page(self, number: int) -> None:
        try:
            self.code_page = codecs.lookup(f"cp{number}").name
        except LookupError:
            self.code_page = "cp1252"

    def read_charset(self, font: int, charset: int) -> None:
        if charset in _CHARSETS:
            self.fonts[font] = _CHARSETS[charset]


@dataclass(frozen=True, slots=True)
class Formatting:
    """The formatting of characters. The control word `\\plain` resets it."""

    hidden: bool = False
    struck: bool = False
    script: int = 0
    """1 for a superscript, -1 for a subscript."""
    deleted: bool = False
    revised: bool = False
    colour: int = 0
    ground: int = 0
    """The colour behind the letters; 0 for none."""
    size: int = 24
    font: int = -1

    def plain(self) -> Self:
        return replace(
            self, hidden=False, struck=False, script=0, colour=0, ground=0, size=24, deleted=False, revised=False
        )

    def changed(self, word: str, number: int | None) -> "Formatting | None":
        """Return the formatting after a control word, or None if the word does not format characters."""
        on = number != 0
        match word:
            case "plain":
                return self.plain()
            case "v":
                return replace(self, hidden=on)
            case "strike" | "striked":
                return replace(self, struck=on)
            case "super" | "sub":
                return replace(self, script=(1 if word == "super" else -1) if on else 0)
            case "nosupersub":
                return replace(self, script=0)
            case "up" | "dn":
                by = 6 if number is None else number
                return replace(self, script=0 if by < _RAISED_BY else 1 if word == "up" else -1)
            case "deleted":
                return replace(self, deleted=on)
            case "revised":
                return replace(self, revised=on)
            case "cf":
                return replace(self, colour=number or 0)
            case "cb" | "chcbpat" | "highlight":
                return replace(self, ground=number or 0)
            case "fs":
                return replace(self, size=number or 24)
            case "f":
                return replace(self, font=number or 0)
        return None

    def is_unseen(self, header: Header, *, on_paper: bool) -> bool:
        """Return whether text of this formatting is invisible. `on_paper`: whether only a white page is behind the
        letters' own background."""
        if self.hidden or self.size <= _SMALLEST:
            return True
        ground = self.ground and not header.is_white(self.ground)
        return on_paper and not ground and header.is_white(self.colour)

    def shown(self, text: str, before: str) -> str:
        """Return the text as the page shows it. `before`: the text before it."""
        if self.script:
            text = raised(text, before) if self.script > 0 else lowered(text, before)
        return struck(text) if self.struck else text
