"""A name that is the leading words of a declared entity: "Orrin Foods" for "Orrin Foods International" (SPEC SUB-8)."""

from collections.abc import Iterator, Sequence

from ..model.source_record import Alias
from .same_name import name_key, names_match, split_suffix


def beginning_with(name: str, entities: Sequence[str], aliases: Sequence[Alias] = ()) -> tuple[str, ...]:
    """The declared entities whose name begins with `name` and goes on, each once; empty when one of them has that very name.

    The words must be whole, in order, and from the first on; legal forms do not count as words that go on.
    """
    if any(names_match(name, entity, aliases) for entity in entities):
        return ()
    key = name_key(name)
    found: list[str] = []
    for entity in entities:
        whole = name_key(split_suffix(entity)[0] if split_suffix(name)[1] is None else entity)
        if key and whole.startswith(f"{key} ") and not any(names_match(entity, other, aliases) for other in found):
            found.append(entity)
    return tuple(found)


def assumed(name: str, entity: str, aliases: Sequence[Alias]) -> Iterator[Alias]:
    """The alias that takes `name` to be the only entity that begins so, and the other names of that entity as names of it."""
    yield Alias(name=name, of=entity, origin="leading_words")
    for alias in aliases:
        if names_match(alias.of, entity):
            yield alias.model_copy(update={"of": name})
        elif names_match(alias.name, entity):
            yield alias.model_copy(update={"name": alias.of, "of": name})
