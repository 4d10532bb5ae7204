"""Returns the name of a column or heading without the sentences that only introduce the table."""

import re

from .table_units import unit_stated

_LEADS_IN = re.compile(
    r"\b(?:as follows|the following (?:tables?|schedules?|charts?|summary|is|are|sets?|shows?|presents?)"
    r"|(?:set forth|shown|presented|summari[sz]ed|listed|included|described) (?:below|above|in the (?:following )?tables?))\b",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"(?<=[a-z0-9)][.:])\s+(?=[A-Z0-9(])")
_WORDS_OF_A_SENTENCE = 6


def header_name(name: str) -> str:
    """The name without the sentences before it: “2024” of “The following table shows our sales. 2024”; "" where nothing else is left, and
    where it is only the unit of the table (“€ million”)."""
    if only_unit(name):
        return ""
    parts = _SENTENCE_ENDS.split(name)
    kept = [
        part
        for at, part in enumerate(parts)
        if not _LEADS_IN.search(part) and (at == len(parts) - 1 or not is_sentence(part))
    ]
    return " ".join(kept).strip()


def only_unit(name: str) -> str:
    """The name where it is a statement of a unit and nothing else: “€ million”; else ""."""
    stated = unit_stated(name)
    return name if stated and not re.search(r"\w", name[: stated.start] + name[stated.end :]) else ""


def is_sentence(text: str) -> bool:
    """Whether a text is a whole statement, and so no name of anything."""
    return text.rstrip().endswith((".", "!")) and len(text.split()) >= _WORDS_OF_A_SENTENCE
