"""CANDIDATE_SUBJECT_DISCOVERED: the finder proposes candidates for the subject, and code decides which of them are
bound (SPEC SUB)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..errors import BudgetExceeded, ModelError, PinciteError
from ..evidence.binding.auditors_reports import auditors_signatures, is_auditor
from ..evidence.binding.bind_candidate import GateDecision, discovery_names, gate
from ..evidence.binding.document_binding import title_is
from ..evidence.model.frozen import Frozen
from ..evidence.model.spans import VersionId
from ..evidence.model.subjects import (
    CandidateProposal,
    Plan,
    SubjectClass,
)
from ..evidence.report.evidence_report import RiskSignal, SourceSearched
from ..roles.contracts.finder import FinderInput, ScopedDocument
from ..roles.contracts.gate_judge import GateJudgeInput, JudgedSubject
from ..roles.model_call.meter import current_meter
from ..stores.kb.snapshot import Hit, Snapshot
from .answer.phrases import phrases_for
from .gate.assumed_names import disclosed, may_be, undecided
from .gate.candidates import SubjectGate, ungated
from .gate.gate_questions import discovery_passage, judged_candidates, to_judge
from .gate.inventory import inventory_of
from .retrieval.own_sources import OwnFindings, search_own_sources, with_texts
from .retrieval.readable_versions import chosen_versions
from .runtime.engine import Engine
from .runtime.state import Found, RunState, signalled
from .runtime.step import NodeStep, Update, in_thread, native

MENTIONS, TOPICAL = 40, 20
"""The maximum number of passages for each subject: MENTIONS that contain its names, and TOPICAL ones that state most of
the question."""
OF_THE_ROLE = 6
"""The maximum number of passages that are searched for the role alone."""
SIGNED_AT_MOST = 40
"""The maximum number of documents that are read for the signatures of auditors."""
DECLARING_AT_MOST = 400
"""The maximum number of documents whose declared scope is read for each subject. All of them mention its name."""


class Discovered(Frozen):
    """The results of the user's own sources, and the finder's proposals from all sources."""

    own: OwnFindings
    proposals: tuple[CandidateProposal, ...]
    judged: tuple[JudgedSubject, ...] = ()
    """The subjects that no proposal binds and that the gate judge found."""


class Look(NamedTuple):
    """The results of the search for the subjects."""

    own: OwnFindings
    gate: SubjectGate
    chosen: frozenset[VersionId] | None
    """The versions that the caller chose; None for the whole knowledge base."""
    given: FinderInput


def discover_candidates(engine: Engine) -> NodeStep[RunState, Discovered]:
    finder, judge = native(engine.roles.finder), engine.roles.gate_judge if engine.roles.judged else None

    def gate_of(state: RunState, own: OwnFindings) -> SubjectGate:
        assert state["analysis"] is not None
        return SubjectGate(engine.snapshot(with_texts(state, own.versions)), state["analysis"])

    def look(state: RunState) -> Look:
        own = search_own_sources(engine, state)
        gate = gate_of(state, own)
        chosen = chosen_versions(gate.snapshot, state)
        return Look(own, gate, chosen, finder_input(gate, chosen, own.hits))

    def call(state: RunState) -> Discovered:
        own, gate, chosen, given = look(state)
        proposals = engine.roles.finder(given) if _names_someone(given.analysis) else ()
        asked = to_judge(gate, given, proposals, chosen) if judge else None
        if asked is None or judge is None:
            return Discovered(own=own, proposals=proposals)
        try:
            return Discovered(own=own, proposals=proposals, judged=judge(asked))
        except (ModelError, BudgetExceeded) as error:
            _lose(error, asked, given)
            return Discovered(own=own, proposals=proposals)

    async def acall(state: RunState) -> Discovered:
        own, gate, chosen, given = await in_thread(look, state)
        named = _names_someone(given.analysis)
        proposals = (await finder(given) if finder else await in_thread(engine.roles.finder, given)) if named else ()
        asked = await in_thread(to_judge, gate, given, proposals, chosen) if judge else None
        ajudge = native(judge)
        if asked is None or judge is None:
            return Discovered(own=own, proposals=proposals)
        try:
            judged = await ajudge(asked) if ajudge else await in_thread(judge, asked)
        except (ModelError, BudgetExceeded) as error:
            _lose(error, asked, given)
            judged = ()
        return Discovered(own=own, proposals=proposals, judged=judged)

    def apply(state: RunState, output: Discovered) -> Update:
        own, proposals = output.own, output.proposals
        state, subject_gate = with_texts(state, own.versions), gate_of(state, own)
        snapshot, analysis = subject_gate.snapshot, subject_gate.analysis
        accepted, rejected = subject_gate.bound(proposals)
        accepted += judged_candidates(subject_gate, output.judged)
        if proposals and not accepted and not rejected:
            raise ValueError("no proposal of the finder names both a subject of the question and a known document")
        failed = "analysis_unavailable" in state["risk_signals"]
        chosen = chosen_versions(snapshot, state)
        decision = gate(
            None if failed else analysis,
            accepted,
            rejected,
            unsearched=own.unsearched,
            holds=inventory_of(snapshot).current_titles,
            home=lambda: inventory_of(snapshot).home,
            organisations=lambda: inventory_of(snapshot).organisations,
            may_be=partial(may_be, snapshot, analysis),
            base=phrases_for("en", "all" if chosen is None else "chosen").base,
        )
        valid = [accepted[index] for index in decision.valid]
        if not engine.guards.subject_gate:
            valid = ungated(analysis, accepted, rejected, subject_gate.aliases, snapshot.documents())
            decision = decision.model_copy(update={"absent_subjects": ()})
        candidates = subject_gate.merged(valid)
        assumptions = (*disclosed(subject_gate.aliases), *undecided(analysis, decision))
        hits = () if candidates else closest_hits(snapshot, analysis, chosen)
        catalogue = SourceSearched(
            source="catalogue",
            verdict="sufficient" if candidates else "insufficient",
            reason=f"{len(proposals)} proposed, {len(accepted)} bound",
        )
        changes: RunState = {
            "gate": decision,
            "candidates": candidates,
            "rejected_candidates": subject_gate.near_misses(rejected),
            "discovered": hits,
            "sources_searched": (*state["sources_searched"], *own.searched, catalogue),
            "run_texts": state["run_texts"],
            "tool_history": (*state["tool_history"], *own.calls),
            "disclosures": (*state["disclosures"], *own.disclosures, *assumptions),
        }
        signals: list[RiskSignal] = ["ambiguous_subject"] if decision.ambiguous else []
        if own.unsearched and not candidates and decision.outcome != "ambiguous_question":
            signals.append("source_unavailable")
        if signals:
            changes["risk_signals"] = signalled(state, *signals)
        return Update(changes, decision.reason)

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed search: the gate closes, but the subject is not called absent."""
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
        acall=acall if finder or judge else None,
        apply=apply,
        on_fault=on_fault,
    )


def _lose(error: PinciteError, asked: GateJudgeInput, given: FinderInput) -> None:
    """Ignore the error of the gate judge if code bound another subject of the question. The run then continues, and the
    report discloses the error. Otherwise raise it."""
    meter = current_meter()
    if meter is None or len(asked.subjects) == len(given.analysis.subjects):
        raise error
    meter.record_failure(error)


def _names_someone(analysis: Plan) -> bool:
    """Return whether there is a subject to search for. The asker's own organisation does not count if the documents
    belong to several organisations."""
    return bool(analysis.subjects) and not any(subject.own and subject.name is None for subject in analysis.subjects)


def finder_input(gate: SubjectGate, chosen: frozenset[VersionId] | None, own: Sequence[Hit]) -> FinderInput:
    """Return the input of the finder.

    It consists of passages that name a subject or its role or have most words of the question, and of documents that
    may declare the subject. `own`: passages from the user's own sources.
    """
    snapshot, analysis = gate.snapshot, gate.analysis
    hits: dict[str, Hit] = {hit.passage.passage_id: hit for hit in own}
    declaring: dict[VersionId, None] = {}
    for index, subject in enumerate(analysis.subjects):
        names = discovery_names(subject, gate.aliases)
        hits_here = (
            *_naming(snapshot, names, chosen),
            *_topical(snapshot, analysis, index, names, chosen),
            *_of_the_role(snapshot, subject, chosen),
        )
        for hit in hits_here:
            hits.setdefault(hit.passage.passage_id, hit)
        declares = _declaring(snapshot, subject, names, chosen)
        for hit in _signed_by_auditors(snapshot, subject, declares):
            hits.setdefault(hit.passage.passage_id, hit)
        declaring |= dict.fromkeys(declares)
    declaring |= dict.fromkeys(hit.passage.version_id for hit in hits.values())
    return FinderInput(
        analysis=analysis,
        passages=tuple(discovery_passage(snapshot, hit) for hit in hits.values()),
        documents=tuple(
            ScopedDocument(source=snapshot.document(version), scope=scope)
            for version, scope in snapshot.all_declared(declaring).items()
        ),
        aliases=gate.aliases,
    )


def _naming(snapshot: Snapshot, names: Sequence[str], chosen: frozenset[VersionId] | None) -> tuple[Hit, ...]:
    return snapshot.mentions(names, limit=MENTIONS, versions=chosen) if names else ()


def _topical(
    snapshot: Snapshot, analysis: Plan, index: int, names: Sequence[str], chosen: frozenset[VersionId] | None
) -> tuple[Hit, ...]:
    subject = analysis.subjects[index]
    words = " ".join(dict.fromkeys((subject.described(), subject.role or "", *analysis.terms_about(index))))
    return snapshot.search(words, limit=TOPICAL, versions=chosen, must_mention=names if names else ())


def _of_the_role(snapshot: Snapshot, subject: SubjectClass, chosen: frozenset[VersionId] | None) -> tuple[Hit, ...]:
    """Return passages about the role in any organisation, which may contain near-misses."""
    return snapshot.search(subject.role, limit=OF_THE_ROLE, versions=chosen) if subject.role else ()


def _signed_by_auditors(snapshot: Snapshot, subject: SubjectClass, declaring: Sequence[VersionId]) -> Iterator[Hit]:
    """Yield the passages in which an auditor signs, if the question asks for one. They need not contain a word of the
    question."""
    if not subject.role or not subject.parent_entity or not is_auditor(subject.role):
        return
    for version in declaring[:SIGNED_AT_MOST]:
        starts = [signature.start for signature in auditors_signatures(snapshot.text(version))]
        for passage in snapshot.passages(version) if starts else ():
            if any(passage.char_start <= start < passage.char_end for start in starts):
                yield Hit(passage=passage, document=snapshot.document(version), score=0.0)


def _declaring(
    snapshot: Snapshot, subject: SubjectClass, names: Sequence[str], chosen: frozenset[VersionId] | None
) -> list[VersionId]:
    """Return the documents that may declare the subject: those that mention it, or that the manifest assigns to it. If
    the question names only a type or a title, return all documents."""
    about = snapshot.mentioning_versions(names) if names else frozenset()
    about |= inventory_of(snapshot).declared_in_manifest(names)
    if subject.subject_type == "document" and subject.name:
        about |= {document.version_id for document in snapshot.documents() if title_is(subject.name, document.title)}
    if subject.document_type and not names:
        about = frozenset(document.version_id for document in snapshot.documents())
    allowed = about if chosen is None else about & chosen
    order = [document.version_id for document in snapshot.documents() if document.version_id in allowed]
    return order[:DECLARING_AT_MOST]


def closest_hits(snapshot: Snapshot, analysis: Plan, chosen: frozenset[VersionId] | None) -> tuple[Found, ...]:
    """Return the hits nearest to the question, from which a closed gate names documents."""
    if not analysis.subjects:
        return ()
    hits = snapshot.search(analysis.resolved_question, limit=6, versions=chosen)
    return tuple(
        Found(passage_id=hit.passage.passage_id, version_id=hit.passage.version_id, score=hit.score, pass_number=0)
        for hit in hits
    )
