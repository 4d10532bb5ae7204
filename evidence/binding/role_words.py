"""The words for roles, and the places where a text states a role."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..language.verbs import forms
from ..lexicon.offices import ACTS_OF_ROLES, LABELS, NAMES_OF_ONE_ROLE, NO_DOERS, NO_HOLDERS, ROLE_NAMES

_NAMED_ROLE = "|".join(sorted(map(re.escape, ROLE_NAMES), key=len, reverse=True))
_ROLE_OF = re.compile(
    rf"(?:the\s+)?(?P<role>{_NAMED_ROLE})s?(?:\s+(?:of|at|for)\s+(?:the\s+)?(?P<owner>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)
_OWNER_S = re.compile(rf"(?P<owner>\S.*?)['’]s?\s+(?P<role>{_NAMED_ROLE})", re.IGNORECASE)


class RoleOf(NamedTuple):
    """A role, and the words for its owner, or None for a role by itself."""

    role: str
    owner: str | None


def role_of(phrase: str) -> RoleOf | None:
    """Return the role that a phrase describes, and whose role it is. Return None for a phrase that is no role.

    Example: “Chief Executive Officer of Acme Ltd” and “Acme Ltd's Chief Executive Officer” describe the role “Chief
    Executive Officer” of “Acme Ltd”.
    """
    match = _ROLE_OF.fullmatch(phrase) or _OWNER_S.fullmatch(phrase)
    return RoleOf(match["role"], match["owner"]) if match else None


def role_places(role: str, sentence: str) -> Iterator[tuple[int, int, bool]]:
    """Yield each place where the sentence states the role, as its start and end offsets. Also yield whether a verb
    states it ("founded"), and not a noun."""
    folded = " ".join(role.casefold().split())
    nouns = next((forms for forms in NAMES_OF_ONE_ROLE if folded in forms), (folded,))
    if folded in ("co-founder", "cofounder"):
        nouns = ("co-founder", "cofounder")
    pattern = "|".join(re.escape(noun).replace(r"\ ", r"\s+") for noun in sorted(nouns, key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w-])(?:{pattern})s?(?!\w)", sentence, re.IGNORECASE):
        yield match.start(), match.end(), False
    if acts := ACTS_OF_ROLES.get(folded):
        for match in re.finditer(rf"(?<![\w-])(?:{acts})(?!\w)", sentence, re.IGNORECASE):
            yield match.start(), match.end(), True
    elif roots := _doing(folded):
        for match in re.finditer(r"(?<![\w-])[a-z]{3,}(?![\w-])", sentence):
            if any(root in roots and form in ("past", "participle") for root, form in forms(match.group())):
                yield match.start(), match.end(), True


@lru_cache(maxsize=256)
def _doing(role: str) -> frozenset[str]:
    """Return the verb roots behind a one-word role: of "sing" for "singer", of "supply" for "supplier"."""
    if role in NO_DOERS or not re.fullmatch(r"[a-z]{3,}(?:er|or)", role):
        return frozenset()
    stem = role[:-2]
    bases = {stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
    if stem.endswith("i"):
        bases.add(stem[:-1] + "y")
    return frozenset(root for base in bases if len(base) > 2 for root, form in forms(base) if form == "base")


def may_hold(name: str) -> bool:
    """Return whether the name can be that of a person or a firm, rather than a label such as "the Company" or "Section
    16".

    Known gap: capitalised common nouns that are in neither word list are accepted.
    """
    words = [word.casefold().strip(".,") for word in name.split()]
    return bool(words) and not set(words) <= LABELS and not set(words) & NO_HOLDERS and any(map(str.isalpha, words))
