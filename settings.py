"""One validated tree of settings: code arguments > environment (`PINCITE_…`) > `pincite.toml` > defaults (SPEC CFG-1).

Every threshold of the system stands here with its reason.
"""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from pydantic_settings import SettingsError as SourceError

from .errors import SettingsError
from .evidence.model.source_record import Authority, SourceKind

TOLD_AT_MOST = 10
"""Faults told of one reading of the settings."""


def _number(value: Any) -> Any:
    """The environment gives numbers as text."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Budgets(_Section):
    """Limits of one run (SPEC CRI-9). Reaching one ends the run cleanly, with what was verified."""

    seconds_per_run: float = Field(default=300, gt=0)
    seconds_per_model_call: float = Field(default=60, gt=0)
    """One attempt; a transient failure is tried again within the run's seconds."""
    model_calls: int = Field(default=24, ge=1)
    """The most a run with one follow-up needs is 11, each asked at most once more to mend its answer."""
    tokens: int = Field(default=400_000, ge=1_000)
    """Input and output together. Checked before each call, so the last one may go beyond it."""
    seconds_per_tool_call: float = Field(default=20, gt=0)
    """One call of a registered source. One that takes longer is left behind, and the run goes on without it."""
    tool_output_chars: int = Field(default=200_000, ge=1_000)
    """Characters of tool output that may re-enter the context; about 200 passages of the usual size. One call gives at most as many."""


class BudgetLimits(_Section):
    """Budgets that may be less than the graph's; each as the graph's where it is left out."""

    seconds_per_run: float | None = Field(default=None, gt=0)
    seconds_per_model_call: float | None = Field(default=None, gt=0)
    model_calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1_000)
    seconds_per_tool_call: float | None = Field(default=None, gt=0)
    tool_output_chars: int | None = Field(default=None, ge=1_000)


class Limits(_Section):
    """What narrows settings and never widens them. What is left out is as it stands there."""

    conflict_policy: Literal["surface", "precedence"] | None = None
    evidence_threshold: float | None = Field(default=None, gt=0, le=1)
    """At least the settings' own."""
    minimum_confidence: Literal["low", "medium", "high"] | None = None
    """At least the settings' own."""
    budgets: BudgetLimits = BudgetLimits()


class TenantLimits(Limits):
    """What the runs of one tenant are held to (SPEC CFG-2)."""

    follow_ups: Annotated[Literal[0, 1, 2] | None, BeforeValidator(_number)] = None
    """At most so many."""
    sources: tuple[str, ...] | None = None
    """Which of the registered sources its runs may ask, by where they are found; all of them when left out."""


_LEVELS = ("low", "medium", "high")
Method = Literal["json_schema", "function_calling", "json_object", "json_mode", "prompt"]
"""How an endpoint is held to a schema; `pincite doctor` finds out which it supports.

json_schema: `response_format` with the schema (OpenAI, vLLM, Ollama, LM Studio). function_calling: one tool that must be called (most
providers). json_object: `response_format` json_object that carries the schema (llama.cpp).
json_mode: JSON is asked for, the schema stands in the prompt. prompt: the schema stands in the prompt, and the endpoint knows nothing
of it.
"""

PROVIDERS = ("openai", "azure", "vllm", "ollama", "llamacpp", "lmstudio")


class ModelEndpoint(_Section):
    """One chat model at one endpoint. Written as `"provider:model"` where nothing else is to be said of it."""

    model: str = Field(pattern=rf"^({'|'.join(PROVIDERS)}):\S.*$")
    """`openai` is any OpenAI-compatible endpoint; the local servers have their usual address as `base_url`."""
    base_url: str | None = Field(default=None, pattern=r"^https?://[^@?#\s]+$")
    api_key: SecretStr | None = None
    """OPENAI_API_KEY or AZURE_OPENAI_API_KEY when left out. Never written anywhere."""
    api_version: str | None = None
    """Azure's."""
    method: Method = "json_schema"
    strict: bool = True
    """Whether json_schema asks for strict adherence."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Not sent when left out: some models take no other than their own."""
    passage_chars: int = Field(default=30_000, ge=2_000)
    """Characters of passages in one call: 30,000 are about 8,000 tokens. Lower it for a model with a short context; what does not fit
    is left out and disclosed."""


def _named(value: Any) -> Any:
    return {"model": value} if isinstance(value, str) else value


_Endpoint = Annotated[ModelEndpoint | None, BeforeValidator(_named)]


class Models(_Section):
    """Which models play the roles. None: all roles run by rule, without a model."""

    generator: _Endpoint = None
    """Analyst, extractor and generator. The finder uses no model."""
    critic: _Endpoint = None
    """Critic, judge at the gate and auditor (SPEC CRI-2: another model than the generator's)."""
    second_critic: _Endpoint = None
    """A further critic that must agree (SPEC CRI-11)."""
    allow_same_model: bool = False
    """Let generator and critic be the same model; the report then says `correlated_critic`."""
    calls_at_once: int = Field(default=64, ge=1)
    """Calls to one model that a process has under way; further ones wait their turn within their run's time."""
    wrong_accepted_at_most: float = Field(default=0.05, ge=0, le=1)
    """The share of wrong built-in claims that an auditor model may accept and still judge meaning (SPEC CRI-14)."""
    calibration_file: Path | None = None
    """Where the figures of calibrated models are kept; in the user's configuration folder when left out."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if (self.generator is None) is not (self.critic is None):
            raise ValueError("a generator and a critic are needed, on two models, or neither")
        if self.second_critic and self.critic is None:
            raise ValueError("a second critic needs a first")
        return self


class Ingesting(_Section):
    """How `pincite ingest` reads files."""

    ocr: bool = False
    """Whether scanned pages of PDFs are read; needs the extra `ocr`, and some 7 seconds a page."""


class Serving(_Section):
    """A process that serves many callers (docs/serving.md)."""

    runs_at_once: int = Field(default=64, ge=1)
    """One more is refused at once, with the time after which to come again. A run without a model takes about 0.2 s of a processor."""
    shutdown_seconds: float = Field(default=20, gt=0)
    """What runs have left when the process is told to end."""
    metrics: bool = False
    """Whether runs are counted for Prometheus. Needs the extra `metrics`."""
    metrics_tenants: tuple[str, ...] = ()
    """Tenants that are counted by name; all others are counted together."""
    token: SecretStr | None = None
    """What opens the web page of `pincite serve`. Made at the start where it is left out and other machines can reach the page."""


class RegisteredSource(_Section):
    """A tool or retriever of the user's own that is asked before the built-in sources (SPEC RET-1). Written as
    `"package.module:attribute"` where nothing else is to be said of it."""

    tool: str = Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")
    """Where it is found: a LangChain tool or retriever, a `Skill`, a list of these, or a function without arguments that gives them."""
    name: str | None = Field(default=None, min_length=1)
    """What reports call it; the tool's own name when left out."""
    kind: SourceKind = "secondary"
    authority: Authority = "unclassified"
    query_argument: str | None = Field(default=None, min_length=1)
    """The tool's argument for the words to search for; found out when left out."""


_Source = Annotated[
    RegisteredSource, BeforeValidator(lambda given: {"tool": given} if isinstance(given, str) else given)
]


class ConfidenceRules(_Section):
    """The thresholds of SPEC ANS-1 and ANS-6, in days and on the 0-1 relevance scale."""

    relevance_floor: float = Field(default=0.3, ge=0, le=1)
    strong_match: float = Field(default=0.5, ge=0, le=1)
    fresh_days: int = Field(default=90, ge=1)
    stale_days: int = Field(default=180, ge=1)
    official_policy_days: int = Field(default=30, ge=1)
    sure_ocr: float = Field(default=0.985, ge=0, le=1)
    """Score of a line that OCR read, below which confidence is low. On 34 pages of filings scanned at 75 to 200 dpi, 4 in 100 lines with
    at least that score had a wrong letter, and 56 in 100 of the others."""


class Settings(BaseSettings):
    """What can be set. `Settings()` reads the environment and `pincite.toml` of the working directory.

    Raises SettingsError naming the setting and what is allowed.
    """

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="PINCITE_", env_nested_delimiter="__", toml_file="pincite.toml"
    )

    follow_ups: Annotated[Literal[0, 1, 2], BeforeValidator(_number)] = 1
    """Follow-up retrievals laid ahead in the graph (SPEC CRI-8): one by default, two for high-risk use."""
    evidence_threshold: float = Field(default=1.0, gt=0, le=1)
    """Share of required facts that must be covered for a sufficient answer: all, unless set otherwise."""
    minimum_confidence: Literal["low", "medium", "high"] = "medium"
    conflict_policy: Literal["surface", "precedence"] = "surface"
    budgets: Budgets = Budgets()
    confidence: ConfidenceRules = ConfidenceRules()
    models: Models = Models()
    serving: Serving = Serving()
    ingest: Ingesting = Ingesting()
    sources: tuple[_Source, ...] = ()
    """The user's own sources, in the order in which they are asked."""
    tenants: dict[str, TenantLimits] = {}
    """What the runs of single tenants are held to, by the tenant's name; others are held to the rest of the settings alone."""

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError(_in_words(error)) from None
        except SourceError as error:  # names the field, and not what stands there
            raise SettingsError(f"environment: {error}; JSON is needed there") from None
        except RecursionError:
            raise SettingsError(
                "pincite.toml: cannot be read as TOML, or the environment as JSON: nested too deeply"
            ) from None
        except (ValueError, OSError) as error:  # no TOML, no UTF-8, a number of thousands of digits
            raise SettingsError(f"pincite.toml: cannot be read as TOML ({error}); mend it, or remove it") from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    def sha256(self) -> str:
        """The identity of these settings in a report. Keys, and where a file lies on this machine, are no part of it."""
        return hashlib.sha256(self.without_secrets().encode()).hexdigest()

    def without_secrets(self) -> str:
        """These settings as canonical JSON, without API keys, this machine's paths, other tenants, how this process serves and how files
        are ingested: no answer rests on these."""
        own: dict[str, Any] = {role: {"api_key"} for role in ("generator", "critic", "second_critic")}
        own |= {"calibration_file": True, "calls_at_once": True}
        left_out: Any = {"models": own, "tenants": True, "serving": True, "ingest": True}
        return json.dumps(self.model_dump(mode="json", exclude=left_out), sort_keys=True)

    def for_tenant(self, tenant: str) -> Self:
        """The settings that runs over one tenant's documents are held to; they tell of no other tenant. Raises SettingsError where the
        tenant was given more than there is."""
        alone = self.model_copy(update={"tenants": {}}) if self.tenants else self
        limits = self.tenants.get(tenant)
        if limits is None:
            return alone
        where = f"tenants.{tenant}"
        changes: dict[str, Any] = {}
        if limits.follow_ups is not None:
            changes["follow_ups"] = min(limits.follow_ups, self.follow_ups)
        if limits.sources is not None:
            known = [one.tool for one in self.sources]
            if unknown := next((one for one in limits.sources if one not in known), None):
                raise SettingsError(f"{where}.sources: {unknown} is none of the sources in the settings")
            changes["sources"] = tuple(one for one in self.sources if one.tool in limits.sources)
        return alone.narrowed(limits, where, "the settings allow").model_copy(update=changes)

    def narrowed(self, limits: Limits, where: str, told: str) -> Self:
        """These settings within limits of less. Raises SettingsError where they ask for more; `where` they stand and who allows what
        begins its message."""
        asked = limits.budgets.model_dump(exclude_none=True)
        for name, value in asked.items():
            if value > (own := getattr(self.budgets, name)):
                raise SettingsError(
                    f"{where}.budgets.{name} = {value:,}: {told} at most {own:,}; raise Settings.budgets.{name} there"
                )
        changes: dict[str, Any] = {"budgets": self.budgets.model_copy(update=asked)} if asked else {}
        if (threshold := limits.evidence_threshold) is not None:
            if threshold < self.evidence_threshold:
                raise SettingsError(
                    f"{where}.evidence_threshold = {threshold}: {told} at least {self.evidence_threshold}"
                )
            changes["evidence_threshold"] = threshold
        if (level := limits.minimum_confidence) is not None:
            if _LEVELS.index(level) < _LEVELS.index(self.minimum_confidence):
                raise SettingsError(
                    f"{where}.minimum_confidence = {level!r}: {told} at least {self.minimum_confidence!r}"
                )
            changes["minimum_confidence"] = level
        if limits.conflict_policy is not None:
            changes["conflict_policy"] = limits.conflict_policy
        return self.model_copy(update=changes) if changes else self

    def with_changes(self, **changes: Any) -> Self:
        """A copy with some settings changed, validated again."""
        return type(self)(**{**self.model_dump(), **changes})


def _in_words(error: ValidationError) -> str:
    lines = []
    wrong = error.errors(include_url=False)
    for problem in wrong[:TOLD_AT_MOST]:
        where = ".".join(str(part) for part in problem["loc"]) or "settings"
        if problem["type"] == "extra_forbidden":
            lines.append(f"{where}: no such setting; see docs/settings.md for the names")
        elif problem["loc"][:1] == ("models",):  # what was given may hold a key
            lines.append(f"{where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
        else:
            lines.append(f"{where} = {problem['input']!r:.200}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
    if len(wrong) > TOLD_AT_MOST:
        lines.append(f"and {len(wrong) - TOLD_AT_MOST:,} more")
    return "; ".join(lines)
