"""The type for one thing that a document declares about itself, and where it does so (SPEC SUB-3)."""

from typing import Literal

from ..model.frozen import Frozen

DeclaredHow = Literal["manifest", "title", "cover", "header", "metadata", "application"]
"""The part of a document that contains the declaration. application: a clause that states whom the text applies to; another organisation
issued the text."""


class Declared(Frozen):
    """A declared value, such as an entity or a period. `start` and `end` are offsets of the declaration in the document's text. They are
    None if it is only in the manifest, the title or metadata."""

    value: str
    how: DeclaredHow
    start: int | None = None
    end: int | None = None
