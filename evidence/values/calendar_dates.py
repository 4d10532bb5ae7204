"""Parses dates and named periods as calendar days.

Not parsed:

- weekdays alone, “the Ides of March”, seasons, and relative dates (“last year”, “three days later”)
- dates of other calendars
- month names in languages other than English, German, French and Spanish
- years alone before 1500 or after 2100

Of “5/3/2018” only the year is certain, because either number may be the day.
"""

import calendar
import re
from datetime import date, timedelta

from ..lexicon.calendar_names import MONTHS
from ..lexicon.number_words import ORDINALS
from .fact_types import Fact, FactKind

_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
MONTH_STARTS = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b"
_YEAR = r"(?:1[5-9]|20)[0-9]{2}(?![0-9]|[.,][0-9])"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_GAP = r"[ \u00a0\n]{1,2}"

_DAY_FIRST = re.compile(
    rf"(?P<day>{_DAY})(?:st|nd|rd|th|er|\.|º)?(?:[-–](?P<last>{_DAY})(?:st|nd|rd|th|\.)?)?(?:{_GAP}day)?(?:{_GAP}(?:of|de))?"
    rf"(?:{_GAP}|-|/)?(?P<month>{_MONTH})(?:,?(?:{_GAP}(?:of|de|del))?(?:{_GAP}|[-/])(?P<year>{_YEAR}))?"
)
_ISO = re.compile(
    r"(?P<year>(?:1[5-9]|20)[0-9]{2})(?P<sep>[-/.])(?P<month>0?[1-9]|1[0-2])(?:(?P=sep)(?P<day>0?[1-9]|[12][0-9]"
    r"|3[01]))?(?![0-9]|-[0-9])"
)
_NUMERIC = re.compile(rf"(?P<one>[0-9]{{1,2}})(?P<sep>[-/.])(?P<two>[0-9]{{1,2}})(?P=sep)(?P<year>{_YEAR})")
_CJK = re.compile(
    r"(?P<year>(?:1[5-9]|20)[0-9]{2}) ?年 ?(?:(?P<month>1[0-2]|0?[1-9]) ?月 ?(?:(?P<day>3[01]|[12][0-9]|0?[1-9]) ?[日号號])?)?"
)
_YEARS = re.compile(
    r"(?P<year>(?:1[5-9]|20)[0-9]{2})(?P<sep>[-–/])(?P<last>(?:1[5-9]|20)[0-9]{2}|[0-9]{2})(?![0-9/]|[-–.,][0-9])"
)
_DECADE = re.compile(r"(?P<decade>(?:1[5-9]|20)[0-9])0'?s(?![^\W_])")
_CENTURY = re.compile(r"(?P<century>[0-9]{1,2})(?:st|nd|rd|th)(?: |-)century\b")
_QUARTER_FIRST = re.compile(rf"(?P<quarter>[1-4])q ?(?P<fiscal>fy)?'?(?P<year>{_YEAR}|[0-9]{{2}}(?![0-9]))")
_MONTH_FIRST = re.compile(
    rf"(?P<month>{_MONTH})(?:{_GAP}(?:the )?(?P<day>{_DAY})(?:st|nd|rd|th)?(?![0-9]|[.,][0-9]{{1,2}}(?![0-9])|:[0-9]|%)"
    rf"(?:(?:{_GAP})?[-–](?:{_GAP})?(?P<last>{_DAY})(?![0-9]))?(?:,?{_GAP}(?:of )?(?P<year>{_YEAR}))?"
    rf"|,?(?:{_GAP}(?:of|de))?(?:{_GAP}|-)(?P<only>{_YEAR}))?"
)
_FISCAL = r"(?P<fiscal>(?:the )?(?:fiscal|financial)(?: years?)?|fy)"
_QUARTER = re.compile(
    rf"(?:q(?P<short>[1-4])|(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)(?:{_GAP}|-)(?P<own>fiscal )?quarter)"
    rf"(?![a-eg-z]|s\b)"
    rf"(?:,?[ \u00a0-]?(?:of |in )?(?:the )?{_FISCAL.replace('(?:the )?', '')}?(?: year)?[ \u00a0-]?'?"
    rf"(?P<year>{_YEAR}|(?<=[fyq1-4'])[0-9]{{2}}(?![0-9%.,]))(?P<also>[/–-][0-9]{{2,4}}(?![0-9]))?)?"
)
_HALF = re.compile(
    rf"(?:h(?P<short>[12])|(?P<word>first|second|1st|2nd)(?:{_GAP}|-)half)\b(?:,?[ -]?(?:of )?(?:the )?(?P<fiscal>fy"
    rf"|fiscal|financial)?(?: year)? ?'?(?P<year>{_YEAR}|(?<=[fy'12] )[0-9]{{2}}(?![0-9%.,])))"
)
_FISCAL_YEAR = re.compile(
    rf"(?:fy|(?:fiscal|financial)(?: years?)?)[ \u00a0-]?'?(?P<year>{_YEAR}|(?<=[y'])[0-9]{{2}}(?![0-9%.,])|"
    rf"(?<=y )[0-9]{{2}}(?![0-9%.,]))(?P<also>[/–-](?P<last>[0-9]{{4}}|[0-9]{{2}})(?![0-9]))?"
)
_ENDED = re.compile(
    rf"(?:(?:fiscal |financial |calendar )?(?P<unit>year|quarter)s?|(?P<months>three|six|nine|twelve|3|6|9|12)"
    rf"(?:{_GAP}|-)months?(?: periods?)?"
    rf"|(?P<weeks>52|53|26|39|13)(?:{_GAP}|-)weeks?(?: periods?)?){_GAP}(?:ended|ending){_GAP}(?:on )?"
    rf"(?=[0-9{''.join(sorted({f[0] for f in MONTHS}))}])"
)
_CENTURIES = {word: number for word, number in ORDINALS.items() if number <= 20} | {"twenty-first": 21}
_CENTURY_WORD = re.compile(rf"(?P<word>{'|'.join(sorted(_CENTURIES, key=len, reverse=True))})[ -]century\b")
_NTH = _CENTURIES | {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12}
_ALSO_WORDS = frozenset({"may", "march", "mar", "mars", "dec", "jan", "sep", "mai", "jun"})
_IN = re.compile(r"\b(?:in|of|since|during|until|early|late|mid|through|last|next)[ -]\Z")
PERIOD_STARTS = r"q[1-4]|h[12]|fy|(?:fiscal|financial|calendar)\b|years?\b|quarters?\b"


def date_from_digits(text: str, page: str, at: int) -> Fact | None:
    """Return the date or period that starts with the digit at `at`, or None. `page`: the folded `text`.

    Example: in “by 3 March 2021”, the digit at offset 3 gives the date “3 March 2021”.
    """
    if match := _CJK.match(page, at):
        return _calendar(text, match, _whole(match["year"]), _whole(match["month"]), _whole(match["day"]))
    if page[at + 4 : at + 5] in {"-", "/", ".", "–"}:
        if fact := _years(text, page, at):
            return fact
        if (match := _ISO.match(page, at)) and (match["day"] or match["sep"] == "-"):
            return _calendar(text, match, int(match["year"]), int(match["month"]), _whole(match["day"]))
    if match := _NUMERIC.match(page, at):
        return _numeric(text, match)
    if match := _DECADE.match(page, at):
        first = int(match["decade"]) * 10
        return _period(text, at, match.end(), date(first, 1, 1), date(first + 9, 12, 31))
    if match := _CENTURY.match(page, at):
        return _century(text, at, match.end(), int(match["century"]))
    if match := _QUARTER_FIRST.match(page, at):
        return _in_year(text, match, int(match["quarter"]), 4, bool(match["fiscal"]))
    if match := _ENDED.match(page, at):
        return _ended(text, page, match)
    if page[at + 1 : at + 3] in {"st", "nd", "rd", "th"} and (fact := date_from_word(text, page, at)):
        return fact
    if match := _DAY_FIRST.match(page, at):
        return _day_first(text, match)
    return None


def date_from_month(text: str, page: str, at: int) -> Fact | None:
    """Return the date or period that starts with the month name at `at`, or None.

    Example: in “by March 3, 2021”, the month name at offset 3 gives the date “March 3, 2021”.
    """
    match = _MONTH_FIRST.match(page, at)
    if match is None:
        return None
    name = match["month"].rstrip(".")
    capital = text[at].isupper()
    year, day = _whole(match["year"] or match["only"]), _whole(match["day"])
    if year is None and day is None:
        if not capital or ((name in _ALSO_WORDS or len(name) < 4) and not _IN.search(page[max(0, at - 12) : at])):
            return None
        end = match.start("month") + len(name)
        return Fact("period", at, end, text[at:end], month=MONTHS[name])
    if not capital and year is None and name in _ALSO_WORDS:
        return None
    if name == "may" and year is None and not capital:
        return None
    return _calendar(text, match, year, MONTHS[name], day, _whole(match["last"]))


def date_from_word(text: str, page: str, at: int) -> Fact | None:
    """Return the period that starts with the word at `at`, or None. It is a quarter, half, fiscal year, century, or
    “year ended …”."""
    if match := _ENDED.match(page, at):
        return _ended(text, page, match)
    if (match := _QUARTER.match(page, at)) and not (
        match["short"] and match.end() < len(page) and page[match.end()].isalpha()
    ):
        quarter = int(match["short"]) if match["short"] else _NTH[match["word"]]
        fiscal = bool(match["fiscal"] or match["own"])
        if match["year"] is None:
            end = match.end("short") if match["short"] else match.end()
            return Fact("period", at, end, text[at:end], quarter=quarter, fiscal=bool(match["own"]))
        return _in_year(text, match, quarter, 4, fiscal, match["also"])
    if match := _HALF.match(page, at):
        half = int(match["short"]) if match["short"] else _NTH[match["word"]]
        return _in_year(text, match, half, 2, bool(match["fiscal"]))
    if match := _FISCAL_YEAR.match(page, at):
        year = _full_year(match["last"], match["year"]) if match["last"] else _full_year(match["year"])
        return Fact("period", at, match.end(), text[at : match.end()], fiscal=True, year=year)
    if match := _CENTURY_WORD.match(page, at):
        return _century(text, at, match.end(), _NTH[match["word"]])
    return None


def year_alone(text: str, start: int, end: int) -> Fact:
    """Return the four digits at `start` as the period of that year.

    Example: the four digits of “in 2021” give the period from 1 January to 31 December 2021.
    """
    year = int(text[start:end])
    return _period(text, start, end, date(year, 1, 1), date(year, 12, 31), year=year)


def _whole(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _full_year(digits: str, before: str | None = None) -> int:
    if len(digits) == 4:
        return int(digits)
    century = int(before[:2]) if before and len(before) == 4 else 20 if int(digits) < 70 else 19
    return century * 100 + int(digits)


def _period(text: str, start: int, end: int, first: date | None, last: date | None, *, year: int | None = None) -> Fact:
    return Fact("period", start, end, text[start:end], first_day=first, last_day=last, year=year)


def _calendar(
    text: str, match: re.Match[str], year: int | None, month: int | None, day: int | None, last: int | None = None
) -> Fact | None:
    start, end = match.span()
    while end > start and text[end - 1] in " .\n\u00a0" and day is not None:
        end -= 1
    if month is None:
        return _period(text, start, end, date(year, 1, 1), date(year, 12, 31), year=year) if year else None
    if day is not None and not 1 <= day <= calendar.monthrange(year or 2000, month)[1]:
        return None
    if last is not None and (day is None or not day < last <= calendar.monthrange(year or 2000, month)[1]):
        return None
    if year is None:
        return Fact("date" if last is None else "period", start, end, text[start:end], month=month, day=day)
    first_day = date(year, month, day or 1)
    if day is None:
        last_day = date(year, month, calendar.monthrange(year, month)[1])
    else:
        last_day = date(year, month, last) if last else first_day
    kind: FactKind = "date" if day is not None and last is None else "period"
    return Fact(
        kind, start, end, text[start:end], first_day=first_day, last_day=last_day, year=year, month=month, day=day
    )


def _day_first(text: str, match: re.Match[str]) -> Fact | None:
    name = match["month"].rstrip(".")
    year = _whole(match["year"])
    if year is None and (len(name) < 3 or (name in _ALSO_WORDS and not text[match.start("month")].isupper())):
        return None
    return _calendar(text, match, year, MONTHS[name], int(match["day"]), _whole(match["last"]))


def _numeric(text: str, match: re.Match[str]) -> Fact | None:
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    day_first = match["sep"] == "."  # European dates with dots put the day first
    if one > 12 or two > 12 or one == two or day_first:
        day, month = (one, two) if two <= 12 and (one > 12 or day_first or one == two) else (two, one)
        return _calendar(text, match, year, month, day) if 1 <= month <= 12 else None
    if not one or not two:
        return None
    return Fact("date", match.start(), match.end(), match_text(text, match), year=year)


def match_text(text: str, match: re.Match[str]) -> str:
    """Return the part of `text` that matches. `match` was found in the folded text, which has the same offsets."""
    return text[match.start() : match.end()]


def _years(text: str, page: str, at: int) -> Fact | None:
    match = _YEARS.match(page, at)
    if match is None:
        return None
    first, last = int(match["year"]), _full_year(match["last"], match["year"])
    if last <= first or (match["sep"] == "/" and last != first + 1) or last > 2100:
        return None
    return Fact(
        "period", at, match.end(), match_text(text, match), bound="between",
        first_day=date(first, 1, 1), last_day=date(last, 12, 31),
    )  # fmt: skip


def _century(text: str, at: int, end: int, number: int) -> Fact | None:
    if not 1 <= number <= 30:
        return None
    return _period(text, at, end, date(number * 100 - 99, 1, 1), date(number * 100, 12, 31))


def _in_year(text: str, match: re.Match[str], part: int, parts: int, fiscal: bool, also: str | None = None) -> Fact:
    written = match["year"]
    year = _full_year(also[1:], written) if also and fiscal else _full_year(written)
    start, end = match.span()
    if also and not fiscal:
        end = match.end("year")
    quarter = part if parts == 4 else None
    if fiscal:
        month = None if parts == 4 else -part  # no field holds half of a fiscal year
        return Fact("period", start, end, text[start:end], fiscal=True, quarter=quarter, year=year, month=month)
    months = 12 // parts
    first, last = date(year, (part - 1) * months + 1, 1), part * months
    last_day = date(year, last, calendar.monthrange(year, last)[1])
    return Fact("period", start, end, text[start:end], first_day=first, last_day=last_day, quarter=quarter, year=year)


def _ended(text: str, page: str, match: re.Match[str]) -> Fact | None:
    at = match.end()
    closing = date_from_digits(text, page, at) if page[at].isdigit() else date_from_month(text, page, at)
    if closing is None or closing.end <= at:
        return None
    start, end = match.start(), closing.end
    last = closing.last_day
    months = _COUNTS.get(match["months"]) or _whole(match["months"]) or (12 if match["unit"] == "year" else 3)
    if last is None or last.year < 1500:
        return Fact("period", start, end, text[start:end], month=closing.month, day=closing.day)
    if match["weeks"]:
        first = last - timedelta(weeks=int(match["weeks"])) + timedelta(days=1)
    else:
        year, month = divmod(last.year * 12 + last.month - 1 - months, 12)
        day = min(last.day, calendar.monthrange(year, month + 1)[1])
        if last.day == calendar.monthrange(last.year, last.month)[1]:
            day = calendar.monthrange(year, month + 1)[1]
        first = date(year, month + 1, day) + timedelta(days=1)
    return Fact("period", start, end, text[start:end], first_day=first, last_day=last, year=last.year)
