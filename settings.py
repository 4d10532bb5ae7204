"""One validated tree of settings: code arguments > environment (`PINCITE_…`) > `pincite.toml` > defaults (SPEC CFG-1).

Every threshold of the system stands here with its reason.
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

TOLD_AT_MOST = 10
"""Faults told of one reading of the settings."""


def _number(value: Any) -> Any:
    """The environment gives numbers as text."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


class Budgets(Section):
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


class BudgetLimits(Section):
    """Budgets that may be less than the graph's; each as the graph's where it is left out."""

    seconds_per_run: float | None = Field(default=None, gt=0)
    seconds_per_model_call: float | None = Field(default=None, gt=0)
    model_calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1_000)
    seconds_per_tool_call: float | None = Field(default=None, gt=0)
    tool_output_chars: int | None = Field(default=None, ge=1_000)


class Limits(Section):
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


class Ingesting(Section):
    """How `pincite ingest` reads files."""

    ocr: bool = False
    """Whether scanned pages of PDFs are read; needs the extra `ocr`, and some 7 seconds a page."""


class Serving(Section):
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


class RegisteredSource(Section):
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


class ConfidenceRules(Section):
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
        """These settings as canonical JSON, without API keys, prices, this machine's paths, other tenants, how this process serves and how
        files are ingested: no answer rests on these."""
        own: dict[str, Any] = {role: {"api_key"} for role in ("generator", "critic", "second_critic")}
        own |= {"calibration_file": True, "calls_at_once": True, "prices": True}
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
            known = [source.tool for source in self.sources]
            if unknown := next((source for source in limits.sources if source not in known), None):
                raise SettingsError(f"{where}.sources: {unknown} is none of the sources in the settings")
            changes["sources"] = tuple(source for source in self.sources if source.tool in limits.sources)
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
        said = problem["msg"].removeprefix("Value error, ")
        said = f"{said[:1].lower()}{said[1:]}"
        if problem["type"] == "extra_forbidden":
            lines.append(f"{where}: no such setting; see docs/settings.md for the names")
        elif problem["loc"][:1] == ("models",):  # what was given may hold a key
            lines.append(f"{where}: {said}")
        else:
            lines.append(f"{where} = {problem['input']!r:.200}: {said}")
    if len(wrong) > TOLD_AT_MOST:
        lines.append(f"and {len(wrong) - TOLD_AT_MOST:,} more")
    return "; ".join(lines)
