"""Finds the date that a document states for itself in a labelled line near its top."""

import re
from datetime import date

from ...evidence.lexicon.calendar_names import MONTHS

_NEAR_TOP_LINES = 60
_NEAR_TOP_CHARACTERS = 4_000
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+(?:(?:of|de)\s+)?({_MONTH})\.?,?\s+(?:del?\s+)?(\d{{4}})\b", re.IGNORECASE
)
_MONTH_FIRST = re.compile(rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
_LABEL = re.compile(
    r"^[\s>*_#|\-]*(?:last\s+)?(?:(?:updated|revised|modified|amended|reviewed|changed)(?:\s+on)?|"
    r"(?:date\s+of\s+)?(?:last\s+)?(?:update|revision|modification)(?:\s+date)?|(?:publication\s+|issue\s+|document\s+)?date(?:\s+of\s+report)?(?:\s*\([^)]*\))?|dated|"
    r"published(?:\s+on)?|issued(?:\s+on)?|as\s+of)[\s*_]*[:：\-–—]?[\s*_|]*(?P<rest>.{6,60})$",
    re.IGNORECASE,
)


_AS_OF = re.compile(r"[\s|]*as\s+of\b", re.IGNORECASE)


def parse_date(text: str) -> date | None:
    """Return the date at the start of the text if it is unambiguous, in ISO form or with the month in words. Return
    None for 03/04/2026.

    Example: `parse_date("3 March 2021")` gives `2021-03-03`, and `parse_date("03/04/2026")` gives `None`.
    """
    text = text.strip().strip("\"'")
    for pattern, order in ((_ISO, "ymd"), (_DAY_FIRST, "dmy"), (_MONTH_FIRST, "mdy")):
        match = pattern.match(text)
        if match is None:
            continue
        parts = dict(zip(order, match.groups(), strict=True))
        month = MONTHS.get(parts["m"].lower()) or int(parts["m"])
        try:
            return date(int(parts["y"]), month, int(parts["d"]))
        except ValueError:
            return None
    return None


def stated_date(text: str) -> date | None:
    """Return the date of the first line near the top that is labelled as the document's date, or None.

    Examples of labels: "Last updated: 12 March 2026", "Date: …". An effective date does not count, since it is not the
    day of writing.
    """
    for line in text[:_NEAR_TOP_CHARACTERS].splitlines()[:_NEAR_TOP_LINES]:
        match = _LABEL.match(line.strip())
        if match and "|" in line and _AS_OF.match(line):
            continue  # the name of a table's column
        if match and (found := parse_date(match["rest"])):
            return found
    return None
