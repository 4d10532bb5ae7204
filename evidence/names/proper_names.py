"""Finds capitalised names in running text, to propose bridges and to check whether a text names anyone."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ..language.sentences import sentence_spans
from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.small_words import STOP_WORDS

_PART = r"[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][\w&'’.-]*"
_NAME = re.compile(rf"{_PART}(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|and|&)[ \t\n])?{_PART})*")


def proper_names(text: str) -> Iterator[str]:
    """Yields the names of the text in order, as written: runs of capitalised words, also joined by words such as "of", "de" and "and".

    A capitalised word that opens a sentence and is a common word is dropped from the run. Known false matches: headings in title case, and
    common nouns capitalised for emphasis. Text in scripts without capitals yields no names.
    """
    for start, end in sentence_spans(text):
        for found in (piece for match in _NAME.finditer(text, start, end) for piece in _by_line(match.group())):
            parts = found.rstrip(".,'’").split()
            first, last = 0, len(parts)
            while first < last and _is_common(parts[first]):
                first += 1
            while first < last and _is_common(parts[last - 1]):
                last -= 1
            name = " ".join(parts[first:last]).removesuffix("'s").removesuffix("’s")
            if len(name) > 1 and name.casefold() not in MONTHS_AND_DAYS:
                yield name


def _by_line(run: str) -> list[str]:
    """Returns the run, split where a line in capitals meets a line that is not in capitals: in a signature block, the printed name follows
    the signed name."""
    lines = run.split("\n")
    pieces = [lines[:1]]
    for before, line in pairwise(lines):
        if before.isupper() == line.isupper():
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return ["\n".join(piece) for piece in pieces]


def names_somebody(name: str) -> bool:
    """Whether the name has two or more words that are not all in capitals: true of "Stavenholt Vaults Ltd", not of "SG&A" or "RESOLVED"."""
    return " " in name and not name.isupper()


def reads_as_name(text: str) -> bool:
    """Whether a text can be a name: it contains a capital, or a letter of a script without capitals, and no function word begins or ends
    it. True of "Dr. Ines Orrin", "de la Rue" and "北风有限公司"; false of "and The Bank" and "drove reduction"."""
    parts = text.split()
    if not parts or (parts[0].islower() and _is_common(parts[0])) or _is_common(parts[-1]):
        return False
    return any(letter.isalpha() and not letter.islower() for letter in text)


def _is_common(word: str) -> bool:
    return word.casefold() in STOP_WORDS or word.casefold() in {"and", "of", "the"}
