"""Writes the text for a question without an answer (SPEC ANS-9). It says what was not found and why, and gives the
nearest quotes, other terms and next steps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...evidence.judgement.conflicts import Conflict
from ...evidence.language.question_language import Language
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import FactId, Plan
from ...evidence.questions.relevance import share_of_words
from ...evidence.report.evidence_report import Citation, ClosestDocument, FactCoverage
from ...evidence.report.place_words import in_section
from ...evidence.scope.provisions import Lacking
from ...stores.kb.generation import StoredDisclosure
from ...stores.kb.unread_pages import PAGES, pages_by_document
from .agreement import best_first
from .cite import Cited
from .phrases import Phrases

STEPS = 5
"""The maximum number of next steps. People do not follow a longer list."""


def no_answer_text(
    facts: Sequence[FactCoverage], nearest: Cited, closest: Sequence[ClosestDocument], phrases: Phrases, note: str = ""
) -> str:
    """Return the text of a report without an answer. It states what was not found and why. Then come the passages that
    may answer or are nearest, and the closest documents. `note`: a sentence on what was not searched, or "".

    If no passage is confirmed, the text states this first (SPEC VER-2).
    """
    lacking = [fact for fact in facts if fact.status != "covered"] or list(facts)
    found = bool(nearest.marked) and any(fact.status == "unconfirmed" for fact in lacking)
    blocks = []
    if len(lacking) == 1 and len(facts) == 1:
        blocks.append(phrases.not_found.format(reason=lacking[0].reason))
    else:
        blocks.append(phrases.parts_not_found)
        blocks.append("\n".join(f"- {phrases.part.format(part=fact.text, reason=fact.reason)}" for fact in lacking))
    if found:
        blocks[0] = f"{phrases.nothing_confirmed} {blocks[0]}"
    blocks.append(note)
    if nearest.marked:
        blocks.append(phrases.found_not_confirmed if found else phrases.nearest)
        blocks.append("\n".join(f"- {place}" for place in _with_places(nearest, phrases)))
    blocks += closest_text(closest, phrases)
    return "\n\n".join(block for block in blocks if block)


def _with_places(nearest: Cited, phrases: Phrases) -> Iterator[str]:
    """Yield each quote with its document and place."""
    citations = {citation.number: citation for citation in nearest.citations}
    for sentence, marked in zip(nearest.sentences, nearest.marked, strict=True):
        first = citations.get(sentence.citations[0]) if sentence.citations else None
        yield f"{marked} ({_source(first, phrases)})" if first else marked


def _source(citation: Citation, phrases: Phrases) -> str:
    parts = [
        citation.title,
        f"{phrases.page} {citation.page}" if citation.page else "",
        in_section(citation),
        phrases.by_ocr if citation.ocr_score is not None else "",
    ]
    return ", ".join(part for part in parts if part)


def closest_text(closest: Sequence[ClosestDocument], phrases: Phrases) -> tuple[str, ...]:
    """Return the closest documents and what they cover, as a heading line and a list; empty if there are none."""
    items = [
        f"- {document.title}: {document.covers}" if document.covers else f"- {document.title}" for document in closest
    ]
    return (phrases.closest, "\n".join(items)) if items else ()


def by_passage(units: Iterable[Evidence], verified: Iterable[Evidence], analysis: Plan) -> tuple[Evidence, ...]:
    """Return the units in the order in which a person should read their passages. All verified quotes of a passage
    count: one may name the incident that is asked about, and the next one state the fine.

    `units`: best first, which decides between passages that state equally much. A current primary source of the
    question's period comes before others.
    """
    asked = {fact.fact_id: (*fact.terms, *fact.constraints) for fact in analysis.required_facts}
    quotes: dict[tuple[str, str], list[str]] = {}
    for unit in verified:
        quotes.setdefault((unit.fact_id, unit.passage_id), []).append(unit.span.quote)

    def order(unit: Evidence) -> tuple[object, ...]:
        text = "\n".join(quotes.get((unit.fact_id, unit.passage_id), (unit.span.quote,)))
        return *best_first(unit)[:3], -share_of_words(asked.get(unit.fact_id, ()), text, unit.span.place.section or "")

    return tuple(sorted(units, key=order))


def next_actions(
    facts: Sequence[FactCoverage],
    conflicts: Sequence[Conflict],
    evidence: Iterable[Evidence],
    analysis: Plan,
    phrases: Phrases,
    *,
    written_in: Language | None = None,
    unread: Sequence[StoredDisclosure] = (),
    page_counts: Mapping[str, int] | None = None,
    lacking: Sequence[tuple[Evidence, Lacking]] = (),
    premises: Mapping[FactId, Sequence[str]] | None = None,
) -> tuple[str, ...]:
    """Return what a person can do about the open facts, the most useful step first.

    `evidence`: best first. `written_in`: the language of the closest document, if the question has another. `unread`:
    unreadable parts that may be relevant. `page_counts`: the number of pages of each document, by path.
    `premises`: the premises of each fact that nothing found states.
    """
    verified = list(evidence)
    steps: list[str] = []
    for conflict in conflicts:
        if not conflict.resolved:
            titles = dict.fromkeys(title for side in conflict.sides for title in side.titles)
            values = phrases.listed([side.value for side in conflict.sides], last=phrases.or_)
            steps.append(phrases.ask_owner.format(titles=phrases.listed(list(titles)), values=values))
    for unit, _ in lacking:
        steps.append(phrases.who_it_binds.format(title=unit.source.title))
        steps.append(phrases.final_version.format(title=unit.source.title))
    if written_in is not None:
        steps.append(phrases.ask_in.format(language=phrases.languages[written_in]))
    if analysis.left_out:
        parts = [phrases.quoted.format(text=part) for part in analysis.left_out]
        steps.append(phrases.ask_apart.format(parts=phrases.listed(parts)))
    open_facts = [fact for fact in facts if fact.status in {"missing", "unconfirmed", "superseded"}]
    for fact in open_facts:
        own = [unit for unit in verified if unit.fact_id == fact.fact_id]
        steps += _for_fact(fact, own, (premises or {}).get(fact.fact_id, ()), analysis, phrases, len(facts) == 1)
    if any(fact.status == "unconfirmed" for fact in open_facts):
        steps.append(phrases.confirm_with_judge)
    if any(fact.status in {"missing", "unconfirmed"} for fact in open_facts):
        steps += _to_make_readable(unread, page_counts or {}, phrases)[:2]
    return tuple(dict.fromkeys(steps))[:STEPS]


def _to_make_readable(
    unread: Sequence[StoredDisclosure], page_counts: Mapping[str, int], phrases: Phrases
) -> list[str]:
    """Return the steps that make unread text readable: first for whole documents, then for single pages of others."""
    whole = {disclosure.document: disclosure.reason.partition(" (")[0] for disclosure in unread if not disclosure.where}
    steps = [phrases.make_readable.format(document=name, reason=reason) for name, reason in whole.items()]
    pages = pages_by_document(
        (disclosure.document, disclosure.where, disclosure.reason) for disclosure in unread if disclosure.where
    )
    for (name, reason), numbers in pages.items():
        shown = [
            *map(str, numbers[:PAGES]),
            *([phrases.more.format(count=len(numbers) - PAGES)] * (len(numbers) > PAGES)),
        ]
        part = (phrases.one_page if len(numbers) == 1 else phrases.pages).format(numbers=phrases.listed(shown))
        if name in page_counts:
            part = phrases.out_of.format(pages=part, count=page_counts[name])
        steps.append(phrases.make_pages_readable.format(document=name, pages=part, reason=reason.partition(" (")[0]))
    return steps


def _for_fact(
    fact: FactCoverage,
    own: Sequence[Evidence],
    premises: Sequence[str],
    analysis: Plan,
    phrases: Phrases,
    alone: bool,
) -> Iterator[str]:
    superseded = next((unit for unit in own if not unit.source.is_current), None)
    if fact.status == "superseded" and superseded:
        step = phrases.obtain_earlier if superseded.source.not_yet else phrases.ask_successor
        yield step.format(title=superseded.source.title)
        return
    found = False
    if premises and own and all(unit.premises_open for unit in own):
        named = phrases.listed([phrases.quoted.format(text=premise) for premise in premises])
        found = True
        yield phrases.check_premise.format(premise=named)
    if own and own[0].source.is_current:
        found = True
        yield phrases.read.format(title=own[0].source.title, place=_where(own[0], phrases))
    if found:
        return  # somebody might have another document for every question
    who = _whom_to_ask(fact, analysis) or phrases.owners
    yield phrases.ask_for.format(who=who) if alone else phrases.ask_for_part.format(who=who, part=fact.text)


def _whom_to_ask(fact: FactCoverage, analysis: Plan) -> str | None:
    """Return the organisation that the fact is about, which a person can ask; None if there is none."""
    required = next(step for step in analysis.required_facts if step.fact_id == fact.fact_id)
    subject = analysis.subjects[required.subject] if required.subject < len(analysis.subjects) else None
    if subject is None:
        return None
    own = subject.name if subject.subject_type == "organisation" else None
    return subject.parent_entity or own


def _where(unit: Evidence, phrases: Phrases) -> str:
    place = unit.span.place
    parts = [f"{phrases.page} {place.page}" if place.page else "", in_section(place)]
    shown = ", ".join(part for part in parts if part)
    return shown or (place.cell or f"{phrases.line} {place.line_start}")
