"""Patterns for numbered headings in any format, and for line ends that show that a line is text and not a heading."""

import re

NUMBERED = re.compile(
    r"^(?:(?P<part>part\s+[ivx\d]+)|(?P<item>item\s+\d+[a-c]?)|"
    r"(?P<unit>(?:article|section|schedule|annex|appendix|exhibit|chapter|note|clause)\s+(?:\d+[a-z]?|[ivxlc]+|[a-z]))|"
    r"(?P<decimal>\d{1,2}(?:\.\d{1,2}){0,4}))\b[.)]?(?:\s*[:—–-]+\s*|\s+|$)",
    re.IGNORECASE,
)
"""A numbered heading. Groups: part ("Part II"), item ("Item 7A"), unit ("Article 4", "Note 5"), decimal ("4.2"). The
match ends where the words begin."""
ENDS_LIKE_TEXT = re.compile(r"[,;]$|[\w%)]\.[”\"’]?$|\b(?:and|or|of|the|to|a|in|by|for|with)$")
