"""Loads Markdown: the source text line by line, with headings, pipe tables and block quotes. Title and date come from
the front matter.

Text that the rendered page hides is removed from its line and appended under its own heading. `<del>` becomes "~~".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....evidence.language.text_marks import UNSEEN_SECTION
from ....evidence.model.place_marks import Mark
from ...documents.loaded import Cell, Heading, LoadedDocument, LoadIssue, MarkedText, Table
from ..stated_date import parse_date, stated_date
from ..table_shape import LINES_ABOVE, unit_above
from .markdown_unseen import blanked, find_unseen

EXTRACTOR = "markdown/5"

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(?P<text>.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_DIVIDER = re.compile(r"^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_FIELD = re.compile(r"^(?P<key>[A-Za-z][\w .-]*?)[ \t]*[:=][ \t]*(?P<value>\S.*?)[ \t]*$")
_CELL = re.compile(r"(?:\\.|`[^`]*`|[^|\\])+")
_STRUCK = re.compile(r"<(?P<tag>del|s|strike)>(?=\S)(?P<words>[^<>\n~]*[^<>\n~\s])</(?P=tag)>", re.IGNORECASE)
_MAY_HIDE = re.compile(r"<[!a-zA-Z]|\"|'|\]:")
_QUOTED = re.compile(r"^ {0,3}>")
_CALLOUT = re.compile(r"^ {0,3}>[ \t]*\[!\w+\]")
"""The first line of a note, tip or warning. It is written like a block quote, but is part of the page's own text."""
_DATE_KEYS = (
    "updated",
    "updated_at",
    "last_updated",
    "last-updated",
    "lastmod",
    "modified",
    "last_modified",
    "revised",
    "date",
)


_MOST_ABOVE = 2 * LINES_ABOVE
"""The number of lines above a table that are searched for its unit. Half of them may be blank."""


@dataclass
class _Line:
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass
class _Found:
    headings: list[Heading] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    code: set[int] = field(default_factory=set)
    """The numbers of the lines inside code fences."""


def _lines(text: str) -> list[_Line]:
    lines, position = [], 0
    for line in text.split("\n"):
        lines.append(_Line(position, line))
        position += len(line) + 1
    return lines


def _front_matter(lines: list[_Line]) -> tuple[int, dict[str, str]]:
    """Return the number of lines of the front matter, 0 without one, and its flat fields."""
    fence = lines[0].text.strip() if lines else ""
    if fence not in ("---", "+++"):
        return 0, {}
    for count, line in enumerate(lines[1:200], start=2):
        if line.text.strip() == fence:
            matches = (_FIELD.match(body.text) for body in lines[1 : count - 1])
            return count, {m["key"].lower(): m["value"].strip("\"'") for m in matches if m}
    return 0, {}


def _row_cells(line: _Line, row: int) -> list[Cell]:
    text, start = line.text.rstrip(), line.start
    inner = text.lstrip()
    offset = len(text) - len(inner)
    if inner.startswith("|"):
        inner, offset = inner[1:], offset + 1
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    cells, position, column = [], 0, 0
    while position <= len(inner):
        match = _CELL.match(inner, position)
        end = match.end() if match else position
        raw = inner[position:end]
        lead = len(raw) - len(raw.lstrip())
        cell_start = start + offset + position + (lead if raw.strip() else 0)
        cells.append(
            Cell(
                row=row,
                column=column,
                start=cell_start,
                end=cell_start + len(raw.strip()),
                ref=f"R{row + 1}C{column + 1}",
            )
        )
        column += 1
        position = end + 1
    return cells


def _table_at(lines: list[_Line], index: int) -> tuple[Table | None, int]:
    """Return the pipe table whose header is on this line, or None, and the number of the line after the table."""
    header = lines[index]
    if (
        "|" not in header.text
        or index + 1 >= len(lines)
        or "|" not in lines[index + 1].text
        or not _DIVIDER.match(lines[index + 1].text)
    ):
        return None, index
    cells = _row_cells(header, 0)
    end = index + 2
    while end < len(lines) and "|" in lines[end].text:
        cells += _row_cells(lines[end], end - index - 1)
        end += 1
    unit = unit_above([line.text for line in _lines_above(lines, index)])
    return Table(start=header.start, end=lines[end - 1].end, unit=unit, cells=tuple(cells)), end


def _lines_above(lines: list[_Line], index: int) -> list[_Line]:
    """Return the lines right above a table, without those of a table above it."""
    above = lines[max(0, index - _MOST_ABOVE) : index]
    rows = [at for at, line in enumerate(above, 1) if "|" in line.text]
    return above[rows[-1] if rows else 0 :]


def _structure(lines: list[_Line], first: int) -> _Found:
    found = _Found()
    fence: str | None = None
    index = first
    while index < len(lines):
        line = lines[index]
        opening = _FENCE.match(line.text)
        if fence is not None:
            if opening and opening[1].startswith(fence) and not line.text.strip(" `~"):
                fence = None
            found.code.add(index)
        elif opening:
            fence = opening[1]
        elif match := _HEADING.match(line.text):
            if match["text"]:
                found.headings.append(Heading(start=line.start, end=line.end, level=len(match[1])))
        elif (
            line.text.strip()
            and index + 1 < len(lines)
            and (under := _UNDERLINE.match(lines[index + 1].text))
            and _paragraph_of_one(lines, index)
        ):
            found.headings.append(Heading(start=line.start, end=line.end, level=1 if under[1][0] == "=" else 2))
            index += 1
        else:
            table, after = _table_at(lines, index)
            if table:
                found.tables.append(table)
                index = after
                continue
        index += 1
    return found


def _paragraph_of_one(lines: list[_Line], index: int) -> bool:
    text = lines[index].text
    alone = index == 0 or not lines[index - 1].text.strip()
    return alone and not text.startswith(("    ", "\t", "|", ">", "- ", "* ", "+ ")) and "|" not in text


def _quotes(lines: list[_Line], first: int, code: set[int]) -> Iterator[MarkedText]:
    """Yield the block quotes, each with the lines that continue its last paragraph."""
    index = first
    while index < len(lines):
        start = index
        while index < len(lines) and index not in code and _QUOTED.match(lines[index].text):
            index += 1
        if index == start:
            index += 1
            continue
        bare = not lines[index - 1].text.strip(" \t>")
        while index < len(lines) and not bare and lines[index].text.strip() and not _HEADING.match(lines[index].text):
            index += 1
        if not _CALLOUT.match(lines[start].text):
            yield MarkedText(start=lines[start].start, end=lines[index - 1].end, mark=Mark(kind="quoted"))


def _folded(text: str) -> Iterator[MarkedText]:
    """Yield the content of closed `<details>` elements. Of nested elements it yields the outer one."""
    end = 0
    for start, stop in find_unseen(text).folded if "<details" in text else ():
        if start >= end:
            yield MarkedText(start=start, end=stop, mark=Mark(kind="folded"))
            end = stop


def _with_unseen(text: str, words: list[str]) -> tuple[str, Heading | None]:
    """Return the text with its hidden parts at the end, and their heading."""
    hidden = [" ".join(part.split()) for part in words if part.strip()]
    if not hidden:
        return text, None
    text = f"{text.rstrip()}\n\n"
    heading = f"# {UNSEEN_SECTION}"
    located = Heading(start=len(text), end=len(text) + len(heading), level=1)
    return f"{text}{heading}\n\n" + "\n\n".join(hidden) + "\n", located


def load_markdown(text: str, issues: tuple[LoadIssue, ...] = (), *, title: str | None = None) -> LoadedDocument:
    text = _STRUCK.sub(r"~~\g<words>~~", text) if "</" in text else text
    removed = find_unseen(text).removed if _MAY_HIDE.search(text) else []
    text = blanked(text, removed) if removed else text
    lines = _lines(text)
    first, fields = _front_matter(lines)
    found = _structure(lines, first)
    marks = [*_quotes(lines, first, found.code), *_folded(text)]
    heading = next((h for h in found.headings if h.level == 1), None)
    shown = text[heading.start : heading.end].strip("# \t") if heading else None
    declared = next((parsed for key in _DATE_KEYS if (parsed := parse_date(fields.get(key, "")))), None)
    text, hidden = _with_unseen(text, [part.words for part in removed])
    if hidden is not None:
        found.headings.append(hidden)
        reason = f"{len(removed)} comments, titles or hidden elements are not visible on the page; not used as evidence"
        issues = (*issues, LoadIssue(where="text", reason=reason))
    return LoadedDocument(
        text=text,
        media_type="text/markdown",
        extractor=EXTRACTOR,
        title=title or fields.get("title") or shown,
        metadata=fields,
        updated_at=declared or stated_date(text[lines[first].start :] if first < len(lines) else ""),
        headings=tuple(found.headings),
        tables=tuple(found.tables),
        marks=tuple(marks),
        issues=issues,
    )
