"""EVIDENCE_VERIFIED: checks every quote against the stored text, the subject and the premises (SPEC EVI-2..4,
EVI-10)."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from ..evidence.binding.subject_gate import speaks_of_own
from ..evidence.language.idf import TermWeights, term_weights
from ..evidence.language.text_marks import is_struck, is_unseen, without_struck
from ..evidence.lexicon.contents_headings import PAGE
from ..evidence.model.evidence import (
    Evidence,
    Proposal,
    RejectedEvidence,
    RejectionCode,
    SubjectLink,
    evidence_id,
)
from ..evidence.model.frozen import Frozen
from ..evidence.model.source_record import SourceDocument
from ..evidence.model.spans import PassageId, Span, VersionId
from ..evidence.model.subjects import CandidateSubject, PlanStep
from ..evidence.names.proper_names import may_be_short_for, proper_names
from ..evidence.names.same_name import mentioned, names_match
from ..evidence.questions.bridging import Bridge, beyond
from ..evidence.questions.premises import check_premises
from ..evidence.questions.relevance import Relevance, relevance
from ..evidence.questions.shape import answers_in_shape
from ..evidence.quotes.locate import locate
from ..evidence.report.evidence_report import Disclosure
from ..evidence.scope.in_force import InForce, in_force
from ..evidence.scope.stated_validity import document_end, sentence_end, sentence_start
from ..evidence.values.periods import parse_period, periods_in
from ..roles.extractive.rules.asked_figures import asked_figures
from ..roles.extractive.rules.table_answers import states_what_is_measured
from ..stores.documents.contents_table import lists_contents
from ..stores.documents.passages import Passage
from ..stores.kb.snapshot import Snapshot
from .gate.inventory import inventory_of
from .retrieval.holder_quotes import holder_passages
from .retrieval.nearness import NEAREST_READ, nearest, nearness
from .retrieval.parallel_lines import PARALLEL_HITS, Parallel, parallel_lines
from .retrieval.passage_context import Reading, readings_of
from .retrieval.queries import bridges_of
from .retrieval.readable_versions import readable_versions
from .retrieval.statement_rows import NeededRow, needed_rows
from .retrieval.subject_links import SpanMaker, binds_the_holder, bridge_link, over_bridge, over_step, subject_link
from .runtime.engine import Engine
from .runtime.guard_switches import ALL, GuardSwitches
from .runtime.state import RunHeader, RunState
from .runtime.step import NodeStep, Update

RowReader = Callable[[str, int, int], tuple[tuple[str, str], ...]]
LONGEST_STRETCH = 800
"""The maximum number of characters between the first and the last piece of a quote with an ellipsis. It is about a long
paragraph."""
_NILS = re.compile(r"(?:[ \t]*[|,;\t]?[ \t]*[$€£¥]?[ \t]*[—–−-](?![^\s|,;]))+")
"""Cells with a dash for nil at the end of a row. A quote is located without them."""
_ENTRY = "its figure is a page number in a list of contents"
_ASKS_FOR_PAGES = re.compile(rf"\b(?:{PAGE})s?\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:will|shall|future|next|new|from|planned|upcoming|coming|when|chang\w+)\b", re.IGNORECASE)
_PRESENT = re.compile(r"\b(?:is|are|do|does|has|have|can|may|must|will|now|today|current(?:ly)?)\b", re.IGNORECASE)


class ToVerify(Frozen):
    proposals: tuple[Proposal, ...]
    question: str = ""
    facts: tuple[PlanStep, ...]
    candidates: tuple[CandidateSubject, ...]
    readings: tuple[Reading, ...]
    bridges: tuple[Bridge, ...]
    owners: Mapping[VersionId, tuple[str, ...]] = {}
    """The declared owners of the documents that are about a candidate."""
    home: str | None = None
    """The organisation to which the knowledge base belongs. None without one, and for a question about all documents."""
    earlier: tuple[Evidence, ...]
    """The evidence that earlier passes verified."""
    reads: bool = False
    """Whether a model reads the passages. If so, a quote that code cannot link stays open for a judge and is not
    rejected (SPEC VER-2)."""
    rows: tuple[NeededRow, ...] = ()
    """Rows of primary statements that the facts need. Such a row need not contain words of the question."""
    nearest: frozenset[PassageId] = frozenset()
    """Passages whose quotes may be below the relevance floor. They are shown as the nearest quotes and cover
    nothing."""
    of_contents: frozenset[str] = frozenset()
    """The tables of the proposals whose figures are page numbers."""
    readable: frozenset[VersionId] | None = None
    """The versions that the run may read; None for all."""
    floor: float
    pass_number: int
    run: RunHeader
    texts: tuple[VersionId, ...]
    """The texts that the user's own sources gave to the run."""
    guards: GuardSwitches = ALL


class Verified(Frozen):
    evidence: tuple[Evidence, ...] = ()
    rejected: tuple[RejectedEvidence, ...] = ()
    parallel: Parallel = Parallel()


def verify_evidence(engine: Engine, pass_number: int, name: str) -> NodeStep[ToVerify, Verified]:
    def prepare(state: RunState) -> ToVerify:
        return to_verify(engine, state, state["proposals"], pass_number)

    def call(given: ToVerify) -> Verified:
        snapshot = engine.snapshot_of(given.run, given.texts)
        verified = verify(given, snapshot.span, snapshot.row)
        if not given.reads:
            return verified
        quotes = (*given.earlier, *verified.evidence)
        search = partial(snapshot.search, limit=PARALLEL_HITS, versions=given.readable)
        parallel = parallel_lines(search, given.question, given.facts, quotes, given.pass_number)
        return verified.model_copy(update={"parallel": parallel})

    def apply(state: RunState, output: Verified) -> Update:
        ledger = tuple(
            Disclosure(
                kind="rejected",
                subject=rejection.document,
                reason=f"“{shortened(rejection.quote)}”: {rejection.reason}",
            )
            for rejection in output.rejected
            if rejection.code != "off_topic"
        )
        return Update(
            {
                "evidence": (*state["evidence"], *output.evidence),
                "rejected_evidence": (*state["rejected_evidence"], *output.rejected),
                "disclosures": (*state["disclosures"], *ledger),
                "parallel_lines": (*output.parallel.lines, *state["parallel_lines"]),
                "tool_history": (*state["tool_history"], *output.parallel.calls),
            },
            f"{len(output.evidence)} verified, {len(output.rejected)} rejected",
        )

    return NodeStep(name=name, state="EVIDENCE_VERIFIED", prepare=prepare, call=call, apply=apply)


def to_verify(engine: Engine, state: RunState, proposals: Sequence[Proposal], pass_number: int) -> ToVerify:
    """Return the input for the check of proposals. A critic may point into a passage that an earlier pass retrieved."""
    snapshot, analysis = engine.snapshot(state), state["analysis"]
    assert analysis is not None
    wanted = {proposal.passage_id for proposal in proposals}
    found = [
        passage.passage_id
        for passage in state["passages"]
        if passage.pass_number == pass_number or passage.passage_id in wanted
    ]
    parallel = [line.passage_id for line in state["parallel_lines"] if line.passage_id in wanted]
    holders = [passage for passage in holder_passages(state["candidates"]) if passage in wanted]
    bound = [
        version
        for candidate in state["candidates"]
        for version in (*candidate.versions, candidate.source_location.version_id)
    ]
    readings = readings_of(snapshot, dict.fromkeys((*found, *parallel, *holders)))
    return ToVerify(
        proposals=tuple(proposals),
        question=analysis.resolved_question,
        facts=analysis.required_facts,
        candidates=state["candidates"],
        readings=readings,
        bridges=bridges_of(engine, state, pass_number),
        owners={version: scope.owners() for version, scope in snapshot.all_declared(bound).items()},
        home=None if analysis.intent.exhaustive else inventory_of(snapshot).home,
        earlier=state["evidence"],
        reads=engine.roles.reads,
        rows=() if pass_number else needed_rows(snapshot, state),
        nearest=frozenset() if pass_number else frozenset(nearest(nearness(state, snapshot.declared), NEAREST_READ)),
        of_contents=_of_contents(
            snapshot, [reading.passage for reading in readings if reading.passage.passage_id in wanted]
        ),
        readable=readable_versions(snapshot, state),
        floor=0.0 if engine.roles.reads else engine.settings.confidence.relevance_floor,
        pass_number=pass_number,
        run=state["run"],
        texts=state["run_texts"],
        guards=engine.guards,
    )


def _of_contents(snapshot: Snapshot, passages: Sequence[Passage]) -> frozenset[str]:
    """Return the tables of the passages that list what stands on which page."""
    of = {passage.table_id: passage.version_id for passage in passages if passage.table_id}
    return frozenset(
        table_id
        for table_id, version in of.items()
        if lists_contents(snapshot.table(table_id)[0], snapshot.structure(version))
    )


def verify(given: ToVerify, make_span: SpanMaker, read_row: RowReader) -> Verified:
    """Check each proposal. The first check that fails is the reason for its rejection."""
    weights = term_weights([reading.passage.text for reading in given.readings])
    readings = {reading.passage.passage_id: reading for reading in given.readings}
    links = {bridge.link.evidence_id: bridge.link for bridge in given.bridges}
    seen = {unit.evidence_id for unit in given.earlier}
    accepted: list[Evidence] = []
    rejected: list[RejectedEvidence] = []
    order = {fact.fact_id: number for number, fact in enumerate(given.facts)}
    for proposal in sorted(given.proposals, key=lambda unit: order.get(unit.fact_id, len(order))):
        outcome = _check(proposal, given, readings, weights, make_span, read_row, (*given.earlier, *accepted))
        if isinstance(outcome, RejectedEvidence):
            rejected.append(outcome)
        elif outcome.evidence_id in seen:
            rejected.append(_rejection(proposal, readings, "duplicate", "the same quote was verified already"))
        else:
            link = links.get(outcome.link.evidence_id) if outcome.link.evidence_id else None
            for unit in (link, outcome) if link else (outcome,):
                if unit.evidence_id not in seen:
                    seen.add(unit.evidence_id)
                    accepted.append(unit)
    return Verified(evidence=tuple(accepted), rejected=tuple(rejected))


def _check(
    proposal: Proposal,
    given: ToVerify,
    readings: Mapping[PassageId, Reading],
    weights: TermWeights,
    make_span: SpanMaker,
    read_row: RowReader,
    before: Sequence[Evidence],
) -> Evidence | RejectedEvidence:
    reading = readings.get(proposal.passage_id)
    if reading is None:
        return _rejection(proposal, readings, "unknown_passage", "no passage of this retrieval has that id")
    fact = next((fact for fact in given.facts if fact.fact_id == proposal.fact_id), None)
    if fact is None:
        return _rejection(proposal, readings, "unknown_fact", "the question requires no such fact")
    passage = reading.passage
    located = locate(proposal.quote, passage.text)
    if located is None:
        return _rejection(proposal, readings, "quote_not_found", "the source does not contain these words")
    start, end = located.stretch(LONGEST_STRETCH)
    if passage.table_id is not None and (nil := _NILS.match(passage.text, end)) and proposal.quote.endswith(nil[0][-1]):
        end = nil.end()
    quote = passage.text[start:end]
    span = make_span(passage.version_id, passage.char_start + start, passage.char_start + end)
    if _is_unseen(span, make_span):
        return _rejection(proposal, readings, "not_visible", "it is not visible on the page")
    stands = without_struck(quote)
    if is_struck(passage.text, start, end) or (stands != quote and not given.reads):
        return _rejection(proposal, readings, "struck_out", "it is struck out in the source, or part of it is")
    beside = _beside(proposal, fact, given, readings)
    linked = subject_link(fact, given.candidates, reading, start, quote, make_span, beside)
    if linked is None and (crossed := over_bridge(fact, given.candidates, given.bridges, reading, quote)):
        fact = beyond(fact, crossed[1])
        linked = crossed[0], bridge_link(*crossed)
    linked = (
        linked or over_step(fact, given.candidates, before, reading, quote) or _unlinked(fact, given, reading, quote)
    )
    if linked is None:
        about = " or ".join(
            dict.fromkeys(candidate.name for candidate in given.candidates if candidate.subject == fact.subject)
        )
        reason = f"nothing shows that it is about {about or 'the subject asked about'}"
        return _rejection(proposal, readings, "subject_not_shown", reason)
    candidate, link = linked
    if _is_away_from_home(candidate, given, reading):
        whose = " and ".join(dict.fromkeys(reading.owners))
        reason = f"its document is declared to be about {whose}, and the question is about {given.home}"
        if not given.reads:
            return _rejection(proposal, readings, "subject_not_shown", reason)
        link = SubjectLink(mechanism="unsettled", reason=reason)
    limits, holds = _limits(candidate, reading), in_force(reading.document)
    own_names = {name.casefold() for name in candidate.identifiers}  # the link shows that the quote is about them
    conditions = (constraint for constraint in fact.constraints if constraint.casefold() not in own_names)
    constraints = tuple(dict.fromkeys((*limits, *conditions)))
    began = passage.char_start + start
    row = read_row(passage.table_id, began, began + len(quote)) if passage.table_id else ()
    context = " ".join((reading.context(), *dict.fromkeys(column for column, _ in row), *beside))
    assumed = constraints if given.guards.premises else ()
    premises = check_premises(assumed, quote, context=context, declared=reading.declared, limits=limits, holds=holds)
    pages = passage.table_id in given.of_contents and not _ASKS_FOR_PAGES.search(fact.text)
    if pages and not given.reads:
        return _rejection(proposal, readings, "off_topic", _ENTRY)
    calculated = bool(row) and (asked := asked_figures(fact.text)) is not None and asked.operation is not None
    score = relevance(
        asked=(*fact.terms, *fact.constraints),
        text=quote,
        context=context,
        subject_stated=True,
        has_shape=calculated or answers_in_shape(fact, quote),  # an operand need not have the shape of the answer
        weights=weights.lightened(fact.text),
    )
    if row and states_what_is_measured(fact, row, reading.context()):
        score = Relevance(score=1.0, stated=("what is measured",), absent=())
    line = next((row for row in given.rows if row.is_quoted(fact.fact_id, passage.passage_id, quote)), None)
    if line is not None:
        score = Relevance(score=max(score.score, line.relevance()), stated=(line.in_words(),), absent=())
    if binds_the_holder(candidate, link, span) and answers_in_shape(fact, quote):
        score = Relevance(score=1.0, stated=(f"the {candidate.class_attributes.role}",), absent=())
    if score.score < given.floor and passage.passage_id not in given.nearest:
        return _rejection(proposal, readings, "off_topic", f"relevance {score.score:.2f}: {score.reason}")
    contradictions = [check.reason for check in premises.values() if check.result == "refuted"]
    if contradictions and not given.reads:
        return _rejection(proposal, readings, "premise_contradicted", "; ".join(contradictions))
    open_premises = [(premise, check.reason) for premise, check in premises.items() if not check.is_proved]
    if stands != quote:
        open_premises.append(("that all of it stands", "part of it is struck out in the source"))
    if pages:
        open_premises.append(("that its figure is no page number", _ENTRY))
    begins = None if row else _begins_later(fact, quote, given.run.as_of)
    if given.reads:
        open_premises += [("that its document states it", mark.reason()) for mark in span.place.marks]
        open_premises += [("that it is in force", f"it states that it begins on {begins}")] if begins else []
    ended = sentence_end(quote) if not row else None
    ended = ended if ended and ended < given.run.as_of else None
    return Evidence(
        evidence_id=evidence_id(fact.fact_id, span),
        fact_id=fact.fact_id,
        subject_id=candidate.subject_id,
        passage_id=passage.passage_id,
        claim=proposal.claim,
        value=proposal.value if proposal.value and proposal.value in stands else None,
        row=row,
        span=span,
        source=reading.document,
        link=link,
        relevance=score.score,
        relevance_reason=score.reason,
        of_the_period=_of_the_period(candidate.class_attributes.scope.periods, reading.made_for),
        premises_stated=tuple(premise for premise, check in premises.items() if check.is_proved),
        premises_open=tuple(premise for premise, _ in open_premises),
        open_reasons=tuple(reason for _, reason in open_premises) if given.reads else (),
        declared=reading.declares(),
        held_then=(ended is not None or not reading.document.is_current)
        and (_validity_covers(limits, quote, holds) or _asks_of_the_past(fact, quote, reading.document, ended)),
        ended=ended,
        begins=None if given.reads else begins,
        found_in_pass=given.pass_number,
    )


def _is_unseen(span: Span, make_span: SpanMaker) -> bool:
    """Return whether a quote begins or ends in text that the page hides. Consecutive headings share one passage, so the
    section of the passage can be the one above."""
    last = make_span(span.version_id, span.char_end - 1, span.char_end)
    return any(is_unseen(part.place.section) for part in (span, last))


def _asks_of_the_past(fact: PlanStep, quote: str, source: SourceDocument, ended: date | None) -> bool:
    """Return whether a text still answers after its validity ended. It does if nothing replaced it, and the question
    asks about the past or about this end."""
    if source.superseded_by is not None or source.not_yet:
        return False
    if fact.answer_type in ("date", "period", "yes_no"):
        return ended is not None or sentence_end(quote) is not None or document_end(quote) is not None
    return _PAST.search(fact.text) is not None and not _PRESENT.search(fact.text)


def _begins_later(fact: PlanStep, quote: str, day: date) -> date | None:
    """Return the first day of validity that the quote states, if it is after `day` and the step does not ask ahead.

    A judge may overrule it, unlike a stated end: “from” and “as of” also begin other things than validity, and “until”
    rarely ends anything else.
    """
    starts = None if _asks_ahead(fact) else sentence_start(quote)
    return starts if starts and starts > day else None


def _asks_ahead(fact: PlanStep) -> bool:
    """Return whether the step asks about the time to come, or names a day or period."""
    return (
        fact.answer_type in ("date", "period", "yes_no")
        or _AHEAD.search(fact.text) is not None
        or any(periods_in(fact.text))
    )


def _validity_covers(limits: Sequence[str], quote: str, holds: InForce | None) -> bool:
    """Return whether the question is limited to periods, each of which is within the document's stated validity."""
    periods = [limit for limit in limits if parse_period(limit) is not None]
    return holds is not None and bool(periods) and all(holds.throughout(period, quote) for period in periods)


def _is_of_another(candidates: Sequence[CandidateSubject], fact: PlanStep, given: ToVerify, reading: Reading) -> bool:
    """Return whether the document declares another owner than the subject's.

    The owner counts as the subject's if a condition of the step names it, or if it also owns the documents about the
    subject or about its parent entity. Where a model reads the passages, so does the owner of the document in which
    the gate found the subject, since a group's handbook names the companies to which it applies. For a concept, or for
    a subject without a proper name (“the trustee”), the owner does not matter.
    """
    names = [name for candidate in candidates for name in _names(candidate)]
    if not names or not reading.owners:
        return False
    same = [
        candidate
        for candidate in given.candidates
        if any(names_match(name, other) for name in names for other in _names(candidate))
    ]
    owners = [
        owner
        for candidate in same
        for version in (*candidate.versions, *((candidate.source_location.version_id,) if given.reads else ()))
        for owner in given.owners.get(version, ())
    ]
    known = (*names, *owners, *fact.constraints)
    return not any(names_match(name, owner) for name in known for owner in reading.owners)


def _is_away_from_home(candidate: CandidateSubject, given: ToVerify, reading: Reading) -> bool:
    """Return whether a question that names no organisation is about the home organisation, and the document belongs to
    another. It is about the home organisation if the gate found its topic there, or if it says “we” or “our”."""
    if given.home is None or not reading.owners or candidate.parent_entity_binding.mechanism != "knowledge_base":
        return False
    whose = given.owners.get(candidate.source_location.version_id, ())
    means_home = speaks_of_own(given.question) or any(names_match(given.home, owner) for owner in whose)
    return means_home and not any(names_match(given.home, owner) for owner in reading.owners)


def _names(candidate: CandidateSubject) -> tuple[str, ...]:
    """Return the proper names of a candidate and of its parent."""
    about = candidate.class_attributes
    own = () if about.subject_type == "concept" else candidate.identifiers
    return tuple(
        name for name in (*own, *((about.parent_entity,) if about.parent_entity else ())) if name != name.lower()
    )


def _unlinked(
    fact: PlanStep, given: ToVerify, reading: Reading, quote: str
) -> tuple[CandidateSubject, SubjectLink] | None:
    """Return a candidate of the step to which the quote may be linked, although nothing proves the link, or None.

    If a model reads the passages, a judge decides this link. Without a model, quotes from a document that names the
    candidate are shown as found, not confirmed (SPEC VER-2). The output of a tool gets no such link, since it may have
    several subjects.

    If no name in a text can be a short form of the candidate's, and its document belongs to another owner, the text is
    about that owner. Where a model reads, this holds only if the heading does not name the candidate either.
    """
    own = [candidate for candidate in given.candidates if candidate.subject == fact.subject]
    if not own:
        return None
    if not given.guards.evidence_binding:
        return own[0], SubjectLink(mechanism="knowledge_base", reason="it was not looked at")
    heading = (reading.passage.place.section or "") if given.reads else ""
    named = any(mentioned(candidate.identifiers, text) for candidate in own for text in (quote, heading))
    version = reading.passage.version_id
    named_there = any(version == candidate.source_location.version_id for candidate in own)
    if not given.reads and (not named_there or version in given.texts):
        return None
    about = f"the result of {', '.join(fact.after)}" if fact.after else "what the step is about"
    reason = f"code cannot show that it is about {about}"
    if not fact.after and not named and _is_of_another(own, fact, given, reading):
        if not any(_may_name(candidate, quote, reading.owners) for candidate in own):
            return None
        reason = f"{reason}: its document is declared to be about {' and '.join(dict.fromkeys(reading.owners))}"
    return own[0], SubjectLink(mechanism="unsettled", reason=reason)


def _may_name(candidate: CandidateSubject, quote: str, owners: Sequence[str]) -> bool:
    """Return whether a name in the quote can be a short form of a name of the candidate, such as “Tarn” for “Tarn
    Optics Ltd”, and not of an owner's name (SPEC SUB-8)."""
    return any(
        any(may_be_short_for(found, name) for name in _names(candidate))
        and not any(may_be_short_for(found, owner) for owner in owners)
        for found in proper_names(quote)
    )


def _limits(candidate: CandidateSubject, reading: Reading) -> tuple[str, ...]:
    """Return the limits of the subject in the question that each quote must state. The day that identifies a document
    is left out: the gate has checked it, and the document's sentences contain other days."""
    labels = candidate.class_attributes.scope.labels()
    if candidate.class_attributes.subject_type != "document" or reading.passage.version_id not in candidate.versions:
        return labels
    return tuple(label for label in labels if (period := parse_period(label)) is None or period.day is None)


def _beside(
    proposal: Proposal, fact: PlanStep, given: ToVerify, readings: Mapping[PassageId, Reading]
) -> tuple[str, ...]:
    """Return the other proposed rows of the same table for a fact about two things: one row may name the whole, and
    another a part of it. For a fact about one thing, a row that names the subject says nothing about other rows."""
    asked = asked_figures(fact.text)
    table = readings[proposal.passage_id].passage.table_id
    if table is None or asked is None or len(asked.things) < 2:
        return ()
    return tuple(
        other.quote
        for other in given.proposals
        if other.fact_id == fact.fact_id
        and other.quote != proposal.quote
        and other.passage_id in readings
        and readings[other.passage_id].passage.table_id == table
    )


def _of_the_period(asked: Sequence[str], made_for: str | None) -> bool:
    """Return whether a document that is made for the period `made_for` is for the latest period in the question. True if
    either has no period."""
    periods = [period for text in asked if (period := parse_period(text)) and period.years()]
    own = parse_period(made_for) if made_for else None
    if not periods or own is None or not own.years():
        return True
    latest = max(periods, key=lambda period: max(period.years()))
    same_quarter = latest.quarter is None or own.quarter is None or latest.quarter == own.quarter
    return bool(latest.years() & own.years()) and same_quarter


def _rejection(
    proposal: Proposal, readings: Mapping[PassageId, Reading], code: RejectionCode, reason: str
) -> RejectedEvidence:
    reading = readings.get(proposal.passage_id)
    return RejectedEvidence(
        fact_id=proposal.fact_id,
        passage_id=proposal.passage_id,
        document=reading.document.title if reading else "unknown",
        quote=proposal.quote,
        code=code,
        reason=reason,
    )


def shortened(text: str, limit: int = 80) -> str:
    """Return the text on one line, with at most `limit` characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"
