"""The data for the decision on one proposed candidate, and a function that makes an accepted candidate."""

import re
from functools import partial

from ..model.frozen import Frozen
from ..model.source_record import Alias, SourceDocument
from ..model.spans import VersionId
from ..model.subjects import BindingMechanism, CandidateProposal, Condition, SubjectClass
from ..names.same_name import NameMatch, identifiers, names_match, split_suffix
from ..quotes.locate import locate
from ..scope.declared import Declared
from ..scope.declared_entities import title_declares
from ..scope.document_scope import DocumentScope, covers_jurisdiction, covers_period, covers_version, silent_on_period
from ..values.periods import parse_period
from .binding_proofs import Accepted, Proof, Rejected


class Case(Frozen):
    """The data for the decision on one proposed candidate."""

    subject: SubjectClass
    proposal: CandidateProposal
    passage: str
    start: int
    """The offset of the passage in the version's text."""
    scope: DocumentScope
    source: SourceDocument
    aliases: tuple[Alias, ...]
    terms: tuple[str, ...]
    question: str
    context: str = ""
    """The title, the headings and the column names above the passage."""
    auditors: tuple[str, ...] = ()
    """The names that sign an auditor's report in the document."""

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return every form in which the document may write the name, including terms that the document defines for
        it."""
        return identifiers(name, self.aliases, document_id=self.source.document_id)

    def quoted(self) -> tuple[int, int] | None:
        """Return the offsets of the proposal's quote in the passage, or None if the passage does not contain it."""
        found = locate(self.proposal.quote, self.passage) if self.proposal.quote and self.passage else None
        return (found.start, found.end) if found else None

    def declares(self, name: str) -> tuple[Declared, NameMatch] | None:
        """Return the entity that the document declares and that has the given name, with the kind of match. Return None
        if it declares no such entity."""
        for declared in self.scope.entities:
            match = names_match(name, declared.value, self.aliases, document_id=self.source.document_id)
            if match is not None:
                return None if self.other_number(declared) else (declared, match)
        is_party = self.subject.subject_type in ("organisation", "person")
        titled = all(entity.how in ("title", "definition") for entity in self.scope.entities)
        if (titled or not is_party) and title_declares(self.source.title, self.names_of(name)):
            declared = Declared(value=name, how="title")
            match = names_match(name, name)
            return (declared, match) if match else None
        return None

    def is_issued_by(self, name: str) -> bool:
        """Return whether `name` is the organisation that speaks in the document: the document is of a type in which an
        organisation writes about itself, and declares `name` and no other owner. See `DocumentScope.issuer`."""
        owners = self.scope.owners()
        return (
            self.scope.is_issuers()
            and self.declares(name) is not None
            and all(map(partial(self._is_named, name), owners))
        )

    def _is_named(self, name: str, entity: str) -> bool:
        return names_match(name, entity, self.aliases, document_id=self.source.document_id) is not None

    def party(self, role: str, name: str) -> Declared | None:
        """Return the party of a contract that has the name and that its opening calls by the role."""
        return next(
            (
                declared
                for declared in self.scope.entities
                if any(names_match(role, term) for term in declared.terms) and names_match(name, declared.value)
            ),
            None,
        )

    def other_number(self, declared: Declared) -> str | None:
        """Return the thing in the question that has another number than the contract gives to such a thing, or None:
        “Flat 5” in a question about “Flat 5, Quayside House” and a lease of Flat 4."""
        if not declared.terms:
            return None
        held = _numbers("\n".join(entity.value for entity in self.scope.entities if entity.terms))
        asked = _numbers(self.question).items()
        return next((f"{kind} {min(n)}" for kind, n in asked if kind in held and not n & held[kind]), None)

    def whose(self) -> str | None:
        """Return the organisation that the document declares as its own. Return None if it declares none.

        A title that is only a name counts as an organisation only for a report on a fiscal period. For other documents
        it may be any topic.
        """
        made_for = parse_period(self.scope.primary_period or "")
        is_report = made_for is not None and (made_for.fiscal or made_for.quarter is not None)
        declared = (
            entity
            for entity in self.scope.entities
            if is_report or entity.how not in ("title", "definition") or split_suffix(entity.value)[1]
        )
        return next((entity.value for entity in declared), None)


_WITH_NUMBER = re.compile(r"\b([^\W\d_][\w-]*) (\d+[a-z]?|[A-Z])\b")


def _numbers(text: str) -> dict[str, set[str]]:
    """Return the numbers or letters that are written after each word.

    Example: “Flat 4, Block B” gives `{"flat": {"4"}, "block": {"B"}}`.
    """
    found: dict[str, set[str]] = {}
    for kind, number in _WITH_NUMBER.findall(text):
        found.setdefault(kind.casefold(), set()).add(number)
    return found


def declared_proof(case: Case, condition: Condition, declared: Declared, match: NameMatch) -> Proof:
    where = {
        "manifest": "the manifest",
        "title": "its title",
        "cover": "its cover",
        "header": "its running header",
        "metadata": "its metadata",
        "definition": "its opening",
    }[declared.how]
    reason = f"{where} declares that “{case.source.title}” is about {declared.value}"
    if match.how == "alias":
        reason = f"{reason}; {match.reason}"
    field = "entity" if declared.how == "manifest" else None
    return Proof(condition=condition, reason=reason, start=declared.start, end=declared.end, manifest_field=field)


def proof(case: Case, condition: Condition, reason: str, start: int, end: int) -> Proof:
    return Proof(condition=condition, reason=reason, start=case.start + start, end=case.start + end)


def accepted(
    case: Case,
    found: str,
    asked: str,
    mechanism: BindingMechanism,
    binding: Proof,
    proofs: tuple[Proof, ...],
    *,
    names: tuple[str, ...] = (),
    whole: bool = False,
) -> Accepted:
    """Return the accepted candidate. `whole`: whether the document's declared scope shows that everything in the
    document is about the subject."""
    uncovered = _uncovered(case)
    type_proof = Proof(
        condition="type", reason=f"asked for as {case.subject.subject_type}; nothing there contradicts this"
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
        silent_on=tuple(period for period in case.subject.scope.periods if silent_on_period(case.scope, period)),
        covers=case.scope.scope_words(),
        whose=case.whose(),
    )


def _uncovered(case: Case) -> tuple[str, ...]:
    asked = case.subject.scope
    return tuple(
        [period for period in asked.periods if not covers_period(case.scope, period, question=case.question)]
        + [version for version in asked.versions if not covers_version(case.scope, version)]
        + [
            jurisdiction
            for jurisdiction in (*asked.jurisdictions, *asked.places)
            if not covers_jurisdiction(case.scope, jurisdiction)
        ]
    )


def rejected(
    case: Case, condition: Condition, reason: str, start: int | None = None, end: int | None = None
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
        whose=case.whose(),
    )
