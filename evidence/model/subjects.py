"""What a question asks about, and the candidates in the knowledge base that are proved to be its subject (SPEC SUB)."""

import re
from typing import Literal, NewType

from pydantic import Field

from .check import Settler
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
"""The type of value that answers a required fact, or "text" if the question does not show it."""

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
    """The limits of the question on its subject, in the question's words. They are never dropped later (SPEC EXE-5)."""

    periods: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    jurisdictions: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()

    def labels(self) -> tuple[str, ...]:
        return self.periods + self.places + self.jurisdictions + self.versions


class SubjectClass(Frozen):
    """A subject of a question, by its type, role, name and parent.

    - "Who founded Borealis Ltd?": type person, role "founder", parent "Borealis Ltd", no name
    - "What is Borealis' 2023 revenue?": type organisation, name "Borealis", period "2023", no role
    - "What notice does the supply agreement with Borealis require?": type document, document type "supply agreement",
      parent "Borealis"
    """

    subject_type: SubjectType
    name: str | None = None
    role: str | None = None
    parent_entity: str | None = None
    relationship: str | None = None
    document_type: str | None = None
    scope: Scope = Scope()
    own: bool = Field(default=False, exclude_if=is_empty)
    """Whether the subject is the asker's own organisation ("we", "the company"), which the question does not name. It
    is the organisation that owns the documents of the knowledge base."""

    def described(self) -> str:
        """Return the subject in words, for messages: 'founder of Borealis Ltd', 'supply agreement with Borealis',
        'Borealis (2023)'."""
        core = self.name or self.role or self.document_type or self.subject_type
        if self.name and self.document_type and self.document_type.casefold() not in self.name.casefold():
            core = f"{self.document_type} “{self.name}”"
        if self.parent_entity and self.parent_entity != self.name:
            core = f"{core} {'with' if self.document_type and not self.role else 'of'} {self.parent_entity}"
        labels = self.scope.labels()
        return f"{core} ({', '.join(labels)})" if labels else core

    def topic_in(self, text: str) -> str | None:
        """Return the name as `text` writes it, or None if `text` does not contain its words one after the other.

        Example: the topic “gnuplot” gives “gnuplot” in “Who wrote gnuplot?”.
        """
        found = re.search(rf"(?<!\w){re.escape(self.name)}(?!\w)", text, re.IGNORECASE) if self.name else None
        return found.group() if found else None


AnchorUse = Literal["subject", "scope", "condition", "case"]
"""What the question uses an anchor for.

- `subject`: the question is about it, and the gate requires it
- `scope`: a document must cover this period, place or version
- `condition`: narrows or identifies what is asked; without it a step is not covered
- `case`: the asker's own circumstances, which no document states
"""


class Anchor(Frozen):
    """Something that the question names, written as in the question (SPEC PLN-1, PLN-2)."""

    text: str
    kind: SubjectType | Literal["value", "other"]
    use: AnchorUse


_FOUND_IN = re.compile(r",?\s*\(?\b(?:as )?found in s\d+(?:(?:, | and |, and )s\d+)*\)?")
"""How a step refers to the result of an earlier step ("the country found in s1")."""


class PlanStep(Frozen):
    """A step of the plan: one fact to find about anchors or about the results of earlier steps (SPEC PLN-3)."""

    fact_id: FactId
    text: str
    """The part of the question in words, as shown to the user: 'days payable outstanding of Amazon, FY2017'."""
    terms: tuple[str, ...] = ()
    """Content words and phrases that say what is asked, without the subject's name and the question words."""
    constraints: tuple[str, ...] = ()
    """Premises of the question that the evidence itself must state (SPEC EVI-10): dates, places, names, numbers,
    conditions."""
    circumstances: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """What the question says about the asker's own case, such as "a leverage of 3.2" or "in grade S5". The evidence
    must state the rule but not the case; the judge decides whether the rule applies."""
    answer_type: AnswerType = "text"
    operation: Operation | None = None
    subject: int = 0
    """The index into `Plan.subjects` of the subject that the step is about, or from which its chain begins."""
    after: tuple[FactId, ...] = Field(default=(), exclude_if=is_empty)
    """Earlier steps whose results this step is about."""
    instead_of: FactId | None = Field(default=None, exclude_if=is_none)
    """The step to which this step is the alternative ("if that does not apply, say why"). Either one gives the answer."""
    answers: bool = True
    """Whether the result of the step is part of the answer. If not, the step only leads to other steps."""
    query: str = Field(default="", exclude_if=is_empty)
    """A search query for this step, in the analyst's words."""

    @property
    def in_words(self) -> str:
        """The part of the question, without surrounding marks and ids of steps."""
        return _FOUND_IN.sub("", self.text).strip().rstrip("?.! ").lstrip("¿¡ ")


class Intent(Frozen):
    """The kind of answer that the question asks for (SPEC RET-2, RET-8, RET-14).

    `kind`: "structured" for values, lists and tables; "explanation" for a concept, definition, workflow or policy.
    `breadth`: how widely a search looks, and so how many passages it returns. `exhaustive`: whether the answer must
    cover every document.
    """

    kind: Literal["structured", "explanation"]
    breadth: Literal["simple", "synthesis", "broad"] = "simple"
    exhaustive: bool = False


class Plan(Frozen):
    """The plan of a question: what it names, what to find, and which steps answer it (SPEC PLN-1). It proposes what to
    retrieve, and never contains an answer (SPEC SUB-1)."""

    question: str
    resolved_question: str
    """The question with references to earlier turns resolved; equal to `question` when there were none."""
    subjects: tuple[SubjectClass, ...] = ()
    """The subjects of the question. Empty if it has none that a search could find."""
    anchors: tuple[Anchor, ...] = Field(default=(), exclude_if=is_empty)
    required_facts: tuple[PlanStep, ...] = ()
    """The steps. Each comes after the steps that it depends on."""
    left_out: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """Steps that exceed the limit of one run. A question with such steps is never fully answered."""
    intent: Intent = Intent(kind="structured")
    queries: tuple[str, ...] = ()
    problem: Literal["ambiguous_question"] | None = None
    problem_reason: str = ""
    asks_nothing_of: str | None = None
    """The thing that an ambiguous question names without asking anything about it."""

    def steps_about(self, subject: int) -> tuple[PlanStep, ...]:
        """Return the steps about one subject, by its place in `subjects`."""
        return tuple(step for step in self.required_facts if step.subject == subject)

    def terms_about(self, subject: int) -> tuple[str, ...]:
        """Return the terms of the steps about one subject."""
        return tuple(term for step in self.steps_about(subject) for term in step.terms)


BindingMechanism = Literal[
    "ownership", "registration", "contractual_role", "explicit_statement", "document_scope", "knowledge_base"
]
"""How the text links a candidate to the parent entity (SPEC SUB-3). knowledge_base: the question names no parent (SPEC
SUB-5)."""

Condition = Literal["type", "name", "role", "parent", "document_type", "scope"]


class Binding(Frozen):
    """The proof that a candidate belongs to the parent entity: a located span, or a field of the manifest."""

    mechanism: BindingMechanism
    reason: str
    span: Span | None = None
    manifest_field: str | None = None
    settled_by: Settler = "code"
    """Who decided that the proof is valid (SPEC VER-4)."""


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
    """Something in the knowledge base that is proved to be the subject asked about (SPEC SUB-6)."""

    subject_id: SubjectId
    name: str
    class_attributes: SubjectClass
    subject: int = 0
    """The index into `Plan.subjects` of the subject that the candidate is."""
    identifiers: tuple[str, ...] = Field(min_length=1)
    """Names that a search may use: the candidate's name as found, and its aliases with and without a legal form."""
    parent_entity_binding: Binding
    proofs: tuple[ConditionProof, ...] = ()
    source_location: SourceLocation
    versions: tuple[VersionId, ...] = ()
    """Document versions that declare the candidate as their entity. Evidence from these need not repeat the name."""


class RejectedCandidate(Frozen):
    """A near-miss: a candidate that fails a condition. The report shows it with this condition; it is never used as
    evidence."""

    name: str
    subject: int = 0
    failed_condition: Condition
    reason: str
    source_location: SourceLocation


class CandidateProposal(Frozen):
    """A candidate that the finder proposes. Its passage must contain its quote verbatim, and code accepts or rejects it
    (`evidence.binding.bind_candidate.bind`).
    """

    subject: int = 0
    name: str
    mechanism: BindingMechanism
    passage_id: PassageId | None = None
    version_id: VersionId
    quote: str | None = None
    manifest_field: str | None = None
