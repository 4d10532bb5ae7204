"""The names of countries as documents and questions write them, and which parts lie in which (SPEC RET-6, SUB-7).

Names come from CLDR (Babel; English, German, French and Spanish), from ISO 3166 (pycountry) and from `lexicon.places`. The parts are those of
four countries whose parts have English names of their own: states, provinces, territories and the countries of the United Kingdom. Known not
to be read: other parts, members of the European Union as parts of it, and towns.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ..lexicon.places import OTHER_NAMES, OTHER_WORDS
from .same_name import name_key

_LANGUAGES = ("de", "fr", "es")
_BESIDE_ISO = {"EU", "XK"}
"""Territories of CLDR that ISO 3166 does not list: the Union and Kosovo."""
_PARTS = {"US": {"State"}, "GB": {"Country", "Province"}, "CA": {"Province", "Territory"}, "AU": {"State", "Territory"}}
"""Types of parts, by country, as ISO 3166-2 names them."""


class _Names(NamedTuple):
    codes: Mapping[str, str]
    """Name, as a key, → ISO 3166 code: of a country ("US") or of a part ("US-TX")."""
    forms: Mapping[str, tuple[str, ...]]
    """Code → its names, without those that only add words to another of them."""


def is_country(label: str) -> bool:
    """Whether the label is a country or one of the parts that are read, and nothing else."""
    return _code(label) is not None


def same_country(one: str, other: str) -> bool:
    """Whether two labels name one country, in whatever form."""
    code = _code(one)
    return name_key(_bare(one)) == name_key(_bare(other)) if code is None else code == _code(other)


def holds_in(declared: str, asked: str) -> bool:
    """Whether what holds in `declared` holds in `asked`: the same country, or one that `asked` is a part of."""
    whole = _whole(_code(asked))
    return same_country(declared, asked) or (whole is not None and whole == _code(declared))


def written(label: str) -> tuple[str, ...]:
    """The forms in which the same country is written, the label's own first; the label alone where it is no country."""
    code = _code(label)
    return tuple(dict.fromkeys((_bare(label), *(_names().forms[code] if code else ()))))


def holding(label: str) -> tuple[str, ...]:
    """The forms of the country and of the one it is a part of: what holds there holds in the part too."""
    whole = _whole(_code(label))
    return (*written(label), *(_names().forms[whole] if whole else ()))


@cache
def country_pattern() -> str:
    """A regular expression for the name of a country or a part, longest first."""
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
    """ "Korea, Republic of" as people write it, "Myanmar (Burma)" as two names; "Congo - Kinshasa" is written so by nobody."""
    if not name or " - " in name:
        return
    first, comma, rest = name.partition(", ")
    if comma:
        yield re.sub(r"^The ", "", f"{rest} {first}")
        return
    yield from (part for part in re.split(r" \(|\)", name) if part)


def _shortest(names: Mapping[str, str]) -> tuple[str, ...]:
    """The names of one country without those that hold another of them: "Federal Republic of Germany" beside "Germany"."""
    return tuple(
        name for key, name in names.items() if not any(other != key and f" {other} " in f" {key} " for other in names)
    )
