"""What a caller may change for one run, within the limits the graph was built with (SPEC CFG-1, CFG-2)."""

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import get_runtime
from pydantic import ValidationError

from ...errors import SettingsError
from ...evidence.model.frozen import Day
from ...settings import BudgetLimits, Limits, Settings

FAULTS_AT_MOST = 5
"""The most faults of a context that an error names."""


class RunBudgets(BudgetLimits):
    """Budgets of one run; each at most what the graph was built with, and that where it is left out."""


class RunContext(Limits):
    """Per-run settings, given as `context=` to invoke and stream. What is left out is as the graph was built.

    Raises SettingsError naming the field and what is allowed.
    """

    tenant: str | None = None
    """Whose documents the caller means to ask. A graph answers for one tenant; another name is refused."""
    as_of: Day | None = None
    """The day the answer is for, where the input does not say; today (UTC) when neither does."""
    budgets: RunBudgets = RunBudgets()

    def __init__(self, /, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
            more = f"; and {len(wrong) - FAULTS_AT_MOST:,} more" if len(wrong) > FAULTS_AT_MOST else ""
            raise SettingsError("; ".join(map(_in_words, wrong[:FAULTS_AT_MOST])) + more) from None


def read_context(given: Any) -> RunContext:
    """The context as it was given: None, a RunContext, a mapping, or the context of a parent graph, of which only what is named like
    a field here is read. Raises SettingsError naming the field."""
    if isinstance(given, RunContext):
        return given
    if given is None:
        return RunContext()
    known = (
        given if isinstance(given, Mapping) else {name: getattr(given, name, None) for name in RunContext.model_fields}
    )
    return RunContext(**{name: known[name] for name in RunContext.model_fields if known.get(name) is not None})


def _in_words(problem: Any) -> str:
    where = ".".join(("context", *(str(part) for part in problem["loc"])))
    if problem["type"] == "extra_forbidden":
        return f"{where}: no such field; there are {', '.join(RunContext.model_fields)}, and in budgets {', '.join(RunBudgets.model_fields)}"
    return f"{where} = {problem['input']!r}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"


def current_context() -> RunContext:
    """The context of the run whose node is running; an empty one where there is none."""
    try:
        runtime: Any = get_runtime()
    except (RuntimeError, KeyError, LookupError):
        return RunContext()
    return read_context(getattr(runtime, "context", None))


def limited(settings: Settings, context: RunContext) -> Settings:
    """The settings of one run. Raises SettingsError when it asks for more than the graph was built with."""
    return settings.narrowed(context, "context", "this graph was built with")


def same_tenant(context: RunContext, tenant: str) -> None:
    """Raises SettingsError when the caller means another tenant than the one whose documents the graph reads."""
    if context.tenant is not None and context.tenant != tenant:
        raise SettingsError(
            f"context.tenant = {context.tenant!r}: this graph answers for another tenant; build one over that tenant's knowledge base"
        )
