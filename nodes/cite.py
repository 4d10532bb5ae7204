"""From audited sentences to numbered citations (SPEC ANS-3): pure, so that a test is a table of cases."""

from collections.abc import Mapping, Sequence

from ..evidence.evidence import Evidence, EvidenceId
from ..evidence.frozen import Frozen
from ..evidence.report import Citation, Disclosure, Sentence
from ..roles.generator import DraftSentence

SOURCES_AT_MOST = 5
"""Documents an answer cites at most (SPEC ANS-3)."""


class Cited(Frozen):
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    left_out: tuple[Disclosure, ...]


def cite(drafted: Sequence[DraftSentence], evidence: Mapping[EvidenceId, Evidence]) -> Cited:
    """Number the evidence in the order of its first use. Sentences on documents beyond the limit are left out."""
    allowed = _documents_kept(drafted, evidence)
    numbers: dict[EvidenceId, int] = {}
    sentences: list[Sentence] = []
    left_out: list[Disclosure] = []
    for one in drafted:
        own = [evidence[unit] for unit in one.evidence_ids]
        kept = [unit for unit in own if unit.source.document_id in allowed]
        if not kept:
            reason = f"cites a source beyond the {SOURCES_AT_MOST} that an answer shows"
            left_out.append(Disclosure(kind="dropped", subject=own[0].source.title, reason=reason))
            continue
        for unit in kept:
            numbers.setdefault(unit.evidence_id, len(numbers) + 1)
        cited = tuple(numbers[unit.evidence_id] for unit in kept)
        sentences.append(
            Sentence(
                text=one.text, part=one.part, citations=cited, evidence_ids=tuple(unit.evidence_id for unit in kept)
            )
        )
    citations = tuple(citation(number, evidence[unit]) for unit, number in numbers.items())
    return Cited(sentences=tuple(sentences), citations=citations, left_out=tuple(left_out))


def _documents_kept(drafted: Sequence[DraftSentence], evidence: Mapping[EvidenceId, Evidence]) -> frozenset[str]:
    """The documents that cover most facts, in order of use for equals."""
    facts: dict[str, set[str]] = {}
    for one in drafted:
        for unit in one.evidence_ids:
            facts.setdefault(evidence[unit].source.document_id, set()).add(evidence[unit].fact_id)
    ranked = sorted(facts, key=lambda document: -len(facts[document]))
    return frozenset(ranked[:SOURCES_AT_MOST])


def citation(number: int, unit: Evidence) -> Citation:
    span, source = unit.span, unit.source
    return Citation(
        number=number,
        evidence_id=unit.evidence_id,
        document=source.path,
        title=source.title,
        url=source.url,
        source_kind=source.kind,
        authority=source.authority,
        is_current=source.is_current,
        version_date=source.updated_at or source.effective_from,
        version_id=span.version_id,
        version_sha256=span.file_sha256,
        text_sha256=span.text_sha256,
        extractor=span.extractor,
        page=span.place.page,
        section=span.place.section,
        clause=span.place.clause,
        paragraph=span.place.paragraph,
        line_start=span.place.line_start,
        line_end=span.place.line_end,
        cell=span.place.cell,
        char_start=span.char_start,
        char_end=span.char_end,
        quote=span.quote,
    )


def with_markers(sentence: Sentence) -> str:
    """The sentence with its citation numbers after it: “… thirty days. [1][3]”."""
    return f"{sentence.text} {''.join(f'[{number}]' for number in sentence.citations)}"


def answer_text(sentences: Sequence[Sentence]) -> str:
    """The answer in Markdown: the direct part as one paragraph, support and related as lists below it."""
    direct = " ".join(with_markers(one) for one in sentences if one.part == "direct")
    rest = [f"- {with_markers(one)}" for one in sentences if one.part != "direct"]
    return "\n\n".join(part for part in (direct, "\n".join(rest)) if part)


def preview(text: str, limit: int = 120) -> str:
    """One line of at most `limit` characters, cut at a word (SPEC ANS-8)."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
