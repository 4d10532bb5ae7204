"""Questions for what something is: answered by a text that says so, and not by any that holds its name."""

import re

from .names import find_mention
from .words import STOP_WORDS

_WHAT_IS = re.compile(
    r"^\W*what\s+(?:is|are|was|were)\s+(?:an?\s+)?(?!(?:the|your|our|their|its|his|her|my)\b)(?P<thing>[\w.&-]+(?:\s+[\w.&-]+){0,3}?)"
    r"(?:\s+(?:between|in|on|within)\s+[\w\s]+)?\W*$",
    re.IGNORECASE,
)
_SAYS_WHAT = re.compile(
    r"[\"”’')\s]*(?:\([^()]{1,60}\)\s*)?(?:,?\s*(?:also|sometimes) [^,]{1,60},)?\s*"
    r"(?:(?:is|are|was|were)\s+(?!(?:\w+(?:ed|en)|built|held|made|sold|set|put|not|being|to|in|at|on|due|still|now|also|only)\b)|"
    r"means?\b|refers?\b|describes?\b|denotes?\b|"
    r"(?:is|are) (?:defined|known|understood|called|described)\b|,\s*(?:an?|the|one|which (?:is|was|means)|i\.e\.|that is|or)\b|:|=|[–—])",
    re.IGNORECASE,
)
_NAMED_SO = re.compile(
    r"\b(?:called|known as|named|termed|dubbed|such as|defined as|i\.e\.,?|or)\s+(?:an?\s+|the\s+)?[\"“‘']?$",
    re.IGNORECASE,
)


def undefined(question: str, quote: str) -> str | None:
    """How a quote that names the thing leaves open what it is; None where it says so, or where the question asks something else.

    Read are bare questions only ("what is latency?", "what was Telenet?"): with an article of its own ("the notice period") a thing is
    known, and something of it is asked.
    """
    match = _WHAT_IS.match(question)
    if match is None or match["thing"].split()[0].casefold() in STOP_WORDS:
        return None
    place = find_mention((match["thing"],), quote)
    if place is None or _SAYS_WHAT.match(quote[place[1] :]) or _NAMED_SO.search(quote[: place[0]]):
        return None
    return f"names “{match['thing']}” and does not say what it is"
