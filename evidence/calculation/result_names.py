"""Check the name that a model gives to the result of a calculation. It is used only if its words come from the
question or the figures' own labels."""

from collections.abc import Sequence

from ..language.words import content_stems, stem_set
from ..model.evidence import Evidence

LONGEST_NAME = 160
"""Maximum number of characters of a name."""
_OF_RESULTS = "amount total sum number difference excess rest share limit date day last latest deadline end"
"""Nouns that say what kind of thing a result is, but not what it is about."""


def borrowed_name(name: str, asked: Sequence[str], evidence: Sequence[Evidence]) -> str:
    """Return `name` on one line, or "" if it is too long or contains a content word, name or number of its own.

    `asked`: the question and its steps. Of the evidence, only the texts that name a figure are used: the label and
    columns of its row, and the title and declared scope of its document.
    """
    bare = " ".join(name.split()).strip(" .:;,")
    labels = [
        text
        for unit in evidence
        for text in (
            unit.source.title,
            unit.declared,
            *(column for column, _ in unit.row),
            *(cell for _, cell in unit.row[:1]),
        )
    ]
    known = stem_set(" \n".join((*asked, *labels, _OF_RESULTS)))
    return bare if bare and len(bare) <= LONGEST_NAME and known.issuperset(content_stems(bare)) else ""
