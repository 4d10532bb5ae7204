"""The texts of a model of wordings, and what they leave to be filled in."""

import string
from collections.abc import Iterator
from typing import Any


def texts(held: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Each text with the path of its field."""
    if isinstance(held, str):
        yield where, held
    elif isinstance(held, dict):
        for key, value in held.items():
            yield from texts(value, f"{where}.{key}")


def places(template: str) -> set[str]:
    """The names of the places to fill in."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}
