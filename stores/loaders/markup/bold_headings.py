"""Finds the headings of a page without heading elements: short bold blocks in a text that is otherwise not bold, as in
filings.

A block that may be a heading or text is treated as text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from ....evidence.tables.table_units import unit_stated
from ..numbered import ENDS_LIKE_TEXT, NUMBERED
from .page_styles import PageStyles

_LONGEST = 140
_LONGEST_RUN = 4
"""The maximum number of bold blocks in a row that are headings. A longer run is a cover page, an address or a
signature."""
_FEWEST = 3
"""The minimum number of headings of a page. One or two bold lines may only be emphasis."""
_LARGEST_SHARE = 0.25
"""The maximum share of bold letters on a page whose bold blocks count as headings."""
_MOST_NESTED = 200
_BLOCKS = ("div", "p", "center")
_APART = frozenset(("table", "ul", "ol", "pre", "blockquote", "form", "details", "script", "style", "head"))
"""Elements whose blocks are not headings."""
_LETTERS = re.compile(r"[^\W\d_]")
_OPENS = re.compile(r"[^\W_a-z]")


class _Style(NamedTuple):
    """The appearance of some text. `size`: the font size, in pixels."""

    bold: bool
    italic: bool
    size: float


class _Block(NamedTuple):
    tag: Tag
    text: str
    looks: Sequence[_Style]

    @property
    def is_bold(self) -> bool:
        return all(look.bold for look in self.looks)


def bold_headings(soup: BeautifulSoup, styles: PageStyles) -> Mapping[int, int]:
    """Return the level of each heading, by the id of its element.

    Larger letters rank above smaller ones, and capitals above other letters of their size. Parts and items of a filing
    rank above both. The result is empty for a page with heading elements, or with fewer than `_FEWEST` such blocks."""
    if soup.find(re.compile(r"^h[1-6]$")) is not None:
        return {}
    blocks = list(_blocks(soup.body or soup, styles, _Style(bold=False, italic=False, size=0), 0))
    written = sum(len(block.text) for block in blocks)
    if sum(len(block.text) for block in blocks if block.is_bold) > _LARGEST_SHARE * written:
        return {}
    found = {id(block.tag): _rank(block) for run in _runs(blocks) for block in run if _reads_as_heading(block.text)}
    if len(found) < _FEWEST:
        return {}
    ranks = sorted(set(found.values()), reverse=True)
    return {key: 1 + ranks.index(rank) for key, rank in found.items()}


def _blocks(tag: Tag, styles: PageStyles, look: _Style, depth: int) -> Iterator[_Block]:
    """Yield the blocks that contain no other block, in order. For an element with a table or a list, which ends a run,
    yield an empty block."""
    look = _look(tag, styles, look)
    for child in tag.find_all(True, recursive=False):
        if child.name in _APART:
            yield _Block(child, "", (look._replace(bold=False),))
        elif child.find([*_BLOCKS, *_APART, "br"]) is not None:
            if depth < _MOST_NESTED:
                yield from _blocks(child, styles, look, depth + 1)
        elif child.name in _BLOCKS and styles.visibility(child) == "shown":
            text = " ".join(child.get_text().split())
            if text:
                yield _Block(child, text, tuple(_looks(child, styles, look, 0)))


def _looks(tag: Tag, styles: PageStyles, look: _Style, depth: int) -> Iterator[_Style]:
    """Yield the appearance of each stretch of letters in the element."""
    look = _look(tag, styles, look)
    for child in tag.children:
        if isinstance(child, Tag):
            yield from _looks(child, styles, look, depth + 1) if depth < _MOST_NESTED else (look,)
        elif (
            isinstance(child, NavigableString) and not isinstance(child, PreformattedString) and _LETTERS.search(child)
        ):
            yield look


def _look(tag: Tag, styles: PageStyles, look: _Style) -> _Style:
    bold, italic = styles.weight(tag)
    return _Style(
        look.bold if bold is None else bold,
        look.italic if italic is None else italic,
        round(styles.letters(tag).size, 1),
    )


def _runs(blocks: Sequence[_Block]) -> Iterator[Sequence[_Block]]:
    """Yield runs of bold blocks that follow each other, if they are short enough to be headings."""
    run: list[_Block] = []
    for block in blocks:
        if block.text and block.is_bold:
            run.append(block)
            continue
        if len(run) <= _LONGEST_RUN:
            yield run
        run = []  # a last run has no text below it


def _reads_as_heading(text: str) -> bool:
    number = NUMBERED.match(text)
    letters = len(_LETTERS.findall(text))
    if len(text) > _LONGEST or letters < 3 or letters < 0.5 * len(text.replace(" ", "")) or not _OPENS.match(text):
        return False
    if ": " in text or "__" in text or _is_unit(text):
        return False  # a value or a blank to fill in
    return not ENDS_LIKE_TEXT.search(text.rstrip(".") if number else text)


def _is_unit(text: str) -> bool:
    stated = unit_stated(text)
    return stated is not None and stated.end - stated.start >= len(text.strip("() ")) - 1


def _rank(block: _Block) -> tuple[bool, bool, float, bool, bool]:
    number = NUMBERED.match(block.text)
    part, item = (bool(number and number[name]) for name in ("part", "item"))
    upright = not any(look.italic for look in block.looks)
    return part, item, max(look.size for look in block.looks), block.text.upper() == block.text, upright
