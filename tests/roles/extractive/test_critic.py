"""The critic by rule: what it takes for a statement, what it calls missing, and where it would look next."""

from datetime import date
from typing import Any

import pytest

from pincite.evidence.model.evidence import EvidenceId
from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.contracts.critic import CriticInput, Retrieval, VerifiedSpan
from pincite.roles.extractive.critic import ExtractiveCritic

INCOME = PlanStep(
    fact_id=FactId("f1"), text="What was Calder Foods' net income?", terms=("net", "income"), answer_type="money"
)
REPORT = "Calder Foods plc, Form 10-K, fiscal year 2024"


def span(quote: str, **changes: Any) -> VerifiedSpan:
    given: dict[str, Any] = {
        "evidence_id": EvidenceId("e1"), "fact_id": FactId("f1"), "passage_id": PassageId("p1"), "quote": quote,
        "document": REPORT, "source_kind": "primary", "is_current": True, "updated_at": date(2025, 1, 1), "relevance": 0.9,
        "premises_open": (),
    }  # fmt: skip
    return VerifiedSpan(**{**given, **changes})


def heard(*spans: VerifiedSpan, fact: PlanStep = INCOME) -> CriticInput:
    return CriticInput(
        question=fact.text,
        required_facts=(fact,),
        subject_names=("Calder Foods plc", "Calder Foods"),
        history=(Retrieval(tool="rag_retrieve", query="Calder Foods net income", passages=(PassageId("p1"),)),),
        verified=spans,
    )


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    ("changes", "covered"), [({}, True), ({"proved": False}, False), ({"fact_id": FactId("f2")}, False)]
)
def test_a_fact_is_covered_by_a_quote_that_code_proves_for_it(changes: dict[str, Any], covered: bool) -> None:
    decision = ExtractiveCritic()(heard(span("Net income was $41.2 million.", **{"proved": True, **changes})))
    assert bool(decision.covered) is covered
    assert decision.missing_facts == (() if covered else ("f1",))


@pytest.mark.spec("CRI-6", "RET-7")
def test_a_name_that_partial_evidence_links_to_the_subject_is_the_bridge_to_the_next_query() -> None:
    standard = PlanStep(
        fact_id=FactId("f1"), text="Which standard is the archive contractor certified to?",
        terms=("standard", "archive contractor", "certified"),
    )  # fmt: skip
    linking = span("Calder Foods has appointed Tarn Vaults Ltd as its archive contractor.", relevance=0.45)
    decision = ExtractiveCritic()(heard(linking, fact=standard))
    assert decision.requires_more_context
    assert decision.bridge == "Tarn Vaults Ltd"
    assert decision.suggested_query.startswith("Tarn Vaults Ltd")
