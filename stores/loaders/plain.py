"""Loads plain text with its unambiguous headings, and decodes all text files. Lines do not change, so line numbers are
those of the file."""

import codecs
import re
from collections.abc import Sequence

from charset_normalizer import from_bytes

from ...errors import IngestError
from ...evidence.language.verbs import is_past
from ...evidence.lexicon.word_forms import AUXILIARIES
from ..documents.loaded import Heading, LoadedDocument, LoadIssue
from .numbered import ENDS_LIKE_TEXT, NUMBERED
from .quoted_lines import quoted_lines
from .stated_date import stated_date

EXTRACTOR = "text/3"

_SAMPLE = 1_000_000
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
UNSEEN = re.compile("[\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]|\x1b\\[[0-9;?]*[@-~]|[^\n]\x08")
"""Characters that a person does not see, or does not see in this form.

They are invisible characters, which can hide or split words; terminal control sequences; and the overstruck letters
that a terminal shows as bold.
"""
_UNDERLINE = re.compile(r"^([=\-~^\"'#*+`])\1{2,}$")
_LONGEST = 90
_MOST_WORDS = 10
_MOST_WORDS_OF_TITLE = 6
"""The maximum number of words of a title that only its place above a paragraph shows, and of a numbered one that ends in
a full stop: “2. Term and Termination.”"""
_TITLE = re.compile(r"[^\W\d_a-z][^\d.;!?|\t]*[^\W\d_]")
_PROSE = re.compile(r"(?:\d{1,2}[.)]\s+)?[\"“'(]?[^\W\d_a-z].*[.!?…。！？][\"”’)]*\s*", re.DOTALL)
_LOWEST = 9
_READ = 40
"""The number of lines after a title in which its paragraph ends."""


def decode(data: bytes, name: str) -> tuple[str, tuple[LoadIssue, ...]]:
    r"""Return the text with "\n" as line end, and an issue if the encoding was guessed.

    The encoding is that of the byte order mark, else UTF-8, else the most likely one. Raises `IngestError` for binary
    content and undecodable text.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return _readable(data.decode(encoding))
            except UnicodeDecodeError as error:
                raise IngestError(
                    f"{name}: damaged {encoding} text ({error.reason} at byte {error.start}); save it again as UTF-8"
                ) from None
    if b"\0" in data:
        raise IngestError(
            f"{name}: binary content in a text file (NUL bytes); give it the right extension, or remove it"
        )
    try:
        return _readable(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    best = from_bytes(data[:_SAMPLE]).best()
    for encoding in filter(None, (best.encoding if best else None, "cp1252")):
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        if _reads_as_text(text):
            read, issues = _readable(text)
            return read, (LoadIssue(where="encoding", reason=f"not UTF-8; read as {encoding}, a guess"), *issues)
    raise IngestError(f"{name}: unknown text encoding; save it as UTF-8")


def _readable(text: str) -> tuple[str, tuple[LoadIssue, ...]]:
    """Return the text with "\\n" as line end and without invisible characters."""
    seen, hidden = UNSEEN.subn("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return seen, (removed_characters(hidden),) if hidden else ()


def removed_characters(hidden: int) -> LoadIssue:
    return LoadIssue(where="text", reason=f"{hidden} invisible characters were removed")


def _reads_as_text(text: str) -> bool:
    controls = sum(1 for c in text[:_SAMPLE] if c < " " and c not in "\t\n\r\f")
    return controls <= len(text[:_SAMPLE]) / 1_000


def load_plain(
    text: str, issues: tuple[LoadIssue, ...] = (), *, title: str | None = None, media_type: str = "text/plain"
) -> LoadedDocument:
    return LoadedDocument(
        text=text,
        media_type=media_type,
        extractor=EXTRACTOR,
        title=title,
        updated_at=stated_date(text),
        headings=find_text_headings(text),
        marks=quoted_lines(text),
        issues=issues,
    )


def find_text_headings(text: str) -> tuple[Heading, ...]:
    """Return the headings with their levels.

    Underlined headings rank by the first use of their underline character. Headings with a unit or in capitals have
    level 1. A decimal number has the level of its depth. A title directly above or one blank line above a paragraph
    of sentences has the lowest level.
    """
    lines = text.split("\n")
    headings = []
    underlines: list[str] = []
    position = 0
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    for index, line in enumerate(lines):
        shown = line.rstrip()
        before = lines[index - 1].strip() if index else ""
        after = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
        underline = _UNDERLINE.match(after)
        level = None
        if shown and not before and len(shown) <= _LONGEST:
            if underline and len(after) >= 0.8 * len(shown) and not _UNDERLINE.match(shown):
                if underline[1] not in underlines:
                    underlines.append(underline[1])
                level = underlines.index(underline[1]) + 1
            else:
                below = lines[index + 1 : index + _READ]
                level = (None if after else _level(shown)) or _level_above(shown, below, opens=index == first)
        if level is not None:
            headings.append(Heading(start=position, end=position + len(shown), level=min(level, _LOWEST)))
        position += len(line) + 1
    return tuple(headings)


def _level(line: str) -> int | None:
    """Return the level of a line between blank lines, or None if it is text."""
    number = NUMBERED.match(line)
    if number and line.endswith(".") and not (number["decimal"] and _is_sentence(line[number.end() : -1].split())):
        line = line[:-1]
    if ENDS_LIKE_TEXT.search(line) or line.count(" ") >= _MOST_WORDS:
        return None
    if number and number.end() < len(line) and line[number.end()].isupper():
        return 1 + (number["decimal"].count(".") if number["decimal"] else 0)
    letters = sum(character.isalpha() for character in line)
    if (
        line.upper() == line
        and line.lower() != line
        and letters >= 5
        and letters > 0.6 * len(line)
        and line[0].isalnum()
    ):
        return 1
    return None


def _level_above(line: str, following: Sequence[str], *, opens: bool) -> int | None:
    """Return the level of a title above a paragraph of sentences, or None if the line is no title.

    A title has few words and none that are typical of sentences and of values: no verb, figure or mark at its end. A
    line that opens the text may have other lines below it before the sentences, unless it is one of several fields,
    such as “From: Ann Lee”.
    """
    number = NUMBERED.match(line)
    title = line[number.end() if number else 0 :]
    if not _TITLE.fullmatch(title) or _is_sentence(title.split()):
        return None
    paragraph, *later = re.split(r"\n\s*\n", "\n".join(following).strip("\n"))
    if _PROSE.fullmatch(paragraph) and not re.search("[,:]", title):
        return 1 + number["decimal"].count(".") if number and number["decimal"] else _LOWEST
    named = opens and number is None and not (":" in line and ":" in paragraph)
    return 1 if named and any(map(_PROSE.fullmatch, later)) else None


def _is_sentence(words: Sequence[str]) -> bool:
    """Return whether words are a sentence and no title: many, or with a verb."""
    return len(words) > _MOST_WORDS_OF_TITLE or any(
        word in AUXILIARIES or (word.islower() and is_past(word)) for word in words
    )
