"""What is wrong with a request to the LangGraph server, before a run begins. No I/O but the settings and paths that a request chooses."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from ..errors import SettingsError
from ..graph.chat import ChatInput
from ..graph.checked_input import check_input
from ..nodes.init import clean_question, read_day, refuse_too_much
from ..nodes.runtime.context import RunContext, limited, read_context
from ..nodes.runtime.state import RunInput
from ..settings import Settings
from .studio import build_choices

Kind = Literal[
    "question",  # `make_graph`: the input has a question
    "chat",  # `make_chat_graph`: the input has messages
    "other",  # a graph of somebody else's on the same server, whose requests are not looked at
]
TITLES: dict[str, Kind] = {RunInput.__name__: "question", ChatInput.__name__: "chat"}
"""The kind of a graph by the title of its input schema, as the server shows it."""
COMMANDS = re.compile(r"^/threads/[^/]+/(?:commands|stream/events)/?$")
"""Where `run.start` comes as a command; the second is a web socket."""
A2A = re.compile(r"^/a2a/(?P<id>[^/]+)/?$")
_STARTS = re.compile(r"^(?:/threads/[^/]+)?/runs(?:/(?:stream|wait|batch|crons))?/?$")
"""Routes that begin runs, or plan them."""
_CHANGES = re.compile(r"^/(?:assistants(?:/(?!(?:search|count)/?$)(?P<id>[^/]+))?|runs/crons/[^/]+)/?$")
"""Routes that make or change what later runs are begun with."""
_SERVERS_OWN = "langgraph_auth"
"""What names in a configurable begin with that tell who asks. A server with no authentication handler would keep a caller's."""
_INPUT: TypeAdapter[RunInput] = TypeAdapter(RunInput)


def looked_at(path: str) -> bool:
    return any(one.match(path) for one in (_STARTS, COMMANDS, _CHANGES))


def begins_a_run(path: str, body: bytes) -> bool:
    """Whether a request that was not refused begins a run now."""
    if COMMANDS.match(path):
        given = _read(body)
        return isinstance(given, Mapping) and given.get("method") == "run.start"
    return bool(_STARTS.match(path)) and not path.rstrip("/").endswith("/crons")


def assistants_of(path: str, body: bytes) -> frozenset[str]:
    """The assistants that a request names, by their id or by the name of their graph."""
    changed = _CHANGES.match(path)
    named = [one.get("assistant_id", one.get("graph_id")) for one in _asked(path, body)]
    return frozenset(one for one in (*named, changed and changed["id"]) if isinstance(one, str))


def run_of_a2a(assistant: str, body: bytes) -> dict[str, Any] | None:
    """The request for a run that the server makes of an A2A message with data parts; None for one without, which is text and files only."""
    given: Any = _read(body)
    for name in ("params", "message", "parts"):
        given = given.get(name) if isinstance(given, Mapping) else None
    parts = [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []
    data = [part["data"] for part in parts if isinstance(part.get("data"), Mapping) and "metadata" not in part]
    if not data or any("resume" in one for one in data):
        return None
    said = {"messages": "…"} if any("text" in part or "file" in part for part in parts) else {}
    return {
        "assistant_id": assistant,
        "input": {**said, **{name: value for one in data for name, value in one.items()}},
    }


def why_refused(path: str, body: bytes, kinds: Mapping[str, Kind] | None = None) -> str | None:
    """What is wrong with a request to begin runs, or to make or change an assistant; None when nothing is, or when it is for the server
    to judge. `kinds`: of the assistants that it names; one that is not there is known by its input."""
    changed = _CHANGES.match(path)
    for asked in _asked(path, body):
        named = asked.get("assistant_id", asked.get("graph_id", changed and changed["id"]))
        kind = (kinds or {}).get(named) if isinstance(named, str) else None
        if kind != "other" and (wrong := _wrong(path, asked, kind)):
            return wrong
    return None


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None  # and the server refuses it


def _asked(path: str, body: bytes) -> Iterator[Mapping[str, Any]]:
    given = _read(body)
    if COMMANDS.match(path):
        method = given.get("method") if isinstance(given, Mapping) else None
        given = given.get("params") if method in ("run.start", "input.respond") else None
        if method == "input.respond" and isinstance(given, Mapping):
            given = {"config": given.get("config"), "command": given}
    yield from (one for one in (given if isinstance(given, list) else [given]) if isinstance(one, Mapping))


def _wrong(path: str, asked: Mapping[str, Any], kind: Kind | None) -> str | None:
    config = asked.get("config")
    held = config.get("configurable") if isinstance(config, Mapping) else None
    given = held if isinstance(held, Mapping) else {}
    try:
        if own := next((name for name in given if name.startswith(_SERVERS_OWN)), None):
            raise SettingsError(f"configurable.{own}: the server says itself who asks; leave it out")
        choices = build_choices(given)
        settings = Settings()
        if "kb_tenant" in choices.model_fields_set:  # else the assistant's counts, and the run itself tells
            settings = settings.for_tenant(choices.kb_tenant)
        if isinstance(context := asked.get("context"), Mapping):
            limited(settings, RunContext(**context))
        limited(settings, read_context(given))
        _check_command(asked.get("command"))
        if asked.get("input") is not None:
            _check_input(asked["input"], kind)
        elif _STARTS.match(path) and not path.startswith("/threads") and "command" not in asked:
            # without a thread there is nothing to go on with
            return f"input.{'messages' if kind == 'chat' else 'question'}: field required"
    except SettingsError as error:
        return str(error)
    return None


def _check_command(command: Any) -> None:
    for name in ("goto", "update"):
        if isinstance(command, Mapping) and command.get(name):
            raise SettingsError(
                f"command.{name}: a run goes from state to state and skips none; ask again, or edit the thread's state "
                "(POST /threads/{thread_id}/state) and go on with no input"
            )


def _check_input(given: Any, kind: Kind | None) -> None:
    if not isinstance(given, Mapping):
        raise SettingsError("input: an object is needed")
    if kind == "chat" or (kind is None and "messages" in given and "question" not in given):
        check_input(given, tuple(ChatInput.__annotations__))
        return
    check_input(given, tuple(RunInput.__annotations__))
    try:
        _INPUT.validate_python(given)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(("input", *(str(part) for part in problem["loc"])))
        raise SettingsError(f"{where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}") from None
    clean_question(given["question"])
    refuse_too_much(given)
    read_day(given.get("as_of"), None, datetime.now(UTC))
