"""Whole runs in which a judge finds a conflict, denies a sentence, or has no draft to judge."""

from pathlib import Path

import pytest
from good_model import fence_of
from model_answers import Answer, draft, judged, judged_step, plan, verdict, written
from scripted_roles import quotes, run, supported
from storage_terms import (
    FEE,
    PAYS,
    TARN,
    TEXTS,
)

from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.spec("CON-5", "CON-6", "SUB-13")
@pytest.mark.parametrize("several", [False, True], ids=["one thing", "several things of one name"])
def test_two_values_in_one_document_conflict_unless_they_are_of_several_things(tmp_path: Path, several: bool) -> None:
    first, second = "Storage costs Tarn Optics Ltd £40 a month.", "Storage costs Tarn Optics Ltd £55 a month."
    text = f"{first}\n\nFurther down the same document says: {second}"

    def say(role: str, shown: str) -> Answer:
        sides = [fence_of("E", first, shown), fence_of("E", second, shown)] if role in ("critic", "generator") else []
        disagree = [] if several else [[side] for side in sides]
        return {
            "analyst": lambda: plan([TARN], [PAYS]),
            "extractor": lambda: quotes(shown, (first, ("s1",)), (second, ("s1",))),
            "critic": lambda: judged(judged_step("s1", *sides) | {"disagree": disagree, "several": several}),
            "generator": lambda: draft(written(first, sides[0]), written(second, sides[1])),
            "auditor": lambda: supported(shown),
        }[role]()

    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest_texts([{"id": "s", "title": "Storage", "kind": "primary", "text": text}]).ok
        report, _ = run(kb, "What does Tarn Optics Ltd pay for storage?", say)
    assert bool(report.conflicts) is not several
    assert report.sufficient is several
    assert ("ambiguous_subject" in report.risk_signals) is several


GREW = "In winter, twice the usual charge is due to the keeper."


@pytest.mark.spec("ANS-5", "CRI-14")
@pytest.mark.parametrize("answer_stays", [True, False])
def test_a_denied_sentence_is_replaced_by_a_quote_only_if_no_other_sentence_answers_its_step(
    tmp_path: Path, answer_stays: bool
) -> None:
    surcharge = "A surcharge may apply in winter."
    asked = "What does Tarn Optics Ltd pay for storage?"

    def say(role: str, shown: str) -> Answer | str:
        def wrote() -> Answer:
            denied = written(GREW, fence_of("E", surcharge, shown))
            return draft(*([written(FEE, fence_of("E", FEE, shown))] if answer_stays else []), denied)

        def judges() -> Answer:
            return judged(judged_step("s1", fence_of("E", FEE, shown), fence_of("E", surcharge, shown)))

        return {
            "analyst": lambda: plan([TARN], [PAYS]),
            "extractor": lambda: quotes(shown, (FEE, ("s1",)), (surcharge, ("s1",))),
            "critic": judges,
            "generator": wrote,
            "auditor": lambda: {"verdicts": [verdict("unsupported")]},
        }[role]()

    with KnowledgeBase.open(tmp_path) as kb:
        assert kb.ingest_texts([{**TEXTS[0], "text": f"{FEE} {surcharge}"}]).ok
        report, _ = run(kb, asked, say, follow_ups=0)
    assert [sentence.text for sentence in report.sentences] == [FEE if answer_stays else surcharge]
    assert {unit.span.quote for unit in report.evidence} == {FEE, surcharge}
    (removed,) = [disclosure for disclosure in report.disclosures if disclosure.kind == "removed_sentence"]
    assert removed.subject == GREW
    assert ("quoted instead" in removed.reason) is not answer_stays


@pytest.mark.spec("ANS-1", "EVI-9")
@pytest.mark.parametrize("calculation", ["none", "sum"])
def test_the_figures_of_a_calculation_are_no_result_if_the_generator_fails(tmp_path: Path, calculation: str) -> None:
    first, second = "In May, storage costs Tarn Optics Ltd £40.", "In June, storage costs Tarn Optics Ltd £55."

    def say(role: str, shown: str) -> Answer | str:
        return {
            "analyst": lambda: plan([TARN], [PAYS | {"calculation": calculation}]),
            "extractor": lambda: quotes(shown, (first, ("s1",)), (second, ("s1",))),
            "critic": lambda: judged(
                judged_step("s1", *(fence_of("E", words, shown) for words in (first, second)), several=True)
            ),
            "generator": lambda: "no JSON",
            "auditor": lambda: supported(shown),
        }[role]()

    with KnowledgeBase.open(tmp_path) as kb:
        assert kb.ingest_texts([{"id": "s", "title": "Storage", "kind": "primary", "text": f"{first} {second}"}]).ok
        report, _ = run(kb, "What does Tarn Optics Ltd pay for storage in May and June together?", say, follow_ups=0)
    assert "generator_unavailable" in report.risk_signals
    assert report.sufficient is (calculation == "none")
    assert report.sentences
