"""Checks the input of an audit: an answer that is not empty, and chunks with an id and a text each (SPEC AUD-1)."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import AuditInputError
from ..claims.split_claims import LONGEST_ANSWER
from ..guards.prepared_source import PreparedText

Chunks = tuple[PreparedText, ...]
"""Prepared chunks, in the order in which they were given."""

_NAMED_AT_ONCE = 5


def checked_answer(answer: object) -> str:
    """Return the answer as text. Raises AuditInputError if it is not a string, is empty, is longer than
    `LONGEST_ANSWER`, or cannot be encoded as UTF-8.

    Example: “Rent is £90.” is returned unchanged; “ ” is an error.
    """
    if not isinstance(answer, str):
        raise AuditInputError(f"the answer is a {type(answer).__name__}; give it as text")
    if not answer.strip():
        raise AuditInputError("the answer is empty; give the text to audit")
    if len(answer) > LONGEST_ANSWER:
        raise AuditInputError(
            f"the answer has {len(answer):,} characters, and at most {LONGEST_ANSWER:,} are audited at once; "
            "give it in parts"
        )
    return _encodable(answer, "the answer")


def checked_chunks(chunks: Iterable[Any]) -> Chunks:
    """Return the chunks, prepared for an audit. Each chunk is a mapping or an object with an `id` and a `text`; other
    fields are ignored.

    Raises AuditInputError with up to five faults if chunks are invalid, or if there are none.

    Example: `[{"id": "c1", "text": "Rent is £90."}]` gives one prepared chunk with the id “c1”.
    """
    if isinstance(chunks, str | bytes | Mapping) or not isinstance(chunks, Iterable):
        raise AuditInputError(f"chunks: a list of chunks is needed, not a {type(chunks).__name__}")
    found: list[PreparedText] = []
    faults: list[str] = []
    first: dict[str, int] = {}
    for number, chunk in enumerate(chunks, 1):
        try:
            name, text = _read(chunk)
        except AuditInputError as error:
            faults.append(f"chunk {number}: {error}")
            continue
        if name in first:
            faults.append(f"chunk {number}: the id “{name}” is that of chunk {first[name]}; give each its own")
        first.setdefault(name, number)
        found.append(PreparedText(name, text))
    if faults:
        raise AuditInputError(listed(faults))
    if not found:
        raise AuditInputError("there are no chunks; give at least one, since only the chunks count as evidence")
    return tuple(found)


def listed(faults: list[str]) -> str:
    """Return the descriptions of faults joined into one message.

    Example: `listed(["chunk 1: “id” is missing", "chunk 2: “text” is missing"])` gives
    `"chunk 1: “id” is missing; chunk 2: “text” is missing"`.
    """
    more = len(faults) - _NAMED_AT_ONCE
    return "; ".join(faults[:_NAMED_AT_ONCE]) + (f"; and {more} more" if more > 0 else "")


def _read(chunk: object) -> tuple[str, str]:
    name, text = (_field(chunk, field) for field in ("id", "text"))
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise AuditInputError(f"“id” must be a non-empty text, not {_shown(name)}")
    if not isinstance(text, str):
        raise AuditInputError(f"“text” must be a text, not {_shown(text)}")
    if not text.strip():
        raise AuditInputError(f"“text” of “{name}” is empty; give the chunk's text, or leave the chunk out")
    return _encodable(name, "“id”"), _encodable(text, f"“text” of “{name}”")


def _field(chunk: object, field: str) -> object:
    held = chunk.get(field, _MISSING) if isinstance(chunk, Mapping) else getattr(chunk, field, _MISSING)
    if held is _MISSING:
        raise AuditInputError(f"“{field}” is missing; a chunk is {{“id”: …, “text”: …}}")
    return held


_MISSING = object()


def _shown(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 40 else f"{written[:40]}…"


def _encodable(text: str, what: str) -> str:
    """Return the text unchanged. Raises AuditInputError if UTF-8 cannot encode it, because it contains half of a
    surrogate pair."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise AuditInputError(
            f"{what} has an invalid character at position {error.start}; encode it as UTF-8"
        ) from None
    return text
