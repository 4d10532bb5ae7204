"""Who is what of whom: whether a quote says of the role asked about that it is one of what the question names."""

import re

from .names import find_mention
from .verbs import AUXILIARIES
from .who_does import names_the_doer, told_otherwise
from .words import topic_roots, words

NEAR = 6
"""Words between a role and whose it is: "director Ann Lee's beloved film “Harbour”"."""
_ROLE = re.compile(
    r"\bwho\s+(?:is|was|are|were)\s+(?:the\s+)?(?:[\w-]+\s+)*?(?P<role>[a-z]{4,}(?:er|or|man|woman|ist))\s+(?:of|for|in)\s+(?P<of>.+)",
    re.IGNORECASE,
)
_LINKS = frozenset("believed said told that who which because but although while".split()) | AUXILIARIES


def role_of_another(question: str, quote: str) -> str | None:
    """How the quote leaves open that the role is one of what the question names ("director Ann Lee admired Harbour" for "who is the
    director of Harbour?"); None where it says so, by a noun near the name or by the verb of the role ("Harbour, directed by").

    Only nouns of who does something are read ("director", "winner"), and only where the quote holds the name.
    """
    match = _ROLE.search(question)
    if match is None:
        return None
    named = re.match(
        r"[\"“]?(?:the\s+)?(?:\d{4}\s+)?(?P<name>[^?,]+?)[\"”]?(?:\s+(?:movie|film|in \d{4}))?\s*\W*$", match["of"]
    )
    name = named["name"] if named else match["of"]
    place = find_mention((name,), quote)
    if place is None:
        return None
    verb = next(iter(topic_roots(match["role"])), "")
    deed = f"Who {verb}s {name}?"
    if names_the_doer(deed, quote) and told_otherwise(deed, quote) is None:
        return None
    for word in words(quote):
        if word.text.casefold().removesuffix("s") != match["role"].casefold():
            continue
        first, last = (word.end, place[0]) if word.end <= place[0] else (place[1], word.start)
        between = [one.text.casefold() for one in words(quote[first:last])]
        if len(between) <= NEAR and not _LINKS.intersection(between) and ";" not in quote[first:last]:
            return None
    return f"does not say whose {match['role']} it tells of"
