"""Whether a proposed candidate provably is the subject asked about: type, role, parent, document type, each proved (SPEC SUB-2).

A proposal only says where to look. Every condition is decided here, from the text and the manifest; the model's own view of the
mechanism counts for nothing.
"""

import math
import re
from collections.abc import Sequence

from .binding_proofs import Accepted, Proof, Rejected
from .declared import Declared
from .document_types import type_matches
from .frozen import Frozen
from .gate import GateDecision, gate
from .locate import locate
from .names import NameMatch, find_mention, identifiers, names_match, split_suffix
from .role_binding import role_binding, role_places
from .scope import DocumentScope, covers_jurisdiction, covers_period, covers_version
from .sentences import sentences
from .sources import Alias, SourceDocument
from .spans import VersionId
from .statements import statement_about
from .subjects import BindingMechanism, CandidateProposal, Condition, SubjectClass
from .words import content_stems, stem, words

__all__ = ["Accepted", "GateDecision", "Proof", "Rejected", "bind", "discovery_names", "gate"]

TOGETHER = 0.5
"""Share of the content words of a topic of three or more that one passage must hold; shorter topics must stand whole."""


class _Case(Frozen):
    """All that one proposal is judged by."""

    subject: SubjectClass
    proposal: CandidateProposal
    passage: str
    start: int
    """Offset of the passage in the version's text."""
    scope: DocumentScope
    source: SourceDocument
    aliases: tuple[Alias, ...]
    terms: tuple[str, ...]
    question: str

    def names_of(self, name: str) -> tuple[str, ...]:
        """Every way this document may write the name, its own defined terms included."""
        return identifiers(name, self.aliases, document_id=self.source.document_id)

    def quoted(self) -> tuple[int, int] | None:
        """Where the proposal's quote stands in the passage; None when it does not."""
        found = locate(self.proposal.quote, self.passage) if self.proposal.quote and self.passage else None
        return (found.start, found.end) if found else None

    def declares(self, name: str) -> tuple[Declared, NameMatch] | None:
        """The entity of the document that is `name`, if it declares one."""
        for declared in self.scope.entities:
            match = names_match(name, declared.value, self.aliases, document_id=self.source.document_id)
            if match is not None:
                return declared, match
        return None

    def is_anothers(self) -> bool:
        """Whether the document declares another organisation as its entity: what it says of third parties is in passing."""
        return any(one.how in ("manifest", "cover", "header", "metadata") for one in self.scope.entities) or any(
            split_suffix(one.value)[1] for one in self.scope.entities
        )


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
) -> Accepted | Rejected:
    """Accept the proposal with a proof for each condition, or reject it with the first one it fails.

    `passage_text` is the passage the proposal points to, `passage_start` its offset in the version's text. `terms`: content words
    of what is asked of the subject; with them, a sentence that names the subject and says nothing of what is asked binds nothing.
    `question` tells whether something expected is asked for.
    """
    case = _Case(
        subject=subject,
        proposal=proposal,
        passage=passage_text or "",
        start=passage_start,
        scope=scope,
        source=source,
        aliases=tuple(aliases),
        terms=tuple(terms),
        question=question,
    )
    if proposal.quote and passage_text is not None and case.quoted() is None:
        return _rejected(case, "name", "the quote does not stand in the passage")
    if subject.role:
        return _bind_role(case)
    if subject.subject_type == "document" or (subject.document_type and subject.parent_entity):
        return _bind_document(case)
    if subject.document_type and _type_met(case) is None:
        return _wrong_type(case)
    if subject.name and subject.parent_entity and names_match(subject.name, subject.parent_entity) is None:
        return _bind_part(case, subject.name, subject.parent_entity)
    name = subject.name or subject.parent_entity
    if name is None:
        return _rejected(case, "name", "the question names nothing to match")
    return _bind_topic(case, name) if _is_topic(subject, name) else _bind_entity(case, name)


def discovery_names(subject: SubjectClass, aliases: Sequence[Alias]) -> tuple[str, ...]:
    """What to look up as phrases: the names of the parent and of the subject, with and without suffix, and their aliases."""
    found: dict[str, None] = {}
    for name in (subject.parent_entity, subject.name):
        if name and not (name == subject.name and not subject.parent_entity and _is_topic(subject, name)):
            found |= dict.fromkeys(identifiers(name, aliases))
    return tuple(found)


def _is_topic(subject: SubjectClass, name: str) -> bool:
    """A topic, policy or term in common words, rather than something with a name of its own."""
    if subject.subject_type in ("organisation", "person", "product", "place"):
        return False
    found = [word.text for word in words(name)]
    capitals = sum(word[0].isupper() for word in found)
    return (
        capitals * 3 <= len(found) and not (found and found[0][0].isupper()) and all(ord(one) < 0x0E00 for one in name)
    )


def _bind_entity(case: _Case, name: str) -> Accepted | Rejected:
    declared = case.declares(name)
    if declared is not None:
        one, match = declared
        proof = _declared_proof(case, "name", one, match)
        return _accepted(case, one.value, name, "document_scope", proof, (), whole=True)
    if not case.passage:
        return _rejected(case, "name", f"the document does not declare {name} as what it is about")
    finding = statement_about(
        case.names_of(name),
        case.passage,
        within=case.quoted(),
        terms=case.terms,
        another_s=case.is_anothers(),
        organisation=case.subject.subject_type in ("organisation", "product"),
    )
    if finding.outcome != "states":
        return _rejected(case, "name", finding.reason, finding.start, finding.end)
    assert finding.start is not None
    assert finding.end is not None
    proof = _proof(case, "name", finding.reason, finding.start, finding.end)
    found = " ".join(case.passage[finding.start : _with_suffix(case.passage, finding.end)].split())
    return _accepted(case, found, name, "explicit_statement", proof, ())


def _bind_part(case: _Case, name: str, parent: str) -> Accepted | Rejected:
    """Something named that belongs to a parent: a product, site or subsidiary of a company."""
    mention = find_mention(case.names_of(name), case.passage)
    if mention is None:
        return _rejected(case, "name", f"the text does not name {name}")
    named = _proof(case, "name", f"the text names {name}", *mention)
    found = case.passage[slice(*mention)]
    for start, end in sentences(case.passage):
        place = find_mention(case.names_of(parent), case.passage[start:end])
        if start <= mention[0] < end and place is not None:
            proof = _proof(case, "parent", f"one sentence names {name} and {parent}", start, end)
            return _accepted(case, found, name, "explicit_statement", proof, (named,))
    declared = case.declares(parent)
    if declared is not None and case.subject.subject_type not in ("person", "organisation"):
        proof = _declared_proof(case, "parent", *declared)
        return _accepted(case, found, name, "document_scope", proof, (named,), whole=True)
    return _rejected(case, "parent", f"nothing ties {name} to {parent} there", *mention)


def _bind_role(case: _Case) -> Accepted | Rejected:
    subject, proposal = case.subject, case.proposal
    role, parent = subject.role or "", subject.parent_entity
    if subject.name and names_match(subject.name, proposal.name, case.aliases) is None:
        return _rejected(case, "name", f"{proposal.name} is not {subject.name}")
    quoted = case.quoted() or ((0, len(case.passage)) if case.passage else None)
    if quoted is None:
        return _rejected(case, "role", f"no sentence says who is {role}; a document's scope binds no person")
    if parent and names_match(parent, proposal.name, case.aliases, document_id=case.source.document_id):
        return _rejected(case, "role", f"no one is named there as {role}", *quoted)
    failure: Rejected | None = None
    for start, end in sentences(case.passage):
        if not (start < quoted[1] and quoted[0] < end):
            continue
        sentence = case.passage[start:end]
        if parent is None:
            if find_mention((proposal.name,), sentence) and any(role_places(role, sentence)):
                proof = _proof(case, "role", f"one sentence names {proposal.name} and the {role}", start, end)
                return _accepted(case, proposal.name, proposal.name, "knowledge_base", proof, ())
            failure = failure or _rejected(
                case, "role", f"nothing there says that {proposal.name} is {role}", start, end
            )
            continue
        finding = role_binding(
            sentence=sentence,
            name=proposal.name,
            role=role,
            parents=case.names_of(parent),
            own_document=case.declares(parent) is not None,
            passage=case.passage,
        )
        if finding.outcome != "bound":
            if failure is None or finding.outcome == "parent":
                failure = _rejected(case, finding.outcome, finding.reason, start, end)
            continue
        mechanism: BindingMechanism = "contractual_role" if finding.signed else _mechanism(role, sentence)
        proof = _proof(case, "parent", finding.reason, start, end)
        stated = _proof(case, "role", f"states the role of {role}", start, end)
        return _accepted(case, proposal.name, proposal.name, mechanism, proof, (stated,))
    return failure or _rejected(case, "role", f"nothing there says that {proposal.name} is {role}", *quoted)


def _mechanism(role: str, sentence: str) -> BindingMechanism:
    """How the text ties a role holder to the parent, by name (SPEC SUB-3)."""
    if re.search(r"\b(?:owner|shareholder|parent company|proprietor)\b", role, re.I):
        return "ownership"
    if re.search(r"\b(?:regist(?:er|ered|ry|rar)|companies house|incorporated)\b", sentence, re.I):
        return "registration"
    contracted = r"\b(?:appoint\w*|supplier|provider|contractor|customer|landlord|tenant|lessee|lessor|auditor|agent)\b"
    return "contractual_role" if re.search(contracted, f"{role} {sentence}", re.I) else "explicit_statement"


def _bind_document(case: _Case) -> Accepted | Rejected:
    subject, source = case.subject, case.source
    proofs: list[Proof] = []
    if subject.document_type:
        met = _type_met(case)
        if met is None:
            return _wrong_type(case)
        proofs.append(met)
    if subject.name and not _title_is(subject.name, source.title):
        return _rejected(case, "name", f"its title is “{source.title}”, not “{subject.name}”")
    if subject.name:
        proofs.append(Proof(condition="name", reason=f"its title is “{source.title}”"))
    parent = subject.parent_entity
    if parent is None:
        if not proofs:
            return _rejected(case, "document_type", "the question names neither a type of document nor a title")
        return _accepted(case, source.title, source.title, "knowledge_base", proofs[0], tuple(proofs[1:]), whole=True)
    names = (source.title, *identifiers(parent, case.aliases))
    declared = case.declares(parent)
    if declared is not None:
        proof = _declared_proof(case, "parent", *declared)
        is_party = source.entity is None or names_match(parent, source.entity, case.aliases) is None
        contract = re.search(r"agreement|contract|lease", f"{source.document_type} {source.title}", re.I)
        mechanism: BindingMechanism = "contractual_role" if contract and is_party else "document_scope"
        return _accepted(case, source.title, source.title, mechanism, proof, tuple(proofs), names=names, whole=True)
    if find_mention(case.names_of(parent), source.title):
        proof = Proof(condition="parent", reason=f"its title names {parent}")
        return _accepted(
            case, source.title, source.title, "document_scope", proof, tuple(proofs), names=names, whole=True
        )
    for start, end in sentences(case.passage):
        sentence = case.passage[start:end]
        if find_mention(case.names_of(parent), sentence) and _PARTY.search(sentence):
            proof = _proof(case, "parent", f"it says that it is made with, or applies to, {parent}", start, end)
            return _accepted(
                case, source.title, source.title, "contractual_role", proof, tuple(proofs), names=names, whole=True
            )
    return _rejected(case, "parent", f"“{source.title}” does not declare that it is of or with {parent}")


_PARTY = re.compile(
    r"\bth(?:is|e) \w*\s?(?:agreement|contract|policy|schedule|deed|lease|handbook|procedure)\b[^.]{0,60}"
    r"\b(?:between|applies to|is made|entered into|binds)\b|\bby and between\b|\bemployees of\b",
    re.IGNORECASE,
)


def _bind_topic(case: _Case, topic: str) -> Accepted | Rejected:
    """A topic binds to the knowledge base where its words stand together in one passage, headings and title included."""
    declared = case.declares(topic)
    if declared is not None:
        proof = _declared_proof(case, "name", *declared)
        return _accepted(case, declared[0].value, topic, "document_scope", proof, (), whole=True)
    wanted = content_stems(topic)
    above = frozenset(content_stems(case.source.title))
    first = {stem(word.text): (word.start, word.end) for word in reversed(list(words(case.passage)))}
    stated = [one for one in wanted if one in first or one in above]
    here = [one for one in stated if one in first]
    needed = len(wanted) if len(wanted) <= 2 else math.ceil(TOGETHER * len(wanted))
    if not here or len(stated) < needed:
        lacking = ", ".join(one for one in wanted if one not in stated) or "its words"
        return _rejected(case, "name", f"the passage does not speak of {topic}: it lacks {lacking}")
    spans = [first[one] for one in here]
    start, end = min(one[0] for one in spans), max(one[1] for one in spans)
    proof = _proof(case, "name", f"the passage speaks of {', '.join(stated)}", start, end)
    return _accepted(case, topic, topic, "knowledge_base", proof, ())


def _title_is(name: str, title: str) -> bool:
    if names_match(name, title) or find_mention((name,), title):
        return True
    wanted = frozenset(content_stems(name))
    return bool(wanted) and wanted <= frozenset(content_stems(title.replace("_", " ")))


def _type_met(case: _Case) -> Proof | None:
    asked = case.subject.document_type or ""
    met = type_matches(asked, case.source.document_type, case.scope.document_type, case.source.title)
    if met is None:
        return None
    field = "document_type" if met == case.source.document_type else None
    return Proof(condition="document_type", reason=f"it is of type “{met}”", manifest_field=field)


def _wrong_type(case: _Case) -> Rejected:
    held = case.source.document_type or case.scope.document_type or case.source.title
    return _rejected(case, "document_type", f"it is “{held}”, not of type “{case.subject.document_type}”")


def _with_suffix(text: str, end: int) -> int:
    """The end of a name with the legal suffix that follows it."""
    following = re.match(r",?\s+[A-Za-z.]{2,12}", text[end : end + 20])
    if following and split_suffix(f"X{following.group()}")[1]:
        return end + following.end()
    return end


def _declared_proof(case: _Case, condition: Condition, declared: Declared, match: NameMatch) -> Proof:
    where = {
        "manifest": "the manifest",
        "title": "its title",
        "cover": "its cover",
        "header": "its running header",
        "metadata": "its metadata",
    }[declared.how]
    reason = f"{where} declares that “{case.source.title}” is about {declared.value}"
    if match.how == "alias":
        reason = f"{reason}; {match.reason}"
    field = "entity" if declared.how == "manifest" else None
    return Proof(condition=condition, reason=reason, start=declared.start, end=declared.end, manifest_field=field)


def _proof(case: _Case, condition: Condition, reason: str, start: int, end: int) -> Proof:
    return Proof(condition=condition, reason=reason, start=case.start + start, end=case.start + end)


def _accepted(
    case: _Case,
    found: str,
    asked: str,
    mechanism: BindingMechanism,
    binding: Proof,
    proofs: tuple[Proof, ...],
    *,
    names: tuple[str, ...] = (),
    whole: bool = False,
) -> Accepted:
    """`whole`: all that the document says is bound, by its declared scope."""
    uncovered = _uncovered(case)
    type_proof = Proof(
        condition="type", reason=f"asked for as {case.subject.subject_type}; nothing there tells otherwise"
    )
    covered = [label for label in case.subject.scope.labels() if label not in uncovered]
    scope_proof = (Proof(condition="scope", reason=f"the document covers {', '.join(covered)}"),) if covered else ()
    versions: tuple[VersionId, ...] = (case.source.version_id,) if whole else ()
    return Accepted(
        subject=case.proposal.subject,
        name=found,
        mechanism=mechanism,
        binding=binding,
        proofs=(type_proof, binding, *proofs, *scope_proof),
        identifiers=tuple(
            dict.fromkeys(names or (*identifiers(found, case.aliases), *identifiers(asked, case.aliases)))
        ),
        document_id=case.source.document_id,
        version_id=case.source.version_id,
        passage_id=case.proposal.passage_id,
        versions=versions,
        uncovered=uncovered,
        covers=case.scope.scope_words(),
    )


def _uncovered(case: _Case) -> tuple[str, ...]:
    asked = case.subject.scope
    return tuple(
        [one for one in asked.periods if not covers_period(case.scope, one, question=case.question)]
        + [one for one in asked.versions if not covers_version(case.scope, one)]
        + [one for one in (*asked.jurisdictions, *asked.places) if not covers_jurisdiction(case.scope, one)]
    )


def _rejected(
    case: _Case, condition: Condition, reason: str, start: int | None = None, end: int | None = None
) -> Rejected:
    return Rejected(
        subject=case.proposal.subject,
        name=case.proposal.name,
        failed_condition=condition,
        reason=reason,
        document_id=case.source.document_id,
        version_id=case.source.version_id,
        passage_id=case.proposal.passage_id,
        start=None if start is None else case.start + start,
        end=None if end is None else case.start + end,
    )
