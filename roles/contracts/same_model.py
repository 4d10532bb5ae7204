"""Compares roles by the names of their models, to find a role that judges its own work (SPEC CRI-2)."""

import re

from .roles import Roles

AND = " and "
"""The words between the names of two critics that must agree."""
_OWN_SERVICES = frozenset(
    {"api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com", "api.mistral.ai"}
)
_REGION = re.compile(r"^(us|eu|apac|global|jp|au|ca)\.(?=[a-z]+\.)")
_MAKER = re.compile(
    r"^(models/|publishers/[a-z]+/models/|(anthropic|openai|google|mistral|mistralai|meta|meta-llama|cohere|amazon|deepseek|qwen)[./])+"
)
_VERSION = re.compile(r"(-v\d+(:\d+)?|:\d+)$")
_DATED = re.compile(r"[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest|default)$")


def same_model(first: str, second: str) -> bool:
    """Return whether two names mean the same model: one name at one endpoint, or one published model at two services,
    such as Anthropic and Bedrock."""
    if "@" not in first or "@" not in second:
        return False  # a rule-based role differs from any model
    return _identity(first) == _identity(second) or (
        published(first) is not None and published(first) == published(second)
    )


def correlated(roles: Roles) -> bool:
    """Return whether a model judges its own quotes or drafts."""
    judges = (*roles.critic.name.split(AND), roles.auditor.name)
    return any(same_model(name, judge) for name in (roles.extractor.name, roles.generator.name) for judge in judges)


def _identity(name: str) -> str:
    rest = name.partition(":")[2]
    return name if rest.endswith("@code") else rest.casefold()


def published(name: str) -> str | None:
    """Return the published name in `provider:model@place`, without region, maker, version and snapshot date. Return
    None for a model at the user's own address or made in code, since such a name may mean any model."""
    setting, _, place = name.rpartition("@")
    provider, _, model = setting.partition(":")
    if place != provider and place not in _OWN_SERVICES:
        return None
    bare = _MAKER.sub("", _REGION.sub("", model.casefold()))
    return _DATED.sub("", _VERSION.sub("", bare))
