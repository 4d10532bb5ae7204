"""The graph as LangGraph Studio and the LangGraph server load it: `langgraph dev` with the `langgraph.json` of this folder (SPEC USE-1).

An assistant's `configurable` chooses what is fixed when the graph is built; its `context` what a run may change within that.
"""

import asyncio
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import SettingsError, StoreError
from ..settings import Settings
from ..stores.existing import open_existing
from ..stores.knowledge_base import KnowledgeBase
from .adapters import Graph
from .build import build_graph

KEPT = 32
"""Graphs kept for assistants that differ. The server asks for one at every run, drawing and read of a state."""


class BuildChoices(BaseModel):
    """What an assistant may choose under `configurable`; the rest there is the server's own and is not looked at.

    The server mixes a run's context into it, so nothing stands here that a context may change only within limits.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    kb: str = Field(default="kb", min_length=1)
    """The folder of the knowledge base, inside the server's working directory or the folder that PINCITE_ROOT names."""
    tenant: str = Field(default="default", min_length=1)
    follow_ups: int | None = Field(default=None, ge=0, le=2)
    """As `Settings.follow_ups`, where the assistant is to differ from the server's settings."""


async def make_graph(config: RunnableConfig) -> Graph:
    """The graph for one assistant. Settings come from the environment and `pincite.toml`, what the assistant chooses above them.

    Raises SettingsError naming the field and the mend.
    """
    choices = build_choices(config.get("configurable") or {})
    return await asyncio.to_thread(_graph, choices)  # opening a knowledge base would hold up the server's event loop


def build_choices(given: Mapping[str, Any]) -> BuildChoices:
    """What is chosen in a configurable. Raises SettingsError naming the field."""
    try:
        return BuildChoices.model_validate(given)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise SettingsError(f"configurable.{where} = {problem['input']!r}: {problem['msg'].lower()}") from None


@lru_cache(maxsize=KEPT)
def _graph(choices: BuildChoices) -> Graph:
    settings = Settings() if choices.follow_ups is None else Settings(follow_ups=choices.follow_ups)
    return build_graph(_knowledge_base(choices.kb, choices.tenant), settings)


@lru_cache(maxsize=KEPT)
def _knowledge_base(folder: str, tenant: str) -> KnowledgeBase:
    root = Path(os.environ.get("PINCITE_ROOT", ".")).resolve()
    path = (root / folder).resolve()
    if not path.is_relative_to(root):
        raise SettingsError(
            f"configurable.kb = {folder!r}: it lies outside {root}; set PINCITE_ROOT to the folder that holds it"
        )
    try:
        return open_existing(path, tenant)
    except StoreError as error:  # the server tells callers of wrong settings only
        raise SettingsError(f"configurable.kb = {folder!r}: {error}") from None
