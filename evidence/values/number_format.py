"""Decides whether a text uses a decimal comma or a decimal point: “500.000 Euro” is half a million in a German
contract."""

import re
from typing import Literal

from ..lexicon.small_words import SMALL_WORDS

_UNSETTLED = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+)(?!\d|[.,]\d)")
"""Numbers whose value depends on the decimal sign."""
_COMMA_SURE = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,})(?!\d|[.,]\d)")
_POINT_SURE = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|'\d{3})(?!\d|,\d)")
_WORDS = re.compile(r"[^\W\d_]+")
_COMMA_LANGUAGES: tuple[Literal["de", "fr", "es"], ...] = ("de", "fr", "es")
_FEW_WORDS = 2
"""The fewest small words of a language that show its number format."""
_SWAPPED = str.maketrans(".,", ",.")


def with_decimal_points(page: str) -> str:
    """Return the folded text with its numbers in English format, at the same offsets. It is unchanged unless an
    unambiguous number, or the language of the small words, shows decimal commas."""
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
