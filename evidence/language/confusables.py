"""Finds disguised words (SPEC EVI-13): words that look like other words, or that contain characters which cannot be seen.

Each of these is a disguise:

- letters of two scripts in one word, or a word of letters that are foreign to its text and look like Latin ones
  (the skeleton of Unicode Technical Standard 39)
- styled letters in place of plain ones: mathematical, full-width, or small capitals
- invisible characters within a word, and a word of tag characters
- controls that show a text in another order than it is stored
- a digit in place of a letter, or a letter between digits
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ..lexicon.lookalike_letters import LOOKALIKES, SMALL_CAPITALS
from ..quotes.folding import INVISIBLE

_SOFT_HYPHEN = "\u00ad"
_UNSEEN = (
    INVISIBLE.replace(_SOFT_HYPHEN, "")
    + "\u115f\u1160\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
)
"""Invisible characters. The soft hyphen is left out, because documents use it to mark where a line may break."""
_WORD = re.compile(rf"\w[\w{_SOFT_HYPHEN}{_UNSEEN}]*")
_ALIKE = frozenset("LATIN CYRILLIC GREEK ARMENIAN CHEROKEE COPTIC LISU".split())
"""Scripts with letters that look like letters of another of them (Unicode Technical Standard 39)."""
_STYLED = frozenset("FULLWIDTH MATHEMATICAL".split())
"""First words in the names of characters that are styled forms of ASCII characters."""
_INSIDE = re.compile(rf"(?<=\w)[{_UNSEEN}]+(?=\w)")
_OVERRIDDEN = re.compile(r"[\u202d\u202e][^\w\u202c\n]*\w[^\u202c\n]{0,200}")
_TURNED = re.compile(r"[\u202b\u2067][^\w\u202c\u2069\n]*\w[^\u202c\u2069\n]{0,200}")
"""Text after a control character that reverses its order, up to the control character that ends the reversal."""
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAGS = re.compile("(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+")
"""Tag characters. They are invisible, and have a purpose only in the emoji of flags."""
_SUSPECT = re.compile(
    r"[^\x00-\u00ac\u00ae-\u024f\u02b0-\u033f\u1e00-\u1eff\u2010-\u2029\u202f-\u205f\u2070-\u27ff\u2900-\u2bff\u3001-\u303f]"
)
"""Any character that a disguise may use. Plain Latin text with its usual marks and symbols has none."""
_FIGURE_BY_LETTER = re.compile(r"[^\W\d_][01]|[01][^\W\d_]|\d[OolI]+\d")
_IN_FIGURES = re.compile(r"\d[\dOolI]*[OolI][\dOolI]*(?<=\d)")
"""A number with a letter in place of a digit, such as “9O0”."""
_FIGURES = str.maketrans("01", "ol")
_SMALL = frozenset(
    "not no none nor nobody only unless until without or all also exclude excluded excluding allowed prohibited".split()
)
"""Words with an “o” or an “l” that reverse the meaning of a sentence. Only for these does a digit in place of a letter
count as a disguise: “m0” and “h1” are names of things."""
_SHORTEST_STYLED = 4
"""The minimum length of a disguise in styled letters, apart from the words above. Formulas have shorter ones."""


def disguised(text: str) -> str | None:
    """Return the first word of `text` that looks like another word because of a disguise, or None.

    Example: in “the pаyment is due” with a Cyrillic “а”, it is “pаyment”.
    """
    return next((word for word, _ in _disguises(text)), None)


def disguised_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each disguised word of a document, in order. Words are compared with those of their line."""
    start = 0
    for line in text.splitlines(keepends=True):
        for word, at in _disguises(line):
            yield start + at, start + at + len(word)
        start += len(line)


def with_code_points(text: str) -> str:
    """Return `text` with each disguising letter replaced by its code point: “n⟨U+043E⟩t”."""
    if text.isascii():
        return text
    parts, at = [], 0
    for word, start in _disguises(text):
        parts += [text[at:start], escaped(word)]
        at = start + len(word)
    return "".join([*parts, text[at:]])


def escaped(word: str) -> str:
    """Return a disguised word with each disguising letter replaced by its code point."""
    return "".join(_named(char) if _strange(char) else char for char in word)


def _disguises(text: str) -> Iterator[tuple[str, int]]:
    suspect = not text.isascii() and _SUSPECT.search(text) is not None
    if not suspect and _FIGURE_BY_LETTER.search(text) is None:
        return
    found = {at: len(word) for word, at in _disguised_words(text)}
    if suspect:
        unseen = [_OVERRIDDEN, _TAGS, *(() if _RIGHT_TO_LEFT.search(text) else (_TURNED,))]
        found |= {match.start(): len(match[0]) for pattern in unseen for match in pattern.finditer(text)}
    end = 0
    for at in sorted(found):
        if at >= end:
            end = at + found[at]
            yield text[at:end], at


def _disguised_words(text: str) -> Iterator[tuple[str, int]]:
    for match in _WORD.finditer(text):
        word = match.group()
        plain = word.replace(_SOFT_HYPHEN, "") if _SOFT_HYPHEN in word else word
        if plain.isascii():
            if _has_figure(plain) or (plain != word and plain.casefold() in _SMALL):
                yield word, match.start()
        elif _is_mixed(word) or _looks_latin(word, text):
            yield word, match.start()


def _has_figure(word: str) -> bool:
    if _IN_FIGURES.fullmatch(word):
        return True
    plain = word.casefold()
    return not plain.isalpha() and not plain.isdigit() and plain.translate(_FIGURES) in _SMALL


def _is_mixed(word: str) -> bool:
    scripts = {name for letter in word if letter.isalpha() and (name := _script(letter)) in _ALIKE}
    if len(scripts) > 1 and not _is_symbol(word):
        return True
    hidden = _INSIDE.search(word)  # other scripts may need an invisible character between their letters
    return hidden is not None and all(
        char.isdigit() or _script(char) in _ALIKE for char in (word[hidden.start() - 1], word[hidden.end()])
    )


def _is_symbol(word: str) -> bool:
    """Return whether a word has a single foreign letter that looks like no Latin letter, as in “μg” and “ΔT”."""
    foreign = [char for char in word if not char.isascii()]
    return len(foreign) == 1 and _script(foreign[0]) == "GREEK" and _plain(foreign[0]) is None


def _looks_latin(word: str, text: str) -> bool:
    """Return whether a word of `text` only looks like a Latin word or a number. Letters of a script are no disguise if
    the text uses the script in other words too."""
    plain = ""
    for char in word:
        if not char.isalnum():
            continue
        if (letter := _plain(char)) is None:
            return False
        plain += letter
    foreign = {char for char in word if char.isalnum() and not _is_native(char)}
    if not foreign or len(plain) < 2:
        return False
    if all(_is_styled(char) for char in foreign):
        phonetic = not foreign.isdisjoint(SMALL_CAPITALS) and any(_is_native(char) for char in word)
        long = (len(plain) >= _SHORTEST_STYLED or plain.isdigit()) and not phonetic
        if not long and plain.casefold() not in _SMALL:
            return False
    letters = [char for char in text.replace(word, " ") if char.isalpha()]
    native = sum(_is_native(char) for char in letters)
    return 2 * native > len(letters) and all(_plain(char) for char in letters if not _is_native(char))


@lru_cache(maxsize=16_384)
def _plain(char: str) -> str | None:
    """Return the ASCII characters that a character looks like, or None. A Latin letter with an accent is returned
    unchanged."""
    plain = LOOKALIKES.get(char) or SMALL_CAPITALS.get(char) or unicodedata.normalize("NFKC", char)
    return plain if plain.isascii() or _script(char) == "LATIN" else None


@lru_cache(maxsize=16_384)
def _is_native(char: str) -> bool:
    """Return whether a letter or digit is an ordinary letter or digit of Latin text."""
    return char.isascii() or (
        _script(char) not in _STYLED
        and char not in SMALL_CAPITALS
        and char not in LOOKALIKES
        and (_script(char) == "LATIN" or unicodedata.normalize("NFKC", char).isascii())
    )


def _is_styled(char: str) -> bool:
    return char in SMALL_CAPITALS or _script(char) in _STYLED


@lru_cache(maxsize=16_384)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _strange(char: str) -> bool:
    return not char.isascii() and (not char.isalnum() or not _is_native(char))


def _named(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"
