"""The arms (compared systems) and the ablations (one guard off) of an evaluation: one graph with parts switched off
(SPEC EVA-2).

No setting, context or server can switch these parts off. Only this module sets `nodes.runtime.guard_switches`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from langgraph.graph.state import CompiledStateGraph

from ...graph.build import engine_of, laid_out
from ...nodes.runtime.context import RunContext
from ...nodes.runtime.engine import Engine
from ...nodes.runtime.guard_switches import GuardSwitches
from ...nodes.runtime.state import RunInput, RunOutput, RunState
from ...roles.model_call.recording import Tape
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from .arm_roles import (
    ApprovingAuditor,
    ApprovingCritic,
    NoFinder,
    SelfCritical,
    StrongMatchCritic,
    TopicAnalyst,
    TopPassages,
    own_reviewer,
)
from .result import ArmName, GuardName

Declared = Literal["manifest", "one_kind", "one_time", "plain"]
"""The part of the manifest that is used at ingest.

- `manifest`: all of it
- `one_kind`: without kinds, so that every document is primary
- `one_time`: without dates and replacements
- `plain`: without all of these, as in plain retrieval
"""
Graph = CompiledStateGraph[RunState, RunContext, RunInput, RunOutput]


class Variant(NamedTuple):
    """A way to build the graph. `about` describes it in one sentence."""

    about: str
    declared: Declared
    follow_ups: Literal[0, 1, 2] | None
    """The number of follow-ups; None for the number in the settings."""
    made: Callable[[Engine], Engine]
    """A function that returns the engine of the product with the parts of this variant switched off."""
    judges_itself: bool = True
    """Whether the variant marks its answers as sufficient or not. An arm without a critic does not."""


def with_approving_roles(variant: Variant) -> Variant:
    """Return the variant with a critic and an auditor that approve everything, so that only code can refuse.

    They simulate a calibrated judge that is always wrong. So, as with a judge, no proof by rules is required.
    """

    def made(engine: Engine) -> Engine:
        own = variant.made(engine)
        roles = replace(own.roles, critic=ApprovingCritic(), auditor=ApprovingAuditor())
        return replace(own, roles=roles, guards=own.guards.model_copy(update={"proof": False}))

    return variant._replace(made=made)


def built(variant: Variant, kb: KnowledgeBase, settings: Settings, tape: Tape | None = None) -> Graph:
    """Return the graph of one variant. Raises SettingsError as `build_graph` does."""
    if variant.follow_ups is not None:
        settings = settings.with_changes(follow_ups=variant.follow_ups)
    return laid_out(variant.made(engine_of(kb, settings, tape=tape)))


def _without(**guards: bool) -> Callable[[Engine], Engine]:
    return lambda engine: replace(engine, guards=GuardSwitches(**guards))


def _plain(engine: Engine) -> Engine:
    """Return the engine with only retrieval and a generator. Subjects are not proved, and quotes must only be
    verbatim."""
    roles = replace(
        engine.roles,
        analyst=TopicAnalyst(),
        finder=NoFinder(),
        extractor=TopPassages() if engine.settings.models.generator else engine.roles.extractor,
        critic=ApprovingCritic(),
        auditor=ApprovingAuditor(),
        gate_judge=None,
    )
    off = GuardSwitches(
        subject_gate=False,
        evidence_binding=False,
        premises=False,
        proof=False,
        claim_audit=False,
        conflicts=False,
    )
    return replace(engine, roles=roles, guards=off, correlated_critic=False, trial_run=None)


def _self_critique(engine: Engine) -> Engine:
    plain = _plain(engine)
    return replace(
        plain, roles=replace(plain.roles, generator=SelfCritical(plain.roles.generator, own_reviewer(engine)))
    )


def _strong_matches(engine: Engine) -> Engine:
    return replace(engine, roles=replace(engine.roles, critic=StrongMatchCritic()), guards=GuardSwitches(proof=False))


def _unaudited(engine: Engine) -> Engine:
    roles = replace(engine.roles, auditor=ApprovingAuditor())
    return replace(engine, roles=roles, guards=GuardSwitches(claim_audit=False))


def _whole(engine: Engine) -> Engine:
    return engine


ARMS: Mapping[ArmName, Variant] = {
    "plain_rag": Variant(
        "retrieves and states what is nearest; no gate, no checks, no critic", "plain", 0, _plain, False
    ),
    "self_critique": Variant("plain_rag, and its generator reviews the draft once", "plain", 0, _self_critique, False),
    "grounded": Variant("gate, checks, a critic apart from the generator, audit; no follow-up", "manifest", 0, _whole),
    "grounded_follow_up": Variant("the product: grounded, with one follow-up retrieval", "manifest", 1, _whole),
}
"""The arms, the simplest first."""
GUARDS: Mapping[GuardName, Variant] = {
    "subject_gate": Variant("a subject need not be proven", "manifest", 1, _without(subject_gate=False)),
    "evidence_binding": Variant(
        "a quote need not be about the subject", "manifest", 1, _without(evidence_binding=False)
    ),
    "premises": Variant(
        "the documents need not state what the question assumes", "manifest", 1, _without(premises=False)
    ),
    "stating": Variant("a strong match need not state the fact", "manifest", 1, _strong_matches),
    "primary_sources": Variant("a source of any kind proves a fact", "one_kind", 1, _whole),
    "claim_audit": Variant("no sentence is audited", "manifest", 1, _unaudited),
    "currency": Variant("superseded and expired texts count as in force", "one_time", 1, _whole),
    "conflicts": Variant("conflicts are not detected", "manifest", 1, _without(conflicts=False)),
}
