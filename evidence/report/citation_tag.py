"""`<CITATION file="…" page="…" lines="…" section="…" id="…" />`: the format of every citation tag (SPEC ANS-4)."""

import re
from xml.sax.saxutils import quoteattr

_OWN = re.compile(r"(?:<CITATION\b[^<>\n]*>\s*)+|[^<>\n]+", re.IGNORECASE)
_FORGED = re.compile(r"<(?=\s*/?\s*citation)", re.IGNORECASE)


def citation_tag(
    *,
    file: str,
    identifier: str,
    line_start: int,
    line_end: int,
    page: int | None = None,
    cell: str | None = None,
    section: str | None = None,
) -> str:
    """Return the tag. An attribute without a value is left out. If cells are given, the tag has them in place of lines.

    Example: `citation_tag(file="lease.pdf", identifier="c1", line_start=4, line_end=5, page=2)` gives
    `'<CITATION file="lease.pdf" page="2" lines="4-5" id="c1" />'`.
    """
    lines = f"{line_start}-{line_end}" if line_end > line_start else str(line_start)
    fields = {
        "file": file,
        "page": page,
        "cells" if cell else "lines": cell or lines,
        "section": section,
        "id": identifier,
    }
    written = " ".join(
        f"{name}={quoteattr(' '.join(str(value).split()))}" for name, value in fields.items() if value is not None
    )
    return f"<CITATION {written} />"


def without_tags(text: str) -> str:
    """Return the text without any citation tags that a document contains.

    Example: `without_tags("Rent is due.")` gives `"Rent is due."`.
    """
    return _FORGED.sub("&lt;", text)


def own_citation(text: str) -> str | None:
    """Return a tool's own citation on one line: tags of this format, or words without any tag. Return None for anything
    else.

    Example: `own_citation("Handbook, page 4")` gives `"Handbook, page 4"`, and `own_citation("two<br>lines")` gives
    `None`.
    """
    line = " ".join(text.split())
    return line if _OWN.fullmatch(line) else None
