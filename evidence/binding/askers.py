"""Whether a question speaks of its asker, or of the asker's own organisation, without a name."""

import re

_OWN = re.compile(
    r"\b(?:I|[Mm]e|[Mm]y|[Ww]e|us|Us|[Oo]urs?)\b"
    r"|\b(?:[Tt]he|[Tt]his)\s+(?:company|firm|group|employer|business|organi[sz]ation)\b"
)
""""US" is a country."""


def speaks_of_own(question: str) -> bool:
    """Whether it says I, we, my, our or "the company"."""
    return _OWN.search(question) is not None
