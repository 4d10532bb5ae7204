"""Parses the unit or currency of a number.

Not parsed: compound units that are not in `lexicon.unit_names` (kg·m/s²), and units after “per”, which stay words.
"""

import re
from typing import NamedTuple

from ..lexicon.currencies import CODES, CURRENCIES, CURRENCY_PHRASES
from ..lexicon.unit_names import MAGNITUDES, PHRASES, SHORT_MAGNITUDES, SYMBOLS, WORDS

_PHRASE = re.compile(
    "(?:"
    + "|".join(re.escape(phrase) for phrase in sorted({**PHRASES, **CURRENCY_PHRASES}, key=len, reverse=True))
    + r")(?![^\W_])"
)
_PHRASE_STARTS = frozenset(phrase[:3] for phrase in {**PHRASES, **CURRENCY_PHRASES})
_WORD = re.compile(
    r"[万萬亿億年天元円]|[个個]月|[%°º℃℉$€£¥₹₩₽₺₪¢]|[^\W\d_]{1,40}(?:/[^\W\d_]{1,40}[²³23]?){0,4}[²³]?|×"
)
_GAP = re.compile(r"-(?=[^\W\d_])|[ \u00a0]?(?:\n(?!\n))?[ \u00a0]?")


class Unit(NamedTuple):
    """The unit of a number: where its words end, the power of ten, and a unit or a currency. `joined`: whether a hyphen
    precedes it (“12-month”)."""

    end: int
    power: int = 0
    unit: str | None = None
    currency: str | None = None
    joined: bool = False


def unit_at(text: str, page: str, at: int, *, money: bool) -> Unit:
    """Return the unit and the magnitude of the number that ends at `at`. `page`: the folded `text`. `money`: whether a
    currency is before the number.

    Example: in “5 million kg”, after the 5, the power of ten is 6 and the unit is “kg”.
    """
    power, end = 0, at
    gap = _GAP.match(page, at)
    start = gap.end() if gap else at
    word = _WORD.match(page, start)
    if word is not None and "\n" in page[at:start] and text[start].isupper():
        return Unit(at)  # the next line is another cell or a heading
    if word is not None:
        step = _power(text, word, glued=start == at, money=money)
        if step:
            power, end = step, word.end()
            if end < len(page) and page[end] == "." and word.group() in {"bn", "mn", "mln", "cr", "mio", "mrd"}:
                end += 1
            again = _WORD.match(page, end + (end < len(page) and page[end] in " \u00a0-"))
            if again is not None and (more := MAGNITUDES.get(again.group())) and power + more <= 24:
                power, end = power + more, again.end()
            gap = _GAP.match(page, end)
            start = gap.end() if gap else end
            word = _WORD.match(page, start)
    if word is None:
        return Unit(end, power)
    joined = start > end and page[start - 1] == "-"
    if page[start : start + 3] in _PHRASE_STARTS and (phrase := _PHRASE.match(page, start)):
        if phrase.group() in CURRENCY_PHRASES:
            return Unit(phrase.end(), power, None, CURRENCY_PHRASES[phrase.group()])
        return Unit(phrase.end(), power, PHRASES[phrase.group()], None, joined)
    if money:
        return Unit(end, power)  # in "$5 million month to month", "month" is not the unit
    spelt = word.group()
    currency = "GBP_penny" if spelt == "p" and _is_pence(text, page, at, start) else CURRENCIES.get(spelt)
    if currency is not None and _is_currency(text, page, word):
        return Unit(word.end(), power, None, currency, joined)
    written = text[start : word.end()].replace("μ", "µ") if spelt[0].isalpha() else spelt
    if page[start] in "°º" and (letter := text[start : start + 3].replace(" ", "")[1:2]) in {"C", "F"}:
        return Unit(
            start + text[start : start + 3].index(letter) + 1, power, "celsius" if letter == "C" else "fahrenheit"
        )
    unit = SYMBOLS.get(written)
    if unit is not None and (spelt not in {"a", "v", "n", "x", "d"} or start == at or joined):
        return Unit(word.end(), power, unit, None, joined)
    unit = WORDS.get(spelt)
    if unit:
        return Unit(word.end(), power, unit, None, joined)
    return Unit(end, power)


def _power(text: str, word: re.Match[str], *, glued: bool, money: bool) -> int:
    spelt = word.group()
    if power := MAGNITUDES.get(spelt):
        return power
    if spelt not in SHORT_MAGNITUDES:
        return 0
    if money or (glued and spelt == "k" and text[word.end() : word.end() + 1] not in {"m", "g"}):
        return SHORT_MAGNITUDES[spelt]
    return {"M": 6, "B": 9, "K": 3, "MM": 6}.get(text[word.start() : word.end()], 0) if glued else 0


_PENCE = re.compile(r"(?<![\w.,/-])(?!(?:144|240|360|480|576|720)\Z)[0-9]{1,3}(?:\.[0-9]{1,2})?\Z")
"""An amount in pence, such as “45p”. Page numbers of five digits, and “720p” for a screen, do not match."""


def _is_pence(text: str, page: str, at: int, start: int) -> bool:
    return start == at and text[at] == "p" and _PENCE.search(page[max(0, at - 8) : at]) is not None


def _is_currency(text: str, page: str, word: re.Match[str]) -> bool:
    """Return whether a word after a number is a currency. Codes must be in capitals, since “try” and “all” are also
    words."""
    spelt = word.group()
    if spelt in {"rs", "rs."}:
        return False
    if spelt in CODES:
        return text[word.start() : word.end()].isupper()
    if spelt in {"$", "£", "¥", "₹"}:  # "5 $10": the sign is of the next number
        return not page[word.end() : word.end() + 2].strip()[:1].isdigit()
    return not (spelt == "won" or (spelt in {"pound", "pounds"} and page.startswith((" of ", " per "), word.end())))


_BEFORE = re.compile(
    r"(?:(?<![^\W\d_])(?:us|ca?|cdn|au?|nz|hk|sg?|r|mx|nt)?[$]|[€£¥₹₩₽₺₪₦₫₱฿¢₿]|(?<![^\W\d_])(?:"
    + "|".join(sorted(CODES))
    + r"|rmb|rs\.?|kr\.?|sfr))[ \u00a0]?\Z"
)
_BEFORE_ENDS = frozenset("$€£¥₹₩₽₺₪₦₫₱฿¢₿.") | frozenset(code[-1] for code in CODES) | frozenset("bsr")


def currency_before(text: str, page: str, at: int) -> tuple[str, int] | None:
    """Return the currency directly before offset `at`, and the offset at which it starts. Return None if there is
    none.

    Example: `currency_before("for $5", "for $5", 5)` gives `("USD", 4)`.
    """
    last = at - 1
    if last >= 0 and page[last] in " \u00a0":
        last -= 1
    if last < 0 or page[last] not in _BEFORE_ENDS:
        return None
    low = max(0, at - 6)
    match = _BEFORE.search(page[low:at])
    if match is None:
        return None
    form = match.group().strip()
    if form in CODES and not text[low + match.start() : low + match.start() + 3].isupper():
        return None
    return CURRENCIES[form.rstrip(".")], low + match.start()
