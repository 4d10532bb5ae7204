"""Units and currencies: what follows or precedes a numeral, its canonical name, and what one unit is in another.

Known not to be read: compound units beyond those listed (kg·m/s²), units after "per" (a rate's denominator stays in the words).
"""

import re
from decimal import Decimal
from typing import NamedTuple

# Canonical unit: its dimension, and its size in the dimension's base unit.
_TABLE = """
length: mm 0.001, cm 0.01, m 1, km 1000, µm 0.000001, nm 0.000000001, inch 0.0254, foot 0.3048, yard 0.9144, mile 1609.344, nautical_mile 1852
mass: ng 0.000000001, µg 0.000001, mg 0.001, g 1, kg 1000, tonne 1000000, kt 1000000000, ounce 28.349523125, pound_mass 453.59237
volume: µl 0.000001, ml 0.001, cl 0.01, dl 0.1, l 1, m3 1000, cm3 0.001, gallon 3.785411784, pint 0.473176473, barrel 158.987294928
area: m2 1, km2 1000000, cm2 0.0001, mm2 0.000001, hectare 10000, acre 4046.8564224, square_foot 0.09290304, square_mile 2589988.110336
speed: m/s 1, km/h 0.2777777777777778, mph 0.44704, knot 0.5144444444444444
energy: J 1, kJ 1000, MJ 1000000, GJ 1000000000, Wh 3600, kWh 3600000, MWh 3600000000, GWh 3600000000000, TWh 3600000000000000, kcal 4184
power: mW 0.001, W 1, kW 1000, MW 1000000, GW 1000000000, TW 1000000000000, horsepower 745.7
data: bit 0.125, byte 1, kB 1000, MB 1000000, GB 1000000000, TB 1000000000000, PB 1000000000000000, KiB 1024, MiB 1048576, GiB 1073741824
data_rate: kbps 1000, Mbps 1000000, Gbps 1000000000
frequency: Hz 1, kHz 1000, MHz 1000000, GHz 1000000000
voltage: mV 0.001, V 1, kV 1000
current: mA 0.001, A 1, Ah_rate 1
pressure: Pa 1, kPa 1000, hPa 100, MPa 1000000, bar 100000, mmHg 133.322387415, psi 6894.757
force: N 1, kN 1000
loudness: dB 1
temperature_c: celsius 1
temperature_f: fahrenheit 1
temperature_k: kelvin 1
angle: degree 1
amount: mol 1, mmol 0.001, µmol 0.000001
concentration: mg/dl 0.01, g/dl 10, mg/l 0.001, µg/l 0.000001, µg/ml 0.001, ng/ml 0.000001, mg/ml 1, g/l 1
molarity: mmol/l 1, µmol/l 0.001, mol/l 1000
dose: mg/kg 1, µg/kg 0.001, g/kg 1000
surface_dose: mg/m2 1
activity: IU 1
particle: ppm 1, ppb 0.001
emission: g/km 1
seconds: millisecond 0.001, second 1, minute 60, hour 3600, day 86400, week 604800, fortnight 1209600
months: month 1, quarter 3, year 12, decade 120, century 1200
business_days: business_day 1, business_hour 0.125
trading_days: trading_day 1
share: percent 1
points: percentage_point 1
factor: times 1
"""
DIMENSIONS: dict[str, tuple[str, Decimal]] = {
    name: (line.partition(":")[0], Decimal(size))
    for line in _TABLE.strip().splitlines()
    for name, size in (part.split() for part in line.partition(":")[2].split(","))
}
DURATIONS = frozenset(
    name
    for name, (dimension, _) in DIMENSIONS.items()
    if dimension in {"seconds", "months", "business_days", "trading_days"}
)

# Written in this case only, since a metre is not a mega-anything and a milliwatt not a megawatt.
_SYMBOLS = {name: name for name in DIMENSIONS if len(name) <= 5 and name not in {"inch", "foot", "yard", "mile", "acre", "pint", "bit", "byte", "knot", "month", "year", "day", "week", "hour", "share", "times"}} | {
    "L": "l", "mL": "ml", "dL": "dl", "mg/dL": "mg/dl", "g/dL": "g/dl", "mg/L": "mg/l", "µg/L": "µg/l", "mcg": "µg",
    "ug": "µg", "µL": "µl", "mmol/L": "mmol/l", "µmol/L": "µmol/l", "mol/L": "mol/l", "µg/mL": "µg/ml", "mcg/mL": "µg/ml", "ng/mL": "ng/ml",
    "mg/mL": "mg/ml", "g/L": "g/l", "mcg/kg": "µg/kg", "mg/m²": "mg/m2", "m²": "m2", "km²": "km2", "cm²": "cm2", "mm²": "mm2",
    "m³": "m3", "cm³": "cm3", "cc": "cm3", "sqm": "m2", "t": "tonne", "Mt": "kt_", "lb": "pound_mass", "lbs": "pound_mass",
    "oz": "ounce", "in": "inch_", "ft": "foot", "yd": "yard", "mi": "mile", "nmi": "nautical_mile", "ha": "hectare",
    "sqft": "square_foot", "hp": "horsepower", "kph": "km/h", "km/h": "km/h", "kmh": "km/h", "kB": "kB", "KB": "kB", "bits": "bit",
    "Mbit/s": "Mbps", "Gbit/s": "Gbps", "Mb/s": "Mbps", "Gb/s": "Gbps", "ms": "millisecond", "s": "second", "sec": "second",
    "secs": "second", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "d": "day_",
    "wk": "week", "wks": "week", "mo": "month", "mos": "month", "yr": "year", "yrs": "year", "yo": "year", "K": "kelvin_",
    "°C": "celsius", "℃": "celsius", "°F": "fahrenheit", "℉": "fahrenheit", "°": "degree", "ºC": "celsius", "C": "celsius_",
    "IU": "IU", "U": "IU_", "bps": "basis_point", "bp": "basis_point", "pp": "percentage_point", "ppt": "percentage_point",
    "pps": "percentage_point", "ppts": "percentage_point", "%pt": "percentage_point", "%": "percent", "x": "times", "×": "times",
}  # fmt: skip
for _loose in ("kt_", "inch_", "day_", "kelvin_", "celsius_", "IU_"):  # letters that are more often something else
    for _name in [name for name, unit in _SYMBOLS.items() if unit == _loose]:
        del _SYMBOLS[_name]
for _letter in ("A", "V", "N", "W", "J", "m", "g", "l", "h", "s", "t", "bar", "x"):
    _SYMBOLS.setdefault(_letter, DIMENSIONS.get(_letter) and _letter or _letter)
_WORDS: dict[str, str] = {}
for _unit, _forms in {
    "mm": "millimetre millimeter", "cm": "centimetre centimeter", "m": "metre meter", "km": "kilometre kilometer kms",
    "µm": "micrometre micrometer micron", "nm": "nanometre nanometer", "inch": "inch inches", "foot": "foot feet", "yard": "yard",
    "mile": "mile", "ng": "nanogram", "µg": "microgram", "mg": "milligram milligramme", "g": "gram gramme",
    "kg": "kilogram kilogramme kilo kgs", "tonne": "tonne ton", "ounce": "ounce", "pound_mass": "lb", "ml": "millilitre milliliter",
    "cl": "centilitre centiliter", "dl": "decilitre deciliter", "l": "litre liter", "gallon": "gallon", "pint": "pint", "barrel": "barrel",
    "hectare": "hectare", "acre": "acre", "mph": "mph", "knot": "knot", "J": "joule", "kJ": "kilojoule", "MJ": "megajoule",
    "kWh": "kilowatt-hour kwh", "MWh": "megawatt-hour mwh", "GWh": "gigawatt-hour gwh", "TWh": "twh", "W": "watt", "kW": "kilowatt kw",
    "MW": "megawatt", "GW": "gigawatt gw", "kcal": "kcal calorie kilocalorie", "horsepower": "horsepower", "bit": "bit", "byte": "byte",
    "kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte gb", "TB": "terabyte tb", "Hz": "hertz hz", "kHz": "kilohertz khz", "MHz": "megahertz mhz",
    "GHz": "gigahertz ghz", "V": "volt", "A": "amp ampere", "kV": "kilovolt", "Pa": "pascal", "mmHg": "mmhg", "psi": "psi", "N": "newton",
    "dB": "decibel db", "celsius": "celsius", "fahrenheit": "fahrenheit", "kelvin": "kelvin", "degree": "degree", "mol": "mole",
    "mmol": "millimole", "IU": "iu", "ppm": "ppm", "millisecond": "millisecond", "second": "second", "minute": "minute",
    "hour": "hour", "day": "day", "week": "week", "fortnight": "fortnight", "month": "month", "quarter": "quarter", "year": "year",
    "decade": "decade", "century": "century centuries", "percent": "percent pct percentage", "times": "times fold",
    "basis_point": "basis-point", "business_day": "business-day",
}.items():  # fmt: skip
    for _form in _forms.split():
        _WORDS[_form] = _unit
        _WORDS[_form + "s"] = _unit
for _word in ("mms", "kgss", "percentages", "pcts", "knots"):
    _WORDS.setdefault(_word, "")
_WORDS.update(
    {
        "年": "year",
        "个月": "month",
        "個月": "month",
        "天": "day",
        "日間": "day",
        "公里": "km",
        "公斤": "kg",
        "小时": "hour",
        "小時": "hour",
    }
)

_PHRASES: dict[str, str] = {
    "per cent": "percent", "percentage points": "percentage_point", "percentage point": "percentage_point",
    "percent points": "percentage_point", "% points": "percentage_point", "%-points": "percentage_point",
    "percentage-point": "percentage_point", "basis points": "basis_point", "basis point": "basis_point", "basis-point": "basis_point",
    "square metres": "m2", "square meters": "m2", "square metre": "m2", "square meter": "m2", "sq m": "m2", "sq. m": "m2",
    "square kilometres": "km2", "square kilometers": "km2", "sq km": "km2", "square feet": "square_foot", "square foot": "square_foot",
    "sq ft": "square_foot", "sq. ft": "square_foot", "square miles": "square_mile", "square mile": "square_mile",
    "cubic metres": "m3", "cubic meters": "m3", "cubic centimetres": "cm3", "metric tons": "tonne", "metric tonnes": "tonne",
    "nautical miles": "nautical_mile", "miles per hour": "mph", "kilometres per hour": "km/h", "kilometers per hour": "km/h",
    "metres per second": "m/s", "meters per second": "m/s", "degrees celsius": "celsius", "degrees fahrenheit": "fahrenheit",
    "degrees c": "celsius", "degrees f": "fahrenheit", "deg c": "celsius", "international units": "IU",
    "business days": "business_day", "business day": "business_day", "working days": "business_day", "working day": "business_day",
    "business-day": "business_day", "working-day": "business_day", "business hours": "business_hour",
    "trading days": "trading_day", "trading day": "trading_day", "calendar days": "day", "calendar day": "day",
    "consecutive days": "day", "calendar months": "month", "calendar month": "month", "calendar years": "year",
    "calendar weeks": "week", "fluid ounces": "ounce_", "mm hg": "mmHg", "parts per million": "ppm", "kilowatt hours": "kWh",
    "megawatt hours": "MWh", "gigawatt hours": "GWh", "terawatt hours": "TWh", "fiscal years": "year", "full years": "year",
    "consecutive months": "month", "consecutive years": "year", "consecutive weeks": "week", "full-time years": "year",
}  # fmt: skip

_CURRENCY_WORDS = {
    "USD": "usd us$ $ dollar dollars us-dollars", "EUR": "eur € euro euros", "GBP": "gbp £ pound pounds sterling", "JPY": "jpy ¥ yen 円 jp¥",
    "CNY": "cny rmb yuan renminbi 元 人民币 cn¥", "CHF": "chf sfr francs", "INR": "inr ₹ rs rs. rupee rupees", "SEK": "sek", "NOK": "nok",
    "DKK": "dkk", "KR": "kr kr. kronor kroner", "CAD": "cad c$ ca$ cdn$", "AUD": "aud a$ au$", "NZD": "nzd nz$", "HKD": "hkd hk$", "SGD": "sgd s$ sg$",
    "BRL": "brl r$", "MXN": "mxn mx$", "KRW": "krw ₩ won", "RUB": "rub ₽ rubles roubles ruble rouble", "TRY": "try ₺ lira", "ZAR": "zar",
    "ILS": "ils ₪", "PLN": "pln zł", "CZK": "czk kč", "HUF": "huf", "AED": "aed", "SAR": "sar", "THB": "thb ฿", "NGN": "ngn ₦", "VND": "vnd ₫",
    "BTC": "btc ₿ bitcoin bitcoins", "PHP": "php ₱", "TWD": "twd nt$", "USD_cent": "cent cents ¢", "GBP_penny": "pence penny",
}  # fmt: skip
CURRENCIES: dict[str, str] = {form: code for code, forms in _CURRENCY_WORDS.items() for form in forms.split()}
CURRENCY_PHRASES = {
    "us dollars": "USD", "u.s. dollars": "USD", "united states dollars": "USD", "american dollars": "USD", "canadian dollars": "CAD",
    "australian dollars": "AUD", "hong kong dollars": "HKD", "singapore dollars": "SGD", "pounds sterling": "GBP", "swiss francs": "CHF",
    "indian rupees": "INR", "swedish kronor": "SEK", "norwegian kroner": "NOK", "danish kroner": "DKK", "japanese yen": "JPY",
}  # fmt: skip
MINOR = {"USD_cent": "USD", "GBP_penny": "GBP"}
_CODES = frozenset(code.lower() for code in _CURRENCY_WORDS if len(code) == 3)

_MAGNITUDE_WORDS = {
    "hundred": 2, "thousand": 3, "thousands": 3, "million": 6, "millions": 6, "mn": 6, "mln": 6, "mio": 6, "billion": 9,
    "billions": 9, "bn": 9, "bln": 9, "trillion": 12, "trillions": 12, "tn": 12, "trn": 12, "lakh": 5, "lakhs": 5, "lac": 5, "crore": 7,
    "crores": 7, "cr": 7, "mrd": 9, "万": 4, "萬": 4, "亿": 8, "億": 8,
}  # fmt: skip
_SHORT_MAGNITUDES = {"k": 3, "m": 6, "mm": 6, "b": 9, "t": 12}

_PHRASE = re.compile(
    "(?:"
    + "|".join(re.escape(phrase) for phrase in sorted({**_PHRASES, **CURRENCY_PHRASES}, key=len, reverse=True))
    + r")(?![^\W_])"
)
_PHRASE_STARTS = frozenset(phrase[:3] for phrase in {**_PHRASES, **CURRENCY_PHRASES})
_WORD = re.compile(r"[万萬亿億年天元円]|[个個]月|[%°º℃℉$€£¥₹₩₽₺₪¢]|[^\W\d_]+(?:/[^\W\d_]+[²³23]?)*[²³]?|×")
_GAP = re.compile(r"-(?=[^\W\d_])|[ \u00a0]?(?:\n(?!\n))?[ \u00a0]?")


class Unit(NamedTuple):
    """What follows a numeral: its end, powers of ten, a unit or a currency. `joined` says a hyphen bound it ("12-month")."""

    end: int
    power: int = 0
    unit: str | None = None
    currency: str | None = None
    joined: bool = False


def unit_at(text: str, page: str, at: int, *, money: bool) -> Unit:
    """What unit the numeral that ends at `at` has, with its magnitude. `page` is `text` folded; `money` if a currency stands before."""
    power, end = 0, at
    gap = _GAP.match(page, at)
    start = gap.end() if gap else at
    word = _WORD.match(page, start)
    if word is not None:
        step = _power(text, word, glued=start == at, money=money)
        if step:
            power, end = step, word.end()
            if end < len(page) and page[end] == "." and word.group() in {"bn", "mn", "mln", "cr", "mio", "mrd"}:
                end += 1
            again = _WORD.match(page, end + (end < len(page) and page[end] in " \u00a0-"))
            if again is not None and (more := _MAGNITUDE_WORDS.get(again.group())) and power + more <= 24:
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
        return Unit(phrase.end(), power, _PHRASES[phrase.group()], None, joined)
    spelt = word.group()
    if not money:
        currency = CURRENCIES.get(spelt)
        if currency is not None and _is_currency(text, page, word):
            return Unit(word.end(), power, None, currency, joined)
    written = text[start : word.end()].replace("μ", "µ")
    if page[start] in "°º" and (letter := text[start : start + 3].replace(" ", "")[1:2]) in {"C", "F"}:
        return Unit(
            start + text[start : start + 3].index(letter) + 1, power, "celsius" if letter == "C" else "fahrenheit"
        )
    unit = _SYMBOLS.get(written) if "²" in written or "³" in written or len(written) < 7 else None
    if unit is not None and (spelt not in {"a", "v", "n", "x", "d"} or start == at or joined):
        return Unit(word.end(), power, unit, None, joined)
    unit = _WORDS.get(spelt)
    if unit:
        return Unit(word.end(), power, unit, None, joined)
    return Unit(end, power)


def _power(text: str, word: re.Match[str], *, glued: bool, money: bool) -> int:
    spelt = word.group()
    if power := _MAGNITUDE_WORDS.get(spelt):
        return power
    if spelt not in _SHORT_MAGNITUDES:
        return 0
    if money or (glued and spelt == "k" and text[word.end() : word.end() + 1] not in {"m", "g"}):
        return _SHORT_MAGNITUDES[spelt]
    return {"M": 6, "B": 9, "K": 3, "MM": 6}.get(text[word.start() : word.end()], 0) if glued else 0


def _is_currency(text: str, page: str, word: re.Match[str]) -> bool:
    """Whether a word after a number names money: codes in capitals only, since "try" and "all" are words too."""
    spelt = word.group()
    if spelt in {"rs", "rs."}:
        return False
    if spelt in _CODES:
        return text[word.start() : word.end()].isupper()
    if spelt in {"$", "£", "¥", "₹"}:  # "5 $10": the sign belongs to the next number
        return not page[word.end() : word.end() + 2].strip()[:1].isdigit()
    return not (spelt == "won" or (spelt in {"pound", "pounds"} and page.startswith((" of ", " per "), word.end())))


_BEFORE = re.compile(
    r"(?:(?<![^\W\d_])(?:us|ca?|cdn|au?|nz|hk|sg?|r|mx|nt)?[$]|[€£¥₹₩₽₺₪₦₫₱฿¢₿]|(?<![^\W\d_])(?:"
    + "|".join(sorted(_CODES))
    + r"|rmb|rs\.?|kr\.?|sfr))[ \u00a0]?\Z"
)
_BEFORE_ENDS = frozenset("$€£¥₹₩₽₺₪₦₫₱฿¢₿.") | frozenset(code[-1] for code in _CODES) | frozenset("bsr")


def currency_before(text: str, page: str, at: int) -> tuple[str, int] | None:
    """The currency written straight before offset `at`, and where it starts."""
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
    if form in _CODES and not text[low + match.start() : low + match.start() + 3].isupper():
        return None
    return CURRENCIES[form.rstrip(".")], low + match.start()
