"""Finds the aliases of a name without a scan of all aliases of a knowledge base."""

from collections.abc import Iterable, Sequence

from ..model.source_record import Alias, AliasFields
from .same_name import name_key, split_suffix

ROUNDS = 3
"""The maximum number of aliases that are followed from one name to the next. Example: "BIL" leads to "Borealis", and
"Borealis" to "Borealis Instruments Ltd", whose documents define further terms."""


class AliasIndex:
    """The aliases of a knowledge base by name. The index is built once, since tens of thousands of documents may define
    names.

    Example: “Costco” leads to the alias “Costco” of “Costco Wholesale Corporation”.
    """

    def __init__(self, aliases: Iterable[AliasFields]) -> None:
        self._aliases = tuple(aliases)
        by_name: dict[str, list[int]] = {}
        for place, alias in enumerate(self._aliases):
            by_name.setdefault(alias["name"], []).append(place)
            by_name.setdefault(alias["of"], []).append(place)
        self._by_key: dict[str, list[int]] = {}
        for name, places in by_name.items():
            self._by_key.setdefault(_key(name), []).extend(places)

    def about(self, names: Sequence[str]) -> tuple[Alias, ...]:
        """Return the aliases that contain one of `names`, then the aliases of the names found so, up to `ROUNDS` steps.
        Each alias is returned once, in the order of the index.

        Example: for “Costco”, it is the alias “Costco” of “Costco Wholesale Corporation”.
        """
        found: set[int] = set()
        seen: set[str] = set()
        keys = {_key(name) for name in names}
        for _ in range(ROUNDS):
            new = {place for key in keys - seen for place in self._by_key.get(key, ())}
            seen |= keys
            found |= new
            keys = {_key(name) for name in {self._aliases[place]["of"] for place in new}}
        return tuple(dict.fromkeys(Alias(**self._aliases[place]) for place in sorted(found)))


def _key(name: str) -> str:
    return name_key(split_suffix(name)[0])
