"""Resolves a name in the question to the only entity of the documents whose name begins with it (SPEC SUB-8)."""

from collections.abc import Iterator, Sequence

from ...evidence.binding.subject_gate import GateDecision
from ...evidence.model.source_record import Alias
from ...evidence.model.subjects import Plan, SubjectClass
from ...evidence.names.countries import is_country
from ...evidence.names.same_name import name_key, names_match, split_suffix
from ...evidence.report.evidence_report import Disclosure
from ...roles.extractive.rules.question_names import is_demonym
from ...stores.kb.snapshot import Snapshot
from .inventory import Inventory, inventory_of
from .known_names import is_plain

NAMED = 6
"""The maximum number of entities that a note names."""


def aliases_for(snapshot: Snapshot, analysis: Plan) -> tuple[Alias, ...]:
    """Return the aliases of the question's subjects, with the assumed ones. Other aliases are left out; a large
    knowledge base has thousands."""
    aliases = snapshot.aliases_about(_names(analysis))
    for name, entities in _begun(inventory_of(snapshot), analysis, aliases):
        if len(entities) == 1:
            about = snapshot.aliases_about((name, entities[0]))
            aliases = tuple(dict.fromkeys((*aliases, *about, *assumed(name, entities[0], about))))
    return aliases


def may_be(snapshot: Snapshot, analysis: Plan, index: int) -> tuple[str, ...]:
    """Return the declared entities that the name of a subject may mean, if several of them begin with it. `index`: the
    place of the subject in the plan."""
    one = analysis.model_copy(update={"subjects": analysis.subjects[index : index + 1]})
    begun = _begun(inventory_of(snapshot), one, snapshot.aliases_about(_names(one)))
    return tuple(dict.fromkeys(entity for _, entities in begun if len(entities) > 1 for entity in entities))


def disclosed(aliases: Sequence[Alias]) -> tuple[Disclosure, ...]:
    """Return one note for each alias that is an assumption."""
    return tuple(
        Disclosure(kind="note", subject=alias.name, reason=alias.reason())
        for alias in aliases
        if alias.origin == "leading_words"
    )


def undecided(analysis: Plan, decision: GateDecision) -> tuple[Disclosure, ...]:
    """Return a note for each subject that was left out since its name begins those of several entities."""
    if decision.outcome != "found" or not decision.whose:
        return ()
    names = (_entity_name(analysis.subjects[index]) for index in decision.absent_subjects)
    shown = ", ".join(decision.whose[:NAMED]) + (" and others" if len(decision.whose) > NAMED else "")
    reason = f"it begins the names of {shown}; the question does not say which is meant"
    return tuple(
        Disclosure(kind="note", subject=name, reason=reason)
        for name in dict.fromkeys(names)
        if name and beginning_with(name, decision.whose)
    )


def _begun(inventory: Inventory, analysis: Plan, aliases: Sequence[Alias]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for subject in analysis.subjects:
        name = _entity_name(subject)
        if name and not is_country(name) and not is_demonym(name) and not is_plain(name):
            others = (form for alias in aliases for form in (alias.name, alias.of))
            yield (
                name,
                beginning_with(name, inventory.owners_that_share_a_first_word((name, *others)), aliases),
            )


def _entity_name(subject: SubjectClass) -> str | None:
    """Return the name in the subject that may be an organisation's, or None."""
    if subject.parent_entity or subject.role:
        return subject.parent_entity
    return (
        subject.name if subject.subject_type in ("organisation", "concept", "product") and _is_name(subject) else None
    )


def _is_name(subject: SubjectClass) -> bool:
    return any(letter.isupper() for letter in subject.name or "")


def _names(analysis: Plan) -> list[str]:
    return [name for subject in analysis.subjects for name in (subject.name, subject.parent_entity) if name]


def beginning_with(name: str, entities: Sequence[str], aliases: Sequence[Alias] = ()) -> tuple[str, ...]:
    """Return the different declared entities whose name begins with `name` and is longer. Return none if an entity has
    exactly this name.

    `name` must match whole words, in order, from the first on. A legal form alone does not make a name longer.
    """
    if any(names_match(name, entity, aliases) for entity in entities):
        return ()
    key = name_key(name)
    found: list[str] = []
    for entity in entities:
        whole = name_key(split_suffix(entity)[0] if split_suffix(name)[1] is None else entity)
        if key and whole.startswith(f"{key} ") and not any(names_match(entity, other, aliases) for other in found):
            found.append(entity)
    return tuple(found)


def assumed(name: str, entity: str, aliases: Sequence[Alias]) -> Iterator[Alias]:
    """Yield the alias that assumes that `name` means `entity`. Then yield the entity's other names as aliases of it."""
    yield Alias(name=name, of=entity, origin="leading_words")
    for alias in aliases:
        if names_match(alias.of, entity):
            yield alias.model_copy(update={"of": name})
        elif names_match(alias.name, entity):
            yield alias.model_copy(update={"name": alias.of, "of": name})
