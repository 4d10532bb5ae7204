"""Finds a statement near the top of a document that it is not in force (SPEC EVI-12). Examples: “Status: draft for
consultation”, “DRAFT – not adopted”."""

import re

from ..lexicon.document_type_names import WHOLE_DOCUMENTS

HEAD = 2_000
"""The number of characters at the start of a document that are searched for its status."""
LONGEST = 80
"""The maximum number of characters of a status. A longer line is prose."""
_IDLE = (
    r"draft|template|specimen|superseded|expired|withdrawn|obsolete|void|cancelled|repealed|rejected|proposed|proposal|pending"
    r"|entwurf|vorlage|ungültig|brouillon|projet|borrador|plantilla|(?:not|no\s+longer)\s+(?:yet\s+)?(?:in\s+force|adopted|approved|valid)"
)
_LABELLED = re.compile(
    r"[\W_]*(?:document\s+)?(?:status|stand|statut|estado)\b[\s*_]*[:|][\s*_|]*(?P<status>[^|\n]*\w)", re.IGNORECASE
)
_SAYS = re.compile(rf"\b(?:{_IDLE})\b", re.IGNORECASE)
_BANNER = re.compile(
    rf"[\W_]*(?:{_IDLE})(?:\s+(?:{_IDLE}))*[\W_]*(?:$|[–—:,(-].*|(?:for|not|version|only|copy|text)\b[^.\n]*)",
    re.IGNORECASE,
)
"""A line that contains only a status. It does not match headings such as “Proposed works” and “Draft beer”."""

_OVER = r"superseded|expired|withdrawn|obsolete|cancell?ed|repealed|revoked"
_ENDED = re.compile(rf"[\W\d_]*(?:{_OVER}|rejected|deleted)\b", re.IGNORECASE)

_IN_PROSE = re.compile(
    rf"[\W_]*This\s+(?:[\w-]+\s+){{0,2}}?(?:{WHOLE_DOCUMENTS})\s+(?:is|was|has|has\s+been)\s+"
    r"(?P<status>(?:not\s+(?:yet\s+)?|no\s+longer\s+)in\s+(?:force|effect)"
    rf"|(?:superseded|replaced|repealed|revoked)\s+by\s+[^.;\n]{{3,60}}|{_OVER}|lapsed|terminated|replaced)"
    r"(?=\s*(?:[.;]|$)|\s+(?:on\s+\d|since\s|as\s+of\s))",
    re.IGNORECASE,
)
"""A sentence on the document itself: “This lease has expired.” A condition may not follow (“is terminated if …”), and a
part of the document does not count (“This option is superseded by …”)."""


def heading_status(section: str | None) -> str | None:
    """Return the first heading of a section's path that states that its content is not in force, or None. A spreadsheet
    has the names of its sheets as headings.

    Example: `heading_status("Fees › Withdrawn offers")` gives `"Withdrawn offers"`.
    """
    titles = (section or "").split(" › ")
    return next((title for title in titles if _BANNER.fullmatch(title) or _ENDED.match(title)), None)


def stated_status(text: str) -> str | None:
    """Return the status of a document that is not in force, in its own words, or None.

    The status is the text of a line labelled as status, a line that contains only a status, or what a sentence at the
    start of a line says of “this” document.

    Example: a line “Status: draft for consultation” gives “draft for consultation”.
    """
    for line in text[:HEAD].splitlines():
        if said := _IN_PROSE.match(line):
            return " ".join(said["status"].split())
        if len(line) > LONGEST:
            continue
        if labelled := _LABELLED.match(line):
            status = " ".join(labelled["status"].split())
            if _SAYS.search(status):
                return status
        elif _BANNER.fullmatch(line):
            return " ".join(line.split()).strip("#*_ ")
    return None
