"""The published model behind the name of a speaker, since each service spells it in its own way (SPEC CRI-2)."""

import re

_OWN_SERVICES = frozenset(
    {"api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com", "api.mistral.ai"}
)
_REGION = re.compile(r"^(us|eu|apac|global|jp|au|ca)\.(?=[a-z]+\.)")
_MAKER = re.compile(
    r"^(models/|publishers/[a-z]+/models/|(anthropic|openai|google|mistral|mistralai|meta|meta-llama|cohere|amazon|deepseek|qwen)[./])+"
)
_VERSION = re.compile(r"(-v\d+(:\d+)?|:\d+)$")
_DATED = re.compile(r"[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest|default)$")


def published(name: str) -> str | None:
    """The published name behind `provider:model@place`, without region, maker, version and snapshot date. None for a model at an address
    that the user set, or made in code: there a name may mean anything."""
    setting, _, place = name.rpartition("@")
    provider, _, model = setting.partition(":")
    if place != provider and place not in _OWN_SERVICES:
        return None
    bare = _MAKER.sub("", _REGION.sub("", model.casefold()))
    return _DATED.sub("", _VERSION.sub("", bare))
