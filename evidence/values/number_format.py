"""Which sign a text uses for decimals: "500.000 Euro" is half a million in a German contract, and "2,500 kg" two and a half."""

import re
from typing import Literal

from ..lexicon.small_words import SMALL_WORDS

_UNSETTLED = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+)(?!\d|[.,]\d)")
"""Numerals that a text with decimal commas and one with decimal points mean differently."""
_COMMA_SURE = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,})(?!\d|[.,]\d)")
_POINT_SURE = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|'\d{3})(?!\d|,\d)")
_WORDS = re.compile(r"[^\W\d_]+")
_COMMA_LANGUAGES: tuple[Literal["de", "fr", "es"], ...] = ("de", "fr", "es")
_FEW_WORDS = 2
"""Small words of a language, at least, before its convention is taken for the text's."""
_SWAPPED = str.maketrans(".,", ",.")


def with_decimal_points(page: str) -> str:
    """Folded text with its numerals in the English convention, at the same offsets. Unchanged where nothing says that the text has
    decimal commas: neither a numeral that can only be read so nor the language of its small words."""
    if not _UNSETTLED.search(page) or not _has_decimal_commas(page):
        return page
    return _UNSETTLED.sub(lambda match: match[0].translate(_SWAPPED), page)


def _has_decimal_commas(page: str) -> bool:
    if _POINT_SURE.search(page):
        return False
    if _COMMA_SURE.search(page):
        return True
    said = set(_WORDS.findall(page))
    english = len(said & SMALL_WORDS["en"])
    return any(len(said & SMALL_WORDS[language]) >= max(_FEW_WORDS, english + 1) for language in _COMMA_LANGUAGES)
