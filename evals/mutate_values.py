"""Faults in values: digits, decimal point, sign, magnitude, unit, currency, percent, bounds.

Every rule checks that the old sentence does not imply the new one: "at least 5" implies "at least 3", so it may only become
"at least 8".
"""

import random
import re
from decimal import Decimal

from .quantities import NUMBER, TIME_UNITS, WORDS, approximate, grouped, may_become, quantities, way
from .variants import Context, Operator, Table, article_for, both_ways, capital, like, put, some

_SMALL_WORD = "|".join(WORDS)
_COUNT = rf"(?:\d[\d,.]*|{_SMALL_WORD}|a|an|per|several|many)(?:[ -](?:hundred|thousand|million|billion|trillion|half))?"


def _renumbered(sentence: str, rng: random.Random, change: Operator) -> list[str]:
    """Apply `change(digits)` to each number that is no year, keeping the results that are not implied."""
    found = []
    for quantity in quantities(sentence):
        if quantity.looks_like_year:
            continue
        for digits in change(quantity.digits, rng, _NOWHERE):
            new = Decimal(digits.replace(",", ""))
            if may_become(sentence, quantity.start, quantity.value, new) and not re.search(
                rf"(?<![\d.,]){re.escape(digits)}(?![\d.,]*\d)", sentence
            ):
                found.append(put(sentence, quantity.start, quantity.end, digits))
    return some(rng, found)


_NOWHERE = Context(paragraph="")


def digit_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """One digit of a number becomes another."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        places = [index for index, char in enumerate(digits) if char.isdigit()]
        changed = []
        for index in places:
            choices = [d for d in "0123456789" if d != digits[index] and not (d == "0" and index == places[0])]
            changed.append(digits[:index] + rng.choice(choices) + digits[index + 1 :])
        rng.shuffle(changed)
        return changed[:2]

    return _renumbered(sentence, rng, change)


def digits_transposed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Two neighbouring digits trade places: 18 → 81."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        return [
            digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
            for i in range(len(digits) - 1)
            if digits[i].isdigit() and digits[i + 1].isdigit() and digits[i] != digits[i + 1] and not (i == 0 and digits[1] == "0")
        ]

    return _renumbered(sentence, rng, change)


def decimal_moved(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """The decimal point moves by one place or is lost: 1.5 → 15, 0.15."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        if "." not in digits:
            return []
        value = Decimal(digits.replace(",", ""))
        return [grouped(value * 10), grouped(value / 10), grouped(Decimal(digits.replace(",", "").replace(".", "")))]

    return _renumbered(sentence, rng, change)


def thousands_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A group of thousands is lost or gained: 1,200,000 → 1,200."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        if "," not in digits or "." in digits:
            return []
        shorter = digits.rsplit(",", 1)[0]
        return [digits + ",000", shorter]

    return _renumbered(sentence, rng, change)


_SIGNED = re.compile(r"(?<![\w.)])(?P<sign>[−–-])(?P<rest>\d[\d,.]*\s?(?:%|°|percent))")
_BRACKETED = re.compile(r"(?:(?<=\s)(?P<lead>[$£€]\s?)|(?<=\bof )|(?<=\bto )|(?<=\bby )|(?<=\bwas ))\((?P<rest>\d[\d,.]*%?)\s?\)")
_LOSS = re.compile(r"(?i)\b(?:loss|losses|decreas\w+|declin\w+|deficit|fell|drop\w*|negative|reduc\w+|down|cut|lower|shrank|minus|below|expense)\b")
_SIGNABLE = re.compile(
    r"\b(?P<lead>(?:growth|margin|return|yield|rate|temperature|change|inflation|increase|rose|grew|gain)(?: \w+){0,2} (?:of|by|was|at) )(?P<rest>\d[\d.,]*\s?(?:%|°|percent))"
)


def sign_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A minus sign or accounting brackets are lost, or a rate becomes negative."""
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
    """Million becomes billion, and the like."""
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


_UNITS = both_ways(
    ("mg", "g"), ("µg", "mg"), ("mcg", "mg"), ("kg", "g"), ("km", "miles"), ("kilometers", "miles"), ("kilometres", "miles"), ("mile", "kilometre"),
    ("feet", "metres"), ("meters", "feet"), ("foot", "metre"), ("metre", "foot"), ("inches", "centimetres"), ("cm", "mm"), ("ft", "m"), ("acres", "hectares"), ("hectare", "acre"), ("tonnes", "kilograms"),
    ("tons", "kilograms"), ("pounds", "kilograms"), ("grams", "kilograms"), ("litres", "gallons"), ("liters", "gallons"), ("MW", "GW"), ("GB", "MB"), ("TB", "GB"),
    ("MHz", "GHz"), ("kW", "MW"), ("ml", "l"), ("mL", "L"), ("mph", "km/h"), ("°C", "°F"), ("knots", "mph"), ("nm", "µm"), ("square miles", "square kilometres"), ("square kilometers", "square miles"), ("km2", "sq mi"),
    ("days", "weeks"), ("months", "years"), ("hours", "days"), ("minutes", "hours"), ("seconds", "minutes"), ("day", "week"), ("month", "year"), ("hour", "day"),
    ("minute", "hour"), ("second", "minute"), ("decades", "years"), ("basis points", "percentage points"), ("degrees Celsius", "degrees Fahrenheit"),
)  # fmt: skip
_UNITS_BY_CASE = {**_UNITS, "weeks": "months", "years": "months", "week": "month", "year": "month", "centuries": "decades"}
_UNIT = re.compile(
    rf"(?<![\w.,])(?P<count>\d[\d,.]*|{_SMALL_WORD})(?P<gap>[ -]?|[ -](?:hundred|thousand|million|billion)[ -])(?P<unit>"
    + "|".join(sorted(map(re.escape, _UNITS_BY_CASE), key=len, reverse=True))
    + r")(?![\w²³/])"
)
_GOES_UP = {"days", "hours", "minutes", "seconds", "weeks", "day", "hour", "minute", "second", "week", "mg", "g", "km", "feet", "mm", "cm", "GB"}


def unit_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """The unit becomes another of its kind, the number stays: mg → g, days → weeks."""
    found = []
    for match in _UNIT.finditer(sentence):
        unit = match["unit"]
        glued_words = match["gap"] == "" and not match["count"][-1].isdigit()
        first_or_old = re.match(r"[ -]old|,? \d", sentence[match.end() :]) or (unit in {"second", "day"} and match["gap"] == " ")
        one_day = match["count"].lower() == "one" or glued_words or (unit in {"m", "l", "g"} and match["gap"] == "-")
        if one_day or first_or_old or way(sentence, match.start()) in {"none"}:
            continue
        larger = unit in _GOES_UP and _UNITS_BY_CASE[unit] not in {"g", "mm", "µm"} or (unit, _UNITS_BY_CASE[unit]) == ("mg", "g")
        allowed = way(sentence, match.start())
        if (allowed == "up" and not larger) or (allowed == "down" and larger):
            continue
        found.append(put(sentence, match.start("unit"), match.end("unit"), _UNITS_BY_CASE[unit]))
    return some(rng, found)


_POINTS = re.compile(r"(?P<lead>\b(?:by|increase of|decrease of|rise of|fall of|up|down|rose|fell|grew|increased|decreased|declined) (?:about |over )?\d[\d.]*)(?P<unit>\s?%|\s?percent|\sper cent)(?! points?)(?![\w-])")
_POINT_WORDS = re.compile(r"(?<=\d) percentage points?\b")


def percent_and_points(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Percent becomes percentage points, or the reverse."""
    found = [put(sentence, m.start("unit"), m.end("unit"), " percentage points") for m in _POINTS.finditer(sentence)]
    found += [put(sentence, m.start(), m.end(), " percent") for m in _POINT_WORDS.finditer(sentence)]
    return some(rng, found)


_PERCENT = re.compile(r"(?<=\d)(?:\s?%|\spercent\b|\sper cent\b)(?!\s?(?:[-–]|points|CI|confidence))")


def percent_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """The percent sign is lost."""
    return some(rng, [put(sentence, m.start(), m.end(), "") for m in _PERCENT.finditer(sentence)])


_CURRENCY = re.compile(r"(?P<sign>US\$|A\$|C\$|NZ\$|(?<![A-Z])\$|£|€|¥)(?=\s?\d)|(?<=\d )(?P<word>dollars|euros|pounds|yen|rupees)\b|\b(?P<code>USD|EUR|GBP|RMB)(?=\s?\d)")
_OTHER_CURRENCY = {
    "US$": "€", "A$": "US$", "C$": "US$", "NZ$": "US$", "$": "€", "£": "$", "€": "£", "¥": "$", "dollars": "euros", "euros": "dollars", "pounds": "euros",
    "yen": "dollars", "rupees": "dollars", "USD": "EUR", "EUR": "USD", "GBP": "EUR", "RMB": "USD",
}  # fmt: skip


def currency_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """The amount stays, its currency becomes another."""
    found = []
    for match in _CURRENCY.finditer(sentence):
        weight = match["word"] == "pounds" and not re.search(r"£|sterling|\bpaid|\bcost|\bworth|\bprice", sentence)
        if not weight:
            found.append(put(sentence, match.start(), match.end(), _OTHER_CURRENCY[match[0]]))
    return some(rng, found)


_VALUE_AHEAD = rf"(?= (?:an? |the )?(?:[$£€]|US\$)?(?:\d|(?:{_SMALL_WORD}|half|hundreds?|thousands?|millions?)\b))"
_COMPARATORS = Table(
    both_ways(
        ("at least", "at most"), ("more than", "less than"), ("no more than", "no less than"), ("not more than", "not less than"), ("no later than", "no earlier than"),
        ("greater than", "less than"), ("higher than", "lower than"), ("older than", "younger than"), ("longer than", "shorter than"), ("up to", "at least"),
        ("no fewer than", "no more than"), ("fewer than", "more than"), ("a minimum of", "a maximum of"), ("as many as", "as few as"), ("as much as", "as little as"),
        ("over", "under"), ("above", "below"), ("exceeding", "below"),
    )
    | {"within": "after", "nearly": "more than", "almost": "more than"},
    before=_VALUE_AHEAD,
)  # fmt: skip
_SYMBOLS = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def comparator_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A bound looks the other way: at least → at most, p < 0.05 → p > 0.05."""
    found = []
    for start, end, old, new in _COMPARATORS.hits(sentence):
        over_time = old in {"over", "under", "within", "above", "below"} and re.match(
            rf" (?:an? |the |one )|(?: \S+){{1,4}} {TIME_UNITS}\b|.{{0,14}}\b(?:1[0-9]|20)\d\d\b", sentence[end:]
        )
        prefixed = old in {"more than", "less than", "fewer than"} and re.search(r"\b(?:no|not|little|much|far) $", sentence[:start])
        if prefixed or (over_time and old != "within") or (old == "within" and not re.match(rf" \S+ {TIME_UNITS}\b", sentence[end:])):
            continue
        found.append(put(sentence, start, end, new))
    for match in re.finditer(r"[<>≤≥](?=\s?[\d.])", sentence):
        found.append(put(sentence, match.start(), match.end(), _SYMBOLS[match[0]]))
    return some(rng, found)


_STRICTER = Table({"at least": "more than", "at most": "less than", "no more than": "less than", "no less than": "more than", "up to": "less than"}, before=_VALUE_AHEAD)


def bound_made_strict(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A bound that includes its end excludes it: at least 5 → more than 5."""
    found = _STRICTER.replaced(sentence)
    found += [put(sentence, m.start(), m.end(), {"≤": "<", "≥": ">"}[m[0]]) for m in re.finditer(r"[≤≥](?=\s?\d)", sentence)]
    return some(rng, found)


_BOUNDS = ("at least", "at most", "more than", "less than", "fewer than", "no more than", "no less than", "up to", "over", "nearly", "almost", "approximately", "about", "around", "roughly", "an estimated", "as many as", "some")  # fmt: skip
_MADE_EXACT = Table(dict.fromkeys(_BOUNDS, "exactly"), before=_VALUE_AHEAD)


def bound_made_exact(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A bound or an estimate becomes an exact figure: at least 5 → exactly 5."""
    found = []
    for start, end, old, new in _MADE_EXACT.hits(sentence):
        span = re.match(rf" (?:an? |the )?(?:\S+ )?(?:\S+ )?{TIME_UNITS}\b| (?:half|the|an?)\b|.{{0,8}}\b1[0-9]\d\d\b", sentence[end:])
        if old.lower() in {"over", "some", "about", "around"} and span:
            continue
        if not re.search(r"\b(?:no|not|much|far|little|from|just|only|talk\w*|between) $", sentence[:start]):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_RANGE = re.compile(
    r"(?<![\w.,-])(?P<low>\d[\d,]*(?:\.\d+)?)(?P<unit>%?)(?P<join>\s?[–-]\s?| to | and )(?P<high>\d[\d,]*(?:\.\d+)?)(?=%| (?:percent|per cent|years|days|hours|weeks|months|million|billion|mg|kg|km|miles|feet|people|minutes)\b)"
)


def range_shifted(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Both ends of a range of amounts move past the old ones: 5–10% → 15–20%."""
    found = []
    for match in _RANGE.finditer(sentence):
        low, high = (Decimal(match[g].replace(",", "")) for g in ("low", "high"))
        between = sentence[: match.start()].endswith("between ")
        if (match["join"] == " and ") != between or not low < high:
            continue
        step = high - low
        moved = f"{grouped(high + step)}{match['unit']}{match['join']}{grouped(high + 2 * step)}"
        found.append(put(sentence, match.start(), match.end(), moved))
    return some(rng, found)


_NUMBER_WORD = re.compile(rf"(?<![\w-])(?P<word>{_SMALL_WORD}|{'|'.join(map(capital, WORDS))})(?![\w-])(?! (?:of the|of which|another|other|and a half)\b)")
_BY_VALUE = {value: word for word, value in WORDS.items()}


def number_word_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A number in words becomes another: three → five."""
    found = []
    for match in _NUMBER_WORD.finditer(sentence):
        value = WORDS[match["word"].lower()]
        nearby = sentence[match.end() : match.end() + 12]
        if value == 1 or re.match(r"[ -](?:or|to|and|thirds?|fifths?|quarters?)\b", nearby) or re.search(r"(?:\bor|\bto|-) $", sentence[: match.start()]):
            continue
        choices = [other for other in _BY_VALUE if other != 1 and may_become(sentence, match.start(), Decimal(value), Decimal(other))]
        choices = [other for other in choices if _BY_VALUE[other] not in sentence.lower() and other in range(2, 13) or (value > 12 and other > 12)]
        if choices:
            found.append(put(sentence, match.start(), match.end(), like(match["word"], _BY_VALUE[rng.choice(choices)])))
    return some(rng, found)


_FRACTIONS = Table(
    {
        "half of": "a third of", "one third of": "two thirds of", "a third of": "half of", "two-thirds of": "one-third of", "two thirds of": "one third of", "one-third of": "two-thirds of", "a quarter of": "half of",
        "three-quarters of": "one-quarter of", "three quarters of": "a quarter of", "doubled": "tripled", "tripled": "doubled", "halved": "doubled", "doubling": "tripling", "twice": "three times",
        "double": "triple", "triple": "double", "tenfold": "twofold", "twofold": "tenfold", "dozens": "thousands", "hundreds": "thousands", "thousands": "hundreds", "millions": "thousands", "billions": "millions",
    }
)  # fmt: skip


def multiple_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """A fraction or a multiple becomes another: half of → a third of, doubled → tripled."""
    found = []
    for start, end, old, new in _FRACTIONS.hits(sentence):
        if old.lower() == "hundreds" and sentence[end:].startswith(" of thousands"):
            continue
        if not re.search(r"\b(?:at least|more than|over|than|the|first|second|last|of|and a|tens) $", sentence[:start]) and not approximate(sentence, start):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_FREQUENCY = Table(
    {
        "daily": "weekly", "weekly": "daily", "monthly": "yearly", "annual": "monthly", "annually": "monthly", "quarterly": "annually", "yearly": "monthly", "biennial": "annual",
        "per day": "per week", "per week": "per month", "per month": "per week", "per year": "per month", "per hour": "per day", "per minute": "per hour", "a day": "a week",
        "a week": "a month", "a month": "a week", "a year": "a month", "per second": "per minute", "each year": "each month", "every year": "every month", "every day": "every week", "once": "twice",
    }
)  # fmt: skip
_RATE_BEFORE = re.compile(rf"(?:\b(?:times|once|twice|{_SMALL_WORD}) |\b[$£€\d][\d,.]*(?: \w+)? )$")


def frequency_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """How often becomes another: daily → weekly, per year → per month."""
    found = []
    for start, end, old, new in _FREQUENCY.hits(sentence):
        if old.lower().startswith(("a ", "each ", "every ")) and not _RATE_BEFORE.search(sentence[:start]) and not old.lower().startswith("every"):
            continue
        if old.lower() == "once" and not re.match(r" (?:a|per|every|each|in)\b", sentence[end:]):
            continue
        if re.match(r" (?:ago|later|before|after|earlier|and a half)\b|-", sentence[end:]) or old[0].isupper():
            continue
        found.append(put(sentence, start, end, new))
    return some(rng, found)


VALUES: tuple[Operator, ...] = (
    digit_changed, digits_transposed, decimal_moved, thousands_changed, sign_flipped, magnitude_changed, unit_changed, percent_and_points, percent_dropped,
    currency_changed, comparator_flipped, bound_made_strict, bound_made_exact, range_shifted, number_word_changed, multiple_changed, frequency_changed,
)  # fmt: skip
