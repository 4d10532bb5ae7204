"""Data inside a prompt, so that a model can tell it from instructions, and a document cannot end it (SPEC CRI-13)."""

import hashlib
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator

from ..evidence.model.frozen import Frozen

ItemId = Annotated[str, AfterValidator(lambda given: given.strip().partition(" ")[0])]
"""An id as a model gives it back, without the seal of the fence that small models copy with it."""


class Item(Frozen):
    """One piece of data under an id: lines that say what it is, then its text. Both may come from a document."""

    id: str
    text: str
    about: tuple[tuple[str, str], ...] = ()
    """Labels of our own with their values: ("title", "Leave Policy")."""


def seal(texts: Iterable[str]) -> str:
    """The code that marks fences of one prompt: eight hex digits over all that is fenced, so no text inside can know it."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\x00")
    return digest.hexdigest()[:8]


def fenced(items: Iterable[Item], code: str) -> str:
    """Each item between its own opening and closing line. Values are put on one line, so that they cannot pass for other labels."""
    return "\n\n".join(_one(item, code) for item in items) or "(none)"


def fenced_if_any(item: Item, code: str) -> str:
    """The item between its lines; nothing where it has no text, so that its section of the prompt is left out."""
    return fenced([item], code) if item.text else ""


def _one(item: Item, code: str) -> str:
    labels = "".join(f"{name}: {' '.join(value.split())}\n" for name, value in item.about if value)
    return f"<<<{item.id} {code}\n{labels}{'text:' if labels else ''}{chr(10) if labels else ''}{item.text}\n{item.id} {code}>>>"


def sealed_texts(items: Iterable[Item]) -> list[str]:
    """What a seal is made over."""
    return [part for item in items for part in (item.text, *(value for _, value in item.about))]
