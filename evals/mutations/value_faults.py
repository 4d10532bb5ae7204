"""Faults in values: numbers, signs, magnitudes, units, currencies, dates, ordinals, and values given for something else.

A value that its sentence states as a bound or an estimate is not changed, since the sentence may imply the new value.
"""

import itertools
import random
import re
from collections.abc import Callable
from decimal import Decimal

from .quantities import WORDS, Quantity, grouped, is_plain, quantities
from .table_rules import counterparts, others
from .variants import Context, Operator, put, some

MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)  # fmt: skip
MONTH = "|".join(MONTHS)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_DEMONYMS = (
    "American British Canadian Australian French German Italian Spanish Portuguese Dutch Swedish Norwegian Danish Finnish "
    "Polish Russian Chinese Japanese Korean Indian Brazilian Mexican Irish Turkish Greek Egyptian Hungarian Nigerian"
).split()
_AMOUNT = "|".join([r"(?<=\d )", *(rf"(?<=\b{word} )" for word in WORDS)])


def _renumbered(name: str, change: Callable[[str, random.Random], list[str]]) -> Operator:
    """Return the rule `name`, which applies `change` to the digits of each exact number that is not a year."""

    def rule(sentence: str, rng: random.Random, context: Context) -> list[str]:
        found = []
        for quantity in quantities(sentence):
            if quantity.looks_like_year or not is_plain(sentence, quantity.start - len(quantity.lead)):
                continue
            for digits in change(quantity.digits, rng):
                if not re.search(rf"(?<![\d.,]){re.escape(digits)}(?![\d.,]*\d)", context.paragraph):
                    found.append(put(sentence, quantity.start, quantity.end, digits))
        return some(rng, found)

    rule.__name__ = name
    return rule


def _digit(digits: str, rng: random.Random) -> list[str]:
    places = [at for at, char in enumerate(digits) if char.isdigit()]
    at = rng.choice(places)
    new = rng.choice([digit for digit in "123456789" if digit != digits[at]])
    return [digits[:at] + new + digits[at + 1 :]]


def _decimal(digits: str, rng: random.Random) -> list[str]:
    value = Decimal(digits.replace(",", ""))
    return [grouped(value * 10), grouped(value / 10)] if "." in digits else []


def _thousands(digits: str, rng: random.Random) -> list[str]:
    return [digits + ",000", digits.rsplit(",", 1)[0]] if "," in digits and "." not in digits else []


def year_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a year to a near year."""
    found = []
    for quantity in quantities(sentence):
        if not quantity.looks_like_year or not (
            is_plain(sentence, quantity.start)
            and re.search(rf"\b(?:in|of|year|{MONTH}|\d,) $", sentence[: quantity.start])
        ):
            continue
        years = [
            year
            for year in range(int(quantity.digits) - 9, int(quantity.digits) + 10)
            if str(year) not in context.paragraph
        ]
        found += [put(sentence, quantity.start, quantity.end, str(rng.choice(years)))] if years else []
    return some(rng, found)


_DAY = re.compile(
    rf"(?<![\d.])(?P<before>\d{{1,2}})(?= (?:{MONTH})\b)|(?<=\b)(?:{MONTH}) (?P<behind>\d{{1,2}})(?![\d:])"
)


def day_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the day of a date to another."""
    found = []
    for match in _DAY.finditer(sentence):
        group = "before" if match["before"] else "behind"
        if is_plain(sentence, match.start()):
            days = [str(day) for day in range(1, 29) if not re.search(rf"\b{day}\b", context.paragraph)]
            found += [put(sentence, *match.span(group), rng.choice(days))] if days else []
    return some(rng, found)


def age_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a decade or a century to another: the 1990s → the 1980s, 19th century → 18th century."""
    found = []
    for match in re.finditer(
        r"\b(?P<number>1[0-9]\d0|20[0-2]0)(?=s\b)|\b(?P<century>\d{1,2})(?=th[ -]centur)", sentence
    ):
        step = 10 if match["number"] else 1
        choices = [
            str(int(match[0]) + by * step)
            for by in (-2, -1, 1)
            if str(int(match[0]) + by * step) not in context.paragraph
        ]
        found += [put(sentence, *match.span(), rng.choice(choices))] if choices else []
    return some(rng, found)


_NEGATIVE_AMOUNT = re.compile(
    r"(?<![\w.)])[−–-](?P<rate>\d[\d,.]*\s?(?:%|°|percent))|(?P<sign>[$£€]\s?)\((?P<amount>\d[\d,.]*)\)"
)
_LOSS = re.compile(
    r"(?i)\b(?:loss\w*|decreas\w+|declin\w+|deficit|fell|drop\w*|negative|reduc\w+|down|lower|minus|below|expense)\b"
)


def sign_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out the minus sign or the brackets of a negative amount.

    Example: “The result was $(5) million.” becomes “The result was $5 million.”
    """
    if _LOSS.search(sentence):
        return []
    return some(
        rng,
        [put(sentence, *m.span(), m["rate"] or m["sign"] + m["amount"]) for m in _NEGATIVE_AMOUNT.finditer(sentence)],
    )


def percent_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Leave out a percent sign.

    Example: “The fee rose by 5%.” becomes “The fee rose by 5.”
    """
    return some(
        rng,
        [
            put(sentence, m.start(), m.end(), "")
            for m in re.finditer(r"(?<=\d)(?:%| per ?cent\b)(?!-| points)", sentence)
        ],
    )


def _pairs(sentence: str) -> list[tuple[Quantity, Quantity]]:
    """Return the pairs of neighbouring values of one form, with words between them other than “and”, “or” and “to”."""
    by_form: dict[tuple[str, str, bool], list[Quantity]] = {}
    for quantity in quantities(sentence):
        by_form.setdefault((quantity.lead, quantity.tail, quantity.looks_like_year), []).append(quantity)
    return [
        (first, second)
        for same in by_form.values()
        for first, second in itertools.pairwise(same)
        if first.value != second.value
        and re.search(r"\b(?!and\b|million\b|billion\b)[a-z]{3}", sentence[first.end : second.start])
    ]


def values_swapped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap two values of one kind: "5m in May and 7m in June" → "7m in May and 5m in June"."""
    if re.search(r"(?i)\b(?:between|ratio|score|total|sum|compris\w+|consist\w+)\b", sentence):
        return []
    return some(
        rng,
        [
            sentence[: a.start] + b.digits + sentence[a.end : b.start] + a.digits + sentence[b.end :]
            for a, b in _pairs(sentence)
            if sentence.count(a.digits) == sentence.count(b.digits) == 1
        ],
    )


_CUT = re.compile(r",? (?:and|while|whereas|but|compared (?:to|with)|versus)\b")


def value_of_the_other(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Give one half of a pair the value of the other: “Acme made 5m and Beta made 7m” → “Acme made 7m.”"""
    found = []
    for first, second in _pairs(sentence):
        cut = _CUT.search(sentence, first.end, second.start)
        if (
            cut
            and len(sentence[: cut.start()].split()) > 3
            and sentence.count("(", 0, cut.start()) == sentence.count(")", 0, cut.start())
        ):
            found.append(sentence[: first.start] + second.digits + sentence[first.end : cut.start()].rstrip(" ,") + ".")
    return some(rng, found)


_CURRENCIES = {
    "US$": "€", "$": "€", "£": "$", "€": "£", "¥": "$", "dollars": "euros", "euros": "dollars", "yen": "dollars",
    "rupees": "dollars", "USD": "EUR", "EUR": "USD", "GBP": "EUR",
}  # fmt: skip
_CURRENCY = re.compile(
    r"(?:US\$|(?<![A-Z])[$£€¥])(?=\s?\d)|(?<=\d )(?:dollars|euros|yen|rupees)\b|\b(?:USD|EUR|GBP)(?=\s?\d)"
)


def currency_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the currency of an amount to another.

    Example: “The fee is $90.” becomes “The fee is €90.”
    """
    return some(rng, [put(sentence, *m.span(), _CURRENCIES[m[0]]) for m in _CURRENCY.finditer(sentence)])


def _of_exact(operator: Operator) -> Operator:
    """Return the rule for sentences whose numbers are all exact."""

    def rule(sentence: str, rng: random.Random, context: Context) -> list[str]:
        starts = [quantity.start - len(quantity.lead) for quantity in quantities(sentence)]
        return operator(sentence, rng, context) if all(is_plain(sentence, start) for start in starts) else []

    rule.__name__ = operator.__name__
    return rule


_UNITS = """
    mg ↔ g; kg → g; km → miles; kilometers → miles; kilometres → miles; miles → kilometres; feet ↔ metres; meters → feet;
    inches ↔ centimetres; acres ↔ hectares; tonnes → kilograms; pounds → kilograms; litres ↔ gallons; MW ↔ GW; GB ↔ MB;
    MHz ↔ GHz; days ↔ weeks; years ↔ months; hours → days; minutes → hours; seconds → minutes; decades → years
"""
_WEEKDAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_NUMBER_WORDS = tuple(word for word, value in WORDS.items() if value > 1)
_OWNED = r"(?:(?<=\bthe )|(?<=\bhis )|(?<=\bher )|(?<=\bits ))"
_UNBOUNDED = r"(?<!\bor )(?<!\bto )(?<!\bthan )(?<!\bleast )(?<!\bmost )(?<!\bof )"

VALUE_FAULTS: tuple[Operator, ...] = (
    _renumbered("digit_changed", _digit),
    _renumbered("decimal_moved", _decimal),
    _renumbered("thousands_changed", _thousands),
    year_changed,
    day_changed,
    age_changed,
    sign_flipped,
    percent_dropped,
    currency_changed,
    values_swapped,
    value_of_the_other,
    others("number_word_changed", _NUMBER_WORDS, after=_UNBOUNDED, before=r"(?= [a-z]+s\b)"),
    others("month_changed", MONTHS, after=r"(?:(?<=\bin )|(?<=\bof )|(?<=\bon )|(?<=\d ))"),
    others("period_changed", _ORDINALS[:4], before=r"(?= (?:fiscal )?quarter\b)"),
    others("weekday_changed", _WEEKDAYS, after=r"(?<=\bon )"),
    others("ordinal_changed", _ORDINALS, after=_OWNED, before=r"(?= (?!two\b|three\b|time\b|half\b|of\b)[a-z])"),
    others("nationality_changed", _DEMONYMS, before=r"(?= [a-z])"),
    _of_exact(
        counterparts(
            "magnitude_changed", "thousand → million; million ↔ billion; trillion → billion", after=r"(?<=\d )"
        )
    ),
    _of_exact(counterparts("unit_changed", _UNITS, after=f"(?:{_AMOUNT})", before=r"(?! old\b|[²³/-])")),
)
