"""The structured result of a run, with everything that a person, a program or `verify` needs."""

from typing import Literal

from pydantic import Field

from ..calculation.calculations import Calculation
from ..judgement.calibration import Calibration
from ..judgement.conflicts import Conflict
from ..model.check import Settler
from ..model.cost import Cost, ModelUsage
from ..model.evidence import Evidence, EvidenceId, RejectedEvidence
from ..model.frozen import Day, Frozen, is_empty, is_none
from ..model.model_fault import ModelFault
from ..model.place_marks import Mark
from ..model.spans import PassageId
from ..model.subjects import CandidateSubject, FactId, RejectedCandidate, SubjectClass

SCHEMA_VERSION: Literal["1"] = "1"

TerminalState = Literal["CONCLUDED", "SUBJECT_NOT_FOUND"]
ConfidenceLevel = Literal["high", "medium", "low"]

State = Literal[
    "INIT",
    "SUBJECT_CLASS_IDENTIFIED",
    "CANDIDATE_SUBJECT_DISCOVERED",
    "SUBJECT_NOT_FOUND",
    "EVIDENCE_RETRIEVAL",
    "EVIDENCE_EXTRACTION",
    "EVIDENCE_VERIFIED",
    "CONCLUDED",
]
"""The states of the execution contract, in order (SPEC EXE-1)."""

StopReason = Literal[
    "contract_met",
    "no_named_gap",
    "no_new_primary_source",
    "budget_exhausted",
    "time_exhausted",
    "critic_unavailable",
    "analysis_unavailable",
    "source_unavailable",
    "subject_not_found",
    "scope_absent",
    "ambiguous_question",
    "out_of_scope",
]
"""Why the run stopped looking (SPEC CRI-7)."""

RiskSignal = Literal[
    "subject_not_found",
    "missing_evidence",
    "scope_absent",
    "ambiguous_question",
    "out_of_scope",
    "ambiguous_subject",
    "source_unavailable",
    "analysis_unavailable",
    "extractor_unavailable",
    "critic_unavailable",
    "generator_unavailable",
    "auditor_unavailable",
    "budget_exhausted",
    "time_exhausted",
    "premise_not_supported",
    "not_confirmed",
    "subject_drift",
    "conflicting_evidence",
    "secondary_only",
    "superseded_only",
    "stale_evidence",
    "read_by_ocr",
    "documents_limited",
    "correlated_critic",
    "uncalibrated_auditor",
    "draft_rejected",
    "internal_fault",
]

FactStatus = Literal["covered", "unconfirmed", "missing", "conflicting", "superseded"]
"""How far the answer covers a fact.

- `unconfirmed`: verified quotes were found, but neither code nor a judge confirmed that they state the fact (SPEC
  VER-2)
- `missing`: no quote was found, or the quotes do not state every condition of the question
"""


class Citation(Frozen):
    """A numbered source of the answer, with the place of its quote (SPEC EVI-1, ANS-3)."""

    number: int = Field(ge=1)
    evidence_id: EvidenceId
    document: str
    """The path of the document in the knowledge base."""
    title: str
    url: str | None = None
    source_kind: Literal["primary", "secondary"]
    authority: str
    is_current: bool = True
    not_yet: bool = False
    """Whether the document takes effect, or was written, only after `as_of`, and is not current for this reason."""
    version_date: Day | None = None
    covers: str | None = Field(default=None, exclude_if=is_none)
    """The period that an undated document declares as its own, such as “FY2023”."""
    version_id: str
    version_sha256: str
    text_sha256: str
    extractor: str
    page: int | None = None
    section: str | None = None
    clause: str | None = None
    paragraph: int | None = None
    line_start: int
    line_end: int
    """Lines as `spans.Place` counts them: of the file for text formats, of text on the page for documents with pages."""
    cell: str | None = None
    ocr_score: float | None = Field(default=None, exclude_if=is_none)
    """The score of the least certain line of a quote that OCR read from an image. Such a quote may differ from the
    page."""
    marks: tuple[Mark, ...] = Field(default=(), exclude_if=is_empty)
    """The marks that show that the quote is not a plain statement of its source: quoted, a comment, under a
    watermark."""
    char_start: int
    char_end: int
    quote: str
    own_citation: str | None = Field(default=None, exclude_if=is_none)
    """How the tool that gave the text cites it (SPEC ANS-4)."""


class Sentence(Frozen):
    text: str
    part: Literal["direct", "support", "related"]
    citations: tuple[int, ...]
    evidence_ids: tuple[EvidenceId, ...] = ()


class FactCoverage(Frozen):
    fact_id: FactId
    text: str
    status: FactStatus
    citations: tuple[int, ...] = ()
    reason: str = ""
    answers: bool = True
    """Whether the step's result is part of the answer. False for a step that only leads to others."""
    after: tuple[FactId, ...] = Field(default=(), exclude_if=is_empty)
    """The earlier steps whose results the step needs (SPEC PLN-4)."""
    settled_by: Settler | None = Field(default=None, exclude_if=is_none)
    """Who decides that the evidence states a covered fact: deterministic code, or a calibrated judge (SPEC VER-4)."""
    assumes: str | None = Field(default=None, exclude_if=is_none)
    """The sense in which the judge takes a word of the question that the evidence does not use. The fact is covered
    only in that sense, and confidence is at most medium."""


Verdict = Literal["supported", "partial", "unsupported", "contradicted"]
"""How far the evidence states a claim."""


class ClaimVerdict(Frozen):
    """The audit's verdict on one claim of the answer, against the claim's own citations (SPEC ANS-5, AUD-4).

    Example: “The fee is £90” is “supported” by one piece of evidence.
    """

    span: str
    supported_by: tuple[str, ...]
    verdict: Verdict
    note: str | None = None


DisclosureKind = Literal[
    "dropped",
    "truncated",
    "unreadable",
    "unsearched",
    "rejected",
    "stale",
    "superseded",
    "removed_sentence",
    "note",
]


class Disclosure(Frozen):
    """A note on something that was dropped, cut, unreadable, not searched, rejected or stale (SPEC EVI-8)."""

    kind: DisclosureKind
    subject: str
    reason: str


class Step(Frozen):
    """A node of the path (SPEC EXE-8). `entered`: the time in UTC, as ISO 8601."""

    node: str
    state: State
    entered: str
    seconds: float
    exit: str
    """Why the run went on from this node to the next."""


class SourceSearched(Frozen):
    source: str
    verdict: Literal["sufficient", "insufficient", "unavailable", "not_applicable", "not_needed"]
    reason: str
    gone_through: int | None = None
    """The number of documents searched, for a search of every document in scope (SPEC RET-14)."""
    in_scope: int | None = None
    """The number of documents in scope."""


class ToolCall(Frozen):
    """A retrieval as the critic sees it."""

    pass_number: int = Field(ge=0)
    tool: str
    query: str
    step: FactId | None = Field(default=None, exclude_if=is_none)
    """The step that the retrieval searched for; None if it searched for all steps."""
    adds: str | None = Field(default=None, exclude_if=is_none)
    """The words that the query adds to the question. They are other names, listed alternatives, or words that occur
    with the asked words in these documents."""
    breadth: int
    passages: tuple[PassageId, ...]
    evidence: tuple[EvidenceId, ...] = ()
    error: str | None = None


class ClosestDocument(Frozen):
    """A document that is close to an answer, with what it covers."""

    title: str
    document: str
    covers: str


class DocumentLimit(Frozen):
    """The documents to which the caller limited the run (SPEC USE-6)."""

    documents: tuple[str, ...] = ()
    """The globs of paths, as given."""
    collections: tuple[str, ...] = ()
    chosen: int
    """The number of documents that the run could read."""
    of: int
    """The number of documents in the knowledge base."""
    subject: str | None = None
    """What the other documents were searched for."""
    named_elsewhere: tuple[str, ...] = ()
    """The titles of the other current documents that name the subject."""

    @property
    def narrows(self) -> bool:
        """Whether the limit leaves out a document."""
        return self.chosen < self.of


class Clarification(Frozen):
    """The missing detail of an ambiguous question, for a caller that can ask its user (SPEC SUB-12)."""

    asks: Literal[
        "whose",  # the question names no organisation, or one of several with that name; `options` are the possible organisations
        "what",  # it names something but does not ask anything about it; the only option is that name
        "about",  # it names nothing; `options` are whole questions that the knowledge base answers
    ]
    options: tuple[str, ...] = ()


class StageUsage(Frozen):
    stage: str
    model_calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = Field(default=0, exclude_if=is_empty)
    output_tokens: int = 0


class Usage(Frozen):
    """The resources that the run used. `cached_tokens`: the input tokens that providers report as read from their
    prompt caches."""

    model_calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = Field(default=0, exclude_if=is_empty)
    output_tokens: int = 0
    seconds: float = 0.0
    stages: tuple[StageUsage, ...] = ()
    models: tuple[ModelUsage, ...] = Field(default=(), exclude_if=is_empty)
    cost: Cost | None = Field(default=None, exclude_if=is_none)
    """The cost by the prices in the settings; None without a price."""


class Provenance(Frozen):
    pincite: str
    kb_snapshot: str
    models: dict[str, str]
    prompts_sha256: str | None = None
    calibration: Calibration | None = None
    """The results of the auditor's model on the built-in claims. None for a rule-based auditor, and for a model without
    calibration (SPEC CRI-14)."""
    settings_sha256: str


class EvidenceReport(Frozen):
    schema_version: Literal["1"] = SCHEMA_VERSION
    run_id: str
    question: str
    resolved_question: str
    as_of: Day
    terminal_state: TerminalState
    sufficient: bool
    confidence: ConfidenceLevel
    confidence_reasons: tuple[str, ...]
    conclusion: str
    answer: str | None = None
    preview: str
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    subject_class: tuple[SubjectClass, ...] = ()
    candidate_subjects: tuple[CandidateSubject, ...] = ()
    rejected_candidates: tuple[RejectedCandidate, ...] = ()
    required_facts: tuple[FactCoverage, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    rejected_evidence: tuple[RejectedEvidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    calculations: tuple[Calculation, ...] = ()
    claims: tuple[ClaimVerdict, ...] = ()
    risk_signals: tuple[RiskSignal, ...] = ()
    suggested_next_actions: tuple[str, ...] = ()
    alternative_queries: tuple[str, ...] = ()
    closest_documents: tuple[ClosestDocument, ...] = ()
    clarification: Clarification | None = Field(default=None, exclude_if=is_none)
    """The detail that the asker must add. Given only with the signal `ambiguous_question`."""
    limit: DocumentLimit | None = Field(default=None, exclude_if=is_none)
    """The caller's limit to chosen documents. With it, and the signal `documents_limited`, a missing answer may be in
    the other documents."""
    disclosures: tuple[Disclosure, ...] = ()
    stop_reason: StopReason
    path: tuple[Step, ...] = ()
    """The nodes in order, except the last one, which makes the report."""
    sources_searched: tuple[SourceSearched, ...] = ()
    tool_history: tuple[ToolCall, ...] = ()
    model_faults: tuple[ModelFault, ...] = Field(default=(), exclude_if=is_empty)
    """Why models gave no answer, each cause once."""
    usage: Usage = Usage()
    provenance: Provenance
    digest: str = ""
    """SHA-256 over the report's canonical JSON without `digest`, `run_id` and timings (SPEC REP-1, EXE-6)."""
