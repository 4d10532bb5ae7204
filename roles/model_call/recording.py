"""Records the model calls of runs, and replays them without key or network to the same report, byte for byte (SPEC
REP-2, EXE-6).

A recording is a file of JSON lines, each with the hash of its content:

- `call`: one request to a model, with everything that identifies it, and its outcome
- `time`: a place at which the time of a run was over
- `calibration`: the calibration of an auditor model
- `run`: the question, the knowledge base, the settings, and the digest of the report
- `source` and `output`: a registered source that was called, and its output
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Protocol

from pydantic import Field, ValidationError

from ...errors import BudgetExceeded, ModelError, ReplayMismatch, SettingsError
from ...evidence.judgement.calibration import Calibration
from ...evidence.model.frozen import Frozen, is_none
from ...evidence.model.model_fault import ModelFault
from ...stores.kb.given_file import read_given
from ...stores.kb.run_texts import GivenBy
from ...stores.kb.tool_output import ToolOutput
from .endpoint_error import EndpointError
from .reply import Reply

LARGEST = 500_000_000
"""The maximum number of bytes of a recording. A run takes a few hundred thousand."""

Message = tuple[Literal["system", "user", "assistant"], str]


class CallKey(Frozen):
    """The key of a recorded call. Two requests with equal keys have one answer."""

    role: str
    model: str
    prompt_sha256: str
    schema_sha256: str
    messages: tuple[Message, ...]

    def identity(self) -> str:
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "replace")).hexdigest()


class Outcome(Frozen):
    """The outcome of a call: a reply, or an error."""

    reply: Reply | None = None
    failure: str = ""
    retryable: bool = False
    time_over: bool = False
    fault: ModelFault | None = Field(default=None, exclude_if=is_none)

    def reply_or_raise(self) -> Reply:
        """Return the reply. Raises BudgetExceeded or ModelError if the call ended with one."""
        if self.reply is not None:
            return self.reply
        if self.time_over:
            raise BudgetExceeded(self.failure, stop_reason="time_exhausted")
        if self.fault is not None:
            raise EndpointError(self.failure, retryable=self.retryable, fault=self.fault)
        raise ModelError(self.failure, retryable=self.retryable)


class SourceKey(Frozen):
    """The key of a recorded call of a registered source."""

    source: str
    query: str

    def identity(self) -> str:
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "replace")).hexdigest()


class RecordedRun(Frozen):
    """The input of a recorded run, and the digest of its report."""

    question: str
    as_of: str
    documents: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    earlier_turns: tuple[str, ...] = ()
    kb_snapshot: str
    settings_json: str
    """The settings as JSON, without secrets."""
    pincite: str
    digest: str


class Tape(Protocol):
    """A recording in use: `Recorder` adds each call of a run to it, and `Replay` answers the calls from it."""

    replaying: bool

    def find(self, key: CallKey) -> Outcome | None:
        """Return the known outcome of this call; None if the call must be made."""
        ...

    def keep(self, key: CallKey, outcome: Outcome) -> Outcome:
        """Record the outcome of a call, and return the outcome to use."""
        ...

    def find_output(self, key: SourceKey) -> ToolOutput | None:
        """Return the known output of this call of a source; None if the call must be made."""
        ...

    def keep_output(self, key: SourceKey, output: ToolOutput) -> ToolOutput:
        """Record the output of a source, and return the output to use."""
        ...

    def sources(self, registered: tuple[GivenBy, ...]) -> tuple[GivenBy, ...]:
        """Return the sources that the runs call, in order; `registered` are the sources of the graph."""
        ...

    def time_is_over(self, place: str, over: bool) -> bool:
        """Return whether the run must end for lack of time at `place`, a point of the run. `over`: whether the time is
        over by the clock."""
        ...

    def calibration(self, model: str, kept: Calibration | None) -> Calibration | None:
        """Return the calibration of an auditor model that the runs use; `kept` is the one stored on this machine."""
        ...


class Recorder:
    """Records every call of the runs inside `with Recorder(path)`. The file is written at the end, also after an
    error."""

    replaying = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._calls: dict[str, tuple[CallKey, Outcome]] = {}
        self._over: dict[str, None] = {}
        self._calibrations: dict[str, Calibration] = {}
        self._outputs: dict[str, tuple[SourceKey, ToolOutput]] = {}
        self._sources: tuple[GivenBy, ...] = ()
        self._runs: list[RecordedRun] = []
        self._lock = Lock()

    def find(self, key: CallKey) -> Outcome | None:
        with self._lock:
            known = self._calls.get(key.identity())
        return known[1] if known else None

    def keep(self, key: CallKey, outcome: Outcome) -> Outcome:
        with self._lock:
            return self._calls.setdefault(key.identity(), (key, outcome))[1]

    def find_output(self, key: SourceKey) -> ToolOutput | None:
        with self._lock:
            known = self._outputs.get(key.identity())
        return known[1] if known else None

    def keep_output(self, key: SourceKey, output: ToolOutput) -> ToolOutput:
        with self._lock:
            return self._outputs.setdefault(key.identity(), (key, output))[1]

    def sources(self, registered: tuple[GivenBy, ...]) -> tuple[GivenBy, ...]:
        self._sources = registered
        return registered

    def time_is_over(self, place: str, over: bool) -> bool:
        if over:
            with self._lock:
                self._over[place] = None
        return over

    def calibration(self, model: str, kept: Calibration | None) -> Calibration | None:
        if kept is not None:
            with self._lock:
                self._calibrations[model] = kept
        return kept

    def add_run(self, run: RecordedRun) -> None:
        self._runs.append(run)

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.write()

    def write(self) -> None:
        lines = [_line("run", run.model_dump(mode="json")) for run in self._runs]
        lines += [
            _line("call", {"key": key.model_dump(mode="json"), "outcome": outcome.model_dump(mode="json")})
            for key, outcome in self._calls.values()
        ]
        lines += [_line("source", {"given": source.model_dump(mode="json")}) for source in self._sources]
        lines += [
            _line("output", {"key": key.model_dump(mode="json"), "output": output.model_dump(mode="json")})
            for key, output in self._outputs.values()
        ]
        lines += [_line("time", {"place": place}) for place in self._over]
        lines += [
            _line("calibration", {"of": model, "figures": figures.model_dump(mode="json")})
            for model, figures in self._calibrations.items()
        ]
        beside = self._path.with_name(self._path.name + ".part")
        try:
            beside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            raise SettingsError(
                f"{self._path}: the recording cannot be written ({error.strerror}); name another place"
            ) from None


class Replay:
    """Replays a recording. Raises ReplayMismatch if the file is not a recording, or if one of its lines was changed."""

    replaying = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._calls: dict[str, Outcome] = {}
        self._keys: list[CallKey] = []
        self._over: set[str] = set()
        self._calibrations: dict[str, Calibration] = {}
        self._outputs: dict[str, ToolOutput] = {}
        self._sources: tuple[GivenBy, ...] = ()
        self.runs: tuple[RecordedRun, ...] = ()
        try:
            lines = read_given(path, LARGEST).decode("utf-8").replace("\r\n", "\n").split("\n")
        except OSError as error:
            raise ReplayMismatch(f"{path}: it cannot be read ({error.strerror}); record it with --record") from None
        except UnicodeDecodeError:
            raise ReplayMismatch(f"{path}: not a recording; make one with --record") from None
        for number, line in enumerate(lines, 1):
            if line:
                self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        try:
            kind, content = _content(line)
            if kind == "run":
                self.runs = (*self.runs, RecordedRun.model_validate(content))
            elif kind == "time":
                self._over.add(content["place"])
            elif kind == "calibration":
                self._calibrations[content["of"]] = Calibration.model_validate(content["figures"])
            elif kind == "source":
                self._sources = (*self._sources, GivenBy.model_validate(content["given"]))
            elif kind == "output":
                output = ToolOutput.model_validate(content["output"])
                self._outputs[SourceKey.model_validate(content["key"]).identity()] = output
            else:
                key = CallKey.model_validate(content["key"])
                self._calls[key.identity()] = Outcome.model_validate(content["outcome"])
                self._keys.append(key)
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            why = str(error) if isinstance(error, ReplayMismatch | _Changed) else "it is not a line of a recording"
            raise ReplayMismatch(f"{self._path}, line {number}: {why}; record it again with --record") from None

    def find(self, key: CallKey) -> Outcome | None:
        outcome = self._calls.get(key.identity())
        if outcome is None:
            raise ReplayMismatch(f"{self._path}: {self._what_differs(key)}; record it again with --record")
        return outcome

    def keep(self, key: CallKey, outcome: Outcome) -> Outcome:
        return outcome

    def find_output(self, key: SourceKey) -> ToolOutput | None:
        output = self._outputs.get(key.identity())
        if output is None:
            raise ReplayMismatch(
                f"{self._path}: {key.source} is asked something that was not recorded (call {key.identity()[:12]}); "
                "record it again with --record"
            )
        return output

    def keep_output(self, key: SourceKey, output: ToolOutput) -> ToolOutput:
        return output

    def sources(self, registered: tuple[GivenBy, ...]) -> tuple[GivenBy, ...]:
        return self._sources

    def time_is_over(self, place: str, over: bool) -> bool:
        return place in self._over

    def calibration(self, model: str, kept: Calibration | None) -> Calibration | None:
        return self._calibrations.get(model)

    def _what_differs(self, key: CallKey) -> str:
        """Return how the request differs from the most similar recorded call, in words."""
        rest: Sequence[CallKey] = self._keys
        for field, named in (
            ("role", f"no call of the {key.role} was recorded"),
            ("model", f"the {key.role} was recorded with another model than {key.model}"),
            ("prompt_sha256", f"the prompt of the {key.role} has changed"),
            ("schema_sha256", f"the schema of the {key.role} has changed"),
        ):
            rest = [recorded for recorded in rest if getattr(recorded, field) == getattr(key, field)]
            if not rest:
                return named
        return f"the {key.role} is asked something that was not recorded (call {key.identity()[:12]})"


class _Changed(ValueError):
    """Raised for a line whose hash does not match its content."""


def _line(kind: str, content: dict[str, Any]) -> str:
    body = {"kind": kind, **content}
    return json.dumps({**body, "sha256": _hash(body)})


def _content(line: str) -> tuple[str, dict[str, Any]]:
    body = json.loads(line)
    if not isinstance(body, dict):
        raise TypeError("a line must be one JSON object")
    stated = body.pop("sha256")
    if stated != _hash(body):
        raise _Changed(f"the {body.get('kind')} was changed after it was recorded")
    return body.pop("kind"), body


def _hash(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
