"""Recognises two rewordings that never change the meaning of a sentence: another order of a list, and another form of a
possessive."""

from collections.abc import Sequence

from ..language.tokens import Token

_JOINTS = frozenset({"and", "or"})
_ORDERED = frozenset("respectively between from former latter then than first followed".split())
_LONGEST_SIDE = 60


def same_list_in_other_order(said: Sequence[Token], sentence: Sequence[Token]) -> bool:
    """Return whether claim and sentence differ only in the order of one list: "A, B and C", "C, A and B".

    The result is False for a list of figures, and for a sentence with a second list of as many members: each member of
    one list may then belong to a member of the other.
    """
    one, other = _listed(said), _listed(sentence)
    if sorted(key for key in one if key != ",") != sorted(key for key in other if key != ",") or _ORDERED & set(other):
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    if len(other) - start - end > _LONGEST_SIDE:
        return False
    for more_before in range(min(start, 3) + 1):
        for more_after in range(min(end, 3) + 1):
            left, right = start - more_before, end - more_after
            mine, theirs = one[left : len(one) - right], other[left : len(other) - right]
            members = _members(theirs)
            if len(members) > 1 and sorted(_members(mine)) == sorted(members):
                return _lone(members, other[:left], other[len(other) - right :]) and _joint(mine) == _joint(theirs)
    return False


def _listed(found: Sequence[Token]) -> list[str]:
    """Return the comparison keys of the words and commas. A comma before "and" or "or", or at the end, is left out."""
    keys = [token.key for token in found if token.kind != "mark" or token.key == ","]
    return [
        key
        for place, key in enumerate(keys)
        if not (key == "," and (keys[place + 1 : place + 2] or ["and"])[0] in _JOINTS)
    ]


def _members(keys: Sequence[str]) -> list[tuple[str, ...]]:
    members: list[tuple[str, ...]] = []
    member: list[str] = []
    for key in (*keys, ","):
        if key == "," or key in _JOINTS:
            members.append(tuple(member))
            member = []
        else:
            member.append(key)
    return members


def _joint(keys: Sequence[str]) -> frozenset[str]:
    return _JOINTS & set(keys)


def _lone(members: Sequence[tuple[str, ...]], before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether the members of the list may be in any order. The list must have no figures, and no other list may
    have as many members.

    `before` and `after` are the tokens around the list.

    Example: the members “oak” and “elm” in “oak and elm grow” have no order.
    """
    if any(not member or any(":" in key or any(c.isdigit() for c in key) for key in member) for member in members):
        return False
    around = (*before, "|", *after)
    if len(members) == 2:
        return not _JOINTS & set(around)
    commas = sum(key == "," for key in around)
    return not (_JOINTS & set(around)) or commas == 0 or commas + 2 < len(members)


def possessives_alike(found: Sequence[Token]) -> list[Token]:
    """Return the tokens with "the death of Ann Lee" rewritten as "Ann Lee's death"."""
    done: list[Token] = []
    at = 0
    while at < len(found):
        if at + 3 < len(found) and found[at].key == "the" and found[at + 2].key == "of" and found[at + 3].capital:
            noun = found[at + 1]
            end = at + 4
            while end < len(found) and found[end].capital and found[end].kind == "word":
                end += 1
            if noun.kind == "word" and not noun.capital and not found[end - 1].key.endswith("s"):
                last = found[end - 1]
                done += [*found[at + 3 : end - 1], last._replace(key=f"{last.key}'s"), noun]
                at = end
                continue
        done.append(found[at])
        at += 1
    return done
