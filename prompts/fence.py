"""Puts data into a prompt between fences (SPEC CRI-13). So a model can distinguish it from instructions, and no
document can close its fence."""

import hashlib
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator

from ..evidence.model.frozen import Frozen

ItemId = Annotated[str, AfterValidator(lambda given: given.strip().partition(" ")[0])]
"""An id in a model's answer, without the code of the fence that small models copy with it."""


class Item(Frozen):
    """A piece of data with an id: labelled lines about it, then its text. Both may come from a document."""

    id: str
    text: str
    about: tuple[tuple[str, str], ...] = ()
    """Labels from pincite's code with their values, such as ("title", "Leave Policy")."""


def seal(texts: Iterable[str]) -> str:
    """Return the code in the fences of one prompt: eight hex digits of a hash over all fenced texts. So no text inside
    can predict it."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\x00")
    return digest.hexdigest()[:8]


def fenced(items: Iterable[Item], code: str) -> str:
    """Return each item between an opening and a closing line. Each value becomes one line, so that it cannot imitate
    other labels."""
    return "\n\n".join(_fenced_item(item, code) for item in items) or "(none)"


def fenced_if_any(item: Item, code: str) -> str:
    """Return the fenced item; "" for an item without text, so that its section of the prompt is left out."""
    return fenced([item], code) if item.text else ""


def _fenced_item(item: Item, code: str) -> str:
    labels = "".join(f"{name}: {' '.join(value.split())}\n" for name, value in item.about if value)
    return f"<<<{item.id} {code}\n{labels}{'text:' if labels else ''}{chr(10) if labels else ''}{item.text}\n{item.id} {code}>>>"


def sealed_texts(items: Iterable[Item]) -> list[str]:
    """Return the texts that `seal` hashes."""
    return [part for item in items for part in (item.text, *(value for _, value in item.about))]
