"""What an answer takes from the question and not from a document: the meaning of "we", and the case to which a rule is applied."""

from collections.abc import Sequence

from ...evidence.model.subjects import Plan
from ...evidence.report.evidence_report import Disclosure, FactCoverage
from .phrases import Phrases


def taken_from_question(analysis: Plan, facts: Sequence[FactCoverage], phrases: Phrases) -> tuple[Disclosure, ...]:
    """A note for the asker's own organisation, and one for the circumstances of the covered facts."""
    covered = {fact.fact_id for fact in facts if fact.status == "covered"}
    own = dict.fromkeys(subject.name for subject in analysis.subjects if subject.own and subject.name)
    case = dict.fromkeys(
        circumstance
        for fact in analysis.required_facts
        if fact.fact_id in covered
        for circumstance in fact.circumstances
    )
    notes = [Disclosure(kind="note", subject=name, reason=phrases.own_organisation) for name in own]
    if case:
        listed = phrases.listed([phrases.quoted.format(text=circumstance) for circumstance in case])
        notes.append(Disclosure(kind="note", subject=listed, reason=phrases.of_the_question))
    return tuple(notes)
