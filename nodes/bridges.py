"""The names that what was read links to the subject, and how well the documents on them answer what is still asked (SPEC RET-7)."""

from collections.abc import Iterator, Sequence

from ..evidence.bridging import Bridge, bridge_named, carries, linking, share_said
from ..evidence.evidence import Evidence, SubjectLink, evidence_id
from ..evidence.names import mentioned, names_match
from ..evidence.premises import check_premises
from ..evidence.proper_names import names_somebody, proper_names
from ..evidence.sentences import sentences
from ..evidence.spans import PassageId, VersionId
from ..evidence.subjects import CandidateSubject, FactId, RequiredFact
from ..evidence.telling import telling
from ..stores.snapshot import Hit, Snapshot
from .engine import Engine
from .passages_to_read import read_before
from .reach import chosen_versions
from .reading import Reading, reading_of
from .state import Found, RunState
from .subject_links import subject_link

MOST = 5
"""Bridges that one follow-up searches under."""
PASSAGES, SENTENCES = 40, 80
"""Of those read, looked through for names."""
UNTITLED = 12
"""Names without a document of their own that are looked for in other documents."""
LOOKED_AT = 50
"""Passages of the documents on all those names that are held against what is asked."""
OF_ITS_OWN = 0.1
"""What a document of its own counts for a name, beside the part of the question that is said: a text that is about the name tells more
of it than one that mentions it."""


def bridges_of(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    """The bridges that the follow-up of this number searches under: the one its critic names, then others that what was read before
    links to the subject of a missing fact, the best first. None in the first pass."""
    if not pass_number:
        return ()
    decision = state["decisions"][pass_number - 1]
    found = linked_names(engine, state, pass_number, decision.missing_facts)
    named = bridge_named(decision.bridge, found) or _as_named(engine, state, decision.bridge, pass_number)
    return tuple(dict.fromkeys((*((named,) if named else ()), *found)))[:MOST]


def first_over(fact: RequiredFact, bridges: Sequence[Bridge]) -> Bridge | None:
    """The first bridge that leads to this fact."""
    return next((one for one in bridges if one.link.fact_id == fact.fact_id), None)


def linked_names(engine: Engine, state: RunState, pass_number: int, missing: Sequence[FactId]) -> tuple[Bridge, ...]:
    """Every name that a sentence read before this pass links to the subject of a missing fact, if something unread tells of it; ranked
    by how much of the fact the sentence and that passage say between them."""
    analysis = state["analysis"]
    assert analysis is not None
    snapshot, chosen = engine.snapshot(state), chosen_versions(engine.snapshot(state), state)
    read = read_before(engine, state, pass_number)
    readings = [reading_of(snapshot, one) for one in _found(state, read)]
    ranked: list[Bridge] = []
    for fact in analysis.required_facts:
        if missing and fact.fact_id not in missing:
            continue
        links = list(_links(snapshot, state, fact, readings))[:SENTENCES]
        named = dict(_names(snapshot, state, links, analysis.resolved_question))
        ranked += _ranked(snapshot, state, fact, named, chosen, read)
    order = sorted(range(len(ranked)), key=lambda place: (-ranked[place].answers, place))
    best = {ranked[place].name.casefold(): ranked[place] for place in reversed(order)}
    return tuple(sorted(best.values(), key=lambda one: -one.answers))


def _found(state: RunState, read: dict[PassageId, None]) -> list[Found]:
    found = {one.passage_id: one for one in state["passages"]}
    return [found[one] for one in list(read)[:PASSAGES]]


def _links(snapshot: Snapshot, state: RunState, fact: RequiredFact, readings: Sequence[Reading]) -> Iterator[Evidence]:
    """Evidence for the fact, the most relevant first, then the other sentences that are about its subject, in the order read."""
    units = [unit for unit in state["evidence"] if unit.fact_id == fact.fact_id]
    yield from sorted(units, key=lambda unit: -unit.relevance)
    for reading in readings:
        text = reading.passage.text
        for start, end in sentences(text):
            linked = subject_link(fact, state["candidates"], reading, start, text[start:end], snapshot.span)
            if linked and linked[1].mechanism != "knowledge_base" and not reading.ordering(start, end):
                yield _evidence(snapshot, fact, reading, start, end, *linked)


def _evidence(
    snapshot: Snapshot,
    fact: RequiredFact,
    reading: Reading,
    start: int,
    end: int,
    candidate: CandidateSubject,
    link: SubjectLink,
) -> Evidence:
    """The sentence as evidence that links, and states nothing of the fact by itself."""
    passage = reading.passage
    span = snapshot.span(passage.version_id, passage.char_start + start, passage.char_start + end)
    premises = check_premises(fact.constraints, span.quote, context=reading.context(), declared=reading.declared)
    return Evidence(
        evidence_id=evidence_id(fact.fact_id, span),
        fact_id=fact.fact_id,
        subject_id=candidate.subject_id,
        passage_id=passage.passage_id,
        claim=span.quote,
        row=snapshot.row(passage.table_id, span.char_start, span.char_end) if passage.table_id else (),
        span=span,
        source=reading.document,
        link=link,
        relevance=0.0,
        relevance_reason="links a name to the subject",
        premises_stated=tuple(one.premise for one in premises if one.outcome == "stated"),
        premises_open=tuple(one.premise for one in premises if one.outcome != "stated"),
    )


def _names(
    snapshot: Snapshot, state: RunState, links: Sequence[Evidence], question: str
) -> Iterator[tuple[tuple[str, bool], tuple[Evidence, frozenset[VersionId]]]]:
    """The names that the links hold, beside the subject's own: titles of documents, and others where no document is titled so."""
    candidates = {one.subject_id: one for one in state["candidates"]}
    seen: set[str] = set()
    others = 0
    for unit in links:
        candidate = candidates.get(unit.subject_id)
        if candidate is None:
            continue
        quote = unit.span.quote
        titles = [
            one
            for one in snapshot.titles_in(quote)
            if not set(one.versions) <= set(candidate.versions) and not _is_own(one.name, candidate)
        ]
        for one in titles:
            if one.name.casefold() not in seen:
                seen.add(one.name.casefold())
                yield (one.name, True), (unit, frozenset(one.versions) - set(candidate.versions))
        for name in proper_names(quote):
            known = mentioned((name,), f"{question} {' '.join(one.name for one in titles)}") or _is_own(name, candidate)
            if known or name.casefold() in seen or not names_somebody(name) or others >= UNTITLED:
                continue
            seen.add(name.casefold())
            others += 1
            yield (name, False), (unit, snapshot.mentioning_versions((name,)))


def _is_own(name: str, candidate: CandidateSubject) -> bool:
    return any(names_match(name, own) for own in (candidate.name, *candidate.identifiers))


def _ranked(
    snapshot: Snapshot,
    state: RunState,
    fact: RequiredFact,
    named: dict[tuple[str, bool], tuple[Evidence, frozenset[VersionId]]],
    chosen: frozenset[VersionId] | None,
    read: dict[PassageId, None],
) -> Iterator[Bridge]:
    asked = (*fact.terms, *fact.constraints)
    every = frozenset().union(*(versions for _, versions in named.values()))
    every = every if chosen is None else every & chosen
    hits = snapshot.search(" ".join(asked), limit=LOOKED_AT, versions=every) if every and asked else ()
    unread = [hit for hit in hits if hit.passage.passage_id not in read]
    weights = telling([hit.passage.text for hit in hits])
    for (name, own), (unit, versions) in named.items():
        telling_of = [_text(hit) for hit in unread if hit.passage.version_id in versions]
        telling_of = [text for text in telling_of if own or mentioned((name,), text)]
        if telling_of:
            best = max(share_said(asked, unit.span.quote, text, weights=weights) for text in telling_of)
            held = versions if chosen is None else versions & chosen
            bears = carries(fact, _names_of(state, unit), name, unit.span.quote)
            yield Bridge(name=name, link=unit, versions=held, own=own, carries=bears, answers=best + OF_ITS_OWN * own)


def _names_of(state: RunState, unit: Evidence) -> tuple[str, ...]:
    """The names of the subject that the evidence is about."""
    return next((one.identifiers for one in state["candidates"] if one.subject_id == unit.subject_id), ())


def _text(hit: Hit) -> str:
    return f"{hit.document.title} {hit.passage.text}"


def _as_named(engine: Engine, state: RunState, name: str | None, pass_number: int) -> Bridge | None:
    """The bridge that the critic names, where verified evidence holds it; None where none does."""
    before = [unit for unit in state["evidence"] if unit.found_in_pass < pass_number]
    link, analysis = linking(name, before) if name else None, state["analysis"]
    if name is None or link is None or analysis is None:
        return None
    snapshot = engine.snapshot(state)
    versions, chosen = snapshot.mentioning_versions((name,)), chosen_versions(snapshot, state)
    bears = engine.roles.critic_reads_meaning() or any(
        carries(fact, _names_of(state, link), name, link.span.quote)
        for fact in analysis.required_facts
        if fact.fact_id == link.fact_id
    )
    held = versions if chosen is None else versions & chosen
    return Bridge(name=name, link=link, versions=held, own=False, carries=bears)
