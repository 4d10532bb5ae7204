"""A chat model with structured output. For a prompt and a schema it returns a checked value, or raises an error (SPEC
CRI-10)."""

import asyncio
import logging
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from copy import copy
from typing import TypeVar

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, ValidationError

from ...errors import BudgetExceeded, ModelError, PinciteError
from ...evidence.model.model_fault import ModelFault
from ...model_settings import Method, Profile
from ...prompts.prompt import Prompt
from .fault_cause import cause_of, status_of, was_refused
from .json_object import NotOneObject, one_object
from .meter import current_meter
from .model_request import Turn
from .rate_limiter import AskedForQuiet, rate_limiter_for
from .recording import Message
from .reply import Reply
from .structured_output import Bound, bound_to
from .wire_schema import written_schema

T = TypeVar("T", bound=BaseModel)
Check = Callable[[T], str | None]
"""A function that checks a value of the schema. It returns the fault in words for the model, or None if there is
none."""

PASSAGE_CHARS = 30_000
"""The default number of characters of passages in one call: about 8,000 tokens, which a small model still handles
reliably."""
SECONDS_ALONE = 60.0
"""The longest time of one attempt outside a run, where no meter sets it."""
CALLS_AT_ONCE = 64
"""The default for the parallel calls of this process to one model."""
_QUOTED_CHARS = 4_000
"""The maximum number of characters of a bad answer that the repair request quotes."""
_MOST_ERRORS = 1_000
"""The maximum number of validation errors of one answer that are put into words, at 20 µs each. Pydantic describes all
of them or none."""
_AT_ONCE = 4
log = logging.getLogger("pincite")


class Speaker:
    """A chat model with a name such as `openai:gpt-x@host`.

    `ask` and `aask` send a prompt with the schema as a plain dict, and parse the raw answer themselves, strictly. An
    answer that does not fit gets one repair request that quotes the fault; a refusal gets none. Transient failures are
    retried within the run's time (SPEC REL-1). In a run, the meter must allow each call, and the tape replays or
    records it. `setting` and `key_variable` name the setting of the model and the environment variable of its key, for
    messages.

    Raises ModelError if no fitting answer comes, and BudgetExceeded if the run may not make the call.
    """

    def __init__(
        self,
        model: BaseChatModel,
        name: str,
        *,
        method: Method = "json_schema",
        strict: bool = True,
        seconds_per_call: float = SECONDS_ALONE,
        passage_chars: int = PASSAGE_CHARS,
        profile: Profile = "full",
        calls_at_once: int = CALLS_AT_ONCE,
        setting: str = "",
        key_variable: str = "",
    ) -> None:
        self.limiter = rate_limiter_for(name, calls_at_once)
        self.setting, self.key_variable = setting, key_variable
        self.model, self.name, self.method, self.strict = model, name, method, strict
        self.seconds_per_call, self.passage_chars, self.profile = seconds_per_call, passage_chars, profile

    @property
    def model_name(self) -> str:
        """The name of the model, without provider and place."""
        return self.name.rpartition("@")[0].partition(":")[2] or self.name

    def __repr__(self) -> str:
        return f"Speaker({self.name!r}, method={self.method!r})"

    def ask(self, prompt: Prompt, schema: type[T], check: Check[T] | None = None) -> T:
        """Return a value of `schema` that passes `check`."""
        talk = self._talk(prompt, schema, check)
        messages = next(talk)
        while True:
            turn = Turn(self, prompt, schema, messages)
            try:
                messages = talk.send(turn.known() or turn.sent())
            except StopIteration as done:
                value: T = done.value
                return value

    async def aask(self, prompt: Prompt, schema: type[T], check: Check[T] | None = None) -> T:
        """Do the same as `ask`, without blocking the event loop."""
        talk = self._talk(prompt, schema, check)
        messages = next(talk)
        while True:
            turn = Turn(self, prompt, schema, messages)
            try:
                messages = talk.send(turn.known() or await turn.asent())
            except StopIteration as done:
                value: T = done.value
                return value

    def ask_all(
        self, prompts: Sequence[Prompt], schema: type[T], check: Check[T] | None = None
    ) -> list[T | PinciteError]:
        """Return the answers to prompts sent in parallel, in order. A failed call gives its error, which the report
        discloses."""

        def answer(prompt: Prompt) -> T | PinciteError:
            try:
                return self.ask(prompt, schema, check)
            except (ModelError, BudgetExceeded) as error:
                return _lost(error)

        if len(prompts) < 2:
            return [answer(prompt) for prompt in prompts]
        with ThreadPoolExecutor(max_workers=min(_AT_ONCE, len(prompts))) as threads:
            futures = [threads.submit(copy_context().run, answer, prompt) for prompt in prompts]
            return [future.result() for future in futures]

    async def aask_all(
        self, prompts: Sequence[Prompt], schema: type[T], check: Check[T] | None = None
    ) -> list[T | PinciteError]:
        """Do the same as `ask_all`, without blocking the event loop."""

        async def answer(prompt: Prompt) -> T | PinciteError:
            try:
                return await self.aask(prompt, schema, check)
            except (ModelError, BudgetExceeded) as error:
                return _lost(error)

        return list(await asyncio.gather(*(answer(prompt) for prompt in prompts)))

    def _talk(
        self, prompt: Prompt, schema: type[T], check: Check[T] | None
    ) -> Generator[tuple[Message, ...], Reply, T]:
        """Hold the conversation without sending anything: yield the messages to send, receive each reply, and return
        the value. It takes at most two turns."""
        system = prompt.system
        if self.method in {"json_mode", "prompt"}:
            system += (
                f"\n\nAnswer with one JSON object that fits this schema, and nothing else:\n{written_schema(schema)}"
            )
        messages: tuple[Message, ...] = (("system", system), ("user", prompt.user))
        wrong = ""
        for last in (False, True):
            reply = yield messages
            if reply.ending == "refused":
                raise ModelError(f"{prompt.role}: {self.name} refused to answer")
            read = _read(reply, schema, check)
            if not isinstance(read, _Unfit):
                return read
            wrong = read.shown
            if not last:
                log.info(
                    "%s: %s gave an answer that does not fit (%s); asked to correct it", prompt.role, self.name, wrong
                )
                said = reply.text[:_QUOTED_CHARS] or "(nothing)"
                mend = (
                    f"That answer cannot be used: {read.quoted}. Give the whole answer again as one JSON object that fits the "
                    "schema, with nothing before or after it."
                )
                messages = (*messages, ("assistant", said), ("user", mend))
        raise ModelError(f"{prompt.role}: {self.name} gave no usable answer, also when asked to correct it: {wrong}")

    def by(self, method: Method) -> "Speaker":
        """Return a speaker for the same model with another structured-output method."""
        other = copy(self)
        other.method = method
        return other

    def fault(self, error: Exception, role: str) -> ModelFault:
        """Return why this model gave no answer, from the error of its client."""
        refused = was_refused(error)
        return ModelFault(
            cause="rate_limit" if isinstance(error, AskedForQuiet) else cause_of(error, self.model_name),
            model=self.name,
            role=role,
            status=None if refused else status_of(error),
            detail=str(refused) if refused else type(error).__name__,
            setting=self.setting,
            variable=self.key_variable,
        )

    def bound(self, schema: type[BaseModel]) -> Bound:
        """Return the model bound to the schema by this speaker's method."""
        return bound_to(self.model, schema, self.method, strict=self.strict)


class _Unfit(BaseModel):
    """Why an answer cannot be used. `quoted` is for the model; `shown` is for logs and reports, and quotes nothing of
    the answer."""

    quoted: str
    shown: str


def _read(reply: Reply, schema: type[T], check: Check[T] | None) -> T | _Unfit:
    if reply.ending == "cut":
        return _Unfit(quoted="it was cut at the output limit; be shorter", shown="it was cut at the output limit")
    try:
        value = schema.model_validate_json(one_object(reply.text))
    except NotOneObject as error:
        return _Unfit(quoted=str(error), shown=str(error))
    except ValidationError as error:
        return _misfit(error)
    if check and (objection := check(value)):
        return _Unfit(quoted=objection, shown="it fits the schema, but breaks a rule of its role")
    return value


def _misfit(error: ValidationError) -> _Unfit:
    if (count := error.error_count()) > _MOST_ERRORS:
        said = f"it does not fit the schema in {count:,} places"
        return _Unfit(quoted=said, shown=said)
    found = error.errors()
    wrong = [f"{'.'.join(map(str, detail['loc'])) or 'the object'}: {detail['msg']}" for detail in found[:10]]
    places = ", ".join(dict.fromkeys(".".join(map(str, detail["loc"])) for detail in found[:5]))
    return _Unfit(quoted="; ".join(wrong), shown=f"it does not fit the schema at {places or 'the top'}")


def _lost(error: PinciteError) -> PinciteError:
    if meter := current_meter():
        meter.record_failure(error)
    return error
