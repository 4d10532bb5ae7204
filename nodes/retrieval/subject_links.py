"""Links a quote to a subject of the question by its own words, by the text above it, or by a bridge (SPEC EVI-4)."""

from collections.abc import Callable, Sequence

from ...evidence.language.words import content_stems
from ...evidence.model.evidence import Evidence, SubjectLink
from ...evidence.model.spans import Span, VersionId
from ...evidence.model.subjects import CandidateSubject, PlanStep
from ...evidence.names.same_name import mentioned, names_match
from ...evidence.questions.bridging import Bridge
from ...stores.documents.passages import Passage
from .passage_context import Reading

SpanMaker = Callable[[VersionId, int, int], Span]


def subject_link(
    fact: PlanStep,
    candidates: Sequence[CandidateSubject],
    reading: Reading,
    start: int,
    quote: str,
    make_span: SpanMaker,
    beside: Sequence[str] = (),
) -> tuple[CandidateSubject, SubjectLink] | None:
    """Return the candidate that the quote is about, with the link that shows it, or None.

    The link is the quote's own words, else the document's declared scope, else a pronoun that refers to a name in the
    preceding paragraph. `start`: the offset of the quote in its passage. `beside`: other rows of its table in the same
    calculation.
    """
    passage = reading.passage
    own = [candidate for candidate in candidates if candidate.subject == fact.subject]
    if own and own[0].class_attributes.role and asks_for_the_holder(fact, own[0].class_attributes.role):
        return _role_link(own, passage, start, quote)
    for candidate in own:
        if mentioned(candidate.identifiers, quote):
            span = make_span(passage.version_id, passage.char_start + start, passage.char_start + start + len(quote))
            return candidate, SubjectLink(mechanism="explicit_statement", reason=f"names {candidate.name}", span=span)
    for candidate in own:
        if passage.version_id in candidate.versions:
            binding = candidate.parent_entity_binding
            reason = f"{reading.document.title} declares itself to be about {candidate.name}"
            return candidate, SubjectLink(mechanism="document_scope", reason=reason, span=binding.span)
    for candidate in own:
        if mentioned(candidate.identifiers, reading.context()):
            reason = f"is under the heading “{passage.place.section or reading.document.title}”"
            return candidate, SubjectLink(mechanism="document_scope", reason=reason)
        if candidate.parent_entity_binding.mechanism == "knowledge_base":
            return candidate, SubjectLink(
                mechanism="knowledge_base", reason="the question names no entity; the knowledge base is its scope"
            )
        before = passage.text[:start].rpartition("\n\n")[2]
        if quote.split(maxsplit=1)[0].casefold() in _TAKES_UP and mentioned(candidate.identifiers, before):
            span = make_span(passage.version_id, passage.char_start, passage.char_start + start + len(quote))
            return candidate, SubjectLink(
                mechanism="explicit_statement", reason=f"refers to {candidate.name}, named just before", span=span
            )
    for candidate in own:
        if mentioned(candidate.identifiers, "\n".join(beside)):
            return candidate, SubjectLink(
                mechanism="explicit_statement", reason=f"is in the same table as the row that names {candidate.name}"
            )
    return None


def over_bridge(
    fact: PlanStep, candidates: Sequence[CandidateSubject], bridges: Sequence[Bridge], reading: Reading, quote: str
) -> tuple[CandidateSubject, Bridge] | None:
    """Return the first valid bridge that the quote, or the text above it, is about, and the candidate of its fact.
    Return None without one."""
    for bridge in bridges:
        if (
            bridge.carries
            and mentioned((bridge.name,), f"{quote} {reading.context()}")
            and _may_be_about(reading, bridge.name)
        ):
            for candidate in candidates:
                if candidate.subject == fact.subject and candidate.subject_id == bridge.link.subject_id:
                    return candidate, bridge
    return None


def over_step(
    fact: PlanStep,
    candidates: Sequence[CandidateSubject],
    before: Sequence[Evidence],
    reading: Reading,
    quote: str,
) -> tuple[CandidateSubject, SubjectLink] | None:
    """Return the link of the quote to the result of an earlier step, or None. The quote or the text above it must name
    the value that verified evidence gives for that step (SPEC PLN-4)."""
    held = f"{quote} {reading.context()}"
    for unit in before:
        if unit.fact_id in fact.after and unit.value and mentioned((unit.value,), held):
            candidate = next((candidate for candidate in candidates if candidate.subject_id == unit.subject_id), None)
            if candidate is not None:
                reason = f"names {unit.value}, the result of {unit.fact_id}"
                return candidate, SubjectLink(
                    mechanism="bridge", reason=reason, span=unit.span, evidence_id=unit.evidence_id
                )
    return None


def bridge_link(candidate: CandidateSubject, bridge: Bridge) -> SubjectLink:
    return SubjectLink(
        mechanism="bridge",
        reason=f"{bridge.name} is linked to {candidate.name}",
        span=bridge.link.span,
        evidence_id=bridge.link.evidence_id,
    )


def _role_link(
    candidates: Sequence[CandidateSubject], passage: Passage, start: int, quote: str
) -> tuple[CandidateSubject, SubjectLink] | None:
    """Return a link by role, or None: by the words that bind the holder to the parent, or by others that name both."""
    begin = passage.char_start + start
    for candidate in candidates:
        span = candidate.parent_entity_binding.span
        parent = candidate.class_attributes.parent_entity
        binds = (
            span is not None
            and span.version_id == passage.version_id
            and span.char_start < begin + len(quote)
            and begin < span.char_end
        )
        names_both = (parent is None or mentioned((parent,), quote)) and mentioned(candidate.identifiers, quote)
        if binds or names_both:
            reason = f"binds {candidate.name} to {parent}" if parent else f"names {candidate.name}"
            return candidate, SubjectLink(mechanism="explicit_statement", reason=reason, span=span)
    return None


def binds_the_holder(candidate: CandidateSubject, link: SubjectLink, span: Span) -> bool:
    """Return whether the quote at `span` is the one by which the gate found the holder of the role that is asked
    for."""
    found = candidate.parent_entity_binding.span
    return (
        candidate.class_attributes.role is not None
        and link.span is not None
        and link.span == found
        and found.version_id == span.version_id
        and span.char_start <= found.char_start
        and found.char_end <= span.char_end
        and mentioned(candidate.identifiers, span.quote)
    )


def asks_for_the_holder(fact: PlanStep, role: str) -> bool:
    """Return whether the fact asks only who has the role, and nothing else about this person or firm."""
    if fact.answer_type in ("person", "organisation"):
        return True
    return {stem for term in fact.terms for stem in content_stems(term)} <= set(content_stems(role))


_TAKES_UP = frozenset("it its he she his her they their this these the such both".split())


def _may_be_about(reading: Reading, bridge: str) -> bool:
    """Return whether the document belongs to the bridge or has no owner. A mention in passing in another organisation's
    document is not a link."""
    return not reading.owners or any(names_match(bridge, owner) for owner in reading.owners)
