"""A citation's place as a person would say it, for every rendering that a person reads."""

from ..model.spans import Place
from .evidence_report import Citation


def place_in_words(place: Citation | Place) -> str:
    """“page 2, § 3. Remote Working, clause 3.1, lines 5–6”: the innermost heading; the whole path stands in the report."""
    section = place.section.rpartition(" › ")[2] if place.section else ""
    clause = place.clause if place.clause and not section.startswith(place.clause) else None
    parts = [
        f"page {place.page}" if place.page else "",
        f"§ {section}" if section else "",
        f"clause {clause}" if clause else "",
        f"cells {place.cell}" if place.cell else _lines(place),
    ]
    return ", ".join(part for part in parts if part)


def _lines(place: Citation | Place) -> str:
    if place.line_start == place.line_end:
        return f"line {place.line_start}"
    return f"lines {place.line_start}–{place.line_end}"
