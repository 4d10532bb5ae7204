"""Reads `sources.yaml`: the user's declarations about the documents. They override every rule."""

from collections.abc import Iterable, Mapping
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import ValidationError

from ...errors import IngestError
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority

NAMES = ("sources.yaml", "sources.yml")
FILE_BYTES = 4_000_000
"""The maximum number of bytes of a manifest: some 20,000 entries, which load in half a minute."""
NODES_AT_MOST = 1_000_000
"""The maximum number of YAML nodes of a manifest. A reference to a named node (an anchor) counts as a copy of it: nine
lines of ten references each, to the line before, make a thousand million nodes."""
FAULTS_SHOWN = 10
"""The maximum number of faults of one manifest in an error message."""


class Declared(Frozen):
    """The fields that the manifest declares about one document. Rules decide the others."""

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
    """The document's path below the manifest's folder, or a glob over such paths."""


class DeclaredAlias(Frozen):
    name: str
    of: str


class Manifest(Frozen):
    documents: tuple[Entry, ...] = ()
    aliases: tuple[DeclaredAlias, ...] = ()

    def declared(self, path: str) -> Declared:
        """Return the fields of all entries that match `path`. A later entry overrides the fields of an earlier one."""
        values: dict[str, Any] = {}
        for entry in self.documents:
            if entry.path == path or fnmatchcase(path, entry.path):
                values |= entry.model_dump(exclude_unset=True, exclude={"path"})
        return Declared(**values)

    def unmatched(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the paths of entries that match no file, which are probably misspelt."""
        present = list(paths)
        return tuple(
            entry.path
            for entry in self.documents
            if entry.path not in present and not any(fnmatchcase(path, entry.path) for path in present)
        )


class _Loader(yaml.SafeLoader):
    """A YAML loader that keeps dates as text, so that the error for a wrong date can name its entry and field."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as in the class it is from
        letter: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:timestamp"]
        for letter, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read_manifest(path: Path) -> Manifest:
    """Return the manifest. Raises IngestError, which names the wrong entry and field."""
    try:
        if not path.is_file() and path.exists():
            raise IngestError(f"{path}: not a regular file; a manifest is a YAML file")
        if (size := path.stat().st_size) > FILE_BYTES:
            raise IngestError(
                f"{path}: {size:,} bytes; a manifest may have at most {FILE_BYTES:,}. Use glob patterns for folders"
            )
        raw = _parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise IngestError(f"{path}: the manifest cannot be read ({error.strerror}); check the path") from None
    except RecursionError:
        raise IngestError(
            f"{path}: nested too deeply; a manifest is a flat list of documents and their fields"
        ) from None
    except (
        yaml.YAMLError,
        ValueError,
        KeyError,
        AttributeError,
    ) as error:  # PyYAML raises the last three errors for input such as “!!bool x”
        why = " ".join(str(error).replace('in "<unicode string>", ', "at ").split()).rstrip(" ^")
        raise IngestError(f"{path}: not valid YAML ({why}); correct the file") from None
    if raw is None:
        return Manifest()
    if not isinstance(raw, Mapping):
        raise IngestError(f"{path}: must be a mapping with “documents”, not a {type(raw).__name__}")
    try:
        return Manifest.model_validate(raw)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        more = f"; and {len(wrong) - FAULTS_SHOWN:,} more" if len(wrong) > FAULTS_SHOWN else ""
        faults = "; ".join(_in_words(problem, raw) for problem in wrong[:FAULTS_SHOWN])
        raise IngestError(f"{path}: {faults}{more}") from None


def _parsed(text: str) -> Any:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        if _size(node, {}) > NODES_AT_MOST:
            raise yaml.YAMLError(
                "its YAML anchors (references to named nodes) expand to too many nodes; write the entries out"
            )
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _size(node: yaml.Node, known: dict[int, int]) -> int:
    """Return the number of YAML nodes below `node`. A reference to a named node (an anchor) counts as a copy of it.
    Raises YAMLError for a node that contains itself."""
    found = known.get(id(node))
    if found is not None:
        if not found:
            raise yaml.YAMLError("an anchor contains itself")
        return found
    known[id(node)] = 0
    below: list[yaml.Node] = []
    if isinstance(node, yaml.SequenceNode):
        below = node.value
    elif isinstance(node, yaml.MappingNode):
        below = [part for pair in node.value for part in pair]
    known[id(node)] = 1 + sum(_size(child, known) for child in below)
    return known[id(node)]


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
    given = f" (given: “{problem['input']}”)" if isinstance(problem["input"], str | int | float) else ""
    return f"{name}{field}: {problem['msg'][:1].lower()}{problem['msg'][1:]}{given}"
