"""Whether two roles use the same model, by their names (SPEC CRI-2)."""

from .published_names import published
from .roles import Roles

AND = " and "
"""Joins the names of two critics that must agree."""


def same_model(first: str, second: str) -> bool:
    """Whether the names of two speakers mean one model: at the same endpoint, whatever the name of the provider, or the same published
    model at two services, such as Anthropic and Bedrock."""
    if "@" not in first or "@" not in second:
        return False  # a rule-based role differs from any model
    return _identity(first) == _identity(second) or (
        published(first) is not None and published(first) == published(second)
    )


def correlated(roles: Roles) -> bool:
    """Whether a model judges its own quotes or drafts."""
    judges = (*roles.critic.name.split(AND), roles.auditor.name)
    return any(same_model(name, judge) for name in (roles.extractor.name, roles.generator.name) for judge in judges)


def _identity(name: str) -> str:
    rest = name.partition(":")[2]
    return name if rest.endswith("@code") else rest.casefold()
