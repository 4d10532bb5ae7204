"""Decides whether a sentence gives a named person a role at a given organisation, the parent (SPEC SUB-2, SUB-4).

Only a sentence that states the role plainly and in the present for the parent proves it (`role_links`). The words
directly beside the role show whose it is: "founder of X", "X's founder", "the X founder", "founded X", "X was founded
by". If they name another organisation, the role is not one at the parent, even if the sentence names the parent
elsewhere.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Literal

from ..lexicon.offices import LABELS, LASTING_ROLES, OFFICES, ORGANS
from ..lexicon.small_words import STOP_WORDS
from ..model.check import Check
from ..names.same_name import find_mention, split_suffix
from .auditors_reports import SIGNATURE, is_auditor
from .role_forms import HOLDER, PARENT, QUALIFIED
from .role_links import (
    LONGEST_NAME,
    MENTIONS,
    NAME,
    Statement,
    gives_role,
    listed_as,
    names_another,
    parent_gives_role,
    statement,
    states_act,
)
from .role_words import role_places

_SELF = re.compile(
    r"^(?:it|the\s+(?:company|group|firm|organi[sz]ation|institution|institute|foundation|film|book))\b", re.IGNORECASE
)
_THE_ROLE = re.compile(r"\W*(?:The\s+)?", re.IGNORECASE)
_IS = re.compile(r"\s+is\s|\s*:")
"""With `_THE_ROLE` before the role, the beginning of “The secretary is Ann Lee” or “Secretary: Ann Lee”."""
_STATEMENTS = re.compile(
    r"(?:the|these|our|its)\s+(?:\w+\s+){0,3}?(?:financial statements|accounts)(?:\s+for\s+[^,;.]{1,60}?)?\s+"
    r"(?:was|were|have been|has been|are|is)$",
    re.IGNORECASE,
)
"""What an auditor audits of an organisation, at the start of a sentence of its own report."""
_COMPLEMENT = re.compile(
    r"(?:\s*,)?\s*(?P<second>and\s+[\w\s-]{2,40}?\s+)?(?:of|at|for|with)\s+(?:the\s+|its\s+|our\s+)?(?P<what>[^,;:()]{1,120})"
)
_ORGAN = re.compile(rf"(?i:(?:{ORGANS}))\b(?!\s+[A-Z])")
_OF_PARENT = re.compile(
    rf"(?:(?i:{ORGANS})\s+(?:of\s+)?(?:the\s+)?)?(?:(?!(?:of|at|for|in|to)\b)[a-z][\w-]*\s+){{0,4}}[\"“‘']?{PARENT}"
)
_OUR_COMPANY = re.compile(r"\s*(?:of|at|for|with)\s+(?:our|this)\s+(?:company|group|firm|business)\b")
_BESIDE_PARENT = re.compile(rf"\s*,\s*(?:the\s+)?[\"“‘']?{PARENT}")
_PARENTS = re.compile(rf"{PARENT}(?:['’]s?\s+(?:[\w-]+\s+){{0,3}}|\s+{QUALIFIED})$")
_POSSESSIVE = re.compile(r"(?P<owner>[\w&.,’'-]+(?:\s+[\w&.’'-]+){0,5}?)(?:['’]s|(?<=s)['’])\s+(?:[\w-]+\s+){0,3}$")
_NAME_BEFORE = re.compile(rf"(?:^|[\s(,])({NAME.pattern})\s+$")
_OUR = re.compile(rf"\b[Oo]ur\s+(?:(?:[\w-]+\s+){{0,3}}|{QUALIFIED})$")
_ITS = re.compile(r"\b(?:its|their)\s+(?:[\w-]+\s+){0,2}$")

Failing = Literal["name", "role", "parent"]


class RoleCheck(Check):
    """The check of whether a sentence gives a person a role at the parent. It is proved or unsettled."""

    condition: Failing = "parent"
    """The condition that fails if the check is not proved."""
    signed: bool = False
    """Whether a signature block or a list of officers states the role."""
    of_another: bool = False
    """Whether the words beside the role name another owner."""


def role_binding(
    *,
    sentence: str,
    name: str,
    role: str,
    parents: Sequence[str],
    own_document: bool,
    only_owner: bool = False,
    issuers: bool = False,
    passage: str = "",
    auditors: Sequence[str] = (),
) -> RoleCheck:
    """Return the check of whether the sentence gives `name` the role at the parent.

    `parents`: the names of the parent, with terms that the document defines for it. `own_document`: whether the
    document declares the parent as its entity, so that "our", "it" and signature blocks mean the parent. `only_owner`: whether it
    declares no other entity, so that “The secretary is Ann Lee” means the secretary of the parent. `issuers`: whether
    the parent speaks in the document (`DocumentScope.issuer`). A role without an owner, in a sentence that names no other
    organisation, is then one at the parent. `auditors`: the names that sign an auditor's report in the document
    (`auditors_signatures`).
    """
    if find_mention((name,), sentence) is None:
        return _unsettled("name", f"the sentence does not name {name}")
    failure = _unsettled("role", f"nothing there says that {name} is {role}")
    lasting = role.casefold() in LASTING_ROLES or split_suffix(name)[1] is not None
    for start, end, is_act in islice(role_places(role, sentence), MENTIONS):
        said = statement(sentence, name, parents, (start, end), lasting=lasting)
        if is_act:
            found, stated = _acted_on(said, parents, own_document), states_act(said)
        else:
            found, stated = _holder(said, parents, own_document, only_owner, issuers), gives_role(said)
        not_plain = _unsettled("role", f"the sentence does not state plainly that {name} is the {role} now")
        failure = found if stated or found.of_another else not_plain
        if failure.is_proved:
            return failure
    if own_document and (listed := _listed(sentence, passage, name, role, auditors)):
        return RoleCheck(result="proved", reason=listed, signed=True)
    return failure


def _listed(sentence: str, passage: str, name: str, role: str, auditors: Sequence[str]) -> str | None:
    """Return in words how the parent's own document lists or signs the role, or None."""
    signed = SIGNATURE.search(sentence)
    if signed and is_auditor(role) and find_mention((name,), signed["name"]) and signed["name"].strip(" ,") in auditors:
        return f"{name} signs the auditor's report in a document of the parent"
    return listed_as(passage, name, role)


def _holder(said: Statement, parents: Sequence[str], own_document: bool, only_owner: bool, issuers: bool) -> RoleCheck:
    """Return whether the sentence shows that the role in it is one at the parent: by the words beside it, else because
    the sentence names the parent, or is in its document, and names no other organisation."""
    before, after = said.text[max(0, said.start - LONGEST_NAME) : said.start], said.text[said.end :]
    if complement := _complement(after):
        what = complement["what"]
        if _OF_PARENT.match(what):
            return _bound(parents, "the words after the role name the parent")
        if _OUR_COMPANY.match(after) and own_document:
            return _bound(parents, "the document calls itself “our company”")
        whose = " ".join(re.split(r"(?<=\.)\s+(?=[A-Z][a-z]+ [a-z])", what)[0].split()[:6])
        return _of_another(whose, parents)
    if _BESIDE_PARENT.match(after):
        return _bound(parents, "the parent is named directly beside the role")
    if _PARENTS.search(before):
        return _bound(parents, "the parent's name is before the role")
    if owner := _POSSESSIVE.search(before):
        return _of_another(owner["owner"].strip(), parents)
    if _OUR.search(before):
        if own_document:
            return _bound(parents, "“our”, in a document of the parent")
        return _unsettled("parent", "“our” refers to an unknown organisation: the document is not the parent's own")
    other = _NAME_BEFORE.search(before)
    if other and other[1].casefold() not in OFFICES | LABELS | STOP_WORDS and re.match(rf"\s+[A-Z{HOLDER}]", after):
        return _of_another(other[1], parents)
    if parent_gives_role(said):
        return _bound(parents, "the sentence says that the parent gives the role")
    if not names_another(said):
        if PARENT in said.text and _ITS.search(before):
            return _bound(parents, "the sentence gives the role at the parent")
        if only_owner and _THE_ROLE.fullmatch(said.text[: said.start]) and _IS.match(after):
            return _bound(parents, "in a document of the parent, the role without an owner is the parent's")
        if own_document and _SELF.match(said.text.strip()):
            return _bound(parents, "the sentence is about the document's own subject")
        if issuers:
            return _bound(
                parents,
                "a document in which the parent writes about itself means the parent if it names no other party",
            )
    return _unsettled("parent", f"the role is there without {parents[0]}")


def _complement(after: str) -> re.Match[str] | None:
    """Return the words that say whose the role before `after` is: `of Acme`. Return None if there are none.

    In “CEO and a member of our Board of Directors”, the words after “of” belong to the second role. They name an organ
    of the company, and no organisation that the first role is at. The organisation whose organ it is counts: “CEO and a
    member of the Board of Acme”.
    """
    complement = _COMPLEMENT.match(after)
    if complement is None or complement["second"] is None:
        return complement
    organ = _ORGAN.match(after, complement.start("what"))
    return _COMPLEMENT.match(after, organ.end()) if organ else complement


def _acted_on(said: Statement, parents: Sequence[str], own_document: bool) -> RoleCheck:
    """Return whether the act that states a role is done to the parent. Examples for the parent P: "X founded P", "P was
    founded by X", "P, founded by X"."""
    before, after = said.text[: said.start], said.text[said.end :]
    if re.match(r"\s+(?:\w+\s+){0,6}?by\b", after):
        clause = re.split(r";|\bwhile\b|\bwhereas\b", before)[-1]
        _, named, between = clause.rpartition(PARENT)
        if named and not NAME.search(re.sub(r"\b(?:In|On|The|It|A|An)\b", "", between)):
            return _bound(parents, "the sentence says by whom")
        if own_document and (_SELF.match(before.strip()) or _STATEMENTS.match(before.strip()) or not before.strip()):
            return _bound(parents, "the sentence is about the document's own subject")
        return _unsettled("parent", f"the sentence does not state the act about {parents[0]}")
    object_ = re.split(r"[;:()]", after)[0].lstrip()
    if re.match(rf"(?:(?:the|a|an|what became|his|her|their)\s+)?[\"“‘']?{PARENT}", object_, re.IGNORECASE):
        return _bound(parents, "the sentence names the parent as the object of the verb")
    return _unsettled("parent", f"the object there is “{' '.join(object_.split()[:5])}”, not {parents[0]}")


def _of_another(whose: str, parents: Sequence[str]) -> RoleCheck:
    reason = f"the role is that of “{whose}”, not of {parents[0]}"
    return RoleCheck(result="unsettled", reason=reason, condition="parent", of_another=True)


def _unsettled(condition: Failing, reason: str) -> RoleCheck:
    return RoleCheck(result="unsettled", reason=reason, condition=condition)


def _bound(parents: Sequence[str], how: str) -> RoleCheck:
    return RoleCheck(result="proved", reason=f"{parents[0]}: {how}")
