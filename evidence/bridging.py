"""A second hop over a name that verified evidence links to the subject (SPEC RET-7)."""

from collections.abc import Sequence

from .evidence import Evidence, EvidenceId
from .frozen import Frozen
from .names import mentioned
from .spans import Span
from .subjects import FactId, RequiredFact, SubjectId
from .words import topic_roots


class Bridge(Frozen):
    """A name that `span`, the linking evidence, ties to the subject."""

    name: str
    subject_id: SubjectId
    fact_id: FactId
    evidence_id: EvidenceId
    span: Span


def bridge_in(name: str | None, evidence: Sequence[Evidence]) -> Bridge | None:
    """The bridge of that name, linked by the most relevant verified evidence that holds it; None when none does."""
    holding = [unit for unit in evidence if name and mentioned((name,), unit.span.quote)]
    if not name or not holding:
        return None
    link = max(holding, key=lambda unit: unit.relevance)
    return Bridge(
        name=name, subject_id=link.subject_id, fact_id=link.fact_id, evidence_id=link.evidence_id, span=link.span
    )


def beyond(facts: Sequence[RequiredFact], bridge: Bridge | None) -> tuple[RequiredFact, ...]:
    """The facts as they are asked on the far side of the bridge: what the linking evidence states already is not asked again."""
    if bridge is None:
        return tuple(facts)
    said = frozenset(topic_roots(bridge.span.quote))
    left = []
    for fact in facts:
        terms = tuple(term for term in fact.terms if not set(topic_roots(term)) <= said)
        constraints = tuple(one for one in fact.constraints if not mentioned((one,), bridge.span.quote))
        crossed = fact.fact_id == bridge.fact_id and terms
        left.append(fact.model_copy(update={"terms": terms, "constraints": constraints}) if crossed else fact)
    return tuple(left)
