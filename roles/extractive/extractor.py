"""The rule-based extractor. It quotes the sentences and table rows that contain most words of the question."""

from collections.abc import Iterable, Iterator, Sequence

from ...evidence.binding.role_words import role_places
from ...evidence.language.idf import TermWeights, term_weights
from ...evidence.model.evidence import Proposal
from ...evidence.model.subjects import CandidateSubject, PlanStep
from ...evidence.names.same_name import mentioned
from ...evidence.questions.meaning import says_what_it_is
from ...evidence.questions.relevance import Relevance, relevance
from ...evidence.questions.shape import answers_in_shape, value_in
from ..contracts.extractor import ExtractorInput, PassageToRead
from .contents_lists import contents_lists

PROPOSALS_PER_FACT = 12
"""The maximum number of quotes for one fact, enough to show agreement and conflict between documents."""
WORTH_PROPOSING = 0.3
"""The minimum relevance (0 to 1) of a proposed quote. A less relevant quote contains too little of the question."""


class ExtractiveExtractor:
    """Quotes the sentences of the passages that contain most words of each required fact. It is deterministic. If no
    sentence matches, it returns nothing."""

    name = "extractive"

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        weights = term_weights([passage.text for passage in given.passages])
        proposals: list[Proposal] = []
        for fact in given.required_facts:
            candidates = [candidate for candidate in given.candidates if candidate.subject == fact.subject] or list(
                given.candidates
            )
            limits = {label for candidate in candidates for label in candidate.class_attributes.scope.labels()}
            scored = [
                (
                    score.score,
                    _stated(limits, quote) + says_what_it_is(fact.text, quote),
                    -len(quote),
                    -rank,
                    -start,
                    passage,
                    quote,
                )
                for rank, passage in enumerate(given.passages)
                for start, quote, score in _scored(fact, candidates, passage, weights)
                if score.score >= WORTH_PROPOSING
            ]
            scored.sort(key=lambda item: item[:5], reverse=True)
            chosen = scored[:PROPOSALS_PER_FACT]
            if given.of_every_document:
                best = {row[5].document: row for row in reversed(scored)}
                chosen += [row for row in best.values() if row not in chosen]
            for *_, passage, quote in chosen:
                value = value_in(fact.answer_type, quote, fact.terms)
                proposals.append(
                    Proposal(fact_id=fact.fact_id, claim=quote, quote=quote, passage_id=passage.passage_id, value=value)
                )
        return tuple(proposals)


def _stated(limits: Iterable[str], quote: str) -> int:
    """Return how many limits of the subject the quote states. Of the rows of a list of versions, one is the version that
    the question is about."""
    return sum(mentioned((limit,), quote) for limit in limits)


def _scored(
    fact: PlanStep, candidates: Sequence[CandidateSubject], passage: PassageToRead, weights: TermWeights
) -> list[tuple[int, str, Relevance]]:
    names = [name for candidate in candidates for name in candidate.identifiers]
    context = " ".join(part for part in (passage.title, passage.section, passage.column_names) if part)
    folded = passage.text.casefold() + " " + context.casefold()
    bound = any(candidate.parent_entity_binding.mechanism == "knowledge_base" for candidate in candidates)
    subject_stated = passage.about or bound or any(name.casefold() in folded for name in names)

    def score(quote: str, has_shape: bool) -> Relevance:
        return relevance(
            asked=(*fact.terms, *fact.constraints),
            text=quote,
            context=context,
            subject_stated=subject_stated,
            has_shape=has_shape,
            weights=weights,
        )

    found = []
    lists = () if passage.column_names else contents_lists(passage.text)
    for start, end in _with_holder(passage, candidates):
        quote = passage.text[start:end]
        if quote.strip("# ") in (passage.section or "") or any(left <= start < right for left, right in lists):
            continue  # a heading states nothing, nor does a line of a list of contents
        if not passage.column_names and not any(character.isalpha() for character in quote):
            continue  # a figure alone does not say what it is
        scored = score(quote, True)
        if scored.score >= WORTH_PROPOSING and not answers_in_shape(fact, quote):
            scored = score(quote, False)
        found.append((start, quote, scored))
    return found


def _with_holder(passage: PassageToRead, candidates: Sequence[CandidateSubject]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each sentence or table row. A line that states a role without its holder begins at the line right above it
    if that line names the holder, as in a signature: “Ann Lee” above “Chief Financial Officer”."""
    holders = [candidate for candidate in candidates if candidate.class_attributes.role]
    text, above = passage.text, (0, 0)
    for start, end in passage.quotable():
        between, line = text[above[1] : start], text[start:end]
        if (
            between.count("\n") == 1
            and not between.strip(" |\t\n")
            and any(
                mentioned(holder.identifiers, text[slice(*above)])
                and any(role_places(holder.class_attributes.role or "", line))
                and not mentioned(holder.identifiers, line)
                for holder in holders
            )
        ):
            yield above[0], end
        else:
            yield start, end
        above = (start, end)
