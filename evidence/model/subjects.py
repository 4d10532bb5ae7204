"""What a question asks about, and what in the knowledge base provably is that (SPEC SUB)."""

import re
from typing import Literal, NewType

from pydantic import Field

from .frozen import Frozen, is_empty, is_none
from .spans import DocumentId, PassageId, Span, VersionId

FactId = NewType("FactId", str)
SubjectId = NewType("SubjectId", str)

SubjectType = Literal[
    "organisation", "person", "product", "document", "place", "period", "jurisdiction", "version", "concept"
]

AnswerType = Literal[
    "text",
    "number",
    "money",
    "percent",
    "date",
    "period",
    "duration",
    "person",
    "organisation",
    "place",
    "yes_no",
    "list",
]
"""What shape of value answers a required fact; "text" when the question does not tell."""

Operation = Literal[
    "difference",
    "percent_change",
    "ratio",
    "sum",
    "average",
    "product",
    "share",
    "count",
    "minimum",
    "maximum",
    "days_outstanding",
    "compare",
    "growth_rate",
    "formula",
]


class Scope(Frozen):
    """Limits the question puts on its subject, in the question's words. Never dropped later (SPEC EXE-5)."""

    periods: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    jurisdictions: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()

    def labels(self) -> tuple[str, ...]:
        return self.periods + self.places + self.jurisdictions + self.versions


class SubjectClass(Frozen):
    """What one subject of the question is.

    "Who founded Borealis Ltd?" has type person, role "founder", parent "Borealis Ltd" and no name. "What is Borealis' 2023
    revenue?" has type organisation, name "Borealis", scope period "2023" and no role. "What notice does the supply agreement
    with Borealis require?" has type document, document type "supply agreement" and parent "Borealis".
    """

    subject_type: SubjectType
    name: str | None = None
    role: str | None = None
    parent_entity: str | None = None
    relationship: str | None = None
    document_type: str | None = None
    scope: Scope = Scope()
    own: bool = Field(default=False, exclude_if=is_empty)
    """It is the asker's own organisation ("we", "the company"), which the question does not name: the one whose documents the knowledge base
    is made of."""

    def described(self) -> str:
        """The subject in words, for messages: 'founder of Borealis Ltd', 'supply agreement with Borealis', 'Borealis
        (2023)'."""
        core = self.name or self.role or self.document_type or self.subject_type
        if self.name and self.document_type and self.document_type.casefold() not in self.name.casefold():
            core = f"{self.document_type} “{self.name}”"
        if self.parent_entity and self.parent_entity != self.name:
            core = f"{core} {'with' if self.document_type and not self.role else 'of'} {self.parent_entity}"
        labels = self.scope.labels()
        return f"{core} ({', '.join(labels)})" if labels else core


AnchorUse = Literal["subject", "scope", "condition", "case"]
"""subject: the question is about it, and the gate needs it. scope: the period, place or version that a document must cover. condition: it
narrows or identifies; a step that lacks it is uncovered. case: the asker's own circumstances, which no document states."""


class Anchor(Frozen):
    """Something the question names, in its own letters (SPEC PLN-1, PLN-2)."""

    text: str
    kind: SubjectType | Literal["value", "other"]
    use: AnchorUse


_FOUND_IN = re.compile(r",?\s*\(?\b(?:as )?found in s\d+(?:(?:, | and |, and )s\d+)*\)?")
"""How a step names the result of an earlier one ("the country found in s1")."""


class PlanStep(Frozen):
    """A step of the plan: one thing to find out about anchors or about the results of earlier steps (SPEC PLN-3)."""

    fact_id: FactId
    text: str
    """The part of the question in words, as shown to the user: 'days payable outstanding of Amazon, FY2017'."""
    terms: tuple[str, ...] = ()
    """Content words and phrases that say what is asked, without the subject's name and the question words."""
    constraints: tuple[str, ...] = ()
    """Premises of the question the evidence itself must state (SPEC EVI-10): dates, places, names, numbers, conditions."""
    circumstances: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """What the question states or supposes about the asker's own case ("a leverage of 3.2", "in grade S5"), to which a rule is to be
    applied. The evidence states the rule and need not state the case; whether the one holds for the other is for the judge."""
    answer_type: AnswerType = "text"
    operation: Operation | None = None
    subject: int = 0
    """Index into `Plan.subjects`: the subject it is about, or from which its chain of steps begins."""
    after: tuple[FactId, ...] = Field(default=(), exclude_if=is_empty)
    """Earlier steps whose results it is about."""
    instead_of: FactId | None = Field(default=None, exclude_if=is_none)
    """The step that it is the alternative to ("if that does not apply, say why"): one of the two answers."""
    answers: bool = True
    """Whether its result is part of the answer; otherwise it only leads to other steps."""
    query: str = Field(default="", exclude_if=is_empty)
    """A search query for it, as the analyst words it."""

    @property
    def in_words(self) -> str:
        """The part of the question as a person wrote it, without the marks around it and without the ids of steps."""
        return _FOUND_IN.sub("", self.text).strip().rstrip("?.! ").lstrip("¿¡ ")


class Intent(Frozen):
    """structured: values, lists, tables; explanation: concept, definition, workflow, policy (SPEC RET-2, RET-8, RET-14)."""

    kind: Literal["structured", "explanation"]
    breadth: Literal["simple", "synthesis", "broad"] = "simple"
    exhaustive: bool = False


class Plan(Frozen):
    """The plan of a question: what it names, what to find out, and which steps answer it (SPEC PLN-1). It proposes what to fetch and never
    answers (SPEC SUB-1)."""

    question: str
    resolved_question: str
    """The question with references to earlier turns resolved; equal to `question` when there were none."""
    subjects: tuple[SubjectClass, ...] = ()
    """Empty when the question has no subject that could be looked for."""
    anchors: tuple[Anchor, ...] = Field(default=(), exclude_if=is_empty)
    required_facts: tuple[PlanStep, ...] = ()
    """The steps, in an order in which each comes after those it rests on."""
    left_out: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """Steps beyond what one run can take; a question that has some is never answered whole."""
    intent: Intent = Intent(kind="structured")
    queries: tuple[str, ...] = ()
    problem: Literal["ambiguous_question"] | None = None
    problem_reason: str = ""
    asks_nothing_of: str | None = None
    """What an ambiguous question names all the same, without saying what it asks of it."""


BindingMechanism = Literal[
    "ownership", "registration", "contractual_role", "explicit_statement", "document_scope", "knowledge_base"
]
"""How the text ties a candidate to the parent entity (SPEC SUB-3). knowledge_base: the question names no parent (SPEC
SUB-5)."""

Condition = Literal["type", "name", "role", "parent", "document_type", "scope"]


class Binding(Frozen):
    """The proof that a candidate belongs to the parent entity: a located span, or a field of the manifest."""

    mechanism: BindingMechanism
    reason: str
    span: Span | None = None
    manifest_field: str | None = None
    settled_by: Literal["code", "judge"] = "code"
    """Who settled it (SPEC VER-4)."""


class ConditionProof(Frozen):
    condition: Condition
    reason: str
    span: Span | None = None


class SourceLocation(Frozen):
    document_id: DocumentId
    version_id: VersionId
    title: str
    passage_id: PassageId | None = None
    span: Span | None = None


class CandidateSubject(Frozen):
    """Something in the knowledge base that provably is the subject asked about (SPEC SUB-6)."""

    subject_id: SubjectId
    name: str
    class_attributes: SubjectClass
    subject: int = 0
    """Index into `Plan.subjects`: which of the question's subjects this is."""
    identifiers: tuple[str, ...] = Field(min_length=1)
    """Names under which it may be looked for: its name as found, and its aliases with legal suffix and without."""
    parent_entity_binding: Binding
    proofs: tuple[ConditionProof, ...] = ()
    source_location: SourceLocation
    versions: tuple[VersionId, ...] = ()
    """Document versions bound to it by document scope; evidence from these needs no further mention of the name."""


class RejectedCandidate(Frozen):
    """A near-miss: shown with the condition it failed, never used."""

    name: str
    subject: int = 0
    failed_condition: Condition
    reason: str
    source_location: SourceLocation


class CandidateProposal(Frozen):
    """What a finder proposes; code decides (`evidence.binding.bind_candidate`). The quote must stand in the passage verbatim."""

    subject: int = 0
    name: str
    mechanism: BindingMechanism
    passage_id: PassageId | None = None
    version_id: VersionId
    quote: str | None = None
    manifest_field: str | None = None
