"""Candidates for a question's subject, and what came near, made from what code accepted and turned away (SPEC SUB-6)."""

from collections.abc import Sequence

from ..evidence.binding import Accepted, Proof, Rejected
from ..evidence.names import names_match
from ..evidence.sources import Alias
from ..evidence.spans import Span, VersionId
from ..evidence.subjects import (
    Analysis,
    Binding,
    CandidateSubject,
    Condition,
    ConditionProof,
    RejectedCandidate,
    SourceLocation,
    SubjectId,
)
from ..stores.snapshot import Snapshot
from .assumed_names import aliases_for

NEAR_MISSES = 12
_NEARNESS: tuple[Condition, ...] = ("parent", "scope", "role", "document_type", "name", "type")
"""The founder of another company comes nearer to the founder asked for than somebody who founded nothing."""


def merged(snapshot: Snapshot, analysis: Analysis, accepted: Sequence[Accepted]) -> tuple[CandidateSubject, ...]:
    """One candidate for each subject and name: what several documents bind is one thing; other names are kept apart."""
    aliases = aliases_for(snapshot, analysis)
    groups: list[list[Accepted]] = []
    for one in sorted(accepted, key=lambda one: not one.versions):
        group = next(
            (group for group in groups if group[0].subject == one.subject and _same(group[0], one, aliases)), None
        )
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    return tuple(_candidate(snapshot, analysis, number, group) for number, group in enumerate(groups, 1))


def _same(first: Accepted, second: Accepted, aliases: Sequence[Alias]) -> bool:
    return names_match(first.name, second.name, aliases) is not None


def _candidate(snapshot: Snapshot, analysis: Analysis, number: int, group: Sequence[Accepted]) -> CandidateSubject:
    first = group[0]
    return CandidateSubject(
        subject_id=SubjectId(f"s{number}"),
        name=first.name,
        class_attributes=analysis.subjects[first.subject],
        subject=first.subject,
        identifiers=tuple(dict.fromkeys(name for one in group for name in one.identifiers)) or (first.name,),
        parent_entity_binding=Binding(
            mechanism=first.mechanism,
            reason=first.binding.reason,
            span=_span(snapshot, first.version_id, first.binding),
            manifest_field=first.binding.manifest_field,
        ),
        proofs=tuple(
            ConditionProof(
                condition=proof.condition, reason=proof.reason, span=_span(snapshot, first.version_id, proof)
            )
            for proof in first.proofs
        ),
        source_location=_location(snapshot, first, first.binding.start, first.binding.end),
        versions=tuple(dict.fromkeys(version for one in group for version in one.versions)),
    )


def near_misses(snapshot: Snapshot, rejected: Sequence[Rejected]) -> tuple[RejectedCandidate, ...]:
    """What came near, each name and condition once, the nearest first."""
    kept: dict[tuple[int, str, str], Rejected] = {}
    for one in sorted(rejected, key=lambda one: _NEARNESS.index(one.failed_condition)):
        kept.setdefault((one.subject, one.name, one.failed_condition), one)
    return tuple(
        RejectedCandidate(
            name=one.name,
            subject=one.subject,
            failed_condition=one.failed_condition,
            reason=one.reason,
            source_location=_location(snapshot, one, one.start, one.end),
        )
        for one in list(kept.values())[:NEAR_MISSES]
    )


def _location(snapshot: Snapshot, one: Accepted | Rejected, start: int | None, end: int | None) -> SourceLocation:
    return SourceLocation(
        document_id=one.document_id,
        version_id=one.version_id,
        title=snapshot.document(one.version_id).title,
        passage_id=one.passage_id,
        span=snapshot.span(one.version_id, start, end) if start is not None and end is not None else None,
    )


def _span(snapshot: Snapshot, version: VersionId, proof: Proof) -> Span | None:
    return snapshot.span(version, proof.start, proof.end) if proof.start is not None and proof.end is not None else None
