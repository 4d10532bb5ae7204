"""Decides whether a proposed candidate is provably the subject of the question. Each of type, role, parent (the
organisation it belongs to) and document type must be proved (SPEC SUB-2).

A model's proposal only says where to look. Code decides every condition from the text and the manifest, and ignores the
mechanism that the model names.
"""

import math
import re
from collections.abc import Sequence

from ..language.sentences import sentence_spans
from ..language.words import content_stems, stem, words
from ..lexicon.figure_words import NO_MEASURES
from ..model.source_record import Alias, SourceDocument
from ..model.subjects import BindingMechanism, CandidateProposal, SubjectClass
from ..names.legal_forms import forms_end
from ..names.same_name import find_mention, identifiers, names_match
from ..scope.document_scope import DocumentScope
from .binding_case import Case, accepted, declared_proof, proof, rejected
from .binding_proofs import Accepted, Proof, Rejected
from .document_binding import bind_document, type_met, wrong_type
from .explicit_statement import statement_about
from .role_binding import role_binding
from .role_words import may_hold, role_places
from .subject_gate import GateDecision, gate

__all__ = ["Accepted", "GateDecision", "Proof", "Rejected", "bind", "discovery_names", "gate"]

TOGETHER = 0.5
"""The minimum share of the content words of a topic that one passage must contain. A topic of one or two words must be
contained in full."""

_NO_MEASURES = frozenset(map(stem, NO_MEASURES))
_OF_RULES = frozenset(
    content_stems("rules policy provisions arrangements procedure guidelines regulations entitlement")
)
"""Words that mean "rules". A text may answer a question about "relocation rules" without such a word."""


def bind(
    subject: SubjectClass,
    proposal: CandidateProposal,
    *,
    passage_text: str | None,
    passage_start: int,
    scope: DocumentScope,
    source: SourceDocument,
    aliases: Sequence[Alias],
    terms: Sequence[str] = (),
    question: str = "",
    context: str = "",
    auditors: Sequence[str] = (),
) -> Accepted | Rejected:
    """Return the candidate as accepted, with a proof of each condition, or as rejected, with the first condition that
    fails.

    `passage_text`: the passage to which the proposal points. `passage_start`: its offset in the version's text.
    `terms`: content words of what is asked about the subject. If they are given, a sentence about something else
    proves nothing, even if it names the subject. `question`: shows whether the question asks for an expected value, and what longer names
    it writes. `context`: the headings and column names above the passage. `auditors`: the names that sign an auditor's
    report in the document.
    """
    case = Case(
        subject=subject,
        proposal=proposal,
        passage=passage_text or "",
        start=passage_start,
        scope=scope,
        source=source,
        aliases=tuple(aliases),
        terms=tuple(terms),
        question=question,
        context=context,
        auditors=tuple(auditors),
    )
    if proposal.quote and passage_text is not None and case.quoted() is None:
        return rejected(case, "name", "the quote is not in the passage")
    if subject.role:
        return _bind_role(case)
    if subject.subject_type == "document" or (subject.document_type and subject.parent_entity):
        return bind_document(case)
    if subject.document_type and type_met(case) is None:
        return wrong_type(case)
    if subject.name and subject.parent_entity and names_match(subject.name, subject.parent_entity) is None:
        return _bind_part(case, subject.name, subject.parent_entity)
    name = subject.name or subject.parent_entity
    if name is None:
        return rejected(case, "name", "the question has no name with which a candidate can be compared")
    return _bind_topic(case, name) if _is_topic(subject, name) else _bind_entity(case, name)


def discovery_names(subject: SubjectClass, aliases: Sequence[Alias]) -> tuple[str, ...]:
    """Return the phrases to look up: the names of the subject and of its parent, with and without legal form, and their
    aliases."""
    found: dict[str, None] = {}
    for name in (subject.parent_entity, subject.name):
        if name and not (name == subject.name and not subject.parent_entity and _is_topic(subject, name)):
            found |= dict.fromkeys(identifiers(name, aliases))
    return tuple(found)


def _is_topic(subject: SubjectClass, name: str) -> bool:
    """Return whether the subject is a topic, policy or term that `name` describes in common words (“relocation rules”),
    rather than a thing with its own name (“Acme”)."""
    if subject.subject_type in ("organisation", "person", "product", "place"):
        return False
    found = [word.text for word in words(name)]
    if subject.subject_type == "concept" and any(word.islower() and content_stems(word) for word in found):
        return True  # "Huguenot children" is a topic, not a party, so the text must contain each of its words
    capitals = sum(word[0].isupper() for word in found)
    return (
        capitals * 3 <= len(found)
        and not (found and found[0][0].isupper())
        and all(ord(letter) < 0x0E00 for letter in name)
    )


def _bind_entity(case: Case, name: str) -> Accepted | Rejected:
    for entity in case.scope.entities:
        if names_match(name, entity.value) and (other := case.other_number(entity)):
            reason = f"“{case.source.title}” is not about {other}"
            return rejected(case, "name", reason).model_copy(update={"start": entity.start, "end": entity.end})
    declared = case.declares(name)
    if declared is not None:
        one, match = declared
        shown = declared_proof(case, "name", one, match)
        return accepted(case, one.value, name, "document_scope", shown, (), whole=True)
    if not case.passage:
        return rejected(case, "name", f"the document does not declare {name} as what it is about")
    finding = statement_about(
        case.names_of(name),
        case.passage,
        within=case.quoted(),
        terms=case.terms,
        another_s=case.whose() is not None,
        organisation=case.subject.subject_type in ("organisation", "product"),
        question=case.question,
    )
    if not finding.is_proved:
        return rejected(case, "name", finding.reason, finding.start, finding.end)
    assert finding.start is not None
    assert finding.end is not None
    shown = proof(case, "name", finding.reason, finding.start, finding.end)
    found = " ".join(case.passage[finding.start : forms_end(case.passage, finding.end)].split())
    return accepted(case, found, name, "explicit_statement", shown, ())


def _bind_part(case: Case, name: str, parent: str) -> Accepted | Rejected:
    """Return the named product, site or subsidiary as accepted if it provably belongs to the organisation `parent`.
    Otherwise return it as rejected."""
    mention = find_mention(case.names_of(name), case.passage)
    if mention is None:
        return rejected(case, "name", f"the text does not name {name}")
    named = proof(case, "name", f"the text names {name}", *mention)
    found = case.passage[slice(*mention)]
    for start, end in sentence_spans(case.passage):
        place = find_mention(case.names_of(parent), case.passage[start:end])
        if start <= mention[0] < end and place is not None:
            shown = proof(case, "parent", f"one sentence names {name} and {parent}", start, end)
            return accepted(case, found, name, "explicit_statement", shown, (named,))
    declared = case.declares(parent)
    if declared is not None and case.subject.subject_type not in ("person", "organisation"):
        shown = declared_proof(case, "parent", *declared)
        return accepted(case, found, name, "document_scope", shown, (named,), whole=True)
    return rejected(case, "parent", f"nothing there links {name} to {parent}", *mention)


def _bind_role(case: Case) -> Accepted | Rejected:
    subject, proposal = case.subject, case.proposal
    role, parent = subject.role or "", subject.parent_entity
    if subject.name and names_match(subject.name, proposal.name, case.aliases) is None:
        return rejected(case, "name", f"{proposal.name} is not {subject.name}")
    is_the_role = any(end - start == len(proposal.name) for start, end, _ in role_places(role, proposal.name))
    if is_the_role or not may_hold(proposal.name):
        return rejected(case, "type", f"“{proposal.name}” names no person or firm")
    if (
        parent
        and (party := case.party(role, proposal.name))
        and names_match(parent, party.value) is None
        and case.declares(parent)
    ):
        called = f"the opening of “{case.source.title}” calls {party.value} the {role}"
        shown = Proof(condition="role", reason=called, start=party.start, end=party.end)
        return accepted(case, proposal.name, proposal.name, "contractual_role", shown, ())
    quoted = case.quoted() or ((0, len(case.passage)) if case.passage else None)
    if quoted is None:
        return rejected(case, "role", f"no sentence says who is {role}; a document's scope binds no person")
    if parent and names_match(parent, proposal.name, case.aliases, document_id=case.source.document_id):
        return rejected(case, "role", f"no one is named there as {role}", *quoted)
    failure: Rejected | None = None
    for start, end in sentence_spans(case.passage):
        if not (start < quoted[1] and quoted[0] < end):
            continue
        sentence = case.passage[start:end]
        if parent is None:
            if find_mention((proposal.name,), sentence) and any(role_places(role, sentence)):
                shown = proof(case, "role", f"one sentence names {proposal.name} and the {role}", start, end)
                return accepted(case, proposal.name, proposal.name, "knowledge_base", shown, ())
            failure = failure or rejected(
                case, "role", f"nothing there says that {proposal.name} is {role}", start, end
            )
            continue
        finding = role_binding(
            sentence=sentence,
            name=proposal.name,
            role=role,
            parents=case.names_of(parent),
            own_document=case.declares(parent) is not None,
            only_owner=case.declares(parent) is not None and len(case.scope.owners()) <= 1,
            issuers=case.is_issued_by(parent),
            passage=case.passage,
            auditors=case.auditors,
        )
        if not finding.is_proved:
            if failure is None or finding.condition == "parent":
                failure = rejected(case, finding.condition, finding.reason, start, end)
            continue
        mechanism: BindingMechanism = "contractual_role" if finding.signed else _mechanism(role, sentence)
        shown = proof(case, "parent", finding.reason, start, end)
        stated = proof(case, "role", f"states the role of {role}", start, end)
        return accepted(case, proposal.name, proposal.name, mechanism, shown, (stated,))
    return failure or rejected(case, "role", f"nothing there says that {proposal.name} is {role}", *quoted)


def _mechanism(role: str, sentence: str) -> BindingMechanism:
    """Return the mechanism by which the sentence ties the holder of a role to the parent (SPEC SUB-3).

    Example: `_mechanism("auditor", "Lee & Co was engaged as auditor of Acme.")` gives `"contractual_role"`.
    """
    if re.search(r"\b(?:owner|shareholder|parent company|proprietor)\b", role, re.I):
        return "ownership"
    if re.search(r"\b(?:regist(?:er|ered|ry|rar)|companies house|incorporated)\b", sentence, re.I):
        return "registration"
    contracted = r"\b(?:appoint\w*|supplier|provider|contractor|customer|landlord|tenant|lessee|lessor|auditor|agent)\b"
    return "contractual_role" if re.search(contracted, f"{role} {sentence}", re.I) else "explicit_statement"


def _bind_topic(case: Case, topic: str) -> Accepted | Rejected:
    """Return the topic as accepted if one passage, with its headings and title, contains its words, else as rejected.
    An accepted topic is bound to the knowledge base as a whole."""
    declared = case.declares(topic)
    if declared is not None:
        shown = declared_proof(case, "name", *declared)
        return accepted(case, declared[0].value, topic, "document_scope", shown, (), whole=True)
    wanted = content_stems(topic)
    wanted = tuple(limit for limit in wanted if limit not in _OF_RULES) or wanted
    naming = tuple(limit for limit in wanted if limit not in _NO_MEASURES)
    wanted, share = (naming, TOGETHER) if len(naming) >= 2 else (wanted, 1.0)
    as_asked = {stem(word.text): word.text for word in words(topic)}
    above = frozenset(content_stems(f"{case.source.title} {case.context}"))
    first = {stem(word.text): (word.start, word.end) for word in reversed(list(words(case.passage)))}
    stated = [limit for limit in wanted if limit in first or limit in above]
    here = [limit for limit in stated if limit in first]
    needed = len(wanted) if len(wanted) <= 2 else math.ceil(share * len(wanted))
    if not here or len(stated) < needed:
        lacking = ", ".join(as_asked.get(limit, limit) for limit in wanted if limit not in stated) or "its words"
        return rejected(case, "name", f"the passage is not about {topic}: it lacks {lacking}")
    spans = [first[limit] for limit in here]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    said = ", ".join(as_asked.get(limit, limit) for limit in stated)
    shown = proof(case, "name", f"the passage is about {said}", start, end)
    return accepted(case, topic, topic, "knowledge_base", shown, ())
