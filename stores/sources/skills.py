"""The user's own tools and retrievers as sources: which of them there are, and what their results count as (SPEC RET-1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...errors import SettingsError
from ...evidence.model.source_record import Authority, SourceKind

if TYPE_CHECKING:
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.tools import BaseTool

QUERY_NAMES = ("query", "question", "q", "search_query", "search", "keywords", "text", "input")
"""What tools call the argument that holds the words to search for, in the order they are looked for."""
_NAME = re.compile(r"[\w.-]{1,60}")
BUILT_IN = ("rag_retrieve", "table_rag_retrieve")


@dataclass(frozen=True)
class Skill:
    """One tool or retriever of the user's own, and what its results count as.

        Skill(crm_search, kind="primary", authority="published")

    `name`: what reports call it; the tool's own name when left out. `kind`, `authority`: of every text it gives; a secondary source
    of no class when left out. `query_argument`: the tool's argument for the words to search for; found out when left out.
    `arguments`: what else it is always given. Raises SettingsError for what cannot be asked so.
    """

    tool: BaseTool | BaseRetriever
    name: str = ""
    kind: SourceKind = "secondary"
    authority: Authority = "unclassified"
    query_argument: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from langchain_core.retrievers import BaseRetriever
        from langchain_core.tools import BaseTool

        if not isinstance(self.tool, BaseTool | BaseRetriever):
            raise SettingsError(
                f"sources: {type(self.tool).__name__} is no source; a LangChain tool (BaseTool) or retriever (BaseRetriever) is needed"
            )
        name = self.name or (self.tool.name if isinstance(self.tool, BaseTool) else self.tool.get_name())
        if not _NAME.fullmatch(name) or name in BUILT_IN:
            why = (
                "a built-in source is called so" if name in BUILT_IN else "letters, digits, “_”, “.” and “-” are needed"
            )
            raise SettingsError(f"sources: the name {name[:80]!r} cannot be used ({why}); give Skill(…, name=…)")
        object.__setattr__(self, "name", name)
        if isinstance(self.tool, BaseTool):
            object.__setattr__(self, "query_argument", self._query_argument(_schema(self.tool)))
        elif self.query_argument or self.arguments:
            raise SettingsError(f"sources: {name} is a retriever; it takes the words alone, and no other arguments")

    def _query_argument(self, schema: Mapping[str, Any]) -> str:
        known: Mapping[str, Any] = schema.get("properties", {})
        required = [argument for argument in schema.get("required", ()) if argument not in self.arguments]
        if unknown := [
            argument for argument in (self.query_argument, *self.arguments) if argument and argument not in known
        ]:
            raise SettingsError(
                f"sources: {self.name} takes no argument {unknown[0]!r}; it takes {', '.join(known) or 'none'}"
            )
        wordy = [argument for argument in known if argument not in self.arguments and _takes_words(known[argument])]
        named = [argument for argument in QUERY_NAMES if argument in wordy]
        chosen = self.query_argument or next(
            iter(named or [argument for argument in required if argument in wordy] or wordy), ""
        )
        if not chosen or (
            not named and not self.query_argument and len([argument for argument in required if argument in wordy]) > 1
        ):
            raise SettingsError(
                f"sources: which argument of {self.name} takes the words to search for? It takes {', '.join(known) or 'none'}; "
                "say so with Skill(…, query_argument=…)"
            )
        if lacking := [argument for argument in required if argument != chosen]:
            raise SettingsError(
                f"sources: {self.name} needs {', '.join(lacking)} too; give them with Skill(…, arguments={{…}})"
            )
        return chosen

    def given(self, words: str) -> dict[str, Any]:
        """The arguments of a call that searches for `words`."""
        return {**self.arguments, self.query_argument: words} if self.query_argument else {"query": words}


def _schema(tool: BaseTool) -> Mapping[str, Any]:
    schema: Any = tool.tool_call_schema
    return schema if isinstance(schema, Mapping) else schema.model_json_schema()


def _takes_words(argument: Any) -> bool:
    if not isinstance(argument, Mapping):
        return True
    kinds = [argument.get("type")] + [
        option.get("type") for option in argument.get("anyOf", ()) if isinstance(option, Mapping)
    ]
    return "string" in kinds or kinds == [None]
