"""Finds the periods that a document declares to cover: in its cover, its title, its effective dates and its comparative
columns."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from ..model.frozen import Frozen
from ..model.source_record import SourceDocument
from ..values.periods import Period, fiscal_quarter, parse_period, periods_in
from .declared import Declared
from .filing_cover import FilingCover

_ENDED = re.compile(
    r"(?P<span>(?P<kind>(?:fiscal|transition|financial)?\s*(?:years?|quarters?|quarterly\s+period|(?:three|six|nine|twelve)[\s-]+months?"
    r"|(?:thirteen|twenty-six|thirty-nine|fifty-two|fifty-three|13|26|39|52|53)[\s-]+weeks?(?:\s+period)?|period))"
    r"[“”\"()\w\s,-]{0,40}?\s*end(?:ed|ing):?\s+(?P<date>[A-Z][a-z]+\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}\s+[A-Z][a-z]+\s+\d{4}))",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\b(?:10-?\s?k|10-?\s?q|20-?f|annual report|quarterly (?:report|update)|interim report|earnings|results|"
    r"financial statements|half[- ]year|price list|budget|accounts|year in review|entitlements)\b",
    re.IGNORECASE,
)
"""Kinds of documents that are made for a period. Other documents have a date, or are about any time."""
_DATED = re.compile(r"date\s+of\s+report[^\n:]{0,60}:\s*(?P<date>[^\n]{6,40})", re.IGNORECASE)
_MONTHS_SO_FAR = re.compile(
    r"\b(?:(?P<nine>nine\s+months|(?:thirty-nine|39)\s+weeks)|(?P<six>six\s+months|(?:twenty-six|26)\s+weeks)|"
    r"(?P<three>three\s+months|(?:thirteen|13)\s+weeks))\s+ended",
    re.IGNORECASE,
)
_IN_CELLS = r"[^\d\n|]{0,20}\|[^\d\n|]{0,20}(?:\d\d?[^\d\n|]{1,15})?"
_YEAR_ROW = re.compile(
    rf"(?<![\d.,])(?:(?:19|20)\d\d(?:\s*\(\w\)|\*)?(?:[ \t|/\n]{{1,6}}|{_IN_CELLS})){{1,7}}(?:19|20)\d\d(?![\d,]|\.\d)"
)
"""Headings of columns: “2023 2022”, or cells such as “31 December 2023 | 31 December 2022”."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_FIGURE = r"(?:[$€£¥] ?\d|\d[.,]\d|\d ?%)"
_BETWEEN = r"[^\n.;]{0,80}"
_AHEAD = re.compile(
    r"\b(?:outlook|guidance|forecast|expects?|expected|anticipates?|anticipated|plans?|planned|projects?|projected|targets?)\b",
    re.I,
)
_SEARCHED = 400_000
"""The number of characters of a text that are searched for comparative columns and outlooks."""


COMPARATIVE_YEARS = 2
"""The number of preceding years that the statements of an annual report also show (Regulation S-X, rules 3-01 and
3-02)."""


ENOUGH = 2
"""The number of rows with years that shows that they are headings of columns and no sentence. Cells show it at once."""


class DeclaredPeriods(Frozen):
    """The periods of a document. `primary` is the period for which it is made. It is None for a document that is made
    for no period; such a document matches any period."""

    periods: tuple[Declared, ...] = ()
    primary: str | None = None
    outlook: tuple[str, ...] = ()
    """Years after the primary period for which the document states expectations. They count only for questions about
    what is expected."""


def declared_periods(
    *, title: str, cover: tuple[int, int], text: str, source: SourceDocument, filing: FilingCover | None = None
) -> DeclaredPeriods:
    """Return the periods of a document. The primary one is first, then the date on which it ends, then the periods with
    which it is compared."""
    opening = text[cover[0] : min(cover[1], cover[0] + 4_000)]
    stated = filing.period if filing else None
    is_report = (stated is not None and _ENDED.search(stated) is not None) or any(
        _REPORT.search(part) for part in (title.replace("_", " "), source.document_type or "", opening[:250])
    )
    found: list[Declared] = []
    if is_report:
        found += _from_title(title, text)
        found += _from_cover(opening, cover[0], text, stated or "")
    found += _effective(source)
    primary = parse_period(found[0].value) if found and found[0].how != "manifest" else None
    found += _dates(opening, cover[0], title)
    if primary is not None and primary.year is not None:
        years = {year for stated in found if (period := parse_period(stated.value)) for year in period.years()}
        latest = max(years)
        found += _compared(text, latest, of_filing=filing is not None)
    unique = {stated.value: stated for stated in reversed(found)}
    return DeclaredPeriods(
        periods=tuple(sorted(unique.values(), key=lambda stated: [other.value for other in found].index(stated.value))),
        primary=primary.label() if primary else None,
        outlook=_outlook(text, max(years)) if primary and primary.year else (),
    )


def _from_title(title: str, text: str) -> Iterator[Declared]:
    for period, _, _ in periods_in(title.replace("_", " ")):
        if period.month is None:
            yield Declared(value=period.label(), how="title")


def _from_cover(opening: str, offset: int, text: str, stated: str) -> Iterator[Declared]:
    declared = _ENDED.search(stated)
    for match in [period for period in (declared,) if period] or list(_ENDED.finditer(opening))[:2]:
        close = parse_period(match["date"])
        if close is None or close.year is None or close.month is None:
            continue
        start, end = (None, None)
        if match.string is opening:
            start, end = offset + match.start(), offset + match.end()
        elif (place := opening.casefold().find(match["date"].casefold())) >= 0:
            start, end = offset + place, offset + place + len(match["date"])
        how = "cover" if start is not None else "metadata"
        kind = match["kind"].casefold()
        day = date(close.year, close.month, close.day or 1)
        period = Period(year=close.year, fiscal=True)
        if re.search(r"quarter|three|six|nine|thirteen|twenty|thirty|13|26|39", kind):
            period = fiscal_quarter(day, _months_so_far(text) or 3 * ((close.month - 1) // 3 + 1))
        if period.quarter is None and close.month <= 5 and (named := _named_before(text, close.year)):
            yield Declared(value=named, how=how, start=start, end=end)  # the primary one: the document calls it so
        yield Declared(value=period.label(), how=how, start=start, end=end)
        yield Declared(value=close.label(), how=how, start=start, end=end)
    for period, left, right in periods_in(opening[:700]):
        ahead = _AHEAD.search(opening, max(0, left - 40), left)
        if (period.fiscal or period.quarter) and not ahead:
            yield Declared(value=period.label(), how="cover", start=offset + left, end=offset + right)


def _months_so_far(text: str) -> int | None:
    """Return how many months of the fiscal year a quarterly report covers (9, 6 or 3), or None. It must state the
    number at least twice; the greatest counts.

    Example: `_months_so_far("Six months ended June 30. Sales for the six months ended then rose.")` gives `6`.
    """
    seen = Counter(match.lastgroup for match in _MONTHS_SO_FAR.finditer(text, 0, 120_000))
    return next((months for name, months in (("nine", 9), ("six", 6), ("three", 3)) if seen[name] >= 2), None)


def _named_before(text: str, year: int) -> str | None:
    """Return the name of the fiscal year that ends in `year`, if the text names it after the year before: "FY2023" for
    2024. Otherwise return None."""
    names = re.findall(r"\bfiscal\s+(?:year\s+)?((?:19|20)\d\d)\b", text[:60_000], re.IGNORECASE)
    return f"FY{year - 1}" if names.count(str(year - 1)) > names.count(str(year)) else None


def _effective(source: SourceDocument) -> Iterator[Declared]:
    if source.effective_from or source.effective_to:
        start = source.effective_from.isoformat() if source.effective_from else ""
        end = source.effective_to.isoformat() if source.effective_to else ""
        yield Declared(value=f"in force {start}..{end}", how="manifest")


def _dates(opening: str, offset: int, title: str) -> Iterator[Declared]:
    """Yield the dates of a document that is not made for a period, such as minutes or a letter. `offset` is the offset
    of `opening` in the text.

    Example: the title “Minutes of 3 March 2021” gives the date “2021-03-03”.
    """
    for match in _DATED.finditer(opening):
        for period, left, right in periods_in(match["date"]):
            if period.day:
                at = offset + match.start("date")
                yield Declared(value=period.label(), how="cover", start=at + left, end=at + right)
    for period, _, _ in periods_in(title):
        if period.month:
            yield Declared(value=period.label(), how="title")


def _compared(text: str, latest: int, *, of_filing: bool) -> Iterator[Declared]:
    """Yield the years up to `latest`, at most ten years back, that are headings of columns: of one table, or of rows of
    figures at least twice. The year before `latest` also counts if a sentence names it beside a figure.

    The statements of a filing must show up to two preceding years, so for them one row is enough.

    Example: a row “ | 2023 | 2022” of an annual report for 2023 gives 2023 and 2022.
    """
    seen: Counter[int] = Counter()
    first: dict[int, tuple[int, int]] = {}
    for row in _YEAR_ROW.finditer(text, 0, _SEARCHED):
        for match in _YEAR.finditer(row.group()):
            year = int(match.group())
            seen[year] += ENOUGH if "|" in row.group() else 1
            first.setdefault(year, (row.start() + match.start(), row.start() + match.end()))
    before = rf"(?<![\d.,]){latest - 1}(?!\d|,\d)"
    if beside := re.search(rf"{_FIGURE}{_BETWEEN}{before}|{before}{_BETWEEN}{_FIGURE}", text[:_SEARCHED]):
        seen[latest - 1] += ENOUGH
        first.setdefault(latest - 1, beside.span())
    for year in sorted(seen, reverse=True):
        by_rule = of_filing and year >= latest - COMPARATIVE_YEARS
        if latest - 10 <= year <= latest and (seen[year] >= ENOUGH or by_rule):
            yield Declared(value=str(year), how="cover", start=first[year][0], end=first[year][1])


def _outlook(text: str, latest: int) -> tuple[str, ...]:
    ahead = []
    for year in range(latest + 1, latest + 3):
        for match in re.finditer(rf"{year}(?<![\d.,]....)(?![\d,])", text[:_SEARCHED]):
            if _AHEAD.search(text, max(0, match.start() - 200), match.end() + 100):
                ahead.append(str(year))
                break
    return tuple(ahead)
