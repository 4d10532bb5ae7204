"""Finds capitalised names in running text. They propose bridges (names that link the subject to other documents), and
show whether a text names anyone."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ..language.sentences import sentence_spans
from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.small_words import STOP_WORDS
from .definitions import GENERIC_NAMES
from .same_name import name_key, split_suffix

_PART = r"[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][\w&'’.-]*"
_NAME = re.compile(
    rf"{_PART}(?:(?:[ \t]|\n(?![^\n:]{{1,40}}:))(?:(?:of|de|van|von|der|la|le|du|and|&)[ \t\n])?{_PART})*"
)
"""A name may go on in the next line, unless that line begins with a label (“Treasurer: Ann Lee”)."""

HONORIFIC = re.compile(
    r"^(?:Mr|Mrs|Ms|Dr|Sir|Dame|Lord|Lady|King|Queen|President|Professor|Prof|Saint|St|General|Pope|Emperor)\.?$"
)


def proper_names(text: str) -> Iterator[str]:
    """Yield the names in the text in order, as written. A name is a run of capitalised words, which words such as "of",
    "de" and "and" may join.

    A common word that opens a sentence is not part of a name. Known false matches: headings in title case, and common
    nouns with a capital for emphasis. Text in scripts without capitals yields no names.
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
    """Return the run of words, split where a line in capitals meets another line. In a signature block, the printed
    name follows the signed name in this way.

    Example: the lines “ANN LEE” and “Ann Lee” are two runs.
    """
    lines = run.split("\n")
    pieces = [lines[:1]]
    for before, line in pairwise(lines):
        if before.isupper() == line.isupper():
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return ["\n".join(piece) for piece in pieces]


def reads_as_name(text: str) -> bool:
    """Return whether a text can be a name.

    It must contain a capital, or a letter of a script without capitals, and must not begin or end with a function word.
    True for "Dr. Ines Orrin", "de la Rue" and "北风有限公司"; false for "and The Bank" and "drove reduction".
    """
    parts = text.split()
    if not parts or (parts[0].islower() and _is_common(parts[0])) or _is_common(parts[-1]):
        return False
    return any(letter.isalpha() and not letter.islower() for letter in text)


def may_be_short_for(found: str, name: str) -> bool:
    """Return whether the name `found` can be a short form of `name`: some of its words, such as a surname, or its
    initials. Legal forms are no part of a short form, and a generic word ("the Company") is none by itself.

    True for "Tarn", "TOL" and "Ms Lind", if `name` is "Tarn Optics Ltd" or "Ada Lind"; false for "Tarn Glass" and "Tarn
    Ltd". A short form may also be of another name, so this is no proof.
    """
    words = [word for word in found.split() if not HONORIFIC.match(word)]
    short = name_key(" ".join(words)).split()
    core = name_key(split_suffix(name)[0]).split()
    if split_suffix(found)[1] or not short or set(short) <= GENERIC_NAMES:
        return False
    initials = {"".join(word[0] for word in name_key(form).split()) for form in (name, " ".join(core)) if form}
    return set(short) <= set(core) or (len(words) == 1 and len(found) > 1 and found.isupper() and short[0] in initials)


def _is_common(word: str) -> bool:
    return word.casefold() in STOP_WORDS or word.casefold() in {"and", "of", "the"}
