"""A search of the knowledge base, and its identifier (SPEC RET-7)."""

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import CandidateSubject, FactId
from ...evidence.questions.wordings import with_name


class Query(Frozen):
    """One search: the words, and the names of which a passage or its document must contain one."""

    words: str
    identifiers: tuple[str, ...]
    versions: frozenset[VersionId] | None
    """The only versions to search; None for all."""
    step: FactId | None = None
    """The step it searches for; None if it serves all steps."""
    adds: str | None = None
    """What it adds to the question; None if it adds nothing."""


def with_identifier(words: str, candidate: CandidateSubject) -> str:
    """The query with an identifier of the candidate in it (SPEC RET-7)."""
    return with_name(words, candidate.name, candidate.identifiers)
