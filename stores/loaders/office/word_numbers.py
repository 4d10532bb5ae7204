"""Finds the numbers that Word shows before paragraphs ("4.2", "(b)"). The file does not store them as text, but
citations name clauses by these numbers."""

import re
from collections import defaultdict
from typing import NamedTuple

from docx.document import Document
from docx.oxml import parse_xml
from docx.text.paragraph import Paragraph

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


class _Level(NamedTuple):
    start: int
    form: str
    text: str
    style: str | None
    legal: bool


def formatted_number(number: int, form: str) -> str:
    if form in ("lowerRoman", "upperRoman"):
        roman, left = "", number
        for value, letters in _ROMAN:
            while left >= value:
                roman, left = roman + letters, left - value
        return roman if form == "lowerRoman" else roman.upper()
    if form in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter if form == "lowerLetter" else letter.upper()
    return f"{number:02d}" if form == "decimalZero" else str(number)


class Numbering:
    """Counts the numbered paragraphs and returns the number that Word shows before each. It must be called once for
    each paragraph, in order."""

    def __init__(self, document: Document) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        for relation in document.part.rels.values():
            if not relation.is_external and relation.reltype.endswith("/numbering"):
                self._read(relation.target_part.blob)

    def _read(self, blob: bytes) -> None:
        root = parse_xml(blob)
        for abstract in root.iter(f"{W}abstractNum"):
            self._levels[abstract.get(f"{W}abstractNumId", "")] = {
                int(level.get(f"{W}ilvl", "0")): _Level(
                    start=int(_value(level, "start") or 1),
                    form=_value(level, "numFmt") or "decimal",
                    text=_value(level, "lvlText") or "",
                    style=_value(level, "pStyle"),
                    legal=level.find(f"{W}isLgl") is not None,
                )
                for level in abstract.iter(f"{W}lvl")
            }
        for number in root.iter(f"{W}num"):
            list_id = number.get(f"{W}numId", "")
            self._lists[list_id] = _value(number, "abstractNumId") or ""
            self._restarts[list_id] = {
                int(override.get(f"{W}ilvl", "0")): int(start)
                for override in number.iter(f"{W}lvlOverride")
                if (start := _value(override, "startOverride")) is not None
            }

    def label(self, paragraph: Paragraph) -> str:
        """Return the text that Word shows before the paragraph: a number, "•" for any bullet, "" for nothing."""
        list_id, depth = self._place(paragraph)
        levels = self._levels.get(self._lists.get(list_id, ""), {})
        level = levels.get(depth)
        if level is None:
            return ""
        counts = self._counts[self._lists[list_id]]
        restart = self._restarts[list_id].pop(depth, None)
        counts[depth] = counts.get(depth, level.start - 1) + 1 if restart is None else restart
        for deeper in [d for d in counts if d > depth]:
            del counts[deeper]
        if level.form == "bullet":
            return "•"
        if level.form == "none":
            return ""

        def number(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            shown = levels.get(at, level)
            count = counts.setdefault(at, shown.start)
            return formatted_number(count, "decimal" if level.legal else shown.form)

        return re.sub(r"%(\d)", number, level.text).strip()

    def _place(self, paragraph: Paragraph) -> tuple[str, int]:
        """Return the list and depth of a paragraph, from itself or its style. A list id of "" or "0" means no list."""
        own = paragraph._p.find(f"{W}pPr/{W}numPr")
        list_id = _value(own, "numId") if own is not None else None
        depth = _value(own, "ilvl") if own is not None else None
        style = paragraph.style
        while style is not None and (list_id is None or depth is None):
            numbered = style.element.find(f"{W}pPr/{W}numPr")
            if numbered is not None and list_id is None:
                list_id = _value(numbered, "numId")
                linked = self._levels.get(self._lists.get(list_id or "", ""), {})
                by_style = next((str(d) for d, level in linked.items() if level.style == style.style_id), None)
                depth = depth or _value(numbered, "ilvl") or by_style
            style = style.base_style
        return list_id or "", int(depth or 0)


def _value(node: object, child: str) -> str | None:
    found = node.find(f"{W}{child}")  # type: ignore[attr-defined]
    return None if found is None else found.get(f"{W}val")
