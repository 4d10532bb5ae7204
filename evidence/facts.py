"""Every value a text states, read by code: amounts, quantities, percentages, dates, periods, durations, ordinals.

Identifiers are left out, since "Section 4.2", "COVID-19", "Form 10-K" or "[3]" measure nothing; whoever compares texts compares
them by their letters. Known not to be read: what the modules `numbers`, `units` and `dates` name as theirs; "(12)" alone, which
may be a list's mark; "one" as a pronoun; vague amounts ("dozens", "several"); a brand's number after a word not known as one.
"""

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from .bounds import bound_after, bound_before
from .dates import MONTH_STARTS, PERIOD_STARTS, date_from_digits, date_from_month, date_from_word, year_alone
from .fact_types import Bound, Fact, FactKind
from .nouns import counted_noun
from .numbers import EXACT, VULGAR, WORD_STARTS, Numeral, digits_at, folded, words_at
from .ranges import joined_ranges
from .units import DURATIONS, MINOR, Unit, currency_before, unit_at

__all__ = ["Bound", "Fact", "FactKind", "read_facts"]

# Words whose number names a thing and measures nothing.
_LABELS = frozenset(
    "section sections sec secs article articles art arts form forms clause clauses paragraph paragraphs para paras chapter chapters annex "
    "appendix exhibit exhibits figure figures fig figs table tables note notes item items rule rules regulation regulations directive "
    "resolution page pages p pp line lines volume volumes vol issue no nos nr version ver iso iec rfc phase stage type class category tier grade "
    "step room gate route highway interstate flight apollo boeing airbus windows iphone covid sars-cov asc asu ias ifrs sfas fin sku id ref "
    "reference case docket file order invoice ticket schedule part title question footnote principle recommendation amendment channel formula "
    "building suite unit block lot # § §§".split()
)
_NAMED = re.compile(
    r"[0-9]+[a-z]?(?:[.:/-][0-9]+[a-z]?)*(?:\([0-9a-z]{1,4}\))*"
    r"(?![0-9]|,[0-9]{3}|[ \u00a0-]?(?:%|per|million|billion|days?|months?|years?|hours?|weeks?|minutes?|people|[mk]?g\b|ml\b))"
)
_TRIGGER = re.compile(
    rf"(?P<digit>(?<![0-9a-z_])[0-9{VULGAR}]|(?<![\w.])\.(?=[0-9]))"
    r"|(?P<skip>(?<=[a-z_])[0-9][0-9a-z]*(?:[._/:-][0-9][0-9a-z]*)*"
    r"|\[\^?[0-9]{1,4}(?:\s?[,;–-]\s?[0-9]{1,4}){0,30}\]|(?:https?://|www\.)[^\s<>\"]{1,2000})"
    rf"|(?<![^\W_])(?:(?P<month>{MONTH_STARTS})|(?P<period>{PERIOD_STARTS})"
    rf"|(?P<code>(?:usd|eur|gbp|chf|inr|jpy|cny|rmb|aud|cad|rs)(?=\.?[0-9]))|(?P<word>(?:{WORD_STARTS})(?![^\W_])))"
)
_GLUED = re.compile(r"[0-9a-z]*(?:[._/:–-][0-9a-z]+)*")
_PHONE = re.compile(r"[0-9]{3}[-. ][0-9]{3}[-. ][0-9]{4}(?![0-9])|[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9])")
_PHONE_ABROAD = re.compile(r"[0-9]{1,3}(?:[ -]\(?[0-9]{1,5}\)?){2,6}(?![0-9])")
_CLOCK = re.compile(
    r"(?P<hour>[01]?[0-9]|2[0-4])(?:[:.](?P<minute>[0-5][0-9])(?::[0-5][0-9])?(?![0-9:]))?(?: ?(?P<half>[ap])\.?m\b\.?)?(?: ?(?:hrs|hours)(?=[ .,]))?"
)
_ORDINAL = re.compile(r"([0-9]{1,9})(?:st|nd|rd|th)(?![^\W_])")
_LIST_MARK = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}[.)]?[ \t]+")
_DOTTED = re.compile(r"[0-9]+(?:\.[0-9]+){2,}")
_PREFIXES = frozenset({"mid", "pre", "post", "early", "late", "non", "sub", "over", "under", "end", "about", "sup"})
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]?\Z")
_AGAIN = re.compile(r"[ \u00a0]?\((?=[0-9$€£])")
_ONE_AFTER = re.compile(
    r"(?:-| )(?!(?:of|another|can|could|may|might|must|should|would|will|shall|is|was|has|had|does|who|whom|whose|that|which|to|the|and|or|but|in|"
    r"on|at|by|for|from|with|as|if|than|then|it|its|not|cannot|day when|needs|thing|more time)\b)[^\W\d_]"
)
_ONE_BEFORE = re.compile(r"\b(?:no|any|every|some|each|this|that|which|the|another|such|only)[ -]\Z")
_TABLE_EDGE = frozenset("|\t$€£¥%0123456789)(\n—–")
_LOSS = re.compile(r"\b(?:loss|losses|deficit|decrease|outflow)(?: of| was| were|:)?[ \u00a0]\Z")
_YEAR_PREPOSITIONS = frozenset(
    "in since during until till before after through from by of to and for year late early mid end ended ending".split()
)
_FIXED_YEAR = frozenset("in since during until till before after through year late early mid end ended ending".split())


class _Read(NamedTuple):
    """A fact with the powers of ten its words gave it, which a range's first figure may share."""

    fact: Fact
    power: int = 0


@lru_cache(maxsize=1024)
def read_facts(text: str) -> tuple[Fact, ...]:
    """Every value of `text`, in order of start, not overlapping. Never raises; linear in the length of `text`."""
    page = folded(text)
    found: list[_Read] = []
    at = 0
    while match := _TRIGGER.search(page, at):
        start, name = match.start(), match.lastgroup
        read: _Read | None = None
        resume = match.end()
        if name == "digit":
            read, resume = _from_digits(text, page, start)
        elif name == "word":
            read, resume = _from_word(text, page, start, resume)
        elif name == "month":
            fact = date_from_month(text, page, start)
            read = _Read(fact) if fact else None
        elif name == "period":
            fact = date_from_word(text, page, start)
            read = _Read(fact) if fact else None
        elif name == "code":
            resume += page[resume : resume + 1] == "."
            read, resume = _from_digits(text, page, resume)
        if read is not None:
            fact = read.fact
            if fact.start < at:  # a sign or bracket that belongs to what was read before
                read = None
            else:
                found.append(read if fact.bound != "exact" else read._replace(fact=_bounded(page, fact)))
                resume = max(fact.end, fact.bound_end or 0)
        at = max(resume, start + 1)
    return tuple(joined_ranges(text, page, [(read.fact, read.power) for read in found]))


def _bounded(page: str, fact: Fact) -> Fact:
    if fact.kind == "ordinal":
        return fact
    bound = bound_before(page, fact.start)
    if bound is None and fact.kind not in {"date", "period"}:
        bound = bound_after(page, fact.end)
    if bound is None or (fact.kind == "period" and bound[0] in {"more_than", "less_than"}):
        return fact
    words = page[bound[1] : bound[2]]
    if fact.kind == "duration" and words.startswith(("over ", "some ")) and words.endswith((" a", " the", " an", " its", " their")):
        return fact  # "over the five years" is a span
    return fact._replace(bound=bound[0], bound_start=bound[1], bound_end=bound[2])


def _from_digits(text: str, page: str, at: int) -> tuple[_Read | None, int]:
    before = page[at - 1] if at else "\n"
    if before in "-–/" and at > 1 and page[at - 2].isalpha():
        word = _WORD_BEFORE.search(page[max(0, at - 12) : at - 1])
        if before == "-" and (word is None or word[1] not in _PREFIXES):
            return None, _skip(page, at)
    if before in " \u00a0-#§." and _last_word(page, at) in _LABELS and (named := _NAMED.match(page, at)):
        return None, named.end()
    if before in "\n" or page[page.rfind("\n", 0, at) + 1 : at].strip(" \t(") == "":
        mark = _LIST_MARK.match(page, at)
        if (
            mark is not None
            and mark.group().strip()[-1] in ".)"
            and mark.end() < len(page)
            and not page[mark.end()].isdigit()
        ):
            return None, mark.end()
        if (
            mark is not None
            and "." in mark.group()
            and text[mark.end() : mark.end() + 1].isupper()
            and text[mark.end() + 1 : mark.end() + 2].islower()
        ):
            return None, mark.end()
    phone = (_PHONE_ABROAD if before == "+" else _PHONE).match(page, at)
    if phone is not None:
        return None, phone.end()
    fact = date_from_digits(text, page, at)
    if fact is not None and not (fact.end < len(page) and page[fact.end].isalnum() and page[fact.end].isascii()):
        return _Read(fact), fact.end
    if clock := _clock(text, page, at):
        return _Read(clock), clock.end
    if ordinal := _ORDINAL.match(page, at):
        end = ordinal.end()
        value = Decimal(ordinal[1])
        return _Read(Fact("ordinal", at, end, text[at:end], value, value)), end
    if page[at] == ".":
        numeral = digits_at(page, at + 1)
        if numeral is not None:
            part = page[at + 1 : numeral.end]
            numeral = Numeral(numeral.end, Decimal("0." + part), "point") if part.isdecimal() else None
    else:
        numeral = digits_at(page, at)
    if numeral is None:
        return None, _skip(page, at)
    end = numeral.end
    if page[end : end + 1] == "." and page[end + 1 : end + 2].isdigit() and (dotted := _DOTTED.match(page, at)):
        return None, dotted.end()
    if page[end : end + 1] == "-" and text[end + 1 : end + 2].isupper() and not text[end + 2 : end + 3].islower():
        return None, _skip(page, at)
    if page[end : end + 1] == "," and numeral.form == "plain" and page[end + 1 : end + 2].isdigit():
        comma = digits_at(page, at, decimal_comma=True)
        if comma is not None and comma.form == "comma":
            unit = unit_at(text, page, comma.end, money=False)
            if unit.unit or unit.currency or unit.power or page[at] == "0" or currency_before(text, page, at):
                numeral = comma
    return _valued(text, page, at, numeral)


def _last_word(page: str, at: int) -> str:
    """The word straight before `at`, without a stop after it."""
    words = page[max(0, at - 16) : at].rstrip("- .\u00a0").split()
    return words[-1].lstrip("(\"'“[") if words else ""


def _skip(page: str, at: int) -> int:
    match = _GLUED.match(page, at)
    return max(match.end() if match else at, at + 1)


def _clock(text: str, page: str, at: int) -> Fact | None:
    match = _CLOCK.match(page, at)
    if match is None or not (match["half"] or (match["minute"] and page[match.end("hour")] == ":")):
        return None
    hour, minute, end = int(match["hour"]), int(match["minute"] or 0), match.end()
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    minutes = Decimal(hour * 60 + minute)
    return Fact("time", at, end, text[at:end], minutes, minutes)


def _from_word(text: str, page: str, at: int, resume: int) -> tuple[_Read | None, int]:
    if at and page[at - 1] == "-":
        return None, resume
    if (fact := date_from_word(text, page, at)) is not None:
        return _Read(fact), fact.end
    numeral = words_at(page, at)
    if numeral is None:
        return None, resume
    end, value = numeral.end, numeral.value
    after = page[end : end + 4]
    if numeral.form == "ordinal":
        if (
            page[max(0, at - 4) : at] in {"per ", " at "}
            or page.startswith((" of all", "-hand", "ly"), end)
            or after.startswith("'s")
        ):
            return None, end
        return _Read(Fact("ordinal", at, end, text[at:end], value, value)), end
    if numeral.form == "fraction":
        return _fraction(text, page, at, numeral)
    if value == 1 and numeral.form == "word" and page[at:end] == "one":
        pronoun = not _ONE_AFTER.match(page, end) and not _AGAIN.match(page, end)
        if pronoun or _ONE_BEFORE.search(page[max(0, at - 9) : at]):
            return None, end
    if (again := _AGAIN.match(page, end)) and page[again.end()].isdigit():  # thirty (30) days
        repeated = digits_at(page, again.end())
        if repeated and repeated.value == value and page[repeated.end : repeated.end + 1] == ")":
            numeral = Numeral(repeated.end + 1, value, "word")
        elif repeated and (percent := page[repeated.end : repeated.end + 2]) == "%)" and repeated.value == value:
            end = repeated.end + len(percent)
            return _Read(Fact("percent", at, end, text[at:end], value, value, "percent")), end
    return _valued(text, page, at, numeral)


def _fraction(text: str, page: str, at: int, numeral: Numeral) -> tuple[_Read | None, int]:
    end, value = numeral.end, numeral.value
    words = page[at:end]
    if "quarter" in words and not page.startswith(
        (" of ", " the ", "-", " share", " percent", " majority", " full"), end
    ):
        if words.endswith("quarters"):
            count = EXACT.multiply(value, Decimal(4))
            return _Read(Fact("duration", at, end, text[at:end], count, count, "quarter")), end
        return None, end
    if words == "half":
        if match := re.compile(
            r" an? (?=million|billion|trillion|dozen|hour|day|year|century|decade|mile|percent|minute|second|month|week|kilo|metre|meter)"
        ).match(page, end):
            return _valued(text, page, at, Numeral(match.end(), value, "word"))
        if not page.startswith(
            (
                " of ",
                " the ",
                " its ",
                " their ",
                " our ",
                " his ",
                " her ",
                " all ",
                "-year",
                "-hour",
                "-day",
                " percent",
                " per cent",
            ),
            end,
        ):
            return None, end
    return _valued(text, page, at, Numeral(end, value, "fraction"))


def _valued(text: str, page: str, at: int, numeral: Numeral) -> tuple[_Read | None, int]:
    """The fact whose numeral starts at `at`: with what stands before it (sign, currency, bracket) and after it (magnitude, unit)."""
    start, end, value = at, numeral.end, numeral.value
    negative, bracket, outside = False, False, False
    currency: str | None = None
    for _ in range(3):
        before = page[start - 1] if start else ""
        if before in "-−–+" and before:
            if _is_sign(page, start - 1):
                negative, start = before != "+" and not negative, start - 1
            elif before == "−":
                negative, start = True, start - 1
            else:
                break
        elif before == "(" and not bracket:
            bracket, start = True, start - 1
        elif currency is None and (money := currency_before(text, page, start)):
            currency, outside = money[0], bracket
            start = money[1]
        elif before in " \u00a0" and before and start > 1 and page[start - 2] == "(" and not bracket:
            bracket, start = True, start - 2
        else:
            break
    bound: tuple[Bound, int, int] | None = None
    unit = unit_at(text, page, end, money=currency is not None)
    if unit.end == end and (bound := bound_after(page, end)):
        later = unit_at(text, page, bound[2], money=currency is not None)
        if later.unit or later.power:
            unit = later
        elif bound[2] < len(page) and page[end] not in " \u00a0\n+":
            bound = None
    end = max(end, unit.end)
    if bracket and page[end : end + 1] == ")" and _is_accounting(page, start, end, numeral, unit, outside, currency):
        negative, end = True, end + 1
        if unit.unit is None and unit.power == 0:
            unit = unit_at(text, page, end, money=currency is not None)
            end = max(end, unit.end)
    elif bracket:
        start = page.find("(", start) + 1
        while page[start] in " \u00a0":
            start += 1
        if outside:
            start, currency = at, None
        if page[end : end + 1] == ")" and start == at and end == numeral.end and numeral.form == "plain" and value < 21:
            return None, end  # the mark of a list
    if numeral.end == unit.end and _stuck(page, numeral.end, bound):
        return None, _skip(page, at)
    if unit.power:
        value = _raised(value, unit.power)
    if negative:
        value = value.copy_negate()
    currency = currency or unit.currency
    fact = _of_kind(text, page, start, end, value, unit, currency, numeral)
    if fact is None:
        return None, end
    if bound is not None:
        fact = fact._replace(bound=bound[0], bound_start=bound[1], bound_end=bound[2])
    return _Read(fact, unit.power), fact.end


def _of_kind(
    text: str, page: str, start: int, end: int, value: Decimal, unit: Unit, currency: str | None, numeral: Numeral
) -> Fact | None:
    if currency is not None:
        if currency in MINOR:
            value = EXACT.divide(value, Decimal(100))
            currency = MINOR[currency]
        return Fact("money", start, end, text[start:end], value, value, currency)
    name = unit.unit
    if name == "basis_point":
        value = EXACT.divide(value, Decimal(100))
        return Fact("percentage_points", start, end, text[start:end], value, value, "percentage_point")
    if name is not None:
        kind: FactKind = (
            "percent"
            if name == "percent"
            else "percentage_points"
            if name == "percentage_point"
            else "duration"
            if name in DURATIONS
            else "quantity"
        )
        return Fact(kind, start, end, text[start:end], value, value, name)
    counted = counted_noun(page, end, value)
    if (
        numeral.form == "plain"
        and unit.power == 0
        and numeral.end == end
        and end - start == 4
        and 1500 <= value <= 2100
    ):
        before = _WORD_BEFORE.search(page[max(0, start - 12) : start])
        word = before[1] if before else ""
        if counted is None or word in _FIXED_YEAR or (word in _YEAR_PREPOSITIONS and not _plural_follows(page, end)):
            return year_alone(text, start, end)
    if counted is None:
        return Fact("number", start, end, text[start:end], value, value)
    fact = Fact("number", start, end, text[start:end], value, value, counted=counted[0])
    if (after := bound_after(page, counted[1])) and after[1] > counted[1]:
        return fact._replace(bound=after[0], bound_start=after[1], bound_end=after[2])
    return fact


def _plural_follows(page: str, end: int) -> bool:
    match = re.compile(r" [^\W\d_]+").match(page, end)
    return match is not None and match.group().endswith(("s", "people", "staff"))


def _raised(value: Decimal, power: int) -> Decimal:
    sign, digits, exponent = value.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _is_sign(page: str, at: int) -> bool:
    """Whether the dash or plus at `at`, straight before a figure, is its sign and no hyphen or range."""
    if page[at] == "−":
        return at == 0 or not page[at - 1].isdigit()
    before = page[at - 1] if at else " "
    if before.isalnum() or before in "-–—−)%./":
        return False
    if before in " \u00a0\t\n" and at > 1:
        return page[at] == "+" or not page[at - 2].isdigit() or before == "\t"
    return True


def _is_accounting(
    page: str, start: int, end: int, numeral: Numeral, unit: Unit, outside: bool, currency: str | None
) -> bool:
    """Whether a figure in round brackets is a negative one, and not an aside, a year or a list's mark."""
    if outside:
        return True
    left = page[max(0, start - 2) : start].strip(" \u00a0")[-1:] or ("\n" if start < 2 else " ")
    right = page[end + 1 : end + 3].strip(" \u00a0")[:1]
    table = left in _TABLE_EDGE or (right in _TABLE_EDGE and right != "") or page[end + 1 : end + 2] == "%"
    year = numeral.form == "plain" and 1500 <= numeral.value <= 2100
    if year or (numeral.form == "word") or (numeral.form == "plain" and numeral.value < 100 and not table):
        return False
    if currency or unit.unit or unit.currency:
        return table
    return numeral.form in {"grouped", "point"} or table or _LOSS.search(page[max(0, start - 20) : start]) is not None


def _stuck(page: str, end: int, bound: tuple[Bound, int, int] | None) -> bool:
    """Whether letters grow out of a figure, so that it is the name of something: 3D, 747s."""
    if bound is not None or end >= len(page):
        return False
    char = page[end]
    return (char.isalpha() and char < "\u0250") or char == "_"


def days_of(fact: Fact) -> tuple[date, date] | None:
    """First and last day of a dated fact whose days are known."""
    return (fact.first_day, fact.last_day) if fact.first_day and fact.last_day else None
