"""A report as Markdown: confidence first, then the answer, the sources, the notes (SPEC ANS-3)."""

import re
from collections import Counter
from collections.abc import Iterator

from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..nodes.answer.phrases import Phrases, phrases_of
from .blocks import MARKER, Block, blocks

_SPECIAL = re.compile(r"([\\`*\[\]<>]|(?<![^\W_])_|_(?![^\W_]))")
"""An underscore within a word is no markup: names of files stay as they are."""
_TOLD = frozenset({"unsearched", "truncated", "stale", "superseded", "note"})
"""Kinds of disclosure that weaken an answer by name; the others are counted."""
MOST_TOLD = 6


def to_markdown(report: EvidenceReport) -> str:
    """Headings and phrases are in the question's language, quotes in their source's. Text of documents becomes no markup."""
    phrases = phrases_of(report.question)
    parts = [_heading(report, phrases), _conclusion(report)]
    if report.citations:
        parts.append(_section(phrases.sources, "\n".join(_source(one, phrases) for one in report.citations)))
    if report.suggested_next_actions:
        parts.append(_section(phrases.next_steps, _list(report.suggested_next_actions)))
    if report.alternative_queries and not report.answer:
        parts.append(f"**{phrases.terms}**: " + "; ".join(escaped(one) for one in report.alternative_queries))
    if notes := list(_notes(report, phrases)):
        parts.append(_section(phrases.notes, "\n".join(f"- {note}" for note in notes)))
    return "\n\n".join(parts) + "\n"


def _section(heading: str, text: str) -> str:
    return f"**{heading}**\n\n{text}"


def _list(items: tuple[str, ...]) -> str:
    return "\n".join(f"- {escaped(item)}" for item in items)


def _heading(report: EvidenceReport, phrases: Phrases) -> str:
    """Confidence, and why where the conclusion does not begin with it."""
    level = f"**{phrases.confidence}: {phrases.levels[report.confidence]}**"
    told = f" ({escaped('; '.join(report.confidence_reasons))})" if report.answer and report.confidence != "low" else ""
    lacking = f" · {phrases.not_sufficient}" if report.answer and not report.sufficient else ""
    return f"{level}{told}{lacking}"


def _conclusion(report: EvidenceReport) -> str:
    known = {citation.number for citation in report.citations}
    return "\n\n".join(_block(block, known) for block in blocks(report.conclusion))


def _block(block: Block, known: set[int]) -> str:
    items = [_told(item, known) for item in block.items]
    if block.kind == "list":
        return "\n".join(f"- {item}" for item in items)
    if block.kind == "heading":
        return f"**{items[0]}**"
    return f"> {items[0]}" if block.kind == "quote" else items[0]


def _told(text: str, known: set[int]) -> str:
    """Escaped, but for the report's own citation numbers."""
    at, shown = 0, ""
    for match in MARKER.finditer(text):
        shown += escaped(text[at : match.start()])
        shown += match[0] if int(match[1]) in known else escaped(match[0])
        at = match.end()
    return shown + escaped(text[at:])


def _source(citation: Citation, phrases: Phrases) -> str:
    dated = f", {citation.version_date}" if citation.version_date else f", {phrases.undated}"
    standing = phrases.source_kinds[citation.source_kind]
    if not citation.is_current:
        standing += f", {phrases.not_yet if citation.not_yet else phrases.kinds['superseded'].lower()}"
    quote = " ".join(citation.quote.split())
    return (
        f"[{citation.number}] {escaped(citation.title)} ({standing}{dated}), {escaped(place_in_words(citation))}, "
        f"{citation.url or f'`{citation.document}`'}\n  > {escaped(quote)}"
    )


def _notes(report: EvidenceReport, phrases: Phrases) -> Iterator[str]:
    """Signals, what weakens the answer by name, and the rest of the ledger counted. That a cited version has been replaced stands
    with its source."""
    if report.risk_signals:
        yield f"{phrases.signals}: {', '.join(report.risk_signals)}"
    replaced = {citation.title for citation in report.citations if not citation.is_current}
    named = [one for one in report.disclosures if one.kind in _TOLD]
    shown = [one for one in named if one.kind != "superseded" or one.subject not in replaced][:MOST_TOLD]
    for one in shown:
        label = "" if one.kind == "note" else f"{phrases.kinds[one.kind]}: "
        yield f"{label}{escaped(one.subject)}: {escaped(one.reason)}"
    counts = Counter(one.kind for one in report.disclosures if one not in shown)
    if counts:
        listed = ", ".join(f"{phrases.counted[kind]} ({count})" for kind, count in counts.items())
        yield phrases.on_record.format(counts=listed)


def escaped(text: str) -> str:
    """Document text as text: nothing in it becomes a link, a heading or markup."""
    return _SPECIAL.sub(r"\\\1", text)
