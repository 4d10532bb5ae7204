"""One thing a document declares about itself, and where (SPEC SUB-3)."""

from typing import Literal

from ..model.frozen import Frozen

DeclaredHow = Literal["manifest", "title", "cover", "header", "metadata", "application"]
"""application: a clause on whom the text applies to; it is for them, and of another."""


class Declared(Frozen):
    """`start` and `end` are offsets into the document's text; None for what the manifest, the title or metadata alone say."""

    value: str
    how: DeclaredHow
    start: int | None = None
    end: int | None = None
