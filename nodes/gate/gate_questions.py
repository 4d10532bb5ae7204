"""Makes the gate judge's input from the subjects that code left open, and candidates from its verdicts (SPEC VER-2,
VER-5)."""

from collections.abc import Sequence
from itertools import chain, islice, zip_longest

from ...evidence.binding.bind_candidate import Accepted, Proof, Rejected
from ...evidence.language.confusables import disguised
from ...evidence.language.sentences import sentences
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import CandidateProposal
from ...evidence.names.same_name import identifiers, of_another_form
from ...evidence.quotes.locate import locate
from ...roles.contracts.finder import DiscoveryPassage, FinderInput
from ...roles.contracts.gate_judge import DeclaredDocument, GateJudgeInput, JudgedSubject, OpenSubject
from ...stores.documents.passages import is_heading
from ...stores.kb.snapshot import Hit, Snapshot
from ..retrieval.passage_context import in_context
from .candidates import SubjectGate

PASSAGES, DOCUMENTS = 8, 12
"""The maximum number of passages and documents in the prompt: the first results of code's own search for the
subject."""
REASONS = 3


def to_judge(
    gate: SubjectGate, given: FinderInput, proposals: Sequence[CandidateProposal], chosen: frozenset[VersionId] | None
) -> GateJudgeInput | None:
    """Return the subjects for which code binds no candidate, with the nearest passages and documents; None if there are
    none.

    A subject without a name, such as “we” in a knowledge base of several organisations, is left out.
    """
    snapshot, analysis = gate.snapshot, gate.analysis
    accepted, rejected = gate.bound(proposals)
    found = {candidate.subject for candidate in accepted}
    open_subjects = [
        OpenSubject(number=number, subject=subject, why=_why(number, rejected))
        for number, subject in enumerate(analysis.subjects)
        if number not in found and not (subject.own and subject.name is None)
    ]
    if not open_subjects:
        return None
    hits: dict[str, Hit] = {}
    for open_subject in open_subjects:
        steps = analysis.steps_about(open_subject.number)
        searches = [
            open_subject.subject.described(),
            *(" ".join(step.terms) for step in steps),
            *(step.query or step.text for step in steps),
            analysis.resolved_question,
        ]
        found_by = [snapshot.search(words, limit=PASSAGES, versions=chosen) for words in searches]
        for hit in filter(None, chain.from_iterable(zip_longest(*found_by))):
            if not is_heading(hit.passage):
                hits.setdefault(hit.passage.passage_id, hit)
    current_first = sorted(hits.values(), key=lambda hit: not hit.document.is_current)
    passages = tuple(
        passage
        for passage in (discovery_passage(snapshot, hit) for hit in islice(current_first, PASSAGES))
        if passage.text
    )
    versions = dict.fromkeys(
        (*(passage.version_id for passage in passages), *(document.source.version_id for document in given.documents))
    )
    documents = tuple(_document(snapshot, version) for version in list(versions)[:DOCUMENTS])
    if not passages and not documents:
        return None
    return GateJudgeInput(
        question=analysis.resolved_question, subjects=tuple(open_subjects), documents=documents, passages=passages
    )


def _why(number: int, rejected: Sequence[Rejected]) -> tuple[str, ...]:
    reasons = dict.fromkeys(
        f"{candidate.name}: {candidate.reason}" for candidate in rejected if candidate.subject == number
    )
    return tuple(reasons)[:REASONS]


def discovery_passage(snapshot: Snapshot, hit: Hit) -> DiscoveryPassage:
    read = in_context(snapshot, hit.passage)
    return DiscoveryPassage(
        passage_id=hit.passage.passage_id,
        version_id=hit.passage.version_id,
        title=read.document.title,
        section=read.headings_above(),
        text=read.without_header(),
    )


def _document(snapshot: Snapshot, version: VersionId) -> DeclaredDocument:
    """Return a document on one line: its title, its type, its declared entities and its period."""
    source, scope = snapshot.document(version), snapshot.declared(version)
    kind = source.document_type or scope.document_type
    parts = (source.title, kind, *(entity.value for entity in scope.entities[:3]), scope.primary_period)
    return DeclaredDocument(version_id=version, line=" · ".join(dict.fromkeys(part for part in parts if part)))


def _asks(text: str, start: int, end: int) -> bool:
    """Return whether the stretch is inside a question or contains one."""
    sentence = next((text[left:right] for left, right in sentences(text) if left <= start < right), text[start:end])
    return sentence.rstrip("\"'”’ ").endswith("?") or "?" in text[start:end]


def judged_candidates(gate: SubjectGate, judged: Sequence[JudgedSubject]) -> list[Accepted]:
    """Return a candidate for each subject that the judge found. The words that code located bind it.

    Questions, and words with look-alike letters, bind no candidate (SPEC EVI-13).
    """
    made = []
    for verdict in judged:
        source = gate.document(verdict.version_id)
        if source is None or not 0 <= verdict.number < len(gate.analysis.subjects):
            continue
        subject = gate.analysis.subjects[verdict.number]
        if of_another_form(subject.parent_entity or subject.name or "", f"{verdict.name}\n{verdict.quote}"):
            continue
        passage = gate.snapshot.passage(verdict.passage_id) if verdict.passage_id else None
        place = locate(verdict.quote, passage.text) if passage else None
        if passage is not None:
            if place is None:
                continue
            stretch = (place.start, place.end)
            if disguised(passage.text[slice(*stretch)]) or _asks(passage.text, *stretch):
                continue
        elif disguised(source.title):
            continue
        binding = Proof(
            condition="parent" if subject.role else "name",
            reason=f"the judge finds it: {verdict.reason}",
            start=passage.char_start + place.start if passage and place else None,
            end=passage.char_start + place.end if passage and place else None,
        )
        asked = subject.name or subject.parent_entity or verdict.name
        names = (*identifiers(verdict.name, gate.aliases), *(() if subject.role else identifiers(asked, gate.aliases)))
        made.append(
            Accepted(
                subject=verdict.number,
                name=verdict.name,
                mechanism="explicit_statement" if passage else "document_scope",
                binding=binding,
                proofs=(binding,),
                identifiers=tuple(dict.fromkeys(names)),
                document_id=source.document_id,
                version_id=verdict.version_id,
                passage_id=verdict.passage_id,
                versions=() if passage else (verdict.version_id,),
                whose=gate.snapshot.owner(verdict.version_id),
                settled_by="judge",
            )
        )
    return made
