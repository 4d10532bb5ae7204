"""Scripted roles: a chat model that answers each role by what its prompt shows, for whole runs in which only the model is not real."""

import json
import re
from collections.abc import Callable
from typing import Any

from langchain_core.messages import BaseMessage
from model_answers import Answer, quoted, verdict
from simulated_model import SimulatedModel

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.roles.llm.llm_roles import llm_roles
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

Say = Callable[[str, str], Answer | str]
"""(role, what its user message shows) → its answer; a text is sent as it is."""


class Reader(SimulatedModel):
    say: Say
    roles: list[str]
    """The roles that it was asked in, in order."""

    def reply(self, messages: list[BaseMessage]) -> str:
        role = role_of(str(messages[0].content))
        self.roles.append(role)
        said = self.say(role, str(messages[1].content))
        return said if isinstance(said, str) else json.dumps(said)


def role_of(instructions: str) -> str:
    """The role that a prompt is for; each names it first, in bold."""
    named = re.search(r"\*\*([\w ]+)\*\*", instructions)
    assert named
    return {"judge at the gate": "gate_judge"}.get(named[1], named[1])


def run(
    kb: KnowledgeBase,
    question: str,
    say: Say,
    *,
    calibrated: bool = True,
    second: Say | None = None,
    **settings: Any,
) -> tuple[EvidenceReport, list[str]]:
    """The report of a run, and the roles that were asked. `second`: what a second judge says."""
    writer, judge, other = (Reader(say=answer or say, roles=[]) for answer in (say, say, second))
    speakers = [
        Speaker(model, f"scripted:{name}@code", method="prompt")
        for name, model in (("w", writer), ("j", judge), ("k", other))
    ]
    roles = llm_roles(*speakers[: 3 if second else 2], calibrated=calibrated)
    report = build_graph(kb, Settings(**settings), roles=roles).invoke(RunInput(question=question, as_of="2026-05-15"))
    return report["report"], [*writer.roles, *judge.roles, *other.roles]


def quotes(shown: str, *found: tuple[str, tuple[str, ...]]) -> Answer:
    """The quotes with the steps they serve, each from the passage that holds it; those that no passage shown holds are left out."""
    passages = dict(re.findall(r"^<<<(P\d+) [0-9a-f]{8}\n(.*?)\n\1 [0-9a-f]{8}>>>$", shown, re.DOTALL | re.MULTILINE))
    held = [
        quoted(name, quote, *steps)
        for quote, steps in found
        for name in [next((name for name, text in passages.items() if quote in text), None)]
        if name
    ]
    return {"quotes": held}


def supported(shown: str) -> Answer:
    """An auditor's answer that believes every claim."""
    texts = re.findall(r"<<<(T\d+) ", shown)
    claims = dict.fromkeys(re.findall(r"<<<(C\d+) ", shown))
    return {"verdicts": [verdict("supported", *texts, claim=claim) for claim in claims]}
