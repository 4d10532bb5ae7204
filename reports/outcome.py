"""Names the outcome of a question by one word, which every form of a report shows first."""

from typing import Literal

from ..evidence.report.evidence_report import EvidenceReport, RiskSignal

Outcome = Literal[
    "answered",  # sufficient: every part is covered, and nothing conflicts
    "reserved",  # answered, but weakly: only by a secondary source, by a text not in force, or with low confidence
    "partly",  # a part of the question has no answer
    "conflict",  # the documents give different values, and no rule decides between them
    "unconfirmed",  # quotes that may answer were found, but nothing confirms them
    "not_found",  # documents are about the subject, but none states what is asked
    "absent",  # no document is about the subject, or covers the period, place or version asked about
    "not_chosen",  # the chosen documents do not answer it, and other documents were not searched
    "unclear",  # the question must be more precise
    "incomplete",  # something could not be searched, so nothing may be called absent
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
    "not_chosen": "stop",
    "unclear": "stop",
    "incomplete": "stop",
}
"""How reliable an answer with each outcome is.

- `good`: reliable
- `warn`: to be used with care
- `stop`: there is no answer
"""

_CUT_SHORT: frozenset[str] = frozenset(
    {"budget_exhausted", "time_exhausted", "source_unavailable", "analysis_unavailable"}
)
"""Stop reasons at the gate, and signals of other runs, that mean an incomplete search. `budget_exhausted` counts only
at the gate, since later it also means that all follow-ups were used after a full search."""
_SAID_BY: dict[Outcome, frozenset[RiskSignal]] = {
    "answered": frozenset(),
    "reserved": frozenset(),
    "partly": frozenset({"missing_evidence"}),
    "conflict": frozenset({"conflicting_evidence", "missing_evidence"}),
    "unconfirmed": frozenset({"missing_evidence", "not_confirmed"}),
    "not_found": frozenset({"missing_evidence"}),
    "absent": frozenset({"subject_not_found", "scope_absent", "out_of_scope"}),
    "not_chosen": frozenset({"subject_not_found", "scope_absent", "out_of_scope", "missing_evidence"}),
    "unclear": frozenset({"subject_not_found", "ambiguous_question"}),
    "incomplete": frozenset({"missing_evidence"}),
}


def outcome_of(report: EvidenceReport) -> Outcome:
    """Return the outcome. It follows from the report alone, so a saved report is always shown in the same way."""
    if report.sufficient and report.answer:
        return "answered"
    statuses = {fact.status for fact in report.required_facts}
    if report.terminal_state == "SUBJECT_NOT_FOUND":
        if report.stop_reason in _CUT_SHORT:
            return "incomplete"
        if report.stop_reason == "ambiguous_question":
            return "unclear"
        return "not_chosen" if "documents_limited" in report.risk_signals else "absent"
    if "conflicting" in statuses or any(not conflict.resolved for conflict in report.conflicts):
        return "conflict"
    if report.answer:
        return "partly" if statuses & {"missing", "unconfirmed"} and "covered" in statuses else "reserved"
    if "unconfirmed" in statuses and report.citations:
        return "unconfirmed"
    if _CUT_SHORT & frozenset(report.risk_signals):
        return "incomplete"
    return "not_chosen" if "documents_limited" in report.risk_signals else "not_found"


def further_signals(report: EvidenceReport) -> tuple[RiskSignal, ...]:
    """Return the signals that say more than the outcome and the disclosures."""
    said = {"documents_limited", *_SAID_BY[outcome_of(report)]}  # the conclusion states the limit
    if any(disclosure.kind == "stale" for disclosure in report.disclosures):
        said.add("stale_evidence")
    return tuple(signal for signal in report.risk_signals if signal not in said)
