"""What became of a question, decided from the report alone, and the signals that say more than that."""

import pytest

from pincite import EvidenceReport
from pincite.evidence.report.evidence_report import FactCoverage
from pincite.reports.outcome import Outcome, further_signals, outcome_of


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("notice", "answered"),
        ("conflict", "conflict"),
        ("unconfirmed", "unconfirmed"),
        ("refusal", "absent"),
        ("vague", "unclear"),
    ],
)
def test_whole_runs(name: str, outcome: Outcome, request: pytest.FixtureRequest) -> None:
    assert outcome_of(request.getfixturevalue(name)) == outcome


def test_an_answer_that_leaves_a_part_open_is_partial_and_a_weak_one_reserved(notice: EvidenceReport) -> None:
    (fact,) = notice.required_facts
    open_part = FactCoverage(fact_id="f2", text="the rent", status="missing")
    partly = notice.model_copy(update={"sufficient": False, "required_facts": (fact, open_part)})
    assert outcome_of(partly) == "partly"
    old = fact.model_copy(update={"status": "superseded"})
    assert outcome_of(notice.model_copy(update={"sufficient": False, "required_facts": (old,)})) == "reserved"


@pytest.mark.spec("USE-6")
@pytest.mark.parametrize("ended", ["SUBJECT_NOT_FOUND", "CONCLUDED"])
def test_what_the_chosen_documents_lack_is_not_called_absent(refusal: EvidenceReport, ended: str) -> None:
    limited = {"terminal_state": ended, "risk_signals": ("missing_evidence", "documents_limited")}
    report = refusal.model_copy(update=limited)
    assert outcome_of(report) == "not_chosen"
    assert further_signals(report) == ()


@pytest.mark.spec("RET-4", "SUB-11")
@pytest.mark.parametrize("signal", ["source_unavailable", "budget_exhausted", "time_exhausted"])
def test_what_was_not_searched_whole_is_never_called_absent(refusal: EvidenceReport, signal: str) -> None:
    assert outcome_of(refusal.model_copy(update={"stop_reason": signal})) == "incomplete"
    ended = {"terminal_state": "CONCLUDED", "stop_reason": signal, "risk_signals": (signal, "missing_evidence")}
    concluded = refusal.model_copy(update=ended)
    assert outcome_of(concluded) == "incomplete"
    assert further_signals(concluded) == (signal,)


def test_a_run_that_used_its_follow_ups_has_searched(refusal: EvidenceReport) -> None:
    ended = {"terminal_state": "CONCLUDED", "stop_reason": "budget_exhausted", "risk_signals": ("missing_evidence",)}
    assert outcome_of(refusal.model_copy(update=ended)) == "not_found"


def test_signals_that_the_outcome_says_are_not_said_again(refusal: EvidenceReport, conflict: EvidenceReport) -> None:
    assert further_signals(refusal) == ()
    assert further_signals(conflict) == ()
    old = conflict.model_copy(update={"risk_signals": ("conflicting_evidence", "stale_evidence")})
    assert further_signals(old) == ("stale_evidence",)
