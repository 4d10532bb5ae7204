"""Whether code can prove a sentence of a report from the very quotes it cites (SPEC EVA-4, EVA-6).

That the quotes stand in the stored sources is held by every run itself, and by no guard that can be switched off.
"""

from ...evidence.model.evidence import Evidence
from ...evidence.report.evidence_report import EvidenceReport, Sentence
from ...evidence.report.self_check import recounted
from ...nodes.audit import audited_input
from ...roles.contracts.auditor import sentence_passes
from ...roles.contracts.generator import DraftSentence
from ...roles.extractive.auditor import ExtractiveAuditor


def unsupported(sentence: Sentence, report: EvidenceReport) -> bool:
    """Neither the letter of its quotes nor a calculation of the report says what the sentence says. A sentence in other words than its
    quotes counts as unsupported where only a reader could tell."""
    units = {one.evidence_id: one for one in report.evidence}
    if not sentence.evidence_ids or any(one not in units for one in sentence.evidence_ids):
        return True
    own = [units[one] for one in sentence.evidence_ids]
    if _is_calculated(sentence, own, report):
        return False
    drafted = DraftSentence(text=sentence.text, part=sentence.part, evidence_ids=sentence.evidence_ids)
    return not sentence_passes(ExtractiveAuditor()(audited_input([drafted], units))[0])


def _is_calculated(sentence: Sentence, own: list[Evidence], report: EvidenceReport) -> bool:
    """Whether it tells a result that code works out again over these very quotes."""
    quotes = {str(one.span.span_id): one.span.quote for one in own}
    return any(
        recounted(calculation, quotes).holds and all(operand.span_id in quotes for operand in calculation.operands)
        for calculation in report.calculations
        if calculation.stated_in(sentence.text)
    )
