"""Finds faults in a request to the LangGraph server before a run begins. It reads only the settings and the paths in
the request, so it is fast."""

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
    "other",  # a graph of another project on the same server, whose requests are not checked
]
TITLES: dict[str, Kind] = {RunInput.__name__: "question", ChatInput.__name__: "chat"}
"""The kind of a graph, by the title of its input schema, which the server shows."""
COMMANDS = re.compile(r"^/threads/[^/]+/(?:commands|stream/events)/?$")
"""Matches routes that accept the command `run.start`; the second one is a web socket."""
A2A = re.compile(r"^/a2a/(?P<id>[^/]+)/?$")
_STARTS = re.compile(r"^(?:/threads/[^/]+)?/runs(?:/(?:stream|wait|batch|crons))?/?$")
"""Matches routes that begin or schedule runs."""
_CHANGES = re.compile(r"^/(?:assistants(?:/(?!(?:search|count)/?$)(?P<id>[^/]+))?|runs/crons/[^/]+)/?$")
"""Matches routes that create or change assistants and schedules, whose values later runs use."""
_SERVERS_OWN = "langgraph_auth"
"""The prefix of names in a configurable that identify the caller. A server without an authentication handler would
accept those of a caller."""
_INPUT: TypeAdapter[RunInput] = TypeAdapter(RunInput)


def is_checked(path: str) -> bool:
    """Return whether requests to this path are checked."""
    return any(pattern.match(path) for pattern in (_STARTS, COMMANDS, _CHANGES))


def begins_a_run(path: str, body: bytes) -> bool:
    """Return whether an accepted request begins a run now. A schedule begins runs later."""
    if COMMANDS.match(path):
        given = _read(body)
        return isinstance(given, Mapping) and given.get("method") == "run.start"
    return bool(_STARTS.match(path)) and not path.rstrip("/").endswith("/crons")


def assistants_of(path: str, body: bytes) -> frozenset[str]:
    """Return the assistants that a request names: ids of assistants, or names of graphs."""
    changed = _CHANGES.match(path)
    named = [request.get("assistant_id", request.get("graph_id")) for request in _asked(path, body)]
    return frozenset(name for name in (*named, changed and changed["id"]) if isinstance(name, str))


def run_of_a2a(assistant: str, body: bytes) -> dict[str, Any] | None:
    """Return the request for a run that the server derives from an A2A message with data parts. Return None for a
    message of text and files only."""
    given: Any = _read(body)
    for name in ("params", "message", "parts"):
        given = given.get(name) if isinstance(given, Mapping) else None
    parts = [item for item in given if isinstance(item, Mapping)] if isinstance(given, list) else []
    data = [part["data"] for part in parts if isinstance(part.get("data"), Mapping) and "metadata" not in part]
    if not data or any("resume" in item for item in data):
        return None
    said = {"messages": "…"} if any("text" in part or "file" in part for part in parts) else {}
    return {
        "assistant_id": assistant,
        "input": {**said, **{name: value for item in data for name, value in item.items()}},
    }


def why_refused(path: str, body: bytes, kinds: Mapping[str, Kind] | None = None) -> str | None:
    """Return what is wrong with a request to begin runs, or to create or change an assistant. Return None if nothing
    is, or if the server itself reports it.

    `kinds`: the kind of each assistant that the request names. For others the input decides.
    """
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
        return None  # the server refuses it


def _asked(path: str, body: bytes) -> Iterator[Mapping[str, Any]]:
    given = _read(body)
    if COMMANDS.match(path):
        method = given.get("method") if isinstance(given, Mapping) else None
        given = given.get("params") if method in ("run.start", "input.respond") else None
        if method == "input.respond" and isinstance(given, Mapping):
            given = {"config": given.get("config"), "command": given}
    yield from (item for item in (given if isinstance(given, list) else [given]) if isinstance(item, Mapping))


def _wrong(path: str, asked: Mapping[str, Any], kind: Kind | None) -> str | None:
    config = asked.get("config")
    held = config.get("configurable") if isinstance(config, Mapping) else None
    given = held if isinstance(held, Mapping) else {}
    try:
        if own := next((name for name in given if name.startswith(_SERVERS_OWN)), None):
            raise SettingsError(f"configurable.{own}: the server sets this field itself; leave it out")
        choices = build_choices(given)
        settings = Settings()
        if (
            "kb_tenant" in choices.model_fields_set
        ):  # else that of the assistant applies, and the run itself reports a fault
            settings = settings.for_tenant(choices.kb_tenant)
        if isinstance(context := asked.get("context"), Mapping):
            limited(settings, RunContext(**context))
        limited(settings, read_context(given))
        _check_command(asked.get("command"))
        if asked.get("input") is not None:
            _check_input(asked["input"], kind)
        elif _STARTS.match(path) and not path.startswith("/threads") and "command" not in asked:
            # without a thread there is no state to continue from
            return f"input.{'messages' if kind == 'chat' else 'question'}: field required"
    except SettingsError as error:
        return str(error)
    return None


def _check_command(command: Any) -> None:
    for name in ("goto", "update"):
        if isinstance(command, Mapping) and command.get(name):
            raise SettingsError(
                f"command.{name}: a run cannot skip nodes; ask again, or edit the state of the thread "
                "(POST /threads/{thread_id}/state) and continue without input"
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
