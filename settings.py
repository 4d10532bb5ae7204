"""All settings as one validated tree. Code arguments override the environment (`PINCITE_…`), which overrides
`pincite.toml` and the defaults (SPEC CFG-1).

Every threshold of the system is defined here, with its reason.
"""

import hashlib
import json
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from pydantic_settings import SettingsError as SourceError

from .errors import SettingsError
from .evidence.model.source_record import Authority, SourceKind
from .model_settings import Method as Method
from .model_settings import ModelEndpoint as ModelEndpoint
from .model_settings import Models, Section

MOST_ERRORS_SHOWN = 10
"""The maximum number of errors that the message about invalid settings lists."""


def _number(value: Any) -> Any:
    """Return the value, with a number for text: environment variables contain numbers as text."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


class Budgets(Section):
    """The limits of one run (SPEC CRI-9). At a limit the run ends normally, with what was verified."""

    seconds_per_run: float = Field(default=300, gt=0)
    seconds_per_model_call: float = Field(default=60, gt=0)
    """The time limit in seconds for one attempt of a model call. A transient failure is retried within the seconds of
    the run."""
    model_calls: int = Field(default=24, ge=1)
    """The maximum number of model calls of a run. A run with one follow-up needs at most 11, each of which may be
    repeated once to correct its answer."""
    tokens: int = Field(default=400_000, ge=1_000)
    """The maximum number of input and output tokens together. The limit is checked before each call, so the last call
    may exceed it."""
    seconds_per_tool_call: float = Field(default=20, gt=0)
    """The time limit in seconds for one call of a registered source. The run continues without a call that takes
    longer."""
    tool_output_chars: int = Field(default=200_000, ge=1_000)
    """The maximum number of characters of tool output in the context, of one call and of all. It is about 200 passages
    of the usual size."""


class BudgetLimits(Section):
    """Budgets that may be lower than the graph's. A budget that is not set equals the graph's."""

    seconds_per_run: float | None = Field(default=None, gt=0)
    seconds_per_model_call: float | None = Field(default=None, gt=0)
    model_calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1_000)
    seconds_per_tool_call: float | None = Field(default=None, gt=0)
    tool_output_chars: int | None = Field(default=None, ge=1_000)


class Limits(Section):
    """Limits that narrow settings and never widen them. A limit that is not set changes nothing."""

    conflict_policy: Literal["surface", "precedence"] | None = None
    evidence_threshold: float | None = Field(default=None, gt=0, le=1)
    """The share of required facts that must be covered. It is at least the value in the settings."""
    minimum_confidence: Literal["low", "medium", "high"] | None = None
    """The minimum confidence of an answer. It is at least the value in the settings."""
    budgets: BudgetLimits = BudgetLimits()


class TenantLimits(Limits):
    """The limits for the runs of one tenant (SPEC CFG-2)."""

    follow_ups: Annotated[Literal[0, 1, 2] | None, BeforeValidator(_number)] = None
    """The maximum number of follow-up retrievals of a run."""
    sources: tuple[str, ...] | None = None
    """The registered sources that the tenant's runs may query, by their `tool` setting. By default all."""


_LEVELS = ("low", "medium", "high")


class Ingesting(Section):
    """The settings for how `pincite ingest` reads files."""

    ocr: bool = False
    """Whether scanned pages of PDFs are read. This needs the extra `ocr`, and takes about 7 seconds per page."""


class Serving(Section):
    """The settings of a process that serves many callers (docs/serving.md)."""

    runs_at_once: int = Field(default=64, ge=1)
    """The maximum number of active runs. A further run is refused at once, with the time after which to retry. A run
    without a model takes about 0.2 CPU seconds."""
    shutdown_seconds: float = Field(default=20, gt=0)
    """How long active runs may continue after the process receives a signal to stop."""
    metrics: bool = False
    """Whether runs are counted for Prometheus. Needs the extra `metrics`."""
    metrics_tenants: tuple[str, ...] = ()
    """The tenants with their own metrics. All others are counted together."""
    token: SecretStr | None = None
    """The token to log in to the web page of `pincite serve`. Without one, a new token is made at start if other
    machines can reach the page."""


class RegisteredSource(Section):
    """A tool or retriever of the user that is queried before the built-in sources (SPEC RET-1). The short form
    `"package.module:attribute"` sets `tool` only."""

    tool: str = Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")
    """The attribute to import. It is a LangChain tool or retriever, a `Skill`, a list of these, or a function without
    arguments that returns them."""
    name: str | None = Field(default=None, min_length=1)
    """The name of the source in reports. The default is the name of the tool."""
    kind: SourceKind = "secondary"
    authority: Authority = "unclassified"
    query_argument: str | None = Field(default=None, min_length=1)
    """The argument of the tool for the search query. By default it is found from the tool's signature."""


_Source = Annotated[
    RegisteredSource, BeforeValidator(lambda given: {"tool": given} if isinstance(given, str) else given)
]


class ConfidenceRules(Section):
    """The thresholds of SPEC ANS-1 and ANS-6, in days and on the relevance scale from 0 to 1."""

    relevance_floor: float = Field(default=0.3, ge=0, le=1)
    strong_match: float = Field(default=0.5, ge=0, le=1)
    fresh_days: int = Field(default=90, ge=1)
    stale_days: int = Field(default=180, ge=1)
    official_policy_days: int = Field(default=30, ge=1)
    sure_ocr: float = Field(default=0.985, ge=0, le=1)
    """The OCR score of a line below which confidence is low. On 34 pages of filings scanned at 75 to 200 dpi, 4% of the
    lines at or above it had a wrong letter, and 56% of the others."""


class Settings(BaseSettings):
    """All settings. `Settings()` reads the environment and `pincite.toml` in the working directory.

    Raises SettingsError, which names the setting and the allowed values.
    """

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="PINCITE_", env_nested_delimiter="__", toml_file="pincite.toml"
    )

    follow_ups: Annotated[Literal[0, 1, 2], BeforeValidator(_number)] = 1
    """The number of follow-up retrievals in the graph (SPEC CRI-8). Two are for high-risk use."""
    evidence_threshold: float = Field(default=1.0, gt=0, le=1)
    """The share of required facts that must be covered for a sufficient answer. By default all."""
    minimum_confidence: Literal["low", "medium", "high"] = "medium"
    conflict_policy: Literal["surface", "precedence"] = "surface"
    budgets: Budgets = Budgets()
    confidence: ConfidenceRules = ConfidenceRules()
    models: Models = Models()
    serving: Serving = Serving()
    ingest: Ingesting = Ingesting()
    sources: tuple[_Source, ...] = ()
    """The user's own sources, in the order in which they are queried."""
    tenants: dict[str, TenantLimits] = {}
    """The limits for the runs of single tenants, by tenant name. For other tenants, only the general settings apply."""

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError(_in_words(error)) from None
        except SourceError as error:  # names the field, but not its value
            raise SettingsError(f"environment: {error}; the value must be JSON") from None
        except RecursionError:
            raise SettingsError(
                "pincite.toml: the file (TOML) or the environment (JSON) is nested too deeply; use fewer levels"
            ) from None
        except (ValueError, OSError) as error:  # invalid TOML or UTF-8, or a number with thousands of digits
            raise SettingsError(
                f"pincite.toml: cannot be read as TOML ({error}); correct the file, or remove it"
            ) from None

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
        """Return the hash of these settings for reports. Keys and paths of this machine do not change it."""
        return hashlib.sha256(self.without_secrets().encode()).hexdigest()

    def without_secrets(self) -> str:
        """Return these settings as canonical JSON, without everything on which no answer depends.

        Left out are API keys, prices, paths of this machine, tenants, and the settings for serving and ingest.
        """
        own: dict[str, Any] = {role: {"api_key"} for role in ("generator", "critic", "second_critic")}
        own |= {"calibration_file": True, "calls_at_once": True, "prices": True}
        left_out: Any = {"models": own, "tenants": True, "serving": True, "ingest": True}
        return json.dumps(self.model_dump(mode="json", exclude=left_out), sort_keys=True)

    def for_tenant(self, tenant: str) -> Self:
        """Return the settings for runs over the documents of one tenant, without the other tenants. Raises
        SettingsError if the tenant's limits exceed the settings."""
        alone = self.model_copy(update={"tenants": {}}) if self.tenants else self
        limits = self.tenants.get(tenant)
        if limits is None:
            return alone
        where = f"tenants.{tenant}"
        changes: dict[str, Any] = {}
        if limits.follow_ups is not None:
            changes["follow_ups"] = min(limits.follow_ups, self.follow_ups)
        if limits.sources is not None:
            known = [source.tool for source in self.sources]
            if unknown := next((source for source in limits.sources if source not in known), None):
                raise SettingsError(
                    f"{where}.sources: {unknown} is not one of the general sources; add it to `sources` first"
                )
            changes["sources"] = tuple(source for source in self.sources if source.tool in limits.sources)
        return alone.narrowed(limits, where, "the settings allow").model_copy(update=changes)

    def narrowed(self, limits: Limits, where: str, allowed_by: str) -> Self:
        """Return these settings, narrowed by limits. Raises SettingsError if a limit exceeds the settings.

        `where`: the place at which the limit is set, for the message. `allowed_by`: what allows less, such as "the
        settings allow".
        """
        asked = limits.budgets.model_dump(exclude_none=True)
        for name, value in asked.items():
            if value > (own := getattr(self.budgets, name)):
                raise SettingsError(
                    f"{where}.budgets.{name} = {value:,}: {allowed_by} at most {own:,}; raise Settings.budgets.{name} there"
                )
        changes: dict[str, Any] = {"budgets": self.budgets.model_copy(update=asked)} if asked else {}
        if (threshold := limits.evidence_threshold) is not None:
            if threshold < self.evidence_threshold:
                raise SettingsError(
                    f"{where}.evidence_threshold = {threshold}: {allowed_by} at least {self.evidence_threshold}"
                )
            changes["evidence_threshold"] = threshold
        if (level := limits.minimum_confidence) is not None:
            if _LEVELS.index(level) < _LEVELS.index(self.minimum_confidence):
                raise SettingsError(
                    f"{where}.minimum_confidence = {level!r}: {allowed_by} at least {self.minimum_confidence!r}"
                )
            changes["minimum_confidence"] = level
        if limits.conflict_policy is not None:
            changes["conflict_policy"] = limits.conflict_policy
        return self.model_copy(update=changes) if changes else self

    def with_changes(self, **changes: Any) -> Self:
        """Return a copy with some settings changed and all validated again."""
        return type(self)(**{**self.model_dump(), **changes})


def _in_words(error: ValidationError) -> str:
    lines = []
    wrong = error.errors(include_url=False)
    for problem in wrong[:MOST_ERRORS_SHOWN]:
        where = ".".join(str(part) for part in problem["loc"]) or "settings"
        reason = problem["msg"].removeprefix("Value error, ")
        reason = f"{reason[:1].lower()}{reason[1:]}"
        if problem["type"] == "extra_forbidden":
            lines.append(f"{where}: no such setting; see docs/settings.md for the names")
        elif problem["loc"][:1] == ("models",):  # the value may contain a key
            lines.append(f"{where}: {reason}")
        else:
            lines.append(f"{where} = {problem['input']!r:.200}: {reason}")
    if len(wrong) > MOST_ERRORS_SHOWN:
        lines.append(f"and {len(wrong) - MOST_ERRORS_SHOWN:,} more")
    return "; ".join(lines)
