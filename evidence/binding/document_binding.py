"""Decides whether a document is the one that the question asks for (SPEC SUB-2). It compares the type, the title, and
the organisations that own or signed the document."""

import re
from itertools import islice

from ..language.confusables import disguised
from ..language.sentences import sentence_spans
from ..language.words import content_stems
from ..lexicon.business_words import PARTY_LABELS
from ..lexicon.document_type_names import INSTRUCTIONS
from ..model.subjects import BindingMechanism
from ..names.legal_forms import forms_end
from ..names.same_name import find_mention, find_mentions, identifiers, names_match
from ..scope.document_types import type_matches
from .binding_case import Case, accepted, declared_proof, proof, rejected
from .binding_proofs import Accepted, Proof, Rejected
from .explicit_statement import MENTIONS


def bind_document(case: Case) -> Accepted | Rejected:
    subject, source = case.subject, case.source
    proofs: list[Proof] = []
    if word := disguised(source.title):
        return rejected(case, "name", f"its title holds “{word}”, with letters that look like others")
    if subject.document_type:
        met = type_met(case)
        if met is None:
            return wrong_type(case)
        proofs.append(met)
    if subject.name and not title_is(subject.name, source.title):
        return rejected(case, "name", f"its title is “{source.title}”, not “{subject.name}”")
    if subject.name:
        proofs.append(Proof(condition="name", reason=f"its title is “{source.title}”"))
    parent = subject.parent_entity
    if parent is None:
        if not proofs:
            return rejected(case, "document_type", "the question names neither a type of document nor a title")
        return accepted(case, source.title, source.title, "knowledge_base", proofs[0], tuple(proofs[1:]), whole=True)
    names = (source.title, *identifiers(parent, case.aliases))
    declared = case.declares(parent)
    if declared is not None:
        shown = declared_proof(case, "parent", *declared)
        is_party = source.entity is None or names_match(parent, source.entity, case.aliases) is None
        contract = re.search(r"agreement|contract|lease", f"{source.document_type} {source.title}", re.I)
        mechanism: BindingMechanism = "contractual_role" if contract and is_party else "document_scope"
        return accepted(case, source.title, source.title, mechanism, shown, tuple(proofs), names=names, whole=True)
    if find_mention(case.names_of(parent), source.title):
        shown = Proof(condition="parent", reason=f"its title names {parent}")
        return accepted(
            case, source.title, source.title, "document_scope", shown, tuple(proofs), names=names, whole=True
        )
    mention: tuple[int, int] | None = None
    for start, end in sentence_spans(case.passage):
        for mention in islice(find_mentions(case.names_of(parent), case.passage, start, end), MENTIONS):
            if _PARTY.search(case.passage, start, end) or _is_party(case.passage, *mention):
                shown = proof(case, "parent", f"it says that it is made with, or applies to, {parent}", start, end)
                return accepted(
                    case, source.title, source.title, "contractual_role", shown, tuple(proofs), names=names, whole=True
                )
    named = mention or (None, None)
    return rejected(case, "parent", f"“{source.title}” does not declare that it is of or with {parent}", *named)


def _is_party(text: str, start: int, end: int) -> bool:
    """Return whether the name at these offsets is the name of a party: a line gives it as such (“Landlord: Acme”), or
    a bracket defines it as such (“Acme (the Landlord)”)."""
    return (
        _LABEL_BEFORE.search(text, max(0, start - LINE), start) is not None
        or _LABEL_AFTER.match(text, forms_end(text, end)) is not None
    )


LINE = 120
"""The number of characters before and after a name in which the word for a party is looked for."""
_LABEL = rf"(?:{'|'.join(sorted(PARTY_LABELS))})"
_LABEL_BEFORE = re.compile(
    rf"(?:^|\n)\W*(?:(?:the|name of the)\s+)?{_LABEL}(?:['’]s\s+name)?(?:\s*\([^()\n]*\))?[\s:|*_–—-]*$", re.IGNORECASE
)
_LABEL_AFTER = re.compile(
    rf"[^().;\n]{{0,{LINE}}}\([^()]{{0,{LINE}}}\b{_LABEL}\W*\)|,?\s+as\s+(?:the\s+)?{_LABEL}\b", re.IGNORECASE
)
_PARTY = re.compile(
    r"\bth(?:is|e) \w*\s?(?:agreement|contract|policy|schedule|deed|lease|handbook|procedure)\b[^.]{0,60}"
    r"\b(?:between|applies to|is made|entered into|binds)\b|\bby and between\b|\bemployees of\b",
    re.IGNORECASE,
)


def title_is(name: str, title: str) -> bool:
    """Return whether a document with this title is the one that a question calls `name`. The title must contain the
    name, or all its content words.

    Example: `title_is("supply agreement", "Agreement on the Supply of Parts")` gives `True`.
    """
    if names_match(name, title) or find_mention((name,), title):
        return True
    wanted = frozenset(content_stems(name))
    return bool(wanted) and wanted <= frozenset(content_stems(title.replace("_", " ")))


def type_met(case: Case) -> Proof | None:
    """Return the proof that the document is of the requested type, or None. A document without a type is not of another
    type than “manual” or “guide”, by which a question may call any text in which something is looked up."""
    asked = case.subject.document_type or ""
    met = type_matches(asked, case.source.document_type, case.scope.document_type, case.source.title)
    if met is None and asked.casefold() in INSTRUCTIONS and not (case.source.document_type or case.scope.document_type):
        return Proof(condition="document_type", reason=f"it states no type that excludes “{asked}”")
    if met is None:
        return None
    field = "document_type" if met == case.source.document_type else None
    return Proof(condition="document_type", reason=f"it is of type “{met}”", manifest_field=field)


def wrong_type(case: Case) -> Rejected:
    held = case.source.document_type or case.scope.document_type or case.source.title
    return rejected(case, "document_type", f"it is “{held}”, not of type “{case.subject.document_type}”")
