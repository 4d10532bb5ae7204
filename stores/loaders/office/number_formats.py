"""Number formats of spreadsheets: the text that a cell shows for its number, if that is certain."""

import re
from decimal import Decimal
from typing import NamedTuple

_PLAIN = re.compile(
    r'^(?P<before>(?:"[^"]*"|[$€£¥]|\[\$(?P<symbol>[^-\]]*)[^\]]*\])?)\s*(?P<digits>#,##0|0|#)(?:\.(?P<decimals>0+))?'
    r'(?P<scale>,*)(?P<percent>%?)(?P<after>(?:\s*"[^"]*")?)$'
)
_PART = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<sign>.)', re.DOTALL)
_SECTION = re.compile(r'(?:^|;)((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*)', re.DOTALL)
_FIGURE = re.compile(r"(?<![A-Za-z\d])\d")
_SCALED = re.compile(r"[0#?],+(?![0#?,])")


class Shown(NamedTuple):
    text: str
    scaled: bool = False
    """The sheet and `text` show the number in thousands or millions."""
    differs: bool = False
    """The sheet shows another number than `text`, which is the stored value, or no number."""


def shown_number(value: int | float, form: str) -> Shown:
    """The number as the sheet shows it for plain number and percent formats; else the exact stored value."""
    exact = Decimal(repr(value))
    stored = f"{exact.normalize():f}" if exact == exact.to_integral_value() or "E" in str(exact) else str(exact)
    if form in ("General", "@", ""):
        return Shown(stored)
    if _differs(exact, form):
        return Shown(stored, differs=True)
    match = _PLAIN.match(form.split(";")[0])
    if match is None:
        return Shown(stored, differs=_SCALED.search(_section(exact, form)[0]) is not None)
    if match["percent"]:
        exact *= 100
    exact /= 1000 ** len(match["scale"])
    places = len(match["decimals"] or "")
    grouped = "," if "," in match["digits"] else ""
    before = match["symbol"] if match["symbol"] is not None else match["before"].strip('"')
    sign = "-" if exact < 0 else ""
    text = f"{sign}{before}{abs(exact):{grouped}.{places}f}{match['percent']}{match['after'].replace(chr(34), '')}"
    return Shown(text, scaled=bool(match["scale"]))


def _section(value: Decimal, form: str) -> tuple[str, bool]:
    """The section of the format that applies to the value, and whether it is only for negative numbers, in which case it shows the sign."""
    sections = _SECTION.findall(form)
    if value < 0 and len(sections) > 1:
        return sections[1], True
    if value == 0 and len(sections) > 2:
        return sections[2], False
    return sections[0], False


def _differs(value: Decimal, form: str) -> bool:
    section, own_sign = _section(value, form)
    words, signs = "", ""
    for part in _PART.finditer(section):
        if part["bracket"] is not None and part["bracket"][:1] in ("<", ">", "="):
            return True  # a condition selects the section
        words += part["quoted"] or part["escaped"] or ""
        signs += part["sign"] or ""
    if _FIGURE.search(words):
        return True
    if "general" in signs.lower():
        return False
    if not re.search("[0#?]", signs):
        return value != 0
    return own_sign and not re.search(r"[-−(]", words + signs)
