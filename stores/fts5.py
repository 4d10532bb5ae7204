"""Full-text queries in the words of SQLite's FTS5."""

from collections.abc import Sequence

from .fulltext import Names, Phrase

WEIGHTS = "1.0, 0.5, 0.7, 1.0, 0"
"""Of body, heading, title, grams, version."""
COLUMNS = "{body heading title grams}"
NAMED_AT_MOST = 64
"""Versions named one by one in a query; with more, its hits are looked through in order until enough are inside."""
RANKED = f"select rowid from fulltext where fulltext match ? order by bm25(fulltext, {WEIGHTS}), rowid"  # nosec B608 # constants
HOLDING = "select rowid from fulltext where fulltext match ?"


def expression(terms: Sequence[Phrase], names: Names | None, versions: Sequence[int] = ()) -> str:
    """Any of the terms, and one of the names, in one of the versions where these are few."""
    wanted = []
    if terms:
        wanted.append(f"({COLUMNS}: ({' OR '.join(map(_phrase, terms))}))")
    if names:
        wanted.append(f"({COLUMNS}: ({' OR '.join(map(_all, names))}))")
    if 0 < len(versions) <= NAMED_AT_MOST:
        wanted.append(f"(version: ({' OR '.join(_quoted(version_word(number)) for number in versions)}))")
    return " AND ".join(wanted)


def version_word(number: int) -> str:
    """What the passages of a version are found by."""
    return f"v{number}"


def _all(name: Sequence[Phrase]) -> str:
    return f"({' AND '.join(map(_phrase, name))})" if len(name) > 1 else _phrase(name[0])


def _phrase(one: Phrase) -> str:
    column = "grams:" if one.paired else ""
    return f"{column}{_quoted(one.text)}{' *' if one.begun else ''}"


def _quoted(text: str) -> str:
    """A string literal of FTS5: nothing in it is an operator."""
    return '"' + text.replace('"', '""') + '"'
