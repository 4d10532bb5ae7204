"""The user's own sources, from the settings and from code, ready to be asked (SPEC RET-1)."""

import importlib
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool

from ..errors import SettingsError
from ..nodes.retrieval.skill_source import SkillSource
from ..roles.chat.recording import Tape
from ..settings import RegisteredSource, Settings
from ..stores.kb.run_texts import GivenBy
from ..stores.sources.skills import Skill


def own_sources(
    settings: Settings, given: Sequence[BaseTool | BaseRetriever | Skill], tape: Tape | None = None
) -> tuple[SkillSource, ...]:
    """Those of the settings, then those `given` in code. A recorded run is played back with the sources it had, and calls none.

    Raises SettingsError naming the source, what is wrong and the mend.
    """
    if tape is not None and tape.replaying:
        return tuple(SkillSource(source, None) for source in tape.sources(()))
    skills = [skill for source in settings.sources for skill in _named(source)]
    skills += [one if isinstance(one, Skill) else Skill(one) for one in _several(given)]
    names = [one.name for one in skills]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SettingsError(f"sources: two are called {twice!r}; give one of them another name, with Skill(…, name=…)")
    cards = [GivenBy(name=one.name, kind=one.kind, authority=one.authority) for one in skills]
    if tape is not None:
        tape.sources(tuple(cards))
    return tuple(SkillSource(card, skill) for card, skill in zip(cards, skills, strict=True))


def _several(given: Any) -> Sequence[Any]:
    if isinstance(given, BaseTool | BaseRetriever | Skill):
        return [given]
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise SettingsError(f"sources: a list of tools and retrievers is needed, not {type(given).__name__}")
    return given


def _named(one: RegisteredSource) -> Iterator[Skill]:
    found = list(_found(one.tool))
    if one.name and len(found) > 1:
        raise SettingsError(f"sources: {one.tool} gives {len(found)} sources, which cannot all be called {one.name!r}")
    for tool in found:
        if isinstance(tool, Skill):
            yield tool
            continue
        try:
            yield Skill(
                tool,
                name=one.name or "",
                kind=one.kind,
                authority=one.authority,
                query_argument=one.query_argument or "",
            )
        except SettingsError as error:
            raise SettingsError(f"{error} (from {one.tool})") from None


def _found(path: str) -> Iterator[Any]:
    """What stands at `package.module:attribute`: one source, several, or a function that gives them."""
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
            raise SettingsError(f"sources: {path} was called and failed ({type(error).__name__}: {error})") from error
        if inspect.isawaitable(value):
            if inspect.iscoroutine(value):
                value.close()
            raise SettingsError(
                f"sources: {path} is async; have it give the sources themselves, with asyncio.run inside"
            )
    yield from value if isinstance(value, list | tuple) else [value]
