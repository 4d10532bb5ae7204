"""What the passages a source gave say of the facts that are sought (SPEC RET-3)."""

from collections.abc import Mapping, Sequence

from ..evidence.frozen import Frozen
from ..evidence.names import mentioned
from ..evidence.premises import check_premises
from ..evidence.relevance import relevance
from ..evidence.retrieval_policy import Fetched
from ..evidence.sentences import sentences
from ..evidence.shape import has_shape
from ..evidence.spans import DocumentId, VersionId
from ..evidence.stating import stating
from ..evidence.subjects import FactId, RequiredFact
from ..evidence.telling import asked_head
from ..stores.snapshot import Hit, Snapshot

AGREEING = 2
"""Documents that state a fact, after which no more are looked for."""


class Sought(Frozen):
    """One fact, and by what a passage is about its subject."""

    fact: RequiredFact
    names: tuple[str, ...]
    declared: frozenset[VersionId]
    """Versions that are about the subject whatever a passage of theirs names."""
    of_any: bool
    """Whether the subject is bound to the knowledge base itself, and every passage is about it (SPEC SUB-5)."""


def fetched(
    snapshot: Snapshot,
    hits: Sequence[Hit],
    sought: Sequence[Sought],
    *,
    stated_before: Mapping[FactId, frozenset[DocumentId]],
    floor: float,
    strong: float,
    cut: bool,
) -> Fetched:
    """The count of passages on the subject, on the topic, and of current documents that state each fact. `floor`, `strong`: on the
    relevance scale."""
    on_subject = relevant = 0
    near: set[FactId] = set()
    stated = {one.fact.fact_id: set(stated_before.get(one.fact.fact_id, ())) for one in sought}
    for hit in hits:
        context = _context(snapshot, hit)
        about = [one for one in sought if _is_about(one, hit, context)]
        on_subject += bool(about)
        scores = [(one, _relevance(one, hit.passage.text, context, shaped=False)) for one in about]
        relevant += any(score >= floor for _, score in scores)
        close = [one for one, score in scores if score >= strong]
        near |= {one.fact.fact_id for one in close}
        for one in close:
            found = stated[one.fact.fact_id]
            giver = (
                DocumentId(hit.document.tool) if hit.document.tool else hit.document.document_id
            )  # a tool is one voice
            enough = len(found) >= AGREEING or giver in found or not hit.document.is_current
            if not enough and _states(snapshot, one, hit, context, strong):
                found.add(giver)
    stating_each = {fact: frozenset(documents) for fact, documents in stated.items()}
    return Fetched(
        passages=len(hits),
        on_subject=on_subject,
        relevant=relevant,
        stating=stating_each,
        near=frozenset(near),
        cut=cut,
    )


def _context(snapshot: Snapshot, hit: Hit) -> str:
    columns = snapshot.column_names(hit.passage.table_id) if hit.passage.table_id else None
    return " ".join(part for part in (hit.document.title, hit.passage.place.section, columns) if part)


def _is_about(one: Sought, hit: Hit, context: str) -> bool:
    return (
        one.of_any or hit.passage.version_id in one.declared or mentioned(one.names, f"{context}\n{hit.passage.text}")
    )


def _relevance(one: Sought, text: str, context: str, *, shaped: bool) -> float:
    """On the one scale; `shaped`: whether a value of the asked shape is needed for a strong match."""
    return relevance(
        asked=(*one.fact.terms, *one.fact.constraints),
        text=text,
        context=context,
        subject_stated=True,
        has_shape=not shaped or has_shape(one.fact.answer_type, text),
        head=asked_head(one.fact.text),
    ).score


def _states(snapshot: Snapshot, one: Sought, hit: Hit, context: str, strong: float) -> bool:
    passage = hit.passage
    for start, end in sentences(passage.text):
        quote = passage.text[start:end]
        if _relevance(one, quote, context, shaped=True) < strong:
            continue
        premises = check_premises(
            one.fact.constraints, quote, context=context, declared=snapshot.declared(passage.version_id).labels()
        )
        if any(premise.outcome != "stated" for premise in premises):
            continue
        row = (
            snapshot.row(passage.table_id, passage.char_start + start, passage.char_start + end)
            if passage.table_id
            else ()
        )
        if stating(one.fact, quote, context=context, row=row, names=one.names).states:
            return True
    return False
