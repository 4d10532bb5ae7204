"""The context of a run: what a caller may change within the limits of the graph (SPEC CFG-1, CFG-2)."""

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import get_runtime
from pydantic import ValidationError

from ...errors import SettingsError
from ...evidence.model.frozen import Day
from ...settings import BudgetLimits, Limits, Settings

FAULTS_AT_MOST = 5
"""The maximum number of faults of a context that one error names."""


class RunBudgets(BudgetLimits):
    """The budgets of one run. Each is at most the graph's, which is also the default."""


class RunContext(Limits):
    """The settings of one run, given as `context=` to invoke and stream. Each field defaults to the graph's value.

    Raises SettingsError, which names the field and its allowed values.
    """

    tenant: str | None = None
    """The tenant that the caller expects. A graph serves one tenant; another name is refused."""
    as_of: Day | None = None
    """The day of the answer, if the input does not set it; today (UTC) if neither does."""
    budgets: RunBudgets = RunBudgets()

    def __init__(self, /, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
            more = f"; and {len(wrong) - FAULTS_AT_MOST:,} more" if len(wrong) > FAULTS_AT_MOST else ""
            raise SettingsError("; ".join(map(_in_words, wrong[:FAULTS_AT_MOST])) + more) from None


def read_context(given: Any) -> RunContext:
    """Return the context as a RunContext. `given`: None, a RunContext, a mapping, or the context of a parent graph.

    Of a parent's context only fields with the names of this class are used. Raises SettingsError, which names the
    field.
    """
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
    """Return the context of the current run, or an empty one outside a run."""
    try:
        runtime: Any = get_runtime()
    except (RuntimeError, KeyError, LookupError):
        return RunContext()
    return read_context(getattr(runtime, "context", None))


def limited(settings: Settings, context: RunContext) -> Settings:
    """Return the settings of one run. Raises SettingsError if the context exceeds a limit of the graph."""
    return settings.narrowed(context, "context", "this graph was built with")


def same_tenant(context: RunContext, tenant: str) -> None:
    """Raise SettingsError if the caller expects another tenant than the graph's."""
    if context.tenant is not None and context.tenant != tenant:
        raise SettingsError(
            f"context.tenant = {context.tenant!r}: this graph answers for another tenant; build one over that tenant's knowledge base"
        )
