"""The names that what was read links to the subject, and how well the documents on them answer what is still asked (SPEC RET-7)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ...evidence.language.idf import telling
from ...evidence.model.evidence import Evidence
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import PlanStep
from ...evidence.names.proper_names import names_somebody
from ...evidence.names.same_name import mentioned
from ...evidence.questions.bridging import Bridge, bridge_named, carries, linking, says_more, share_said
from ...stores.kb.snapshot import Hit, Snapshot
from ..runtime.engine import Engine
from ..runtime.state import Found, RunState
from .linked_names import Lead, leads_in, links_to, written_small
from .passages_to_read import read_before
from .readable_versions import chosen_versions
from .reading import reading_of

MOST = 5
"""Bridges that one follow-up searches under."""
PASSAGES, SENTENCES = 40, 80
"""Of those read, looked through for names."""
LOOKED_AT = 50
"""Passages of the documents on all those names that are held against what is asked."""
BESIDE = 0.1
"""What a name loses that is only beside what is about the subject, or that is one word and no title."""
OF_ITS_OWN = 0.1
"""What a document of its own counts for a name, beside the part of the question that is said: a text that is about the name tells more
of it than one that mentions it."""


def bridges_of(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    """The bridges that the follow-up of this number searches under: the one its critic names, then others that what was read before
    links to the subject of a missing fact, the best first. None in the first pass."""
    if not pass_number or engine.roles.reads:  # a plan that a model made has steps for it
        return ()
    decision = state["decisions"][pass_number - 1]
    found = [name for name in linked_names(engine, state, pass_number) if name.link.fact_id in decision.missing_facts]
    named = bridge_named(decision.bridge, found) or _as_named(engine, state, decision.bridge, pass_number)
    return tuple(dict.fromkeys((*((named,) if named else ()), *found)))[:MOST]


def first_over(fact: PlanStep, bridges: Sequence[Bridge]) -> Bridge | None:
    """The first bridge that leads to this fact."""
    return next((bridge for bridge in bridges if bridge.link.fact_id == fact.fact_id), None)


def linked_names(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    """Every name that a sentence read before this pass links to the subject of a fact, if something unread tells of it; ranked by how
    much of the fact the sentence and that passage say between them. The nodes of a follow-up ask for the same, so it is kept."""
    found = tuple((one.passage_id, one.pass_number) for one in state["passages"] if one.pass_number < pass_number)
    evidence = tuple(unit for unit in state["evidence"] if unit.found_in_pass < pass_number)
    chosen = (state.get("documents"), state.get("collections"))
    key = (state["run"].run_id, pass_number, state["analysis"], state["candidates"], evidence, found, *chosen)
    return engine.bridges.made(key, lambda: _linked_names(engine, state, pass_number))


def _linked_names(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    analysis = state["analysis"]
    assert analysis is not None
    snapshot, chosen = engine.snapshot(state), chosen_versions(engine.snapshot(state), state)
    read = read_before(engine, state, pass_number)
    readings = [reading_of(snapshot, one) for one in _found(state, read)]
    seen = frozenset(reading.passage.version_id for reading in readings)
    small = written_small(readings)
    ranked: list[Bridge] = []
    for fact in analysis.required_facts:
        links = list(islice(links_to(snapshot, state, pass_number, fact, readings), SENTENCES))
        leads = leads_in(snapshot, state, fact, links, chosen, seen, small)
        ranked += _ranked(snapshot, state, fact, leads, read)
    return tuple(sorted(ranked, key=lambda one: -one.answers))


def _found(state: RunState, read: dict[PassageId, None]) -> list[Found]:
    found = {one.passage_id: one for one in state["passages"]}
    return [found[one] for one in list(read)[:PASSAGES]]


def _ranked(
    snapshot: Snapshot, state: RunState, fact: PlanStep, leads: Sequence[Lead], read: dict[PassageId, None]
) -> Iterator[Bridge]:
    asked = (*fact.terms, *fact.constraints)
    hits: dict[bool, list[Hit]] = {}
    for own in (True, False):
        every = frozenset().union(*(lead.versions for lead in leads if lead.own is own))
        hits[own] = list(snapshot.search(" ".join(asked), limit=LOOKED_AT, versions=every)) if every and asked else []
    weights = telling([hit.passage.text for hit in (*hits[True], *hits[False])])
    for lead in leads:
        unread = [one for one in hits[lead.own] if one.passage.passage_id not in read]
        texts = [_text(one) for one in unread if one.passage.version_id in lead.versions]
        texts = [text for text in texts if lead.own or mentioned((lead.name,), text)]
        best: Bridge | None = None
        for link in lead.links:
            quote = link.unit.span.quote
            further = [text for text in texts if says_more(asked, quote, text)]
            if not further:
                continue
            answers = max(share_said(asked, quote, text, weights=weights) for text in further) + OF_ITS_OWN * lead.own
            answers -= BESIDE * (not link.direct) + BESIDE * (not lead.own and not names_somebody(lead.name))
            bears = (
                link.direct
                and (lead.own or names_somebody(lead.name))
                and carries(fact, _names_of(state, link.unit), lead.name, quote)
            )
            if best is None or (bears, answers) > (best.carries, best.answers):
                best = Bridge(
                    name=lead.name, link=link.unit, versions=lead.versions, own=lead.own, carries=bears, answers=answers
                )
        if best is not None:
            yield best


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
    bears = any(
        carries(fact, _names_of(state, link), name, link.span.quote)
        for fact in analysis.required_facts
        if fact.fact_id == link.fact_id
    )
    held = versions if chosen is None else versions & chosen
    return Bridge(name=name, link=link, versions=held, own=False, carries=bears)
