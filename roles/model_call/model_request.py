"""Makes one request to a model. It is answered from the tape, or else sent, retried where that helps, and recorded
(SPEC REL-1)."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from time import monotonic
from typing import Any, Protocol

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import Runnable, RunnableConfig
from pydantic import BaseModel
from tenacity import AsyncRetrying, Retrying

from ...errors import BudgetExceeded, ModelError, PinciteError
from ...evidence.model.model_fault import ModelFault
from ...prompts.prompt import Prompt
from .endpoint_error import EndpointError
from .meter import current_meter
from .rate_limiter import AskedForQuiet, RateLimiter
from .recording import CallKey, Message, Outcome
from .reply import Reply, read_reply, reply_in_error
from .transient import asked_to_wait, is_transient, retrying
from .wire_schema import schema_sha256

log = logging.getLogger("pincite")


class Endpoint(Protocol):
    """The chat model of the request."""

    name: str
    limiter: RateLimiter
    seconds_per_call: float

    def bound(self, schema: type[BaseModel]) -> Runnable[Any, BaseMessage]: ...

    def fault(self, error: Exception, role: str) -> ModelFault: ...


class Turn:
    """A prompt, a schema and the messages so far, for one answer.

    Call `known` first. If it returns None, call `sent` or `asent`. Both raise ModelError or BudgetExceeded if there is
    no answer.
    """

    def __init__(
        self, speaker: Endpoint, prompt: Prompt, schema: type[BaseModel], messages: tuple[Message, ...]
    ) -> None:
        self._speaker, self._prompt, self._schema, self._messages = speaker, prompt, schema, messages
        self._meter = current_meter()
        self._tape = self._meter.tape if self._meter else None
        self._began = monotonic()

    def known(self) -> Reply | None:
        """Return the reply on the tape, or None. A reply from the tape uses the budget like the recorded call."""
        if self._meter:
            self._meter.begin(self._speaker.name)
        outcome = self._tape.find(self._key()) if self._tape else None
        if outcome is None:
            return None
        self._note(outcome.fault)
        return self._counted(outcome.reply_or_raise())

    def sent(self) -> Reply:
        """Send the request and return the reply, recorded if there is a tape."""
        try:
            self._require_time()
            for attempt in Retrying(**retrying(self._seconds_left)):
                with attempt:
                    reply = self._attempt()
        except Exception as error:
            raise self._failed(error) from None
        return self._kept(reply)

    async def asent(self) -> Reply:
        """Do the same as `sent`, without blocking the event loop."""
        try:
            self._require_time()
            async for attempt in AsyncRetrying(**retrying(self._seconds_left)):
                with attempt:
                    reply = await self._aattempt()
        except Exception as error:
            raise self._failed(error) from None
        return self._kept(reply)

    def _attempt(self) -> Reply:
        speaker = self._speaker
        with speaker.limiter.place(self._seconds_left()):
            try:
                call = speaker.bound(self._schema).invoke
                return self._answered(read_reply(_in_time(self._seconds(), call, self._langchain(), self._config())))
            except Exception as error:
                return self._faulted(error)

    async def _aattempt(self) -> Reply:
        speaker = self._speaker
        async with speaker.limiter.aplace(self._seconds_left()):
            try:
                async with asyncio.timeout(self._seconds()):
                    said = await speaker.bound(self._schema).ainvoke(self._langchain(), self._config())
                return self._answered(read_reply(said))
            except Exception as error:
                return self._faulted(error)

    def _answered(self, reply: Reply) -> Reply:
        self._speaker.limiter.succeeded()
        return reply

    def _faulted(self, error: Exception) -> Reply:
        """Return the reply that an error contains. Without one, raise the error, after a pause of all calls if the
        endpoint asks for it."""
        if reply := reply_in_error(error):
            return self._answered(reply)
        if (seconds := asked_to_wait(error)) is not None:
            self._speaker.limiter.pause(seconds)
        raise error

    def _failed(self, error: Exception) -> PinciteError:
        """Return the error for the run, recorded on the tape."""
        made: PinciteError
        fault: ModelFault | None = None
        if isinstance(error, PinciteError) and not isinstance(error, AskedForQuiet):
            made = error
        elif self._seconds_left() <= 0:
            made = BudgetExceeded(
                f"the run's time ended while {self._speaker.name} was asked", stop_reason="time_exhausted"
            )
        else:
            fault = self._speaker.fault(error, self._prompt.role)
            made = EndpointError.of(fault, retryable=isinstance(error, AskedForQuiet) or is_transient(error))
        log.debug("%s: %s failed with %s", self._prompt.role, self._speaker.name, type(error).__name__)
        self._note(fault)
        if self._tape:
            over = isinstance(made, BudgetExceeded)
            retryable = isinstance(made, ModelError) and made.retryable
            self._tape.keep(self._key(), Outcome(failure=str(made), retryable=retryable, time_over=over, fault=fault))
        return made

    def _note(self, fault: ModelFault | None) -> None:
        if self._meter and fault:
            self._meter.note(fault)

    def _kept(self, reply: Reply) -> Reply:
        if self._tape:
            reply = self._tape.keep(self._key(), Outcome(reply=reply)).reply_or_raise()
        seconds = monotonic() - self._began
        tokens = (reply.input_tokens, reply.output_tokens)
        log.info("%s: %s answered in %.2f s (%d + %d tokens)", self._prompt.role, self._speaker.name, seconds, *tokens)
        return self._counted(reply)

    def _counted(self, reply: Reply) -> Reply:
        if self._meter:
            self._meter.add_tokens(
                self._speaker.name,
                input_tokens=reply.input_tokens,
                cached_tokens=reply.cached_tokens,
                output_tokens=reply.output_tokens,
            )
        return reply

    def _require_time(self) -> None:
        if self._meter:
            self._meter.require_time()

    def _seconds_left(self) -> float:
        return self._meter.seconds_left() if self._meter else float("inf")

    def _seconds(self) -> float:
        return self._meter.seconds_per_call() if self._meter else self._speaker.seconds_per_call

    def _key(self) -> CallKey:
        return CallKey(
            role=self._prompt.role,
            model=self._speaker.name,
            prompt_sha256=self._prompt.sha256,
            schema_sha256=schema_sha256(self._schema),
            messages=self._messages,
        )

    def _langchain(self) -> list[BaseMessage]:
        kinds = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}
        return [kinds[role](content=text) for role, text in self._messages]

    def _config(self) -> RunnableConfig:
        role, name = self._prompt.role, self._speaker.name
        about = {"pincite_role": role, "pincite_model": name, "pincite_prompt_sha256": self._prompt.sha256}
        if self._meter:
            about["pincite_node"] = self._meter.stage
        tags = [
            "pincite",
            f"pincite:{role}",
            "nostream",
        ]  # for LangGraph: the output of a model is not an answer before its audit
        return RunnableConfig(run_name=f"pincite {role}", tags=tags, metadata=about)


def _in_time(seconds: float, call: Callable[..., BaseMessage], *arguments: Any) -> BaseMessage:
    """Run a call in a separate thread and wait at most `seconds`, so that a slow server cannot block the run. A late
    thread is abandoned."""
    result: Future[BaseMessage] = Future()

    def work() -> None:
        try:
            result.set_result(context.run(call, *arguments))
        except BaseException as error:
            result.set_exception(error)

    context = copy_context()
    Thread(target=work, name="pincite-model", daemon=True).start()
    return result.result(timeout=seconds)
