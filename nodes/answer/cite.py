"""Gives audited sentences numbered citations (SPEC ANS-3). The functions are pure."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import get_args

from ...evidence.guards.prepared_source import source_of
from ...evidence.guards.unheld_values import unheld_values
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority
from ...evidence.model.spans import SpanId
from ...evidence.report.evidence_report import Citation, Disclosure, Sentence
from ...evidence.values.periods import parse_period
from ...roles.contracts.auditor import chunk_of
from ...roles.llm.claims_by_code import held_text
from .assess import Checked

SOURCES_AT_MOST = 5
"""The maximum number of documents that an answer cites (SPEC ANS-3)."""
_STRENGTH = {authority: rank for rank, authority in enumerate(get_args(Authority))}
_END = ".!?…。！？"
_CLOSING = "\"'”’»)]"


class Cited(Frozen):
    sentences: tuple[Sentence, ...] = ()
    marked: tuple[str, ...] = ()
    """Each sentence with its citation numbers, in the order of `sentences`."""
    citations: tuple[Citation, ...] = ()
    numbered: Mapping[EvidenceId, int] = {}
    """The number of each cited piece of evidence. One stretch of text has one number, even if several steps cite it."""
    left_out: tuple[Disclosure, ...] = ()

    def numbers(self) -> dict[EvidenceId, int]:
        return dict(self.numbered)


def cite(checked: Sequence[Checked], evidence: Mapping[EvidenceId, Evidence]) -> Cited:
    """Number the evidence in the order of its first use. If only documents beyond the limit support a claim or figure
    of a sentence, the sentence is dropped, which is disclosed."""
    allowed = sources_kept(checked, evidence)
    numbers: dict[EvidenceId, int] = {}
    of_stretch: dict[SpanId, int] = {}
    sentences: list[Sentence] = []
    marked: list[str] = []
    left_out: list[Disclosure] = []
    for sentence in checked:
        claims = _support(sentence)
        kept = [
            (span, tuple(unit for unit in own if evidence[unit].source.document_id in allowed)) for span, own in claims
        ]
        missed = (_missed(span, own, left, evidence) for (span, own), (_, left) in zip(claims, kept, strict=True))
        if lost := next(filter(None, missed), None):
            reason = f"only it supports a sentence, and an answer cites {SOURCES_AT_MOST} sources at most"
            left_out.append(Disclosure(kind="dropped", subject=evidence[lost].source.title, reason=reason))
            continue
        own_units = tuple(dict.fromkeys(unit for _, own in kept for unit in own))
        for unit in own_units:
            numbers[unit] = of_stretch.setdefault(evidence[unit].span.span_id, len(of_stretch) + 1)
        cited = [(span, tuple(dict.fromkeys(numbers[unit] for unit in own))) for span, own in kept]
        sentences.append(
            Sentence(
                text=sentence.sentence.text,
                part=sentence.sentence.part,
                citations=tuple(dict.fromkeys(numbers[unit] for unit in own_units)),
                evidence_ids=own_units,
            )
        )
        marked.append(with_markers(sentence.sentence.text, cited))
    first = {number: unit for unit, number in reversed(numbers.items())}
    return Cited(
        sentences=tuple(sentences),
        marked=tuple(marked),
        citations=tuple(citation(number, evidence[first[number]]) for number in sorted(first)),
        numbered=numbers,
        left_out=tuple(left_out),
    )


def _support(checked: Checked) -> list[tuple[str, tuple[EvidenceId, ...]]]:
    """Return each claim of the sentence with the evidence that supports it. Other evidence is not cited."""
    own = checked.sentence.evidence_ids
    claims = [
        (verdict.span, tuple(unit for unit in own if unit in verdict.supported_by) or own)
        for verdict in checked.verdicts
    ]
    return claims or [(checked.sentence.text, own)]


def _missed(
    claim: str, own: Sequence[EvidenceId], left: Sequence[EvidenceId], evidence: Mapping[EvidenceId, Evidence]
) -> EvidenceId | None:
    """Return a dropped piece of evidence that the claim needs, or None. A claim needs it if no other evidence is left,
    or if one of its figures is in none of the others, nor in their titles, headings and columns."""
    out = [unit for unit in own if unit not in left]
    if not out or not left:
        return next(iter(out), None)
    unheld = _unheld(claim, left, evidence)
    return next((unit for unit in out if len(_unheld(claim, (*left, unit), evidence)) < len(unheld)), None)


def _unheld(claim: str, units: Sequence[EvidenceId], evidence: Mapping[EvidenceId, Evidence]) -> tuple[str, ...]:
    return unheld_values(claim, [source_of(held_text([chunk_of(evidence[unit])])) for unit in units])


def sources_kept(checked: Sequence[Checked], evidence: Mapping[EvidenceId, Evidence]) -> frozenset[str]:
    """Return the documents to cite. Those that cover most required facts come first, then currency, kind, authority and
    relevance decide."""
    facts: dict[str, set[str]] = {}
    best: dict[str, tuple[bool, bool, int, float]] = {}
    for sentence in checked:
        for unit in (evidence[name] for name in sentence.sentence.evidence_ids):
            source = unit.source
            facts.setdefault(source.document_id, set()).add(unit.fact_id)
            weight = (not source.is_current, source.kind != "primary", _STRENGTH[source.authority], -unit.relevance)
            best[source.document_id] = min(weight, best.get(source.document_id, weight))
    ranked = sorted(facts, key=lambda document: (-len(facts[document]), best[document]))
    return frozenset(ranked[:SOURCES_AT_MOST])


def _period_of(unit: Evidence) -> str | None:
    """Return the period that the document of the evidence declares, or None."""
    last = unit.declared.rpartition("; ")[2]
    return last if parse_period(last) else None


def citation(number: int, unit: Evidence) -> Citation:
    span, source = unit.span, unit.source
    dated = source.updated_at or source.effective_from
    return Citation(
        number=number,
        evidence_id=unit.evidence_id,
        document=source.path,
        title=source.title,
        url=source.url,
        source_kind=source.kind,
        authority=source.authority,
        is_current=source.is_current,
        not_yet=source.not_yet,
        version_date=dated,
        covers=None if dated else _period_of(unit),
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
        ocr_score=span.place.ocr_score,
        marks=span.place.marks,
        char_start=span.char_start,
        char_end=span.char_end,
        quote=span.quote,
        own_citation=source.own_citation,
    )


def with_markers(text: str, claims: Sequence[tuple[str, tuple[int, ...]]]) -> str:
    """Return the sentence with its citation numbers (SPEC ANS-3).

    `claims`: the words and the numbers of each claim. If all claims have the same sources, the numbers follow the
    sentence: “… thirty days.
    [1][3]”. Otherwise the numbers follow each claim, the last ones before the full stop: “The fee is £5 [1] and the
    term is two years [2].”
    """
    ends = _ends(text, [span for span, _ in claims])
    if ends is None or len({frozenset(own) for _, own in claims}) < 2:
        return f"{text} {_marks([number for _, own in claims for number in own])}"
    placed = [(end, own) for end, (_, own) in zip(ends, claims, strict=True)]
    last_of_run = [first for first, second in pairwise(placed) if set(first[1]) != set(second[1])] + [placed[-1]]
    shown, at = "", 0
    for end, own in last_of_run:
        shown += f"{text[at:end]} {_marks(own)}"
        at = end
    return shown + text[at:]


def _ends(text: str, spans: Sequence[str]) -> list[int] | None:
    """Return where each claim ends in the text, before its full stop. Return None if the text does not contain the
    claims in order.

    Example: `_ends("Rent is due. Fees rose.", ["Rent is due", "Fees rose"])` gives `[11, 22]`.
    """
    ends, at = [], 0
    for span in spans:
        start = text.find(span, at)
        if start < 0:
            return None
        at = start + len(span)
        bare = span.rstrip(_END + _CLOSING)
        closed = span[len(bare) :]
        ends.append(start + len(bare) + len(closed) - len(closed.lstrip(_CLOSING)) if set(closed) & set(_END) else at)
    return ends


def _marks(numbers: Sequence[int]) -> str:
    return "".join(f"[{number}]" for number in sorted(dict.fromkeys(numbers)))
