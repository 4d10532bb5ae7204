"""What the cover of a filing declares: its registrant, form and period, as the SEC's forms lay it out in any format."""

import re

_NEAR_TOP_CHARACTERS = 6_000
_REGISTRANT = re.compile(
    r"^(?P<name>[^\n]{2,120}?)[ \t]*\n\s*\(\s*exact\s+name\s+of\s+(?:the\s+)?registrant\s+as\s+specified\s+in"
    r"\s+(?:its|the)\s+charter",
    re.IGNORECASE | re.MULTILINE,
)
_FORM = re.compile(
    r"^[\s_*#]*form\s+(?P<form>\d{1,2}-[A-Z]{1,2}(?:/A)?|S-\d{1,2}|20-F|40-F)\b", re.IGNORECASE | re.MULTILINE
)
_PERIOD = re.compile(
    r"\bfor\s+the\s+(?P<period>(?:(?:fiscal|transition)\s+)?(?:year|quarter|quarterly\s+period)\s+ended:?\s+[^\n]{6,30}?\d{4})",
    re.IGNORECASE,
)


def filing_cover(text: str) -> dict[str, str]:
    """`registrant`, `form` and `period` where the cover states them, in its own words; empty for what is not such a filing."""
    top = text[:_NEAR_TOP_CHARACTERS]
    registrant, form = _REGISTRANT.search(top), _FORM.search(top)
    if registrant is None or form is None:
        return {}
    declared = {"registrant": registrant["name"].strip(" *_#"), "form": form["form"].upper()}
    if period := _PERIOD.search(top):
        declared["period"] = " ".join(period["period"].split())
    return declared


def filing_title(declared: dict[str, str]) -> str | None:
    """A title of the declared parts ("AMAZON.COM, INC., Form 10-K, fiscal year ended December 31, 2017")."""
    if not declared:
        return None
    parts = [declared["registrant"], f"Form {declared['form']}", declared.get("period")]
    return ", ".join(filter(None, parts))
