"""Decides whether a sentence gives a named person a role at a given organisation, the parent (SPEC SUB-2, SUB-4).

The words directly beside the role decide: "founder of X", "X's founder", "the X founder", "founded X", "X was founded
by". If they name another organisation, the role is not one at the parent, even if the sentence names the parent
elsewhere.
"""

import re
from collections.abc import Sequence
from typing import Literal

from ..lexicon.offices import LABELS, OFFICES, ORGANS
from ..lexicon.small_words import STOP_WORDS
from ..model.check import Check
from ..names.legal_forms import forms_end
from ..names.same_name import find_mention, is_suffix, split_suffix
from .auditors_reports import SIGNATURE, is_auditor
from .role_links import GIVES_ROLE, NAME, PREDECESSOR, is_linked, is_nearest, listed_as, masked
from .role_words import OTHER_ROLE, PAST, role_places

_SELF = re.compile(
    r"^(?:it|the\s+(?:company|group|firm|organi[sz]ation|institution|institute|foundation|film|book))\b", re.IGNORECASE
)

_THE_ROLE = re.compile(r"\W*(?:The\s+)?", re.IGNORECASE)
_IS = re.compile(r"\s+is\s+[A-Z]|\s*:\s*[A-Z]")
"""With `_THE_ROLE` before the role, the whole of “The secretary is Ann Lee” or “Secretary: Ann Lee”."""
_STATEMENTS = re.compile(
    r"(?:the|these|our|its)\s+(?:\w+\s+){0,3}?(?:financial statements|accounts)(?:\s+for\s+[^,;.]{1,60}?)?\s+"
    r"(?:was|were|have been|has been|are|is)$",
    re.IGNORECASE,
)
"""What an auditor audits of an organisation, at the start of a sentence of its own report."""
_COMPLEMENT = re.compile(
    r"\s*,?\s*(?P<second>and\s+[\w\s-]{2,40}?\s+)?(?:of|at|for|with)\s+(?:the\s+|its\s+|our\s+)?(?P<what>[^,;:()]{1,120})"
)
_ORGAN = re.compile(rf"(?i:(?:{ORGANS}))\b(?!\s+[A-Z])")
_RUNS_ON = re.compile(r"(?:[ \n](?:[A-Z][\w&'’-]*|&|of)){1,5}")

Failing = Literal["name", "role", "parent"]


class RoleCheck(Check):
    """The check of whether a sentence gives a person a role at the parent. It is refuted if the sentence gives another
    role, holder, time or organisation, or denies the role."""

    condition: Failing = "parent"
    """The condition that fails if the check is not proved."""
    signed: bool = False
    """Whether a signature block or a list of officers states the role."""
    ownerless: bool = False
    """Whether no organisation is named beside the role."""


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
    the parent speaks in the document (`DocumentScope.issuer`). A role that is not tied to another organisation is
    then one at the parent. `auditors`: the names that sign an auditor's report in the document (`auditors_signatures`).
    """
    at_name = find_mention((name,), sentence)
    if at_name is None:
        return _unsettled("name", f"the sentence does not name {name}")
    if PREDECESSOR.search(sentence[: at_name[0]]):
        return _refuted("role", f"{name} is named there as the one before")
    places = list(role_places(role, sentence))
    if not places:
        if own_document and (listed := _listed(sentence, passage, name, role, auditors)):
            return RoleCheck(result="proved", reason=listed, signed=True)
        return _unsettled("role", f"nothing there says that {name} is {role}")
    failure = _unsettled("parent", f"nothing there links the {role} to {parents[0]}")
    for start, end, is_act in places:
        if OTHER_ROLE.search(sentence[max(0, start - 20) : start]) and not is_act:
            failure = _refuted("role", f"it is another role: “{_around(sentence, start, end)}”")
            continue
        if PAST.match(sentence[end:]):
            failure = _refuted("role", "the sentence is about a role held in the past")
            continue
        if re.search(r"\b(?:not|never|n['’]t|no longer)\b[^,;]{0,30}$", sentence[max(0, start - 45) : start]):
            failure = _refuted("role", "the sentence denies the role")
            continue
        found = _holder(sentence, start, end, is_act, parents, own_document, only_owner)
        if not is_act and not is_linked(sentence, name, (start, end)):
            failure = _unsettled("role", f"the sentence does not say that {name} is the {role}")
        elif not found.is_proved and not (issuers and _nobody_elses(sentence, start, end, name, found, parents)):
            failure = found
        elif not is_nearest(sentence, at_name, (start, end), name, parents):
            failure = _refuted("role", f"the {role} named there is someone else than {name}")
        elif found.is_proved:
            return found
        else:
            return _bound(
                parents,
                "a document in which the parent writes about itself means the parent if it names no other party",
            )
    if own_document and (listed := _listed(sentence, passage, name, role, auditors)):
        return RoleCheck(result="proved", reason=listed, signed=True)
    return failure


def _listed(sentence: str, passage: str, name: str, role: str, auditors: Sequence[str]) -> str | None:
    """Return in words how the parent's own document lists or signs the role, or None."""
    signed = SIGNATURE.search(sentence)
    if signed and is_auditor(role) and find_mention((name,), signed["name"]) and signed["name"].strip(" ,") in auditors:
        return f"{name} signs the auditor's report in a document of the parent"
    return listed_as(passage, name, role)


def _holder(
    sentence: str,
    start: int,
    end: int,
    is_act: bool,
    parents: Sequence[str],
    own_document: bool,
    only_owner: bool,
) -> RoleCheck:
    """Return whether the words beside the role at `sentence[start:end]` show that it is one at the parent. If not, the
    check names the condition that fails.

    `is_act`: whether a verb states the role ("founded"), and not a noun.
    """
    before, after = sentence[:start], sentence[end:]
    if is_act:
        return _acted_on(before, after, parents, own_document)
    if complement := _complement(after):
        what = complement["what"]
        if _opens_with(parents, what):
            return _bound(parents, "the words after the role are the parent's name")
        if (
            re.match(r"\s*(?:of|at|for|with)\s+(?:our|this)\s+(?:company|group|firm|business)\b", after)
            and own_document
        ):
            return _bound(parents, "the document calls itself “our company”")
        mention = find_mention(parents, what)
        if mention and not NAME.search(what[: mention[0]]) and _stands_whole(what, mention):
            return _bound(parents, "the words after the role name the parent")
        whose = " ".join(re.split(r"(?<=\.)\s+(?=[A-Z][a-z]+ [a-z])", what)[0].split()[:6])
        return _refuted("parent", f"the role is that of “{whose}”, not of {parents[0]}")
    if (beside := re.match(r"\s*,\s*(?P<what>[^,;()]{1,120})", after)) and _opens_with(parents, beside["what"]):
        return _bound(parents, "the parent is named directly beside the role")
    owner = re.search(
        r"(?P<owner>[\w&.,’'-]+(?:\s+[\w&.’'-]+){0,5}?)(?:['’]s|(?<=s)['’])\s+(?:[\w-]+\s+){0,3}$", before
    )
    if owner:
        whole = before[: owner.end("owner")]
        last = _last_mention(parents, whole)
        if last is not None and not whole[last:].strip(" ,."):
            return _bound(parents, "the parent's name is the possessive before the role")
        return _refuted("parent", f"the role is that of “{owner['owner'].strip()}”, not of {parents[0]}")
    if re.search(r"\bour\s+(?:[\w-]+\s+){0,3}$", before, re.IGNORECASE):
        if own_document:
            return _bound(parents, "“our”, in a document of the parent")
        return _unsettled("parent", "“our” refers to an unknown organisation: the document is not the parent's own")
    last = _last_mention(parents, before)
    if last is not None and not before[last:].strip():
        return _bound(parents, "the parent's name is before the role")
    adjunct = re.search(rf"(?:^|[\s(,])({NAME.pattern})\s+$", before)
    if adjunct and adjunct.start(1) > 0 and adjunct[1].casefold() not in STOP_WORDS and re.match(r"\s+[A-Z]", after):
        return _refuted("parent", f"the role is that of “{adjunct[1]}”, not of {parents[0]}")
    clause = re.split(r";|\bwhile\b|\bwhereas\b", before)[-1] + re.split(r";|\bwhile\b|\bwhereas\b", after)[0]
    if _names_parent(parents, clause) and (
        GIVES_ROLE.search(clause) or re.search(r"\b(?:its|their)\s+(?:[\w-]+\s+){0,2}$", before)
    ):
        return _bound(parents, "the clause gives the role at the parent")
    if only_owner and _THE_ROLE.fullmatch(before) and _IS.match(after):
        return _bound(parents, "in a document of the parent, the role without an owner is the parent's")
    if own_document and _SELF.match(sentence.strip()):
        return _bound(parents, "the sentence is about the document's own subject")
    return RoleCheck(result="unsettled", reason=f"the role is there without {parents[0]}", ownerless=True)


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


def _nobody_elses(sentence: str, start: int, end: int, name: str, found: RoleCheck, parents: Sequence[str]) -> bool:
    """Return whether the sentence names no organisation that may have the role instead, and states neither a person's
    earlier career nor a departure. `name` is the holder, who may be named directly beside the role; a firm has no
    career."""
    holder = re.escape(name)
    ahead = re.sub(rf"(?<!\w){holder}\s*$", "", sentence[:start])
    behind = re.sub(rf"^\s*[,:]?\s*{holder}(?!\w)", "", sentence[end:])
    beside = (
        re.search(r"(?P<what>[A-Z][\w&.-]*)\s+$", ahead[-LONGEST_NAME:]),
        re.match(r"\s*,?\s*(?:(?:of|at|for|with)\s+)?(?:the\s+)?(?P<what>[A-Z][\w&.-]*)", behind),
    )
    other = any(found["what"].casefold().strip(".") not in OFFICES | STOP_WORDS for found in beside if found)
    past = _CAREER.search(sentence) or re.search(r"\bwas\s+(?:the\s+|an?\s+|our\s+)?$", sentence[:start])
    if not found.ownerless or other or (past and split_suffix(name)[1] is None):
        return False
    others_only = masked(sentence, (name, *parents))
    return not _DEPARTURE.search(sentence) and not _names_company(others_only) and not _appointed_by(others_only)


def _names_company(text: str) -> bool:
    """Return whether the text names an organisation with its legal form, such as “Acme Ltd”."""
    text = re.sub(r"['’]s\b", "", text)
    return any(forms_end(text, word.end()) > word.end() for word in re.finditer(r"\b[A-ZÀ-ÖØ-Þ][\w&'’-]*", text))


def _appointed_by(text: str) -> bool:
    """Return whether the text names somebody who gives the role to another, such as “Ferrow” in “Ferrow named Ann Lee
    secretary”. “The Board” and “the Company” are no names."""
    before = (text[max(0, verb.start() - LONGEST_NAME) : verb.start()] for verb in _APPOINTS.finditer(text))
    subjects = (match["who"] for words in before if (match := _SUBJECT.search(words)))
    return any(set(re.sub(r"['’]s$", "", who).casefold().split()) - OFFICES - LABELS - STOP_WORDS for who in subjects)


LONGEST_NAME = 160
"""The number of characters before a role or a verb in which a name is looked for."""
_APPOINTS = re.compile(r"(?<=\s)(?:named|appointed|elected|hired|promoted)\b")
_SUBJECT = re.compile(rf"(?P<who>{NAME.pattern})(?:\s+board)?\s+(?:ha(?:s|d|ve)\s+)?$")
_CAREER = re.compile(
    r"\b(?:prior to|previously|formerly|before (?:joining|that)|until|most recently|has (?:also )?served|had been|"
    r"from \w* ?\d{4} (?:to|until|through))\b",
    re.IGNORECASE,
)
"""Words that show that a sentence is part of a biography, which names roles at other organisations."""
_DEPARTURE = re.compile(
    r"\b(?:resign\w*|step(?:s|ped|ping)?[ -]down|retir(?:e[sd]?|ing|ement of))\b",
    re.IGNORECASE,
)
"""Words that state that somebody gives up a role."""


def _acted_on(before: str, after: str, parents: Sequence[str], own_document: bool) -> RoleCheck:
    """Return whether the act that states a role is done to the parent. Examples for the parent P: "X founded P", "P was
    founded by X", "P, founded by X".

    `before` and `after` are the texts around the verb.
    """
    if re.match(r"\s+(?:\w+\s+){0,6}?by\b", after):
        clause = re.split(r";|\bwhile\b|\bwhereas\b", before)[-1]
        last = _last_mention(parents, clause)
        if last is not None and not NAME.search(re.sub(r"\b(?:In|On|The|It|A|An)\b", "", clause[last:])):
            return _bound(parents, "the sentence says by whom")
        if own_document and (_SELF.match(before.strip()) or _STATEMENTS.match(before.strip()) or not before.strip()):
            return _bound(parents, "the sentence is about the document's own subject")
        return _unsettled("parent", f"the sentence does not state the act about {parents[0]}")
    object_ = re.split(r"[;:()]", after)[0].lstrip()
    object_ = re.sub(r"^(?:the|a|an|what became|his|her|their)\s+", "", object_)
    if _opens_with(parents, object_):
        return _bound(parents, "the sentence names the parent as the object of the verb")
    return _unsettled("parent", f"the object there is “{' '.join(object_.split()[:5])}”, not {parents[0]}")


def _opens_with(parents: Sequence[str], text: str) -> bool:
    """Return whether the text begins with the whole name of a parent. "Norvale Foundation" does not begin with the
    whole name of "Norvale"."""
    mention = find_mention(parents, text)
    if mention is None or not re.fullmatch(r"(?:the\s+)?[\"“‘']?", text[: mention[0]].lstrip(), re.IGNORECASE):
        return False
    return _stands_whole(text, mention)


def _stands_whole(text: str, mention: tuple[int, int]) -> bool:
    following = re.match(r"[ \n]([A-Z][\w&-]*)", text[mention[1] :])
    return following is None or is_suffix(following[1]) or following[1].casefold() in OFFICES | STOP_WORDS


def _names_parent(parents: Sequence[str], text: str) -> bool:
    """Return whether the text names a parent other than as the beginning of a longer company name. “Orrin Foods Iberia
    S.A.” does not name “Orrin Foods”."""
    offset = 0
    while mention := find_mention(parents, text[offset:]):
        offset = forms_end(text, offset + mention[1])
        longer = _RUNS_ON.match(text, offset)
        if longer is None or not _names_company(longer.group() + text[longer.end() : longer.end() + 40]):
            return True
    return False


def _last_mention(parents: Sequence[str], text: str) -> int | None:
    """Return the offset at which the last mention of a parent ends, or None if there is none.

    Example: `_last_mention(["Acme"], "Acme hired Ann Lee. Acme grew.")` gives `24`.
    """
    last, offset = None, 0
    while mention := find_mention(parents, text[offset:]):
        last = offset + mention[1]
        offset = last
    return last


def _refuted(condition: Failing, reason: str) -> RoleCheck:
    return RoleCheck(result="refuted", reason=reason, condition=condition)


def _unsettled(condition: Failing, reason: str) -> RoleCheck:
    return RoleCheck(result="unsettled", reason=reason, condition=condition)


def _bound(parents: Sequence[str], how: str) -> RoleCheck:
    return RoleCheck(result="proved", reason=f"{parents[0]}: {how}")


def _around(sentence: str, start: int, end: int) -> str:
    return " ".join(sentence[max(0, start - 20) : end].split())
