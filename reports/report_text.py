"""Writes a report as text: confidence first, then the answer, the sources and the notes (SPEC ANS-3). A `TextForm`
decides how its parts look."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..nodes.answer.phrases import phrases_of
from .blocks import MARKER, Block
from .lead import conclusion_of
from .outcome import further_signals, outcome_of
from .terminal_escapes import visible
from .text_form import TextForm
from .wording import Wording, wording_of

_NAMED = frozenset({"unsearched", "truncated", "stale", "superseded", "note"})
"""The kinds of disclosure that are listed in full. The others are only counted."""
MOST_NAMED = 6


def report_text(report: EvidenceReport, form: TextForm) -> str:
    """Return the report as text. Text of documents never becomes markup. Without an answer, the next steps directly
    follow the reason.

    Headings and phrases are in the language of the question, and quotes in that of their source.
    """
    words = wording_of(report.question)
    phrases = phrases_of(report.question, report.limit)
    known = {citation.number for citation in report.citations}
    first, near = ("\n\n".join(_block(block, known, form) for block in part) for part in conclusion_of(report, phrases))
    sources = _section(words.sources, [_source(citation, words, form) for citation in report.citations], form)
    actions = [form.item(form.literal(action)) for action in report.suggested_next_actions]
    following = _section(phrases.next_steps, actions, form)
    terms = "; ".join(form.literal(query) for query in report.alternative_queries) if not report.answer else ""
    notes = _section(words.notes, [form.item(note) for note in _notes(report, words, form)], form)
    order = (sources, following, near) if report.answer else (following, sources, near)
    searched = form.paragraph(f"{form.strong(words.terms)}: {terms}") if terms else ""
    parts = (form.paragraph(_heading(report, words, form)), first, *order, searched, notes)
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(heading: str, items: Sequence[str], form: TextForm) -> str:
    return f"{form.strong(heading)}\n\n" + "\n".join(items) if items else ""


def _heading(report: EvidenceReport, words: Wording, form: TextForm) -> str:
    """Return the outcome and the confidence. Its reasons follow, unless the conclusion begins with them."""
    level = form.strong(f"{words.confidence}: {words.levels[report.confidence]}")
    reasons = form.literal("; ".join(report.confidence_reasons))
    why = f" ({reasons})" if report.answer and report.confidence != "low" else ""
    return f"{form.strong(words.outcomes[outcome_of(report)])} · {level}{why}"


def _block(block: Block, known: set[int], form: TextForm) -> str:
    items = [_with_markers(item, known, form) for item in block.items]
    if block.kind == "list":
        return "\n".join(form.item(item) for item in items)
    if block.kind == "heading":
        return form.strong(items[0])
    return form.quote(items[0]) if block.kind == "quote" else form.paragraph(items[0])


def _with_markers(text: str, known: set[int], form: TextForm) -> str:
    """Return the text with its markup escaped, except for the citation numbers of the report."""
    at, shown = 0, ""
    for match in MARKER.finditer(text):
        shown += form.literal(text[at : match.start()])
        shown += match[0] if int(match[1]) in known else form.literal(match[0])
        at = match.end()
    return shown + form.literal(text[at:])


def _source(citation: Citation, words: Wording, form: TextForm) -> str:
    period = words.of_period.format(period=citation.covers) if citation.covers else words.undated
    dated = f", {citation.version_date or period}"
    standing = words.source_kinds[citation.source_kind]
    if not citation.is_current:
        standing += f", {words.not_yet if citation.not_yet else words.replaced}"
    place = form.literal(place_in_words(citation, words.places))
    link = visible(citation.url) if citation.url else form.code(citation.document)
    entry = f"[{citation.number}] {form.literal(citation.title)} ({standing}{dated}), {place}, {link}"
    return f"{form.source(entry)}\n{form.source_quote(form.literal(' '.join(citation.quote.split())))}"


def _notes(report: EvidenceReport, words: Wording, form: TextForm) -> Iterator[str]:
    """Yield the notes of a report: risk signals, disclosures that weaken the answer, and counts of the others. A cited
    version that was replaced is marked at its source, and gets no note."""
    yield from (words.signals[signal] for signal in further_signals(report))
    replaced = {citation.title for citation in report.citations if not citation.is_current}
    named = [disclosure for disclosure in report.disclosures if disclosure.kind in _NAMED]
    shown = [note for note in named if note.kind != "superseded" or note.subject not in replaced][:MOST_NAMED]
    for disclosure in shown:
        label = "" if disclosure.kind == "note" else f"{words.kinds[disclosure.kind]}: "
        yield f"{label}{form.literal(words.subject(disclosure.subject))}: {form.literal(words.plain(disclosure.reason))}"
    counts = Counter(disclosure.kind for disclosure in report.disclosures if disclosure not in shown)
    if counts:
        listed = ", ".join(f"{words.counted[kind]} ({count})" for kind, count in counts.items())
        yield words.on_record.format(counts=listed)
