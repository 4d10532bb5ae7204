"""The rule-based auditor. A claim is supported only if code proves it (SPEC AUD-7)."""

from ...evidence.audit.claim_verdict import NEEDS_A_JUDGE
from ...evidence.claims.split_claims import split_claims
from ...evidence.guards.judge_claim import judge
from ...evidence.guards.prepared_source import PreparedText
from ...evidence.report.evidence_report import ClaimVerdict
from ..contracts.auditor import AuditedSentence, AuditorInput, quoting


class ExtractiveAuditor:
    """Audits claims by code. A proved claim is supported. A refuted claim is contradicted or partial. Any other claim
    is unsupported and needs a judge."""

    name = "extractive"
    calibrated = True

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        return tuple(_audit(sentence) for sentence in given.sentences)


def _audit(sentence: AuditedSentence) -> tuple[ClaimVerdict, ...]:
    sources = [PreparedText(chunk.id, chunk.text) for chunk in sentence.own]
    if quoted := quoting(sentence, sentence.text):
        return (ClaimVerdict(span=sentence.text, supported_by=quoted, verdict="supported"),)
    whole = judge(sentence.text, sources)
    if whole.is_proved:
        return (ClaimVerdict(span=sentence.text, supported_by=whole.supported_by, verdict="supported"),)
    return tuple(_verdict(claim.text, claim.statement, sources) for claim in split_claims(sentence.text))


def _verdict(claim: str, statement: str, sources: list[PreparedText]) -> ClaimVerdict:
    judgement = judge(statement, sources)
    if judgement.is_proved:
        return ClaimVerdict(span=claim, supported_by=judgement.supported_by, verdict="supported")
    if judgement.refusal is None:
        return ClaimVerdict(span=claim, supported_by=(), verdict="unsupported", note=NEEDS_A_JUDGE)
    held = judgement.supported_by if judgement.refusal == "partial" else ()
    return ClaimVerdict(span=claim, supported_by=held, verdict=judgement.refusal, note=judgement.reason)
