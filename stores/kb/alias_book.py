"""Checks, declares and removes the aliases that a user gives to the entities of a knowledge base."""

from collections.abc import Iterable

from ...errors import StoreError
from ...evidence.names.same_name import names_match
from ..index.catalogue import Catalogue, Pair
from .snapshot import Snapshot


def objection(snapshot: Snapshot, name: str, of: str) -> str | None:
    """Return why `name` may not be declared as a name of `of`, or None if it may.

    A name that belongs to another entity, as the owner of a document or as an alias, cannot be an alias. Otherwise
    questions about one entity would be answered from the documents of the other.
    """
    everywhere = [alias for alias in snapshot.aliases_about((name, of)) if alias.document_id is None]
    for entity, title in _owners(snapshot, name):
        if names_match(name, entity, everywhere) and not names_match(of, entity, everywhere):
            return f"“{name}” is already the name of another entity, {entity}, the owner of “{title}”"
    for alias in everywhere:
        if names_match(name, alias.name) and not names_match(of, alias.of, everywhere):
            return f"“{name}” is already an alias of {alias.of}; remove that alias first"
    return None


def is_known(snapshot: Snapshot, entity: str) -> bool:
    """Return whether a document is about the entity or mentions it, or a declared alias exists for it."""
    if snapshot.mentioning_versions((entity,)):
        return True
    return any(
        alias.document_id is None and names_match(entity, alias.name) for alias in snapshot.aliases_about((entity,))
    )


def _owners(snapshot: Snapshot, name: str) -> Iterable[Pair]:
    """Yield the owners of the documents that mention the name, as pairs of owner and document title."""
    for version in snapshot.mentioning_versions((name,)):
        document = snapshot.document(version)
        for owner in snapshot.declared(version).owners():
            yield owner, document.title


def check(snapshot: Snapshot, name: str, of: str) -> None:
    """Check an alias before it is declared. Raises StoreError if the name belongs to another entity, or if no document
    is about `of` or mentions it."""
    if not name or not of:
        raise StoreError("alias: a name is missing; give both the alias and the entity")
    if (reason := objection(snapshot, name, of)) is not None:
        raise StoreError(f"alias {name}: {reason}")
    if not is_known(snapshot, of):
        raise StoreError(
            f"alias {name}: no document is about “{of}” or mentions it; check the spelling, or ingest its documents first"
        )


def declare(catalogue: Catalogue, pairs: Iterable[Pair]) -> None:
    """Declare the new ones among `pairs` of name and entity. A call that adds a pair makes a new generation (state) of
    the knowledge base."""
    standing = set(catalogue.declared_aliases(catalogue.generation()))
    new = [pair for pair in dict.fromkeys(pairs) if pair not in standing]
    if new:
        catalogue.declare_aliases(new)


def remove(catalogue: Catalogue, name: str, of: str | None = None) -> tuple[Pair, ...]:
    """Remove the pairs with that name and return them. Runs that began before still use them. Raises StoreError if
    there are none."""
    standing = catalogue.declared_aliases(catalogue.generation())
    gone = tuple((alias, entity) for alias, entity in standing if alias == name and of in (None, entity))
    if not gone:
        added = ", ".join(f"“{alias}”" for alias, _ in standing) or "none"
        raise StoreError(
            f"alias {name}: not declared; declared aliases: {added}. An alias that the text of a document introduces cannot be removed"
        )
    catalogue.remove_aliases(gone)
    return gone
