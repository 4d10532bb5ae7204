"""EVIDENCE_VERIFIED: hold every quote against the stored text, the subject and the premises (SPEC EVI-2..4, EVI-10)."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from ..evidence.bridging import Bridge, beyond, bridge_in
from ..evidence.evidence import Evidence, EvidenceId, Proposal, RejectedEvidence, RejectionCode, SubjectLink
from ..evidence.frozen import Day, Frozen
from ..evidence.locate import locate
from ..evidence.names import mentioned, names_match
from ..evidence.periods import parse_period
from ..evidence.premises import check_premises
from ..evidence.relevance import Relevance, relevance
from ..evidence.report import Disclosure
from ..evidence.shape import has_shape
from ..evidence.spans import PassageId, Span, VersionId
from ..evidence.subjects import CandidateSubject, RequiredFact
from ..evidence.telling import Telling, asked_head, telling
from ..evidence.words import content_stems
from ..stores.passages import Passage
from .engine import Engine
from .parts import ALL, Parts
from .reading import Reading, reading_of
from .state import RunState
from .statement_rows import NeededRow, needed_rows
from .step import NodeStep, Update

SpanMaker = Callable[[VersionId, int, int], Span]
RowReader = Callable[[str, int, int], tuple[tuple[str, str], ...]]


LONGEST_STRETCH = 800
"""Characters from the first to the last piece of a quote with an ellipsis: a long paragraph."""


class ToVerify(Frozen):
    proposals: tuple[Proposal, ...]
    facts: tuple[RequiredFact, ...]
    candidates: tuple[CandidateSubject, ...]
    readings: tuple[Reading, ...]
    bridge: Bridge | None
    known: tuple[EvidenceId, ...]
    rows: tuple[NeededRow, ...] = ()
    """Rows of primary statements that the facts need; such a row need not say the question's own words."""
    floor: float
    pass_number: int
    generation: int
    as_of: Day
    parts: Parts = ALL


class Verified(Frozen):
    evidence: tuple[Evidence, ...]
    rejected: tuple[RejectedEvidence, ...]


def verify_evidence(engine: Engine, pass_number: int, name: str) -> NodeStep[ToVerify, Verified]:
    def prepare(state: RunState) -> ToVerify:
        snapshot, analysis = engine.snapshot(state), state["analysis"]
        assert analysis is not None
        bridge = bridge_in(state["decisions"][-1].bridge, state["evidence"]) if pass_number else None
        readings = [reading_of(snapshot, found) for found in state["passages"] if found.pass_number == pass_number]
        return ToVerify(
            proposals=state["proposals"],
            facts=beyond(analysis.required_facts, bridge),
            candidates=state["candidates"],
            readings=tuple(readings),
            bridge=bridge,
            known=tuple(unit.evidence_id for unit in state["evidence"]),
            rows=() if pass_number else needed_rows(snapshot, state),
            floor=0.0 if engine.roles.extractor_reads_meaning() else engine.settings.confidence.relevance_floor,
            pass_number=pass_number,
            generation=state["run"].generation,
            as_of=state["run"].as_of,
            parts=engine.parts,
        )

    def call(given: ToVerify) -> Verified:
        snapshot = engine.kb.snapshot(given.generation, as_of=given.as_of)
        return verify(given, snapshot.span, snapshot.row)

    def apply(state: RunState, output: Verified) -> Update:
        ledger = tuple(
            Disclosure(kind="rejected", subject=one.document, reason=f"“{_short(one.quote)}”: {one.reason}")
            for one in output.rejected
            if one.code != "off_topic"
        )
        return Update(
            {
                "evidence": (*state["evidence"], *output.evidence),
                "rejected_evidence": (*state["rejected_evidence"], *output.rejected),
                "disclosures": (*state["disclosures"], *ledger),
            },
            f"{len(output.evidence)} verified, {len(output.rejected)} rejected",
        )

    return NodeStep(name=name, state="EVIDENCE_VERIFIED", prepare=prepare, call=call, apply=apply)


def verify(given: ToVerify, make_span: SpanMaker, read_row: RowReader) -> Verified:
    """Check each proposal in turn; the first check it fails is the reason it is turned away."""
    weights = telling([reading.passage.text for reading in given.readings])
    readings = {reading.passage.passage_id: reading for reading in given.readings}
    seen = set(given.known)
    accepted: list[Evidence] = []
    rejected: list[RejectedEvidence] = []
    for proposal in given.proposals:
        outcome = _check(proposal, given, readings, weights, make_span, read_row)
        if isinstance(outcome, RejectedEvidence):
            rejected.append(outcome)
        elif outcome.evidence_id in seen:
            rejected.append(_rejection(proposal, readings, "duplicate", "the same quote was verified already"))
        else:
            seen.add(outcome.evidence_id)
            accepted.append(outcome)
    return Verified(evidence=tuple(accepted), rejected=tuple(rejected))


def _check(
    proposal: Proposal,
    given: ToVerify,
    readings: Mapping[PassageId, Reading],
    weights: Telling,
    make_span: SpanMaker,
    read_row: RowReader,
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
        return _rejection(proposal, readings, "quote_not_found", "the source does not hold these words")
    start, end = located.stretch(LONGEST_STRETCH)
    quote = passage.text[start:end]
    if given.parts.orders and (ordered := reading.ordering(start, end)):
        return _rejection(
            proposal, readings, "gives_orders", f"it stands in text that gives orders to its reader: {ordered}"
        )
    linked = _link(fact, given, reading, start, quote, make_span) or _unlinked(fact, given)
    if linked is None:
        return _rejection(
            proposal, readings, "subject_not_shown", "nothing shows that it is about the subject asked about"
        )
    candidate, link = linked
    constraints = tuple(dict.fromkeys((*_limits(candidate, reading), *fact.constraints)))
    held = constraints if given.parts.premises else ()
    premises = check_premises(held, quote, context=reading.context(), declared=reading.declared)
    score = relevance(
        asked=(*fact.terms, *fact.constraints),
        text=quote,
        context=reading.context(),
        subject_stated=True,
        has_shape=has_shape(fact.answer_type, quote),
        weights=weights.lightened(fact.text),
        head=asked_head(fact.text),
    )
    line = next((row for row in given.rows if row.is_quoted(fact.fact_id, passage.passage_id, quote)), None)
    if line is not None and line.relevance() > score.score:
        score = Relevance(score=line.relevance(), stated=(line.told(),), absent=())
    if score.score < given.floor:
        return _rejection(proposal, readings, "off_topic", f"relevance {score.score:.2f}: {score.reason}")
    if any(premise.outcome == "contradicted" for premise in premises):
        reason = "; ".join(premise.reason for premise in premises if premise.outcome == "contradicted")
        return _rejection(proposal, readings, "premise_contradicted", reason)
    span = make_span(passage.version_id, passage.char_start + start, passage.char_start + end)
    return Evidence(
        evidence_id=_evidence_id(fact, span),
        fact_id=fact.fact_id,
        subject_id=candidate.subject_id,
        passage_id=passage.passage_id,
        claim=proposal.claim,
        value=proposal.value if proposal.value and proposal.value in quote else None,
        row=read_row(passage.table_id, span.char_start, span.char_end) if passage.table_id else (),
        span=span,
        source=reading.document,
        link=link,
        relevance=score.score,
        relevance_reason=score.reason,
        of_the_period=_of_the_period(candidate.class_attributes.scope.periods, reading.made_for),
        premises_stated=tuple(premise.premise for premise in premises if premise.outcome == "stated"),
        premises_open=tuple(premise.premise for premise in premises if premise.outcome == "not_stated"),
        found_in_pass=given.pass_number,
    )


def _unlinked(fact: RequiredFact, given: ToVerify) -> tuple[CandidateSubject, SubjectLink] | None:
    """A candidate of the fact with nothing shown, where the binding of evidence is off."""
    own = [one for one in given.candidates if one.subject == fact.subject]
    if given.parts.evidence_binding or not own:
        return None
    return own[0], SubjectLink(mechanism="knowledge_base", reason="it was not looked at")


def _limits(candidate: CandidateSubject, reading: Reading) -> tuple[str, ...]:
    """What the question limits the subject to, to be stated with each quote. The day that tells one document from others was held
    against the document at the gate; its sentences speak of other days."""
    labels = candidate.class_attributes.scope.labels()
    if candidate.class_attributes.subject_type != "document" or reading.passage.version_id not in candidate.versions:
        return labels
    return tuple(one for one in labels if (period := parse_period(one)) is None or period.day is None)


def _link(
    fact: RequiredFact, given: ToVerify, reading: Reading, start: int, quote: str, make_span: SpanMaker
) -> tuple[CandidateSubject, SubjectLink] | None:
    """How the quote is shown to be about a candidate of its fact, or None. The quote's own words count first, then the document's
    declared scope, then what the paragraph before it names and it takes up by pronoun, then a bridge."""
    passage = reading.passage
    own = [one for one in given.candidates if one.subject == fact.subject]
    if own and own[0].class_attributes.role and _asks_for_the_holder(fact, own[0].class_attributes.role):
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
            reason = f"stands under “{passage.place.section or reading.document.title}”"
            return candidate, SubjectLink(mechanism="document_scope", reason=reason)
        if candidate.parent_entity_binding.mechanism == "knowledge_base":
            return candidate, SubjectLink(
                mechanism="knowledge_base", reason="the question names no entity; the knowledge base is its scope"
            )
        before = passage.text[:start].rpartition("\n\n")[2]
        if quote.split(maxsplit=1)[0].casefold() in _TAKES_UP and mentioned(candidate.identifiers, before):
            span = make_span(passage.version_id, passage.char_start, passage.char_start + start + len(quote))
            return candidate, SubjectLink(
                mechanism="explicit_statement", reason=f"takes up {candidate.name}, named just before", span=span
            )
    bridge = given.bridge
    if bridge and mentioned((bridge.name,), f"{quote} {reading.context()}") and _may_tell_of(reading, bridge.name):
        for candidate in own:
            if candidate.subject_id == bridge.subject_id:
                return candidate, SubjectLink(
                    mechanism="bridge",
                    reason=f"{bridge.name} is linked to {candidate.name}",
                    span=bridge.span,
                    evidence_id=bridge.evidence_id,
                )
    return None


def _role_link(
    candidates: Sequence[CandidateSubject], passage: Passage, start: int, quote: str
) -> tuple[CandidateSubject, SubjectLink] | None:
    """Who holds a role is told by the very words that bind the holder to the parent, or by others that name both."""
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


def _asks_for_the_holder(fact: RequiredFact, role: str) -> bool:
    """Whether the fact is who holds the role, and not something else about the holder, whom the gate has bound by name."""
    if fact.answer_type in ("person", "organisation"):
        return True
    return {one for term in fact.terms for one in content_stems(term)} <= set(content_stems(role))


_TAKES_UP = frozenset("it its he she his her they their this these the such both".split())


def _may_tell_of(reading: Reading, bridge: str) -> bool:
    """Whether the document is the bridge's own, or nobody's: what another organisation's paper says in passing bridges nothing."""
    return not reading.owners or any(names_match(bridge, owner) for owner in reading.owners)


def _of_the_period(asked: Sequence[str], made_for: str | None) -> bool:
    """Whether a document made for one period is made for the latest of those asked about."""
    periods = [period for one in asked if (period := parse_period(one)) and period.years()]
    held = parse_period(made_for) if made_for else None
    if not periods or held is None or not held.years():
        return True
    latest = max(periods, key=lambda period: max(period.years()))
    same_quarter = latest.quarter is None or held.quarter is None or latest.quarter == held.quarter
    return bool(latest.years() & held.years()) and same_quarter


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


def _evidence_id(fact: RequiredFact, span: Span) -> EvidenceId:
    return EvidenceId(hashlib.sha256(f"{fact.fact_id}|{span.span_id}".encode()).hexdigest()[:12])


def _short(text: str, limit: int = 80) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"
