"""Faults in time: day, month, year, period, duration, order of events."""

import random
import re
from datetime import date, timedelta
from decimal import Decimal

from .quantities import TIME_UNITS, WORDS, may_become
from .variants import Context, Operator, Table, like, put, read_pairs, some

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
MONTH = "|".join(MONTHS)
_YEAR = re.compile(
    r"(?<![\w.,/$£€–-])(?<!No\. )(?P<year>1[0-9]\d\d|20\d\d)(?![\w%]|[.,]\d|[-–/]\d|\s(?:million|people"
    r"|employees|men|feet|metres|meters|km|miles|shares|students|BC)\b)"
)
_YEAR_LEAD = re.compile(
    r"(?:\b(?:in|since|by|of|from|to|until|after|before|during|and|between|for|fiscal|late|early|mid|year"
    r"|years|circa|the|through)|[(,]|\b(?:" + MONTH + r")(?: \d{1,2},)?) $|\($"
)
_NOT_BEFORE_YEAR = re.compile(
    r"\b(?:before|until|by|till|prior to|through)(?: (?:\d{1,2} )?(?:"
    + MONTH
    + r")(?: \d{1,2},)?| the end of| early| late)? $"
)
_NOT_AFTER_YEAR = re.compile(r"\bafter(?: (?:\d{1,2} )?(?:" + MONTH + r")(?: \d{1,2},)?)? $")
_SINCE = re.compile(r"\bsince(?: (?:\d{1,2} )?(?:" + MONTH + r")(?: \d{1,2},)?| the| at least| early| late)? $")


def year_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a year to another one close to it."""
    found = []
    for match in _YEAR.finditer(sentence):
        before = sentence[: match.start()]
        if not _YEAR_LEAD.search(before):
            continue
        year = int(match["year"])
        earlier, later = range(year - 9, year), range(year + 1, year + 10)
        if _NOT_BEFORE_YEAR.search(before) or _SINCE.search(before):
            choices = list(earlier)
        elif _NOT_AFTER_YEAR.search(before):
            choices = list(later)
        else:
            choices = [*earlier, *later]
        choices = [new for new in choices if str(new) not in context.paragraph]
        if choices:
            found.append(put(sentence, match.start(), match.end(), str(rng.choice(choices))))
    return some(rng, found)


_DAY_FIRST = re.compile(rf"(?<![\d.])(?P<day>\d{{1,2}})(?P<suffix>st|nd|rd|th)? (?P<month>{MONTH})\b")
_MONTH_FIRST = re.compile(rf"\b(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?![\d:])")
_OPEN_END = re.compile(r"\b(?:by|before|after|since|until|from|within|through|on or) (?:about )?$")


def day_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the day of a date to another."""
    found = []
    for match in [*_DAY_FIRST.finditer(sentence), *_MONTH_FIRST.finditer(sentence)]:
        day = int(match["day"])
        ordinal = "suffix" in match.re.groupindex and match["suffix"]
        if not 1 <= day <= 31 or ordinal or _OPEN_END.search(sentence[: match.start()]):
            continue
        choices = [new for new in range(1, 29) if abs(new - day) > 1 and not re.search(rf"\b{new}\b", sentence)]
        found.append(put(sentence, match.start("day"), match.end("day"), str(rng.choice(choices))))
    return some(rng, found)


_MONTH_IN_DATE = re.compile(
    rf"(?:(?P<lead>\b(?:in|late|early|mid|of|on|ended|ending|for|during) |\b\d{{1,2}} ))?\b"
    rf"(?P<month>{MONTH})\b(?P<tail> \d{{1,4}}\b)?"
)


def month_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the month to another: 5 March → 5 June."""
    found = []
    for match in _MONTH_IN_DATE.finditer(sentence):
        if not (match["lead"] or match["tail"]) or _OPEN_END.search(sentence[: match.start()]):
            continue
        choices = [
            month for month in MONTHS if month not in context.paragraph and month not in {"February", "May", "March"}
        ]
        if choices:
            found.append(put(sentence, match.start("month"), match.end("month"), rng.choice(choices)))
    return some(rng, found)


_ISO = re.compile(r"(?<![\d-])(?P<date>(?:19|20)\d\d-\d\d-\d\d)(?![\d-])")


def iso_date_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Move a numeric date by a day, a month or a year."""
    found = []
    for match in _ISO.finditer(sentence):
        try:
            old = date.fromisoformat(match["date"])
        except ValueError:
            continue
        found.append(
            put(
                sentence,
                match.start(),
                match.end(),
                (old + timedelta(days=rng.choice([-365, -31, -1, 1, 31, 365]))).isoformat(),
            )
        )
    return some(rng, found)


def _other(text: str, choices: list[str], rng: random.Random) -> str | None:
    left = [choice for choice in choices if not re.search(rf"\b{re.escape(choice)}\b", text)]
    return rng.choice(left) if left else None


_QUARTERS = ["first", "second", "third", "fourth"]
_PERIODS = (
    (re.compile(r"\b(?P<part>first|second|third|fourth)(?= (?:fiscal )?quarter\b)"), _QUARTERS),
    (re.compile(r"\b(?P<part>first|second)(?= half of\b)"), ["first", "second"]),
    (re.compile(r"\b(?P<part>Q[1-4])\b"), ["Q1", "Q2", "Q3", "Q4"]),
    (
        re.compile(r"\b(?P<part>[Ee]arly|[Mm]id|[Ll]ate)(?=[ -](?:the )?(?:\d{4}s?|\d\dth|" + MONTH + r")\b)"),
        ["early", "late"],
    ),
    (
        re.compile(
            r"\b(?P<part>Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?=[,. ])(?! (?:Times|Herald"
            r"|Mirror|Mail|Night))"
        ),
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    ),
    (re.compile(r"\b(?:in|of|the) (?P<part>spring|summer|autumn|winter)\b"), ["spring", "summer", "autumn", "winter"]),
)


def period_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a quarter, half, season, weekday or part of a period to another."""
    found = []
    for pattern, choices in _PERIODS:
        for match in pattern.finditer(sentence):
            new = _other(sentence.lower() if choices[0].islower() else sentence, choices, rng)
            if new and not _OPEN_END.search(sentence[: match.start("part")]):
                found.append(put(sentence, match.start("part"), match.end("part"), like(match["part"], new)))
    return some(rng, found)


_FISCAL = re.compile(r"(?P<lead>\bFY\s?|\b[Ff]iscal (?:year )?)(?P<year>20\d\d|\d\d)\b")


def fiscal_year_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a fiscal year: FY2021 → FY2022."""
    found = []
    for match in _FISCAL.finditer(sentence):
        year = int(match["year"])
        choices = [str(year + step) for step in (-3, -2, -1, 1, 2, 3) if str(year + step) not in context.paragraph]
        if choices:
            found.append(put(sentence, match.start("year"), match.end("year"), rng.choice(choices)))
    return some(rng, found)


_DECADE = re.compile(r"\b(?P<decade>1[0-9]\d0|20[0-2]0)s\b")
_CENTURY = re.compile(
    r"\b(?P<number>\d{1,2})(?P<suffix>st|nd|rd|th)(?=(?:[ -]century| and \d+\w\w centuries| centuries)\b)"
)
_CENTURY_WORDS = ["fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"]
_CENTURY_WORD = re.compile(rf"\b(?P<word>{'|'.join(_CENTURY_WORDS)})(?=[ -]centur)")


def ordinal_of(number: int) -> str:
    """Return a number as an ordinal: 2 → 2nd, 11 → 11th."""
    suffix = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def age_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a decade, century or era to another: the 1990s → the 1980s, 44 BC → 44 AD."""
    found = []
    for match in _DECADE.finditer(sentence):
        choices = [str(int(match["decade"]) + step) for step in (-20, -10, 10, 20)]
        choices = [decade for decade in choices if decade[:3] not in context.paragraph and int(decade) <= 2020]
        if choices:
            found.append(put(sentence, match.start("decade"), match.end("decade"), rng.choice(choices)))
    for match in _CENTURY.finditer(sentence):
        new = int(match["number"]) + rng.choice([-2, -1, 1, 2])
        if 1 <= new <= 21 and ordinal_of(new) not in sentence:
            found.append(put(sentence, match.start(), match.end(), ordinal_of(new)))
    for match in _CENTURY_WORD.finditer(sentence):
        new_word = _other(context.paragraph, _CENTURY_WORDS, rng)
        if new_word:
            found.append(put(sentence, match.start(), match.end(), new_word))
    for match in re.finditer(r"(?<=\d )(?:BC|BCE)\b", sentence):
        found.append(put(sentence, match.start(), match.end(), "AD" if match[0] == "BC" else "CE"))
    return some(rng, found)


_DURATION = re.compile(
    rf"(?<![\w.,-])(?P<count>\d+|{'|'.join(word for word in WORDS if word != 'one')})(?P<gap>[ -])(?=(?:"
    rf"(?:calendar|business|consecutive|full|working) )?{TIME_UNITS}\b)"
)
_NUMBERS_BACK = {value: word for word, value in WORDS.items() if value <= 12}


def duration_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a duration to another: 30 days → 45 days."""
    found = []
    for match in _DURATION.finditer(sentence):
        word = not match["count"].isdigit()
        old = WORDS[match["count"]] if word else int(match["count"])
        if re.search(r"\b(?:or|to|and|between|[0-9]+[–-])\s?$", sentence[: match.start()]) or 1000 < old < 2100:
            continue
        choices = [
            new
            for new in (
                _NUMBERS_BACK if word else {old * 2, old + 15, max(2, old // 2), max(2, old - 1), old + 2, old * 3}
            )
            if new != 1
        ]
        choices = [new for new in sorted(choices) if may_become(sentence, match.start(), Decimal(old), Decimal(new))]
        choices = [
            new for new in choices if not re.search(rf"\b{_NUMBERS_BACK.get(new, new) if word else new}\b", sentence)
        ]
        if choices:
            new = rng.choice(choices)
            found.append(
                put(sentence, match.start("count"), match.end("count"), _NUMBERS_BACK[new] if word else str(new))
            )
    return some(rng, found)


_ORDER = Table(
    read_pairs(
        """
    before ↔ after; prior to ↔ following; preceded by ↔ followed by; preceded ↔ followed; preceding ↔ following;
    earlier ↔ later; until ↔ since
"""
    )
)


def order_of_events(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the order of events: before → after, until → since, and similar changes."""
    found = []
    for start, end, old, new in _ORDER.hits(sentence):
        tail = sentence[end:]
        if old.lower() == "until" and not re.match(rf" (?:the )?(?:\d|{MONTH})", tail):
            continue
        if old.lower() in {"following", "prior to"} and not re.match(r" (?:the|an?|its|his|her|their|[A-Z])\b", tail):
            continue
        if old.lower() == "following" and (
            re.search(r"(?:\b(?:the|in|as) |^)$", sentence[:start]) or not sentence[:start].endswith((" ", ""))
        ):
            continue
        if old.lower() in {"followed", "later", "earlier", "preceding"} and re.match(
            r" (?:by|than|the path|suit|on)\b", tail
        ):
            continue
        if (
            old.lower() in {"later", "earlier"}
            and re.search(r"\b(?:\d+|year|years|months|days|weeks|century|no|not|sooner or) $", sentence[:start])
            is None
        ):
            continue
        if old.lower() in {"before", "after"} and re.search(
            r"\b(?:named|soon|shortly|look\w*|day|year|never|ever|long|not|week|month|time|sought) $", sentence[:start]
        ):
            continue
        if re.match(r"[,.;)]| (?:the|a|an) (?:court|courts|judge|senate|committee|commission)\b", tail.lower()):
            continue
        if re.search(r"\b(?:before|after) and|and (?:before|after)\b|\bbefore or", sentence):
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


_CLOCK = re.compile(r"(?<=\d) ?(?P<half>a\.m\.|p\.m\.|am\b|pm\b|AM\b|PM\b)")


def half_of_day_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the half of the day: a.m. → p.m."""
    return some(
        rng,
        [
            put(
                sentence,
                m.start("half"),
                m.end("half"),
                {"a": "p", "p": "a", "A": "P", "P": "A"}[m["half"][0]] + m["half"][1:],
            )
            for m in _CLOCK.finditer(sentence)
        ],
    )


DATES: tuple[Operator, ...] = (
    year_changed,
    day_changed,
    month_changed,
    iso_date_changed,
    period_changed,
    fiscal_year_changed,
    age_changed,
    duration_changed,
    order_of_events,
    half_of_day_changed,
)
