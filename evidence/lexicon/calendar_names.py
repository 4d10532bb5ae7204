"""Names of months and days.

Origin: CLDR, in English, German, French and Spanish, with the spellings without accents that documents use, and
Austria's "Jänner". It is a list because every date pattern is built from it at import; a test compares it with CLDR.
CLDR's abbreviations that are other words or acronyms in English text ("ago", "avr", "dic", "ene", "abr") are left out.
"""

_FORMS = """
january jan januar jänner janvier janv enero
february feb februar février fevrier févr febrero
march mar märz maerz mars marzo
april apr avril abril
may mai mayo
june jun juni juin junio
july jul juli juillet juil julio
august aug août aout agosto
september sept sep septembre septiembre
october oct oktober okt octobre octubre
november nov novembre noviembre
december dec dezember dez décembre decembre déc diciembre
"""
MONTHS: dict[str, int] = {
    form: number for number, line in enumerate(_FORMS.strip().splitlines(), 1) for form in line.split()
}
"""The number of each month, 1 to 12, by its name in lower case without a final full stop."""

ENGLISH_MONTHS: tuple[str, ...] = tuple(line.split()[0].capitalize() for line in _FORMS.strip().splitlines())
DAYS: tuple[str, ...] = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS_AND_DAYS: frozenset[str] = frozenset(name.lower() for name in (*ENGLISH_MONTHS, *DAYS))
"""The English names of months and days, in lower case."""
BEFORE_YEARS = frozenset("in since during until till before after through year late early mid end ended ending".split())
"""Words after which a bare number of four digits is a year: “since 2019”."""
BEFORE_YEARS_OR_COUNTS = frozenset("from by of to for and".split())
"""Words after which it is a year or a count: “from 2019”, “from 2019 households”."""
