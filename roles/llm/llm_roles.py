"""The roles with chat models. Each has a prompt, a model and a schema. Critic, gate judge and auditor share the
critic's model."""

from ..contracts.gate_judge import GateJudge
from ..contracts.roles import Mode, Roles
from ..extractive.finder import ExtractiveFinder
from ..extractive.generator import ExtractiveGenerator
from ..model_call.speaker import Speaker
from .analyst import LlmAnalyst
from .auditor import LlmAuditor
from .critic import LlmCritic, critic_of
from .extractor import LlmExtractor
from .gate_judge import AgreeingGateJudges, LlmGateJudge
from .generator import LlmGenerator
from .small.small_analyst import SmallAnalyst
from .small.small_extractor import SmallExtractor
from .small.small_judge import SmallAuditor, SmallCritic


def llm_roles(
    generator: Speaker, critic: Speaker, second_critic: Speaker | None = None, *, calibrated: bool = False
) -> Roles:
    """Return the implementation of each role. In every mode code proposes the candidates for the subject.

    `calibrated`: whether the critic's model may judge meaning (SPEC CRI-14). If not, only proofs by code count, and
    answers are quotes.
    """
    small = generator.profile == "small"
    other = _critic(second_critic, calibrated) if second_critic else None
    unjudged: Mode = "picked" if small else "unjudged"  # a rule-based plan gets a rule-based search
    return Roles(
        analyst=SmallAnalyst(generator) if small else LlmAnalyst(generator),
        finder=ExtractiveFinder(),
        extractor=SmallExtractor(generator) if small else LlmExtractor(generator),
        critic=critic_of(_critic(critic, calibrated), other),
        generator=ExtractiveGenerator() if small else LlmGenerator(generator),
        auditor=auditor_on(critic, calibrated=calibrated),
        gate_judge=_gate_judge(critic, second_critic),
        mode="judged" if calibrated else unjudged,
    )


def auditor_on(critic: Speaker, *, calibrated: bool) -> LlmAuditor:
    """Return the auditor for the profile of the critic's model."""
    return (SmallAuditor if critic.profile == "small" else LlmAuditor)(critic, calibrated=calibrated)


def _critic(speaker: Speaker, calibrated: bool) -> LlmCritic | SmallCritic:
    return SmallCritic(speaker, calibrated=calibrated) if speaker.profile == "small" else LlmCritic(speaker)


def _gate_judge(critic: Speaker, second: Speaker | None) -> GateJudge | None:
    """Return the gate judge, or None in the profile `small`. There only code binds a subject, since a free choice of a
    name and a quote is too difficult for a small model."""
    if "small" in (critic.profile, second.profile if second else "full"):
        return None
    return AgreeingGateJudges(LlmGateJudge(critic), LlmGateJudge(second)) if second else LlmGateJudge(critic)
