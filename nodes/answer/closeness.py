"""Measures how close a verified quote is to a question that has no answer, to select the quotes to show (SPEC ANS-9).

Closeness combines the words of the question in the quote, the similarity of their meaning, and the rank of the passage
in the searches. None of these is enough alone: every sentence of a licence contains “license”, and the first passage of
a search may be about something else.

This was measured on 43 questions over financial reports that rules do not answer. Without a minimum closeness, 21% of
the shown quotes were on the right page; with this minimum, 38%. The right page was shown for the same number of
questions.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...evidence.language.words import root_set, topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import Plan, PlanStep
from ...evidence.questions.meaning import says_what_it_is
from ...evidence.questions.relevance import share_of_words
from ...evidence.questions.shape import answers_in_shape
from ...evidence.report.quote_line import row_reading
from ...stores.index.embeddings import BundledEmbedder
from ..retrieval.nearness import FARTHEST, LEADING, Near
from .agreement import best_first
from .self_contained import is_labelled_value, is_self_contained

_ENDED = re.compile(r"[.!…。！；;][\"”’)\]]*\s*$")
FLOOR = 0.5
"""The minimum closeness of a shown quote, from 0 to 1."""
WORDS, MEANING, RANK, NAMED = 0.5, 0.5, 0.8, 0.1
"""The weights of four features. WORDS: the share of the question's words in the quote. MEANING: the similarity of their
vectors, 0 to 1. RANK: the distance of the passage, 0.25 for the first hit of a search. NAMED: whether the quote itself
names the subject."""
MEANT = 0.3
"""The weight of a quote that says what the thing is, if the question only asks that."""
MEASURED = 0.8
"""The weight of the relevance of a table row that states the requested measure, whatever name it uses."""
LABELLED = 0.85
"""The relevance of a row whose label is the requested measure. It is as near as a row of the statements from which the
measure is calculated: “Effective tax rate” beside “Income tax provision”."""
STRONG = 0.5
"""The relevance of a strong match (SPEC ANS-1)."""


class Close(NamedTuple):
    unit: Evidence
    closeness: float

    @property
    def lacks_premise(self) -> bool:
        """Whether the quote does not state a premise of the question. It may be about another case, so it is shown as
        near, and never as an answer (SPEC EVI-10). With open reasons a judge decides, and the premise does not count."""
        return bool(self.unit.premises_open) and not self.unit.open_reasons


def close_quotes(units: Iterable[Evidence], analysis: Plan, near: Mapping[PassageId, Near]) -> tuple[Close, ...]:
    """Return the quotes that reach the minimum closeness and could be an answer, best first. Quotes from documents of
    the subject and of the question's period come before others, and quotes that lack a premise of the question last.
    """
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    of_roles = {
        fact.fact_id
        for at, subject in enumerate(analysis.subjects)
        if subject.role
        for fact in analysis.steps_about(at)
    }
    could = [
        unit
        for unit in units
        if unit.fact_id in facts and _could_answer(facts[unit.fact_id], unit, unit.fact_id in of_roles)
    ]
    asked = {fact_id: " ".join(fact.terms) or fact.text for fact_id, fact in facts.items()}
    texts = [row_reading(unit.row) or unit.span.quote for unit in could]
    vectors = BundledEmbedder().embed([*asked.values(), *texts])
    of_fact = dict(zip(asked, vectors, strict=False))
    close = []
    for unit, text, vector in zip(could, texts, vectors[len(asked) :], strict=True):
        fact = facts[unit.fact_id]
        words = share_of_words(_specific_words(fact, unit.source.title), text, unit.span.place.section or "")
        said = WORDS * words + MEANING * float(of_fact[fact.fact_id] @ vector)
        if unit.row and unit.relevance >= STRONG:
            said = max(said, MEASURED * unit.relevance)
        names = NAMED if unit.link.mechanism == "explicit_statement" else 0.0
        if says_what_it_is(fact.text, unit.span.quote):
            names = MEANT
        farness = near.get(unit.passage_id, FARTHEST).farness
        if unit.row and unit.relevance >= LABELLED:
            farness = min(farness, -LEADING)
        score = said + names - RANK * farness
        if fact.fact_id in of_roles and _names_holder(unit) and answers_in_shape(fact, unit.span.quote):
            score += WORDS + MEANING + NAMED  # the gate found the holder by it, whatever words it uses
        if score >= FLOOR:
            close.append(Close(unit, round(score, 4)))
    return tuple(sorted(close, key=lambda quote: _order(quote, near)))


def _order(quote: Close, near: Mapping[PassageId, Near]) -> tuple[object, ...]:
    place = near.get(quote.unit.passage_id, FARTHEST)
    return quote.lacks_premise, place.elsewhere, place.period, -quote.closeness, best_first(quote.unit)


def _specific_words(fact: PlanStep, title: str) -> Sequence[str]:
    """Return the words of the question that are not in the document's title, since all its passages share the title.
    Return all words if none is left."""
    named = root_set(title)
    words = [word for term in fact.terms for word in term.split()]
    return [word for word in words if not named.issuperset(topic_roots(word))] or words


def _names_holder(unit: Evidence) -> bool:
    found = unit.link.span
    return found is not None and found.version_id == unit.span.version_id and found.quote in unit.span.quote


def _could_answer(fact: PlanStep, unit: Evidence, is_about_role: bool) -> bool:
    """Return whether a quote can be understood alone and may answer. A quote by which the gate found the holder of a role
    can, however short: “Mara Olt, Chief Executive Officer”."""
    quote = unit.span.quote
    names_holder = is_about_role and _names_holder(unit)
    alone = names_holder or is_self_contained(unit, fact.text) or (not unit.row and is_labelled_value(quote))
    if not unit.source.is_current or not alone:
        return False
    if unit.row or names_holder:
        return True
    if fact.answer_type == "yes_no" and not _ENDED.search(quote):
        return False  # a title, a date line or a label neither affirms nor denies
    return not quote.rstrip().endswith("?") and answers_in_shape(fact, quote)
