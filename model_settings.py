"""The settings for models: which models play the roles, where they are served, and what they cost (SPEC CFG-1,
ECO-3)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    field_validator,
    model_validator,
)

from .evidence.model.cost import Price
from .evidence.model.frozen import is_empty


class Section(BaseModel):
    """A table of the settings. It is immutable and rejects unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Method = Literal["json_schema", "function_calling", "json_object", "json_mode", "prompt"]
"""How an endpoint is made to follow a schema. `pincite doctor` finds out which method it supports.

- `json_schema`: `response_format` with the schema (OpenAI, vLLM, Ollama, LM Studio)
- `function_calling`: one tool that must be called (most providers)
- `json_object`: `response_format` json_object with the schema in it (llama.cpp)
- `json_mode`: the endpoint is set to JSON output, and the prompt contains the schema
- `prompt`: the prompt contains the schema, and the endpoint gets no option
"""

Profile = Literal["full", "small"]
"""How much one call asks of a model.

- `full`: one call per role with a rich schema, for models that follow instructions of 6,600 characters
- `small`: one small decision per call (a number from a list; or yes, no or unclear) in prompts of at most 1,500 tokens,
  for models of about 1 to 8 billion parameters
"""

PROVIDERS = ("openai", "azure", "vllm", "ollama", "llamacpp", "lmstudio")
"""The OpenAI-compatible providers, which pincite's own HTTP clients call. Any other name is a provider of LangChain's
`init_chat_model`."""
_BY_SCHEMA = (*PROVIDERS, "google_genai")
"""The providers with the default method json_schema. For others the default is function_calling."""
_OWN_SETTINGS = frozenset(
    {
        "model",
        "model_provider",
        "base_url",
        "api_key",
        "temperature",
        "timeout",
        "max_retries",
        "streaming",
        "disable_streaming",
    }
)
"""Arguments of the provider's class that have their own setting."""
_SECRET = re.compile(r"secret|password|credential|api_?key|access_?key|token$|authorization", re.IGNORECASE)


class ModelEndpoint(Section):
    """A chat model at one endpoint. The short form `"provider:model"` sets `model` only."""

    model: str = Field(pattern=r"^[a-z][a-z0-9_]*:\S.*$")
    """The model, as `provider:model`. `openai` means any OpenAI-compatible endpoint. Local servers have their usual
    address as the default `base_url`. docs/models.md lists the providers."""
    base_url: str | None = Field(default=None, pattern=r"^https?://[^@?#\s]+$")
    api_key: SecretStr | None = None
    """The key. By default it is in the provider's environment variable, such as OPENAI_API_KEY. It is never written
    anywhere."""
    api_version: str | None = None
    """The version of the API, for Azure only."""
    options: dict[str, JsonValue] = Field(default={}, exclude_if=is_empty)
    """Further arguments of the provider's LangChain class, such as `max_tokens` and `region_name`. They must not be
    secret: the hash of the settings includes them."""
    method: Method = "json_schema"
    strict: bool = True
    """Whether the method json_schema requires strict adherence to the schema."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """The sampling temperature. It is not sent if not set, since some models accept only their default."""
    profile: Profile = Field(default="full", exclude_if=lambda profile: profile == "full")
    """The `Profile` of the model. The identity of the settings does not include the default."""
    passage_chars: int = Field(default=30_000, ge=2_000)
    """The maximum number of characters of passages in one call: 30,000 are about 8,000 tokens. Lower it for a model
    with a short context. Passages that do not fit are left out, which is disclosed."""

    @model_validator(mode="before")
    @classmethod
    def _usual_method(cls, given: Any) -> Any:
        if isinstance(given, dict) and "method" not in given and isinstance(given.get("model"), str):
            provider = given["model"].partition(":")[0]
            return {**given, "method": "json_schema" if provider in _BY_SCHEMA else "function_calling"}
        return given

    @field_validator("options")
    @classmethod
    def _no_secrets(cls, given: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if own := sorted(_OWN_SETTINGS & given.keys()):
            raise ValueError(f"{own[0]} has its own setting; use that instead (docs/settings.md)")
        for name in _names(given):
            if _SECRET.search(name):
                raise ValueError(
                    f"{name} looks like a secret; give it as api_key, or in the provider's environment variable"
                )
        return given


def _names(given: JsonValue) -> Iterator[str]:
    """Yield the names in a table of the settings and in its inner tables."""
    if isinstance(given, dict):
        yield from given
    for inner in given.values() if isinstance(given, dict) else given if isinstance(given, list) else ():
        yield from _names(inner)


def _named(value: Any) -> Any:
    return {"model": value} if isinstance(value, str) else value


_Endpoint = Annotated[ModelEndpoint | None, BeforeValidator(_named)]


class Models(Section):
    """The models for the roles. If none is set, all roles are rule-based."""

    generator: _Endpoint = None
    """The model of analyst, extractor and generator. The finder uses none."""
    critic: _Endpoint = None
    """The model of critic, gate judge and auditor. It must not be the generator's (SPEC CRI-2)."""
    second_critic: _Endpoint = None
    """The model of a second critic, which must agree with the first (SPEC CRI-11)."""
    allow_same_model: bool = False
    """Whether generator and critic may be one model. The report then has the signal `correlated_critic`. A critic that
    is not set is then the generator's model, so one model is enough to try pincite."""
    rule_based_fallback: bool = Field(default=False, exclude_if=is_empty)
    """Whether rule-based roles answer, with a note, if a run has no answer because the endpoint of a model failed."""
    prices: dict[str, Price] = {}
    """The price of each model, by `provider:model` or by the model's name alone. No prices are built in, since they
    would become outdated."""
    calls_at_once: int = Field(default=64, ge=1)
    """The maximum number of parallel calls to one model in a process. Further calls wait, within the time of their
    run."""
    wrong_accepted_at_most: float = Field(default=0.05, ge=0, le=1)
    """The highest share of the wrong built-in claims that a calibrated auditor model may accept (SPEC CRI-14)."""
    calibration_file: Path | None = None
    """The file with the calibrations of models. By default it is in the user's configuration folder."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.generator is None and self.critic is not None:
            raise ValueError("critic is set, but generator is not; set models.generator too")
        if self.generator is not None and self.critic is None:
            if not self.allow_same_model:
                raise ValueError(
                    "generator is set, but critic is not; set models.critic to another model, or, to try pincite with one model, set "
                    "models.allow_same_model = true (reports then have the signal correlated_critic)"
                )
            object.__setattr__(self, "critic", self.generator)  # the section is frozen
        if self.second_critic and self.critic is None:
            raise ValueError("second_critic is set, but critic is not; set models.critic too")
        return self
