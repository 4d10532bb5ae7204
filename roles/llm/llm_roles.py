"""The roles on chat models: a prompt, a model and a schema each. Critic, gate judge and auditor speak through the critic's model."""

from ..chat.speaker import Speaker
from ..contracts.roles import Roles
from ..extractive.finder import ExtractiveFinder
from .analyst import LlmAnalyst
from .auditor import LlmAuditor
from .critic import LlmCritic, critic_of
from .extractor import LlmExtractor
from .gate_judge import AgreeingGateJudges, LlmGateJudge
from .generator import LlmGenerator


def llm_roles(
    generator: Speaker, critic: Speaker, second_critic: Speaker | None = None, *, calibrated: bool = False
) -> Roles:
    """One maker for each role. `calibrated`: whether the critic's model may judge meaning (SPEC CRI-14); until then only what code proves
    counts, and answers fall back to quotes. Candidates for the subject are proposed by code in every mode."""
    first = LlmGateJudge(critic)
    return Roles(
        analyst=LlmAnalyst(generator),
        finder=ExtractiveFinder(),
        extractor=LlmExtractor(generator),
        critic=critic_of(LlmCritic(critic), LlmCritic(second_critic) if second_critic else None),
        generator=LlmGenerator(generator),
        auditor=LlmAuditor(critic, calibrated=calibrated),
        gate_judge=AgreeingGateJudges(first, LlmGateJudge(second_critic)) if second_critic else first,
        mode="judged" if calibrated else "unjudged",
    )
