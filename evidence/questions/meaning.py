"""Recognises sentences that say what a thing is."""

import re

_ASKS = re.compile(
    r"what (?:is|are|(?:does|do)(?=.* (?:mean|stand for|do)\W*$)) (?:an? |the )?"
    r"(?P<thing>[\w&.'’/-]+(?: [\w&.'’/-]+){0,3}?)(?: mean| stand for| do)?\s*\?*",
    re.IGNORECASE,
)
_JOINS = re.compile(r"\s(?:of|in|on|at|for|to|with|by|from)\s", re.IGNORECASE)
_SAYS = re.compile(
    r"s?(?: \([^()]*\))? (?:(?:means?|refers? to|denotes?|stands? for|(?:is|are) (?:an?|the|one|any)|are \w+s)\b"
    r"|(?:is|are) [A-Z\d“\"]|[-–—−] \w)"
)
"""What follows the thing, or a dash as in “lefty – a graphics editor”. “Is destroyed” and “is usually deleted” say what
happens to it."""


def thing_asked(question: str) -> str | None:
    """Return the thing if the question only asks what it is, means or does.

    Example: `thing_asked("What is a rollback journal?")` gives `"rollback journal"`.
    """
    asked = _ASKS.fullmatch(question.strip())
    return asked["thing"] if asked and not _JOINS.search(asked["thing"]) else None


def says_what_it_is(question: str, quote: str) -> bool:
    """Return whether the question only asks what a thing is, means or does, and the quote begins by saying what it is.

    Example: for “What is a rollback journal?”, “A rollback journal is a file …” does, and “A rollback journal is deleted
    …” does not.
    """
    thing = thing_asked(question)
    if thing is None:
        return False
    begins = re.match(rf"(?:an? |the )?{re.escape(thing.removesuffix('s'))}", quote, re.IGNORECASE)
    return begins is not None and _SAYS.match(quote, begins.end()) is not None
