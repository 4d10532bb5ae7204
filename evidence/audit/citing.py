"""Finds the citations in an answer and the chunks that they name (SPEC AUD-8).

Recognised forms:

- brackets: `[1]`, `[1, 3]`, `[1-3]`, `[[1]]`, `[1](link)`, `[…](id)`, `[c1]`, `[chunk 1]`, `[doc §3]`
- `(c1)` for an id that is not a number, and `【1†source】`
- `<CITATION id="c1"/>` and `<CITATION>c1</CITATION>`
- footnotes `[^1]` with their definitions at the end

Not recognised: superscript figures, author and year, and a marker that precedes its sentence.
"""

import re
from typing import NamedTuple

from ..claims.split_claims import MARKER, ClaimSpan
from .chunk_names import ChunkNames, plain

_FORMS = re.compile(
    r"<CITATION\b[^<>\n]{0,2000}>[^<>\n]{0,200}</CITATION>|<CITATION\b[^<>\n]{0,2000}>"
    r"|\[{1,2}(?P<square>[^\[\]\n]{1,200})\]{1,2}(?:\((?P<link>[^()\s]{1,1500})\))?|\((?P<round>[^()\n]{1,200})\)|【[^【】\n]{1,200}】",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"^[ \t]*(?:\[\^(?P<note>[^\[\]\n]{1,40})\]:|\[(?P<listed>[^\[\]\n]{1,40})\]:?|(?P<number>\d{1,4})[.):])[ \t]+(?P<text>\S[^\n]*)$",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t#*_]{0,20}(?:sources?|references?|citations?|footnotes?|works cited|bibliography)[ \t*_]{0,20}:?[ \t*_]{0,20}"
    r"(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_ATTRIBUTE = re.compile(r"[\w-]{1,40}\s{0,3}=\s{0,3}(?:\"([^\"]{0,200})\"|'([^']{0,200})'|([^\s\"'<>/]{1,200}))")
_HEADINGS_TRIED = 8  # only the last headings are tried, since a list of sources ends an answer
_LONGEST_LIST = 500  # lines


class Cited(NamedTuple):
    """The chunks that a claim's citation markers name.

    Example: for “Rent is due [1] [9].” and one chunk “c1”, `ids` is “c1” and `astray` is “[9]”.
    """

    ids: tuple[str, ...]
    """The ids of the chunks, each once, in the order in which the markers name them."""
    markers: tuple[str, ...]
    """The markers as written in the answer."""
    astray: tuple[str, ...]
    """The markers that name no chunk."""


class CitedAnswer(NamedTuple):
    """An answer with its citations parsed.

    `text` is the answer with each marker written in 【】 and the list of sources at the end replaced by spaces. It has
    the same length, so that offsets found by `split_claims` in it are also those of the answer.
    """

    text: str
    names: ChunkNames
    footnotes: dict[str, tuple[str, ...]]
    """The ids of the chunks that the definition of each footnote names, by its label."""
    shown: dict[str, str]
    """The marker as the answer writes it, for each marker in `text`."""

    def cited(self, claim: ClaimSpan) -> Cited:
        ids: dict[str, None] = {}
        astray = []
        for marker in claim.markers:
            named = self.named(marker.strip("【】"))
            ids.update(dict.fromkeys(named))
            if not named:
                astray.append(self.shown.get(marker, marker))
        return Cited(tuple(ids), tuple(self.shown.get(marker, marker) for marker in claim.markers), tuple(astray))

    def named(self, inside: str) -> tuple[str, ...]:
        return self.footnotes.get(plain(inside)) or self.names.all(inside)


def read_citations(answer: str, names: ChunkNames) -> CitedAnswer:
    """Return the answer with its citations parsed. Time is linear in the answer's length.

    Example: in “Rent is due [c1].”, the marker “[c1]” becomes “【c1】” and names the chunk “c1”.
    """
    text, footnotes = _without_sources(answer, names)
    parts: list[str] = []
    shown: dict[str, str] = {}
    at = 0
    for match in _FORMS.finditer(text):
        inside = _inside(match, names, footnotes)
        if inside is None:
            continue
        room = match.end() - match.start() - 2
        marker = f"【{inside[:room].ljust(room)}】"
        shown.setdefault(marker, match.group())
        parts += [text[at : match.start()], marker]
        at = match.end()
    parts.append(text[at:])
    return CitedAnswer("".join(parts), names, footnotes, shown)


def _inside(match: re.Match[str], names: ChunkNames, footnotes: dict[str, tuple[str, ...]]) -> str | None:
    """Return the part of the matched text that names a chunk, or None if the match is not a citation marker."""
    whole = match.group()
    if whole[0] == "<":
        return _inside_tag(whole, names)
    if whole[0] == "【":
        return whole[1:-1]
    if match["round"] is not None:
        return match["round"] if all(names.is_id(part.strip()) for part in match["round"].split(",")) else None
    if match["link"] is not None and names.is_id(match["link"]):
        return str(match["link"])
    inner: str = match["square"]
    if inner[0] == "^" and plain(inner) in footnotes:
        return inner
    if MARKER.fullmatch(f"[{inner}]") or all(names.is_id(part.strip()) for part in re.split("[,;]", inner)):
        return inner
    return None


def _inside_tag(tag: str, names: ChunkNames) -> str:
    opening, _, rest = tag.partition(">")
    values = [match[1] or match[2] or match[3] or "" for match in _ATTRIBUTE.finditer(opening)]
    content = rest.partition("<")[0].strip()
    for value in (content, " ".join(values), *values):
        if value and names.all(value):
            return value
    return " ".join(values) or content


def _without_sources(answer: str, names: ChunkNames) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return the answer with its footnote definitions and its final list of sources replaced by spaces. Also return the
    ids of the chunks that each label means.

    Example: for “Rent is due [1].” and a last line “[1]: c2”, the label “1” means the chunk “c2”.
    """
    listing = _start_of_list(answer, names)
    footnotes: dict[str, tuple[str, ...]] = {}
    parts, at = [], 0
    for match in _DEFINITION.finditer(answer):
        if match["note"] is None and match.start() < listing:
            continue
        label = match["note"] or match["listed"] or match["number"]
        footnotes[plain(label)] = names.mentioned(match["text"]) or names.one(label)
        if match.start() < listing:
            parts += [answer[at : match.start()], _blank(match.group())]
            at = match.end()
    parts += [answer[at:listing], _blank(answer[listing:])]
    return "".join(parts), footnotes


def _blank(stretch: str) -> str:
    return re.sub(r"[^\n]", " ", stretch)


def _start_of_list(answer: str, names: ChunkNames) -> int:
    """Return the offset at which the final list of sources begins, or the answer's length if there is no list.

    A list begins at a heading that is followed only by lines that name a source, or at the first of several lines such
    as "[1] c1: Title" that each name a chunk.
    """
    for heading in list(_HEADING.finditer(answer))[-_HEADINGS_TRIED:]:
        lines = [line for line in (heading["rest"], *answer[heading.end() :].split("\n")) if line.strip()]
        if lines and len(lines) <= _LONGEST_LIST and all(_lists_a_source(line, names) for line in lines):
            return heading.start()
    start = end = len(answer)
    while start > 0:
        line_start = answer.rfind("\n", 0, start - 1) + 1
        line = answer[line_start:start].strip()
        entry = _DEFINITION.fullmatch(line)
        if line and not (entry and entry["number"] is None and names.mentioned(entry["text"])):
            break
        start = line_start
    return start if 0 < start < end else end  # an answer cannot consist of sources only


def _lists_a_source(line: str, names: ChunkNames) -> bool:
    stripped = re.sub(r"^\s*[-*•]\s+", "", line)
    if _DEFINITION.fullmatch(stripped):
        return True
    written = re.findall(r"[^\s,;\[\]()【】]+", stripped)
    return bool(written) and all(names.one(name) for name in written)
