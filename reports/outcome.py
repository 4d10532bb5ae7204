"""What became of a question, in one word: what a person has to see first, whatever shows the report."""

from typing import Literal

from ..evidence.report.evidence_report import EvidenceReport, RiskSignal

Outcome = Literal[
    "answered",  # sufficient: every part is covered, and nothing conflicts
    "reserved",  # answered, but weakly: only by a secondary source, by a text not in force, or with low confidence
    "partly",  # a part of the question has no answer
    "conflict",  # the documents give different values, and nothing decides between them
    "unconfirmed",  # quotes that may answer were found, and nothing confirms them
    "not_found",  # the documents are about the subject, and none states what is asked
    "absent",  # no document is about the subject, or covers the period, place or version asked about
    "unclear",  # the question has to be asked more precisely
    "incomplete",  # something could not be searched, so that nothing may be called absent
]
Family = Literal["good", "warn", "stop"]

FAMILIES: dict[Outcome, Family] = {
    "answered": "good",
    "reserved": "warn",
    "partly": "warn",
    "conflict": "warn",
    "unconfirmed": "warn",
    "not_found": "stop",
    "absent": "stop",
    "unclear": "stop",
    "incomplete": "stop",
}
"""What outcomes look like: to be relied on, to be read with care, no answer."""

_CUT_SHORT: frozenset[str] = frozenset(
    {"budget_exhausted", "time_exhausted", "source_unavailable", "analysis_unavailable"}
)
"""Stop reasons of a closed gate, and signals of other runs. A run that used its follow-ups stops for its budget too, and has searched."""
_SAID_BY: dict[Outcome, frozenset[RiskSignal]] = {
    "answered": frozenset(),
    "reserved": frozenset(),
    "partly": frozenset({"missing_evidence"}),
    "conflict": frozenset({"conflicting_evidence", "missing_evidence"}),
    "unconfirmed": frozenset({"missing_evidence", "not_confirmed"}),
    "not_found": frozenset({"missing_evidence"}),
    "absent": frozenset({"subject_not_found", "scope_absent", "out_of_scope"}),
    "unclear": frozenset({"subject_not_found", "ambiguous_question"}),
    "incomplete": frozenset({"missing_evidence"}),
}


def outcome_of(report: EvidenceReport) -> Outcome:
    """Decided from the report's fields alone, so that a kept report shows as it did when it was made."""
    if report.sufficient and report.answer:
        return "answered"
    statuses = {fact.status for fact in report.required_facts}
    if report.terminal_state == "SUBJECT_NOT_FOUND":
        if report.stop_reason in _CUT_SHORT:
            return "incomplete"
        return "unclear" if report.stop_reason == "ambiguous_question" else "absent"
    if "conflicting" in statuses or any(not conflict.resolved for conflict in report.conflicts):
        return "conflict"
    if report.answer:
        return "partly" if statuses & {"missing", "unconfirmed"} and "covered" in statuses else "reserved"
    if "unconfirmed" in statuses and report.citations:
        return "unconfirmed"
    return "incomplete" if _CUT_SHORT & frozenset(report.risk_signals) else "not_found"


def further_signals(report: EvidenceReport) -> tuple[RiskSignal, ...]:
    """The signals that say more than the outcome, and than the disclosures that name the source."""
    said = set(_SAID_BY[outcome_of(report)])
    if any(disclosure.kind == "stale" for disclosure in report.disclosures):
        said.add("stale_evidence")
    return tuple(signal for signal in report.risk_signals if signal not in said)
