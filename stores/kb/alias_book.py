"""The aliases a user declares of the entities of a knowledge base: which may be declared, which stand, and taking one out."""

from collections.abc import Iterable

from ...errors import StoreError
from ...evidence.names.same_name import names_match
from ..index.catalogue import Catalogue, Pair
from .snapshot import Snapshot


def objection(snapshot: Snapshot, name: str, of: str) -> str | None:
    """Why `name` may not be declared a name of `of`; None when it may.

    Questions about one entity would be answered from the documents of the other: a name that is already another entity's, as owner of a
    document or by an alias that holds everywhere, is no alias.
    """
    everywhere = [one for one in snapshot.aliases_about((name, of)) if one.document_id is None]
    for entity, title in _owners(snapshot, name):
        if names_match(name, entity, everywhere) and not names_match(of, entity, everywhere):
            return f"“{name}” is already the name of another entity here, {entity}, whose document is “{title}”"
    for alias in everywhere:
        if names_match(name, alias.name) and not names_match(of, alias.of, everywhere):
            return f"“{name}” is already another name of {alias.of}; take that alias out first"
    return None


def is_known(snapshot: Snapshot, entity: str) -> bool:
    """Whether a document is about the entity or mentions it, or an alias is declared of it."""
    if snapshot.mentioning_versions((entity,)):
        return True
    return any(one.document_id is None and names_match(entity, one.name) for one in snapshot.aliases_about((entity,)))


def _owners(snapshot: Snapshot, name: str) -> Iterable[Pair]:
    """The owners of the documents that hold the name, each with a title."""
    for version in snapshot.mentioning_versions((name,)):
        document = snapshot.document(version)
        for owner in snapshot.declared(version).owners():
            yield owner, document.title


def check(snapshot: Snapshot, name: str, of: str) -> None:
    """Raises StoreError for an alias that would mislead or could never be of use."""
    if not name or not of:
        raise StoreError("alias: both the name and what it is a name of are needed")
    if (reason := objection(snapshot, name, of)) is not None:
        raise StoreError(f"alias {name}: {reason}")
    if not is_known(snapshot, of):
        raise StoreError(
            f"alias {name}: no document here is about “{of}” or mentions it; check its spelling, or ingest its documents first"
        )


def declare(catalogue: Catalogue, pairs: Iterable[Pair]) -> None:
    """In a new generation, where there is anything new."""
    standing = set(catalogue.declared_aliases(catalogue.generation()))
    new = [pair for pair in dict.fromkeys(pairs) if pair not in standing]
    if new:
        catalogue.declare_aliases(new)


def take_out(catalogue: Catalogue, name: str, of: str | None = None) -> tuple[Pair, ...]:
    """The pairs of that name, taken out in a new generation; runs pinned to an earlier one still read them. Raises StoreError when
    there are none."""
    standing = catalogue.declared_aliases(catalogue.generation())
    gone = tuple((one, entity) for one, entity in standing if one == name and of in (None, entity))
    if not gone:
        added = ", ".join(f"“{one}”" for one, _ in standing) or "none"
        raise StoreError(
            f"alias {name}: no such alias was added; those that were: {added}. A name that a document's own text introduces stays"
        )
    catalogue.take_out_aliases(gone)
    return gone
