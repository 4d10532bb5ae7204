"""`<CITATION file="…" page="…" lines="…" section="…" id="…" />`: one format wherever a tag gives a place (SPEC ANS-4)."""

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
    """What there is no page, cell or section for is left out; cells stand instead of lines."""
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
    """The text with no tag in it that a document brought along."""
    return _FORGED.sub("&lt;", text)


def own_citation(told: str) -> str | None:
    """A tool's own citation on one line: tags of this format, or words without any tag; None for anything else."""
    line = " ".join(told.split())
    return line if _OWN.fullmatch(line) else None
