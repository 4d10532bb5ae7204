"""Turns the proposals that code accepted or rejected into candidates for the subject, and near-misses (SPEC SUB-6)."""

from collections.abc import Sequence
from functools import cached_property

from ...evidence.binding.auditors_reports import auditors_signatures, is_auditor
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
from ..retrieval.passage_context import in_context
from .assumed_names import aliases_for
from .inventory import inventory_of

NEAR_MISSES = 12
_NEARNESS: tuple[Condition, ...] = ("parent", "scope", "role", "document_type", "name", "type")
"""The order of near-misses, by the condition that they fail. The founder of another company is nearer to the requested
founder than a person who founded nothing."""
_UNPROVEN = Proof(condition="name", reason="not proven: the gate is off")


class SubjectGate:
    """Checks the subjects of one question against one snapshot."""

    def __init__(self, snapshot: Snapshot, analysis: Plan) -> None:
        self.snapshot, self.analysis = snapshot, analysis

    @cached_property
    def aliases(self) -> tuple[Alias, ...]:
        """The aliases of the question's subjects, with the assumed ones."""
        return aliases_for(self.snapshot, self.analysis)

    def bound(self, proposals: Sequence[CandidateProposal]) -> tuple[list[Accepted], list[Rejected]]:
        """Return every proposal as accepted or rejected. A proposal with an unknown passage or subject is skipped."""
        accepted: list[Accepted] = []
        rejected: list[Rejected] = []
        for proposal in proposals:
            outcome = self._outcome(proposal)
            if isinstance(outcome, Accepted):
                accepted.append(outcome)
            elif outcome is not None:
                rejected.append(outcome)
        return accepted, rejected

    def _outcome(self, proposal: CandidateProposal) -> Accepted | Rejected | None:
        source = self.document(proposal.version_id)
        if source is None or not 0 <= proposal.subject < len(self.analysis.subjects):
            return None
        read = in_context(self.snapshot, self.snapshot.passage(proposal.passage_id)) if proposal.passage_id else None
        if read is not None and read.passage.version_id != proposal.version_id:
            return None
        terms = self.analysis.terms_about(proposal.subject)
        return bind(
            self.analysis.subjects[proposal.subject],
            proposal,
            passage_text=read.without_header() if read else None,
            passage_start=read.passage.char_start + read.header_length() if read else 0,
            scope=self.snapshot.declared(proposal.version_id),
            source=source,
            aliases=self.aliases,
            terms=tuple(term for term in terms if read is None or not read.is_above_rows(term)),
            question=self.analysis.resolved_question,
            context=read.context() if read else "",
            auditors=self._auditors(proposal),
        )

    def _auditors(self, proposal: CandidateProposal) -> tuple[str, ...]:
        """Return the names that sign an auditor's report in the document, if the question asks for an auditor."""
        role = self.analysis.subjects[proposal.subject].role
        if not role or not is_auditor(role):
            return ()
        return tuple(signature.name for signature in auditors_signatures(self.snapshot.text(proposal.version_id)))

    def document(self, version: VersionId) -> SourceDocument | None:
        """Return the document of a version, or None if the snapshot does not contain it."""
        return inventory_of(self.snapshot).by_version.get(version)

    def merged(self, accepted: Sequence[Accepted]) -> tuple[CandidateSubject, ...]:
        """Return one candidate for each subject and name, with the proofs of all documents. Different names stay
        separate candidates."""
        groups: list[list[Accepted]] = []
        for candidate in sorted(accepted, key=lambda candidate: not candidate.versions):
            group = next((group for group in groups if self._are_the_same(group[0], candidate)), None)
            if group is None:
                groups.append([candidate])
            else:
                group.append(candidate)
        return tuple(self._candidate(number, group) for number, group in enumerate(groups, 1))

    def _are_the_same(self, first: Accepted, second: Accepted) -> bool:
        return first.subject == second.subject and names_match(first.name, second.name, self.aliases) is not None

    def _candidate(self, number: int, group: Sequence[Accepted]) -> CandidateSubject:
        first = group[0]
        return CandidateSubject(
            subject_id=SubjectId(f"s{number}"),
            name=first.name,
            class_attributes=self.analysis.subjects[first.subject],
            subject=first.subject,
            identifiers=tuple(dict.fromkeys(name for candidate in group for name in candidate.identifiers))
            or (first.name,),
            parent_entity_binding=Binding(
                mechanism=first.mechanism,
                reason=first.binding.reason,
                span=self._span(first.version_id, first.binding.start, first.binding.end),
                manifest_field=first.binding.manifest_field,
                settled_by=first.settled_by,
            ),
            proofs=tuple(
                ConditionProof(
                    condition=proof.condition,
                    reason=proof.reason,
                    span=self._span(first.version_id, proof.start, proof.end),
                )
                for proof in first.proofs
            ),
            source_location=self._location(first, first.binding.start, first.binding.end),
            versions=tuple(dict.fromkeys(version for candidate in group for version in candidate.versions)),
        )

    def near_misses(self, rejected: Sequence[Rejected]) -> tuple[RejectedCandidate, ...]:
        """Return the near-misses, the nearest first, each name and condition once."""
        kept: dict[tuple[int, str, str], Rejected] = {}
        for near in sorted(rejected, key=lambda near: _NEARNESS.index(near.failed_condition)):
            kept.setdefault((near.subject, near.name, near.failed_condition), near)
        return tuple(
            RejectedCandidate(
                name=near.name,
                subject=near.subject,
                failed_condition=near.failed_condition,
                reason=near.reason,
                source_location=self._location(near, near.start, near.end),
            )
            for near in list(kept.values())[:NEAR_MISSES]
        )

    def _location(self, found: Accepted | Rejected, start: int | None, end: int | None) -> SourceLocation:
        return SourceLocation(
            document_id=found.document_id,
            version_id=found.version_id,
            title=self.snapshot.document(found.version_id).title,
            passage_id=found.passage_id,
            span=self._span(found.version_id, start, end),
        )

    def _span(self, version: VersionId, start: int | None, end: int | None) -> Span | None:
        return self.snapshot.span(version, start, end) if start is not None and end is not None else None


def ungated(
    analysis: Plan,
    accepted: Sequence[Accepted],
    rejected: Sequence[Rejected],
    aliases: Sequence[Alias],
    documents: Sequence[SourceDocument],
) -> list[Accepted]:
    """Return the candidates of a graph without a subject gate (`GuardSwitches.subject_gate` is off). Such a graph only
    measures the gate.

    These are the bound candidates, whatever their scope. A subject without bound candidates gets its rejected ones; if
    there are none, it gets one with only its name.
    """
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
