"""Faults in the unit of a number: sign, magnitude, unit, percent, currency, frequency."""

import random
import re

from .mutate_values import _SMALL_WORD
from .quantities import way
from .variants import Context, Operator, Table, put, read_pairs, some

_SIGNED = re.compile(r"(?<![\w.)])(?P<sign>[−–-])(?P<rest>\d[\d,.]*\s?(?:%|°|percent))")


_BRACKETED = re.compile(
    r"(?:(?<=\s)(?P<lead>[$£€]\s?)|(?<=\bof )|(?<=\bto )|(?<=\bby )|(?<=\bwas ))\((?P<rest>\d[\d,.]*%?)\s?\)"
)


_LOSS = re.compile(
    r"(?i)\b(?:loss|losses|decreas\w+|declin\w+|deficit|fell|drop\w*|negative|reduc\w+|down|cut|lower"
    r"|shrank|minus|below|expense)\b"
)


_SIGNABLE = re.compile(
    r"\b(?P<lead>(?:growth|margin|return|yield|rate|temperature|change|inflation|increase|rose|grew|gain)"
    r"(?: \w+){0,2} (?:of|by|was|at) )(?P<rest>\d[\d.,]*\s?(?:%|°|percent))"
)


def sign_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the minus sign or the brackets of a negative amount, or make a rate negative."""
    if _LOSS.search(sentence):
        return []
    found = [put(sentence, m.start("sign"), m.end("sign"), "") for m in _SIGNED.finditer(sentence)]
    found += [put(sentence, m.start(), m.end(), (m["lead"] or "") + m["rest"]) for m in _BRACKETED.finditer(sentence)]
    found += [put(sentence, m.start("rest"), m.start("rest"), "−") for m in _SIGNABLE.finditer(sentence)]
    return some(rng, found)


_MAGNITUDE = re.compile(r"(?<=\d)(?P<gap>[ -]?)(?P<word>thousand|million|billion|trillion|mn|bn|m|k)\b(?!\w)")


_OTHER_MAGNITUDE = {
    "thousand": ["million"],
    "million": ["billion", "thousand"],
    "billion": ["million", "trillion"],
    "trillion": ["billion"],
    "mn": ["bn"],
    "bn": ["mn"],
    "m": ["bn"],
    "k": ["m"],
}


def magnitude_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the magnitude of a number: million → billion, and similar changes."""
    found = []
    for match in _MAGNITUDE.finditer(sentence):
        if match["word"] in {"m", "k"} and not re.search(r"[$£€]\s?[\d.,]+$", sentence[: match.start()]):
            continue
        if match["word"] in {"m", "k", "mn", "bn"} and match["gap"] == "-":
            continue
        number = re.search(r"[\d,.]+$", sentence[: match.start()])
        start = number.start() if number else match.start()
        allowed = way(sentence, start)
        order = ["k", "thousand", "m", "mn", "million", "bn", "billion", "trillion"]
        for word in _OTHER_MAGNITUDE[match["word"]]:
            larger = order.index(word) > order.index(match["word"])
            if allowed == "any" or (allowed == "up" and larger) or (allowed == "down" and not larger):
                found.append(put(sentence, match.start("word"), match.end("word"), word))
    return some(rng, found)


_UNITS = read_pairs(
    """
    mg ↔ g; µg ↔ mg; mcg ↔ mg; kg ↔ g; km ↔ miles; kilometers ↔ miles; kilometres ↔ miles; mile ↔ kilometre;
    feet ↔ metres; meters ↔ feet; foot ↔ metre; metre ↔ foot; inches ↔ centimetres; cm ↔ mm; ft ↔ m;
    acres ↔ hectares; hectare ↔ acre; tonnes ↔ kilograms; tons ↔ kilograms; pounds ↔ kilograms; grams ↔ kilograms;
    litres ↔ gallons; liters ↔ gallons; MW ↔ GW; GB ↔ MB; TB ↔ GB; MHz ↔ GHz; kW ↔ MW; ml ↔ l; mL ↔ L; mph ↔ km/h;
    °C ↔ °F; knots ↔ mph; nm ↔ µm; square miles ↔ square kilometres; square kilometers ↔ square miles; km2 ↔ sq mi;
    days ↔ weeks; months ↔ years; hours ↔ days; minutes ↔ hours; seconds ↔ minutes; day ↔ week; month ↔ year;
    hour ↔ day; minute ↔ hour; second ↔ minute; decades ↔ years; basis points ↔ percentage points;
    degrees Celsius ↔ degrees Fahrenheit
"""
)


_UNITS_BY_CASE = {
    **_UNITS,
    "weeks": "months",
    "years": "months",
    "week": "month",
    "year": "month",
    "centuries": "decades",
}


_UNIT = re.compile(
    rf"(?<![\w.,])(?P<count>\d[\d,.]*|{_SMALL_WORD})(?P<gap>[ -]?|[ -](?:hundred|thousand|million"
    rf"|billion)[ -])(?P<unit>"
    + "|".join(sorted(map(re.escape, _UNITS_BY_CASE), key=len, reverse=True))
    + r")(?![\w²³/])"
)


_GOES_UP = {
    "days",
    "hours",
    "minutes",
    "seconds",
    "weeks",
    "day",
    "hour",
    "minute",
    "second",
    "week",
    "mg",
    "g",
    "km",
    "feet",
    "mm",
    "cm",
    "GB",
}


def unit_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a unit to another unit of its kind: mg → g, days → weeks."""
    found = []
    for match in _UNIT.finditer(sentence):
        unit = match["unit"]
        glued_words = match["gap"] == "" and not match["count"][-1].isdigit()
        first_or_old = re.match(r"[ -]old|,? \d", sentence[match.end() :]) or (
            unit in {"second", "day"} and match["gap"] == " "
        )
        one_day = match["count"].lower() == "one" or glued_words or (unit in {"m", "l", "g"} and match["gap"] == "-")
        if one_day or first_or_old or way(sentence, match.start()) in {"none"}:
            continue
        larger = (unit in _GOES_UP and _UNITS_BY_CASE[unit] not in {"g", "mm", "µm"}) or (
            unit,
            _UNITS_BY_CASE[unit],
        ) == ("mg", "g")
        allowed = way(sentence, match.start())
        if (allowed == "up" and not larger) or (allowed == "down" and larger):
            continue
        found.append(put(sentence, match.start("unit"), match.end("unit"), _UNITS_BY_CASE[unit]))
    return some(rng, found)


_POINTS = re.compile(
    r"(?P<lead>\b(?:by|increase of|decrease of|rise of|fall of|up|down|rose|fell|grew|increased|decreased"
    r"|declined) (?:about |over )?\d[\d.]*)(?P<unit>\s?%|\s?percent|\sper cent)(?! points?)(?![\w-])"
)


_POINT_WORDS = re.compile(r"(?<=\d) percentage points?\b")


def percent_and_points(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change percent to percentage points, or the reverse."""
    found = [put(sentence, m.start("unit"), m.end("unit"), " percentage points") for m in _POINTS.finditer(sentence)]
    found += [put(sentence, m.start(), m.end(), " percent") for m in _POINT_WORDS.finditer(sentence)]
    return some(rng, found)


_PERCENT = re.compile(r"(?<=\d)(?:\s?%|\spercent\b|\sper cent\b)(?!\s?(?:[-–]|points|CI|confidence))")


def percent_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a percent sign: 5% → 5."""
    return some(rng, [put(sentence, m.start(), m.end(), "") for m in _PERCENT.finditer(sentence)])


_CURRENCY = re.compile(
    r"(?P<sign>US\$|A\$|C\$|NZ\$|(?<![A-Z])\$|£|€|¥)(?=\s?\d)|(?<=\d )(?P<word>dollars|euros|pounds|yen"
    r"|rupees)\b|\b(?P<code>USD|EUR|GBP|RMB)(?=\s?\d)"
)


_OTHER_CURRENCY = read_pairs(
    """
    US$ → €; A$ → US$; C$ → US$; NZ$ → US$; $ → €; £ → $; € → £; ¥ → $; dollars → euros; euros → dollars;
    pounds → euros; yen → dollars; rupees → dollars; USD → EUR; EUR → USD; GBP → EUR; RMB → USD
"""
)


def currency_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the currency of an amount to another."""
    found = []
    for match in _CURRENCY.finditer(sentence):
        weight = match["word"] == "pounds" and not re.search(r"£|sterling|\bpaid|\bcost|\bworth|\bprice", sentence)
        if not weight:
            found.append(put(sentence, match.start(), match.end(), _OTHER_CURRENCY[match[0]]))
    return some(rng, found)


_FREQUENCY = Table(
    read_pairs(
        """
    daily → weekly; weekly → daily; monthly → yearly; annual → monthly; annually → monthly; quarterly → annually;
    yearly → monthly; biennial → annual; per day → per week; per week → per month; per month → per week;
    per year → per month; per hour → per day; per minute → per hour; a day → a week; a week → a month;
    a month → a week; a year → a month; per second → per minute; each year → each month; every year → every month;
    every day → every week; once → twice
"""
    )
)


_RATE_BEFORE = re.compile(rf"(?:\b(?:times|once|twice|{_SMALL_WORD}) |\b[$£€\d][\d,.]*(?: \w+)? )$")


def frequency_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a frequency to another: daily → weekly, per year → per month."""
    found = []
    for start, end, old, new in _FREQUENCY.hits(sentence):
        if (
            old.lower().startswith(("a ", "each ", "every "))
            and not _RATE_BEFORE.search(sentence[:start])
            and not old.lower().startswith("every")
        ):
            continue
        if old.lower() == "once" and not re.match(r" (?:a|per|every|each|in)\b", sentence[end:]):
            continue
        if re.match(r" (?:ago|later|before|after|earlier|and a half)\b|-", sentence[end:]) or old[0].isupper():
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


UNITS: tuple[Operator, ...] = (
    sign_flipped,
    magnitude_changed,
    unit_changed,
    percent_and_points,
    percent_dropped,
    currency_changed,
    frequency_changed,
)
