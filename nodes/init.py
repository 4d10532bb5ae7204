"""INIT: checks the question, fixes the generation of the knowledge base, and clears every channel of the state."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from ..errors import SettingsError
from ..evidence.report.evidence_report import Disclosure
from ..stores.kb.snapshot import Snapshot
from .retrieval.readable_versions import chosen_versions
from .runtime.context import current_context, limited, same_tenant
from .runtime.engine import Engine
from .runtime.state import RunHeader, RunState, empty_state
from .runtime.step import NodeStep, Update

QUESTION_LIMIT = 8_000
"""The maximum number of characters of a question. A longer text is a pasted document."""
CHOSEN_AT_MOST = 1_000
"""The maximum number of globs or collections of one run, since each is compared with every document."""
SHOWN = 5
"""The maximum number of paths and collections that the error names if the chosen documents match none."""
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor moves
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # window titles, links and other strings
    r"|\x1b[ -/]*[0-~]"
)
"""Matches a whole terminal control sequence (ECMA-48). If only control characters were removed, "[31m" of "ESC [31m"
would remain in the question."""


def init(engine: Engine) -> NodeStep[RunState, RunHeader]:
    def prepare(state: RunState) -> RunState:
        clean_question(state.get("question"))
        refuse_too_much(state)
        context = current_context()
        same_tenant(context, engine.kb.tenant)
        limited(engine.settings, context)
        read_day(state.get("as_of"), context.as_of, engine.clock())
        return state

    def call(state: RunState) -> RunHeader:
        snapshot = engine.kb.snapshot()
        _refuse_empty_choice(snapshot, state)
        return header(engine, state, snapshot.snapshot_id, snapshot.generation)

    def apply(state: RunState, run: RunHeader) -> Update:
        question, cleaned = clean_question(state.get("question"))
        fresh = empty_state(question, run)
        if engine.correlated_critic:
            fresh["risk_signals"] = ("correlated_critic",)
        if cleaned:
            note = Disclosure(kind="dropped", subject="question", reason="control characters were taken out")
            fresh["disclosures"] = (note,)
        return Update(fresh, f"pinned {run.snapshot_id}")

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed start. The run continues without the knowledge base until its end, and the
        report discloses this."""
        fresh = apply(state, header(engine, state, "unavailable", -1))
        signals = (*fresh.changes["risk_signals"], "source_unavailable")
        return Update({**fresh.changes, "risk_signals": signals}, "the knowledge base cannot be read")

    return NodeStep(name="init", state="INIT", prepare=prepare, call=call, apply=apply, on_fault=on_fault)


def header(engine: Engine, state: RunState, snapshot_id: str, generation: int) -> RunHeader:
    now, context = engine.clock(), current_context()
    return RunHeader(
        run_id=str(uuid4()),
        started=now,
        as_of=read_day(state.get("as_of"), context.as_of, now),
        snapshot_id=snapshot_id,
        generation=generation,
        settings_sha256=engine.settings_sha256,
        context=context,
    )


def _refuse_empty_choice(snapshot: Snapshot, state: RunState) -> None:
    """Raise SettingsError if the caller's choice of documents matches none. Otherwise the report would look as if
    everything had been searched."""
    documents = snapshot.documents()
    if not documents or chosen_versions(snapshot, state) != frozenset():
        return
    chosen = " and ".join(
        f"{name} = {list(given)}"
        for name, given in (("documents", state.get("documents")), ("collections", state.get("collections")))
        if given
    )
    folders = sorted({document.collection for document in documents if document.collection})
    paths = [document.path for document in documents[:SHOWN]]
    raise SettingsError(
        f"{chosen}: no document of the knowledge base matches; its paths are {_some(paths, len(documents))}, "
        f"its collections {_some(folders[:SHOWN], len(folders)) if folders else 'none'}"
    )


def _some(shown: Sequence[str], count: int) -> str:
    more = f" and {count - len(shown)} more" if count > len(shown) else ""
    return f"{', '.join(shown)}{more}"


def refuse_too_much(given: Mapping[str, Any]) -> None:
    """Raise SettingsError if the constraints, or the lists of chosen documents, are longer than allowed."""
    if (length := sum(map(len, given.get("constraints", ())))) > QUESTION_LIMIT:
        raise SettingsError(f"constraints: {length:,} characters; at most {QUESTION_LIMIT:,} are read. Shorten them")
    for name in ("documents", "collections"):
        if (count := len(given.get(name, ()))) > CHOSEN_AT_MOST:
            raise SettingsError(
                f"{name}: {count:,} are chosen; at most {CHOSEN_AT_MOST:,} are allowed. Use globs such as contracts/*"
            )


def clean_question(question: Any) -> tuple[str, bool]:
    """Return the question without control characters and terminal escapes, and whether it had any. Raises SettingsError
    if there is no question."""
    if not isinstance(question, str):
        raise SettingsError(f"question: a string is needed, not {type(question).__name__}")
    if len(question) > QUESTION_LIMIT:
        raise SettingsError(
            f"question: {len(question):,} characters; at most {QUESTION_LIMIT:,} are read. Put documents into the knowledge base "
            "and ask about them"
        )
    plain = _ESCAPE.sub("", question)
    kept = "".join(" " if c in "\n\r\t\v\f" else c for c in plain if c in "\n\r\t\v\f" or _shows(c))
    text = " ".join(kept.split())
    if not text:
        raise SettingsError("question: it is empty; ask something, for example “What notice period applies?”")
    return text, any(not _shows(c) for c in question if c not in "\n\r\t\v\f")


def _shows(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def read_day(given: str | None, in_context: date | None, now: datetime) -> date:
    """Return the day of the answer: the input's, else the context's, else today. Raises SettingsError if a value is not
    a date."""
    if given is None:
        return in_context or now.date()
    try:
        return date.fromisoformat(given)
    except (TypeError, ValueError):
        raise SettingsError(f"as_of = {given!r}: an ISO date is needed, such as 2026-01-31") from None
