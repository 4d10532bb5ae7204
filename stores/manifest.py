"""`sources.yaml`: what the user says of the documents; it outranks every rule."""

from collections.abc import Iterable, Mapping
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import ValidationError

from ..errors import IngestError
from ..evidence.frozen import Frozen
from ..evidence.sources import Authority

NAMES = ("sources.yaml", "sources.yml")


class Declared(Frozen):
    """What the manifest says of one document. Fields left out are decided by rule."""

    title: str | None = None
    url: str | None = None
    entity: str | None = None
    aliases: tuple[str, ...] = ()
    document_type: str | None = None
    kind: Literal["primary", "secondary"] | None = None
    authority: Authority | None = None
    updated_at: date | None = None
    effective_from: date | None = None
    effective_to: date | None = None
    supersedes: tuple[str, ...] = ()
    language: str | None = None
    tenant: str | None = None
    password: str | None = None


class Entry(Declared):
    path: str
    """The document's path relative to the manifest's folder, or a glob over such paths."""


class DeclaredAlias(Frozen):
    name: str
    of: str


class Manifest(Frozen):
    documents: tuple[Entry, ...] = ()
    aliases: tuple[DeclaredAlias, ...] = ()

    def declared(self, path: str) -> Declared:
        """All entries that match `path`, a later one overriding what it states itself."""
        values: dict[str, Any] = {}
        for entry in self.documents:
            if entry.path == path or fnmatchcase(path, entry.path):
                values |= entry.model_dump(exclude_unset=True, exclude={"path"})
        return Declared(**values)

    def unmatched(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Entries that name no document there is: most likely a misspelt path."""
        present = list(paths)
        return tuple(
            entry.path
            for entry in self.documents
            if entry.path not in present and not any(fnmatchcase(path, entry.path) for path in present)
        )


class _Loader(yaml.SafeLoader):
    """Leaves dates as they are written, so that a wrong one is told with its entry and field."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as in the class it is from
        letter: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:timestamp"]
        for letter, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read_manifest(path: Path) -> Manifest:
    """Raises IngestError naming the entry and the field that is wrong."""
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # nosec B506 # a SafeLoader that leaves dates alone
    except OSError as error:
        raise IngestError(f"{path}: the manifest cannot be read ({error.strerror}); check the path") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise IngestError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    if raw is None:
        return Manifest()
    if not isinstance(raw, Mapping):
        raise IngestError(f"{path}: a mapping with “documents” is needed at the top, not a {type(raw).__name__}")
    try:
        return Manifest.model_validate(raw)
    except ValidationError as error:
        raise IngestError(f"{path}: " + "; ".join(_in_words(one, raw) for one in error.errors())) from None


def _in_words(problem: Any, raw: Mapping[str, Any]) -> str:
    where = problem["loc"]
    name = ""
    if len(where) > 1 and where[0] == "documents" and isinstance(where[1], int):
        entry = raw["documents"][where[1]]
        label = entry.get("path", "no path") if isinstance(entry, Mapping) else entry
        name = f"entry {where[1] + 1} ({label}): "
    field = ".".join(str(part) for part in where[2:] or where)
    if problem["type"] == "extra_forbidden":
        return f"{name}unknown field “{field}”"
    given = f" (it says “{problem['input']}”)" if isinstance(problem["input"], str | int | float) else ""
    return f"{name}{field}: {problem['msg'][:1].lower()}{problem['msg'][1:]}{given}"
