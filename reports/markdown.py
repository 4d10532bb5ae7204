"""A report as Markdown: confidence first, then the answer, the sources, the notes (SPEC ANS-3)."""

import re

from ..evidence.report import Citation, Disclosure, EvidenceReport
from .place import place_in_words

_SPECIAL = re.compile(r"([\\`*_\[\]<>])")


def to_markdown(report: EvidenceReport) -> str:
    parts = [_heading(report), report.conclusion]
    if report.citations:
        parts.append("**Sources**\n\n" + "\n".join(_source(citation) for citation in report.citations))
    if not report.answer and (near := _near_misses(report)):
        parts.append("**Near-misses, not used**\n\n" + "\n".join(near))
    if report.suggested_next_actions:
        parts.append("**What to do next**\n\n" + "\n".join(f"- {action}" for action in report.suggested_next_actions))
    others = [one for one in report.alternative_queries if one != report.resolved_question]
    if others and not report.answer:
        parts.append("**Other terms to try**: " + "; ".join(others))
    if notes := _notes(report):
        parts.append("**Notes**\n\n" + "\n".join(notes))
    return "\n\n".join(parts) + "\n"


def _near_misses(report: EvidenceReport) -> list[str]:
    return [
        f"- {escaped(one.name)}: {one.reason} ({escaped(one.source_location.title)})"
        for one in report.rejected_candidates[:4]
    ]


def _heading(report: EvidenceReport) -> str:
    state = "sufficient" if report.sufficient else "not sufficient"
    return f"**Confidence: {report.confidence}** ({'; '.join(report.confidence_reasons)}) · {state}"


def _source(citation: Citation) -> str:
    dated = f", {citation.version_date}" if citation.version_date else ""
    standing = citation.source_kind if citation.is_current else f"{citation.source_kind}, superseded"
    quote = " ".join(citation.quote.split())
    return (
        f"[{citation.number}] {escaped(citation.title)} ({standing}{dated}), {escaped(place_in_words(citation))}, "
        f"{citation.url or f'`{citation.document}`'}\n  > {escaped(quote)}"
    )


def _notes(report: EvidenceReport) -> list[str]:
    """Signals, what weakens the answer by name, and the rest of the ledger counted."""
    notes = [f"- Signals: {', '.join(report.risk_signals)}"] if report.risk_signals else []
    shown = [one for one in report.disclosures if one.kind in {"unsearched", "truncated", "stale", "superseded"}][:6]
    notes += [f"- {_capital(one.kind)}: {escaped(one.subject)}: {escaped(one.reason)}" for one in shown]
    if counted := [one for one in report.disclosures if one not in shown]:
        notes.append(f"- In the full report: {_counts(counted)}")
    return notes


def _counts(ledger: list[Disclosure]) -> str:
    kinds: dict[str, int] = {}
    for one in ledger:
        kinds[one.kind] = kinds.get(one.kind, 0) + 1
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in kinds.items())


def escaped(text: str) -> str:
    """Document text as text: nothing in it becomes a link, a heading or markup."""
    return _SPECIAL.sub(r"\\\1", text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
