"""The input and the output of the rules that rewrite sentences, and the text operations that they share."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from ...evidence.model.frozen import Frozen


class Context(Frozen):
    """The context of a sentence, for the rules that rewrite it.

    `paragraph`: the source of the sentence; anything in it may be true. `names`, `places`: the capitalised names of
    that paragraph. The foreign names come from another paragraph of the same set and are not in this one.
    """

    paragraph: str
    title: str = ""
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    foreign_names: tuple[str, ...] = ()
    foreign_places: tuple[str, ...] = ()


class Variant(Frozen):
    """A rewritten sentence, with the name of its rule."""

    operator: str
    text: str


Operator = Callable[[str, random.Random, Context], list[str]]
"""A rule that rewrites a sentence. It returns the results, or none if it does not apply. Its function name is the name
of the rule."""

_CONSONANT_SOUND = re.compile(r"(?i)(?:uni|use|usu|eu|one\b|once|u\.?s|u\.?k|util|ubi|ura)")
_VOWEL_SOUND = re.compile(r"(?i)(?:[aeio]|u|hour|honou?r|honest|heir|8|11\b|18\b)")
_ARTICLE_BEFORE = re.compile(r"(?<![\w.])([Aa]n?)( [\"“‘(]?)$")


def article_for(following: str) -> str:
    """Return `a` or `an`, by the first sound of the following text.

    Example: `article_for("hour")` gives `"an"`, and `article_for("fee")` gives `"a"`.
    """
    return "an" if _VOWEL_SOUND.match(following) and not _CONSONANT_SOUND.match(following) else "a"


def put(sentence: str, start: int, end: int, new: str) -> str:
    """Return `sentence` with `[start:end]` replaced, with a matching article and without spare white space or commas.

    Example: `put("It is a fee.", 8, 11, "offer")` gives `"It is an offer."`.
    """
    head, tail = sentence[:start], sentence[end:]
    if not new and head.endswith(" ") and tail[:1] in {" ", ",", ".", ";", ""}:
        head = head.rstrip(" ")
    article = _ARTICLE_BEFORE.search(head)
    following = (new + tail).lstrip()
    if article and following[:1].isalnum():
        right = article_for(following)
        if article[1][0] == "A":
            right = right.capitalize()
        head = head[: article.start()] + right + article[2]
    return re.sub(r"^\s+", "", head + new + tail) if not head else head + new + tail


def like(old: str, new: str) -> str:
    """Return `new` with a capital first letter if `old` has one.

    Example: `like("The", "a")` gives `"A"`.
    """
    if len(old) > 1 and old.isupper() and new.islower():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def some(rng: random.Random, items: Iterable[str], most: int = 1) -> list[str]:
    """Return at most `most` of the items, each once, chosen by `rng`."""
    unique = list(dict.fromkeys(items))
    return rng.sample(unique, most) if len(unique) > most else unique


class Table:
    """A table of replacements for whole words. A key also matches with a capital first letter; the replacement then has
    one too."""

    def __init__(self, pairs: Mapping[str, str], *, after: str = "", before: str = "") -> None:
        self.pairs = {key.lower(): new for key, new in pairs.items()}
        keys = sorted(self.pairs, key=len, reverse=True)
        alternatives = "|".join(re.escape(key) for key in keys)
        either = "|".join(re.escape(capital(key)) for key in keys)
        self.pattern = re.compile(rf"(?<![\w’'-]){after}(?P<key>{alternatives}|{either})(?![\w’'-]){before}")

    def hits(self, sentence: str) -> Iterator[tuple[int, int, str, str]]:
        """Yield each match as (start, end, old, new)."""
        for match in self.pattern.finditer(sentence):
            old = match["key"]
            yield match.start("key"), match.end("key"), old, like(old, self.pairs[old.lower()])


def read_pairs(text: str) -> dict[str, str]:
    """Return the pairs of a table of replacements, such as “old → new; one ↔ other; dropped →”. → replaces in one
    direction, ↔ in both. The first entry for a word counts."""
    table: dict[str, str] = {}
    for pair in re.split(r";\s", text.strip()):
        left, arrow, right = re.split(r" (→|↔) ?", pair.strip().rstrip(";"))
        table.setdefault(left, right)
        if arrow == "↔":
            table.setdefault(right, left)
    return table
