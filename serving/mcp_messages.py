"""The input and output of the MCP tools. Agents that call them read the field descriptions."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..evidence.model.frozen import Frozen
from ..evidence.model.source_record import SourceDocument
from ..evidence.report.evidence_report import Citation, EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..graph.retrieval_tools import Search

QUOTES = 20
"""The maximum number of quotes in one call. Up to 20 documents are read for each."""
ANSWER_CHARACTERS = 20_000
CHUNK_CHARACTERS = 300_000
"""The maximum number of characters of chunks in one audit. Without a model, ten claims against that many take about 1.5
seconds."""

_Globs = Annotated[
    list[Annotated[str, Field(max_length=1_000)]],
    Field(max_length=100, description="Globs over paths, such as `contracts/*`; list_documents lists the paths."),
]


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ask(_Given):
    question: str = Field(description="One self-contained question that names its subject.")
    documents: _Globs = []
    as_of: str | None = Field(default=None, description="The day for which the answer holds, ISO 8601. Default: today.")
    constraints: list[str] = Field(default=[], max_length=20, description="Further conditions, as text.")
    earlier_turns: list[str] = Field(
        default=[], max_length=50, description="Earlier turns, oldest first; used only to resolve references."
    )


class SearchDocuments(Search):
    in_tables: bool = Field(default=False, description="Search rows of tables instead of passages.")


class GivenChunk(_Given):
    id: str = Field(min_length=1, max_length=1_000)
    text: str = Field(min_length=1, max_length=CHUNK_CHARACTERS)


class Audit(_Given):
    answer: str = Field(max_length=ANSWER_CHARACTERS, description="The answer to check, with or without [1] markers.")
    passage_ids: list[str] = Field(
        default=[], max_length=200, description="The passages the answer is based on, by the passage_id from `search`."
    )
    chunks: list[GivenChunk] = Field(
        default=[],
        max_length=200,
        description="Other texts the answer is based on. Only these and the passages are evidence.",
    )

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if not self.passage_ids and not self.chunks:
            raise ValueError("the answer has no sources to check; give passage_ids or chunks")
        if (length := sum(len(chunk.text) for chunk in self.chunks)) > CHUNK_CHARACTERS:
            raise ValueError(f"the chunks have {length:,} characters; at most {CHUNK_CHARACTERS:,} are allowed")
        return self


class Quote(_Given):
    quote: str = Field(min_length=1, max_length=10_000, description="The quoted text, verbatim.")
    document: str | None = Field(
        default=None,
        max_length=1_000,
        description="Path of the document, or a glob. Default: documents found by a search.",
    )


class Verify(_Given):
    run_id: str | None = Field(default=None, max_length=100, description="The run_id from `ask`.")
    report: dict[str, Any] | None = Field(default=None, description="Instead of run_id: a whole report as JSON.")
    quotes: list[Quote] = Field(default=[], max_length=QUOTES, description="Instead of a report: quotes of your own.")

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if sum((self.run_id is not None, self.report is not None, bool(self.quotes))) != 1:
            raise ValueError("give exactly one of run_id, report and quotes")
        return self


class ListDocuments(_Given):
    documents: _Globs = []
    offset: int = Field(default=0, ge=0, description="How many documents to skip, for paging.")
    limit: int = Field(default=50, ge=1, le=200)


class Source(Frozen):
    """One citation of an answer."""

    number: int
    title: str
    document: str
    place: str
    """The place in the document as text: page, section, clause, lines."""
    quote: str
    source_kind: Literal["primary", "secondary"]
    is_current: bool

    @classmethod
    def of(cls, citation: Citation) -> Self:
        return cls(
            number=citation.number,
            title=citation.title,
            document=citation.document,
            place=place_in_words(citation),
            quote=citation.quote,
            source_kind=citation.source_kind,
            is_current=citation.is_current,
        )


class AskedFor(Frozen):
    """One step of the question."""

    text: str
    status: str
    reason: str


class Answer(Frozen):
    """The result of `ask`. The resource `report` is the whole report."""

    run_id: str
    report: str
    sufficient: bool
    """False: the documents do not fully answer the question, and `conclusion` says what is missing."""
    answer: str | None
    conclusion: str
    stop_reason: str
    confidence: Literal["low", "medium", "high"]
    confidence_reasons: tuple[str, ...]
    risk_signals: tuple[str, ...]
    sources: tuple[Source, ...]
    asked_for: tuple[AskedFor, ...]
    suggested_next_actions: tuple[str, ...]
    alternative_queries: tuple[str, ...]
    as_of: str

    @classmethod
    def of(cls, report: EvidenceReport, address: str) -> Self:
        """Return the parts of `report` that an agent needs. The address of the whole report is `address` followed by
        the run id."""
        return cls(
            run_id=report.run_id,
            report=f"{address}{report.run_id}",
            sufficient=report.sufficient,
            answer=report.answer,
            conclusion=report.conclusion,
            stop_reason=report.stop_reason,
            confidence=report.confidence,
            confidence_reasons=report.confidence_reasons,
            risk_signals=report.risk_signals,
            sources=tuple(map(Source.of, report.citations)),
            asked_for=tuple(
                AskedFor(text=fact.text, status=fact.status, reason=fact.reason) for fact in report.required_facts
            ),
            suggested_next_actions=report.suggested_next_actions,
            alternative_queries=report.alternative_queries,
            as_of=report.as_of.isoformat(),
        )


class Stands(Frozen):
    """One place where a quote occurs, with the text of the source there."""

    document: str
    title: str
    place: str
    text: str
    is_current: bool


class QuoteCheck(Frozen):
    quote: str
    holds: bool
    reason: str
    stands: tuple[Stands, ...] = ()


class CitedCheck(Frozen):
    number: int
    document: str
    status: Literal["holds", "moved", "changed", "missing"]
    reason: str


class Verified(Frozen):
    """The result of `verify`: `citations` for a report, `quotes` for quotes."""

    holds: bool
    problems: tuple[str, ...] = ()
    """Each thing that does not hold, in words."""
    against: str
    citations: tuple[CitedCheck, ...] = ()
    quotes: tuple[QuoteCheck, ...] = ()


class ListedDocument(Frozen):
    path: str
    title: str
    collection: str | None
    entity: str | None
    document_type: str | None
    source_kind: Literal["primary", "secondary"]
    authority: str
    updated_at: str | None
    is_current: bool
    """False: superseded, or not in force today."""
    pages: int | None
    characters: int

    @classmethod
    def of(cls, document: SourceDocument) -> Self:
        return cls(
            path=document.path,
            title=document.title,
            collection=document.collection,
            entity=document.entity,
            document_type=document.document_type,
            source_kind=document.kind,
            authority=document.authority,
            updated_at=document.updated_at.isoformat() if document.updated_at else None,
            is_current=document.is_current,
            pages=document.n_pages,
            characters=document.n_chars,
        )


class DocumentList(Frozen):
    documents: tuple[ListedDocument, ...]
    total: int
    offset: int
    more: bool
