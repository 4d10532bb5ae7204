"""What became of a proposal: accepted with a proof for each condition, or turned away with the one it failed (SPEC SUB-2)."""

from typing import Literal

from ..model.frozen import Frozen
from ..model.spans import DocumentId, PassageId, VersionId
from ..model.subjects import BindingMechanism, Condition


class Proof(Frozen):
    """Why a condition holds: a stretch of the version's text (`start`, `end`), a field of the manifest, or neither for what the
    question leaves open."""

    condition: Condition
    reason: str
    start: int | None = None
    end: int | None = None
    manifest_field: str | None = None


class Accepted(Frozen):
    subject: int
    """Index into `Plan.subjects`."""
    name: str
    """As it stands in the source."""
    mechanism: BindingMechanism
    binding: Proof
    """The proof that ties it to the parent entity, or that it is the thing named."""
    proofs: tuple[Proof, ...]
    identifiers: tuple[str, ...]
    document_id: DocumentId
    version_id: VersionId
    passage_id: PassageId | None = None
    versions: tuple[VersionId, ...] = ()
    """The document's version where its declared scope binds all that it says; empty otherwise."""
    uncovered: tuple[str, ...] = ()
    """Scope labels of the question that this document does not cover."""
    silent_on: tuple[str, ...] = ()
    """Periods asked for that this document neither covers nor rules out: made for no period, it names none of their years."""
    covers: tuple[str, ...] = ()
    """What it covers instead, in words."""
    whose: str | None = None
    """The organisation whose document it is, where it declares one."""
    settled_by: Literal["code", "judge"] = "code"


class Rejected(Frozen):
    subject: int
    name: str
    failed_condition: Condition
    reason: str
    document_id: DocumentId
    version_id: VersionId
    passage_id: PassageId | None = None
    start: int | None = None
    end: int | None = None
    whose: str | None = None
