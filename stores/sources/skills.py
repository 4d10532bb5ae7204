"""The user's own tools and retrievers as sources, with the kind and authority of their results (SPEC RET-1)."""

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
"""The usual names of the argument for the words to search for, the preferred ones first."""
_NAME = re.compile(r"[\w.-]{1,60}")
BUILT_IN = ("rag_retrieve", "table_rag_retrieve")


@dataclass(frozen=True)
class Skill:
    """A tool or retriever of the user, with the kind and authority of its results.

        Skill(crm_search, kind="primary", authority="published")

    `name`: the name in reports; by default the tool's. `kind`, `authority`: those of every text it returns; by default
    an unclassified secondary source. `query_argument`: the tool's argument for the words to search for; detected by
    default. `arguments`: further arguments of every call. Raises SettingsError for a tool that cannot be called so.
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
                f"sources: {type(self.tool).__name__} is not a source; give a LangChain tool (BaseTool) or retriever (BaseRetriever)"
            )
        name = self.name or (self.tool.name if isinstance(self.tool, BaseTool) else self.tool.get_name())
        if not _NAME.fullmatch(name) or name in BUILT_IN:
            why = "a built-in source has this name" if name in BUILT_IN else "use letters, digits, “_”, “.” and “-”"
            raise SettingsError(f"sources: the name {name[:80]!r} cannot be used ({why}); give Skill(…, name=…)")
        object.__setattr__(self, "name", name)
        if isinstance(self.tool, BaseTool):
            object.__setattr__(self, "query_argument", self._query_argument(_schema(self.tool)))
        elif self.query_argument or self.arguments:
            raise SettingsError(f"sources: {name} is a retriever, which takes only the query; remove the arguments")

    def _query_argument(self, schema: Mapping[str, Any]) -> str:
        known: Mapping[str, Any] = schema.get("properties", {})
        required = [argument for argument in schema.get("required", ()) if argument not in self.arguments]
        if unknown := [
            argument for argument in (self.query_argument, *self.arguments) if argument and argument not in known
        ]:
            raise SettingsError(
                f"sources: {self.name} has no argument {unknown[0]!r}; its arguments: {', '.join(known) or 'none'}"
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
                f"sources: {self.name}: it is unclear which argument takes the query; its arguments: "
                f"{', '.join(known) or 'none'}; name it with Skill(…, query_argument=…)"
            )
        if lacking := [argument for argument in required if argument != chosen]:
            raise SettingsError(
                f"sources: {self.name} also requires {', '.join(lacking)}; give them with Skill(…, arguments={{…}})"
            )
        return chosen

    def given(self, words: str) -> dict[str, Any]:
        """Return the arguments of a call that searches for `words`."""
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
