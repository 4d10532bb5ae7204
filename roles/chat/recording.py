"""Record the model calls of runs and play them back: no key, no network, the same report byte for byte (SPEC REP-2, EXE-6).

A recording is a file of JSON lines. A `call` line holds one request to a model, with everything that makes it what it is, and
what came of it. A `time` line says that a run found its time to be over at a place. A `calibration` line holds the figures by which
an auditor's model was trusted, or not. A `run` line says what was asked, of which
knowledge base, under which settings, and the digest of the report. A `source` line names a registered source that was asked, an `output`
line what it gave. Each line carries the hash of its own content.
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
"""Bytes of a recording. A run takes some hundred thousand."""

Message = tuple[Literal["system", "user", "assistant"], str]


class CallKey(Frozen):
    """What a recorded call is found by. Two requests that agree in all of it have one answer."""

    role: str
    model: str
    prompt_sha256: str
    schema_sha256: str
    messages: tuple[Message, ...]

    def identity(self) -> str:
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "replace")).hexdigest()


class Outcome(Frozen):
    """What came of a call: a reply, or the error it ended in."""

    reply: Reply | None = None
    failure: str = ""
    retryable: bool = False
    time_over: bool = False
    fault: ModelFault | None = Field(default=None, exclude_if=is_none)

    def reply_or_raise(self) -> Reply:
        """Raises BudgetExceeded or ModelError when the call ended in one."""
        if self.reply is not None:
            return self.reply
        if self.time_over:
            raise BudgetExceeded(self.failure, stop_reason="time_exhausted")
        if self.fault is not None:
            raise EndpointError(self.failure, retryable=self.retryable, fault=self.fault)
        raise ModelError(self.failure, retryable=self.retryable)


class SourceKey(Frozen):
    """What a recorded call of a registered source is found by."""

    source: str
    query: str

    def identity(self) -> str:
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "replace")).hexdigest()


class RecordedRun(Frozen):
    """What a run was given, and what it came to."""

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
    """What a run's calls pass through."""

    replaying: bool

    def find(self, key: CallKey) -> Outcome | None:
        """What is known to come of this call; None when it is to be made."""
        ...

    def keep(self, key: CallKey, outcome: Outcome) -> Outcome:
        """Note what came of a call. Gives the outcome that stands for it."""
        ...

    def find_output(self, key: SourceKey) -> ToolOutput | None:
        """What is known to come of this call of a source; None when it is to be made."""
        ...

    def keep_output(self, key: SourceKey, output: ToolOutput) -> ToolOutput:
        """Note what a source gave. Gives the output that stands for it."""
        ...

    def sources(self, registered: tuple[GivenBy, ...]) -> tuple[GivenBy, ...]:
        """The sources that the runs ask, in order; `registered` are those of the graph that is built."""
        ...

    def time_is_over(self, place: str, over: bool) -> bool:
        """Whether the run's time counts as over at `place`; `over` is what the clock says."""
        ...

    def calibration(self, model: str, kept: Calibration | None) -> Calibration | None:
        """The figures of an auditor's model that the runs go by; `kept` are those found on this machine."""
        ...


class Recorder:
    """Keeps every call of the runs inside `with Recorder(path)`, and writes the file at its end, also after an error."""

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
            held = self._calls.get(key.identity())
        return held[1] if held else None

    def keep(self, key: CallKey, outcome: Outcome) -> Outcome:
        with self._lock:
            return self._calls.setdefault(key.identity(), (key, outcome))[1]

    def find_output(self, key: SourceKey) -> ToolOutput | None:
        with self._lock:
            held = self._outputs.get(key.identity())
        return held[1] if held else None

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
    """A recording to be played back. Raises ReplayMismatch for a file that is none, or whose lines were changed."""

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
            raise ReplayMismatch(f"{path}: it is no recording; make one with --record") from None
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
            said = str(error) if isinstance(error, ReplayMismatch | _Changed) else "it is no line of a recording"
            raise ReplayMismatch(f"{self._path}, line {number}: {said}; record it again with --record") from None

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
        """The nearest recorded call, and what of it the run asked otherwise."""
        rest: Sequence[CallKey] = self._keys
        for field, named in (
            ("role", f"no call of the {key.role} was recorded"),
            ("model", f"the {key.role} was recorded with another model than {key.model}"),
            ("prompt_sha256", f"the prompt of the {key.role} has changed"),
            ("schema_sha256", f"the schema of the {key.role} has changed"),
        ):
            rest = [one for one in rest if getattr(one, field) == getattr(key, field)]
            if not rest:
                return named
        return f"the {key.role} is asked something that was not recorded (call {key.identity()[:12]})"


class _Changed(ValueError):
    """A line whose hash is not that of its content."""


def _line(kind: str, content: dict[str, Any]) -> str:
    body = {"kind": kind, **content}
    return json.dumps({**body, "sha256": _hash(body)})


def _content(line: str) -> tuple[str, dict[str, Any]]:
    body = json.loads(line)
    if not isinstance(body, dict):
        raise TypeError("a line is one object")
    said = body.pop("sha256")
    if said != _hash(body):
        raise _Changed(f"the {body.get('kind')} was changed after it was recorded")
    return body.pop("kind"), body


def _hash(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
