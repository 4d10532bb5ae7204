"""The type for one thing that a document declares about itself, and where it does so (SPEC SUB-3)."""

from typing import Literal

from ..model.frozen import Frozen

DeclaredHow = Literal["manifest", "title", "cover", "header", "metadata", "definition"]
"""The part of a document that contains a declaration."""


class Declared(Frozen):
    """A value that a document declares, such as an entity or a period. `start` and `end` are the offsets of the
    declaration in the text, or None if it is only in the manifest, the title or metadata.

    Example: the entity “Acme Ltd”, declared on the cover at offsets 0 to 8.
    """

    value: str
    how: DeclaredHow
    start: int | None = None
    end: int | None = None
    terms: tuple[str, ...] = ()
    """What the opening of a contract calls the entity: “Landlord”."""
