"""Proposes the quotes by which the gate found the holder of a role.

Such a quote answers who has the role, whatever words it uses: the auditor's report names its firm only in the signature
“/s/ Lee & Co LLP”. A search by words would leave it out.
"""

from collections.abc import Iterator

from ...evidence.binding.role_words import role_places
from ...evidence.language.sentences import sentence_spans
from ...evidence.model.evidence import Proposal
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import CandidateSubject
from ...evidence.questions.shape import answers_in_shape
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot
from ..runtime.state import RunState
from .subject_links import asks_for_the_holder

BESIDE = 160
"""The maximum number of characters from the holder to a sentence that states the role."""


def holder_quotes(snapshot: Snapshot, state: RunState) -> tuple[Proposal, ...]:
    """Return a proposal for each holder that the gate found and for each step that asks for the holder. Code verifies
    it like any quote."""
    return tuple(_holder_quotes(snapshot, state))


def holder_passages(candidates: tuple[CandidateSubject, ...]) -> tuple[PassageId, ...]:
    """Return the passages from which `holder_quotes` quotes."""
    return tuple(
        candidate.source_location.passage_id
        for candidate in candidates
        if candidate.class_attributes.role and candidate.source_location.passage_id is not None
    )


def _holder_quotes(snapshot: Snapshot, state: RunState) -> Iterator[Proposal]:
    analysis = state["analysis"]
    for candidate in state["candidates"]:
        role, place = candidate.class_attributes.role, candidate.source_location
        if analysis is None or not role or place.span is None or place.passage_id is None:
            continue
        passage = snapshot.passage(place.passage_id)
        start = place.span.char_start - passage.char_start
        quote = passage.text[start : _end(passage, start, place.span.char_end - passage.char_start, role)]
        for fact in analysis.steps_about(candidate.subject):
            if asks_for_the_holder(fact, role) and answers_in_shape(fact, quote):
                yield Proposal(
                    fact_id=fact.fact_id,
                    claim=quote,
                    quote=quote,
                    passage_id=place.passage_id,
                    value=candidate.name if candidate.name in quote else None,
                )


def _end(passage: Passage, start: int, end: int, role: str) -> int:
    """Return the offset at which the quote ends: after the sentence that states the role, if it follows a signature
    that does not."""
    if any(role_places(role, passage.text[start:end])):
        return end
    for first, last in sentence_spans(passage.text):
        if end <= first <= end + BESIDE and any(role_places(role, passage.text[first:last])):
            return last
    return end
