"""The rule-based finder. It proposes documents that declare the entity as their own, and sentences that name it."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ...evidence.binding.auditors_reports import SIGNATURE
from ...evidence.binding.document_binding import title_is
from ...evidence.binding.role_words import role_places
from ...evidence.language.sentences import sentence_spans
from ...evidence.language.words import content_stems
from ...evidence.lexicon.offices import ROLE_NAMES
from ...evidence.model.subjects import BindingMechanism, CandidateProposal, PlanStep, SubjectClass
from ...evidence.names.proper_names import proper_names
from ...evidence.names.same_name import find_mention, identifiers, is_suffix, mentioned, names_match
from ...evidence.scope.declared_entities import title_declares
from ...evidence.scope.document_types import type_matches
from ..contracts.finder import DiscoveryPassage, FinderInput, ScopedDocument

PEOPLE = 3
"""The maximum number of people proposed for one sentence."""
BESIDE = 8
"""The maximum number of sentences that are proposed in addition to documents that declare the subject. They reveal
other entities with the same name."""
PER_SUBJECT = 40
"""The maximum number of proposals for one subject. The first one that is accepted is used; the others are reported as
near-misses."""


class ExtractiveFinder:
    """Proposes many candidates, of which the binding rules reject the wrong ones. It is deterministic, and keeps the
    order of the given documents and passages."""

    name = "extractive"

    def __call__(self, given: FinderInput) -> tuple[CandidateProposal, ...]:
        proposals: list[CandidateProposal] = []
        for index, subject in enumerate(given.analysis.subjects):
            facts = [fact for fact in given.analysis.required_facts if fact.subject == index]
            found = dict.fromkeys(_proposed(index, subject, facts, given))
            proposals += list(found)[:PER_SUBJECT]
        return tuple(proposals)


def _proposed(
    index: int, subject: SubjectClass, facts: list[PlanStep], given: FinderInput
) -> Iterator[CandidateProposal]:
    entity = subject.parent_entity or (subject.name if subject.subject_type != "concept" else None)
    if subject.role:
        yield from _role_holders(index, subject, given)
        return
    if subject.subject_type == "document" and subject.name:
        titled = (document for document in given.documents if title_is(subject.name, document.source.title))
        yield from (_document(index, document.source.title, document) for document in titled)
    named = subject.parent_entity or subject.name
    if named:
        declaring = list(_declaring(index, named, given))
        yield from declaring
        for passage, quote in islice(_sentences_naming(named, given), BESIDE if declaring else PER_SUBJECT):
            yield _proposal(index, named, passage, quote, "explicit_statement")
    elif subject.document_type:
        # the question does not say which of the documents of this type it means
        typed = (document for document in given.documents if type_matches(subject.document_type, document.source.title))
        yield from (_document(index, document.source.title, document) for document in typed)
    if entity is None and not subject.parent_entity:
        for passage in given.passages:
            sentence = _best_sentence(passage, subject, facts)
            if sentence:
                yield _proposal(index, subject.name or subject.described(), passage, sentence, "knowledge_base")


def _declaring(index: int, named: str, given: FinderInput) -> Iterator[CandidateProposal]:
    """Yield a proposal for each document that declares an entity of this name, or whose title is about it."""
    for document in given.documents:
        matching = (
            declared
            for declared in document.scope.entities
            if names_match(named, declared.value, tuple(given.aliases), document_id=document.source.document_id)
        )
        if declared := next(matching, None):
            field = "entity" if declared.how == "manifest" else None
            yield _document(index, declared.value, document, field)
        elif title_declares(document.source.title, identifiers(named, given.aliases)):
            yield _document(index, named, document)


def _document(index: int, name: str, document: ScopedDocument, field: str | None = None) -> CandidateProposal:
    return CandidateProposal(
        subject=index,
        name=name,
        mechanism="document_scope",
        version_id=document.source.version_id,
        manifest_field=field,
    )


def _sentences_naming(named: str, given: FinderInput) -> Iterator[tuple[DiscoveryPassage, str]]:
    forms = identifiers(named, given.aliases)
    for passage in given.passages:
        for start, end in sentence_spans(passage.text):
            quote = passage.text[start:end]
            if mentioned(forms, quote):
                yield passage, quote


def _role_holders(index: int, subject: SubjectClass, given: FinderInput) -> Iterator[CandidateProposal]:
    """Yield the parties that a contract calls by the role, and the people named in sentences that state the role, the
    nearest first. Then yield the people in sentences about other roles at the organisation, who are reported as
    near-misses."""
    asked, parent = subject.role or "", identifiers(subject.parent_entity or "", given.aliases)
    others: list[CandidateProposal] = []
    for document in given.documents:
        for entity in document.scope.entities:
            if any(names_match(asked, term) for term in entity.terms):
                yield _document(index, entity.value, document)
    for passage in given.passages:
        for start, end in sentence_spans(passage.text):
            quote = passage.text[start:end]
            at = next((place for place, _, _ in role_places(asked, quote)), None)
            if at is not None:
                for name in sorted(_people(quote, parent), key=lambda name: abs(quote.find(name) - at))[:PEOPLE]:
                    yield _proposal(index, name, passage, quote, "contractual_role")
            elif mentioned(parent, quote) and _ROLE.search(quote):
                others += [
                    _proposal(index, name, passage, quote, "contractual_role")
                    for name in _people(quote, parent)[:2]
                    if " " in name
                ]
        for name, signed in _signing(passage.text):
            yield _proposal(index, name, passage, signed, "contractual_role")
    yield from others


def _signing(text: str) -> Iterator[tuple[str, str]]:
    """Yield each signer of a text with the line of the signature ("/s/ …"). An auditor's report names its firm only
    there."""
    for match in islice(SIGNATURE.finditer(text), PEOPLE):
        yield match["name"].strip(" ,"), match.group().strip()


_ROLE = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, ROLE_NAMES), key=len, reverse=True))}|chief \w+ officer)s?(?![\w-])",
    re.IGNORECASE,
)


def _people(text: str, parent: Sequence[str]) -> list[str]:
    """Return the names of people in the text, without the names in `parent`.

    A role ends a name: “Norvale CEO Ida Holt” gives “Ida Holt”. Names of one word are returned only if there is no
    longer name. Of a long run of capitalised words, as in a headline, only the first words are returned, unless the
    run ends in a legal form.
    """
    masked = _ROLE.sub(lambda match: "·" * len(match.group()), text)
    while mention := find_mention(parent, masked):
        masked = masked[: mention[0]] + "·" * (mention[1] - mention[0]) + masked[mention[1] :]
    names = [_without_form(name.split()) for name in proper_names(masked) if f"{name}:" not in masked]
    names = [parts for parts in names if parts]
    found: dict[str, None] = {}
    for parts in names if any(len(parts) > 1 for parts in names) else ():
        whole = len(parts) <= 3 or (is_suffix(parts[-1]) and "of" not in parts)
        for size in (len(parts),) if whole else (2, 3):
            if size > 1 and parts[size - 1][0].isupper():
                found[" ".join(parts[:size])] = None
    return list(found) or [parts[0] for parts in names]


def _without_form(parts: list[str]) -> list[str]:
    """Return the words of a name without a legal form at its start, which belongs to the company before it.

    "Ltd Rhona Petheram" gives "Rhona Petheram".
    """
    while parts and is_suffix(parts[0]):
        parts = parts[1:]
    return parts


def _best_sentence(passage: DiscoveryPassage, subject: SubjectClass, facts: list[PlanStep]) -> str | None:
    """Return the sentence of the passage that contains most words of the question. Return None if all contain less than
    half of them."""
    asked = set(content_stems(" ".join((subject.name or "", *(term for fact in facts for term in fact.terms)))))
    if 2 * len(asked & set(content_stems(f"{passage.text} {passage.title} {passage.section or ''}"))) < len(asked):
        return None
    best: tuple[int, str] = (0, "")
    for start, end in sentence_spans(passage.text):
        quote = passage.text[start:end]
        said = len(asked & set(content_stems(quote)))
        if said > best[0]:
            best = (said, quote)
    return best[1] or None


def _proposal(
    index: int, name: str, passage: DiscoveryPassage, quote: str, mechanism: BindingMechanism
) -> CandidateProposal:
    return CandidateProposal(
        subject=index,
        name=name,
        mechanism=mechanism,
        passage_id=passage.passage_id,
        version_id=passage.version_id,
        quote=quote,
    )
