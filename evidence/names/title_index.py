"""Which documents are about what a text names: a look-up by title and declared entity, so that a large knowledge base is not gone
through for each sentence."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..model.source_record import Alias, SourceDocument
from ..model.spans import VersionId
from .same_name import find_mention, name_key, split_suffix

_QUALIFIER = re.compile(r"\s*\([^()]*\)\s*$")
_TAIL = re.compile(r",\s+[^,]+$")
_WORD = re.compile(r"\w+")
SHORTEST = 3
"""Letters of a title that can be told from any other word."""


class Titled(NamedTuple):
    """A name that a text holds, and the versions that are titled with it or declared to be of it."""

    name: str
    versions: tuple[VersionId, ...]


class TitleIndex:
    """Titles with and without their qualifier, "Mercury" for "Mercury (planet)", "Boston" for "Boston, Lincolnshire", and the aliases
    that texts or a manifest give to what is titled so; not the terms that one text defines for itself ("the Company")."""

    def __init__(self, documents: Iterable[SourceDocument], aliases: Iterable[Alias] = ()) -> None:
        self._versions: dict[str, list[VersionId]] = {}
        for document in documents:
            for name in dict.fromkeys(_names_of(document)):
                self._versions.setdefault(name, []).append(document.version_id)
        keys = {name_key(name): name for name in self._versions}
        for alias in aliases:
            named = keys.get(name_key(alias.of))
            if named is not None and alias.origin != "defined_term" and _long_enough(alias.name):
                own = self._versions.setdefault(alias.name, [])
                own += [version for version in self._versions[named] if version not in own]
        self._by_first: dict[str, list[tuple[frozenset[str], str]]] = {}
        for name in self._versions:
            found = _WORD.findall(name.casefold())
            self._by_first.setdefault(found[0], []).append((frozenset(found), name))

    def named_in(self, text: str) -> Iterator[Titled]:
        """The titles that stand in the text as whole names, the longest first; one that stands in a longer one only is left out."""
        said = frozenset(_WORD.findall(text.casefold()))
        able = [name for word in said for needed, name in self._by_first.get(word, ()) if needed <= said]
        masked = text
        for name in sorted(able, key=lambda name: (-len(name), name)):
            place = find_mention((name,), masked)
            if place is None:
                continue
            while place is not None:
                masked = masked[: place[0]] + "·" * (place[1] - place[0]) + masked[place[1] :]
                place = find_mention((name,), masked)
            yield Titled(name, tuple(self._versions[name]))


def _names_of(document: SourceDocument) -> Sequence[str]:
    title = " ".join(document.title.replace("_", " ").split())
    bare = _QUALIFIER.sub("", title)
    names = [title, bare, _TAIL.sub("", bare)]
    if document.entity:
        names += [document.entity, split_suffix(document.entity)[0]]
    return [name for name in names if _long_enough(name)]


def _long_enough(name: str) -> bool:
    return len("".join(_WORD.findall(name))) >= SHORTEST
