"""Finds disguised words (SPEC EVI-13): letters of two scripts in one word, invisible characters inside, or a digit in
place of a letter."""

import re
import unicodedata
from collections.abc import Iterator

_UNSEEN = "\u200b-\u200f\u2060-\u2064\ufeff"
_WORD = re.compile(rf"\w[\w\u00ad{_UNSEEN}]*")
_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
"""Scripts with letters that look like letters of another of them (Unicode Technical Standard 39)."""
_INSIDE = re.compile(rf"(?<=\w)[{_UNSEEN}]+(?=\w)")
"""Invisible characters inside a word. The soft hyphen is left out: documents use it to mark where a line may break."""
_FIGURES = str.maketrans("01", "ol")
_SMALL = frozenset(
    "not no none nor nobody only unless until without or all also exclude excluded excluding allowed prohibited".split()
)
"""Words with an “o” or an “l” that reverse the meaning of a sentence. Only for these does a digit in place of a letter
count as a disguise: “m0” and “h1” are names of things."""


def disguised(text: str) -> str | None:
    """Return the first word of `text` that looks like another word because of a disguise, or None.

    Example: in “the pаyment is due” with a Cyrillic “а”, it is “pаyment”.
    """
    return next((word for word, _ in _disguises(text)), None)


def with_code_points(text: str) -> str:
    """Return `text` with each disguising letter replaced by its code point: “n⟨U+043E⟩t”."""
    if text.isascii():
        return text
    parts, at = [], 0
    for word, start in _disguises(text):
        parts += [text[at:start], "".join(_named(char) if _strange(char) else char for char in word)]
        at = start + len(word)
    return "".join([*parts, text[at:]])


def _disguises(text: str) -> Iterator[tuple[str, int]]:
    for match in _WORD.finditer(text):
        word = match.group()
        if (word.isascii() and _has_figure(word)) or (not word.isascii() and _is_mixed(word)):
            yield word, match.start()


def _has_figure(word: str) -> bool:
    plain = word.casefold()
    return not plain.isalpha() and not plain.isdigit() and plain.translate(_FIGURES) in _SMALL


def _is_mixed(word: str) -> bool:
    scripts = {name for letter in word if letter.isalpha() and (name := _script(letter)) in _ALIKE}
    if len(scripts) > 1:
        return True
    hidden = _INSIDE.search(word)  # other scripts may need an invisible character between their letters
    return hidden is not None and all(
        char.isdigit() or _script(char) in _ALIKE for char in (word[hidden.start() - 1], word[hidden.end()])
    )


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _strange(char: str) -> bool:
    return not char.isascii() and (not char.isalnum() or (char.isalpha() and _script(char) != "LATIN"))


def _named(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"
