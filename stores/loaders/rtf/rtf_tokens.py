"""Splits an RTF file into tokens: groups, control words and text."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Kind = Literal["open", "close", "word", "symbol", "byte", "text"]

_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?|\\'(?P<byte>[0-9A-Fa-f]{2})|\\(?P<symbol>[^A-Za-z])"
    r"|(?P<open>\{)|(?P<close>\})|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)


class Token(NamedTuple):
    kind: Kind
    text: str
    number: int | None = None


def tokens(data: bytes) -> Iterator[Token]:
    """Yield the tokens of a file in order. A byte above 127 becomes the character with that number; the caller decodes
    it, since only the caller knows the encoding."""
    text, at = data.decode("latin-1"), 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        kind = match.lastgroup
        if match["word"]:
            number = int(match["number"]) if match["number"] else None
            if match["word"] == "bin":
                at += max(0, number or 0)  # a picture; its bytes are no tokens
            else:
                yield Token("word", match["word"], number)
        elif kind in ("open", "close"):
            yield Token("open" if kind == "open" else "close", "")
        elif kind == "byte":
            yield Token("byte", chr(int(match["byte"], 16)))
        elif kind == "symbol":
            yield Token("symbol", match["symbol"])
        elif kind == "text":
            yield Token("text", match["text"])
