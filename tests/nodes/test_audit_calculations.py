"""Sentences that tell a result of code are not read by the auditor but worked out again, whoever drafted them."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from pincite.evidence.calculation.calculation_builder import reckon
from pincite.evidence.calculation.calculations import Calculation
from pincite.evidence.calculation.result_sentences import result_sentence
from pincite.evidence.model.evidence import Evidence, EvidenceId, SubjectLink
from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import DocumentId, PassageId, Place, Span, SpanId, VersionId
from pincite.evidence.model.subjects import FactId, Plan, PlanStep, SubjectId
from pincite.nodes.audit import with_calculations
from pincite.nodes.runtime.state import RunHeader
from pincite.roles.contracts.auditor import sentence_passes
from pincite.roles.contracts.generator import DraftSentence

ASKED = "What did the hall cost in two years?"
QUOTE = "Rent: £40 in 2024 and £52 in 2025."


def paid() -> Evidence:
    same = {"file_sha256": "0" * 64, "text_sha256": "0" * 64, "extractor": "t"}
    source = SourceDocument(
        document_id=DocumentId("d"), version_id=VersionId("v"), path="a.md", title="Accounts", kind="primary", kind_reason="",
        authority="filing", authority_reason="", is_current=True, media_type="text/markdown", n_chars=100, **same,
    )  # fmt: skip
    span = Span(
        span_id=SpanId("s"), document_id=DocumentId("d"), version_id=VersionId("v"), char_start=0, char_end=len(QUOTE),
        quote=QUOTE, place=Place(line_start=1, line_end=1), **same,
    )  # fmt: skip
    return Evidence(
        evidence_id=EvidenceId("e"), fact_id=FactId("f1"), subject_id=SubjectId("s1"), passage_id=PassageId("p"), claim="",
        span=span, source=source, link=SubjectLink(mechanism="document_scope", reason=""), relevance=0.6,
    )  # fmt: skip


def verdict_on(**changes: Any) -> bool:
    unit = paid()
    sums = reckon("sum", None, [(unit, "£40"), (unit, "£52")], decimals=0)
    assert isinstance(sums, Calculation)
    sentence = DraftSentence(
        text=result_sentence(ASKED, sums, [unit]), part="direct", evidence_ids=(unit.evidence_id,), calculation=sums
    ).model_copy(update=changes)
    fact = PlanStep(fact_id=FactId("f1"), text=ASKED)
    state: Any = {
        "run": RunHeader(
            run_id="r",
            started=datetime(2026, 5, 1, tzinfo=UTC),
            as_of=date(2026, 5, 1),
            snapshot_id="k@1",
            generation=1,
            settings_sha256="0" * 64,
        ),
        "draft": (sentence,),
        "evidence": (unit,),
        "analysis": Plan(question=ASKED, resolved_question=ASKED, required_facts=(fact,)),
    }
    return sentence_passes(with_calculations(state, ())[0])


@pytest.mark.spec("EVI-9")
def test_a_result_that_holds_passes_without_a_model() -> None:
    assert verdict_on()


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("name", "passes"), [("the cost of the hall in two years", True), ("the theft of the hall", False)]
)
def test_a_result_is_named_in_words_of_the_question_only(name: str, passes: bool) -> None:
    sums = reckon("sum", None, [(paid(), "£40"), (paid(), "£52")], decimals=0)
    assert isinstance(sums, Calculation)
    named = sums.model_copy(update={"name": name})
    text = result_sentence(ASKED, named, [paid()])
    assert text.startswith(f"T{name[1:]} is 92: ")
    assert verdict_on(calculation=named, text=text) is passes


@pytest.mark.spec("EVI-9")
def test_other_words_than_the_results_own_do_not_pass_under_it() -> None:
    assert not verdict_on(text="The hall cost £92, and the landlord is bankrupt.")


@pytest.mark.spec("EVI-9")
def test_a_changed_result_or_operand_does_not_pass() -> None:
    sums = reckon("sum", None, [(paid(), "£40"), (paid(), "£52")], decimals=0)
    assert isinstance(sums, Calculation)
    forged = sums.model_copy(update={"result": sums.result + 1})
    assert not verdict_on(calculation=forged, text=result_sentence(ASKED, forged, [paid()]))
    moved = sums.model_copy(
        update={"operands": (sums.operands[0].model_copy(update={"value": sums.exact}), sums.operands[1])}
    )
    assert not verdict_on(calculation=moved, text=result_sentence(ASKED, moved, [paid()]))
