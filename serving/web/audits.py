"""Audits a pasted answer against the passages of the knowledge base that are nearest to each of its sentences."""

import re
from collections.abc import Mapping, Sequence

from ...errors import AuditInputError
from ...evidence.audit.audit_input import checked_answer
from ...evidence.audit.audit_report import AuditedClaim, AuditReport
from ...evidence.language.sentences import sentences
from ...evidence.model.frozen import Frozen
from ...evidence.report.place_words import place_in_words
from ...evidence.report.shown_part import unlabelled
from ...roles.answer_audit import audit
from ...roles.contracts.auditor import Auditor
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Hit

LONGEST = 50_000
"""The maximum number of characters of an answer, about 20 pages."""
MOST_SENTENCES = 400
PASSAGES = 5
"""The number of passages that are searched for each sentence."""
_NAMED = re.compile(r"passage \d+")


class Source(Frozen):
    """A passage against which an answer was checked."""

    name: str
    title: str
    document: str
    place: str
    text: str


class Stretch(Frozen):
    """A part of the answer. `claim`: the number of the claim in it, from 1."""

    text: str
    claim: int | None = None


class Audited(Frozen):
    report: AuditReport
    stretches: tuple[Stretch, ...]
    """The parts of the whole answer, in order."""
    sources: dict[str, Source]
    nearest: tuple[tuple[str, ...], ...]
    """The names of the passages nearest to the sentence of each claim."""


def audit_answer(answer: str, kb: KnowledgeBase, auditor: Auditor | None) -> Audited:
    """Return the audit of `answer` against the passages of `kb` nearest to each sentence. Raises AuditInputError for an
    answer that cannot be audited, and StoreError."""
    answer = checked_answer(answer)
    if len(answer) > LONGEST:
        raise AuditInputError(f"the answer has {len(answer):,} characters; at most {LONGEST:,} are audited here")
    parts = [answer[start:end] for start, end in sentences(answer)]
    if len(parts) > MOST_SENTENCES:
        raise AuditInputError(f"the answer has {len(parts):,} sentences; at most {MOST_SENTENCES:,} are audited here")
    found = [_hits(part, kb) for part in parts]
    hits = {hit.passage.passage_id: hit for near in found for hit in near}
    if not hits:
        raise AuditInputError("no passage in the knowledge base is similar to this answer; add documents first")
    names = {identifier: f"passage {number}" for number, identifier in enumerate(hits, 1)}
    sources = {names[identifier]: _source(names[identifier], hit) for identifier, hit in hits.items()}
    chunks = [{"id": name, "text": unlabelled(source.text)} for name, source in sources.items()]
    report = audit(answer, chunks, auditor=auditor)
    near_to = {
        part: tuple(names[hit.passage.passage_id] for hit in near) for part, near in zip(parts, found, strict=True)
    }
    return Audited(
        report=report,
        stretches=_stretches(answer, report.claims),
        sources=sources,
        nearest=tuple(
            next((near for part, near in near_to.items() if claim.span in part), ()) for claim in report.claims
        ),
    )


def in_plain_words(note: str, sources: Mapping[str, Source]) -> str:
    """Return a note of the audit, with document titles in place of passage names. The word "uncited" is left out, since
    a pasted answer never cites these passages."""
    cited = "; ".join(part for part in note.split("; ") if part != "uncited")
    return _NAMED.sub(lambda match: f"“{sources[match[0]].title}”" if match[0] in sources else match[0], cited)


def _hits(part: str, kb: KnowledgeBase) -> tuple[Hit, ...]:
    return kb.snapshot().search(part, limit=PASSAGES)


def _source(name: str, hit: Hit) -> Source:
    passage = hit.passage
    return Source(
        name=name,
        title=hit.document.title,
        document=hit.document.path,
        place=place_in_words(passage.place),
        text=passage.text,
    )


def _stretches(answer: str, claims: Sequence[AuditedClaim]) -> tuple[Stretch, ...]:
    """Return the answer, split at its claims. A claim that overlaps an earlier one is not marked."""
    found: list[Stretch] = []
    reached = 0
    for number, claim in enumerate(claims, 1):
        at = answer.find(claim.span, reached)
        if at < 0:
            continue
        if at > reached:
            found.append(Stretch(text=answer[reached:at]))
        reached = at + len(claim.span)
        found.append(Stretch(text=answer[at:reached], claim=number))
    if reached < len(answer):
        found.append(Stretch(text=answer[reached:]))
    return tuple(found)
