"""Decides which source is searched next, how many passages it may return, and when a run stops searching (SPEC
RET-1..4, RET-8). Pure."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from pydantic import Field

from ..model.frozen import Frozen
from ..model.spans import DocumentId
from ..model.subjects import FactId, Intent, PlanStep

SourceKind = Literal["skill", "passages", "tables"]
"""The kind of a source.

- `skill`: the user's own tool or retriever
- `passages`: any text of the knowledge base
- `tables`: rows of its tables
"""

BREADTHS = (30, 50, 100)
"""The number of passages that a query may return: for a simple fact, for a synthesis, and for broad recall."""
ROWS = 50
"""The number of table rows that a query may return. Searches of tables are never widened."""

VerdictCode = Literal[
    "sufficient",
    "error",
    "empty",
    "off_subject",
    "off_topic",
    "no_usable_evidence",
    "part_only",
    "truncated",
    "one_document",
]


class Fetched(Frozen):
    """The results of a source for all queries together, as counts for the policy."""

    passages: int
    """The number of passages that no earlier source or pass returned."""
    on_subject: int
    """The number of passages that name the subject or are in a document about it."""
    relevant: int
    """The number of passages above the minimum relevance for some fact."""
    stating: Mapping[FactId, frozenset[DocumentId]] = Field(default_factory=dict)
    """The documents that state each fact, in passages of this source or of earlier ones."""
    near: frozenset[FactId] = frozenset()
    """The facts with a passage that is a strong match, even if it does not state them."""
    cut: bool = False
    """Whether the source had more passages than the limit."""
    error: str | None = None


class Verdict(Frozen):
    """Whether the results of a source are enough, and why not if they are not."""

    code: VerdictCode
    reason: str

    @property
    def sufficient(self) -> bool:
        return self.code == "sufficient"


class _HasKind(Protocol):
    @property
    def kind(self) -> SourceKind: ...


AnySource = TypeVar("AnySource", bound=_HasKind)


def in_order(sources: Sequence[AnySource], intent: Intent) -> tuple[AnySource, ...]:
    """Return the sources in search order: the user's own as registered, then rows of tables, then passages. For an
    explanation that does not ask for every document, passages come before rows (SPEC RET-1, RET-2)."""
    order: dict[SourceKind, int] = {"skill": 0, "tables": 1, "passages": 2}
    if intent.kind == "explanation" and not intent.exhaustive:
        order |= {"passages": 1, "tables": 2}
    return tuple(sorted(sources, key=lambda source: order[source.kind]))


def first_breadth(kind: SourceKind, intent: Intent) -> int:
    """Return how many passages the first query of this source may return (SPEC RET-8). The user's own sources are asked
    once, for all their results."""
    if kind == "tables":
        return ROWS
    if kind == "skill" or intent.exhaustive:
        return BREADTHS[-1]
    return {"simple": BREADTHS[0], "synthesis": BREADTHS[1], "broad": BREADTHS[2]}[intent.breadth]


def wider(kind: SourceKind, breadth: int, fetched: Fetched, verdict: Verdict, *, reads: bool = False) -> int | None:
    """Return the next limit of passages for the same source, or None if a wider search would not help.

    `reads`: whether a model reads the passages. A model can find a statement in any strong match, so one for each fact
    is enough. Without a model, a passage must state the fact in the question's words.
    """
    if kind != "passages" or verdict.sufficient or not fetched.cut:
        return None
    if reads and fetched.near >= fetched.stating.keys():
        return None
    if verdict.code in {"error", "empty", "one_document"}:
        return None
    return next((step for step in BREADTHS if step > breadth), None)


def judge(
    facts: Sequence[PlanStep], intent: Intent, fetched: Fetched, *, documents_about: int | None = None
) -> Verdict:
    """Return whether the results of a source are enough for the required facts, with the reason if they are not (SPEC
    RET-3).

    `documents_about`: the number of documents about the subject. If only one of several documents states a fact, the
    next source is searched too, because others may confirm or contradict it (SPEC RET-9).
    """
    if fetched.error is not None:
        return _no("error", fetched.error)
    if not fetched.passages:
        return _no("empty", "it gave nothing new")
    if not fetched.on_subject:
        return _no("off_subject", "nothing it gave names the subject")
    if not fetched.relevant:
        return _no("off_topic", "nothing it gave says enough of what is asked")
    stated = [fact for fact in facts if fetched.stating.get(fact.fact_id)]
    if not stated:
        return _no("no_usable_evidence", "no passage states what is asked")
    if lacking := [fact for fact in facts if fact not in stated]:
        return _no("part_only", f"nothing states: {'; '.join(fact.text for fact in lacking)}")
    if fetched.cut and (intent.exhaustive or intent.breadth != "simple"):
        return _no("truncated", "there is more than it may show")
    fewest = min(len(fetched.stating[fact.fact_id]) for fact in facts)
    if fewest == 1 and documents_about != 1:
        return _no("one_document", "one document alone states it, and others may")
    return Verdict(code="sufficient", reason=f"{fewest} document{'s' if fewest > 1 else ''} state what is asked")


def _no(code: VerdictCode, reason: str) -> Verdict:
    return Verdict(code=code, reason=reason)
