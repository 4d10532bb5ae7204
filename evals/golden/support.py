"""Decides whether code can prove a sentence of a report from the quotes that it cites (SPEC EVA-4, EVA-6).

Every run itself checks that the stored sources contain the quotes; no ablation can switch that off.
"""

from ...evidence.model.evidence import Evidence
from ...evidence.report.evidence_report import EvidenceReport, Sentence
from ...evidence.report.self_check import recounted
from ...nodes.audit import audited_input
from ...roles.contracts.auditor import sentence_passes
from ...roles.contracts.generator import DraftSentence
from ...roles.extractive.auditor import ExtractiveAuditor


def unsupported(sentence: Sentence, report: EvidenceReport) -> bool:
    """Return whether neither the quotes of a sentence nor a calculation of the report prove it. A paraphrase that only
    a judge could confirm counts too."""
    units = {unit.evidence_id: unit for unit in report.evidence}
    if not sentence.evidence_ids or any(evidence_id not in units for evidence_id in sentence.evidence_ids):
        return True
    own = [units[evidence_id] for evidence_id in sentence.evidence_ids]
    if _is_calculated(sentence, own, report):
        return False
    drafted = DraftSentence(text=sentence.text, part=sentence.part, evidence_ids=sentence.evidence_ids)
    return not sentence_passes(ExtractiveAuditor()(audited_input([drafted], units))[0])


def _is_calculated(sentence: Sentence, own: list[Evidence], report: EvidenceReport) -> bool:
    """Return whether the sentence states a result that code can recompute from these quotes."""
    quotes = {str(unit.span.span_id): unit.span.quote for unit in own}
    return any(
        recounted(calculation, quotes).holds and all(operand.span_id in quotes for operand in calculation.operands)
        for calculation in report.calculations
        if calculation.stated_in(sentence.text)
    )
