"""Builds the graph: one node for each state of a run, and the edges between them (SPEC EXE-1..3)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..errors import SettingsError
from ..nodes.audit import audit
from ..nodes.conclude import conclude
from ..nodes.critique import critique
from ..nodes.discover_candidates import discover_candidates
from ..nodes.draft import draft
from ..nodes.extract_evidence import extract_evidence
from ..nodes.identify_subject_class import identify_subject_class
from ..nodes.init import init
from ..nodes.retrieve_evidence import retrieve_evidence
from ..nodes.runtime.admission import Admission
from ..nodes.runtime.context import RunContext
from ..nodes.runtime.engine import Engine
from ..nodes.runtime.state import RunInput, RunOutput, RunState, read_state
from ..nodes.runtime.step import NodeStep, as_node
from ..nodes.subject_not_found import subject_not_found
from ..nodes.verify_evidence import verify_evidence
from ..prompts.templates import prompts_sha256
from ..roles.contracts.roles import Roles
from ..roles.contracts.same_model import correlated
from ..roles.extractive.extractive_roles import extractive_roles
from ..roles.llm.calibration_store import current_calibration
from ..roles.model_call.recording import Tape
from ..settings import Settings
from ..stores.kb.knowledge_base import KnowledgeBase
from ..stores.sources.skills import Skill
from ..stores.sources.source import PassageSource, Source, TableSource
from .checked_input import checked
from .rule_based_runs import RuleBasedRuns

if TYPE_CHECKING:
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.tools import BaseTool

PREFIXES = ("", "follow_up_", "second_follow_up_")
"""The name prefix of the nodes of each retrieval pass. The first pass has plain names."""


def build_graph(
    kb: KnowledgeBase,
    settings: Settings | None = None,
    *,
    roles: Roles | None = None,
    sources: Sequence[BaseTool | BaseRetriever | Skill] = (),
    checkpointer: Any = None,
    tape: Tape | None = None,
    admission: Admission | None = None,
    door: Admission | None = None,
) -> CompiledStateGraph[RunState, RunContext, RunInput, RunOutput]:
    """Return a compiled graph over `kb`, to invoke, to stream, or to add to another graph as a node.

    `graph.invoke({"question": "…"})["report"]` is an `EvidenceReport`. The number of follow-up passes is fixed here
    (`Settings.follow_ups`): each pass has its own nodes, so the graph is acyclic. The limits of the knowledge base's
    tenant (`Settings.tenants`) apply to every run.

    - `roles`: the six roles; by default those on the models of the settings, or rule-based roles if no model is set
    - `sources`: tools and retrievers of the user, queried in this order after those of the settings and before the
      built-in sources
    - `checkpointer`: any LangGraph checkpointer
    - `tape`: records model calls, or replays them
    - `admission`: the admission control of a serving process; when it closes, active runs conclude
    - `door`: the old name of `admission`, until 0.4

    Raises SettingsError if generator and critic are one model (SPEC CRI-2), for an uncalibrated auditor in a mode in
    which it would count, and for a source that cannot be queried.
    """
    if door is not None:
        warn("build_graph: door has been renamed to admission", DeprecationWarning, stacklevel=2)
        admission = admission or door
    if not isinstance(kb, KnowledgeBase):
        raise SettingsError(
            f"kb: a KnowledgeBase is needed, not {type(kb).__name__}; open one with KnowledgeBase.open(folder)"
        )
    return laid_out(
        engine_of(kb, settings or Settings(), roles=roles, sources=sources, tape=tape, admission=admission),
        checkpointer,
    )


def engine_of(
    kb: KnowledgeBase,
    settings: Settings,
    *,
    roles: Roles | None = None,
    sources: Sequence[BaseTool | BaseRetriever | Skill] = (),
    tape: Tape | None = None,
    admission: Admission | None = None,
) -> Engine:
    """Return the engine, which is what the nodes of a graph share: knowledge base, settings, roles and sources. Every
    guard is on.

    Raises SettingsError as `build_graph` does.
    """
    settings = settings.for_tenant(kb.tenant)
    roles = roles or _roles(settings, tape)
    same = correlated(roles)
    if same and not settings.models.allow_same_model:
        raise SettingsError(
            f"models: generator and critic are the same model ({roles.generator.name} and {roles.critic.name}); set models.critic to "
            "another model, or set models.allow_same_model = true (reports then have the signal correlated_critic)"
        )
    if not (roles.uncalibrated or roles.auditor.calibrated):
        raise SettingsError(
            f"roles: the auditor {roles.auditor.name} is not calibrated, but the verdicts of an auditor count in the mode {roles.mode}; "
            "give Roles the mode unjudged, or picked if only code proposes"
        )
    engine = Engine(
        kb=kb,
        settings=settings,
        roles=roles,
        prompts_sha256=prompts_sha256() if any("@" in name for name in roles.names().values()) else None,
        correlated_critic=same,
        calibration=current_calibration(roles.auditor.name, settings.models, tape),
        tape=tape,
        admission=admission,
        sources=(*_own_sources(settings, sources, tape), PassageSource(), TableSource()),
        trial_run=RuleBasedRuns(
            lambda: laid_out(
                Engine(kb=kb, settings=settings.model_copy(update={"follow_ups": 0}), roles=extractive_roles())
            )
        ).trial,
    )
    if settings.models.rule_based_fallback and roles.reads:
        return replace(engine, rule_based_run=RuleBasedRuns(lambda: laid_out(_rule_based(engine))).repeat)
    return engine


def _rule_based(engine: Engine) -> Engine:
    """Return an engine with the same knowledge base, sources and settings, but with rule-based roles."""
    return replace(
        engine,
        roles=extractive_roles(),
        prompts_sha256=None,
        correlated_critic=False,
        calibration=None,
        rule_based_run=None,
    )


def laid_out(engine: Engine, checkpointer: Any = None) -> CompiledStateGraph[RunState, RunContext, RunInput, RunOutput]:
    """Return the compiled graph whose nodes share `engine`."""
    graph = StateGraph(RunState, context_schema=RunContext, input_schema=RunInput, output_schema=RunOutput)

    def add(step: NodeStep[Any, Any]) -> str:
        graph.add_node(step.name, as_node(step, engine))
        return step.name

    begin, identify, discover = add(init(engine)), add(identify_subject_class(engine)), add(discover_candidates(engine))
    not_found = add(subject_not_found(engine))
    passes = [
        (
            add(retrieve_evidence(engine, number, "retrieve_evidence" if not prefix else f"{prefix}retrieve")),
            add(extract_evidence(engine, number, "extract_evidence" if not prefix else f"{prefix}extract")),
            add(verify_evidence(engine, number, "verify_evidence" if not prefix else f"{prefix}verify")),
            add(critique(engine, number, f"{prefix}critique")),
        )
        for number, prefix in enumerate(PREFIXES[: engine.settings.follow_ups + 1])
    ]
    drafted, audited, concluded = add(draft(engine)), add(audit(engine)), add(conclude(engine))
    graph.add_edge(START, begin)
    graph.add_edge(begin, identify)
    graph.add_edge(identify, discover)
    graph.add_conditional_edges(discover, after_gate, {"found": passes[0][0], "not_found": not_found})
    graph.add_edge(not_found, END)
    for index, nodes in enumerate(passes):
        for node, following in pairwise(nodes):
            graph.add_edge(node, following)
        if index + 1 < len(passes):
            onward: dict[Hashable, str] = {"draft": drafted, "follow_up": passes[index + 1][0], "conclude": concluded}
            graph.add_conditional_edges(nodes[-1], after_critique, onward)
        else:
            graph.add_conditional_edges(nodes[-1], after_last_critique, {"draft": drafted, "conclude": concluded})
    graph.add_edge(drafted, audited)
    graph.add_edge(audited, concluded)
    graph.add_edge(concluded, END)
    return checked(graph.compile(checkpointer=checkpointer, name="pincite"))


def _own_sources(
    settings: Settings, given: Sequence[BaseTool | BaseRetriever | Skill], tape: Tape | None
) -> Sequence[Source]:
    if not settings.sources and not given and tape is None:
        return ()
    from .registered import own_sources  # imports LangChain's tools and retrievers, which takes 0.1 s

    return own_sources(settings, given, tape)


def _roles(settings: Settings, tape: Tape | None) -> Roles:
    if settings.models.generator is None:
        return extractive_roles()
    from ..roles.llm.providers import roles_of  # importing the model code takes 0.1 s

    return roles_of(settings.models, settings.budgets, tape=tape)


def after_gate(state: RunState) -> Literal["found", "not_found"]:
    """Return the branch after the search for candidates. Without a candidate the run ends (SPEC EXE-4)."""
    return "found" if state.get("candidates") else "not_found"


def after_critique(state: RunState) -> Literal["draft", "follow_up", "conclude"]:
    """Return the branch that the critique chose. It may be plain data, if the state was edited on a server."""
    step = read_state({"next_step": state.get("next_step")})["next_step"]
    return step.step if step is not None else "conclude"


def after_last_critique(state: RunState) -> Literal["draft", "conclude"]:
    """Return the branch after the last retrieval pass: draft an answer, or conclude. No further follow-up is
    possible."""
    return "draft" if after_critique(state) == "draft" else "conclude"
