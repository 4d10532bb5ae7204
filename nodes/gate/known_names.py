"""Lists the organisations that a knowledge base knows by name, from its manifest, its aliases, and short forms in
texts.

A term that a contract defines for a party or a thing is not a name in a question (SPEC SUB-8).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from ...evidence.lexicon.business_words import PARTY_LABELS
from ...evidence.model.source_record import Alias
from ...evidence.names.same_name import name_key, split_suffix
from ...stores.kb.snapshot import Snapshot
from .inventory import inventory_of

_DECLARED = frozenset({"manifest", "declared"})
_COMPANY_WIDE = frozenset({"former_name", "ticker"})
_PLAIN = PARTY_LABELS | {"holding", "holdings"}
_PIECE = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4)
def known_names(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the entities of the knowledge base and their other names. They are the same for every question to one
    snapshot."""
    entities = (document.entity for document in snapshot.documents() if document.entity)
    aliases = (Alias(name=name, of=of, origin=origin) for name, of, origin in snapshot.alias_names())
    names = (name for alias in aliases for name in organisation_names(alias))
    return tuple(dict.fromkeys((*entities, *inventory_of(snapshot).owners, *names)))


def organisation_names(alias: Alias) -> Iterator[str]:
    """Yield the names of organisations in an alias.

    A declared alias gives both its names. An alias in a text gives names that are not plain words; a defined term
    counts only if it is short for a name with a legal form.
    """
    if alias.origin in _DECLARED:
        yield from (alias.name, alias.of)
    elif alias.origin in _COMPANY_WIDE:
        yield from (name for name in (alias.name, alias.of) if not is_plain(name))
    elif alias.of[:1].isupper() and _has_legal_form(alias.of) and not is_plain(alias.of):
        if is_short_for(alias.name, alias.of) and not is_plain(alias.name):
            yield alias.name
        yield alias.of


def is_short_for(name: str, of: str) -> bool:
    """Return whether a short name is made from words of a longer one or from its initials in order.

    >>> is_short_for("Costco", "Costco Wholesale Corporation"), is_short_for("GSK", "GlaxoSmithKline plc")
    (True, True)
    >>> is_short_for("Plan", "The Boeing Company")
    False
    """
    own, longer = _pieces(name), _pieces(of)
    if set(own) & set(longer):
        return True
    initials = iter("".join(letter for piece in of.split() for letter in _initials(piece)))
    return name.isupper() and all(letter in initials for letter in name if letter.isalpha())


def _pieces(name: str) -> list[str]:
    return _PIECE.findall(name_key(split_suffix(name)[0]))


def _initials(word: str) -> str:
    return "".join(part[0].upper() + "".join(filter(str.isupper, part[1:])) for part in _PIECE.findall(word))


def _has_legal_form(name: str) -> bool:
    """Return whether the name ends in a legal form. “As” does not count, since it is also the first word of the
    sentence after a heading."""
    suffix = split_suffix(name)[1]
    return suffix is not None and suffix != "As"


def is_plain(name: str) -> bool:
    """Return whether the name without its legal form is one plain word. "Holdings, LLC" is the end of a longer name."""
    own = _pieces(name)
    return len(own) == 1 and own[0] in _PLAIN
