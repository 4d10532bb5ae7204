"""Names of units and magnitudes, and the conversion factors between units.

Origin: sizes as defined by the SI and by international agreement (yard and pound, 1959), compared with those of Pint
0.25. Names are written by hand, since Pint reads the words "at", "as", "in" and "pa" as units. "Ton" is not treated as
"tonne", since texts do not show which ton is meant. "Pound" is money; only "lb" is mass.
"""

from decimal import Decimal

# A dimension, then its units. Each has a canonical name, its size in the base unit of the dimension, and after "=" the words for it.
_TABLE = """
length: mm 0.001 = millimetre millimeter; cm 0.01 = centimetre centimeter; m 1 = metre meter; km 1000 = kilometre kilometer
length: µm 0.000001 = micrometre micrometer micron; nm 0.000000001 = nanometre nanometer; inch 0.0254 = inch inches
length: foot 0.3048 = foot feet; yard 0.9144 = yard; mile 1609.344 = mile; nautical_mile 1852 = nmi
mass: ng 0.000000001 = nanogram; µg 0.000001 = microgram; mg 0.001 = milligram milligramme; g 1 = gram gramme
mass: kg 1000 = kilogram kilogramme kilo kgs; tonne 1000000 = tonne; ounce 28.349523125 = ounce; pound_mass 453.59237 = lb
mass_in_tons: ton 1 = ton
volume: µl 0.000001 = microlitre microliter; ml 0.001 = millilitre milliliter; cl 0.01 = centilitre centiliter
volume: dl 0.1 = decilitre deciliter; l 1 = litre liter; m3 1000; cm3 0.001
volume_by_custom: gallon 8 = gallon; pint 1 = pint
volume_of_oil: barrel 1 = barrel bbl
area: m2 1; km2 1000000; cm2 0.0001; mm2 0.000001; hectare 10000 = hectare; acre 4046.8564224 = acre
area: square_foot 0.09290304 = sqft; square_mile 2589988.110336
speed: m/s 1; km/h 0.2777777777777777777777777778 = kph kmh; mph 0.44704 = mph; knot 0.5144444444444444444444444444 = knot
energy: J 1 = joule; kJ 1000 = kilojoule; MJ 1000000 = megajoule; GJ 1000000000 = gigajoule; Wh 3600
energy: kWh 3600000 = kilowatt-hour kwh; MWh 3600000000 = megawatt-hour; GWh 3600000000000 = gigawatt-hour gwh
energy: TWh 3600000000000000 = terawatt-hour twh
energy_in_food: kcal 1 = kilocalorie kcal
power: mW 0.001 = milliwatt; W 1 = watt; kW 1000 = kilowatt kw; MW 1000000 = megawatt; GW 1000000000 = gigawatt gw
power: TW 1000000000000 = terawatt; horsepower 745.6998715822702 = horsepower
data: bit 0.125 = bit; byte 1 = byte; kB 1000 = kilobyte; MB 1000000 = megabyte; GB 1000000000 = gigabyte gb
data: TB 1000000000000 = terabyte tb; PB 1000000000000000 = petabyte; KiB 1024; MiB 1048576; GiB 1073741824
data_rate: kbps 1; Mbps 1000; Gbps 1000000
frequency: Hz 1 = hertz; kHz 1000 = kilohertz khz; MHz 1000000 = megahertz mhz; GHz 1000000000 = gigahertz ghz
voltage: mV 0.001 = millivolt; V 1 = volt; kV 1000 = kilovolt
current: mA 0.001 = milliampere milliamp; A 1 = ampere amp
pressure: Pa 1 = pascal; hPa 100 = hectopascal; kPa 1000 = kilopascal; MPa 1000000 = megapascal; bar 100000; psi 6894.757293168361 = psi
pressure_of_mercury: mmHg 1 = mmhg
force: N 1 = newton; kN 1000 = kilonewton
loudness: dB 1 = decibel db
celsius: celsius 1 = celsius
fahrenheit: fahrenheit 1 = fahrenheit
kelvin: kelvin 1 = kelvin
angle: degree 1 = degree
amount: mol 1 = mole; mmol 0.001 = millimole; µmol 0.000001 = micromole
concentration: mg/dl 0.01; g/dl 10; mg/l 0.001; µg/l 0.000001; µg/ml 0.001; ng/ml 0.000001; mg/ml 1; g/l 1
molarity: mmol/l 0.001; µmol/l 0.000001; nmol/l 0.000000001; pmol/l 0.000000000001; mol/l 1
dose: mg/kg 1; µg/kg 0.001; g/kg 1000
dose_by_surface: mg/m2 1
activity: IU 1 = iu
particles: ppm 1 = ppm; ppb 0.001 = ppb
emission: g/km 1
seconds: millisecond 0.001 = millisecond; second 1 = second; minute 60 = minute; hour 3600 = hour; day 86400 = day
seconds: week 604800 = week; fortnight 1209600 = fortnight
months: month 1 = month; quarter 3 = quarter; year 12 = year; decade 120 = decade; century 1200 = century centuries
business_days: business_day 1
business_hours: business_hour 1
trading_days: trading_day 1
share: percent 1 = percent pct percentage
points: percentage_point 1
points_in_hundredths: basis_point 1
factor: times 1 = times fold
"""
DIMENSIONS: dict[str, tuple[str, Decimal]] = {}
WORDS: dict[str, str] = {
    "年": "year", "个月": "month", "個月": "month", "天": "day", "公里": "km", "公斤": "kg", "小时": "hour", "小時": "hour",
}  # fmt: skip
for _line in _TABLE.strip().splitlines():
    _dimension, _, _units = _line.partition(": ")
    for _unit in _units.split("; "):
        _name, _, _words = _unit.partition(" = ")
        _canonical, _size = _name.split()
        DIMENSIONS[_canonical] = (_dimension, Decimal(_size))
        for _word in _words.split():
            WORDS[_word] = WORDS[f"{_word}s"] = _canonical

TIMES = frozenset({"seconds", "months", "business_days", "business_hours", "trading_days"})
DURATIONS = frozenset(name for name, (dimension, _) in DIMENSIONS.items() if dimension in TIMES)

# Short forms are case-sensitive: "m" is a metre and "M" a million, "mW" a milliwatt and "MW" a megawatt.
_SHORT = """
mm cm m km µm nm ng µg mg g kg µl ml cl dl l m/s km/h J kJ MJ GJ Wh kWh MWh GWh TWh mW W kW MW GW TW kB MB GB TB PB KiB MiB GiB
kbps Mbps Gbps Hz kHz MHz GHz mV V kV mA A Pa hPa kPa MPa bar N kN dB mol mmol µmol mg/dl g/dl mg/l µg/l µg/ml ng/ml mg/ml g/l
mmol/l µmol/l nmol/l pmol/l mol/l mg/kg µg/kg g/kg IU ppm ppb g/km
"""
SYMBOLS: dict[str, str] = {name: name for name in _SHORT.split()} | {
    "L": "l", "mL": "ml", "dL": "dl", "µL": "µl", "mg/dL": "mg/dl", "g/dL": "g/dl", "mg/L": "mg/l", "µg/L": "µg/l",
    "g/L": "g/l", "µg/mL": "µg/ml", "mcg/mL": "µg/ml", "ng/mL": "ng/ml", "mg/mL": "mg/ml", "mmol/L": "mmol/l",
    "µmol/L": "µmol/l", "mol/L": "mol/l",
    "nmol/L": "nmol/l", "pmol/L": "pmol/l", "mcg": "µg", "ug": "µg", "mcg/kg": "µg/kg", "mg/m²": "mg/m2", "m²": "m2",
    "km²": "km2", "cm²": "cm2", "mm²": "mm2", "m³": "m3", "cm³": "cm3", "cc": "cm3", "sqm": "m2", "t": "tonne",
    "lbs": "pound_mass", "oz": "ounce", "ft": "foot", "yd": "yard", "mi": "mile", "ha": "hectare",
    "hp": "horsepower", "KB": "kB", "Mbit/s": "Mbps", "Gbit/s": "Gbps", "Mb/s": "Mbps", "Gb/s": "Gbps",
    "ms": "millisecond", "s": "second", "sec": "second", "secs": "second", "min": "minute", "mins": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "wk": "week", "wks": "week", "mo": "month", "mos": "month",
    "yr": "year", "yrs": "year", "℃": "celsius", "℉": "fahrenheit", "°": "degree", "bps": "basis_point",
    "bp": "basis_point", "pp": "percentage_point", "ppt": "percentage_point", "pps": "percentage_point",
    "ppts": "percentage_point", "%": "percent", "x": "times", "×": "times",
}  # fmt: skip

_PHRASES = """
percent: per cent
percentage_point: percentage points, percentage point, percent points, % points, %-points, percentage-point
basis_point: basis points, basis point, basis-point
m2: square metres, square meters, square metre, square meter, sq m, sq. m
km2: square kilometres, square kilometers, square kilometre, square kilometer, sq km, sq. km
square_foot: square feet, square foot, sq ft, sq. ft
square_mile: square miles, square mile
m3: cubic metres, cubic meters, cubic metre, cubic meter
cm3: cubic centimetres, cubic centimeters
tonne: metric tons, metric ton, metric tonnes
nautical_mile: nautical miles, nautical mile
mph: miles per hour
km/h: kilometres per hour, kilometers per hour
m/s: metres per second, meters per second
celsius: degrees celsius, degrees c, deg c
fahrenheit: degrees fahrenheit, degrees f, deg f
IU: international units
ppm: parts per million
ppb: parts per billion
mmHg: mm hg
kWh: kilowatt hours
MWh: megawatt hours
GWh: gigawatt hours
TWh: terawatt hours
business_day: business days, business day, working days, working day, business-day, working-day
business_hour: business hours, working hours
trading_day: trading days, trading day
day: calendar days, calendar day, consecutive days
week: calendar weeks, consecutive weeks
month: calendar months, calendar month, consecutive months
year: calendar years, calendar year, fiscal years, consecutive years, full years
"""
PHRASES: dict[str, str] = {
    phrase: unit
    for line in _PHRASES.strip().splitlines()
    for unit, _, phrases in [line.partition(": ")]
    for phrase in phrases.split(", ")
}


# Powers of ten. A single letter is recognised after a currency, or as a capital directly after the figure.
MAGNITUDES = {
    "hundred": 2, "thousand": 3, "thousands": 3, "million": 6, "millions": 6, "mn": 6, "mln": 6, "mio": 6, "billion": 9,
    "billions": 9, "bn": 9, "bln": 9, "mrd": 9, "trillion": 12, "trillions": 12, "tn": 12, "trn": 12, "lakh": 5, "lakhs": 5,
    "lac": 5, "crore": 7, "crores": 7, "cr": 7, "万": 4, "萬": 4, "亿": 8, "億": 8,
}  # fmt: skip
SHORT_MAGNITUDES = {"k": 3, "m": 6, "mm": 6, "b": 9, "t": 12}
