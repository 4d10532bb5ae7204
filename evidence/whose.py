"""Whose something is: "Bohemond's son" is not told by "Bohemond, Robert's son"."""

import re
from collections.abc import Iterator

from .words import STOP_WORDS, topic_roots

_OWNED = re.compile(r"(?P<owner>[^\W\d_][\w.&-]*)['’]s?\s+(?:[a-z]+\s+)?(?P<thing>[a-z]{3,})\b")
_THING_OF = re.compile(r"\b(?P<thing>[a-z]{3,})\s+(?:of|to)\s+(?:the\s+)?(?P<owner>[A-Z][\w.&-]*)")


def of_another_s(question: str, quote: str) -> str | None:
    """How the quote tells of the thing asked about as somebody else's; None where it does not, or tells of it as the owner's too.

    Held against nouns with an owner before them ("X's son") and, in the quote, also behind them ("the son of X").
    """
    others = [(match["owner"], match["thing"]) for match in _OWNED.finditer(quote)]
    for owner, thing in _owned(question):
        of_it = [other for other, what in others if _alike(what, thing)]
        own = any(_alike(other, owner) for other in of_it)
        if (
            of_it
            and not own
            and not re.search(rf"\b{re.escape(thing)}\s+(?:of|to)\b[^.;]{{0,60}}{re.escape(owner)}", quote)
        ):
            return f"tells of “{of_it[0]}” and its {thing}, not of “{owner}”"
    return None


def _owned(text: str) -> Iterator[tuple[str, str]]:
    for pattern in (_OWNED, _THING_OF):
        for match in pattern.finditer(text):
            if match["owner"].casefold() not in STOP_WORDS:
                yield match["owner"], match["thing"]


def _alike(one: str, other: str) -> bool:
    return bool(set(topic_roots(one)) & set(topic_roots(other)))
