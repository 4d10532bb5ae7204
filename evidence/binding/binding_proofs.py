"""The decision on a proposal: accepted with a proof for each condition, or rejected with the condition that failed
(SPEC SUB-2)."""

from typing import Literal

from ..model.frozen import Frozen
from ..model.spans import DocumentId, PassageId, VersionId
from ..model.subjects import BindingMechanism, Condition


class Proof(Frozen):
    """Why a condition holds: a stretch of the version's text (`start`, `end`), or a field of the manifest. Both
    are absent for a condition that the question leaves open."""

    condition: Condition
    reason: str
    start: int | None = None
    end: int | None = None
    manifest_field: str | None = None


class Accepted(Frozen):
    subject: int
    """Index into `Plan.subjects`."""
    name: str
    """The name as written in the source."""
    mechanism: BindingMechanism
    binding: Proof
    """The proof that the candidate belongs to the parent entity, or that it is the named thing itself."""
    proofs: tuple[Proof, ...]
    identifiers: tuple[str, ...]
    document_id: DocumentId
    version_id: VersionId
    passage_id: PassageId | None = None
    versions: tuple[VersionId, ...] = ()
    """The document's version if its declared scope binds everything that it says; empty otherwise."""
    uncovered: tuple[str, ...] = ()
    """Scope labels of the question that this document does not cover."""
    silent_on: tuple[str, ...] = ()
    """Periods of the question that the document neither covers nor excludes: it is not made for a period, and
    names none of their years."""
    covers: tuple[str, ...] = ()
    """The scope that the document covers instead, in words."""
    whose: str | None = None
    """The organisation that the document belongs to, if the document declares one."""
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
