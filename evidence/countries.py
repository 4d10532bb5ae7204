"""The names of countries as documents and questions write them, and which lies in which (SPEC RET-6, SUB-7): a stated list, nothing inferred."""

import re

from .names import name_key

COUNTRIES = (
    "Argentina|Australia|Austria|Belgium|Brazil|Bulgaria|Canada|Chile|China|Colombia|Croatia|Cyprus|Czech Republic|Denmark|Egypt|"
    "England|Estonia|Finland|France|Germany|Greece|Hong Kong|Hungary|Iceland|India|Indonesia|Ireland|Israel|Italy|Japan|Kenya|"
    "Latvia|Lithuania|Luxembourg|Malaysia|Malta|Mexico|Netherlands|New Zealand|Nigeria|Northern Ireland|Norway|Pakistan|Peru|"
    "Philippines|Poland|Portugal|Romania|Saudi Arabia|Scotland|Serbia|Singapore|Slovakia|Slovenia|South Africa|South Korea|Spain|"
    "Sweden|Switzerland|Taiwan|Thailand|Turkey|Ukraine|United Arab Emirates|United Kingdom|United States|Vietnam|Wales|"
    "California|Delaware|Florida|Illinois|New York|Texas|UK|USA|US|EU|UAE"
)
_WRITTEN = (
    ("UK", "U.K.", "United Kingdom"),
    ("US", "U.S.", "USA", "U.S.A.", "United States", "United States of America"),
    ("EU", "European Union"),
    ("UAE", "United Arab Emirates"),
    ("Netherlands", "Holland"),
    ("Czech Republic", "Czechia"),
    ("Ireland", "Republic of Ireland"),
)
_PARTS = {"england": "UK", "scotland": "UK", "wales": "UK", "northern ireland": "UK"}
_PARTS |= dict.fromkeys(("california", "delaware", "florida", "illinois", "new york", "texas"), "US")
_FORMS = {name_key(form): forms for forms in _WRITTEN for form in forms}


def is_country(label: str) -> bool:
    """Whether the label is a country of the list, or a part of one that is listed, and nothing else."""
    return re.fullmatch(COUNTRIES, _bare(label), re.IGNORECASE) is not None or name_key(_bare(label)) in _FORMS


def same_country(one: str, other: str) -> bool:
    """Whether two labels name one country, in whatever form."""
    return name_key(_bare(other)) in {name_key(form) for form in written(one)}


def written(label: str) -> tuple[str, ...]:
    """The forms in which the same country is written, the label's own first; the label alone where it is no country of the list."""
    bare = _bare(label)
    return tuple(dict.fromkeys((bare, *_FORMS.get(name_key(bare), ()))))


def holding(label: str) -> tuple[str, ...]:
    """The forms of the country and of the one it is a part of: what holds there holds in the part too."""
    whole = _PARTS.get(name_key(_bare(label)))
    return (*written(label), *(written(whole) if whole else ()))


def _bare(label: str) -> str:
    return re.sub(r"^(?:in\s+)?the\s+", "", label.strip(), flags=re.IGNORECASE)
