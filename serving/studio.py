"""The graphs for LangGraph Studio and the LangGraph server: `langgraph dev` with the `langgraph.json` of this folder
(SPEC USE-1).

The `configurable` of an assistant sets what is fixed when the graph is built; its `context` sets what a run may change
within these limits.
"""

import asyncio
import os
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import SettingsError, StoreError
from ..graph.adapters import Graph
from ..graph.build import build_graph
from ..graph.chat import ChatGraph, chat_graph
from ..nodes.runtime.context import RunContext
from ..settings import Settings
from ..stores.index.database_address import is_address
from ..stores.kb.existing import open_existing
from ..stores.kb.knowledge_base import KnowledgeBase
from ..stores.kb.opening import knowledge_base_exists
from .process import admission, at_end, metrics

KEPT = 32
"""The maximum number of graphs in the cache, one for each assistant. The server asks for a graph for every run, drawing
and read of a state."""


class BuildChoices(BaseModel):
    """The fields of `configurable` that an assistant may set. Its other fields belong to the server and are ignored.

    The server merges the context of a run into this configurable. A field that a context may change only within limits
    must therefore not be defined here.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    kb: str = Field(default="kb", min_length=1, max_length=1_000, pattern=r"^[^\x00]+$")
    """The folder of the knowledge base, inside the server's working directory or the folder in PINCITE_ROOT. Leave it
    out if PINCITE_ROOT is the address of served stores."""
    kb_tenant: str = Field(default="default", min_length=1)
    """The tenant, unless the operator of the server has fixed it. The name is not `tenant`: that is a field of the
    context, which may not choose whose documents are read (SPEC CFG-2)."""
    follow_ups: int | None = Field(default=None, ge=0, le=2)
    """The number of follow-up retrievals (`Settings.follow_ups`). The default is that of the server's settings."""


_NAMES = tuple(dict.fromkeys((*BuildChoices.model_fields, *RunContext.model_fields)))
"""The names in a configurable that pincite reads. The server merges the fields of a context into it."""
ONE_TENANT = "PINCITE_TENANT"
"""The environment variable with the only tenant that the server serves."""
USERS_TENANT = "PINCITE_TENANT_OF_USER"
"""The environment variable with the name of the user field that contains the user's tenant. The server itself adds an
authenticated user to each configuration; a caller cannot."""
NAMES_AT_MOST = 1_000
"""The maximum number of names of a configurable that are checked for misspellings, since comparing takes time. A server
has a few dozen names of its own."""
_ALIKE = 0.82
"""The difflib ratio from which a name counts as misspelt. `followups` has 0.95. `tenant_id`, with 0.8, may belong to
another project."""


async def make_graph(config: RunnableConfig) -> Graph:
    """Return the graph for one assistant. Settings come from the environment and `pincite.toml`; the choices of the
    assistant override them.

    Raises SettingsError, which names the field and the remedy.
    """
    given = config.get("configurable") or {}
    # resolving a path or opening a knowledge base would block the event loop
    return await asyncio.to_thread(lambda: _graph(_of_its_tenant(build_choices(given), given)))


async def make_chat_graph(config: RunnableConfig) -> ChatGraph:
    """Return the graph of `make_graph` as a chat, with `messages` as input and output. Raises as `make_graph`."""
    given = config.get("configurable") or {}
    return await asyncio.to_thread(lambda: _chat(_of_its_tenant(build_choices(given), given)))


def build_choices(given: Mapping[str, Any]) -> BuildChoices:
    """Return the choices in a configurable. Raises SettingsError, which names the invalid or misspelt field."""
    for name in islice(given, NAMES_AT_MOST):
        if name not in _NAMES and (meant := get_close_matches(name.lower(), _NAMES, n=1, cutoff=_ALIKE)):
            raise SettingsError(f"configurable.{name}: no such field; did you mean {meant[0]}?")
    try:
        choices = BuildChoices.model_validate(given)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise SettingsError(f"configurable.{where} = {problem['input']!r:.100}: {problem['msg'].lower()}") from None
    _place(choices.kb)
    if tenant := os.environ.get(ONE_TENANT):
        _refuse_another(choices, tenant, "this server answers for one tenant")
        return choices.model_copy(update={"kb_tenant": tenant})
    return choices


def _of_its_tenant(choices: BuildChoices, given: Mapping[str, Any]) -> BuildChoices:
    """Return the choices for the tenant of the authenticated user, if USERS_TENANT is set. Raises SettingsError if the
    user has no tenant."""
    if os.environ.get(ONE_TENANT) or not (field := os.environ.get(USERS_TENANT)):
        return choices
    user = given.get("langgraph_auth_user")
    found = user.get(field) if isinstance(user, Mapping) else getattr(user, field, None)
    if not isinstance(found, str) or not found:
        raise SettingsError("this server needs an authenticated user with a tenant")
    _refuse_another(choices, found, "your user belongs to another tenant")
    return choices.model_copy(update={"kb_tenant": found})


def _refuse_another(choices: BuildChoices, tenant: str, why: str) -> None:
    if choices.kb_tenant not in (BuildChoices.model_fields["kb_tenant"].default, tenant):
        raise SettingsError(f"configurable.kb_tenant = {choices.kb_tenant!r}: {why}; leave it out")


@lru_cache(maxsize=KEPT)
def _graph(choices: BuildChoices) -> Graph:
    settings = Settings() if choices.follow_ups is None else Settings(follow_ups=choices.follow_ups)
    graph = build_graph(_knowledge_base(choices.kb, choices.kb_tenant), settings, admission=admission())
    counted = metrics()
    return graph if counted is None else graph.with_config(callbacks=[counted.of(choices.kb_tenant)])


@lru_cache(maxsize=KEPT)
def _chat(choices: BuildChoices) -> ChatGraph:
    return chat_graph(_graph(choices))


@lru_cache(maxsize=KEPT)
def _knowledge_base(chosen: str, tenant: str) -> KnowledgeBase:
    try:
        kb = open_existing(_place(chosen), tenant)
    except StoreError as error:  # the server passes on settings errors only
        raise SettingsError(f"configurable.kb = {chosen!r}: {error}") from None
    at_end(kb.close, _knowledge_base.cache_clear, _graph.cache_clear, _chat.cache_clear)
    return kb


def _place(chosen: str) -> Path | str:
    """Return the location of the knowledge base. Raises SettingsError if it is outside the root, or if the root is an
    address and another is chosen."""
    given = os.environ.get("PINCITE_ROOT", ".")
    if is_address(given):
        if chosen != BuildChoices.model_fields["kb"].default:
            raise SettingsError(
                f"configurable.kb = {chosen!r}: this server has one knowledge base, at an address; leave it out"
            )
        return given
    root = Path(given).resolve()
    path = (root / chosen).resolve()
    if not path.is_relative_to(root):
        raise SettingsError(
            f"configurable.kb = {chosen!r}: it is outside {root}; set PINCITE_ROOT to the folder that contains it"
        )
    return path


def reach() -> None:
    """Check that the database of this server's knowledge base can be reached. Raises StoreUnavailable if not."""
    if is_address(place := os.environ.get("PINCITE_ROOT", ".")):
        knowledge_base_exists(place, "default")
