"""Makes a graph node from the three parts of a step: prepare (pure), one call that does the work, and apply (pure)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from contextvars import copy_context
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any, Generic, Literal, TypeVar

from langchain_core.runnables import RunnableLambda
from langgraph.errors import GraphBubbleUp

from ...errors import BudgetExceeded, PinciteError, ReplayMismatch, SettingsError, StoreUnavailable
from ...evidence.report.evidence_report import Disclosure, State, Step
from ...roles.model_call.meter import Meter, metered
from ...stores.index.database_deadline import waiting_at_most
from .admission import Admission
from .engine import Engine
from .events import NodeEntered, NodeLeft, happened, tell
from .model_failures import distinct, in_short
from .state import RunInput, RunState, read_state, signalled
from .tool_calls import caller_loop

Given = TypeVar("Given")
Output = TypeVar("Output")
Reached = Literal["budget_exhausted", "time_exhausted", "source_unavailable"]
log = logging.getLogger("pincite")
_NEVER = 1e9
"""The number of seconds that means "no limit", since JSON has no infinity. A replay has no limit."""
GRACE = 1.0
"""The number of seconds from the end of the run's time until a running call is cancelled."""
_store_threads = ThreadPoolExecutor(max_workers=32, thread_name_prefix="pincite")


@dataclass(frozen=True)
class Update:
    """The changes that a node writes to the state, and the reason why it ended."""

    changes: RunState
    exit: str


@dataclass(frozen=True)
class NodeStep(Generic[Given, Output]):
    """A node of the graph.

    `prepare` makes the input of the call from the state. `call` calls a role or a tool; `acall` is its async form,
    without which `call` runs in a thread. `apply` turns the output into an update.

    If one of them fails, `on_fault` gives the update, and the run continues without their output. Only two errors reach
    the caller: a bad argument (SettingsError), and a replay with a call that was not recorded.
    """

    name: str
    state: State
    prepare: Callable[[RunState], Given]
    call: Callable[[Given], Output]
    apply: Callable[[RunState, Output], Update]
    on_fault: Callable[[RunState, Exception], Update] | None = None
    acall: Callable[[Given], Awaitable[Output]] | None = None


def native(role: object) -> Callable[[Any], Awaitable[Any]] | None:
    """Return the async form of a role, or None if it has none."""
    return getattr(role, "acall", None)


def as_node(step: NodeStep[Any, Any], engine: Engine) -> RunnableLambda[Any, Any]:
    """Return the step as a node with a sync and an async path, whose model calls are counted. Interrupts and
    cancellation pass through."""

    def begun(values: Any) -> RunState:
        if step.state == "INIT":  # it begins a new run, so an unreadable state of the thread does not matter
            state = read_state({name: values[name] for name in RunInput.__annotations__ if name in values})
        else:
            state = read_state(values)
            if "run" not in state:
                raise SettingsError(
                    f"{step.name}: no run has begun on this thread; begin one with a question, {{'question': '…'}}, and no `goto`"
                )
            with waiting_at_most(engine.seconds_left(state)):
                engine.accept(state)
        tell(NodeEntered(node=step.name, state=step.state))
        return state

    def run(values: Any) -> RunState:
        entered, began, state = datetime.now(UTC), perf_counter(), begun(values)
        with metered(engine.meter(step.name, state)) as meter, waiting_at_most(meter.seconds_left()):
            try:
                update = _with_lost_calls(meter, step, state, step.apply(state, step.call(step.prepare(state))))
            except (GraphBubbleUp, SettingsError, ReplayMismatch):
                raise
            except Exception as error:
                update = _after_fault(step, state, error)
        return _finished(step, state, update, meter, entered, began)

    async def arun(values: Any) -> RunState:
        if step.acall is None:
            finished: RunState = await in_thread(run, values)
            return finished
        entered, began, state = datetime.now(UTC), perf_counter(), await in_thread(begun, values)
        with metered(engine.meter(step.name, state)) as meter, waiting_at_most(meter.seconds_left()):
            try:
                given = await in_thread(step.prepare, state)
                output = await _before_the_end(step.acall(given), meter, engine.admission)
                update = _with_lost_calls(meter, step, state, await in_thread(step.apply, state, output))
            except (GraphBubbleUp, SettingsError, ReplayMismatch):
                raise
            except Exception as error:
                update = await in_thread(_after_fault, step, state, error)
        return _finished(step, state, update, meter, entered, began)

    # partial, since LangChain would parse the source of a plain function, and keep its closure, at every compilation
    return RunnableLambda(partial(run), afunc=partial(arun), name=step.name)


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run the function in a thread of pincite. It has the caller's context, with the stream writer, and access to the
    caller's event loop."""
    context = copy_context()
    context.run(caller_loop.set, asyncio.get_running_loop())
    return await asyncio.get_running_loop().run_in_executor(_store_threads, context.run, function, *arguments)


async def _before_the_end(call: Awaitable[Any], meter: Meter, admission: Admission | None) -> Any:
    """Await a call within the run's time. The time is shorter once the server shuts down. Raises BudgetExceeded if the
    call must be cancelled."""
    left, loop = meter.seconds_left(), asyncio.get_running_loop()
    deadline = asyncio.timeout(None if left == float("inf") else left + GRACE)

    def shorten() -> None:
        assert admission is not None
        ends = loop.time() + admission.seconds_left()
        with suppress(RuntimeError):  # the call has returned meanwhile
            deadline.reschedule(min(ends, deadline.when() or ends))

    try:
        async with deadline:
            with admission.on_close(lambda: loop.call_soon_threadsafe(shorten)) if admission else nullcontext():
                return await call
    except TimeoutError:
        if deadline.expired():
            raise BudgetExceeded("the time limit of the run is reached", stop_reason="time_exhausted") from None
        raise


def _after_fault(step: NodeStep[Any, Any], state: RunState, error: Exception) -> Update:
    """Return the update after a fault: no output of the step, but a signal and a disclosure of the fault.

    A used-up budget or an unreachable knowledge base is also the stop reason. The log gets only pincite's own messages,
    since others may quote documents.
    """
    log.warning("%s failed: %s", step.name, error if isinstance(error, PinciteError) else type(error).__name__)
    log.debug("%s", step.name, exc_info=error)
    update = Update({}, f"failed: {type(error).__name__}")
    try:
        update = step.on_fault(state, error) if step.on_fault else update
    except Exception as second:
        log.error("%s failed again after its fault: %s", step.name, type(second).__name__)
        log.debug("%s", step.name, exc_info=second)
    if isinstance(error, BudgetExceeded | StoreUnavailable):
        why: Reached = error.stop_reason if isinstance(error, BudgetExceeded) else "source_unavailable"
        so_far = update.changes.get("risk_signals", state.get("risk_signals", ()))
        reached: RunState = {"risk_signals": tuple(dict.fromkeys((*so_far, why))), "stop_reason": why}
        update = Update({**update.changes, **reached}, update.exit)
    reason = in_short(error) or f"failed with {type(error).__name__}: {error}"
    fault = Disclosure(kind="note", subject=step.name, reason=reason[:500])
    ledger = update.changes.get("disclosures", state.get("disclosures", ()))
    signals = update.changes.get("risk_signals") or signalled(state, "internal_fault")
    return Update({**update.changes, "disclosures": (*ledger, fault), "risk_signals": signals}, update.exit)


def _with_lost_calls(meter: Meter, step: NodeStep[Any, Any], state: RunState, update: Update) -> Update:
    """Return the update with a disclosure of each call that failed while others succeeded (SPEC EVI-8)."""
    if not meter.failures:
        return update
    notes = tuple(
        Disclosure(kind="unsearched", subject=step.name, reason=(in_short(error) or f"{error}")[:500])
        for error in meter.failures
    )
    reached = tuple(error.stop_reason for error in meter.failures if isinstance(error, BudgetExceeded))
    ledger = update.changes.get("disclosures", state["disclosures"])
    signals = update.changes.get("risk_signals", state["risk_signals"])
    lost: RunState = {
        "disclosures": (*ledger, *dict.fromkeys(notes)),
        "risk_signals": tuple(dict.fromkeys((*signals, *reached))),
    }
    return Update({**update.changes, **lost}, f"{update.exit}; {len(notes)} calls failed")


def _finished(
    step: NodeStep[Any, Any], state: RunState, update: Update, meter: Meter, entered: datetime, began: float
) -> RunState:
    walked = Step(
        node=step.name,
        state=step.state,
        entered=entered.isoformat(timespec="milliseconds"),
        seconds=round(perf_counter() - began, 4),
        exit=update.exit,
    )
    log.info("%s ended (%.3f s)", step.name, walked.seconds)
    log.debug("%s: %s", step.name, update.exit)  # debug only: it names subjects, and quotes the output of a tool
    before = update.changes.get("path", state.get("path", ()))
    used: RunState = {"usage": meter.usage()} if meter.calls else {}
    if meter.faults:
        used["model_faults"] = distinct((*state.get("model_faults", ()), *meter.faults))
    tell(*happened(walked, state, update.changes), _left(walked, meter))
    return read_state({**update.changes, **used, "path": (*before, walked)})


def _left(walked: Step, meter: Meter) -> NodeLeft:
    calls, tokens = meter.left()
    return NodeLeft(
        node=walked.node,
        state=walked.state,
        exit=walked.exit,
        seconds=walked.seconds,
        model_calls_left=calls,
        tokens_left=tokens,
        seconds_left=min(meter.seconds_left(), _NEVER),
    )
