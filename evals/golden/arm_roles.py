"""Roles of simpler systems, for the arms of an evaluation that lack a part of the product (SPEC EVA-2). An arm is one
of the compared systems."""

from collections.abc import Callable

from ...evidence.model.evidence import Proposal
from ...evidence.model.subjects import CandidateProposal, FactId, Plan, PlanStep, SubjectClass
from ...evidence.questions.critic_decision import CoveredFact, Decision
from ...evidence.report.evidence_report import ClaimVerdict
from ...nodes.audit import audited_input, by_id
from ...nodes.runtime.engine import Engine
from ...roles.contracts.analyst import AnalystInput
from ...roles.contracts.auditor import AuditorInput, sentence_passes
from ...roles.contracts.critic import CriticInput, VerifiedSpan
from ...roles.contracts.extractor import ExtractorInput
from ...roles.contracts.finder import FinderInput
from ...roles.contracts.generator import DraftSentence, Generator, GeneratorInput
from ...roles.extractive.analyst import ExtractiveAnalyst
from ...roles.extractive.critic import ExtractiveCritic
from ...roles.extractive.rules.proof_policy import STRONG
from ...roles.extractive.rules.question_facts import topic_words
from ...roles.llm.auditor import LlmAuditor
from ...roles.llm.providers import speaker_for

Reviewer = Callable[[tuple[DraftSentence, ...], GeneratorInput], tuple[DraftSentence, ...]]
"""A function that returns the sentences of a draft that the generator keeps. It gets the draft and its input."""
PASSAGES = 8
"""The number of passages for each part of a question, as many as usual in retrieval."""
LONGEST = 300
"""The maximum number of characters of a question that are searched for as they are."""


class TopicAnalyst:
    """Plans any question as a topic of the whole knowledge base. It refuses nothing, treats names as ordinary words,
    and splits a question by rules."""

    name = "none"

    def __call__(self, given: AnalystInput) -> Plan:
        read = ExtractiveAnalyst()(given)
        words = tuple(topic_words(read.resolved_question)) or (read.resolved_question,)
        whole = PlanStep(fact_id=FactId("f1"), text=read.resolved_question, terms=words)
        facts = tuple(_of_no_subject(fact, read) for fact in read.required_facts) or (whole,)
        return Plan(
            question=read.question,
            resolved_question=read.resolved_question,
            subjects=(SubjectClass(subject_type="concept", name=read.resolved_question[:LONGEST]),),
            required_facts=facts,
            intent=read.intent,
            queries=read.queries,
        )


def _of_no_subject(fact: PlanStep, read: Plan) -> PlanStep:
    """Return the fact, with the names of its subject among the search words."""
    subject = read.subjects[fact.subject]
    names = (subject.name, subject.role, subject.document_type, subject.parent_entity)
    constraints = tuple(dict.fromkeys((*fact.constraints, *(name for name in names if name))))
    return fact.model_copy(update={"subject": 0, "constraints": constraints})


class NoFinder:
    """A finder that proposes no candidate."""

    name = "none"

    def __call__(self, given: FinderInput) -> tuple[CandidateProposal, ...]:
        return ()


class TopPassages:
    """Gives the first passages to the generator whole, as retrieval-augmented generation usually does."""

    name = "none"

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        return tuple(
            Proposal(fact_id=fact.fact_id, claim=passage.text, quote=passage.text, passage_id=passage.passage_id)
            for fact in given.required_facts
            for passage in given.passages[:PASSAGES]
        )


class ApprovingCritic:
    """Approves every quote for its fact, and asks for no follow-up."""

    name = "none"

    def __call__(self, given: CriticInput) -> Decision:
        held: dict[FactId, list[VerifiedSpan]] = {}
        for span in given.verified:
            held.setdefault(span.fact_id, []).append(span)
        covered = tuple(
            CoveredFact(
                fact_id=fact,
                passages=tuple(dict.fromkeys(span.passage_id for span in spans)),
                evidence=tuple(span.evidence_id for span in spans),
            )
            for fact, spans in held.items()
        )
        return Decision(requires_more_context=False, reason="nothing was judged", covered=covered)


class StrongMatchCritic(ExtractiveCritic):
    """The rule-based critic without its proof policy: it approves a strong match without an open premise."""

    name = "extractive, strong matches"

    def _held(self, fact: PlanStep, given: CriticInput) -> list[VerifiedSpan]:
        own = [span for span in given.verified if span.fact_id == fact.fact_id]
        return [span for span in own if span.relevance >= STRONG and not span.premises_open]


class ApprovingAuditor:
    """Approves every sentence with its citations."""

    name = "none"
    calibrated = True

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        return tuple(
            (
                ClaimVerdict(
                    span=sentence.text, supported_by=tuple(chunk.id for chunk in sentence.own), verdict="supported"
                ),
            )
            for sentence in given.sentences
        )


class SelfCritical:
    """Drafts, reviews its own draft once, and keeps the sentences that pass."""

    def __init__(self, generator: Generator, review: Reviewer) -> None:
        self._generator, self._review = generator, review
        self.name = generator.name

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        return self._review(self._generator(given), given)


def own_reviewer(engine: Engine) -> Reviewer:
    """Return the function by which the generator of an engine reviews its own draft.

    A model checks each sentence against its quotes. A rule-based generator keeps sentences whose quotes are a strong
    match by its own relevance score.
    """
    endpoint = engine.settings.models.generator
    if endpoint is None:
        return _strong_ones
    offline = engine.tape is not None and engine.tape.replaying
    auditor = LlmAuditor(speaker_for(endpoint, engine.settings.budgets, offline=offline), calibrated=True)

    def read(draft: tuple[DraftSentence, ...], given: GeneratorInput) -> tuple[DraftSentence, ...]:
        stated = [sentence for sentence in draft if sentence.calculation is None]
        units = by_id((*given.evidence, *given.links))
        verdicts = iter(auditor(audited_input(stated, units, given.question)) if stated else ())
        return tuple(
            sentence for sentence in draft if sentence.calculation is not None or sentence_passes(next(verdicts))
        )

    return read


def _strong_ones(draft: tuple[DraftSentence, ...], given: GeneratorInput) -> tuple[DraftSentence, ...]:
    relevance = {unit.evidence_id: unit.relevance for unit in (*given.evidence, *given.links)}
    return tuple(sentence for sentence in draft if max(relevance[unit] for unit in sentence.evidence_ids) >= STRONG)
