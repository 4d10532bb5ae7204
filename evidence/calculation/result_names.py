"""Checks the name that a model gives to a result. It is used only if its words come from the question or from the
labels of the figures."""

from collections.abc import Sequence

from ..language.words import content_stems, stem_set
from ..lexicon.small_words import FOREIGN_SMALL_WORDS
from ..model.evidence import Evidence
from .result_words import LANGUAGES, words_for

LONGEST_NAME = 160
"""The maximum number of characters of a name."""


def borrowed_name(name: str, asked: Sequence[str], evidence: Sequence[Evidence]) -> str:
    """Return `name` on one line. Return "" if it is too long, or contains a content word, name or number that is in
    neither the question nor the labels of the figures. Nouns for kinds of results, such as “total”, are allowed.

    `asked`: the question and its steps. The labels of a figure are its row label, its columns, and the title and
    declared scope of its document.
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
    nouns = (words_for(language).nouns for language in LANGUAGES)
    known = stem_set(" \n".join((*asked, *labels, *nouns, *FOREIGN_SMALL_WORDS)))
    return bare if bare and len(bare) <= LONGEST_NAME and known.issuperset(content_stems(bare)) else ""
