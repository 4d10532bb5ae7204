"""Judges each claim of an answer against the chunks, and checks its citation (SPEC AUD-2..4, AUD-7, AUD-8)."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..claims.dependent_claims import Stated, stand_alone
from ..claims.split_claims import ClaimSpan, split_claims, without_markers
from ..guards.judge_claim import judge, proven
from ..guards.unheld_values import unheld_values
from ..model.check import proved, refuted, unsettled
from ..report.evidence_report import Verdict
from .audit_input import Chunks
from .audit_report import AuditedClaim
from .chunk_names import ChunkNames
from .citing import Cited, CitedAnswer, read_citations
from .claim_verdict import ClaimAssessment, assess_claim, listing, proven_apart


class Opinion(NamedTuple):
    """The judge's verdict on one claim. The judge is a model."""

    verdict: Verdict
    supported_by: tuple[str, ...]
    note: str | None


Judge = Callable[[Sequence[str]], Sequence[Opinion]]
"""A function that returns one opinion for each of the given statements, in order."""


class Examined(NamedTuple):
    """A claim of the answer with the statement that is judged, its citations, and the result."""

    span: ClaimSpan
    stated: Stated
    cited: Cited
    result: AuditedClaim


def examine(answer: str, chunks: Chunks, ask_judge: Judge | None = None) -> tuple[CitedAnswer, list[Examined]]:
    """Return the answer with its citations parsed, and every claim in order with its result.

    The judge is called once, with the claims that code cannot settle. Each chunk is prepared once, and each claim is
    compared with each chunk, so time is linear in the number of claims and in the number of chunks.

    Example: “Rent is £90 [c1].” with the chunk “Rent is £90.” has one claim with the verdict “supported”.
    """
    read = read_citations(answer, ChunkNames([chunk.id for chunk in chunks]))
    spans = split_claims(read.text)
    stated = stand_alone(spans, [_sentence(read.text, span) for span in spans])
    shared = Counter(span.sentence for span in spans)
    shared.subtract(span.sentence for span in spans if span.context and span.context.endswith(":"))
    cited = [read.cited(span) for span in spans]
    assessments = [
        assess_claim(claim, shared[span.sentence] > 1, marked.ids, chunks)
        for span, claim, marked in zip(spans, stated, cited, strict=True)
    ]
    if ask_judge:
        assessments = _judged(assessments, stated, chunks, ask_judge)
    return read, [
        Examined(
            span, claim, marked, _checked_citation(answer[span.start : span.end], assessment, marked, claim, chunks)
        )
        for span, claim, marked, assessment in zip(spans, stated, cited, assessments, strict=True)
    ]


def _sentence(text: str, span: ClaimSpan) -> str:
    return without_markers(text[slice(*span.sentence)])


def _judged(
    assessments: Sequence[ClaimAssessment], stated: Sequence[Stated], chunks: Chunks, ask_judge: Judge
) -> list[ClaimAssessment]:
    """Return the assessments. Where code left a claim unsettled, the judge's verdict replaces its assessment. Such a
    claim is supported if the judge supports it and no guard refutes it."""
    places = [place for place, assessment in enumerate(assessments) if assessment.check.result == "unsettled"]
    opinions = ask_judge([stated[place].for_a_judge for place in places]) if places else ()
    settled = list(assessments)
    for place, opinion in zip(places, opinions, strict=True):
        settled[place] = _by_opinion(opinion, stated[place], chunks)
    return settled


def _by_opinion(opinion: Opinion, stated: Stated, chunks: Chunks) -> ClaimAssessment:
    statement = stated.asserted
    if unheld := unheld_values(statement, [chunk.near(statement) for chunk in chunks]):
        note = f"no chunk contains {listing(unheld)}, and a judge cannot add a value"
        return ClaimAssessment("unsupported", unsettled(note), note=note)
    if opinion.verdict != "supported":
        note = opinion.note or "the judge finds that the chunks do not state the claim"
        return ClaimAssessment(opinion.verdict, refuted(note, by="judge"), note=note)
    named = (chunk for chunk in chunks if chunk.id in opinion.supported_by)
    kept = tuple(chunk.id for chunk in named if stated.is_reply or judge(statement, [chunk]).refusal != "contradicted")
    if not kept:
        note = "the judge names no chunk that supports it"
        return ClaimAssessment("unsupported", unsettled(note, by="judge"), note=note)
    return ClaimAssessment(
        "supported", proved(opinion.note or "the judge finds that the chunks state the claim", by="judge"), kept
    )


def _checked_citation(
    span: str, assessment: ClaimAssessment, cited: Cited, stated: Stated, chunks: Chunks
) -> AuditedClaim:
    """Return the audited claim. If its citation markers name the wrong chunks, its verdict is changed and it gets a
    note."""
    verdict, notes = assessment.verdict, [assessment.note] if assessment.note else []
    astray = f"{listing(cited.astray)} {'names' if len(cited.astray) == 1 else 'name'} no chunk" if cited.astray else ""
    if not cited.markers:
        notes.append("uncited")
    elif verdict != "supported":
        notes += [astray] if astray else []
    elif not _own_supports(assessment, cited.ids, stated, chunks):
        verdict = "partial"
        wrong = f"its own marker names {listing(cited.ids)}, which {_do(cited.ids)} not support it" if cited.ids else ""
        notes.append(
            "; ".join(
                filter(None, (astray, wrong, f"{listing(assessment.supported_by)} {_do(assessment.supported_by)}"))
            )
        )
    else:
        idle = [name for name in cited.ids if name not in assessment.supported_by]
        notes += (
            [f"{listing(idle)}, cited as well, {_do(idle)} not support it"] if idle and not assessment.apart else []
        )
        notes += [astray] if astray else []
    return AuditedClaim(
        span=span,
        supported_by=assessment.supported_by,
        verdict=verdict,
        note="; ".join(notes) or None,
        check=assessment.check,
    )


def _own_supports(assessment: ClaimAssessment, cited: tuple[str, ...], stated: Stated, chunks: Chunks) -> bool:
    """Return whether the cited chunks alone support the claim. If its parts are stated in several chunks, the cited
    chunks must prove all of them."""
    if not assessment.apart:
        return not set(cited).isdisjoint(assessment.supported_by)
    own = tuple(chunk for chunk in chunks if chunk.id in cited)
    return bool(own) and (proven(stated.text, own) is not None or proven_apart(stated, own) is not None)


def _do(names: Sequence[str]) -> str:
    return "does" if len(names) == 1 else "do"
