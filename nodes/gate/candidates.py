"""Candidates for the subject of a question, and near-misses, from the proposals that code accepted and rejected (SPEC SUB-6)."""

from collections.abc import Sequence

from ...evidence.binding.bind_candidate import Accepted, Proof, Rejected, bind, discovery_names
from ...evidence.model.source_record import Alias, SourceDocument
from ...evidence.model.spans import Span, VersionId
from ...evidence.model.subjects import (
    Binding,
    CandidateProposal,
    CandidateSubject,
    Condition,
    ConditionProof,
    Plan,
    RejectedCandidate,
    SourceLocation,
    SubjectClass,
    SubjectId,
)
from ...evidence.names.same_name import names_match
from ...stores.kb.snapshot import Snapshot
from .assumed_names import aliases_for
from .inventory import by_version
from .table_headers import header_of, in_column_names

NEAR_MISSES = 12
_NEARNESS: tuple[Condition, ...] = ("parent", "scope", "role", "document_type", "name", "type")
"""The founder of another company is nearer to the requested founder than a person who founded nothing."""
_UNPROVEN = Proof(condition="name", reason="not proven: the gate is off")


def bound(
    snapshot: Snapshot, analysis: Plan, proposals: Sequence[CandidateProposal]
) -> tuple[list[Accepted], list[Rejected]]:
    """Every proposal, checked by code. A proposal with an unknown passage or subject is skipped."""
    aliases = aliases_for(snapshot, analysis)
    accepted: list[Accepted] = []
    rejected: list[Rejected] = []
    known = by_version(snapshot)
    for proposal in proposals:
        if proposal.version_id not in known or not 0 <= proposal.subject < len(analysis.subjects):
            continue
        passage = snapshot.passage(proposal.passage_id) if proposal.passage_id else None
        if passage is not None and passage.version_id != proposal.version_id:
            continue
        facts = [fact for fact in analysis.required_facts if fact.subject == proposal.subject]
        header = header_of(snapshot, passage)
        outcome = bind(
            analysis.subjects[proposal.subject],
            proposal,
            passage_text=passage.text[header:] if passage else None,
            passage_start=passage.char_start + header if passage else 0,
            scope=snapshot.declared(proposal.version_id),
            source=known[proposal.version_id],
            aliases=aliases,
            terms=tuple(term for fact in facts for term in fact.terms if not in_column_names(snapshot, passage, term)),
            question=analysis.resolved_question,
        )
        if isinstance(outcome, Accepted):
            accepted.append(outcome)
        else:
            rejected.append(outcome)
    return accepted, rejected


def merged(snapshot: Snapshot, analysis: Plan, accepted: Sequence[Accepted]) -> tuple[CandidateSubject, ...]:
    """One candidate for each subject and name: proofs in several documents are merged; other names stay separate."""
    aliases = aliases_for(snapshot, analysis)
    groups: list[list[Accepted]] = []
    for candidate in sorted(accepted, key=lambda candidate: not candidate.versions):
        group = next(
            (
                group
                for group in groups
                if group[0].subject == candidate.subject and _same(group[0], candidate, aliases)
            ),
            None,
        )
        if group is None:
            groups.append([candidate])
        else:
            group.append(candidate)
    return tuple(_candidate(snapshot, analysis, number, group) for number, group in enumerate(groups, 1))


def _same(first: Accepted, second: Accepted, aliases: Sequence[Alias]) -> bool:
    return names_match(first.name, second.name, aliases) is not None


def _candidate(snapshot: Snapshot, analysis: Plan, number: int, group: Sequence[Accepted]) -> CandidateSubject:
    first = group[0]
    return CandidateSubject(
        subject_id=SubjectId(f"s{number}"),
        name=first.name,
        class_attributes=analysis.subjects[first.subject],
        subject=first.subject,
        identifiers=tuple(dict.fromkeys(name for candidate in group for name in candidate.identifiers))
        or (first.name,),
        parent_entity_binding=Binding(
            mechanism=first.mechanism,
            reason=first.binding.reason,
            span=_span(snapshot, first.version_id, first.binding),
            manifest_field=first.binding.manifest_field,
            settled_by=first.settled_by,
        ),
        proofs=tuple(
            ConditionProof(
                condition=proof.condition, reason=proof.reason, span=_span(snapshot, first.version_id, proof)
            )
            for proof in first.proofs
        ),
        source_location=_location(snapshot, first, first.binding.start, first.binding.end),
        versions=tuple(dict.fromkeys(version for candidate in group for version in candidate.versions)),
    )


def near_misses(snapshot: Snapshot, rejected: Sequence[Rejected]) -> tuple[RejectedCandidate, ...]:
    """The near-misses, each name and condition once, the nearest first."""
    kept: dict[tuple[int, str, str], Rejected] = {}
    for near in sorted(rejected, key=lambda near: _NEARNESS.index(near.failed_condition)):
        kept.setdefault((near.subject, near.name, near.failed_condition), near)
    return tuple(
        RejectedCandidate(
            name=near.name,
            subject=near.subject,
            failed_condition=near.failed_condition,
            reason=near.reason,
            source_location=_location(snapshot, near, near.start, near.end),
        )
        for near in list(kept.values())[:NEAR_MISSES]
    )


def _location(snapshot: Snapshot, found: Accepted | Rejected, start: int | None, end: int | None) -> SourceLocation:
    return SourceLocation(
        document_id=found.document_id,
        version_id=found.version_id,
        title=snapshot.document(found.version_id).title,
        passage_id=found.passage_id,
        span=snapshot.span(found.version_id, start, end) if start is not None and end is not None else None,
    )


def _span(snapshot: Snapshot, version: VersionId, proof: Proof) -> Span | None:
    return snapshot.span(version, proof.start, proof.end) if proof.start is not None and proof.end is not None else None


def ungated(
    analysis: Plan,
    accepted: Sequence[Accepted],
    rejected: Sequence[Rejected],
    aliases: Sequence[Alias],
    documents: Sequence[SourceDocument],
) -> list[Accepted]:
    """The candidates of a graph whose subject gate is off (`GuardSwitches.subject_gate`), only for measurements of the gate: the bound ones, whatever
    their scope; for a subject without any, the rejected ones; if there are none, its mere name."""
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
