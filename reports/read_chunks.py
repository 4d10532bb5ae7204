"""Reads the answer and the chunks of an audit from files (SPEC AUD-1)."""

import json
from pathlib import Path

from ..errors import AuditInputError
from ..evidence.audit.audit_input import Chunks, checked_chunks, listed
from ..evidence.guards.prepared_source import PreparedText
from ..stores.kb.given_file import read_given

LARGEST_ANSWER = 800_000
"""The maximum number of bytes of an answer file, enough for the 200,000 characters that an audit accepts."""
LARGEST_CHUNKS = 200_000_000

_UTF8 = "save it as UTF-8"


def read_answer(path: Path) -> str:
    """Return the text of a file. Raises AuditInputError if it cannot be read or is too large."""
    data = _bytes(path, LARGEST_ANSWER, " at most 200,000 characters are audited at once;")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AuditInputError(f"{path}: not UTF-8 at byte {error.start}; {_UTF8}") from None


def read_chunks(path: Path) -> Chunks:
    """Return the chunks of a JSON lines file, one `{"id": …, "text": …}` per line. Other fields and empty lines are
    ignored.

    Raises AuditInputError, which names up to five invalid lines by number.
    """
    chunks: list[PreparedText] = []
    faults: list[str] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(_bytes(path, LARGEST_CHUNKS).split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            (chunk,) = checked_chunks([_read(line)])
        except AuditInputError as error:
            faults.append(f"line {number}: {str(error).removeprefix('chunk 1: ')}")
            continue
        if chunk.id in lines:
            faults.append(
                f"line {number}: the id “{chunk.id}” is also that of line {lines[chunk.id]}; give each chunk its own id"
            )
        lines.setdefault(chunk.id, number)
        chunks.append(chunk)
    if faults:
        raise AuditInputError(f"{path}: {listed(faults)}")
    if not chunks:
        raise AuditInputError(f'{path}: no chunks; give one {{"id": …, "text": …}} per line')
    return tuple(chunks)


def _read(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise AuditInputError(f"not UTF-8 at byte {error.start} of the line; {_UTF8}") from None
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        raise AuditInputError(f'not JSON ({reason}); each line must be {{"id": …, "text": …}}') from None


def _bytes(path: Path, most: int, limit: str = "") -> bytes:
    try:
        return read_given(path, most)
    except OSError as error:
        raise AuditInputError(
            f"{path}: cannot be read ({error.strerror or error});{limit} check the path, or give it in parts"
        ) from None
