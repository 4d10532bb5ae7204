"""Makes rules from tables: replace a word by its counterpart, or by another member of its group."""

import random
import re
from collections.abc import Sequence

from .variants import Context, Operator, Table, like, put, read_pairs, some


def counterparts(name: str, pairs: str, *, after: str = "", before: str = "") -> Operator:
    """Return the rule `name`, which replaces a word of the table `pairs` (“old → new; one ↔ other”) by its counterpart.

    `after` and `before` are patterns of the text on the left and on the right of the word. A counterpart that is in the
    paragraph is not used: a fault that it makes may be true.
    """
    table = Table(read_pairs(pairs), after=after, before=before)

    def rule(sentence: str, rng: random.Random, context: Context) -> list[str]:
        hits = [hit for hit in table.hits(sentence) if not (hit[3] and _holds(context, hit[3]))]
        return some(rng, [put(sentence, start, end if new else end + 1, new) for start, end, _, new in hits])

    rule.__name__ = name
    return rule


def others(name: str, group: Sequence[str], *, after: str = "", before: str = "") -> Operator:
    """Return the rule `name`, which replaces a word of the group by another one that is not in the paragraph. `after`
    and `before`: as for `counterparts`."""
    words = "|".join(re.escape(word) for word in sorted(group, key=len, reverse=True))
    pattern = re.compile(rf"{after}(?<!\w)(?P<word>{words})(?!\w){before}")

    def rule(sentence: str, rng: random.Random, context: Context) -> list[str]:
        choices = [word for word in group if not _holds(context, word)]
        places = [match.span("word") for match in pattern.finditer(sentence)]
        return some(
            rng,
            [put(sentence, *place, like(sentence[slice(*place)], rng.choice(choices))) for place in places if choices],
        )

    rule.__name__ = name
    return rule


def _holds(context: Context, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", context.paragraph, re.IGNORECASE) is not None
