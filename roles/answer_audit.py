"""Checks whether the chunks of a caller's own retrieval support each claim of an answer, and each citation (SPEC
AUD-9)."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..errors import AuditInputError, ModelError
from ..evidence.audit.audit_claims import Judge, Opinion, examine
from ..evidence.audit.audit_input import Chunks, checked_answer, checked_chunks
from ..evidence.audit.audit_report import AuditReport, report_of
from ..evidence.audit.suggested_fix import suggested_fix
from ..evidence.report.evidence_report import ClaimVerdict, Verdict
from .contracts.auditor import AuditedSentence, Auditor, AuditorInput, Chunk

_CLAIMS_A_CALL = 25  # the model's output has a verdict and a note for each claim


def audit(answer: str, chunks: Iterable[Any], *, auditor: Auditor | None = None) -> AuditReport:
    """Audit `answer` against `chunks` and nothing else.

    `chunks`: mappings or objects with `id` and `text`; other fields are ignored. `auditor`: a judge that decides claims
    which code leaves unsettled. Without one, or with one that is not calibrated (SPEC CRI-14), only claims that the
    chunks contain verbatim are supported.

    The audit retrieves nothing and composes no answer (SPEC AUD-10). A suggested fix may ask the judge again, at most
    three times. Raises AuditInputError for an answer or chunks that cannot be audited: over 200,000 characters, empty,
    without a claim, or chunks without id or text or with a repeated id.

    >>> audit("Acme was founded in 1990 [c1].", [{"id": "c1", "text": "Acme was founded in 1990."}]).verdict
    'faithful'
    """
    checked = checked_chunks(chunks)
    return _audited(answer, checked, judge_of(auditor, checked))


def judge_of(auditor: Auditor | None, chunks: Chunks) -> Judge | None:
    """Return the auditor as a judge of claims about these chunks. Return None if the auditor is missing or not
    calibrated."""
    if auditor is None or not auditor.calibrated:
        return None

    def ask_judge(statements: Sequence[str]) -> list[Opinion]:
        parts = [statements[at : at + _CLAIMS_A_CALL] for at in range(0, len(statements), _CLAIMS_A_CALL)]
        return [opinion for part in parts for opinion in _opinions(auditor, part, chunks)]

    return ask_judge


def _audited(answer: object, chunks: Chunks, ask_judge: Judge | None) -> AuditReport:
    """Return the report on `answer`, with a suggested fix if it is not faithful."""
    read, examined = examine(checked_answer(answer), chunks, ask_judge)
    if not examined:
        raise AuditInputError(
            "the answer asserts nothing that could be checked; give an answer with at least one statement"
        )
    report = report_of(claim.result for claim in examined)
    if report.verdict == "faithful":
        return report
    return report.model_copy(update={"suggested_fix": suggested_fix(read, examined, chunks, ask_judge)})


def _opinions(auditor: Auditor, statements: Sequence[str], chunks: Chunks) -> list[Opinion]:
    own = tuple(Chunk(id=chunk.id, text=chunk.text) for chunk in chunks)
    given = AuditorInput(sentences=tuple(AuditedSentence(text=statement, own=own) for statement in statements))
    verdicts = auditor(given)
    if len(verdicts) != len(statements):
        raise ModelError(f"{auditor.name}: it gave {len(verdicts)} verdicts for {len(statements)} claims; audit again")
    return [_opinion(verdict) for verdict in verdicts]


_WORST_FIRST: tuple[Verdict, ...] = ("contradicted", "unsupported", "partial", "supported")


def _opinion(verdicts: Sequence[ClaimVerdict]) -> Opinion:
    """Return one opinion on a claim that the auditor may have split. It is the worst verdict of its parts, or
    "unsupported" without a verdict."""
    if not verdicts:
        return Opinion("unsupported", (), "the auditor gave no verdict")
    worst = min((verdict.verdict for verdict in verdicts), key=_WORST_FIRST.index)
    names = dict.fromkeys(name for verdict in verdicts for name in verdict.supported_by)
    notes = dict.fromkeys(verdict.note for verdict in verdicts if verdict.note and verdict.verdict == worst)
    return Opinion(worst, tuple(names), "; ".join(notes) or None)
