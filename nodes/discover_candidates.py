"""CANDIDATE_SUBJECT_DISCOVERED: have candidates for the subject proposed, and let code decide which are bound (SPEC SUB)."""

from collections.abc import Sequence
from functools import partial

from ..evidence.binding import Accepted, GateDecision, Proof, Rejected, bind, discovery_names, gate
from ..evidence.document_binding import title_is
from ..evidence.frozen import Frozen
from ..evidence.names import names_match
from ..evidence.report import RiskSignal, SourceSearched
from ..evidence.sources import Alias
from ..evidence.spans import Span, VersionId
from ..evidence.subjects import (
    Analysis,
    Binding,
    CandidateProposal,
    CandidateSubject,
    Condition,
    ConditionProof,
    RejectedCandidate,
    SourceLocation,
    SubjectClass,
    SubjectId,
)
from ..roles.finder import DiscoveryPassage, FinderInput, ScopedDocument
from ..stores.snapshot import Hit, Snapshot
from .engine import Engine
from .home import declared_in_manifest, home_of, organisations
from .own_sources import OwnFindings, search_own_sources, with_texts
from .reach import chosen_versions
from .state import Found, RunState, signalled
from .step import NodeStep, Update, in_thread, native
from .table_headers import header_of, stands_under, told_above
from .ungated import ungated

MENTIONS, TOPICAL = 40, 20
"""Passages looked at for each subject: those that hold its names, and those that say most of what is asked."""
OF_THE_ROLE = 6
"""Passages looked at for the role alone."""
DECLARING_AT_MOST = 400
"""Documents whose declared scope is read for each subject; all of them mention its name."""
NEAR_MISSES = 12
_NEARNESS: tuple[Condition, ...] = ("parent", "scope", "role", "document_type", "name", "type")
"""The founder of another company comes nearer to the founder asked for than somebody who founded nothing."""


class Discovered(Frozen):
    """What the user's own sources gave, and what the finder proposes from that and from the knowledge base."""

    own: OwnFindings
    proposals: tuple[CandidateProposal, ...]


def discover_candidates(engine: Engine) -> NodeStep[RunState, Discovered]:
    finder = native(engine.roles.finder)

    def look(state: RunState) -> tuple[OwnFindings, FinderInput]:
        own = search_own_sources(engine, state)
        return own, finder_input(engine.snapshot(with_texts(state, own.versions)), state, own.hits)

    def call(state: RunState) -> Discovered:
        own, given = look(state)
        return Discovered(own=own, proposals=engine.roles.finder(given) if _names_someone(given.analysis) else ())

    async def acall(state: RunState) -> Discovered:
        own, given = await in_thread(look, state)
        return Discovered(own=own, proposals=await finder(given) if finder and _names_someone(given.analysis) else ())

    def apply(state: RunState, output: Discovered) -> Update:
        own, proposals = output.own, output.proposals
        state = with_texts(state, own.versions)
        snapshot, analysis = engine.snapshot(state), state["analysis"]
        assert analysis is not None
        accepted, rejected = bound(snapshot, analysis, proposals)
        if proposals and not accepted and not rejected:
            raise ValueError("no proposal names a subject and a document that are there")
        failed = "analysis_unavailable" in state["risk_signals"]
        decision = gate(
            None if failed else analysis,
            accepted,
            rejected,
            unsearched=own.unsearched,
            holds=tuple(dict.fromkeys(one.title for one in snapshot.documents() if one.is_current)),
            home=partial(home_of, snapshot),
            organisations=partial(organisations, snapshot),
        )
        valid = [accepted[one] for one in decision.valid]
        if not engine.parts.subject_gate:
            valid = ungated(analysis, accepted, rejected, aliases_for(snapshot, analysis), snapshot.documents())
            decision = decision.model_copy(update={"absent_subjects": ()})
        candidates = merged(snapshot, analysis, valid)
        hits = () if candidates else closest_hits(snapshot, analysis, chosen_versions(snapshot, state))
        catalogue = SourceSearched(
            source="catalogue",
            verdict="sufficient" if candidates else "insufficient",
            reason=f"{len(proposals)} proposed, {len(accepted)} bound",
        )
        changes: RunState = {
            "gate": decision,
            "candidates": candidates,
            "rejected_candidates": near_misses(snapshot, rejected),
            "discovered": hits,
            "sources_searched": (*state["sources_searched"], *own.searched, catalogue),
            "run_texts": state["run_texts"],
            "tool_history": (*state["tool_history"], *own.calls),
            "disclosures": (*state["disclosures"], *own.disclosures),
        }
        signals: list[RiskSignal] = ["ambiguous_subject"] if decision.ambiguous else []
        if own.unsearched and not candidates and decision.outcome != "ambiguous_question":
            signals.append("source_unavailable")
        if signals:
            changes["risk_signals"] = signalled(state, *signals)
        return Update(changes, decision.reason)

    def on_fault(state: RunState, error: Exception) -> Update:
        """The search for the subject is incomplete: the gate closes, and absence is not claimed."""
        analysis = state["analysis"]
        failed = "analysis_unavailable" in state["risk_signals"]
        decision: GateDecision = gate(None if failed else analysis, (), unsearched=("the knowledge base",))
        signals = signalled(state, "source_unavailable")
        return Update({"gate": decision, "candidates": (), "risk_signals": signals}, decision.reason)

    return NodeStep(
        name="discover_candidates",
        state="CANDIDATE_SUBJECT_DISCOVERED",
        prepare=lambda state: state,
        call=call,
        acall=acall if finder else None,
        apply=apply,
        on_fault=on_fault,
    )


def _names_someone(analysis: Analysis) -> bool:
    """Whether there is a subject to look for; the asker's own organisation has none where the papers are of several."""
    return bool(analysis.subjects) and not any(one.own and one.name is None for one in analysis.subjects)


def finder_input(snapshot: Snapshot, state: RunState, own: Sequence[Hit] = ()) -> FinderInput:
    """What the finder is shown: passages that name a subject or its role, or say most of what is asked, and the documents that may declare
    it. `own`: passages that the user's own sources gave."""
    analysis = state["analysis"]
    assert analysis is not None
    aliases = aliases_for(snapshot, analysis)
    chosen = chosen_versions(snapshot, state)
    hits: dict[str, Hit] = {hit.passage.passage_id: hit for hit in own}
    declaring: dict[VersionId, None] = {}
    for index, subject in enumerate(analysis.subjects):
        names = discovery_names(subject, aliases)
        hits_here = (
            *_naming(snapshot, names, chosen),
            *_topical(snapshot, analysis, index, names, chosen),
            *_of_the_role(snapshot, subject, chosen),
        )
        for hit in hits_here:
            hits.setdefault(hit.passage.passage_id, hit)
        declaring |= dict.fromkeys(_declaring(snapshot, subject, names, chosen))
    declaring |= dict.fromkeys(hit.passage.version_id for hit in hits.values())
    return FinderInput(
        analysis=analysis,
        passages=tuple(
            DiscoveryPassage(
                passage_id=hit.passage.passage_id,
                version_id=hit.passage.version_id,
                title=hit.document.title,
                section=stands_under(snapshot, hit.passage),
                text=hit.passage.text[header_of(snapshot, hit.passage) :],
            )
            for hit in hits.values()
        ),
        documents=tuple(
            ScopedDocument(source=snapshot.document(version), scope=snapshot.declared(version)) for version in declaring
        ),
        aliases=aliases,
    )


def aliases_for(snapshot: Snapshot, analysis: Analysis) -> tuple[Alias, ...]:
    """The aliases that bear on the question's subjects; a large knowledge base has thousands that do not."""
    names = [name for one in analysis.subjects for name in (one.name, one.parent_entity) if name]
    return snapshot.aliases_about(names)


def bound(
    snapshot: Snapshot, analysis: Analysis, proposals: Sequence[CandidateProposal]
) -> tuple[list[Accepted], list[Rejected]]:
    """Every proposal judged by code. One that names a passage or a subject that is not there is passed over."""
    aliases = aliases_for(snapshot, analysis)
    accepted: list[Accepted] = []
    rejected: list[Rejected] = []
    known = {document.version_id: document for document in snapshot.documents()}
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
            terms=tuple(term for fact in facts for term in fact.terms if not told_above(snapshot, passage, term)),
            question=analysis.resolved_question,
        )
        if isinstance(outcome, Accepted):
            accepted.append(outcome)
        else:
            rejected.append(outcome)
    return accepted, rejected


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


def _naming(snapshot: Snapshot, names: Sequence[str], chosen: frozenset[VersionId] | None) -> tuple[Hit, ...]:
    return snapshot.mentions(names, limit=MENTIONS, versions=chosen) if names else ()


def _topical(
    snapshot: Snapshot, analysis: Analysis, index: int, names: Sequence[str], chosen: frozenset[VersionId] | None
) -> tuple[Hit, ...]:
    subject = analysis.subjects[index]
    terms = [term for fact in analysis.required_facts if fact.subject == index for term in fact.terms]
    words = " ".join(dict.fromkeys((subject.described(), subject.role or "", *terms)))
    return snapshot.search(words, limit=TOPICAL, versions=chosen, must_mention=names if names else ())


def _of_the_role(snapshot: Snapshot, subject: SubjectClass, chosen: frozenset[VersionId] | None) -> tuple[Hit, ...]:
    """Passages that speak of the role, whosever it is: their holders are the near-misses a reader asks about."""
    return snapshot.search(subject.role, limit=OF_THE_ROLE, versions=chosen) if subject.role else ()


def _declaring(
    snapshot: Snapshot, subject: SubjectClass, names: Sequence[str], chosen: frozenset[VersionId] | None
) -> list[VersionId]:
    """The documents that may declare the subject: those that mention it or are declared its own by the manifest alone, or all where
    only a type or title is asked for."""
    about = snapshot.mentioning_versions(names) if names else frozenset()
    about |= declared_in_manifest(snapshot, names)
    if subject.subject_type == "document" and subject.name:
        about |= {one.version_id for one in snapshot.documents() if title_is(subject.name, one.title)}
    if subject.document_type and not names:
        about = frozenset(document.version_id for document in snapshot.documents())
    allowed = about if chosen is None else about & chosen
    order = [document.version_id for document in snapshot.documents() if document.version_id in allowed]
    return order[:DECLARING_AT_MOST]


def closest_hits(snapshot: Snapshot, analysis: Analysis, chosen: frozenset[VersionId] | None) -> tuple[Found, ...]:
    """The hits that come nearest to the question, for naming documents at a closed gate."""
    if not analysis.subjects:
        return ()
    hits = snapshot.search(analysis.resolved_question, limit=6, versions=chosen)
    return tuple(
        Found(passage_id=hit.passage.passage_id, version_id=hit.passage.version_id, score=hit.score, pass_number=0)
        for hit in hits
    )
