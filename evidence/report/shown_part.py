"""Selects the part of a quote that is shown. Only two things are left out: the label of its clause, and figures that
the question does not ask for. No words are added."""

import re
from collections.abc import Sequence

from ..language.words import content_stems

_LABEL = re.compile(
    r"(?:(?:[•*▪◦·‣]|#{1,6}(?=\s))\s*|(?:[-–—]|\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)|(?:[a-z]|[ivx]{2,4}|\d{1,2})\))\s+(?=[\"“'(]?[^\W\d_])"
    r"|(?:\d{1,2}(?:\.\d{1,2}){1,4}\.?|\d{1,2}\.)\s+(?=[\"“'(]?[A-ZÀ-ÖØ-Þ]))"
)
"""The label of a clause or an item: “3.1”, “(a)”, “2.”, “•”. The source line shows the place instead."""
_COUNTS = re.compile(
    r"\s*(?:Millionen|Million|Milliarden?|Mrd|Mio|Tausend|Prozent|Euro|EUR|GBP|USD|Tage?|Wochen?|Monate?|Jahre?|Stunden?"
    r"|Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])",
    re.IGNORECASE,
)
_TIES_ON = re.compile(r"(?:;\s*(?:and|or|und|oder|et|ou|y|o)?|,\s*(?:and|or))\s*$")
_ENDS = re.compile(r"[.;:!?][\"”’)\]]*\s*$")
_PLAIN_NUMBER = re.compile(r"(?!\d+\.\d{1,2}\.\d)[\d.,\s]+")
"""A figure; “4.2.0” is the number of a version."""


def tidied(quote: str) -> str:
    """Return the quote on one line, without the label at its start (“3.1”, “(a)”, “•”) and the “; and” at its end."""
    line = _unlabelled_line(" ".join(quote.split()))
    return _TIES_ON.sub("", line) or line


def unlabelled(text: str) -> str:
    """Return the text without the labels at the start of its clauses, such as “4.1” and “(a)”. A number inside a wrapped
    sentence is not a label.

    Example: `unlabelled("4.1 Rent is due monthly.")` gives `"Rent is due monthly."`.
    """
    kept: list[str] = []
    for line in text.split("\n"):
        begins = not kept or not kept[-1].strip() or _ENDS.search(kept[-1])
        kept.append(_unlabelled_line(line) if begins else line)
    return "\n".join(kept)


def _unlabelled_line(line: str) -> str:
    label = _LABEL.match(line)
    if label and label.end() < len(line) and not _COUNTS.match(line, label.end()):
        return line[label.end() :]
    return line


def answering_cell(row: Sequence[tuple[str, str]], value: str | None, asked: Sequence[str]) -> int | None:
    """Return the index of the cell that answers, or None if no cell is clearly best. This is the cell with `value`, or
    the figure whose column name best matches the asked words.

    Example: `answering_cell([("", "Revenue"), ("2022", "5"), ("2023", "7")], None, ["2023"])` gives `2`.
    """
    places = [at for at, (_, text) in enumerate(row) if value is not None and text.strip() == value.strip()]
    if len(places) == 1:
        return places[0]
    wanted = {stem for word in asked for stem in content_stems(word)}
    scores = [
        len(wanted.intersection(content_stems(name))) if _PLAIN_NUMBER.fullmatch(text) else 0 for name, text in row
    ]
    best = max(scores, default=0)
    return scores.index(best) if best and scores.count(best) == 1 else None


def answering_cells(row: Sequence[tuple[str, str]], answering: int | None) -> tuple[tuple[str, str], ...]:
    """Return the row without the plain numbers after the answering cell. They are other figures, and do not limit the
    answer.

    Example: `answering_cells([("", "Revenue"), ("2022", "5"), ("2023", "7")], 1)` gives
    `(("", "Revenue"), ("2022", "5"))`.
    """
    if answering is None:
        return tuple(row)
    return tuple(
        (name, text) for at, (name, text) in enumerate(row) if at <= answering or not _PLAIN_NUMBER.fullmatch(text)
    )
