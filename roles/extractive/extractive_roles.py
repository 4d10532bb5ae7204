"""The set of rule-based roles: they call no model and answer in quotes only. They are the default, and the baseline in
evaluations."""

from ..contracts.roles import Roles
from .analyst import ExtractiveAnalyst
from .auditor import ExtractiveAuditor
from .critic import ExtractiveCritic
from .extractor import ExtractiveExtractor
from .finder import ExtractiveFinder
from .generator import ExtractiveGenerator


def extractive_roles() -> Roles:
    """Return the rule-based implementation of each role."""
    return Roles(
        analyst=ExtractiveAnalyst(),
        finder=ExtractiveFinder(),
        extractor=ExtractiveExtractor(),
        critic=ExtractiveCritic(),
        generator=ExtractiveGenerator(),
        auditor=ExtractiveAuditor(),
    )
