"""Each claim of an answer judged against the chunks, and its own citation checked (SPEC AUD-2..4, AUD-7, AUD-8)."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .audit_input import Chunks
from .audit_report import AuditedClaim, Verdict
from .chunk_names import ChunkNames
from .citing import Cited, CitedAnswer, read_citations
from .claims import MARKER, ClaimSpan, split_claims
from .findings import Judgement, Refusal
from .guards import judge
from .leaning import Stated, stand_alone
from .proof import Source, prove, source_of, subjects_of
from .reach import within_reach

NEEDS_A_READER = "reworded beyond what code can prove, or not in the chunks; it needs a reader"


class Opinion(NamedTuple):
    """What a reader that is not code thinks of a claim."""

    verdict: Verdict
    supported_by: tuple[str, ...]
    note: str | None


Reader = Callable[[Sequence[str]], Sequence[Opinion]]
"""Gives an opinion on each statement, in order."""


class Examined(NamedTuple):
    """A claim, what it was taken for, and what came out."""

    span: ClaimSpan
    stated: Stated
    cited: Cited
    result: AuditedClaim


class _Ruling(NamedTuple):
    """A verdict before the claim's citation is looked at; `apart` when no single chunk entails the claim,
    `refuted` when a guard refuses it."""

    verdict: Verdict
    supported_by: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    apart: bool = False
    refuted: bool = False


def examine(answer: str, chunks: Chunks, reader: Reader | None = None) -> tuple[CitedAnswer, list[Examined]]:
    """Every claim of the answer, in order. Time is linear in the answer's length and in that of the chunks."""
    read = read_citations(answer, ChunkNames([name for name, _ in chunks]))
    spans = split_claims(read.text)
    stated = stand_alone(spans, [_sentence(read.text, span) for span in spans])
    opinions = reader([one.text for one in stated]) if reader and stated else [None] * len(stated)
    examined = []
    shared = Counter(span.sentence for span in spans)
    shared.subtract(span.sentence for span in spans if span.context and span.context.endswith(":"))
    for span, one, opinion in zip(spans, stated, opinions, strict=True):
        cited = read.cited(span)
        ruling = _ruling(one, shared[span.sentence] > 1, cited.ids, chunks)
        if opinion is not None:
            ruling = _with_opinion(ruling, opinion, one.text, chunks)
        result = _checked_citation(answer[span.start : span.end], ruling, cited, one, chunks)
        examined.append(Examined(span, one, cited, result))
    return read, examined


def _sentence(text: str, span: ClaimSpan) -> str:
    return " ".join(MARKER.sub(" ", text[slice(*span.sentence)]).split())


def _ruling(stated: Stated, is_part: bool, cited: tuple[str, ...], chunks: Chunks) -> _Ruling:
    """What the letter and the guards say."""
    judgement = judge(stated.text, chunks)
    proven: set[str] = set()
    if judgement.outcome == "proves" and not stated.unnamed:
        if any(finding.code == "several_spans" for finding in judgement.findings):
            ids = tuple(name for name, _ in chunks if name in judgement.supported_by)
            alone = [
                chunk[0] for chunk in chunks if chunk[0] in ids and judge(stated.text, [chunk]).outcome == "proves"
            ]
            if not alone:
                return _Ruling("supported", ids, (f"supported together: {'; '.join(_details(judgement))}",), True)
            proven.update(alone)
        else:
            proven.update(judgement.supported_by)
    if stated.opening:
        proven.update(_in_its_place(stated, chunks))
    elif is_part and len(proven) < len(chunks):
        proven.update(_whole_sentence(stated, chunks))
    if proven:
        return _Ruling("supported", tuple(name for name, _ in chunks if name in proven))
    own = [chunk for chunk in chunks if chunk[0] in cited]
    judgements = [judgement]
    if own and len(own) < len(chunks):
        judgements.append(judge(stated.text, own))
    return _refused(judgements, stated)


def _whole_sentence(stated: Stated, chunks: Chunks) -> list[str]:
    """The chunks that say the whole sentence, and so each claim of it."""
    return [name for name, text in chunks if prove(stated.whole, _source(stated.whole, text))]


def _in_its_place(stated: Stated, chunks: Chunks) -> list[str]:
    """The chunks that say the sentence right after the sentence before it, as the answer does, so that its pronoun
    stands for the same; or at their head, when the answer has it at its own head. "The company" may stand in a chunk
    for what the chunk does not name."""
    found = []
    for name, text in chunks:
        source = _source(f"{stated.before} {stated.whole}", text)
        if stated.before:
            follows = bool(prove(f"{stated.before} {stated.whole}", source))
        else:
            follows = _opens(stated.whole, source)
        definite = stated.is_definite and bool(prove(stated.literal, source))
        if follows or (definite and not _names_another(stated, source)):
            found.append(name)
    return found


def _source(claim: str, text: str) -> Source:
    return source_of(within_reach(claim, text))


def _opens(sentence: str, source: Source) -> bool:
    first = source.sentences[0] if source.sentences else ()
    return bool(first) and bool(prove(sentence, source_of(source.text[first[0].start : first[-1].end])))


def _names_another(stated: Stated, source: Source) -> bool:
    """Whether the source says the claim of something it names, other than what the answer means."""
    opening = stated.opening or ""
    at = stated.literal.find(opening)
    rest = stated.literal[at + len(opening) :]
    return any(prove(f"{stated.literal[:at]}{name}{rest}", source) for name in subjects_of(source))


_REFUSED: dict[Refusal, Verdict] = {"denied": "contradicted", "partial": "partial", "lacking": "unsupported"}
"""What each refusal comes to, the gravest first."""


def _refused(judgements: Sequence[Judgement], stated: Stated) -> _Ruling:
    refusals = [(one.refusal, one) for one in judgements if one.refusal]
    if not refusals:
        if stated.unnamed:
            return _Ruling(
                "unsupported", (), (f"what “{stated.opening}” stands for cannot be told; it needs a reader",)
            )
        return _Ruling("unsupported", (), (NEEDS_A_READER,))
    refusal, worst = min(refusals, key=lambda one: list(_REFUSED).index(one[0]))
    reason = f"{', '.join(worst.supported_by)}: {'; '.join(_details(worst))}"
    return _Ruling(_REFUSED[refusal], (), (reason,), refuted=True)


def _details(judgement: Judgement) -> list[str]:
    """One reason for each place of the claim: two guards may see the same fault."""
    first = {(finding.claim_start, finding.claim_end): finding.detail for finding in reversed(judgement.findings)}
    return [*dict.fromkeys(first[key] for key in sorted(first))]


def _with_opinion(ruling: _Ruling, opinion: Opinion, statement: str, chunks: Chunks) -> _Ruling:
    """Supported is what the reader supports and no guard refuses; a refusal of either stands."""
    if ruling.refuted:
        return ruling
    if opinion.verdict != "supported":
        reason = opinion.note or "the auditor does not find it in the chunks"
        return _Ruling(opinion.verdict, (), (reason,))
    named = [chunk for chunk in chunks if chunk[0] in opinion.supported_by]
    kept = {chunk[0] for chunk in named if judge(statement, [chunk]).refusal != "denied"} | set(ruling.supported_by)
    if not kept:
        return _Ruling("unsupported", (), ("the auditor names no chunk that supports it",))
    ids = tuple(name for name, _ in chunks if name in kept)
    return _Ruling("supported", ids, ruling.reasons if ruling.verdict == "supported" else (), ruling.apart)


def _checked_citation(span: str, ruling: _Ruling, cited: Cited, stated: Stated, chunks: Chunks) -> AuditedClaim:
    """The verdict with the claim's own markers weighed, and what is to be said of them."""
    verdict, notes = ruling.verdict, list(ruling.reasons)
    astray = f"{_list(cited.astray)} {'names' if len(cited.astray) == 1 else 'name'} no chunk" if cited.astray else ""
    if not cited.markers:
        notes.append("uncited")
    elif verdict != "supported":
        notes += [astray] if astray else []
    elif not _own_supports(ruling, cited.ids, stated, chunks):
        verdict = "partial"
        right = f"{_list(ruling.supported_by)} {'does' if len(ruling.supported_by) == 1 else 'do'}"
        wrong = (
            f"its own marker names {_list(cited.ids)}, which {'does' if len(cited.ids) == 1 else 'do'} not support it"
        )
        notes.append("; ".join(filter(None, (astray, wrong if cited.ids else "", right))))
    else:
        idle = [one for one in cited.ids if one not in ruling.supported_by]
        notes += [f"{_list(idle)}, cited as well, does not support it"] if idle and not ruling.apart else []
        notes += [astray] if astray else []
    return AuditedClaim(span=span, supported_by=ruling.supported_by, verdict=verdict, note="; ".join(notes) or None)


def _own_supports(ruling: _Ruling, cited: tuple[str, ...], stated: Stated, chunks: Chunks) -> bool:
    if not ruling.apart:
        return not set(cited).isdisjoint(ruling.supported_by)
    own = [chunk for chunk in chunks if chunk[0] in cited]
    return bool(own) and judge(stated.text, own).outcome == "proves"


def _list(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
