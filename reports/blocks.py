"""Splits a Markdown conclusion into blocks of plain text, for other formats.

It knows only the elements of conclusions: paragraphs, headings, lists and quotes. Text inside a block stays unchanged,
since it may be a quote: a star or an underscore in it is not emphasis.
"""

import re
from typing import Literal

from ..evidence.model.frozen import Frozen

BlockKind = Literal["paragraph", "heading", "list", "quote"]

_HEADING = re.compile(r"#{1,6} +(?P<hash>\S.*)|\*\*(?P<bold>[^*]+)\*\*:?")
_ITEM = re.compile(r"[-*•] +(?=\S)")
_QUOTE = re.compile(r"> ?")
_ESCAPED = re.compile(r"\\([\\`*_\[\]<>#])")
MARKER = re.compile(r"\s*\[(\d{1,3})\]")
"""A citation marker, with the space before it."""


class Block(Frozen):
    """A block of a conclusion. `items`: the items of a list; another block has one item."""

    kind: BlockKind
    items: tuple[str, ...]


def blocks(markdown: str) -> tuple[Block, ...]:
    """Return the blocks in order. The lines of a paragraph or a list item are joined by a space."""
    found: list[Block] = []
    for chunk in re.split(r"\n[ \t]*\n", markdown.strip("\n")):
        for number, line in enumerate(filter(str.strip, chunk.splitlines())):
            _add(line.strip(), found, new_chunk=number == 0)
    return tuple(found)


def _add(line: str, found: list[Block], *, new_chunk: bool) -> None:
    if heading := _HEADING.fullmatch(line):
        found.append(Block(kind="heading", items=(_unescaped(heading["hash"] or heading["bold"]),)))
        return
    kind: BlockKind = "list" if _ITEM.match(line) else "quote" if _QUOTE.match(line) else "paragraph"
    text = _unescaped(
        _ITEM.sub("", line, count=1) if kind == "list" else _QUOTE.sub("", line, count=1) if kind == "quote" else line
    )
    last = found[-1] if found else None
    if kind == "list" and last is not None and last.kind == "list":
        found[-1] = Block(kind="list", items=(*last.items, text))
    elif last is not None and not new_chunk and last.kind != "heading" and kind in ("paragraph", last.kind):
        found[-1] = Block(kind=last.kind, items=(*last.items[:-1], f"{last.items[-1]} {text}"))
    else:
        found.append(Block(kind=kind, items=(text,)))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the citation numbers in a text in order, each once."""
    return tuple(dict.fromkeys(int(number) for number in MARKER.findall(text)))
