"""Removes sentences that only introduce a table from the name of a column or heading."""

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
    """Return the name without introductory sentences: “2024” for “The following table shows our sales. 2024”. Return ""
    if nothing or only a unit (“€ million”) is left."""
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
    """Return the name if it is only a unit (“€ million”), else ""."""
    stated = unit_stated(name)
    return name if stated and not re.search(r"\w", name[: stated.start] + name[stated.end :]) else ""


def is_sentence(text: str) -> bool:
    """Return whether the text is a complete sentence, and therefore not a name.

    Example: `is_sentence("This chart shows our sales by region.")` gives `True`, and
    `is_sentence("Sales by region")` gives `False`.
    """
    return text.rstrip().endswith((".", "!")) and len(text.split()) >= _WORDS_OF_A_SENTENCE
