"""The stored facts about a source document: its entity, its kind and its validity."""

from typing import Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from .frozen import Day, Frozen, is_none
from .spans import DocumentId, VersionId

DateOrder = Literal["day_first", "month_first"]
"""The order of day and month in a document's numeric dates."""
SourceKind = Literal["primary", "secondary"]
"""Whether a document defines a fact or reports it. primary: it defines the fact (policy, contract, filing). secondary:
it reports the fact (summary, blog, notes)."""

Authority = Literal[
    "policy", "contract", "filing", "published", "announcement", "minutes", "draft", "comment", "unclassified"
]
"""The class of a document, the strongest first. It decides precedence in conflicts (SPEC CON-3): policy over minutes,
announcement over draft, published over comment."""

AliasOrigin = Literal[
    "manifest", "declared", "defined_term", "former_name", "ticker", "acronym", "title", "leading_words"
]
"""Where an alias comes from.

- `manifest`, `declared`: the user stated it (`sources.yaml`, `pincite alias add`)
- `leading_words`: assumed for one question, because exactly one declared entity has a name that begins with it
- the others: the text of a document states it
"""


class Alias(Frozen):
    """Another name of an entity, and its origin. An alias is never inferred from similarity (SPEC SUB-8).

    Example: “Costco” for “Costco Wholesale Corporation”, a term that a document defines.
    """

    name: str
    of: str
    origin: AliasOrigin
    document_id: DocumentId | None = None
    """The only document in which a defined term is valid. None if the alias is valid in the whole knowledge base."""
    char_start: int | None = None
    char_end: int | None = None

    def reason(self) -> str:
        """Return, in words, why the two names refer to one thing."""
        if self.origin == "leading_words":
            return f"“{self.name}” is taken to be {self.of}: of the names that the documents are about, only this one begins so"
        how = {
            "manifest": "the manifest says that",
            "declared": "it is declared that",
            "former_name": "a document says that formerly",
            "ticker": "a document gives the ticker:",
            "defined_term": "the document defines that",
            "acronym": "the document introduces the short form:",
            "title": "the title says that",
        }[self.origin]
        return f"{how} “{self.name}” is {self.of}"


class AliasFields(TypedDict):
    """The fields of an `Alias`, as the catalogue stores it. A large knowledge base has a hundred thousand aliases, of
    which a question needs a few, and building each as an `Alias` would take three times as long as reading its
    fields."""

    name: str
    of: str
    origin: AliasOrigin
    document_id: NotRequired[DocumentId | None]
    char_start: NotRequired[int | None]
    char_end: NotRequired[int | None]


class SourceDocument(Frozen):
    """A version of a document, as the catalogue stores it.

    Dates are calendar dates. `updated_at` is the date that the source states or the manifest gives, never the time of
    the file. `is_current`, `superseded_by` and `not_yet` are those on the day of the run; `version_validity.as_of_day`
    computes them. A text is current from its own dates on, until a newer version of the file, or a document that
    supersedes it, has taken effect.
    """

    document_id: DocumentId
    version_id: VersionId
    title: str
    path: str
    """The document's path below the ingested root, with forward slashes. For a text without a file, its id."""
    url: str | None = None
    media_type: str
    file_sha256: str
    text_sha256: str
    extractor: str
    n_chars: int
    n_pages: int | None = None
    entity: str | None = None
    aliases: tuple[Alias, ...] = ()
    document_type: str | None = None
    """The type of the document in words ("master services agreement", "annual report"), from the manifest or the title.
    None if neither states it."""
    kind: SourceKind
    kind_reason: str
    authority: Authority
    authority_reason: str
    updated_at: Day | None = None
    effective_from: Day | None = None
    effective_to: Day | None = None
    stated_start: Day | None = Field(default=None, exclude_if=is_none)
    """The first day of validity that the text states for itself, if the manifest gives none."""
    supersedes: tuple[DocumentId, ...] = ()
    superseded_by: DocumentId | None = None
    is_current: bool = True
    not_yet: bool = False
    """Whether the document takes effect, or was written, only after the day of the run."""
    language: str | None = None
    date_order: DateOrder | None = Field(default=None, exclude_if=is_none)
    """The order of day and month in the document's numeric dates. None if the document does not show it."""
    collection: str | None = None
    """The first folder below the ingested root, for limiting a run (SPEC USE-6)."""
    status: str | None = Field(default=None, exclude_if=is_none)
    """The status that the document states if it is not in force: "draft for consultation"."""
    tool: str | None = Field(default=None, exclude_if=is_none)
    """The user's own tool that gave the text to one run; None for a document of the knowledge base."""
    own_citation: str | None = Field(default=None, exclude_if=is_none)
    """The citation that the user's own tool gives for the text (SPEC ANS-4)."""
