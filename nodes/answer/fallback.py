"""Answers by rules if models failed, no other answer exists, and the settings allow it
(`models.rule_based_fallback`)."""

from ...evidence.language.question_language import language_of
from ...evidence.report.digest import report_digest
from ...evidence.report.evidence_report import Disclosure, EvidenceReport
from ...roles.model_call.fault_words import cause_in_words
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .phrases import phrases_of


def or_rule_based(engine: Engine, state: RunState, report: EvidenceReport) -> EvidenceReport:
    """Return the report of a rule-based run if this report has no answer and models failed; otherwise return this
    report.

    Path, evidence and provenance are those of the rule-based run. The models' usage and faults stay in the report. The
    first disclosure says what happened.
    """
    if engine.rule_based_run is None or report.answer or not report.model_faults:
        return report
    other = engine.rule_based_run(state)
    if other is None:
        return report
    language = language_of(report.question)
    why = " ".join(cause_in_words(fault, language) for fault in report.model_faults)
    note = Disclosure(kind="note", subject="models", reason=phrases_of(report.question).rules_instead.format(why=why))
    down = tuple(
        signal for signal in report.risk_signals if signal.endswith("_unavailable") and signal != "source_unavailable"
    )
    usage = report.usage.model_copy(update={"seconds": round(report.usage.seconds + other.usage.seconds, 4)})
    merged = other.model_copy(
        update={
            "model_faults": report.model_faults,
            "disclosures": (note, *other.disclosures),
            "risk_signals": tuple(dict.fromkeys((*other.risk_signals, *down))),
            "usage": usage,
        }
    )
    return merged.model_copy(update={"digest": report_digest(merged)})
