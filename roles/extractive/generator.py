"""The rule-based generator. It answers with sentences of the sources, the best first, and with results that code
calculates from tables.
It writes no other text.
"""

from collections.abc import Iterator
from typing import Literal

from ...evidence.calculation.result_sentences import result_sentence
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import PlanStep
from ...evidence.report.quote_line import readable, readable_cells
from ..contracts.generator import DraftSentence, GeneratorInput
from .rules.figure_answers import figure_answers
from .rules.table_answers import calculates

SUPPORT_LIMIT = 3
"""The maximum number of supporting sentences. SPEC ANS-2 allows 5, but quotes soon repeat each other."""
NEARLY_AS_GOOD = 0.85
"""The minimum relevance of a supporting quote, as a share of the relevance of the best quote for the same fact."""


class ExtractiveGenerator:
    """Drafts one direct sentence for each fact, or for each side of a conflict. Statements of other documents about the
    fact follow as support. All sentences are quotes, or results that code calculates."""

    name = "extractive"

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        direct: dict[tuple[str, str], DraftSentence] = {}
        support: dict[str, DraftSentence] = {}
        for fact in given.required_facts:
            own = [unit for unit in given.evidence if unit.fact_id == fact.fact_id]
            if figures := _figures(fact, own, given.question):
                for sentence in figures:
                    direct.setdefault((sentence.text, ""), sentence)
                continue
            if calculates(fact):
                own = [unit for unit in own if not unit.row]  # a table row does not state a result
            leading = _leading(fact, own, given)
            for unit in leading:
                for quoted in (*_links(unit, given), unit):
                    sentence = _sentence(quoted, fact, "direct")
                    direct.setdefault((sentence.text, quoted.source.title), sentence)
            if given.of_every_document:
                for unit in _others(own, leading, nearly=0):
                    sentence = _sentence(unit, fact, "direct")
                    direct.setdefault((sentence.text, unit.source.title), sentence)
            for unit in _others(own, leading):
                sentence = _sentence(unit, fact, "support")
                support.setdefault(sentence.text, sentence)
        said = {text for text, _ in direct}
        kept = [sentence for text, sentence in support.items() if text not in said]
        return (*direct.values(), *kept[:SUPPORT_LIMIT])


def _figures(fact: PlanStep, own: list[Evidence], question: str) -> list[DraftSentence]:
    """Return the requested cells of tables, or the results that code calculates from them. Return an empty list if the
    fact asks for no figure of a table, or if none is found."""
    answers = figure_answers(fact, question, own)
    sentences = []
    for answer in answers if isinstance(answers, tuple) else ():
        units = tuple(dict.fromkeys(answer.units))
        if answer.calculation is not None:
            text = result_sentence(question, answer.calculation, answer.units, answer.definition)
            ids = tuple(unit.evidence_id for unit in units)
            sentences.append(DraftSentence(text=text, part="direct", evidence_ids=ids, calculation=answer.calculation))
            continue
        for unit in units:
            text = readable_cells(unit, {cell.index for cell in answer.cells if cell.key == unit.evidence_id})
            sentences.append(DraftSentence(text=text, part="direct", evidence_ids=(unit.evidence_id,)))
    return sentences


def _leading(fact: PlanStep, own: list[Evidence], given: GeneratorInput) -> list[Evidence]:
    """Return the first evidence of each side, if primary sources conflict. Otherwise return the first evidence that
    contains a value, or else the first."""
    sides = [
        side
        for conflict in given.conflicts
        if conflict.fact_id == fact.fact_id and not conflict.minor
        for side in conflict.sides
    ]
    leading = [next((unit for unit in own if unit.evidence_id in side.evidence_ids), None) for side in sides]
    return [unit for unit in leading if unit is not None] or sorted(own, key=lambda unit: unit.value is None)[:1]


def _links(unit: Evidence, given: GeneratorInput) -> Iterator[Evidence]:
    yield from (link for link in given.links if link.evidence_id == unit.link.evidence_id)


def _others(own: list[Evidence], leading: list[Evidence], nearly: float = NEARLY_AS_GOOD) -> Iterator[Evidence]:
    """Yield the best quote of each other document if it is relevant enough. It needs at least the share `nearly` of the
    best quote's relevance."""
    seen = {unit.source.document_id for unit in leading}
    for unit in own:
        if unit.source.document_id not in seen and unit.relevance >= nearly * own[0].relevance:
            seen.add(unit.source.document_id)
            yield unit


def _sentence(unit: Evidence, fact: PlanStep, part: Literal["direct", "support"]) -> DraftSentence:
    asked = () if fact.operation else fact.terms
    return DraftSentence(text=readable(unit, asked), part=part, evidence_ids=(unit.evidence_id,))
