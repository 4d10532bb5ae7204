"""Which names stand in text about the subject, and where more is said of them: what a follow-up may go by (SPEC RET-7)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...evidence.language.sentences import sentence_spans
from ...evidence.language.words import topic_roots
from ...evidence.model.evidence import Evidence, SubjectLink, evidence_id
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import CandidateSubject, PlanStep
from ...evidence.names.proper_names import names_somebody, proper_names
from ...evidence.names.same_name import find_mention, mentioned, names_match
from ...evidence.questions.premises import check_premises
from ...roles.extractive.rules.question_names import is_demonym
from ...stores.kb.snapshot import Snapshot
from ..runtime.state import RunState
from .reading import Reading
from .subject_links import subject_link

UNTITLED = 12
"""Names without a document of their own that are looked for in other documents."""
TOO_COMMON = 5_000
"""Passages that hold a single word: one that more of them hold leads nowhere, and in a large knowledge base takes long to look up."""
PARAGRAPH = 600
"""Characters from a sentence about the subject to one beside it in its paragraph."""


class Link(NamedTuple):
    """A stretch of text that ties names to the subject."""

    unit: Evidence
    """The stretch as evidence of the tie."""
    names_in: str
    """The stretch of it that the names are looked for in."""
    direct: bool
    """Whether that stretch is itself about the subject, and not only beside what is."""


class Lead(NamedTuple):
    """A name, the documents that may tell more of it, and all that ties it to the subject."""

    name: str
    own: bool
    """Whether the documents are titled with the name, or else mention it."""
    versions: frozenset[VersionId]
    links: list[Link]


def links_to(
    snapshot: Snapshot, state: RunState, pass_number: int, fact: PlanStep, readings: Sequence[Reading]
) -> Iterator[Link]:
    """Evidence for the fact, the most relevant first; then the other sentences that are about its subject, in the order read; then
    those that stand with one of these in a paragraph."""
    units = [unit for unit in state["evidence"] if unit.fact_id == fact.fact_id and unit.found_in_pass < pass_number]
    yield from (Link(unit, unit.span.quote, True) for unit in sorted(units, key=lambda unit: -unit.relevance))
    beside: list[Link] = []
    for reading in readings:
        text = reading.passage.text
        anchor: tuple[int, int, tuple[CandidateSubject, SubjectLink]] | None = None
        left: list[tuple[int, int]] = []
        for start, end in sentence_spans(text):
            linked = subject_link(fact, state["candidates"], reading, start, text[start:end], snapshot.span)
            if linked is None:
                left.append((start, end))
            elif linked[1].mechanism != "knowledge_base":
                anchor = anchor or (start, end, linked)
                yield Link(_evidence(snapshot, fact, reading, start, end, *linked), text[start:end], True)
        if anchor is None:
            continue
        for start, end in left:
            first, stop = min(start, anchor[0]), max(end, anchor[1])
            if stop - first <= PARAGRAPH and "\n\n" not in text[first:stop]:
                unit = _evidence(snapshot, fact, reading, first, stop, *anchor[2])
                beside.append(Link(unit, text[start:end], False))
    yield from beside


def _evidence(
    snapshot: Snapshot,
    fact: PlanStep,
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
        premises_stated=tuple(premise.premise for premise in premises if premise.outcome == "stated"),
        premises_open=tuple(premise.premise for premise in premises if premise.outcome != "stated"),
    )


def leads_in(
    snapshot: Snapshot,
    state: RunState,
    fact: PlanStep,
    links: Sequence[Link],
    chosen: frozenset[VersionId] | None,
    seen: frozenset[VersionId],
    small: frozenset[str],
) -> list[Lead]:
    """The names that the links hold, beside the subject's own: titles of documents, and others where no document is titled so. `small`:
    roots of words that what was read writes in small letters."""
    analysis = state["analysis"]
    question = analysis.resolved_question if analysis else ""
    asked = frozenset(root for term in fact.terms for root in topic_roots(term))
    candidates = {one.subject_id: one for one in state["candidates"]}
    leads: dict[tuple[str, bool], Lead] = {}

    def add(name: str, own: bool, versions: frozenset[VersionId], link: Link) -> None:
        held = versions if chosen is None else versions & chosen
        if held:
            leads.setdefault((name.casefold(), own), Lead(name, own, held, [])).links.append(link)

    others: set[str] = set()
    for link in links:
        candidate = candidates.get(link.unit.subject_id)
        if candidate is None:
            continue
        titles = [one for one in snapshot.titles_in(link.names_in) if not _is_own(one.name, candidate)]
        for title in titles:
            if _is_asked_for(title.name, link.names_in, asked):
                continue
            own = frozenset(title.versions) - set(candidate.versions)
            add(title.name, True, own, link)
            if names_somebody(title.name) or own & seen:
                add(title.name, False, snapshot.mentioning_versions((title.name,)) - own, link)
        for name in proper_names(link.names_in):
            known = mentioned((name,), f"{question} {' '.join(title.name for title in titles)}") or _is_own(
                name, candidate
            )
            if known or not (names_somebody(name) or _may_be_a_surname(name, link.names_in, small)):
                continue
            if not names_somebody(name) and snapshot.document_count(name) > TOO_COMMON:
                continue
            if len(others) < UNTITLED or name.casefold() in others:
                others.add(name.casefold())
                add(name, False, snapshot.mentioning_versions((name,)), link)
    return list(leads.values())


def _is_asked_for(name: str, text: str, asked: frozenset[str]) -> bool:
    """Whether a title is a common noun of the question, as the text writes it: "diplomatic mission" leads to what such a thing is."""
    place = find_mention((name,), text)
    return place is not None and text[slice(*place)].islower() and asked.issuperset(topic_roots(name))


def _may_be_a_surname(name: str, text: str, small: frozenset[str]) -> bool:
    """A single capitalised word within a sentence that is no adjective of a country: "the Nixon administration". A word that is written
    small elsewhere is a term of a contract or stands in a heading: "Annual", "the Employee"."""
    return (
        name[1:].islower()
        and not text.startswith(name)
        and not is_demonym(name)
        and small.isdisjoint(topic_roots(name))
    )


def written_small(readings: Sequence[Reading]) -> frozenset[str]:
    """Roots of the words that the passages write in small letters."""
    words = frozenset(word for reading in readings for word in _SMALL.findall(reading.passage.text))
    return frozenset(root for word in words for root in topic_roots(word))


_SMALL = re.compile(r"(?<![\w'’.-])[a-zß-öø-ÿ]{3,}(?!\w)")


def _is_own(name: str, candidate: CandidateSubject) -> bool:
    return any(names_match(name, own) for own in (candidate.name, *candidate.identifiers))
