"""What becomes of the words that a critic points at (SPEC CRI-5, CRI-15)."""

import pytest
from made_evidence import evidence

from pincite.evidence.model.evidence import Evidence, RejectedEvidence
from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.evidence.questions.critic_decision import CoveredFact, Decision, Pointed
from pincite.nodes.critique import with_pointed

STEP, PLACE = FactId("s1"), PassageId("p")
WHEN = PlanStep(fact_id=STEP, text="when the report is due", answer_type="date")
LINE = "Report | Ida Holt | 30 September 2026"


def quoted(number: int, quote: str) -> Evidence:
    return evidence(number, quote, fact=STEP, passage_id=PLACE)


def decided(*evidence: Evidence, pointed: str = LINE) -> Decision:
    own = tuple(unit.evidence_id for unit in evidence)
    covered = CoveredFact(fact_id=STEP, passages=(PLACE,), evidence=own)
    pointer = Pointed(fact_id=STEP, passage_id=PLACE, quote=pointed)
    return Decision(requires_more_context=False, reason="", covered=(covered,), pointed=(pointer,))


REFUSED = RejectedEvidence(
    fact_id=STEP,
    passage_id=PLACE,
    document="Minutes",
    quote=LINE,
    code="subject_not_shown",
    reason="nothing shows that it is about RiverDesk",
)


@pytest.mark.spec("CRI-5", "CRI-15")
def test_a_step_is_not_covered_by_the_rest_if_code_refuses_the_words_that_answer_it() -> None:
    asks = quoted(1, "The Board asked for a report.")
    found = with_pointed(decided(asks), (asks,), (WHEN,), (REFUSED,))
    assert (found.covered, found.missing_facts) == ((), (STEP,))
    assert found.gaps[0].reason == f"“{LINE}” cannot be used: nothing shows that it is about RiverDesk"


@pytest.mark.spec("CRI-15")
@pytest.mark.parametrize("quote", ["The report is due on 30 September 2026.", "It is due by the end of 2026."])
def test_a_refused_addition_costs_nothing_if_another_quote_answers(quote: str) -> None:
    own = quoted(1, quote)
    found = with_pointed(decided(own), (own,), (WHEN,), (REFUSED,))
    assert [fact.evidence for fact in found.covered] == [(own.evidence_id,)]


@pytest.mark.spec("CRI-15")
def test_words_that_code_verifies_become_evidence_of_the_step() -> None:
    asks, line = quoted(1, "The Board asked for a report."), quoted(2, LINE)
    found = with_pointed(decided(asks), (asks, line), (WHEN,))
    assert [fact.evidence for fact in found.covered] == [(asks.evidence_id, line.evidence_id)]
