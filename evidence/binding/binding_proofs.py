"""The decision on a proposed candidate (SPEC SUB-2). It is accepted with a proof for each condition, or rejected with
the condition that failed."""

from ..model.check import Settler
from ..model.frozen import Frozen
from ..model.spans import DocumentId, PassageId, VersionId
from ..model.subjects import BindingMechanism, Condition


class Proof(Frozen):
    """Why a condition holds: a stretch of the version's text (`start` to `end`), or a field of the manifest. Both are
    None for a condition that the question does not set.

    Example: the condition “name” holds, because its title is “Lease”.
    """

    condition: Condition
    reason: str
    start: int | None = None
    end: int | None = None
    manifest_field: str | None = None


class Accepted(Frozen):
    subject: int
    """The index of the subject in `Plan.subjects`."""
    name: str
    """The name as written in the source."""
    mechanism: BindingMechanism
    binding: Proof
    """The proof that the candidate belongs to the parent organisation, or that it is itself the named thing."""
    proofs: tuple[Proof, ...]
    identifiers: tuple[str, ...]
    document_id: DocumentId
    version_id: VersionId
    passage_id: PassageId | None = None
    versions: tuple[VersionId, ...] = ()
    """The document's version if its declared scope shows that everything in it is about the subject; otherwise
    empty."""
    uncovered: tuple[str, ...] = ()
    """Periods, versions or jurisdictions of the question that the document does not cover."""
    silent_on: tuple[str, ...] = ()
    """Periods of the question that the document neither covers nor excludes. It is not made for a period, and does not
    name their years."""
    covers: tuple[str, ...] = ()
    """Labels of what the document covers, for display."""
    whose: str | None = None
    """The organisation that the document declares as its own; None if it declares none."""
    settled_by: Settler = "code"


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
