"""Reads question sets in JSON lines: `id, question, docs, answer, evidence, answerable, label`.

`docs`: `{id, title, text}`, `{id, pdf}` with a path relative to the folder of the file, or `table` with the cells of a
table, row by row. `answer`: alternative right answers. `evidence`: `{doc, page}` with 1-based pages, or `{doc, quote}`.
`meta.company` is optional: the company that the documents belong to. Other fields are ignored.

A set in a file `NAME.jsonl.z`, compressed with zlib, is *sealed*: nobody reads its rows. It is unpacked in memory, and
only totals are printed.
"""

import errno
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ...errors import SettingsError
from ...stores.kb.given_file import read_given

LARGEST = 500_000_000
"""The maximum number of bytes of a set, unpacked."""
PACKED = ".z"
"""The last suffix of the file of a sealed set."""


class _Lenient(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Document(_Lenient):
    """A document of a row: its text, or the path of its PDF."""

    id: str = Field(min_length=1)
    title: str = ""
    text: str | None = None
    pdf: str | None = None
    table: tuple[tuple[str, ...], ...] = ()
    """The document as a table, row by row. The table is then ingested and not the text."""


class Gold(_Lenient):
    """The place of the answer: a page of a document, or a quote from it."""

    doc: str
    page: int | None = Field(default=None, ge=1)
    quote: str | None = None


class About(_Lenient):
    """Further data of a row, all of it optional."""

    company: str | None = None
    """The company to which the documents belong. Rows of one company share documents."""
    wrong: str | None = None
    """The value that contradicts `answer` in a row whose documents conflict, or the first of several."""

    @field_validator("wrong", mode="before")
    @classmethod
    def _first(cls, given: Any) -> Any:
        return next(iter(given), None) if isinstance(given, list) else given


class Row(_Lenient):
    id: str
    question: str = Field(min_length=1)
    docs: tuple[Document, ...] = ()
    answer: tuple[str, ...] = ()
    evidence: tuple[Gold, ...] = ()
    answerable: bool
    label: str | None = None
    meta: About = About()

    @field_validator("answer", mode="before")
    @classmethod
    def _as_texts(cls, given: Any) -> Any:
        several = given if isinstance(given, list) else [] if given is None else [given]
        return tuple(str(way) for group in several for way in (group if isinstance(group, list) else [group]))


def is_sealed(path: Path) -> bool:
    return path.suffix == PACKED


def set_name(path: Path) -> str:
    """Return the name of a set: its file name without `.jsonl` and `.z`."""
    return (path.with_suffix("") if is_sealed(path) else path).stem


def refuse_sealed(paths: Iterable[Path], shows_rows: str) -> None:
    """Raise SettingsError if a set is sealed. `shows_rows`: the options that print rows, as the user can change them."""
    for path in paths:
        if is_sealed(path):
            raise SettingsError(f"{path}: the set is sealed, so only its totals are printed; {shows_rows}")


def read_lines(path: Path) -> list[str]:
    """Return the lines of one set, unpacked if it is sealed. Raises SettingsError if they cannot be read."""
    try:
        data = read_given(path, LARGEST)
        return (_unpacked(data) if is_sealed(path) else data).decode("utf-8").splitlines()
    except UnicodeDecodeError:
        problem = "not UTF-8"
    except zlib.error:
        problem = f"not compressed with zlib, as {PACKED} requires"
    except OSError as error:
        problem = error.strerror or str(error)
    raise SettingsError(f"{path}: cannot be read as a question set ({problem}); give a UTF-8 file of JSON lines")


def _unpacked(data: bytes) -> bytes:
    packed = zlib.decompressobj()
    text = packed.decompress(data, LARGEST)
    if packed.unconsumed_tail:
        raise OSError(errno.EFBIG, f"the unpacked set is longer than {LARGEST:,} bytes")
    if not packed.eof:
        raise zlib.error("the file is cut off")
    return text


def read_rows(path: Path) -> tuple[Row, ...]:
    """Return the rows of one set. Raises SettingsError, which names the invalid line."""
    return tuple(_rows(path, read_lines(path)))


def _rows(path: Path, lines: Sequence[str]) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield Row.model_validate(json.loads(line))
        except json.JSONDecodeError as error:
            raise SettingsError(
                f"{path}, line {number}: not JSON ({error.msg}); each line must be one object"
            ) from None
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise SettingsError(f"{path}, line {number}: {where}: {problem['msg'].lower()}") from None
