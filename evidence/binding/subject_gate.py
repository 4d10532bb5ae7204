"""The subject gate. It decides whether anything in the knowledge base is provably what the question asks about; if not,
the run ends without an answer (SPEC EXE-4, SUB-7..13)."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from ..model.frozen import Frozen
from ..model.spans import DocumentId
from ..model.subjects import Plan, SubjectClass
from ..names.same_name import name_key, names_match
from ..values.periods import parse_period
from .binding_proofs import Accepted, Rejected

GateOutcome = Literal[
    "found",
    "subject_not_found",
    "scope_absent",
    "ambiguous_question",
    "out_of_scope",
    "analysis_unavailable",
    "source_unavailable",
]
_LISTED = 6
"""The maximum number of names or scopes in a message to the user."""


class GateDecision(Frozen):
    outcome: GateOutcome
    ambiguous: bool = False
    """Whether several valid candidates have the name that the question uses, or a subject was left out since its name
    begins those of several. Each candidate then gets a separate answer."""
    valid: tuple[int, ...] = ()
    """The indices of the accepted candidates whose documents also cover the scope of the question. Empty unless the
    outcome is "found"."""
    absent_subjects: tuple[int, ...] = ()
    """The indices into `Plan.subjects` of the subjects without a valid candidate. Filled only if another subject has
    one."""
    existing_scopes: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    """The periods, versions or jurisdictions of the question that no document of the subject covers. Empty if the run
    does not stop for them."""
    holder: str = ""
    """The organisation whose documents cover other periods, versions or jurisdictions."""
    whose: tuple[str, ...] = ()
    """The entities of which the question may mean any: it names none, or one whose name may mean several.
    If the outcome is "found", one of the absent subjects may be any of them."""
    named: str = ""
    """The name in the question that may mean each of `whose`."""
    reason: str
    """Why the gate decides so, in plain English, for the user."""


def gate(
    analysis: Plan | None,
    accepted: Sequence[Accepted],
    rejected: Sequence[Rejected] = (),
    *,
    unsearched: Sequence[str] = (),
    holds: Sequence[str] = (),
    home: Callable[[], str | None] = lambda: None,
    organisations: Callable[[], Sequence[str]] = tuple,
    may_be: Callable[[int], Sequence[str]] = lambda index: (),
    base: str = "knowledge base",
) -> GateDecision:
    """Return whether the run may continue, with the reason. It may if a candidate is accepted and its documents cover
    the scope of the question.

    `analysis`: None if the analyst failed. `unsearched`: sources that could not be searched; with any, the gate never
    states that something is absent. `holds`: titles in the knowledge base. `home`: returns the organisation to which
    the knowledge base belongs, if any; "we" and "the company" then refer to it. `organisations`: returns the owners of
    the documents. `may_be`: returns, for the index of a subject, the declared entities that begin with its name, if it
    may mean several. `base`: what was searched, for the reasons.
    """
    if analysis is None:
        return GateDecision(
            outcome="analysis_unavailable",
            reason="The question could not be analysed, so the knowledge base was not searched for its subject.",
        )
    if analysis.problem == "ambiguous_question" or not analysis.subjects:
        why = analysis.problem_reason or "it names nothing that could be looked for"
        return GateDecision(
            outcome="ambiguous_question",
            reason=f"The question is too open to be answered from documents: {why}.",
        )
    if (
        any(subject.own and subject.name is None for subject in analysis.subjects)
        and not unsearched
        and (whose := organisations())
    ):
        return _ambiguous(analysis, whose, _NOBODYS)
    by_subject = {index: [] for index in range(len(analysis.subjects))}  # type: dict[int, list[int]]
    for position, candidate in enumerate(accepted):
        by_subject[candidate.subject].append(position)
    passing = {index: _covering(analysis.subjects[index], accepted, found) for index, found in by_subject.items()}
    passing = {index: _at_home(analysis, accepted, found, home) for index, found in passing.items()}
    owners = {index: _owners(analysis, index, accepted, passing[index], rejected) for index in passing}
    meant = {
        index: _meant(analysis, index, accepted, found, may_be) or _called(analysis.subjects[index], accepted, found)
        for index, found in passing.items()
    }
    passing = {index: [] if owners[index] or meant[index] else found for index, found in passing.items()}
    valid = tuple(position for index in sorted(passing) for position in passing[index])
    if valid:
        absent = tuple(index for index in sorted(passing) if not passing[index])
        return GateDecision(
            outcome="found",
            ambiguous=any(map(any, meant.values()))
            or any(_of_one_name(accepted, positions) for positions in passing.values()),
            valid=valid,
            absent_subjects=absent,
            existing_scopes=_scopes(accepted[position] for index in absent for position in by_subject[index]),
            whose=next((found for found in meant.values() if found), ()),
            reason=_found_reason(analysis, accepted, valid, absent, base),
        )
    whose = next((found for found in owners.values() if found), ())
    if whose and not unsearched:
        return _ambiguous(analysis, whose, _NOBODYS)
    several = {index: names for index in passing if (names := meant[index] or tuple(may_be(index)))}
    if several and not unsearched:
        names = tuple(dict.fromkeys(name for found in several.values() for name in found))
        return _ambiguous(analysis, names, _ONE_OF, named=_entity(analysis, *several) if len(several) == 1 else "")
    return _closed(analysis, accepted, rejected, unsearched, holds, base)


def _at_home(
    analysis: Plan, accepted: Sequence[Accepted], positions: Sequence[int], home: Callable[[], str | None]
) -> list[int]:
    """Return the indices of the candidates. If the knowledge base belongs to one organisation, its candidates come
    first, and those of other organisations are left out.

    A question that names no organisation is then about that organisation. For a figure of a reporting period, the
    question must also say "we" or "our company", since another company may be meant.
    """
    whose = {position: accepted[position].whose for position in positions}
    topical = all(accepted[position].mechanism == "knowledge_base" for position in positions)
    if not topical or analysis.intent.exhaustive or len({*whose.values()} - {None}) < 2:
        return list(positions)
    if _reported(analysis.subjects[accepted[positions[0]].subject]) and not speaks_of_own(analysis.resolved_question):
        return list(positions)
    own = home()
    at_home = [position for position in positions if own and (of := whose[position]) and names_match(own, of)]
    return [*at_home, *(at for at in positions if whose[at] is None)] if at_home else list(positions)


def _owners(
    analysis: Plan,
    index: int,
    accepted: Sequence[Accepted],
    positions: Sequence[int],
    rejected: Sequence[Rejected],
) -> tuple[str, ...]:
    """Return the organisations that the question may be about, if it names none and the documents of several match its
    subject. Otherwise return an empty tuple.

    For a figure of a reporting period, the owners of all documents that discovery finds are returned, since each of
    these companies may have such a figure. A question for a list over all organisations is not ambiguous.
    """
    bound = [accepted[position] for position in positions]
    if not bound or analysis.intent.exhaustive or any(binding.mechanism != "knowledge_base" for binding in bound):
        return ()
    came_upon: list[Accepted | Rejected] = [*accepted, *rejected]
    near = (
        [near_miss.whose for near_miss in came_upon if near_miss.subject == index]
        if _reported(analysis.subjects[index])
        else []
    )
    found: list[str] = []
    for whose in (*(binding.whose for binding in bound), *near):
        if whose is not None and not any(names_match(whose, other) for other in found):
            found.append(whose)
    return tuple(found) if len(found) > 1 else ()


def _meant(
    analysis: Plan,
    index: int,
    accepted: Sequence[Accepted],
    positions: Sequence[int],
    may_be: Callable[[int], Sequence[str]],
) -> tuple[str, ...]:
    """Return the declared entities that the name of the subject may mean, if a candidate is in a document of one of
    them. Return an empty tuple if a document declares exactly this name, or if the question asks for a list over all.

    Each of these documents may call its own organisation by the leading words (“Acme” for “Acme Alpha Ltd”). Their
    values are then about different organisations, and do not contradict each other.
    """
    bound = [accepted[position] for position in positions if accepted[position].whose is not None]
    if not bound or analysis.intent.exhaustive:
        return ()
    name = _entity(analysis, index)
    if any(candidate.mechanism == "document_scope" and names_match(name, candidate.name) for candidate in bound):
        return ()
    several = tuple(may_be(index))
    owned = any(names_match(candidate.whose or "", entity) for candidate in bound for entity in several)
    return several if owned else ()


def _called(subject: SubjectClass, accepted: Sequence[Accepted], positions: Sequence[int]) -> tuple[str, ...]:
    """Return what the subject's name stands for, if it is a term by which several documents call different things: “the
    Property” in two leases. Otherwise return an empty tuple."""
    bound = [accepted[position] for position in positions if accepted[position].mechanism == "document_scope"]
    words = frozenset(name_key(subject.parent_entity or subject.name or "").split())
    if any(words & frozenset(name_key(candidate.name).split()) for candidate in bound):
        return ()
    found: dict[DocumentId, str] = {}
    for candidate in bound:
        found.setdefault(candidate.document_id, candidate.name)
    return tuple(dict.fromkeys(found.values())) if len({*map(name_key, found.values())}) > 1 else ()


def _entity(analysis: Plan, index: int) -> str:
    subject = analysis.subjects[index]
    return subject.parent_entity or subject.name or ""


_OWN = re.compile(
    r"\b(?:I|[Mm]e|[Mm]y|[Ww]e|us|Us|[Oo]urs?)\b"
    r"|\b(?:[Tt]he|[Tt]his)\s+(?:company|firm|group|employer|business|organi[sz]ation)\b"
)
"""Words by which a question refers to the asker's own organisation. "US" in capitals is left out, since it is a
country."""


def speaks_of_own(question: str) -> bool:
    """Return whether the question contains I, we, my, our or "the company"."""
    return _OWN.search(question) is not None


def _reported(subject: SubjectClass) -> bool:
    """Return whether the question asks for a fact of a fiscal year or a quarter."""
    periods = [parse_period(label) for label in subject.scope.periods]
    return any(period is not None and (period.fiscal or period.quarter is not None) for period in periods)


def _ambiguous(analysis: Plan, several: Sequence[str], why: str, *, named: str = "") -> GateDecision:
    """Return the decision for an ambiguous question. `why` is a sentence with the placeholders `names` and `asked`.
    `named`: the name in the question that may mean each of `several`."""
    asked = " and ".join(_in_words(analysis, index) for index in range(len(analysis.subjects)))
    return GateDecision(
        outcome="ambiguous_question",
        whose=tuple(several),
        named=named,
        reason=why.format(names=_listed(several), asked=asked),
    )


_NOBODYS = "The question names nobody, and the knowledge base has documents of {names} that may be meant by {asked}."
_ONE_OF = "The name in {asked} may mean {names}; the question does not say which."


def _closed(
    analysis: Plan,
    accepted: Sequence[Accepted],
    rejected: Sequence[Rejected],
    unsearched: Sequence[str],
    holds: Sequence[str],
    base: str,
) -> GateDecision:
    asked = " and ".join(_in_words(analysis, index) for index in range(len(analysis.subjects)))
    if unsearched:
        return GateDecision(
            outcome="source_unavailable",
            reason=f"The search for {asked} is incomplete: {_listed(unsearched)} could not be searched.",
        )
    if accepted:
        scopes = _scopes(accepted)
        labels = tuple(
            dict.fromkeys(label for candidate in accepted for label in (*candidate.uncovered, *candidate.silent_on))
        )
        about = analysis.subjects[accepted[0].subject]
        whose = (about.parent_entity if about.role else None) or accepted[0].name
        return GateDecision(
            outcome="scope_absent",
            existing_scopes=scopes,
            lacking=labels,
            holder=whose,
            reason=(
                f"The {base} has documents about {whose}, but none that covers {_listed(labels)}. "
                f"They cover: {_listed(scopes) or 'no stated period'}."
            ),
        )
    if not rejected and not any(_names_something(subject) for subject in analysis.subjects):
        return GateDecision(
            outcome="out_of_scope",
            reason=f"Nothing in the {base} is about {asked}."
            + (f" The knowledge base holds: {_listed(holds)}." if holds else " It holds no documents."),
        )
    near = "; ".join(dict.fromkeys(f"{candidate.name}: {candidate.reason}" for candidate in rejected[:3]))
    return GateDecision(
        outcome="subject_not_found",
        reason=f"The {base} does not contain {asked}." + (f" Near misses, not used: {near}." if near else ""),
    )


def _covering(subject: SubjectClass, accepted: Sequence[Accepted], positions: Sequence[int]) -> list[int]:
    """Return the indices of the candidates whose documents cover a label (period, version, jurisdiction) of the
    question's scope. Without a scope, return all.

    A document that neither covers nor excludes a label counts as covering it, unless others exclude it and none covers
    it.
    """
    labels = frozenset(subject.scope.labels())
    held = [accepted[position] for position in positions]
    ruled_out = {label for candidate in held for label in candidate.uncovered}
    covered = {label for candidate in held for label in labels.difference(candidate.uncovered, candidate.silent_on)}
    lacking = ruled_out - covered
    kept = []
    for position in positions:
        missing = {*accepted[position].uncovered, *lacking.intersection(accepted[position].silent_on)}
        if not labels or len(missing) < len(labels):
            kept.append(position)
    return kept


def _of_one_name(accepted: Sequence[Accepted], positions: Sequence[int]) -> bool:
    """Return whether two candidates with the name in the question have different full names, so that they are certainly
    different entities."""
    named = [
        candidate
        for candidate in (accepted[position] for position in positions)
        if candidate.mechanism != "contractual_role"
    ]
    whole = [candidate for candidate in named if any(proof.condition == "name" for proof in candidate.proofs)]
    return any(
        names_match(candidate.name, other.name) is None
        and other.name.casefold() not in {name.casefold() for name in candidate.identifiers}
        for index, candidate in enumerate(whole)
        for other in whole[index + 1 :]
    )


def _found_reason(
    analysis: Plan, accepted: Sequence[Accepted], valid: Sequence[int], absent: Sequence[int], base: str
) -> str:
    found = _listed(tuple(dict.fromkeys(accepted[position].name for position in valid)))
    if not absent:
        return f"Found {found.removesuffix('.')}."
    return f"Found {found}; not in the {base}: {_listed([_in_words(analysis, index) for index in absent])}."


def _in_words(analysis: Plan, index: int) -> str:
    """Return the subject in words, for a message. If it has no name, role or document type, return its topic as the
    question writes it, or else the fact that the question asks for, in quote marks."""
    subject = analysis.subjects[index]
    own = next((fact.text for fact in analysis.required_facts if fact.subject == index), None)
    named = _names_something(subject) or subject.role or subject.document_type
    return subject.described() if named or own is None else f"“{subject.topic_in(own) or own}”"


def _names_something(subject: SubjectClass) -> bool:
    return bool(subject.parent_entity or (subject.name and any(letter.isupper() for letter in subject.name)))


def _scopes(candidates: Sequence[Accepted] | Iterator[Accepted]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(scope for candidate in candidates for scope in candidate.covers))


def _listed(items: Sequence[str]) -> str:
    shown = [str(item) for item in items[:_LISTED]]
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return ", ".join(shown) + more
