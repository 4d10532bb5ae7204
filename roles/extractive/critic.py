"""The rule-based critic. A fact is covered if code proves a quote for it (`proof_policy`). Otherwise the critic states what is
missing, and what to search for next."""

from collections.abc import Sequence

from ...evidence.model.subjects import FactId, PlanStep
from ...evidence.names.proper_names import proper_names
from ...evidence.questions.critic_decision import CoveredFact, Decision
from ..contracts.critic import CriticInput


class ExtractiveCritic:
    """Approves the quotes that code proves. If a quote states part of a fact and links the subject to another name, the
    critic proposes this name as a bridge: the name to search for next."""

    name = "extractive"

    def __call__(self, given: CriticInput) -> Decision:
        covered, missing = [], []
        for fact in given.required_facts:
            proving = [span for span in given.verified if span.fact_id == fact.fact_id and span.proved]
            if proving:
                passages = tuple(dict.fromkeys(span.passage_id for span in proving))
                quotes = tuple(span.evidence_id for span in proving)
                covered.append(CoveredFact(fact_id=fact.fact_id, passages=passages, evidence=quotes))
            else:
                missing.append(fact)
        if not missing:
            return Decision(
                requires_more_context=False, reason="verified evidence proves every fact", covered=tuple(covered)
            )
        bridge = next((name for fact in missing for name in bridges(fact, given)), None)
        sought = missing[0]
        words = " ".join(sought.terms) or sought.text
        made = {entry.query.casefold() for entry in given.history}
        subject = next(iter(given.subject_names), "")
        options = [f"{bridge} {words}"] if bridge else []
        options.append(f"{subject} {sought.text}".strip())
        query = next((option for option in options if option.casefold() not in made), "")
        return Decision(
            requires_more_context=True,
            reason=f"no verified evidence proves: {'; '.join(fact.text for fact in missing)}",
            covered=tuple(covered),
            missing_facts=tuple(FactId(fact.fact_id) for fact in missing),
            missing_primary_sources=(f"a primary source on {bridge or subject} that states {words}",) if query else (),
            follow_up_instruction=f"look for {words} under {bridge or subject}" if query else "",
            suggested_query=query,
            bridge=bridge if bridge and query.startswith(bridge) else None,
        )


def bridges(fact: PlanStep, given: CriticInput) -> Sequence[str]:
    """Return possible bridges: names in verified evidence for this fact that are neither in the question nor names of
    its subject. Names in more relevant evidence come first."""
    known = f"{given.question} {' '.join(given.subject_names)}".casefold()
    spans = sorted((span for span in given.verified if span.fact_id == fact.fact_id), key=lambda span: -span.relevance)
    names = dict.fromkeys(name for span in spans for name in proper_names(span.quote) if name.casefold() not in known)
    return tuple(name for name in names if _names_somebody(name))


def _names_somebody(name: str) -> bool:
    """Return whether the name has two or more words, not all in capitals: true for "Stavenholt Vaults Ltd", false for
    "SG&A" and "RESOLVED"."""
    return " " in name and not name.isupper()
