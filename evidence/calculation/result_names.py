"""What a model calls the result of a calculation: taken up only in words that the question and the figures' own labels hold."""

from collections.abc import Sequence

from ..language.words import content_stems, stem_set
from ..model.evidence import Evidence

LONGEST_NAME = 160
"""Characters."""
_OF_RESULTS = "amount total sum number difference excess rest share limit date day last latest deadline end"
"""Nouns that say what kind of thing a result is, and nothing of what it is the result of."""


def borrowed_name(name: str, asked: Sequence[str], evidence: Sequence[Evidence]) -> str:
    """`name` on one line, or "" where it is too long or holds a content word, name or number of its own. `asked`: the question and its
    steps. Of the evidence only what names a figure is looked at: its row's label and columns, its document's title and declared scope."""
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
