"""Whether two roles run on one model, read off their names (SPEC CRI-2)."""

from .published_names import published
from .roles import Roles

AND = " and "
"""Between the names of two critics that must agree."""


def same_model(first: str, second: str) -> bool:
    """Whether two speakers' names are of one model: at the same endpoint, whatever the provider is called, or the same published model
    at two services, such as Anthropic and Bedrock."""
    if "@" not in first or "@" not in second:
        return False  # a rule-based role differs from any model
    return _identity(first) == _identity(second) or (
        published(first) is not None and published(first) == published(second)
    )


def correlated(roles: Roles) -> bool:
    """Whether what one model quoted or drafted is judged by the same model."""
    judges = (*roles.critic.name.split(AND), roles.auditor.name)
    return any(same_model(name, judge) for name in (roles.extractor.name, roles.generator.name) for judge in judges)


def _identity(name: str) -> str:
    rest = name.partition(":")[2]
    return name if rest.endswith("@code") else rest.casefold()
