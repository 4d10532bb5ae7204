"""Counts how much of its budget a run has used (SPEC CRI-9). The counts are part of the run's state, so a resumed run
continues them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import monotonic

from ...errors import BudgetExceeded, PinciteError
from ...evidence.model.cost import ModelUsage
from ...evidence.model.model_fault import ModelFault
from ...evidence.report.evidence_report import StageUsage, Usage
from ...settings import Budgets
from .recording import Tape


class Meter:
    """Counts the model calls of one node against the budgets of the run. Safe to share between threads and tasks.

    `stage` is the node; `used` the usage before it; `seconds_left` the remaining time of the run when the node begins.
    Every call to an endpoint counts, repair requests too; a retried transient failure counts once.
    """

    def __init__(
        self,
        *,
        stage: str,
        used: Usage,
        budgets: Budgets,
        seconds_left: float,
        tape: Tape | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.stage, self.tape = stage, tape
        self._used, self._budgets, self._clock = used, budgets, clock
        self._ends = clock() + seconds_left
        self._calls = self._input = self._cached = self._output = 0
        self._models: dict[str, ModelUsage] = {model.model: model for model in used.models}
        self._lost: list[PinciteError] = []
        self._faults: list[ModelFault] = []
        self._lock = Lock()

    @property
    def calls(self) -> int:
        """The number of model calls that this node has made."""
        return self._calls

    def seconds_left(self) -> float:
        """Return the remaining time of the run in seconds, never below 0."""
        return max(0.0, self._ends - self._clock())

    def left(self) -> tuple[int, int]:
        """Return the number of model calls and of tokens that the run may still use, never below 0."""
        used = self.usage()
        tokens = self._budgets.tokens - used.input_tokens - used.output_tokens
        return max(0, self._budgets.model_calls - used.model_calls), max(0, tokens)

    def seconds_per_call(self) -> float:
        """Return the longest time of one attempt, in seconds."""
        return min(self._budgets.seconds_per_model_call, self.seconds_left())

    def seconds_per_tool_call(self) -> float:
        """Return the longest time of one call to a registered source, in seconds."""
        return min(self._budgets.seconds_per_tool_call, self.seconds_left())

    @property
    def tool_output_chars(self) -> int:
        """The maximum number of characters that one call to a registered source may return."""
        return self._budgets.tool_output_chars

    def begin(self, model: str) -> None:
        """Count a call to the model before it is made. Raises BudgetExceeded if the run may make no more calls."""
        with self._lock:
            calls = self._used.model_calls + self._calls
            tokens = self._used.input_tokens + self._used.output_tokens + self._input + self._output
            if calls >= self._budgets.model_calls:
                raise BudgetExceeded(f"the run has used all of its {self._budgets.model_calls} model calls")
            if tokens >= self._budgets.tokens:
                raise BudgetExceeded(f"the run has used {tokens:,} of its {self._budgets.tokens:,} tokens")
            self._calls += 1
            self._add(model, model_calls=1)

    def require_time(self) -> None:
        """Raise BudgetExceeded if the run's time is over."""
        if self.seconds_left() <= 0:
            raise BudgetExceeded("the time limit of the run is reached", stop_reason="time_exhausted")

    def add_tokens(self, model: str, *, input_tokens: int, cached_tokens: int, output_tokens: int) -> None:
        """Count the tokens of an answer. `cached_tokens`: the input tokens that the provider read from its cache."""
        with self._lock:
            self._input += input_tokens
            self._cached += cached_tokens
            self._output += output_tokens
            self._add(model, input_tokens=input_tokens, cached_tokens=cached_tokens, output_tokens=output_tokens)

    def _add(self, model: str, **more: int) -> None:
        had = self._models.get(model) or ModelUsage(model=model)
        self._models[model] = had.model_copy(update={name: getattr(had, name) + count for name, count in more.items()})

    def note(self, fault: ModelFault) -> None:
        """Record why a model gave no answer. The report states it."""
        with self._lock:
            self._faults.append(fault)

    @property
    def faults(self) -> tuple[ModelFault, ...]:
        return tuple(self._faults)

    def record_failure(self, error: PinciteError) -> None:
        """Record a call that failed while others succeeded, so that the report can disclose the loss."""
        with self._lock:
            self._lost.append(error)

    @property
    def failures(self) -> tuple[PinciteError, ...]:
        return tuple(self._lost)

    def usage(self) -> Usage:
        """Return the usage of the run up to now, with this node."""
        with self._lock:
            if not self._calls:
                return self._used
            here = StageUsage(
                stage=self.stage,
                model_calls=self._calls,
                input_tokens=self._input,
                cached_tokens=self._cached,
                output_tokens=self._output,
            )
            return self._used.model_copy(
                update={
                    "model_calls": self._used.model_calls + self._calls,
                    "input_tokens": self._used.input_tokens + self._input,
                    "cached_tokens": self._used.cached_tokens + self._cached,
                    "output_tokens": self._used.output_tokens + self._output,
                    "stages": (*self._used.stages, here),
                    "models": tuple(self._models.values()),
                }
            )


_current: ContextVar[Meter | None] = ContextVar("pincite_meter", default=None)


def current_meter() -> Meter | None:
    """Return the meter of the node that is running; None outside a run."""
    return _current.get()


@contextmanager
def metered(meter: Meter) -> Iterator[Meter]:
    """Let `meter` count the model calls made inside this context."""
    token = _current.set(meter)
    try:
        yield meter
    finally:
        _current.reset(token)
