"""Finds the scale and the unit of a table's figure, from its cell, its row, its column and the table."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ..language.words import content_stems
from ..values.facts import Fact, read_facts
from .figure_values import scale_of, value_of
from .header_names import only_unit
from .row_parts import FIGURE, NIL, stated_unit, without_mark
from .table_units import MONEY, unit_stated

_BARE = re.compile(r"[\s$€£¥(+\-–—−]*(?:[A-Z]{3}\s*)?[\d.,'’\s]*\d[\s)*†‡%]*(?:\[\w+\])?")
"""A figure alone. “31 December 2026” and “6,000 meters” do not match, so the table's scale does not change them."""
_EXCEPT = re.compile(r",?\s*(?:[-–—]\s*)?\bexcept(?:\s+for)?\b(?P<what>.*)$", re.IGNORECASE)
_PERCENT = re.compile(
    r"(?<![\d.])(?<!\d\s)%|(?<=\b(?:19|20)\d\d\s)%|(?<!\d )(?<!\d)\bper\s?cent(?:ages?)?\b(?!\s+points?)", re.IGNORECASE
)
"""A percent sign that is a unit. In “5.5% notes” and “10 per cent owners” it is part of a row's name, so these do not
match."""
_PER_UNIT = re.compile(r"\bper\b(?!\s?cent)", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper[\s-]+(?:\w+[\s-]+)?shares?\b|\b(?:amounts?|data|figures|information)\b", re.IGNORECASE)
"""Words such as “per share data” in the exception to a scale. They name no rows."""
_RATE = re.compile(r"\b(?:ratio|rates?|margin|basis points|bps)\W*$", re.IGNORECASE)
_PEOPLE = re.compile(r"\bnumber of\b|\bheadcount\b|\bworkforce\b|\b(?:employees|staff)\W*$", re.IGNORECASE)
_SHARES = re.compile(
    r"\bshares?\s+(?:outstanding|issued|authori[sz]ed)\b|\b(?:outstanding|diluted|basic|average)\b.*\bshares\b|\bnumber of .*shares\b",
    re.IGNORECASE,
)
_USED_FOR = re.compile(
    r"\bused (?:in|to|for) (?:the )?(?:comput|calculat|determin)\w+\b.*?\bper\b.{0,20}?\bshares?\b", re.IGNORECASE
)
"""The use of a number of shares: “shares used in computing earnings per share”."""
_PAID_FOR = re.compile(
    r"\b(?:costs?|expenses?|compensation|benefits?|remuneration|wages|salaries|value|repurchases?|purchases?|dividends?|proceeds)\b",
    re.IGNORECASE,
)
"""Words that show amounts of money in a row that also names people or shares."""
_OWN_SCALE = re.compile(r"\bshares?\b.*?\b(in\s+\w+)", re.IGNORECASE)
"""The scale of shares in an exception: “except shares, which are reflected in thousands”."""
_OF_MONEY = re.compile(r"\b(?:dollars?|euros?|pounds?|yen|USD|EUR|GBP|amounts?)\b|[$€£¥]", re.IGNORECASE)
SHORT_UNIT = re.compile(
    r"(?:\b[A-Z]{3}|(?:\b[A-Z]{1,3})?[$€£¥])\s?['’]?(?:000s?|[mM]n?|bn|[Mm]illions?|millions?|billions?|thousands?)(?!\w)"
)
"""A short unit in a column name: “£m”, “US$'000”."""
_CURRENCY = re.compile(r"[A-Z]{3}")


class CellUnit(NamedTuple):
    scale: Decimal | None
    """The factor for the written figure, such as 1,000; None if unknown."""
    unit: str | None
    """An ISO currency code, “percent” or another canonical unit; None if the figure has none."""
    bare: bool
    """Whether the figure is a count, without a unit."""


def cell_unit(row: Sequence[tuple[str, str]], cell: tuple[str, str]) -> CellUnit:
    """Return the scale and the unit of a cell's figure. `row`: column name and text of each cell.

    Example: for “$7” in the row “Revenue (in millions)”, the scale is 1,000,000 and the unit is “USD”.
    """
    name, text = cell
    about, own = _about(row, name), own_fact(text)
    if own is not None and own.unit and not _CURRENCY.fullmatch(own.unit):
        return CellUnit(Decimal(1), own.unit, bare=False)
    if _is_percent(about, text):
        return CellUnit(Decimal(1), "percent", bare=False)
    money = own.unit if own is not None else None
    if value_of(text) and scale_of(text) != 1:
        return CellUnit(scale_of(text), money, bare=False)
    counted, stated, applied = money is None and _is_counted(about), _stated(row, name), scaled_by(row, cell)
    if applied:
        return CellUnit(scale_of(f"({applied})"), None if counted else money or _money_in(applied), bare=counted)
    if counted:
        return CellUnit(_scale_of_counts(stated, about), None, bare=True)
    if not stated or _may_be_a_share(about, text):
        return CellUnit(None, money, bare=False)
    per_unit = any(_PER_UNIT.search(part) for part in about)
    return CellUnit(Decimal(1), money or (_money_in(stated) if per_unit else None), bare=False)


def scaled_by(row: Sequence[tuple[str, str]], cell: tuple[str, str]) -> str:
    """Return the table's words for the scale that applies to a cell (“in millions”), without its exceptions.

    Return "" if none applies: to a percentage, an amount per unit, a count of people, a date, or an excepted row.
    """
    name, text = cell
    stated, about = _stated(row, name), _about(row, name)
    excepted = _EXCEPT.search(stated)
    own = bool(stated) and any(stated_unit(part) == stated for part in (name, *_labels(row)))
    if not stated or not _BARE.fullmatch(" ".join(text.split())) or _is_percent(about, text):
        return ""
    if any(_PER_UNIT.search(part) for part in about) or _may_be_a_share(about, text):
        return ""
    plain = (stated[: excepted.start()] if excepted else stated).strip()
    if _is_counted(about) and not own and (_OF_MONEY.search(plain) or not _SHARES.search(about[0])):
        return ""
    if excepted and set(content_stems(_PER_SHARE.sub(" ", excepted["what"]))) & set(content_stems(" ".join(about))):
        own_scale = _OWN_SCALE.search(excepted["what"]) if _is_counted(about) else None
        return own_scale[1] if own_scale else ""
    return plain


def own_fact(text: str) -> Fact | None:
    """Return the only figure of a cell, with the unit that the cell gives. Brackets do not make it negative. Return
    None if the cell has no figure or several.

    Example: the cell “7%” gives the fact 7 with the unit “percent”.
    """
    facts = [fact for fact in read_facts(re.sub(r"[()]", "", text)) if is_single(fact)]
    return facts[0] if len(facts) == 1 else None


def is_single(fact: Fact) -> bool:
    """Return whether the fact is one number. Limits such as “up to £140” count; dates, periods and ordinals do not."""
    return fact.low is not None and fact.low == fact.high and fact.kind not in {"date", "period", "ordinal"}


def _about(row: Sequence[tuple[str, str]], name: str) -> tuple[str, str]:
    """Return the row's label with the names of its columns, and the column name, all without units.

    Example: `_about([("","Revenue (in millions)"),("2023","7")],"2023")` gives `("Revenue ( )", "2023")`.
    """
    labels = _labels(row)
    over = [other for other, text in row if text in labels]
    row_name = " ".join(without_mark(_without_unit(part)) for part in (*over, *labels) if part)
    return _USED_FOR.sub("outstanding", row_name), _without_unit(name)


def _labels(row: Sequence[tuple[str, str]]) -> list[str]:
    return [text for _, text in row if not FIGURE.match(text) and not NIL.match(text)]


def _without_unit(text: str) -> str:
    stated = unit_stated(text)
    return f"{text[: stated.start]} {text[stated.end :]}" if stated else text


def _stated(row: Sequence[tuple[str, str]], name: str) -> str:
    """Return the nearest statement of a unit: from the column, the row's label, or the table. Return "" if there is
    none."""
    closing = (stated_unit(part) or only_unit(part) for part in (*_labels(row), *(other for other, _ in row)))
    short = SHORT_UNIT.search(name)
    return next((unit for unit in (stated_unit(name), short[0] if short else "", *closing) if unit), "")


def _is_percent(about: tuple[str, str], text: str) -> bool:
    if "%" in text or re.search(r"[$€£¥]", text):
        return "%" in text
    return any(_PERCENT.search(part) for part in about)


def _is_counted(about: tuple[str, str]) -> bool:
    counts = any(_PEOPLE.search(part) for part in about) or _SHARES.search(about[0]) is not None
    return counts and not any(_PAID_FOR.search(part) or _PER_UNIT.search(part) for part in about)


def _scale_of_counts(stated: str, about: tuple[str, str]) -> Decimal | None:
    """Return the scale of a count: 1 for people, and None for shares if the table's scale is for money only."""
    excepted = _EXCEPT.search(stated)
    if not stated or not _SHARES.search(about[0]):
        return Decimal(1)
    what = _PER_SHARE.sub(" ", excepted["what"]) if excepted else ""
    if own := _OWN_SCALE.search(what):
        return scale_of(own[0])
    return Decimal(1) if re.search(r"\bshares?\b", what, re.IGNORECASE) else None


def _may_be_a_share(about: tuple[str, str], text: str) -> bool:
    """Return whether the figure of a rate or margin may be a percentage or an amount: “Gross margin 38.2”, but not
    “38,200”."""
    return any(_RATE.search(part) for part in about) and "," not in text and not re.search(r"[$€£¥]", text)


def _money_in(stated: str) -> str | None:
    return next((code for pattern, code, _ in MONEY if pattern.search(stated)), None)
