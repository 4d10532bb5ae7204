"""How close a verified quote comes to what is asked: which quotes are worth showing beside a question that is not answered (SPEC ANS-9).

Three things count: the words of the question that the quote states, its meaning, and the rank that searches gave its passage. None does
alone: a licence's every sentence says "license", and a passage found first may speak of something else. Measured on 43 questions over
financial reports that rules do not answer: of the quotes shown without a floor 21% stood on the right page, with this one 38%, and the
right page was among those shown for as many questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...evidence.language.words import root_set, topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import Plan, PlanStep
from ...evidence.questions.relevance import share_of_words
from ...evidence.questions.shape import answers_in_shape
from ...stores.index.embeddings import BundledEmbedder
from ..retrieval.nearness import FARTHEST, Near
from .agreement import standing as standing_of
from .self_contained import tells

FLOOR = 0.5
"""What a quote must reach to be shown."""
WORDS, MEANING, RANK, NAMED = 0.5, 0.5, 0.8, 0.1
"""What counts, and how much: the share of asked words stated; the likeness of the quote's vector and the asked words', 0-1; the nearness of
the passage, which is 0.25 for the first hit of a search; whether the quote itself names the subject."""
MEASURED = 0.8
"""What the relevance of a row counts that states the measure asked for, under whatever name."""
STRONG = 0.5
"""The relevance of a strong match (SPEC ANS-1)."""


class Close(NamedTuple):
    unit: Evidence
    closeness: float


def close_quotes(units: Iterable[Evidence], analysis: Plan, near: Mapping[PassageId, Near]) -> tuple[Close, ...]:
    """The quotes that reach the floor and could be an answer, best first: those of the subject's own documents and of the period asked
    about before others. A quote that lacks a premise of the question is not among them: the nearest value is not given instead (SPEC
    EVI-10)."""
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    could = [unit for unit in units if unit.fact_id in facts and _could_answer(facts[unit.fact_id], unit)]
    asked = {fact_id: " ".join(fact.terms) or fact.text for fact_id, fact in facts.items()}
    vectors = BundledEmbedder().embed([*asked.values(), *(unit.span.quote for unit in could)])
    of_fact = dict(zip(asked, vectors, strict=False))
    close = []
    for unit, vector in zip(could, vectors[len(asked) :], strict=True):
        fact = facts[unit.fact_id]
        words = share_of_words(_telling(fact, unit.source.title), unit.span.quote, unit.span.place.section or "")
        said = WORDS * words + MEANING * float(of_fact[fact.fact_id] @ vector)
        if unit.row and unit.relevance >= STRONG:
            said = max(said, MEASURED * unit.relevance)
        names = NAMED if unit.link.mechanism == "explicit_statement" else 0.0
        score = said + names - RANK * near.get(unit.passage_id, FARTHEST).farness
        if score >= FLOOR:
            close.append(Close(unit, round(score, 4)))
    return tuple(sorted(close, key=lambda quote: _order(quote, near)))


def _order(one: Close, near: Mapping[PassageId, Near]) -> tuple[object, ...]:
    place = near.get(one.unit.passage_id, FARTHEST)
    return place.elsewhere, place.period, -one.closeness, standing_of(one.unit)


def _telling(fact: PlanStep, title: str) -> Sequence[str]:
    """The asked words without those of the document's title, which say nothing among its passages; all of them where none is left."""
    named = root_set(title)
    words = [word for term in fact.terms for word in term.split()]
    return [word for word in words if not named.issuperset(topic_roots(word))] or words


def _could_answer(fact: PlanStep, unit: Evidence) -> bool:
    lacking = unit.premises_open and not unit.open_reasons  # with reasons, it is open for a judge and not found lacking
    if lacking or not unit.source.is_current or not tells(unit):
        return False
    quote = unit.span.quote
    if unit.row:
        return True
    return not quote.rstrip().endswith("?") and answers_in_shape(fact, quote)
