"""Capitalised names in running text: a rule that proposes, for bridges and for telling whether a text names anyone at all."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ..language.sentences import sentence_spans
from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.small_words import STOP_WORDS

_PART = r"[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][\w&'’.-]*"
_NAME = re.compile(rf"{_PART}(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|and|&)[ \t\n])?{_PART})*")


def proper_names(text: str) -> Iterator[str]:
    """Names of the text in order, each as it stands: runs of capitalised words, joined over "of", "de", "and" and their like.

    A capitalised word that opens a sentence and is a common word is dropped from the run. Known to let through: headings in title
    case, and common nouns capitalised for emphasis. Text in scripts without capitals gives none.
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
    """The run, parted where a line in capitals ends beside one that is not: a name in print under the same name as signed."""
    lines = run.split("\n")
    pieces = [lines[:1]]
    for before, line in pairwise(lines):
        if before.isupper() == line.isupper():
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return ["\n".join(piece) for piece in pieces]


def names_somebody(name: str) -> bool:
    """Two words or more, not all of them capitals: "Stavenholt Vaults Ltd", and not "SG&A" or "RESOLVED"."""
    return " " in name and not name.isupper()


def reads_as_name(text: str) -> bool:
    """Whether a text can be a name as it stands: some letter of it is a capital, or of a script without capitals, and no small word opens
    or closes it: "Dr. Ines Orrin", "de la Rue" and "北风有限公司", not "and The Bank" nor "drove reduction"."""
    parts = text.split()
    if not parts or (parts[0].islower() and _is_common(parts[0])) or _is_common(parts[-1]):
        return False
    return any(letter.isalpha() and not letter.islower() for letter in text)


def _is_common(word: str) -> bool:
    return word.casefold() in STOP_WORDS or word.casefold() in {"and", "of", "the"}
