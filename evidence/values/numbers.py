"""Parses numbers as exact decimals: digits in the formats of several countries, and English number words.

Not parsed: number words of other languages, Roman numerals, Chinese numerals such as 十二, and powers of bases other than
ten (“2^10”).
"""

import re
from decimal import Context, Decimal
from typing import Literal, NamedTuple

from ..lexicon.number_words import FRACTIONS, ORDINALS, SCALES, TENS, UNITS
from ..lexicon.small_words import SMALL_WORDS

# No digit is rounded, and no trap is set, since reading a text must not raise.
EXACT = Context(prec=600, Emax=999_999_999, Emin=-999_999_999, traps=[])
_THIRDS = Context(prec=28, traps=[])
MOST_DIGITS = 4000  # longer runs of digits are keys or hashes

_ZEROS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x17E0, 0x1810, 0xFF10,
)  # fmt: skip
_FOLD = {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)} | str.maketrans(
    "％（）［］，．：／＋－＄￥￡〜～﹪٪٫٬’ʼ‘′‐‑\u2007\u2009\u202f\u2005\u2006\u200aμ",
    "%()[],.:/+-$¥£~~%%.,''''--\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0µ",
)


_WRAPPED = re.compile(r"(?<=[A-Za-z,])\n(?=[A-Za-z0-9£$€(])|(?<=[0-9])\n(?=[a-z])")
"""A line break inside a sentence: “at least one\\nday a week”, “more than\\n30 days”."""

_HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
r"""Characters that have no width on the screen. “1\u200b2” is displayed as 12."""
_NUMBER_WITH_HIDDEN = re.compile(rf"[0-9](?:[0-9.,]|[{_HIDDEN}]+(?=[.,]?[0-9]))*")


def folded(text: str) -> str:
    """Return `text` in lower case, with one form for each digit, sign and space. A line break between words becomes a
    space. Offsets are those of `text`.

    Example: `folded("ABOUT １２ – 5")` gives `"about 12 – 5"`.
    """
    if "\n" in text:
        text = _WRAPPED.sub(" ", text)
    lower = text.lower()
    if text.isascii():
        return lower
    if len(lower) != len(text):
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    page = lower.translate(_FOLD)
    return _NUMBER_WITH_HIDDEN.sub(_shown, page) if any(char in page for char in _HIDDEN) else page


def _shown(match: re.Match[str]) -> str:
    """Return the number without invisible characters, padded with leading zeros to the same length."""
    raw = match.group()
    return "".join(char for char in raw if char not in _HIDDEN).rjust(len(raw), "0")


class Numeral(NamedTuple):
    """A number as written, without sign, unit or magnitude. `resolution`: the value of a step in its last digit.

    Example: “twenty-five” is the value 25 in words, and ends at offset 11.
    """

    end: int
    value: Decimal
    form: Literal["plain", "point", "grouped", "spaced", "fraction", "comma", "word", "ordinal"]


_HALVES = {
    "½": "0.5", "¼": "0.25", "¾": "0.75", "⅛": "0.125", "⅜": "0.375", "⅝": "0.625", "⅞": "0.875", "⅕": "0.2", "⅖": "0.4",
    "⅗": "0.6", "⅘": "0.8",
}  # fmt: skip
VULGAR = "½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘"
_DIGITS = re.compile(
    r"(?P<european>[0-9]{1,3}(?:\.[0-9]{3}){1,40},[0-9]{1,2}(?![0-9,])|[0-9]{1,3}(?:\.[0-9]{3}){2,40}(?![0-9]|\.[0-9]))"
    r"|(?P<grouped>(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2}){1,8},[0-9]{3})(?![0-9])(?:\.[0-9]+)?)"
    r"|(?P<spaced>[0-9]{1,3}(?:(?P<space>[ \u00a0'])[0-9]{3}(?:(?P=space)[0-9]{3}){0,12})(?![0-9])(?:[.,][0-9]{1,2}(?![0-9]))?)"
    rf"|(?P<mixed>(?:[0-9]{{1,4}}[ \u00a0-]?)?[{VULGAR}]|[0-9]{{1,3}}[ -][0-9]/[0-9]{{1,2}}(?![0-9/]))"
    r"|(?P<ratio>(?P<top>[0-9]{1,2})[/⁄](?P<bottom>[0-9]{1,3})(?![0-9/.,]))"
    r"|(?P<comma>[0-9]+,[0-9]{1,3}(?![0-9,]))"
    r"|(?P<plain>[0-9]+(?:[.·][0-9]+)?)"
)
_NOT_FRACTIONS = {"9/11", "7/11"}
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 25, 32, 50, 64, 100})


def digits_at(page: str, at: int, *, decimal_comma: bool = False) -> Numeral | None:
    """Return the number in digits that starts at `at` of the folded text. Return None if it is too long for a quantity.

    `decimal_comma`: whether “3,5” is three and a half; otherwise only the 3 is parsed.
    """
    match = _DIGITS.match(page, at)
    if match is None or match.end() - at > MOST_DIGITS:
        return None
    if page[match.end() : match.end() + 2].lstrip(" ")[:1] in _OPENS_POWER and (power := _POWER.match(page, at)):
        return _power_of_ten(power)
    form, raw, end = match.lastgroup, match.group(), match.end()
    if match["european"]:
        return Numeral(end, Decimal(raw.replace(".", "").replace(",", ".")), "grouped")
    if match["grouped"]:
        return Numeral(end, Decimal(raw.replace(",", "")), "grouped")
    if match["spaced"]:
        space = match["space"]
        if space != " " or _spaced_alone(page, at, end):
            return Numeral(end, Decimal(raw.replace(space, "").replace(",", ".")), "spaced")
        return _plain(page, at)
    if match["mixed"]:
        value = _mixed(raw)
        return Numeral(end, value, "fraction") if value is not None else _plain(page, at)
    if match["ratio"]:
        top, bottom = int(match["top"]), int(match["bottom"])
        if top < bottom and bottom in _DENOMINATORS and raw not in _NOT_FRACTIONS:
            return Numeral(end, _THIRDS.divide(Decimal(top), Decimal(bottom)), "fraction")
        return _plain(page, at)
    if form == "comma" or match["comma"]:
        return Numeral(end, Decimal(raw.replace(",", ".")), "comma") if decimal_comma else _plain(page, at)
    return Numeral(end, Decimal(raw.replace("·", ".")), "point" if "." in raw or "·" in raw else "plain")


_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_OPENS_POWER = frozenset("^⁰¹²³⁴⁵⁶⁷⁸⁹⁻×x*·⋅e")
_POWER = re.compile(
    r"(?:(?P<figure>[0-9]{1,15}(?:[.,][0-9]{1,15})?)[ \u00a0]?[×x*·⋅][ \u00a0]?)?10"
    r"(?:\^\(?(?P<caret>[-−+]?[0-9]{1,3})\)?|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))(?![0-9⁰¹²³⁴⁵⁶⁷⁸⁹])"
    r"|(?P<mantissa>[0-9]{1,15}(?:\.[0-9]{1,15})?)e(?P<exponent>[-−+]?[0-9]{1,3})(?![^\W_]|\.[0-9])"
)


def _power_of_ten(match: re.Match[str]) -> Numeral:
    """Return the value of a power of ten: “10^6”, “6.02×10²³”, “1.5e-5”."""
    figure = Decimal((match["figure"] or match["mantissa"] or "1").replace(",", "."))
    exponent = int((match["caret"] or match["raised"] or match["exponent"]).translate(_RAISED))
    return Numeral(match.end(), EXACT.scaleb(figure, exponent), "point")


_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def _plain(page: str, at: int) -> Numeral | None:
    match = _PLAIN.match(page, at)
    return Numeral(match.end(), Decimal(match.group()), "point" if "." in match.group() else "plain") if match else None


def _spaced_alone(page: str, start: int, end: int) -> bool:
    """Return whether digits with spaces between them are one number, and not several cells of a table row.

    Example: `_spaced_alone("1 234 567", 0, 9)` gives `True`.
    """
    if end + 1 < len(page) and page[end] in " \t|" and page[end + 1].isdigit():
        return False
    if start > 1 and page[start - 1] in " \t|" and page[start - 2].isdigit():
        return False
    return page[start] != "0" and page.find(" ", start) - start < 3


def _mixed(raw: str) -> Decimal | None:
    if raw[-1] in VULGAR:
        whole = re.sub(r"[^0-9]", "", raw[:-1]) or "0"
        part = (
            _THIRDS.divide(Decimal(1 if raw[-1] == "⅓" else 2), Decimal(3))
            if raw[-1] in "⅓⅔"
            else Decimal(_HALVES[raw[-1]])
        )
        return EXACT.add(Decimal(whole), part)
    whole, fraction = re.split(r"[ -]", raw)
    top, bottom = (int(part) for part in fraction.split("/"))
    if not 0 < top < bottom or bottom not in _DENOMINATORS:
        return None
    return EXACT.add(Decimal(whole), _THIRDS.divide(Decimal(top), Decimal(bottom)))


_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_LOW = rf"(?:(?:{'|'.join(TENS)})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine)\b)?|(?:{_UNIT})\b)"
_HUNDRED = rf"(?:(?:{_LOW}|an?)[ -]hundred(?:[ -](?:and )?{_LOW})?|{_LOW})"
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_PART = "|".join(sorted(FRACTIONS, key=len, reverse=True))
_WORDS = re.compile(
    rf"(?P<fraction>(?P<count>an?|one|two|three|four|five|six|seven|eight|nine)(?: |-)(?P<part>{_PART})\b)"
    rf"|(?P<ordinal>(?:(?P<lead>{'|'.join(TENS)})[ -])?(?P<last>{_ORDINAL})\b)"
    rf"|(?P<dozen>(?:(?:half a|an?|{_UNIT}) )?dozen\b)"
    rf"|(?P<cardinal>(?:(?:{_HUNDRED}|an?)[ -](?:{'|'.join(SCALES)})\b(?:,? (?:and )?{_HUNDRED}(?:[ -]"
    rf"(?:{'|'.join(SCALES)})\b)?){{0,4}})"
    rf"|{_HUNDRED}(?![^\W_]))(?P<half> and a half\b)?"
    rf"|(?P<half_alone>half\b)"
)
WORD_STARTS = "|".join(
    sorted(
        {
            *UNITS,
            *TENS,
            *ORDINALS,
            "half",
            "dozen",
            r"an?(?=[ -](?:hundred|thousand|million|billion|trillion|dozen|half|third|quarter|fifth|tenth)\b)",
        },
        key=len,
        reverse=True,
    )
)


def words_at(page: str, at: int) -> Numeral | None:
    """Return the number in English words that starts at `at` of the folded text, or None.

    Example: in “twenty-five days”, the number at offset 0 has the value 25 and ends at offset 11.
    """
    match = _WORDS.match(page, at)
    if match is None:
        return None
    end = match.end()
    if match["fraction"]:
        top = 1 if match["count"] in {"a", "an"} else UNITS[match["count"]]
        if top == 1 or match["part"].endswith("s"):
            return Numeral(end, _THIRDS.divide(Decimal(top), Decimal(FRACTIONS[match["part"]])), "fraction")
        return Numeral(match.end("count"), Decimal(top), "word") if match["count"] not in {"a", "an"} else None
    if match["ordinal"]:
        return Numeral(end, Decimal(TENS.get(match["lead"], 0) + ORDINALS[match["last"]]), "ordinal")
    if match["dozen"]:
        lead = match.group().split()[0]
        return Numeral(end, Decimal(6 if lead == "half" else 12 * UNITS.get(lead, 1)), "word")
    if match["half_alone"]:
        return Numeral(end, Decimal("0.5"), "fraction")
    value = _cardinal(match.group())
    return Numeral(end, value, "word")


def _cardinal(words: str) -> Decimal:
    total = current = 0
    half = words.endswith(" and a half")
    last = 1
    for word in re.split(r"[ ,-]+", words.removesuffix(" and a half")):
        if word in SCALES:
            last = 10 ** SCALES[word]
            total += (current or 1) * last
            current = 0
        elif word == "hundred":
            current, last = (current or 1) * 100, 100
        elif word in {"a", "an"}:
            current, last = 1, 1
        elif word != "and":
            current += UNITS.get(word) or TENS.get(word, 0)
            last = 1
    value = Decimal(total + current)
    return EXACT.add(value, Decimal(last) / 2) if half else value


_UNSETTLED = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+)(?!\d|[.,]\d)")
"""Numbers whose value depends on the decimal sign."""
_COMMA_SURE = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,})(?!\d|[.,]\d)")
_POINT_SURE = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|'\d{3})(?!\d|,\d)")
_LETTERS = re.compile(r"[^\W\d_]+")
_COMMA_LANGUAGES: tuple[Literal["de", "fr", "es"], ...] = ("de", "fr", "es")
_FEW_WORDS = 2
"""The minimum number of small words of a language that show its number format."""
_SWAPPED = str.maketrans(".,", ",.")


def with_decimal_points(page: str) -> str:
    """Return the folded text with its numbers in English format, at the same offsets. It is unchanged unless an
    unambiguous number, or the language of the small words, shows decimal commas.

    Example: `with_decimal_points("preis: 1.234,50 eur")` gives `"preis: 1,234.50 eur"`.
    """
    if not _UNSETTLED.search(page) or not _has_decimal_commas(page):
        return page
    return _UNSETTLED.sub(lambda match: match[0].translate(_SWAPPED), page)


def _has_decimal_commas(page: str) -> bool:
    if _POINT_SURE.search(page):
        return False
    if _COMMA_SURE.search(page):
        return True
    said = set(_LETTERS.findall(page))
    english = len(said & SMALL_WORDS["en"])
    return any(len(said & SMALL_WORDS[language]) >= max(_FEW_WORDS, english + 1) for language in _COMMA_LANGUAGES)
