"""Finds company names in a text by their legal form ("Acme Ltd")."""

import re
from collections.abc import Iterator

from .definitions import name_before
from .legal_forms import forms_end
from .same_name import find_mention, is_suffix, split_suffix

_SUFFIX_WORD = re.compile(r"\b[A-Za-z][A-Za-z./]{1,14}\.?(?=[\s,;:()'’]|$)")


def suffixed_names(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each name that ends in a legal form, with its start and end offsets, in order.

    Example: `list(suffixed_names("Acme Ltd sued Borealis GmbH in May."))` gives
    `[("Acme Ltd", 0, 8), ("Borealis GmbH", 14, 27)]`.
    """
    last_end = 0
    for match in _SUFFIX_WORD.finditer(text):
        word = match.group()
        if not is_suffix(word.rstrip(".")) or not (word[0].isupper() or word in ("plc", "gmbh")):
            continue
        if match.start() < last_end:
            continue
        end = forms_end(text, match.end())
        name = name_before(text[:end], end)
        if name is None or not split_suffix(name)[1]:
            continue
        place = find_mention((name,), text[max(last_end, end - 260) : end])
        if place is None:
            continue
        left = max(last_end, end - 260) + place[0]
        last_end = end
        yield name, left, end


def is_company(name: str) -> bool:
    """Return whether the whole text is one name that ends in a legal form.

    Example: `is_company("Acme Ltd")` gives `True`, and `is_company("Settlement with Acme Ltd")` gives `False`.
    """
    return any((start, end) == (0, len(name)) for _, start, end in suffixed_names(name))
