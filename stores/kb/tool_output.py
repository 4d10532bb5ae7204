"""Converts the output of a tool to texts: any returned value, up to a length. Instructions in it are never followed
(SPEC RET-10, RET-11).

A text stays verbatim. Records (a list of flat mappings) become a table, and other data becomes JSON, since neither is
text.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import date
from itertools import islice
from typing import Any, Literal

from pydantic import BaseModel

from ...evidence.model.frozen import Day, Frozen
from ...evidence.report.citation_tag import own_citation
from ..index.fulltext import plain

MediaType = Literal["text/plain", "text/html", "text/markdown"]
TEXTS_AT_MOST = 200
"""The maximum number of texts read from one call. A retriever is never asked for more than a hundred."""
_ROWS_AT_MOST = 5_000
_LABEL = 200
"""The maximum number of characters of a title, an address or a citation."""
_CONTROL_AT_MOST = 0.02
"""The share of control characters above which a text counts as binary data."""
_TAG = re.compile(r"<CITATION\b[^<>\n]{0,600}?/?>", re.IGNORECASE)
_PAGE = re.compile(
    r"\s*(?:<!doctype html|<html[\s>]|<\?xml[^>]*>\s*<html|<(?:body|head|div|table|p|ul|section)[\s>])", re.I
)
_NOTHING = re.compile(
    r"\W*(?:no (?:excel )?(?:files?|results?|documents?|matches|records?|rows)(?: (?:were|was))?(?: found)?|nothing(?: was)? found|not found|"
    r"none|null|\[\]|\{\})\W*",
    re.IGNORECASE,
)


class ToolText(Frozen):
    """A text from a tool's output, with what the tool states about it."""

    text: str
    media_type: MediaType = "text/plain"
    title: str | None = None
    """The title that the tool gives the text; None for a bare string."""
    url: str | None = None
    citation: str | None = None
    """The citation tag that the tool itself gives the text (SPEC ANS-4)."""
    updated_at: Day | None = None


class ToolOutput(Frozen):
    """The result of one call of a tool. `notes`: what was left out. `error`: why there is no text; it begins with
    `Error:`."""

    texts: tuple[ToolText, ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None


class _Refused(ValueError):
    """The value that a tool returned cannot be read as text."""


def failed(reason: str) -> ToolOutput:
    return ToolOutput(error=f"Error: {reason}")


def read_output(raw: Any, characters: int) -> ToolOutput:
    """Return the value that a tool returned as texts, of at most `characters` characters together. Never raises: a
    fault becomes the `error` of the result."""
    notes: list[str] = []
    try:
        found = list(islice(_texts(raw, notes, characters), TEXTS_AT_MOST + 1))
    except _Refused as error:
        return failed(str(error))
    except Exception as error:  # an object of the tool may raise anything when it is read
        return failed(f"what it returned cannot be read ({type(error).__name__})")
    if len(found) > TEXTS_AT_MOST:
        notes.append(f"texts after the first {TEXTS_AT_MOST}")
    texts: list[ToolText] = []
    left = characters
    for item in found[:TEXTS_AT_MOST]:
        if len(item.text) > left:
            kept = _whole_lines(item.text[:left])
            notes.append(f"what goes beyond {characters:,} characters")
            if kept.strip():
                texts.append(item.model_copy(update={"text": kept}))
            break
        left -= len(item.text)
        texts.append(item)
    if len(texts) == 1 and texts[0].text.lstrip().startswith("Error:"):
        return failed(" ".join(texts[0].text.split())[len("Error:") :].strip()[:300] or "it gave no reason")
    store_texts = tuple(text for text in texts if text.text.strip() and not _NOTHING.fullmatch(text.text[:200]))
    return ToolOutput(texts=store_texts, notes=tuple(dict.fromkeys(notes)))


def _texts(raw: Any, notes: list[str], characters: int) -> Iterator[ToolText]:
    if raw is None or (isinstance(raw, bool | int | float) and not isinstance(raw, str)):
        if raw is not None:
            yield ToolText(text=str(raw))
    elif isinstance(raw, str):
        yield from _parted(_readable(raw, characters, notes))
    elif isinstance(raw, bytes | bytearray | memoryview):
        try:
            text = bytes(raw[: 4 * characters]).decode("utf-8", "strict" if len(raw) <= 4 * characters else "ignore")
        except UnicodeDecodeError:
            raise _Refused("the tool returned bytes that are not UTF-8 text") from None
        yield from _parted(_readable(text, characters, notes))
    elif isinstance(raw, Mapping):
        yield from _mapping(raw, notes, characters)
    elif hasattr(raw, "page_content"):
        yield _document(raw.page_content, getattr(raw, "metadata", None), characters, notes)
    elif isinstance(raw, BaseModel):
        content = getattr(raw, "content", None)
        yield from _texts(content if content is not None else raw.model_dump(), notes, characters)
    elif is_dataclass(raw) and not isinstance(raw, type):
        yield from _mapping(asdict(raw), notes, characters)
    elif isinstance(raw, Sequence | set | frozenset):
        items = list(islice(raw, _ROWS_AT_MOST + 1))
        if len(items) > _ROWS_AT_MOST:
            notes.append(f"items after the first {_ROWS_AT_MOST:,}")
        if items and all(_is_record(item) for item in items):
            yield ToolText(text=_as_table(items[:_ROWS_AT_MOST], characters), media_type="text/markdown")
        else:
            for item in items[:_ROWS_AT_MOST]:
                yield from _texts(item, notes, characters)
    else:
        raise _Refused(f"the tool returned {type(raw).__name__}, which is not text")


def _mapping(raw: Mapping[Any, Any], notes: list[str], characters: int) -> Iterator[ToolText]:
    if isinstance(raw.get("page_content"), str):
        yield _document(raw["page_content"], raw.get("metadata"), characters, notes)
    elif isinstance(raw.get("type"), str) and isinstance(raw.get("text"), str):
        yield from _texts(raw["text"], notes, characters)
    elif raw.get("type") in ("image", "image_url", "audio", "video", "file", "resource", "resource_link", "media"):
        notes.append(f"a part that is not text ({raw['type']})")
    elif raw:
        yield ToolText(text=_readable(json.dumps(raw, ensure_ascii=False, indent=1, default=str), characters, notes))


def _document(content: Any, metadata: Any, characters: int, notes: list[str]) -> ToolText:
    """Return a retriever's document. Title, address, date and citation come from its metadata if they are well formed."""
    if not isinstance(content, str):
        raise _Refused(f"the tool returned a document of {type(content).__name__}, which is not text")
    declared = metadata if isinstance(metadata, Mapping) else {}
    source = _label(declared.get("url")) or _label(declared.get("source")) or ""
    citation = own_citation(_label(declared.get("citation")) or "")
    text = next(iter(_parted(_readable(content, characters, notes), whole=True)), ToolText(text=""))
    return text.model_copy(
        update={
            "title": _label(declared.get("title")),
            "url": source if re.match(r"https?://[^\s@]+$", source) else None,
            "citation": citation or text.citation,
            "updated_at": _day(declared.get("updated_at")),
        }
    )


def _parted(text: str, *, whole: bool = False) -> Iterator[ToolText]:
    """Yield the text, split after each of the tool's own citation tags. A page of HTML, and a text without tags, stay
    whole."""
    if _PAGE.match(text[:2_000]):
        yield ToolText(text=text, media_type="text/html")
        return
    tags = list(_TAG.finditer(text))
    if whole or not tags:
        yield ToolText(text=text)
        return
    at = 0
    for index, tag in enumerate(tags):
        following = tags[index + 1] if index + 1 < len(tags) else None
        if text[at : tag.start()].strip():
            own = [tag.group()]
            for other in tags[index + 1 : index + 3]:
                if text[tag.end() : other.start()].strip():
                    break
                own.append(other.group())
            citation = _label(" ".join(own), 1_200)
            yield ToolText(text=text[at : tag.start()].strip(), citation=citation)
        at = tag.end()
        if following is None and text[at:].strip():
            yield ToolText(text=text[at:].strip())


def _readable(text: str, characters: int, notes: list[str]) -> str:
    """Return the text up to the limit, in storable characters. Raises _Refused for what looks like binary data."""
    kept = text[: characters + 1]
    sample = kept[:20_000]
    control = sum(unicodedata.category(char) == "Cc" and char not in "\t\n\r\f\v" for char in sample) + sample.count(
        "\ufffd"
    )
    if "\0" in sample or control > _CONTROL_AT_MOST * max(len(sample), 50):
        raise _Refused("the tool returned binary data instead of text")
    if len(text) > len(kept):
        notes.append(f"what goes beyond {characters:,} characters")
    return plain(kept).replace("\r\n", "\n")


def _whole_lines(text: str) -> str:
    """Return a cut text without its last line or sentence, which is incomplete and may mean something else."""
    at = max(text.rfind("\n"), text.rfind(". ") + 1, text.rfind("。") + 1)
    return text[:at] if at > 0 else ""


def _is_record(item: Any) -> bool:
    return (
        isinstance(item, Mapping)
        and bool(item)
        and not {"page_content", "type"} & item.keys()
        and all(isinstance(value, str | int | float | bool | date | None) for value in item.values())
    )


def _as_table(rows: Sequence[Mapping[Any, Any]], characters: int) -> str:
    """Return records as a Markdown table with one record per line, cut to at most `characters` characters."""
    names = list(dict.fromkeys(str(name) for row in rows for name in row))
    lines = [_barred(names), _barred("---" for _ in names)]
    length = 0
    for row in rows:
        values = {str(name): value for name, value in row.items()}
        lines.append(_barred("" if values.get(name) is None else str(values[name])[: characters + 1] for name in names))
        length += len(lines[-1])
        if length > characters:
            break
    return "\n".join(lines) + "\n"


def _barred(cells: Iterable[str]) -> str:
    return f"| {' | '.join(' '.join(plain(cell).replace('|', '/').split()) for cell in cells)} |"


def _label(value: Any, limit: int = _LABEL) -> str | None:
    """Return a value that is one line of plain text of at most `limit` characters; None for any other value."""
    if not isinstance(value, str):
        return None
    line = " ".join(plain(value[: limit + 1]).split())
    fits = line and len(line) <= limit and all(unicodedata.category(char) not in {"Cc", "Cf"} for char in line)
    return line if fits else None


def _day(value: Any) -> date | None:
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
