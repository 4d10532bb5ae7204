"""Candidates without proof, for a graph whose subject gate is off (`Parts.subject_gate`): only for measurements of the gate."""

from collections.abc import Sequence

from ...evidence.binding.bind_candidate import Accepted, Proof, Rejected, discovery_names
from ...evidence.model.source_record import Alias, SourceDocument
from ...evidence.model.subjects import Plan, SubjectClass

_UNPROVEN = Proof(condition="name", reason="not proven: the gate is off")


def ungated(
    analysis: Plan,
    accepted: Sequence[Accepted],
    rejected: Sequence[Rejected],
    aliases: Sequence[Alias],
    documents: Sequence[SourceDocument],
) -> list[Accepted]:
    """The bound candidates, whatever their scope; for a subject without any, the rejected ones; if there are none, its mere name."""
    found = list(accepted)
    for index, subject in enumerate(analysis.subjects):
        if any(candidate.subject == index for candidate in accepted):
            continue
        near = [_taken(subject, candidate) for candidate in rejected if candidate.subject == index]
        found += near or [_named(subject, index, aliases, document) for document in documents[:1]]
    return found


def _taken(subject: SubjectClass, rejected: Rejected) -> Accepted:
    return Accepted(
        subject=rejected.subject,
        name=rejected.name,
        mechanism="knowledge_base" if _is_topic(subject) else "explicit_statement",
        binding=_UNPROVEN.model_copy(update={"start": rejected.start, "end": rejected.end}),
        proofs=(),
        identifiers=(rejected.name,),
        document_id=rejected.document_id,
        version_id=rejected.version_id,
        passage_id=rejected.passage_id,
    )


def _named(subject: SubjectClass, index: int, aliases: Sequence[Alias], beside: SourceDocument) -> Accepted:
    name = subject.name or subject.parent_entity or subject.described()
    return Accepted(
        subject=index,
        name=name,
        mechanism="knowledge_base" if _is_topic(subject) else "explicit_statement",
        binding=_UNPROVEN,
        proofs=(),
        identifiers=discovery_names(subject, aliases) or (name,),
        document_id=beside.document_id,
        version_id=beside.version_id,
    )


def _is_topic(subject: SubjectClass) -> bool:
    return subject.subject_type == "concept" and subject.parent_entity is None
