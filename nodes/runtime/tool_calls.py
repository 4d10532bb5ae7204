"""Calls a tool of the user. The tool may raise, hang or return anything, so its call can be abandoned (SPEC RET-11).

A thread cannot be killed. After the time limit it continues as a daemon thread, and its output is dropped.
"""

import asyncio
import re
import threading
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, wait
from contextvars import ContextVar, copy_context
from typing import Any

from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool, Tool
from langgraph.errors import GraphBubbleUp

from ...stores.kb.tool_output import ToolOutput, failed, read_output
from ...stores.sources.skills import Skill

BEHIND_AT_MOST = 3
"""The maximum number of hanging calls of one source. With more, it is not called again until one of them ends."""
ERROR_CHARS = 10_000
"""The maximum number of characters of a tool's error that are checked for secrets."""
_SECRETS = (
    (re.compile(r"(?<=://)[^/@\s]+@"), "…@"),
    (re.compile(r"(?<=[?&])([\w.-]+)=[^&\s'\"]+"), r"\1=…"),
    (re.compile(r"(?i)\b(bearer|basic)\s+\S+"), r"\1 …"),
    (
        re.compile(
            r"(?i)(?<![\w-])([\w-]*(?:key|token|secret|passw(?:or)?d|authorization)\b['\"]?\s*[:=]\s*['\"]?)[^\s'\",;]+"
        ),
        r"\1…",
    ),
    (re.compile(r"\b(?:sk|pk|ghp|xox[abp])[-_][\w-]{8,}"), "…"),
)
"""Patterns of addresses and keys in an error's text (SPEC CFG-3). Each begins only at the start of a word: tried at
every letter of a word of 30,000 letters, it blocked the process for half a minute."""
caller_loop: ContextVar[AbstractEventLoop | None] = ContextVar("pincite_caller_loop", default=None)
"""The event loop that awaits the run; None if none does."""


class Caller:
    """Calls one source of the user. Safe for many threads."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill
        self._behind: set[Future[ToolOutput]] = set()

    def call(self, words: str, seconds: float, characters: int) -> ToolOutput:
        """Return the tool's output for `words`. A failure becomes an output with an error. Interrupts of the tool are
        raised.

        An async tool runs on the event loop that awaits the run, so that it can use connections of that loop. Without
        such a loop, and for any other tool, a thread is used.
        """
        if len(self._behind) >= BEHIND_AT_MOST:
            return failed(
                f"{len(self._behind)} earlier calls of it have not ended; it is not called until one of them ends"
            )
        if seconds <= 0:
            return failed("the time limit of the run is reached")
        loop = caller_loop.get()
        if loop is not None and loop.is_running() and _is_async(self._skill):
            future = asyncio.run_coroutine_threadsafe(self._on_the_loop(words, characters), loop)
        else:
            future = self._in_a_thread(words, characters)
        done, _ = wait([future], timeout=seconds)
        if not done:
            future.cancel()
            self._behind.add(future)
            future.add_done_callback(self._behind.discard)
            return failed(f"it took longer than {seconds:g} s, and was abandoned")
        return future.result()

    def _in_a_thread(self, words: str, characters: int) -> Future[ToolOutput]:
        future: Future[ToolOutput] = Future()
        future.set_running_or_notify_cancel()  # a thread cannot be cancelled
        context = copy_context()

        def run() -> None:
            try:
                future.set_result(context.run(_outcome, lambda: self._invoke(words), characters))
            except BaseException as error:  # a thread has no caller to raise it to
                future.set_exception(error)

        threading.Thread(target=run, daemon=True, name=f"pincite-{self._skill.name}").start()
        return future

    async def _on_the_loop(self, words: str, characters: int) -> ToolOutput:
        try:
            raw = await self._ainvoke(words)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            return _failure(error)
        return await asyncio.to_thread(_read, raw, characters)

    def _invoke(self, words: str) -> Any:
        if _is_async(self._skill) and not _is_sync(self._skill):
            return asyncio.run(self._ainvoke(words))
        return _given(self._skill.tool.invoke(*_asked(self._skill, words)))

    async def _ainvoke(self, words: str) -> Any:
        found: Awaitable[Any] = self._skill.tool.ainvoke(*_asked(self._skill, words))
        return _given(await found)


def _is_async(skill: Skill) -> bool:
    tool = skill.tool
    if isinstance(tool, BaseRetriever):
        return type(tool)._aget_relevant_documents is not BaseRetriever._aget_relevant_documents
    if isinstance(tool, StructuredTool | Tool):
        return tool.coroutine is not None
    return type(tool)._arun is not BaseTool._arun


def _is_sync(skill: Skill) -> bool:
    tool = skill.tool
    return not isinstance(tool, StructuredTool | Tool) or tool.func is not None


def _asked(skill: Skill, words: str) -> tuple[Any]:
    tool = skill.tool
    if isinstance(tool, BaseRetriever):
        return (words,)
    if tool.response_format == "content_and_artifact":  # only a call by an agent returns both
        return ({"type": "tool_call", "id": "pincite", "name": tool.name, "args": skill.given(words)},)
    return (skill.given(words),)


def _given(raw: Any) -> Any:
    """Return the documents of a tool message, or its text if it has none. Other tool outputs are returned unchanged."""
    if type(raw).__name__ != "ToolMessage":
        return raw
    if raw.status == "error":
        raise RuntimeError(str(raw.content))
    beside = raw.artifact
    documents = isinstance(beside, list | tuple) and beside and all(hasattr(part, "page_content") for part in beside)
    return beside if documents else raw.content


def _outcome(get: Callable[[], Any], characters: int) -> ToolOutput:
    try:
        return _read(get(), characters)
    except BaseException as error:  # a tool may call sys.exit, and its thread is not the program
        return _failure(error)


def _read(raw: Any, characters: int) -> ToolOutput:
    output = read_output(raw, characters)
    return output if output.error is None else output.model_copy(update={"error": without_secrets(output.error)})


def _failure(error: BaseException) -> ToolOutput:
    """Return the output for an error. An interrupt of the graph is not a failure, and is raised again."""
    if isinstance(error, GraphBubbleUp):
        raise error
    message = without_secrets(" ".join(str(error)[:ERROR_CHARS].split()))[:200]
    return failed(f"{type(error).__name__}{': ' if message else ''}{message}")


def without_secrets(text: str) -> str:
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
