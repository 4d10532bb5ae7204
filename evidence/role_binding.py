"""Whether a sentence gives a named person a role at a given parent entity (SPEC SUB-2, SUB-4).

A role belongs to whom the words next to it say: "founder of X", "X's founder", "the X founder", "founded X", "X was founded by".
Where they say another name, the role is not the parent's, however near the parent stands.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from .frozen import Frozen
from .names import find_mention, names_match
from .words import STOP_WORDS

_FORMS = (
    ("ceo", "chief executive officer", "chief executive"),
    ("cfo", "chief financial officer"),
    ("coo", "chief operating officer"),
    ("cto", "chief technology officer"),
    ("cio", "chief information officer"),
    ("ciso", "chief information security officer"),
    ("dpo", "data protection officer"),
    ("chair", "chairman", "chairwoman", "chairperson"),
    ("founder", "co-founder", "cofounder"),
)
"""Names of one role. "co-founder" asked is answered by co-founders only; a co-founder is a founder."""
_ACTS = {
    "founder": "founded|co-founded|cofounded|established|set up",
    "co-founder": "co-founded|cofounded",
    "director": "directed",
    "author": "wrote|written|authored",
    "owner": "owns|owned",
    "editor": "edited",
    "composer": "composed",
    "creator": "created",
    "inventor": "invented",
    "designer": "designed",
    "producer": "produced",
}
_OTHER_ROLE = re.compile(
    r"\b(?:former|ex|vice|deputy|assistant|associate|acting|interim|past|previous|retired|honorary|then|ex-?officio|managing|"
    r"executive|non-executive|art|finance|sales|regional|shadow|sub|under)[\s-]*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w&'’.-]*(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|bin|al)[ \t\n])?[A-ZÀ-ÖØ-Þ][\w&'’.-]*)*"
)
_GIVES_ROLE = re.compile(
    r"\b(?:appoint\w*|named|elected|hired|promoted|join(?:s|ed)|serv(?:es|ed|ing)\s+as|act(?:s|ed|ing)\s+as|"
    r"became|becomes|succeed\w*|engaged?|retained)\b",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^(?:it|the\s+(?:company|group|firm|organi[sz]ation|institution|institute|foundation|film|book))\b", re.IGNORECASE
)
_SIGNED = re.compile(r"(?:^|\n)\s*(?:by|name|signed|signature|title|position)\s*[:.]|/s/", re.IGNORECASE)


_PREDECESSOR = re.compile(
    r"\b(?:succeed(?:s|ed|ing)?|replac(?:es|ed|ing)|in place of|took over from|takes over from)\s+(?:\w+\.\s+)?$",
    re.IGNORECASE,
)
_OFFICES = frozenset(
    "president chief executive officer financial operating technology chair chairman chairwoman chairperson director managing "
    "secretary treasurer board founder owner partner vice senior general counsel head of and the mr mrs ms dr sir principal "
    "manager".split()
)
"""Words of titles, which are written like names and are none."""


class RoleFinding(Frozen):
    outcome: Literal["bound", "role", "parent", "name"]
    """bound, or the condition that fails."""
    reason: str
    signed: bool = False
    """Bound by a signature block."""


def role_binding(
    *, sentence: str, name: str, role: str, parents: Sequence[str], own_document: bool, passage: str = ""
) -> RoleFinding:
    """Decide for one sentence. `parents`: the names of the parent, terms its document defines included; `own_document`: the
    document declares the parent as its entity, so that "our", "it" and signature blocks refer to it."""
    at_name = find_mention((name,), sentence)
    if at_name is None:
        return RoleFinding(outcome="name", reason=f"the sentence does not name {name}")
    if _PREDECESSOR.search(sentence[: at_name[0]]):
        return RoleFinding(outcome="role", reason=f"{name} is named there as the one before")
    places = list(role_places(role, sentence))
    if not places:
        if own_document and (signed := _signature(passage, name, role)):
            return signed
        return RoleFinding(outcome="role", reason=f"nothing there says that {name} is {role}")
    failure = RoleFinding(outcome="parent", reason=f"nothing there ties the {role} to {parents[0]}")
    for start, end, is_act in places:
        if _OTHER_ROLE.search(sentence[max(0, start - 20) : start]) and not is_act:
            failure = RoleFinding(outcome="role", reason=f"it is another role: “{_around(sentence, start, end)}”")
            continue
        if re.search(r"\b(?:not|never|n['’]t|no longer)\b[^,;]{0,30}$", sentence[max(0, start - 45) : start]):
            failure = RoleFinding(outcome="role", reason="the sentence denies the role")
            continue
        found = _holder(sentence, start, end, is_act, parents, own_document)
        if found.outcome != "bound":
            failure = found
        elif not _is_nearest(sentence, at_name, (start, end), name, parents):
            failure = RoleFinding(outcome="role", reason=f"the {role} named there is someone else than {name}")
        else:
            return found
    if own_document and (signed := _signature(passage, name, role)):
        return signed
    return failure


def role_places(role: str, sentence: str) -> Iterator[tuple[int, int, bool]]:
    """Where the sentence states the role: offsets, and whether by an act ("founded") rather than by the noun."""
    folded = " ".join(role.casefold().split())
    nouns = next((forms for forms in _FORMS if folded in forms), (folded,))
    if folded in ("co-founder", "cofounder"):
        nouns = ("co-founder", "cofounder")
    pattern = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in sorted(nouns, key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w-])(?:{pattern})s?(?!\w)", sentence, re.IGNORECASE):
        yield match.start(), match.end(), False
    if acts := _ACTS.get(folded):
        for match in re.finditer(rf"(?<![\w-])(?:{acts})(?!\w)", sentence, re.IGNORECASE):
            yield match.start(), match.end(), True


def _holder(
    sentence: str, start: int, end: int, is_act: bool, parents: Sequence[str], own_document: bool
) -> RoleFinding:
    """Whose the role is, by the words next to it."""
    before, after = sentence[:start], sentence[end:]
    if is_act:
        return _acted_on(before, after, parents, own_document)
    if complement := re.match(
        r"\s*,?\s*(?:and\s+[\w\s-]{2,40}?\s+)?(?:of|at|for|with)\s+(?:the\s+|its\s+|our\s+)?(?P<what>[^,;:()]{1,120})",
        after,
    ):
        what = complement["what"]
        if _opens_with(parents, what):
            return _bound(parents, "is said to be it of the parent itself")
        if (
            re.match(r"\s*(?:of|at|for|with)\s+(?:our|this)\s+(?:company|group|firm|business)\b", after)
            and own_document
        ):
            return _bound(parents, "the document speaks of itself as “our company”")
        mention = find_mention(parents, what)
        if mention and not _NAME.search(what[: mention[0]]):
            return _bound(parents, "the words after the role name the parent")
        return RoleFinding(
            outcome="parent", reason=f"the role is that of “{' '.join(what.split()[:6])}”, not of {parents[0]}"
        )
    if (beside := re.match(r"\s*,\s*(?P<what>[^,;()]{1,120})", after)) and _opens_with(parents, beside["what"]):
        return _bound(parents, "the parent stands beside the role")
    owner = re.search(
        r"(?P<owner>[\w&.,’'-]+(?:\s+[\w&.’'-]+){0,5}?)(?:['’]s|(?<=s)['’])\s+(?:[\w-]+\s+){0,3}$", before
    )
    if owner:
        whole = before[: owner.end("owner")]
        last = _last_mention(parents, whole)
        if last is not None and not whole[last:].strip(" ,."):
            return _bound(parents, "the parent stands as its possessor")
        return RoleFinding(
            outcome="parent", reason=f"the role is that of “{owner['owner'].strip()}”, not of {parents[0]}"
        )
    if re.search(r"\bour\s+(?:[\w-]+\s+){0,3}$", before, re.IGNORECASE):
        if own_document:
            return _bound(parents, "“our”, in a document of the parent")
        return RoleFinding(
            outcome="parent", reason="“our” refers to nobody known: the document is not the parent's own"
        )
    last = _last_mention(parents, before)
    if last is not None and not before[last:].strip():
        return _bound(parents, "the parent's name stands before the role")
    adjunct = re.search(rf"(?:^|[\s(,])({_NAME.pattern})\s+$", before)
    if adjunct and adjunct.start(1) > 0 and adjunct[1].casefold() not in STOP_WORDS and re.match(r"\s+[A-Z]", after):
        return RoleFinding(outcome="parent", reason=f"the role is that of “{adjunct[1]}”, not of {parents[0]}")
    clause = re.split(r";|\bwhile\b|\bwhereas\b", before)[-1] + re.split(r";|\bwhile\b|\bwhereas\b", after)[0]
    if find_mention(parents, clause) and (
        _GIVES_ROLE.search(clause) or re.search(r"\b(?:its|their)\s+(?:[\w-]+\s+){0,2}$", before)
    ):
        return _bound(parents, "the clause gives the role at the parent")
    if own_document and _SELF.match(sentence.strip()):
        return _bound(parents, "the sentence speaks of the document's own subject")
    return RoleFinding(outcome="parent", reason=f"the role stands there without {parents[0]}")


def _acted_on(before: str, after: str, parents: Sequence[str], own_document: bool) -> RoleFinding:
    """ "X founded P", "P was founded by X", "P, founded by X"."""
    if re.match(r"\s+(?:\w+\s+){0,6}?by\b", after):
        clause = re.split(r";|\bwhile\b|\bwhereas\b", before)[-1]
        last = _last_mention(parents, clause)
        if last is not None and not _NAME.search(re.sub(r"\b(?:In|On|The|It|A|An)\b", "", clause[last:])):
            return _bound(parents, "the sentence says by whom")
        if own_document and (_SELF.match(before.strip()) or not _NAME.search(before.strip()[1:])):
            return _bound(parents, "the sentence speaks of the document's own subject")
        return RoleFinding(outcome="parent", reason=f"what was done there was not done to {parents[0]}")
    object_ = re.split(r"[;:()]", after)[0].lstrip()
    object_ = re.sub(r"^(?:the|a|an|what became|his|her|their)\s+", "", object_)
    if _opens_with(parents, object_):
        return _bound(parents, "the sentence says what was founded, led or made")
    return RoleFinding(
        outcome="parent", reason=f"the object there is “{' '.join(object_.split()[:5])}”, not {parents[0]}"
    )


def _opens_with(parents: Sequence[str], text: str) -> bool:
    mention = find_mention(parents, text)
    return (
        mention is not None
        and re.fullmatch(r"(?:the\s+)?[\"“‘']?", text[: mention[0]].lstrip(), re.IGNORECASE) is not None
    )


def _last_mention(parents: Sequence[str], text: str) -> int | None:
    """Where the last mention of a parent ends."""
    last, offset = None, 0
    while mention := find_mention(parents, text[offset:]):
        last = offset + mention[1]
        offset = last
    return last


def _is_nearest(
    sentence: str, at_name: tuple[int, int], role: tuple[int, int], name: str, parents: Sequence[str]
) -> bool:
    """Whether no other name but the parent's stands nearer to the role; a list of holders ("by A and B") counts as one."""

    def gap(start: int, end: int) -> int:
        return start - role[1] if start >= role[1] else role[0] - end

    own = min((gap(*span) for span in _mentions(sentence, name)), default=gap(*at_name))
    masked = sentence
    while mention := find_mention(parents, masked):
        masked = f"{masked[: mention[0]]}{'.' * (mention[1] - mention[0])}{masked[mention[1] :]}"
    for match in _NAME.finditer(masked):
        other = re.sub(r"['’]s$", "", match.group().rstrip(".,'’"))
        overlaps = match.start() < role[1] and role[0] < match.end()
        if overlaps or other.casefold() in STOP_WORDS or (match.start() == 0 and " " not in other):
            continue
        if _PREDECESSOR.search(sentence[: match.start()]) or all(word.casefold() in _OFFICES for word in other.split()):
            continue
        if names_match(name, other) or find_mention((name,), other) or find_mention((other,), name):
            continue
        if 0 <= gap(match.start(), match.end()) < own:
            between = sentence[min(match.end(), at_name[1]) : max(match.start(), at_name[0])]
            if not re.fullmatch(r"\s*(?:,|,?\s*and|&)\s*(?:[A-Z][\w.'’-]*[\s,]*(?:and\s+)?)*", between):
                return False
    return True


def _mentions(sentence: str, name: str) -> Iterator[tuple[int, int]]:
    offset = 0
    while mention := find_mention((name,), sentence[offset:]):
        yield offset + mention[0], offset + mention[1]
        offset += mention[1]


def _signature(passage: str, name: str, role: str) -> RoleFinding | None:
    """A signature block: name and role on lines of their own, near to "By:" or "/s/"."""
    mention = find_mention((name,), passage)
    if mention is None or not _SIGNED.search(passage[max(0, mention[0] - 200) : mention[1] + 120]):
        return None
    near = passage[mention[1] : mention[1] + 120]
    if any(
        not _OTHER_ROLE.search(near[max(0, start - 20) : start]) for start, _, act in role_places(role, near) if not act
    ):
        return RoleFinding(outcome="bound", reason=f"{name} signs as {role} in a document of the parent", signed=True)
    return None


def _bound(parents: Sequence[str], how: str) -> RoleFinding:
    return RoleFinding(outcome="bound", reason=f"{parents[0]}: {how}")


def _around(sentence: str, start: int, end: int) -> str:
    return " ".join(sentence[max(0, start - 20) : end].split())
