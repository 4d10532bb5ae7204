"""Extraction by rule quotes what says most, and from the nearest passages what says anything."""

from typing import Any

import pytest

from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.extractive.extractor import ExtractiveExtractor

FACT = PlanStep(
    fact_id=FactId("f1"),
    text="What are the major acquisitions that Thornquay has done?",
    terms=("major", "acquisitions", "done"),
)


def passage(name: str, text: str) -> PassageToRead:
    return PassageToRead(passage_id=PassageId(name), text=text, title="Report", about=True, document=f"v-{name}")  # type: ignore[arg-type]


def quoted(**given: Any) -> set[str]:
    passages = (
        passage("near", "On March 1, 2024 we completed the acquisition of Velden Ropes."),
        *(passage(f"p{number}", f"Acquisitions of plant number {number} were planned.") for number in range(20)),
        passage("far", "A major thing was done about it."),
    )
    found = ExtractiveExtractor()(
        ExtractorInput(question=FACT.text, candidates=(), required_facts=(FACT,), passages=passages, **given)
    )
    return {one.passage_id for one in found}


@pytest.mark.spec("ANS-9")
def test_the_nearest_passage_is_quoted_though_the_word_it_was_found_by_stands_everywhere() -> None:
    assert "near" not in quoted()
    assert "near" in quoted(nearest=(PassageId("near"),))


@pytest.mark.spec("ANS-9")
def test_a_passage_that_says_nothing_of_the_question_is_not_quoted_however_near() -> None:
    unlike = passage("near", "The board meets in June.")
    found = ExtractiveExtractor()(
        ExtractorInput(
            question=FACT.text, candidates=(), required_facts=(FACT,), passages=(unlike,), nearest=(PassageId("near"),)
        )
    )
    assert found == ()
