"""The audit of any answer against chunks, with or without a judge beside the rules (SPEC AUD-1..8)."""

from ...errors import AuditInputError
from .audit_claims import Judge, examine
from .audit_input import Chunks, checked_answer
from .audit_report import AuditReport, report_of
from .suggested_fix import suggested_fix


def audit_pairs(answer: object, chunks: Chunks, ask_judge: Judge | None = None) -> AuditReport:
    """The report on `answer` against chunks that were checked (`audit_input.checked_chunks`).

    Raises AuditInputError for an answer that cannot be audited; one that asserts nothing is such.
    """
    read, examined = examine(checked_answer(answer), chunks, ask_judge)
    if not examined:
        raise AuditInputError(
            "the answer asserts nothing that could be checked; give an answer with at least one statement"
        )
    report = report_of(one.result for one in examined)
    if report.verdict == "faithful":
        return report
    return report.model_copy(update={"suggested_fix": suggested_fix(read, examined, chunks, ask_judge)})
