"""Decides whether a document is of the type that a question asks for: an NDA is not a master services agreement (SPEC
SUB-2)."""

import re

from ..language.words import content_stems
from ..lexicon.document_type_names import FAMILIES, NAMES_OF_ONE_TYPE


def type_matches(asked: str, *held: str | None) -> str | None:
    """Return the first string of `held` (the declared type and the title of a document) that matches the requested
    type, or None.

    Example: `type_matches("NDA", "Non-disclosure agreement")` gives `"Non-disclosure agreement"`, and
    `type_matches("NDA", "Lease")` gives `None`.
    """
    wanted = _folded(asked)
    forms = next((group for group in NAMES_OF_ONE_TYPE if wanted in group), (wanted,))
    for declared in held:
        if not declared:
            continue
        folded = _folded(declared)
        if any(_stands(form, folded) for form in forms):
            return declared
        if any(_stands(member, folded) for member in FAMILIES.get(wanted, ())):
            return declared
        group = next((group for group in NAMES_OF_ONE_TYPE if any(folded == form for form in group)), ())
        if any(_stands(form, wanted) for form in group):
            return declared
        stems = frozenset(content_stems(asked))
        if stems and stems <= frozenset(content_stems(declared)):
            return declared
    return None


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[_\s]+", " ", text).casefold().split())


def _stands(form: str, text: str) -> bool:
    if not form:
        return True
    pattern = re.escape(form).replace(r"\-", r"[-\s]?").replace(r"\ ", r"[-\s]+")
    return re.search(rf"(?<![\w-]){pattern}s?(?![\w])", text) is not None


def kind_in(name: str) -> str | None:
    """Return the kind of document with which a name ends, or None: "agreement" for "boat-painting agreement", "10-K"
    for "10-K"."""
    words = name.split()
    return next((kind for at in range(len(words)) if is_plain_type(kind := " ".join(words[at:]))), None)


def is_plain_type(name: str) -> bool:
    """Return whether a question's name for a document is only a kind of document ("the supply agreement", "10-K") and
    no title."""
    folded = _folded(name)
    return folded in FAMILIES or any(folded in group for group in NAMES_OF_ONE_TYPE)
