"""Prepares the user's own sources for queries. They come from the settings and from code (SPEC RET-1)."""

import importlib
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool

from ..errors import SettingsError
from ..nodes.retrieval.skill_source import SkillSource
from ..roles.model_call.recording import Tape
from ..settings import RegisteredSource, Settings
from ..stores.kb.run_texts import GivenBy
from ..stores.sources.skills import Skill


def own_sources(
    settings: Settings, given: Sequence[BaseTool | BaseRetriever | Skill], tape: Tape | None = None
) -> tuple[SkillSource, ...]:
    """Return the sources of the settings, then those `given` in code. A replay uses the recorded sources and calls
    none.

    Raises SettingsError, which names the source, the fault and the remedy.
    """
    if tape is not None and tape.replaying:
        return tuple(SkillSource(source, None) for source in tape.sources(()))
    skills = [skill for source in settings.sources for skill in _skills(source)]
    skills += [tool if isinstance(tool, Skill) else Skill(tool) for tool in _several(given)]
    names = [skill.name for skill in skills]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SettingsError(f"sources: two sources have the name {twice!r}; rename one of them with Skill(…, name=…)")
    cards = [GivenBy(name=skill.name, kind=skill.kind, authority=skill.authority) for skill in skills]
    if tape is not None:
        tape.sources(tuple(cards))
    return tuple(SkillSource(card, skill) for card, skill in zip(cards, skills, strict=True))


def _several(given: Any) -> Sequence[Any]:
    if isinstance(given, BaseTool | BaseRetriever | Skill):
        return [given]
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise SettingsError(f"sources: must be a list of tools and retrievers, not {type(given).__name__}")
    return given


def _skills(source: RegisteredSource) -> Iterator[Skill]:
    found = list(_found(source.tool))
    if source.name and len(found) > 1:
        raise SettingsError(
            f"sources: {source.tool} returns {len(found)} sources, which cannot all have the name {source.name!r}; leave the name out"
        )
    for tool in found:
        if isinstance(tool, Skill):
            yield tool
            continue
        try:
            yield Skill(
                tool,
                name=source.name or "",
                kind=source.kind,
                authority=source.authority,
                query_argument=source.query_argument or "",
            )
        except SettingsError as error:
            raise SettingsError(f"{error} (from {source.tool})") from None


def _found(path: str) -> Iterator[Any]:
    """Yield the sources at `package.module:attribute`, which is one source, several, or a function that returns
    them."""
    module, _, attribute = path.partition(":")
    try:
        value: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"sources: {path}: no module {error.name!r} can be imported; install it, or set PYTHONPATH to its folder"
        ) from None
    except Exception as error:
        raise SettingsError(f"sources: {path}: importing {module} failed ({type(error).__name__}: {error})") from error
    for name in attribute.split("."):
        if not hasattr(value, name):
            raise SettingsError(f"sources: {path}: {module} has no {attribute!r}")
        value = getattr(value, name)
    if not isinstance(value, BaseTool | BaseRetriever | Skill) and callable(value):
        try:
            value = value()
        except Exception as error:
            raise SettingsError(f"sources: the call of {path} failed ({type(error).__name__}: {error})") from error
        if inspect.isawaitable(value):
            if inspect.iscoroutine(value):
                value.close()
            raise SettingsError(
                f"sources: {path} is an async function; make it a plain one that returns the sources (with asyncio.run inside)"
            )
    yield from value if isinstance(value, list | tuple) else [value]
