"""What the audit let through, held against its evidence once more before it is shown: a state can be edited in between (SPEC ANS-5)."""

from collections.abc import Mapping, Sequence
from datetime import date

from ..evidence.model.evidence import Evidence, EvidenceId
from ..evidence.model.subjects import PlanStep
from ..evidence.report.evidence_report import Disclosure
from ..roles.contracts.auditor import sentence_passes
from ..roles.extractive.auditor import ExtractiveAuditor
from ..roles.llm.claims_by_code import by_code, claims_of
from .answer.assess import Checked, shortened
from .audit import audited_input, recount


def rechecked(
    passed: Sequence[Checked],
    standing: Mapping[EvidenceId, Evidence],
    facts: Sequence[PlanStep],
    question: str,
    as_of: date,
) -> tuple[tuple[Checked, ...], tuple[Disclosure, ...]]:
    """The sentences that still stand; the others are removed, and that is disclosed. `standing` holds the evidence of all of them.

    Code proves a sentence again. What only a reader can tell counts as the audit has it, for the words that it read.
    """
    kept, removed = [], []
    for one in passed:
        if reason := _why_not(one, standing, facts, question, as_of):
            subject = shortened(one.sentence.text, 80)
            removed.append(Disclosure(kind="removed_sentence", subject=subject, reason=reason))
        else:
            kept.append(one)
    return tuple(kept), tuple(removed)


def _why_not(
    one: Checked, standing: Mapping[EvidenceId, Evidence], facts: Sequence[PlanStep], question: str, as_of: date
) -> str | None:
    if one.sentence.calculation is not None:
        again = recount(one.sentence, standing, facts, question, as_of)
        return None if again.verdict == "supported" else again.note or "worked out again, it is another"
    given = audited_input([one.sentence], standing)
    if sentence_passes(ExtractiveAuditor()(given)[0]):
        return None
    for claim in claims_of(given):
        verdict = by_code(given.sentences[0], claim)
        if verdict is None and not any(claim.span in audited.span for audited in one.verdicts):
            return "it does not read as it did when it was audited"
        if verdict is not None and verdict.verdict != "supported":
            return verdict.note or verdict.verdict
    return None
