"""Which source is asked next, how widely, and when a run may stop asking (SPEC RET-1..4, RET-8). Pure: a test is a table of cases."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from pydantic import Field

from ..model.frozen import Frozen
from ..model.spans import DocumentId
from ..model.subjects import FactId, Intent, PlanStep

SourceKind = Literal["skill", "passages", "tables"]
"""skill: the user's own tool or retriever. passages: any text of the knowledge base. tables: rows of its tables."""

BREADTHS = (30, 50, 100)
"""Passages a query may bring: for a simple fact, for a synthesis, for broad recall."""
ROWS = 50
"""Passages with rows a query may bring; tables are never searched wider."""

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
    """What a source gave for all queries together, as far as the policy needs to know it."""

    passages: int
    """New ones: that an earlier source or pass had not brought."""
    on_subject: int
    """Those that name the subject, or stand in a document that is about it."""
    relevant: int
    """Those above the relevance floor for some fact."""
    stating: Mapping[FactId, frozenset[DocumentId]] = Field(default_factory=dict)
    """For each fact, the documents that state it, by this source's passages or an earlier one's."""
    near: frozenset[FactId] = frozenset()
    """Facts for which some passage is a strong match, whether it states them or not."""
    cut: bool = False
    """Whether there was more than the breadth allowed."""
    error: str | None = None


class Verdict(Frozen):
    """Whether what a source gave is enough, and why not."""

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
    """The user's own sources first, as registered; then rows of tables before passages, save for a plain explanation (SPEC RET-1,
    RET-2)."""
    order: dict[SourceKind, int] = {"skill": 0, "tables": 1, "passages": 2}
    if intent.kind == "explanation" and not intent.exhaustive:
        order |= {"passages": 1, "tables": 2}
    return tuple(sorted(sources, key=lambda source: order[source.kind]))


def first_breadth(kind: SourceKind, intent: Intent) -> int:
    """How many passages a query of this source may bring at first (SPEC RET-8). The user's own are asked once for all they give."""
    if kind == "tables":
        return ROWS
    if kind == "skill" or intent.exhaustive:
        return BREADTHS[-1]
    return {"simple": BREADTHS[0], "synthesis": BREADTHS[1], "broad": BREADTHS[2]}[intent.breadth]


def wider(kind: SourceKind, breadth: int, fetched: Fetched, verdict: Verdict, *, reads: bool = False) -> int | None:
    """The next breadth within the same source; None where wider would bring nothing that is wanted.

    `reads`: a model will read what was retrieved, and a strong match for every fact is enough to look at; a rule needs a passage that
    states it.
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
    """Whether what a source gave is enough for the facts that are sought (SPEC RET-3).

    `documents_about`: how many documents there are about the subject. Where one alone states a fact and others might, the next
    source is asked too: they may agree, or contradict it (SPEC RET-9).
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
