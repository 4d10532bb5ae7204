"""Drafting by rule: the sources' own sentences, best first. It writes no word of its own."""

from ..evidence.evidence import Evidence
from .generator import DraftSentence, GeneratorInput

SUPPORT_LIMIT = 5
"""Supporting sentences at most (SPEC ANS-2)."""


class ExtractiveGenerator:
    """One direct sentence for each fact and value, then what other documents say of it. Quotes only."""

    name = "extractive"

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        direct: list[DraftSentence] = []
        support: list[DraftSentence] = []
        said: set[str] = set()
        for fact in given.required_facts:
            own = [unit for unit in given.evidence if unit.fact_id == fact.fact_id]
            for index, unit in enumerate(own):
                text = readable(unit)
                if text in said:
                    continue
                said.add(text)
                part = direct if index == 0 else support
                part.append(
                    DraftSentence(
                        text=text, part="direct" if index == 0 else "support", evidence_ids=(unit.evidence_id,)
                    )
                )
        return (*direct, *support[:SUPPORT_LIMIT])


def readable(unit: Evidence) -> str:
    """The quote on one line. Its line breaks are the page's, not the sentence's; no other character changes."""
    return " ".join(unit.span.quote.split())
