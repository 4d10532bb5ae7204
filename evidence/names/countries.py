"""The names of countries in documents and questions, and the countries to which states and provinces belong (SPEC
RET-6, SUB-7).

Names come from CLDR (Babel; English, German, French and Spanish), from ISO 3166 (pycountry) and from
`lexicon.place_names`. Parts of countries are known for four countries: states, provinces, territories, and the
countries of the United Kingdom. Other parts and towns are not known. Members of the European Union are not treated as
its parts.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ..lexicon.place_names import OTHER_NAMES, OTHER_WORDS
from .same_name import name_key

_LANGUAGES = ("de", "fr", "es")
_BESIDE_ISO = {"EU", "XK"}
"""CLDR codes that ISO 3166 does not list: the European Union and Kosovo."""
_PARTS = {"US": {"State"}, "GB": {"Country", "Province"}, "CA": {"Province", "Territory"}, "AU": {"State", "Territory"}}
"""The types of parts that are known for each country code, as ISO 3166-2 names them."""


class _Names(NamedTuple):
    codes: Mapping[str, str]
    """The ISO 3166 code of a country ("US") or of a part ("US-TX"), by the comparison key of its name."""
    forms: Mapping[str, tuple[str, ...]]
    """The names of each code. A name that contains a shorter name of the same code is left out."""


def is_country(label: str) -> bool:
    """Return whether the whole label is the name of a country or of a known part of a country.

    Example: `is_country("Scotland")` gives `True`, and `is_country("Acme")` gives `False`.
    """
    return _code(label) is not None


def same_country(one: str, other: str) -> bool:
    """Return whether two labels are names of the same country or part.

    Example: `same_country("UK", "United Kingdom")` gives `True`.
    """
    code = _code(one)
    return name_key(_bare(one)) == name_key(_bare(other)) if code is None else code == _code(other)


def holds_in(declared: str, asked: str) -> bool:
    """Return whether a rule of the country `declared` applies in `asked`. It does if both are the same country, or
    `asked` is a part of `declared`.

    Example: `holds_in("UK", "Scotland")` gives `True`, and `holds_in("Scotland", "UK")` gives `False`.
    """
    whole = _whole(_code(asked))
    return same_country(declared, asked) or (whole is not None and whole == _code(declared))


def written(label: str) -> tuple[str, ...]:
    """Return all names of the country, the label itself first. Return only the label if it names no country.

    Example: `written("Germany")` gives `("Germany", "Deutschland", "Allemagne", "Alemania")`.
    """
    code = _code(label)
    return tuple(dict.fromkeys((_bare(label), *(_names().forms[code] if code else ()))))


def forms_with_country(label: str) -> tuple[str, ...]:
    """Return all names of the country or part that the label names. The names of a part's country follow, since its
    rules apply there too.

    Example: `forms_with_country("Scotland")` gives
    `("Scotland", "United Kingdom", "UK", "Great Britain", "Vereinigtes Königreich", "Royaume-Uni", "Reino Unido")`.
    """
    whole = _whole(_code(label))
    return (*written(label), *(_names().forms[whole] if whole else ()))


@cache
def country_pattern() -> str:
    """Return a regular expression for the names of countries and parts, longest first."""
    forms = sorted({form for forms_of_one in _names().forms.values() for form in forms_of_one})
    return "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))


def _code(label: str) -> str | None:
    return _names().codes.get(name_key(_bare(label)))


def _whole(code: str | None) -> str | None:
    return code.partition("-")[0] if code and "-" in code else None


def _bare(label: str) -> str:
    return re.sub(r"^(?:in\s+)?the\s+", "", label.strip(), flags=re.IGNORECASE)


@cache
def _names() -> _Names:
    found: dict[str, dict[str, str]] = {}
    codes: dict[str, str] = {}
    for code, name in (*_of_countries(), *_of_parts()):
        key = name_key(name)
        if codes.setdefault(key, code) == code:
            found.setdefault(code, {}).setdefault(key, name)
    return _Names(codes, {code: _shortest(names) for code, names in found.items()})


def _of_countries() -> Iterator[tuple[str, str]]:
    import pycountry
    from babel import Locale

    # not `localedata.load(…, merge_inherited=False)`: Babel would cache the incomplete locale for all other callers
    territories = {language: Locale(language).territories for language in ("en", *_LANGUAGES)}
    for country in pycountry.countries:
        code = country.alpha_2
        yield from ((code, name) for name in _readable(territories["en"][code]))
        yield from ((code, name) for name in OTHER_NAMES.get(code, ()))
        for field in ("common_name", "name", "official_name"):
            yield from ((code, name) for name in _readable(getattr(country, field, "")))
    for code in sorted(_BESIDE_ISO):
        yield from ((code, name) for name in (territories["en"][code], *OTHER_NAMES.get(code, ())))
    for language in _LANGUAGES:
        for code, name in territories[language].items():
            if code in _BESIDE_ISO or pycountry.countries.get(alpha_2=code):
                yield from ((code, form) for form in _readable(name) if form.casefold() not in OTHER_WORDS)


def _of_parts() -> Iterator[tuple[str, str]]:
    import pycountry

    for part in pycountry.subdivisions:
        if part.type in _PARTS.get(part.country_code, ()):
            yield part.code, part.name.partition(" [")[0]


def _readable(name: str) -> Iterator[str]:
    """Yield a listed name in its common forms: "Republic of Korea" for "Korea, Republic of", two names for "Myanmar
    (Burma)". A listed name that nobody writes, such as "Congo - Kinshasa", yields nothing."""
    if not name or " - " in name:
        return
    first, comma, rest = name.partition(", ")
    if comma:
        yield re.sub(r"^The ", "", f"{rest} {first}")
        return
    yield from (part for part in re.split(r" \(|\)", name) if part)


def _shortest(names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of one country, except those that contain a shorter one: "Federal Republic of Germany" contains
    "Germany"."""
    return tuple(
        name for key, name in names.items() if not any(other != key and f" {other} " in f" {key} " for other in names)
    )
