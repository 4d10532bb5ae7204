"""Judges one claim against all chunks by code, before its citation is checked (SPEC AUD-3, AUD-4, VER-1)."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from ..claims.dependent_claims import Stated
from ..claims.distributed_claims import spread
from ..guards.findings import Judgement, Refusal
from ..guards.judge_claim import judge
from ..guards.lost_words import lost_words
from ..guards.prepared_source import PreparedText, Source, bare, source_of
from ..guards.proof import prove
from ..guards.unheld_values import unheld_values
from ..language.tokens import tokens
from ..model.check import Check, proved, refuted, unsettled
from ..report.evidence_report import Verdict
from .audit_input import Chunks

NEEDS_A_JUDGE = "unproven: it needs a judge"


class ClaimAssessment(NamedTuple):
    """The verdict on a claim before its citation is checked. `apart`: no single place of the chunks states all of it,
    but several places together do.

    Example: the claim “Rent is £90.” and the chunk “c1” with this sentence give the verdict “supported” by “c1”.
    """

    verdict: Verdict
    check: Check
    supported_by: tuple[str, ...] = ()
    note: str | None = None
    apart: bool = False


def supported(ids: tuple[str, ...], note: str | None = None, *, apart: bool = False) -> ClaimAssessment:
    """Return the assessment for a claim that code proves by the chunks with these ids."""
    return ClaimAssessment("supported", proved(note or "the chunks state it"), ids, note, apart)


def assess_claim(stated: Stated, is_part: bool, cited: tuple[str, ...], chunks: Chunks) -> ClaimAssessment:
    """Return the assessment of a claim by code: proved, refuted because a value differs, or unsettled. `is_part`: the
    claim is only part of its sentence. Code refutes no reply to a question, since it cannot tell a reply that denies from
    one that affirms.

    Example: the chunk “Rent is £90.” proves “Rent is £90.”, and refutes “Rent is £80.”
    """
    judgement = judge(stated.text, chunks)
    holders: set[str] = set()
    if judgement.is_proved and not stated.unnamed:
        holders.update(judgement.supported_by)
    if stated.opening or stated.is_reply:
        holders.update(_in_its_place(stated, chunks))
    if is_part and len(holders) < len(chunks):
        holders.update(_saying(stated, chunks))
    if holders:
        is_open = stated.unnamed and not stated.run[0]
        note = f"“{stated.opening}” has the same meaning as in the chunk" if is_open else None
        return supported(tuple(chunk.id for chunk in chunks if chunk.id in holders), note)
    if apart := proven_apart(stated, chunks):
        return apart
    if stated.is_reply:
        return _unproven(stated, chunks)
    own = _named(cited, chunks)
    judgements = [judgement]
    if own and len(own) < len(chunks):
        judgements.append(judge(stated.text, own))
    return _refused(judgements) or _lossy(stated, chunks) or _unproven(stated, chunks)


def _named(ids: Iterable[str], chunks: Chunks) -> Chunks:
    wanted = frozenset(ids)
    return tuple(chunk for chunk in chunks if chunk.id in wanted)


def _saying(stated: Stated, chunks: Chunks) -> list[str]:
    """Return the ids of the chunks that state the whole sentence of the claim, and so the claim."""
    before, sentence = stated.sentence
    if stated.sentence_leans:
        return [chunk.id for chunk in chunks if _follows(before, sentence, chunk)]
    return list(_holders(sentence, chunks))


def _in_its_place(stated: Stated, chunks: Chunks) -> list[str]:
    """Return the ids of the chunks that state the claim directly after the words that precede it in the answer. A
    pronoun in the claim then refers to the same thing in the answer and in the chunk."""
    return [chunk.id for chunk in chunks if _follows(*stated.run, chunk)]


def _follows(before: str, own: str, chunk: PreparedText) -> bool:
    """Return whether the chunk states `own` directly after `before`.

    If `before` is empty, `own` may be anywhere in the chunk. Its pronoun then refers to the question, not to a name in
    the answer.

    Example: the chunk “Acme grew. It hired staff.” states “It hired staff.” directly after “Acme grew.”.
    """
    run = f"{before} {own}".strip()
    source = chunk.near(run)
    return bool(prove(run, source)) or (bool(before) and _taken_up(before, own, source))


def _taken_up(before: str, own: str, source: Source) -> bool:
    """Return whether the source states `before` and later `own` verbatim. Only sentences that open with the same
    pronoun may be between them."""
    keys = [token.key for token in bare(tokens(own))]
    for place, sentence in enumerate(source.sentences):
        if [token.key for token in bare(sentence)] != keys:
            continue
        for earlier in reversed(source.sentences[:place]):
            if prove(before, source_of(source.text[earlier[0].start : earlier[-1].end])):
                return True
            if earlier[0].key != sentence[0].key:
                break
    return False


_WORST_FIRST: tuple[Refusal, ...] = ("contradicted", "partial", "unsupported")


def proven_apart(stated: Stated, chunks: Chunks) -> ClaimAssessment | None:
    """Return the assessment for a claim about several things if each of its parts is proved in some chunk, else None.

    The parts may be in several chunks, or in several places of one chunk.

    Example: “Acme and Borealis grew.” is proved by “Acme grew.” in one chunk and “Borealis grew.” in another.
    """
    places = {} if stated.unnamed else _places(stated.text, chunks)
    if not places:
        return None
    if alone := _named(frozenset[str].intersection(*map(frozenset, places.values())), chunks):
        return supported(tuple(chunk.id for chunk in alone))
    ids = tuple(chunk.id for chunk in _named(chain.from_iterable(places.values()), chunks))
    told = "; ".join(f"“{part}” stands in {listing(names)}" for part, names in places.items())
    return supported(ids, f"supported together: {told}", apart=True)


def _places(claim: str, chunks: Chunks, deeper: int = 4) -> dict[str, tuple[str, ...]]:
    """Return the parts into which the claim can be split, each with the ids of the chunks that state it. The result is
    empty if no split has all its parts stated.

    The claim is split in two. The first half may be split again, up to `deeper` times.

    Example: “Acme and Borealis grew.” is split into “Acme grew” in the chunk “c1” and “Borealis grew” in “c2”.
    """
    first_places: dict[str, dict[str, tuple[str, ...]]] = {}
    for first, second in spread(claim):
        if first not in first_places:
            holders = _holders(first, chunks)
            deep = _places(first, chunks, deeper - 1) if deeper and not holders else {}
            first_places[first] = {first: holders} if holders else deep
        holders = _holders(second, chunks) if first_places[first] else ()
        if holders:
            return first_places[first] | {second: holders}
    return {}


def _holders(part: str, chunks: Chunks) -> tuple[str, ...]:
    return tuple(chunk.id for chunk in chunks if prove(part, chunk.near(part)))


def _lossy(stated: Stated, chunks: Chunks) -> ClaimAssessment | None:
    """Return a partial verdict if the claim is a sentence of a chunk with one run of words left out. Otherwise return
    None.

    If the words are a condition or hedge, the claim is refuted. If they are a place or a name, a judge must decide
    whether the claim may leave them out.

    Example: for the chunk “Rent is due if notice is given.”, the claim “Rent is due.” is partial.
    """
    for chunk in () if stated.unnamed else chunks:
        if lost := lost_words(stated.text, chunk.near(stated.text)):
            reason = f"{chunk.id} says it with “{lost.words}”, which the claim leaves out"
            return _differs("partial", reason) if lost.binds else _open("partial", f"{reason}; it needs a judge")
    return None


def _differs(verdict: Verdict, reason: str) -> ClaimAssessment:
    return ClaimAssessment(verdict, refuted(reason), note=reason)


def _open(verdict: Verdict, reason: str) -> ClaimAssessment:
    return ClaimAssessment(verdict, unsettled(reason), note=reason)


def _unproven(stated: Stated, chunks: Chunks) -> ClaimAssessment:
    """Return the assessment for a claim that code neither proves nor refutes. Differences that do not refute it are
    included as hints for the judge (SPEC VER-3).

    Example: for the claim “Rent is due.” and the chunk “Acme grew.”, the verdict is “unsupported”, and a judge must
    decide.
    """
    reason = NEEDS_A_JUDGE
    if unheld := unheld_values(stated.text, [chunk.near(stated.text) for chunk in chunks]):
        reason += f"; no chunk contains {listing(unheld)}"
    if stated.unnamed:
        reason += f"; what “{stated.opening}” stands for is not clear"
    return _open("unsupported", reason)


def _refused(judgements: Sequence[Judgement]) -> ClaimAssessment | None:
    refusals = [(judgement.refusal, judgement) for judgement in judgements if judgement.refusal]
    if not refusals:
        return None
    refusal, worst = min(refusals, key=lambda entry: _WORST_FIRST.index(entry[0]))
    return _differs(refusal, f"{', '.join(worst.supported_by)}: {'; '.join(_details(worst))}")


def _details(judgement: Judgement) -> list[str]:
    """Return the details of the findings, one for each place in the claim. Two guards may report the same difference,
    so further findings on a place are left out."""
    reasons = [finding for finding in judgement.findings if finding.refusal]
    first = {(finding.claim_start, finding.claim_end): finding.detail for finding in reversed(reasons)}
    return [*dict.fromkeys(first[key] for key in sorted(first))]


def listing(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
