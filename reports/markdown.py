"""A report as Markdown: confidence first, then the answer, the sources, the notes (SPEC ANS-3)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..nodes.answer.phrases import phrases_for
from .blocks import MARKER, Block
from .lead import conclusion_of
from .outcome import further_signals, outcome_of
from .wording import Wording, wording_of

_SPECIAL = re.compile(r"([\\`*\[\]<>]|(?<![^\W_])_|_(?![^\W_]))")
"""An underscore within a word is no markup: names of files stay as they are."""
_NAMED = frozenset({"unsearched", "truncated", "stale", "superseded", "note"})
"""Kinds of disclosure that weaken an answer by name; the others are counted."""
MOST_NAMED = 6


def to_markdown(report: EvidenceReport) -> str:
    """Headings and phrases are in the question's language, quotes in their source's. Text of documents becomes no markup. Where there is no
    answer, the reason is followed at once by what to do next."""
    words = wording_of(report.question)
    phrases = phrases_for(words.language)
    conclusion = conclusion_of(report, phrases)
    known = {citation.number for citation in report.citations}
    first, near = ("\n\n".join(_block(block, known) for block in blocks) for blocks in conclusion)
    sources = _section(words.sources, [_source(one, words) for one in report.citations], mark="")
    following = _section(phrases.next_steps, [escaped(action) for action in report.suggested_next_actions])
    terms = "; ".join(escaped(query) for query in report.alternative_queries) if not report.answer else ""
    notes = _section(words.notes, list(_notes(report, words)))
    order = (sources, following, near) if report.answer else (following, sources, near)
    parts = (_heading(report, words), first, *order, f"**{words.terms}**: {terms}" if terms else "", notes)
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(heading: str, items: Sequence[str], *, mark: str = "- ") -> str:
    return f"**{heading}**\n\n" + "\n".join(f"{mark}{item}" for item in items) if items else ""


def _heading(report: EvidenceReport, words: Wording) -> str:
    """What became of the question, then the confidence, and why where the conclusion does not begin with it."""
    level = f"**{words.confidence}: {words.levels[report.confidence]}**"
    why = f" ({escaped('; '.join(report.confidence_reasons))})" if report.answer and report.confidence != "low" else ""
    return f"**{words.outcomes[outcome_of(report)]}** · {level}{why}"


def _block(block: Block, known: set[int]) -> str:
    items = [_shown(item, known) for item in block.items]
    if block.kind == "list":
        return "\n".join(f"- {item}" for item in items)
    if block.kind == "heading":
        return f"**{items[0]}**"
    return f"> {items[0]}" if block.kind == "quote" else items[0]


def _shown(text: str, known: set[int]) -> str:
    """Escaped, but for the report's own citation numbers."""
    at, shown = 0, ""
    for match in MARKER.finditer(text):
        shown += escaped(text[at : match.start()])
        shown += match[0] if int(match[1]) in known else escaped(match[0])
        at = match.end()
    return shown + escaped(text[at:])


def _source(citation: Citation, words: Wording) -> str:
    dated = f", {citation.version_date}" if citation.version_date else f", {words.undated}"
    standing = words.source_kinds[citation.source_kind]
    if not citation.is_current:
        standing += f", {words.not_yet if citation.not_yet else words.replaced}"
    quote = " ".join(citation.quote.split())
    return (
        f"[{citation.number}] {escaped(citation.title)} ({standing}{dated}), "
        f"{escaped(place_in_words(citation, words.places))}, "
        f"{citation.url or f'`{citation.document}`'}\n  > {escaped(quote)}"
    )


def _notes(report: EvidenceReport, words: Wording) -> Iterator[str]:
    """Signals in words, what weakens the answer by name, and the rest of the ledger counted. That a cited version has been replaced stands
    with its source."""
    yield from (words.signals[signal] for signal in further_signals(report))
    replaced = {citation.title for citation in report.citations if not citation.is_current}
    named = [disclosure for disclosure in report.disclosures if disclosure.kind in _NAMED]
    shown = [one for one in named if one.kind != "superseded" or one.subject not in replaced][:MOST_NAMED]
    for one in shown:
        label = "" if one.kind == "note" else f"{words.kinds[one.kind]}: "
        yield f"{label}{escaped(words.subject(one.subject))}: {escaped(words.plain(one.reason))}"
    counts = Counter(disclosure.kind for disclosure in report.disclosures if disclosure not in shown)
    if counts:
        listed = ", ".join(f"{words.counted[kind]} ({count})" for kind, count in counts.items())
        yield words.on_record.format(counts=listed)


def escaped(text: str) -> str:
    """Document text as text: nothing in it becomes a link, a heading or markup."""
    return _SPECIAL.sub(r"\\\1", text)
