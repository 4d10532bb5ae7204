"""Applies the number formats of spreadsheets, to get the text that a cell shows for its number if that is certain."""

import re
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import NamedTuple

_PLAIN = re.compile(
    r'^(?P<before>(?:"[^"]*"|[$€£¥]|\[\$[^\]]*\])*)\s*(?P<digits>#,##0|0|#)(?:\.(?P<decimals>0+))?'
    r'(?P<scale>,*)(?P<percent>%?)(?P<after>(?:\s*"[^"]*")?)$'
)
_PART = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<sign>.)', re.DOTALL)
_SECTION = re.compile(r'(?:^|;)((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*)', re.DOTALL)
_FIGURE = re.compile(r"(?<![A-Za-z\d])\d")
_SYMBOL = re.compile(r"\[\$([^-\]]*)[^\]]*\]")
_LITERAL_SIGNS = ("-", "−", "(", ")", "/", ":", " ")
_PRECISION = 28
"""The number of digits in calculations."""
_NIL = ("-", "–", "—")
_SCALED = re.compile(r"[0#?],+(?![0#?,])")


class Shown(NamedTuple):
    text: str
    scaled: bool = False
    """Whether the sheet shows the number in thousands or millions, and `text` does too."""
    differs: bool = False
    """Whether the sheet shows another number than `text`, which is the stored value."""
    fixed: bool = False
    """Whether the sheet shows `text` for any number. It may be empty."""


def shown_number(value: int | float, form: str) -> Shown:
    """Return the number as the sheet shows it for plain number, accounting and percent formats; else the exact stored
    value.

    Example: `shown_number(0.125, "0.0%").text` gives `"12.5%"`, and `shown_number(1234, "#,##0").text` gives
    `"1,234"`.
    """
    exact = Decimal(repr(value))
    stored = f"{exact.normalize():f}" if exact == exact.to_integral_value() or "E" in str(exact) else str(exact)
    if form in ("General", "@", ""):
        return Shown(stored)
    section = _section((exact > 0) - (exact < 0), form)
    if section.is_conditional:
        return Shown(stored, differs=True)
    if section.is_fixed:
        is_nil = not exact and section.words in _NIL
        return Shown(stored) if is_nil else Shown(section.words, fixed=True)
    if section.differs:
        return Shown(stored, differs=True)
    match = _PLAIN.match(section.bare)
    if match is None:
        return Shown(stored, differs=_SCALED.search(section.bare) is not None)
    if match["percent"]:
        exact *= 100
    places = len(match["decimals"] or "")
    exact = _rounded(exact / 1000 ** len(match["scale"]), places)
    grouped = "," if "," in match["digits"] else ""
    before = _SYMBOL.sub(r"\1", match["before"]).replace('"', "")
    text = f"{before}{abs(exact):{grouped}.{places}f}{match['percent']}{match['after'].replace(chr(34), '')}"
    if section.own_sign:
        text = f"-{text[1:-1]}" if text[0] == "(" and text[-1] == ")" else text
    elif exact < 0:
        text = f"-{text}"
    return Shown(text, scaled=bool(match["scale"]))


def _rounded(value: Decimal, places: int) -> Decimal:
    """Return a number rounded to `places` decimals as spreadsheets do: a half is rounded away from zero.

    Example: `_rounded(Decimal("2.5"), 0)` gives `3`.
    """
    return (
        value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) if value.adjusted() + places < _PRECISION else value
    )


class _Section(NamedTuple):
    """The section of a number format that applies to a number."""

    bare: str
    """The section without colours and padding. Literal characters are in quotes."""
    words: str
    """The literal text of the section."""
    own_sign: bool
    """Whether the section is for negative numbers only, so that its own text shows the sign."""
    is_conditional: bool

    @property
    def is_fixed(self) -> bool:
        """Whether the section shows nothing of the number."""
        return not re.search(r"[0#?@dmyhsg]", re.sub(r'"[^"]*"', "", self.bare), re.IGNORECASE)

    @property
    def differs(self) -> bool:
        """Whether the section adds figures to those of the number, or leaves out its sign."""
        if _FIGURE.search(self.words):
            return True
        return "general" not in self.bare.lower() and self.own_sign and not re.search(r"[-−(]", self.words)


@lru_cache(maxsize=1_000)
def _section(sign: int, form: str) -> _Section:
    """Return the section of a number format that applies to numbers with this sign (-1, 0 or 1)."""
    sections = _SECTION.findall(form)
    own_sign = sign < 0 and len(sections) > 1
    chosen = sections[1] if own_sign else sections[2] if sign == 0 and len(sections) > 2 else sections[0]
    bare, words, is_conditional = "", "", False
    for part in _PART.finditer(chosen):
        if part["bracket"] is not None:
            is_conditional = is_conditional or part["bracket"][:1] in ("<", ">", "=")
            bare += part.group() if part["bracket"].startswith("$") else ""
            continue
        literal = part["quoted"] or part["escaped"] or (part["sign"] if part["sign"] in _LITERAL_SIGNS else "")
        is_sign = part["sign"] is not None and not (own_sign and literal)
        bare += part["sign"] if is_sign else f'"{literal}"' if literal else ""
        words += literal
    return _Section(bare.strip().replace('""', ""), words.strip(), own_sign, is_conditional)
