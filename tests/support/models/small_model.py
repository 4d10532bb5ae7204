"""A simulated small model: it answers the prompts of the profile `small` by the truth it is given, and errs as it is told to."""

import json
import random
import re
from collections.abc import Collection, Sequence
from typing import Any, Literal

from langchain_core.messages import BaseMessage
from simulated_model import SimulatedModel

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.roles.llm.llm_roles import llm_roles
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

Manner = Literal["plain", "verbose", "broken"]


class SmallModel(SimulatedModel):
    stating: Collection[str] = ()
    """The quotes that answer; of the options of a subject it takes the first."""
    wrong: float = 0.0
    """How often it answers at random instead."""
    manner: Manner = "plain"
    seed: int = 7
    heard: list[tuple[str, str]]
    """Instructions and message of each call."""

    def reply(self, messages: list[BaseMessage]) -> str:
        system, user = str(messages[0].content), str(messages[1].content)
        self.heard.append((system, user))
        said = json.dumps(self._answer(system, user, random.Random(f"{self.seed} {user}")))
        if self.manner == "verbose":
            said = f"Let me think about it.\n```json\n{said}\n```\nI hope that this helps!"
        if self.manner == "broken":
            said = said[:-1]
        return said

    def _answer(self, system: str, user: str, chance: random.Random) -> dict[str, Any]:
        err = chance.random() < self.wrong
        if "whether a text states a claim" in system:
            held = user.partition("The text:")[2].partition("The claim:")[0]
            yes = (chance.random() < 0.5) if err else any(quote in held for quote in self.stating)
            return {"answer": "yes" if yes else "no"}
        lines = re.findall(r"^\[(\d+)\] (.*)$", user, re.MULTILINE)
        if err:
            return {"number": chance.randint(0, len(lines) + 1)}
        if "what a question is about" in system:
            return {"number": 1}
        return {"number": next((int(number) for number, line in lines if any(q in line for q in self.stating)), 0)}


def small_speaker(model: SmallModel, name: str = "m") -> Speaker:
    return Speaker(model, f"scripted:{name}@code", method="prompt", profile="small")


def ask(
    kb: KnowledgeBase, question: str, picker: SmallModel, judge: SmallModel | None = None, *, calibrated: bool = False
) -> EvidenceReport:
    """The report of a run in the profile `small`; `judge`: the critic's model, as the picker where left out."""
    roles = llm_roles(small_speaker(picker), small_speaker(judge or picker, "judge"), calibrated=calibrated)
    asked = RunInput(question=question, as_of="2026-05-15")
    report: EvidenceReport = build_graph(kb, Settings(), roles=roles).invoke(asked)["report"]
    return report


def model(stating: Sequence[str] = (), **changes: Any) -> SmallModel:
    return SmallModel(stating=stating, heard=[], **changes)
