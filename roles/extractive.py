"""The roles by rule: no model, deterministic, quotes only. The embedded default and the baseline."""

from .extractive_analyst import ExtractiveAnalyst
from .extractive_auditor import ExtractiveAuditor
from .extractive_critic import ExtractiveCritic
from .extractive_extractor import ExtractiveExtractor
from .extractive_finder import ExtractiveFinder
from .extractive_generator import ExtractiveGenerator
from .roles import Roles


def extractive_roles() -> Roles:
    """One maker by rule for each role."""
    return Roles(
        analyst=ExtractiveAnalyst(),
        finder=ExtractiveFinder(),
        extractor=ExtractiveExtractor(),
        critic=ExtractiveCritic(),
        generator=ExtractiveGenerator(),
        auditor=ExtractiveAuditor(),
    )
