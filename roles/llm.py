"""The roles on chat models: a prompt, a model and a schema each. Critic and auditor speak through the critic's model."""

from .llm_analyst import LlmAnalyst
from .llm_auditor import LlmAuditor
from .llm_critic import LlmCritic, critic_of
from .llm_extractor import LlmExtractor
from .llm_finder import LlmFinder
from .llm_generator import LlmGenerator
from .roles import Roles
from .speaker import Speaker


def llm_roles(
    generator: Speaker, critic: Speaker, second_critic: Speaker | None = None, *, calibrated: bool = False
) -> Roles:
    """One maker for each role. `calibrated`: whether the critic's model may judge meaning (SPEC CRI-14); until then only what code proves
    counts, and answers fall back to quotes."""
    second = LlmCritic(second_critic, calibrated=calibrated) if second_critic else None
    return Roles(
        analyst=LlmAnalyst(generator),
        finder=LlmFinder(generator),
        extractor=LlmExtractor(generator),
        critic=critic_of(LlmCritic(critic, calibrated=calibrated), second),
        generator=LlmGenerator(generator),
        auditor=LlmAuditor(critic, calibrated=calibrated),
    )
