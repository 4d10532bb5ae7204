"""Parses the cover of a filing in the layout of the SEC's forms: registrant, form, period and trading symbols (SPEC
SUB-3).

The layout is prescribed, so fields are found by their labels. The registrant's name is above "(Exact name of registrant
as specified in its charter)", or between the file number and the state of incorporation. This works for plain text and
for PDF.
"""

import re
from collections.abc import Iterator

from ..model.frozen import Frozen
from ..names.legal_forms import forms_start, is_form
from ..names.same_name import find_mention, split_suffix

SEARCHED = 60_000
"""The number of characters of a text that are searched for a cover. An annual report may have a letter to shareholders
before it."""
_REACH = 4_000
"""The maximum number of characters between the form's name and the registrant's label."""
_LABEL = re.compile(
    r"\b(?:exact\s+)?name\s+of\s+(?:the\s+)?(?:registrants?|company|issuer)(?:\(s\))?\s+as\s+(?:it\s+is\s+)?specified\s+in"
    r"(?:\s+(?:its|the|their))?\s+(?:charters?|articles?|constitution)|\bexact\s+name\s+of\s+(?:the\s+)?(?:registrant|issuer|company)\s*\)",
    re.IGNORECASE,
)
_UNLABELLED = re.compile(
    r"^[^\n]*commission\s+file\s+n(?:umber|o)[^\n]*\n\s*(?P<name>[^\n]{2,120})\n+[\s(]*"
    r"(?:state\b|jurisdiction\b|incorporated\b|organized\b|an?\s+\w+\s+corporation\b|i\.?r\.?s\.?\s+employer)",
    re.IGNORECASE | re.MULTILINE,
)
FORMS = (
    r"(?:(?!1[13])\d{1,2}\s?[-‐‑–]?\s?(?:KSB|KT|K405|K|QSB|Q|F|D|A|C)|[SF]\s?[-‐‑–]\s?\d{1,2}|(?:DEF|PRE)[AMRS]?\s?14[AC])"
    r"(?:\s?/\s?A)?"
)
"""The names of the forms in which a company reports on itself. Not among them: 11-K, on a plan of its employees, and 13F
and 13D, on shares in others."""
_FORM = re.compile(
    rf"\bform\s{{0,3}}(?P<form>{FORMS})(?![\w-])|\b(?P<schedule>schedule\s14[AC])(?![\w-])", re.IGNORECASE
)
_BY_ANOTHER = re.compile(r"\bother\s+than\s+the\s+registrant\s*[(\[]?\s*(?:☒|☑|þ|x\b)", re.IGNORECASE)
"""The ticked box of a proxy statement that somebody else files, against the registrant."""
_PERIOD = re.compile(
    r"\bfor\s+the\s+(?P<period>(?:(?:fiscal|transition)\s+)?(?:year|quarter|quarterly\s+period)\s+ended:?\s+[^\n]{6,30}?\d{4})",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"date\s+of\s+(?:earliest\s+event\s+reported|report)[^\n:]{0,60}:?\s*(?P<date>[A-Z][a-z]+\.?\s+\d{1,2},?\s+\d{4})",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"commission\s+file|file\s+n(?:umber|o)\b|for\s+the\s+(?:fiscal|transition|quarter|year)|pursuant\s+to|\bform\s+\d|date\s+of\s+report|"
    r"securities\s+(?:and\s+exchange|exchange\s+act)|\breport\b|\bmark\s+one\b|amendment\s+no|washington,\s+d|^or$|[☐☒☑]|_{3,}|"
    r"^\W*\(|\d{2}-\d{5}",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(r"^.*?commission\s+file\s+n(?:umber|o)\W*[\d-]+\s+(?=\S)", re.IGNORECASE)
_STOCK = re.compile(
    r"\b(?i:common|ordinary|capital)\s+(?i:stock|shares?)\b[^☐☒]{0,160}?\s(?P<ticker>[A-Z]{2,5}(?:\.[A-Z])?)\s+(?i:the\s+)?"
    r"(?i:new\s+york\s+stock|nasdaq|nyse|chicago\s+stock)"
)
_UNDER_SYMBOL = re.compile(
    r"\b(?i:under\s+the\s+(?:ticker\s+|trading\s+|stock\s+)?symbols?)\s+[\"“‘']?(?P<ticker>[A-Z]{2,5})\b"
)
_SYMBOL_WITHIN = 200_000
"""The number of characters of an annual report that are searched for a trading symbol that the cover does not state."""


class FilingCover(Frozen):
    """The fields of a filing's cover. `start` and `end` are the offsets of the registrant's name in the text.

    Example: the registrant “ORRIN CO., INC.”, the form “Form 10-K” and the period “fiscal year ended June 30, 2025”.
    """

    registrant: str
    start: int
    end: int
    form: str
    """The form's name as the SEC writes it: "Form 10-K", "Form 10-Q/A", "Form F-1", "Schedule 14A"."""
    period: str | None = None
    """The period in the cover's words ("fiscal year ended June 30, 2025"). For a current report, the date of the event."""
    ticker: tuple[int, int] | None = None
    """The offsets of the trading symbol in the table of registered securities."""

    def title(self) -> str:
        """Return a title made of the fields: "ORRIN CO., INC. – Form 10-K, fiscal year ended June 30, 2025"."""
        return f"{self.registrant} – " + ", ".join(filter(None, (self.form, self.period)))


def filing_cover(text: str) -> FilingCover | None:
    """Return the cover of a filing from the first `SEARCHED` characters of the text. Return None if the text is not a
    filing, or names no registrant.

    Example: “FORM 10-K” above “ORRIN CO., INC. (Exact name of registrant as specified in its charter)” gives that
    name and form.
    """
    top = text[:SEARCHED]
    for start, end, label in _names(top):
        forms = list(_FORM.finditer(top, max(0, label - _REACH), label))
        if not forms or _BY_ANOTHER.search(top, forms[0].start(), label):
            continue
        start = _whole_name(top, text, start, end)
        opening = top[forms[0].start() : label + _REACH]
        period = _PERIOD.search(opening) or _EVENT.search(opening)
        said = next(iter(period.groupdict().values())) if period else None
        stock = _STOCK.search(top, label, label + _REACH)
        stock = stock or _UNDER_SYMBOL.search(text, label, label + _SYMBOL_WITHIN)
        return FilingCover(
            registrant=" ".join(text[start:end].split()),
            start=start,
            end=end,
            form=_form_name(forms[0]),
            period=" ".join(said.split()) if said else None,
            ticker=stock.span("ticker") if stock else None,
        )
    return None


def _form_name(found: re.Match[str]) -> str:
    if found["schedule"]:
        return " ".join(found["schedule"].split()).capitalize().replace("14a", "14A").replace("14c", "14C")
    form = " ".join(found["form"].upper().split())
    if form[0].isdigit() or form[1:2] in "-‐‑– ":
        form = re.sub(r"\s?[-‐‑–]\s?|(?<=\d)\s?(?=[A-Z])", "-", form)
    return f"Form {form.replace(' /', '/').replace('/ ', '/')}"


def registrants(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the registrants' names on the cover `text[start:end]`. A combined filing has several
    registrants.

    Example: a cover with “ORRIN CO., INC.” above “(Exact name of registrant as specified in its charter)” gives its
    offsets.
    """
    for left, right, label in _names(text[:end]):
        if label >= start:
            yield _whole_name(text[:end], text, left, right), right


def _names(top: str) -> Iterator[tuple[int, int, int]]:
    """Yield each registrant's name on the cover as (start, end, offset of the label that marks it).

    Example: “ORRIN CO., INC.” above “(Exact name of registrant as specified in its charter)”.
    """
    found = False
    for label in _LABEL.finditer(top):
        line = next(iter(_lines_above(top, label.start())), None)
        if line is not None:
            found = True
            yield *line, label.start()
    if not found and (match := _UNLABELLED.search(top)) and (line := _name_in(top, *match.span("name"))):
        yield *line, line[1]


def _lines_above(top: str, place: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets of possible names before `place`: on its line, and on the lines above, nearest first. At most
    three lines with words are tried."""
    end, seen = place, 0
    while end > 0 and seen < 3:
        start = top.rfind("\n", 0, end) + 1
        if re.search(r"\w\w", top[start:end]):
            seen += 1
            if line := _name_in(top, start, end):
                yield line
        end = start - 1


def _name_in(top: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the offsets of the name on a line, without markup, file number and state. Return None if the line is not a
    name.

    Example: for the line “**ORRIN CO., INC.**”, these are the offsets of “ORRIN CO., INC.”.
    """
    if before := _BEFORE_NAME.match(top[start:end]):
        start += before.end()
    while start < end and (top[start].isspace() or top[start] in '*_#|"“”'):
        start += 1
    while end > start and (top[end - 1].isspace() or top[end - 1] in '*_#|"“”('):
        end -= 1
    line = top[start:end]
    if not 2 <= len(line) <= 120 or not (line[0].isupper() or line[0].isdigit()) or not re.search(r"[^\W\d_]", line):
        return None
    return None if _NO_NAME.search(line) else (start, end)


def _whole_name(top: str, text: str, start: int, end: int) -> int:
    """Return the offset at which the name with these offsets begins. It begins on the line above if its own line is
    only a legal form, or if the text has both lines as one name elsewhere."""
    above = top[:start].rstrip(" \t*_#")
    if not above.endswith("\n") or above.endswith("\n\n"):
        return start
    line = _name_in(top, above.rfind("\n", 0, len(above) - 1) + 1, len(above) - 1)
    if line is None:
        return start
    joined = f"{top[slice(*line)]} {top[start:end]}"
    only_form = all(is_form(word) or word == "&" for word in top[start:end].split())
    if only_form and forms_start(joined) is not None:
        return line[0]
    core = split_suffix(joined)[0]
    return line[0] if find_mention((joined, core), text[end : end + 200_000]) else start
