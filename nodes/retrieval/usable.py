"""Assesses what the passages of a source state about the required facts (SPEC RET-3)."""

from collections.abc import Mapping, Sequence

from ...evidence.language.sentences import sentence_spans
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import DocumentId, PassageId, VersionId
from ...evidence.model.subjects import FactId, PlanStep
from ...evidence.names.same_name import mentioned
from ...evidence.questions.premises import check_premises
from ...evidence.questions.relevance import relevance
from ...evidence.questions.retrieval_policy import Fetched
from ...evidence.questions.shape import has_shape
from ...stores.kb.snapshot import Hit, Snapshot
from .passage_context import in_context

SAYS_ALL = 0.9
"""The minimum relevance of a sentence that itself contains nearly every asked word."""
AGREEING = 2
"""The number of documents that must state a fact before the search stops."""


class Sought(Frozen):
    """A required fact, with what shows that a passage is about its subject."""

    fact: PlanStep
    names: tuple[str, ...]
    declared: frozenset[VersionId]
    """Versions that are about the subject, even if their passages do not name it."""
    of_any: bool
    """Whether the subject is bound to the knowledge base as a whole. Every passage is then about the subject (SPEC
    SUB-5)."""


class Usable:
    """Assesses the passages of a source. Results are cached, since a wider search finds the same passages again."""

    def __init__(self, snapshot: Snapshot, sought: Sequence[Sought], *, floor: float, strong: float) -> None:
        """Make the assessment of these facts. `floor`, `strong`: the minimum relevance (0 to 1) of a match, and of a
        strong one."""
        self._snapshot, self._sought = snapshot, sought
        self._floor, self._strong = floor, strong
        self._scores: dict[PassageId, list[tuple[Sought, float]]] = {}
        self._states: dict[tuple[FactId, PassageId], bool] = {}

    def fetched(
        self, hits: Sequence[Hit], *, stated_before: Mapping[FactId, frozenset[DocumentId]], cut: bool
    ) -> Fetched:
        """Return how many passages are about the subject, how many are about the topic, and which current documents
        state each fact."""
        on_subject = relevant = 0
        near: set[FactId] = set()
        stated = {step.fact.fact_id: set(stated_before.get(step.fact.fact_id, ())) for step in self._sought}
        for hit in hits:
            scores = self._scored(hit)
            on_subject += bool(scores)
            relevant += any(score >= self._floor for _, score in scores)
            close = [step for step, score in scores if score >= self._strong]
            near |= {step.fact.fact_id for step in close}
            for step in close:
                found = stated[step.fact.fact_id]
                giver = (
                    DocumentId(hit.document.tool) if hit.document.tool else hit.document.document_id
                )  # a tool is one source
                enough = len(found) >= AGREEING or giver in found or not hit.document.is_current
                if not enough and self._stated(step, hit):
                    found.add(giver)
        return Fetched(
            passages=len(hits),
            on_subject=on_subject,
            relevant=relevant,
            stating={fact: frozenset(documents) for fact, documents in stated.items()},
            near=frozenset(near),
            cut=cut,
        )

    def _scored(self, hit: Hit) -> list[tuple[Sought, float]]:
        """Return the facts whose subject the passage is about, each with the passage's relevance."""
        key = hit.passage.passage_id
        if key not in self._scores:
            context = in_context(self._snapshot, hit.passage).context()
            self._scores[key] = [
                (step, _relevance(step, hit.passage.text, context, shaped=False))
                for step in self._sought
                if _is_about(step, hit, context)
            ]
        return self._scores[key]

    def _stated(self, sought: Sought, hit: Hit) -> bool:
        key = sought.fact.fact_id, hit.passage.passage_id
        if key not in self._states:
            self._states[key] = _states(
                self._snapshot, sought, hit, in_context(self._snapshot, hit.passage).context(), self._strong
            )
        return self._states[key]


def _is_about(sought: Sought, hit: Hit, context: str) -> bool:
    return (
        sought.of_any
        or hit.passage.version_id in sought.declared
        or mentioned(sought.names, f"{context}\n{hit.passage.text}")
    )


def _relevance(sought: Sought, text: str, context: str, *, shaped: bool) -> float:
    """Return the relevance, 0 to 1. `shaped`: whether a strong match needs a value of the requested type."""
    return relevance(
        asked=(*sought.fact.terms, *sought.fact.constraints),
        text=text,
        context=context,
        subject_stated=True,
        has_shape=not shaped or has_shape(sought.fact.answer_type, text),
    ).score


def _states(snapshot: Snapshot, sought: Sought, hit: Hit, context: str, strong: float) -> bool:
    passage = hit.passage
    for start, end in sentence_spans(passage.text):
        quote = passage.text[start:end]
        if _relevance(sought, quote, context, shaped=True) < max(strong, SAYS_ALL):
            continue
        premises = check_premises(
            sought.fact.constraints, quote, context=context, declared=snapshot.labels(passage.version_id)
        )
        if all(check.is_proved for check in premises.values()):
            return True
    return False
