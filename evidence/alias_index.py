"""Which of many aliases bear on a name: a look-up, so that a large knowledge base is not gone through for each comparison."""

from collections.abc import Iterable, Sequence

from .names import name_key, split_suffix
from .sources import Alias

ROUNDS = 3
"""Steps from name to name: "BIL" is declared of "Borealis", which is declared of "Borealis Instruments Ltd", whose papers define terms."""


class AliasIndex:
    def __init__(self, aliases: Iterable[Alias]) -> None:
        self._order: dict[Alias, int] = {}
        self._by_key: dict[str, list[Alias]] = {}
        for alias in aliases:
            self._order.setdefault(alias, len(self._order))
            for name in (alias.name, alias.of):
                self._by_key.setdefault(_key(name), []).append(alias)

    def about(self, names: Sequence[str]) -> tuple[Alias, ...]:
        """The aliases that name, or are names of, one of `names`, and those of what they lead to, in the order given."""
        found: dict[Alias, None] = {}
        seen: set[str] = set()
        keys = {_key(name) for name in names}
        for _ in range(ROUNDS):
            new = [alias for key in sorted(keys - seen) for alias in self._by_key.get(key, ())]
            seen |= keys
            found |= dict.fromkeys(new)
            keys = {_key(alias.of) for alias in new}
        return tuple(sorted(found, key=self._order.__getitem__))


def _key(name: str) -> str:
    return name_key(split_suffix(name)[0])
