"""Words that look like others: letters of two scripts in one word, or characters that no reader sees inside it (SPEC EVI-13)."""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_][\w\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*")
_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
"""Scripts whose letters look alike (Unicode Technical Standard 39)."""
_UNSEEN = re.compile(r"(?<=\w)[\u200b-\u200f\u2060-\u2064\ufeff](?=\w)")
"""A soft hyphen is no disguise: print and web pages hold it where a line may break."""


def disguised(text: str) -> str | None:
    """The first word of `text` that a reader sees as another one than it is; None where there is none."""
    for match in _WORD.finditer(text):
        word = match.group()
        if word.isascii():
            continue
        scripts = {
            name
            for letter in word
            if letter.isalpha() and (name := unicodedata.name(letter, "").partition(" ")[0]) in _ALIKE
        }
        if len(scripts) > 1 or _UNSEEN.search(word):
            return word
    return None
