"""One validated tree of settings: code arguments > environment (`PINCITE_…`) > `pincite.toml` > defaults (SPEC CFG-1).

Every threshold of the system stands here with its reason.
"""

import hashlib
import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from .errors import SettingsError


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
    tool_output_chars: int = Field(default=200_000, ge=1_000)
    """Characters of tool output that may re-enter the context; about 200 passages of the usual size."""


class ConfidenceRules(_Section):
    """The thresholds of SPEC ANS-1 and ANS-6, in days and on the 0-1 relevance scale."""

    relevance_floor: float = Field(default=0.3, ge=0, le=1)
    strong_match: float = Field(default=0.5, ge=0, le=1)
    fresh_days: int = Field(default=90, ge=1)
    stale_days: int = Field(default=180, ge=1)
    official_policy_days: int = Field(default=30, ge=1)


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

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError(_in_words(error)) from None

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
        """The identity of these settings in a report."""
        canonical = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.sha256(canonical.encode()).hexdigest()

    def with_changes(self, **changes: Any) -> Self:
        """A copy with some settings changed, validated again."""
        return type(self)(**{**self.model_dump(), **changes})


def _in_words(error: ValidationError) -> str:
    lines = []
    for problem in error.errors():
        where = ".".join(str(part) for part in problem["loc"]) or "settings"
        if problem["type"] == "extra_forbidden":
            lines.append(f"{where}: no such setting; see docs/settings.md for the names")
        else:
            lines.append(f"{where} = {problem['input']!r}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
    return "; ".join(lines)
