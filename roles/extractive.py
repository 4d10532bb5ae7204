"""The roles by rule: no model, deterministic, quotes only. The embedded default and the baseline."""

from .extractive_analyst import ExtractiveAnalyst
from .extractive_auditor import ExtractiveAuditor
from .extractive_critic import ExtractiveCritic
from .extractive_extractor import ExtractiveExtractor
from .extractive_finder import ExtractiveFinder
from .extractive_generator import ExtractiveGenerator
from .roles import Roles


def extractive_roles(strong_match: float = 0.5) -> Roles:
    """`strong_match`: the relevance from which evidence counts as stating a fact (SPEC ANS-1)."""
    return Roles(
        analyst=ExtractiveAnalyst(),
        finder=ExtractiveFinder(),
        extractor=ExtractiveExtractor(),
        critic=ExtractiveCritic(strong_match),
        generator=ExtractiveGenerator(),
        auditor=ExtractiveAuditor(),
    )
