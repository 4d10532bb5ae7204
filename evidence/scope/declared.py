"""One thing a document declares about itself, and where (SPEC SUB-3)."""

from typing import Literal

from ..model.frozen import Frozen

DeclaredHow = Literal["manifest", "title", "cover", "header", "metadata", "application"]
"""application: a clause states whom the text applies to. The text is for them but issued by another organisation."""


class Declared(Frozen):
    """`start` and `end` are offsets into the document's text; None if only the manifest, the title or metadata declare it."""

    value: str
    how: DeclaredHow
    start: int | None = None
    end: int | None = None
