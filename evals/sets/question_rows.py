"""Reads question sets in JSON lines: `id, question, docs, answer, evidence, answerable, label`.

`docs`: `{id, title, text}`, `{id, pdf}` with a path relative to the folder of the file, or `table` with the cells of a
table, row by row. `answer`: alternative right answers. `evidence`: `{doc, page}` with 1-based pages, or `{doc, quote}`.
`meta.company` is optional: the company that the documents belong to. Other fields are ignored.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ...errors import SettingsError
from ...stores.kb.given_file import read_given

LARGEST = 500_000_000
"""The maximum number of bytes of a set's file."""


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


def read_rows(path: Path) -> tuple[Row, ...]:
    """Return the rows of one set. Raises SettingsError, which names the invalid line."""
    try:
        lines = read_given(path, LARGEST).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path}: cannot be read as a question set ({getattr(error, 'strerror', None) or error}); give a UTF-8 file of JSON lines"
        ) from None
    return tuple(_rows(path, lines))


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
