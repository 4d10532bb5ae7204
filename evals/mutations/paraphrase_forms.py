"""Paraphrases that change only the form of a value or of characters: numbers, money, dates, units, white space."""

import random
import re
from decimal import Decimal

from .quantities import WORDS, grouped, quantities
from .value_faults import MONTH, MONTHS
from .variants import Context, Operator, put, some

_MAGNITUDES = {"million": Decimal(10**6), "billion": Decimal(10**9), "trillion": Decimal(10**12)}
_WORD_OF = {value: word for word, value in WORDS.items()}


def magnitude_spelt(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write a large number with its magnitude as a word, or the reverse: 1,200,000 → 1.2 million."""
    found = []
    for quantity in quantities(sentence):
        tail = quantity.tail.strip()
        if not tail and "," in quantity.digits and quantity.value >= 10**6:
            name = next(name for name in ("trillion", "billion", "million") if quantity.value >= _MAGNITUDES[name])
            short = quantity.value / _MAGNITUDES[name]
            if short == round(short, 2) and not re.match(r"[-–]", sentence[quantity.end :]):
                found.append(put(sentence, quantity.start, quantity.end, f"{grouped(short)} {name}"))
        if (
            tail in _MAGNITUDES
            and quantity.tail.startswith(" ")
            and not re.search(r"(?:\d|\bto|\band|\bor|[-–])[ ]?[$£€]?$", sentence[: quantity.start])
        ):
            end = quantity.end + len(quantity.tail)
            if not re.match(r"[-–]|-\w| (?:to|or|and) [$£€]?\d", sentence[end:]):
                found.append(put(sentence, quantity.start, end, grouped(quantity.value * _MAGNITUDES[tail])))
    return some(rng, found)


def thousands_mark(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change the thousands separator: 12,345 → 12345 or 12 345 (with a thin space)."""
    found = []
    for quantity in quantities(sentence):
        if "," in quantity.digits:
            mark = rng.choice(["", "\u202f"])
            if mark or quantity.value >= 10_000:
                found.append(put(sentence, quantity.start, quantity.end, quantity.digits.replace(",", mark)))
    return some(rng, found)


_PERCENT = re.compile(r"(?P<number>(?<![\w.,–-])\d+(?:\.\d+)?)(?P<sign>%| percent\b| per cent\b)(?!-| points?)")


def percent_spelt(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write a percent sign as a word, or the reverse: 5% → 5 percent or five percent."""
    found = []
    for match in _PERCENT.finditer(sentence):
        if re.search(r"[–-] ?$|\d (?:to|or|and) $", sentence[: match.start()]) or re.match(
            r"[–-]| (?:to|or) \d|\)", sentence[match.end() :]
        ):
            continue
        if match["sign"] == "%":
            number = match["number"]
            word = _WORD_OF.get(int(number)) if number.isdigit() and int(number) <= 12 and match.start() else None
            found.append(
                put(
                    sentence,
                    match.start(),
                    match.end(),
                    f"{word if word and rng.random() < 0.5 else number} {rng.choice(['percent', 'per cent'])}",
                )
            )
        else:
            found.append(put(sentence, match.start("sign"), match.end(), "%"))
    return some(rng, found)


_MONEY = re.compile(
    r"(?<![A-Za-z$])(?P<sign>US\$|\$|£|€)\s?(?P<number>\d[\d,]*(?:\.\d+)?) (?P<word>million|billion)\b(?!-"
    r"| (?:to|or) [$£€])"
)
_SHORT = {"million": "m", "billion": "bn"}
_CODES = {"US$": "USD", "$": "USD", "£": "GBP", "€": "EUR"}


def money_reworded(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write the currency and the magnitude of an amount in another form: $5 million → $5m or USD 5 million. A code is
    used only if the paragraph has no other kind of dollar."""
    one_dollar = not re.search(r"[A-Z]{1,2}\$|Canadian|Australian", context.paragraph.replace("US$", ""))
    found = []
    for match in _MONEY.finditer(sentence):
        found.append(put(sentence, *match.span(), f"{match['sign']}{match['number']}{_SHORT[match['word']]}"))
        if one_dollar:
            found.append(put(sentence, *match.span(), f"{_CODES[match['sign']]} {match['number']} {match['word']}"))
    return some(rng, found)


_DAY_FIRST = re.compile(
    rf"(?<![\d–-])(?<!\d[–-] )(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{MONTH}),? (?P<year>\d{{4}})\b"
)
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?, (?P<year>\d{{4}})\b(?P<comma>,(?= ))?"
)


def date_reordered(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write a date in another form: 5 March 2018 → March 5, 2018 or 2018-03-05, and the reverse."""
    found = []
    for match in [*_DAY_FIRST.finditer(sentence), *_MONTH_FIRST.finditer(sentence)]:
        if re.search(
            r"\d ?[–-] ?$|\b(?:\d{1,2}|" + MONTH + r") (?:and|to) $|[–-] $", sentence[: match.start()]
        ) or re.match(r" ?[–-],?|,? (?:and|or|to) (?:\d{4}|" + MONTH + r")\b", sentence[match.end() :]):
            continue
        month_first = match.re is _MONTH_FIRST
        day, year = int(match["day"]), match["year"]
        other = f"{day} {match['month']} {year}" if month_first else f"{match['month']} {day}, {year}"
        iso = f"{year}-{MONTHS.index(match['month']) + 1:02d}-{day:02d}"
        comma = match["comma"] or "" if month_first else ""
        if not month_first and re.match(r" [a-z]", sentence[match.end() :]):
            other += ","
        if day <= 31:
            found.append(put(sentence, match.start(), match.end(), rng.choice([other, other, iso]) + comma))
    return some(rng, found)


_SHORT_MONTHS = {month: f"{month[:3]}." for month in MONTHS if month not in {"May", "June", "July", "September"}} | {
    "September": "Sept."
}


def month_shortened(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Abbreviate a month: December 31 → Dec. 31."""
    found = []
    for match in re.finditer(
        rf"\b(?P<month>{MONTH})(?= \d{{1,4}}\b)|(?<=\d )(?P<after>{MONTH})(?= \d{{4}}\b)", sentence
    ):
        month = match["month"] or match["after"]
        if month in _SHORT_MONTHS:
            found.append(put(sentence, match.start(), match.end(), _SHORT_MONTHS[month]))
    return some(rng, found)


_COUNT = re.compile(
    rf"(?<![\w.,/$£€#-])(?<![A-Z]\w )(?P<count>{'|'.join(word for word in WORDS if word != 'one')}|[2-9]"
    rf"|1[0-2])(?= (?!(?:or|to|and|of|in|on|at|million|billion|thousand|hundred|dozen|percent|per|mg|km|kg"
    rf"|feet|ft|a\.m|p\.m|am|pm|x|th)\b)[a-z]+s\b)"
)


def count_spelt(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write a count in digits, or in words: three ships → 3 ships, and the reverse."""
    found = []
    for match in _COUNT.finditer(sentence):
        before = sentence[: match.start()]
        if not before or re.search(
            r"(?:\b(?:or|to|No\.|number|between|and|page|chapter|version|" + MONTH + r")|[–-]|\d|[A-Z]\w+) $", before
        ):
            continue
        count = match["count"]
        found.append(
            put(sentence, match.start(), match.end(), _WORD_OF[int(count)] if count.isdigit() else str(WORDS[count]))
        )
    return some(rng, found)


def _ordinal(number: int) -> str:
    return str(number) + {2: "nd", 3: "rd"}.get(number, "th")


_CENTURY_NAMES = {
    15: "fifteenth",
    16: "sixteenth",
    17: "seventeenth",
    18: "eighteenth",
    19: "nineteenth",
    20: "twentieth",
}
_ORDINAL_CENTURY = re.compile(r"\b(?P<number>1[5-9]|20)th(?=[ -]centur)")
_LOW = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_LOW_ORDINAL = re.compile(
    rf"\b(?P<lead>(?:the|his|her|its|their) )(?P<word>{'|'.join(_LOW)})(?= (?:season|album|episode|edition"
    rf"|year|round|century|floor|place|largest|time|game|day|month|anniversary|volume|studio"
    rf"|consecutive)\b)"
)


def ordinal_spelt(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write an ordinal in words, or in digits: 19th century → nineteenth century, third season → 3rd season."""
    found = [
        put(sentence, m.start(), m.end(), _CENTURY_NAMES[int(m["number"])]) for m in _ORDINAL_CENTURY.finditer(sentence)
    ]
    found += [
        put(sentence, m.start("word"), m.end(), _ordinal(_LOW.index(m["word"]) + 2))
        for m in _LOW_ORDINAL.finditer(sentence)
    ]
    return some(rng, found)


_UNIT_NAMES = (
    ("kg", "kilograms"),
    ("km", "kilometres"),
    ("mg", "milligrams"),
    ("cm", "centimetres"),
    ("mm", "millimetres"),
    ("kilometers", "km"),
    ("kilometres", "km"),
    ("kilograms", "kg"),
    ("ft", "feet"),
    ("mph", "miles per hour"),
    ("square kilometers", "km²"),
    ("GB", "gigabytes"),
    ("MHz", "megahertz"),
    ("ml", "millilitres"),
    ("MW", "megawatts"),
    ("metres", "m"),
    ("meters", "m"),
)
_UNIT = re.compile(
    r"(?<=\d)(?P<gap> ?)(?P<unit>"
    + "|".join(unit for unit, _ in sorted(_UNIT_NAMES, key=lambda pair: -len(pair[0])))
    + r")\b(?![²³/2-])"
)


def unit_spelt(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Write a unit in full, or abbreviated: 5 kg → 5 kilograms, and the reverse."""
    names = dict(_UNIT_NAMES)
    return some(
        rng,
        [
            put(sentence, m.start(), m.end(), f" {names[m['unit']]}")
            for m in _UNIT.finditer(sentence)
            if not re.search(r"(?<![\d.,])1$|[–-]\d+$|[×x] ?[\d.]+$", sentence[: m.start()])
            and re.match(
                (
                    r"[.,;)]| (?:long|wide|tall|high|deep|from|of|in|to|away|per|and|at|by|above|below|north|south|east"
                    r"|west|for|on|with|thick)\b"
                ),
                sentence[m.end() :],
            )
        ],
    )


def quotes_and_dashes(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change straight quotes to curly ones, and the length of dashes.

    Example: `The "fee" is due.` becomes `The “fee” is due.`
    """
    curly = (
        re.sub(r"(^|[\s(“])'", r"\1‘", re.sub(r'"([^"]*)"', r"“\1”", sentence)).replace("'", "’")
        if '"' in sentence or "'" in sentence
        else sentence
    )
    straight = sentence.replace("“", '"').replace("”", '"').replace("’", "'").replace("‘", "'")
    dashes = [
        sentence.replace(" – ", " — "),
        sentence.replace("—", " – ") if " —" not in sentence else sentence,
        re.sub(r"(?<=\d)–(?=\d)", "-", sentence),
    ]
    return some(rng, [text for text in (curly, straight, *dashes) if text != sentence])


def white_space(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add a line break, a no-break space or a hyphen at a line's end, as extracted text has them."""
    spaces = [match.start() for match in re.finditer(r"(?<=[a-z]) (?=[a-z])", sentence)]
    words = [match.start() + 4 for match in re.finditer(r"\b[a-z]{9,}\b", sentence)]
    if not spaces:
        return []
    at = rng.choice(spaces)
    choices = [
        sentence[:at] + "\n" + sentence[at + 1 :],
        sentence[:at] + "\u00a0" + sentence[at + 1 :],
        sentence[:at] + "  " + sentence[at + 1 :],
    ]
    if words:
        cut = rng.choice(words)
        choices.append(sentence[:cut] + "-\n" + sentence[cut:])
    return [rng.choice(choices)]


FORMS: tuple[Operator, ...] = (
    magnitude_spelt, thousands_mark, percent_spelt, money_reworded, date_reordered, month_shortened,
    count_spelt, ordinal_spelt, unit_spelt, quotes_and_dashes, white_space,
)  # fmt: skip
