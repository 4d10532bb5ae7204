"""Decides whether a sentence states plainly, for the present, that somebody has a role (SPEC SUB-2, SUB-4).

The forms that state it are in `role_forms`. All other sentences prove nothing. They may say that the role is proposed,
denied, past or somebody else's.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.offices import ENDED, LABELS, OFFICES, ORGANS
from ..lexicon.small_words import STOP_WORDS
from ..names.legal_forms import forms_end
from ..names.proper_names import HONORIFIC
from ..names.same_name import find_mentions, is_suffix
from .role_forms import ACTING, AFTER_TITLE, GIVES, HOLDER, PARENT, ROLE, ROLES, TITLED, TITLES_ONLY, stating
from .role_words import role_places

NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w&'’.-]*(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|bin|al)[ \t\n])?[A-ZÀ-ÖØ-Þ][\w&'’.-]*)*"
)
LONGEST_NAME = 160
"""The number of characters beside a role or a verb in which a name is looked for."""
MENTIONS = 20
"""The maximum number of mentions of a name in one passage that are read."""


class Statement(NamedTuple):
    """A sentence with marks in place of a name, the parent's names and a role. Its length is the same."""

    text: str
    start: int
    """The offset of the role."""
    end: int
    lasting: bool
    """Whether the past tense states the role as well: nobody stops being a founder, and a firm audits for a year."""


_ORGAN = re.compile(rf"\b(?:{ORGANS})\b", re.IGNORECASE)
_QUOTED = re.compile(r"“[^“”]*”|\"[^\"]*\"")
_NO_NAMES = OFFICES | LABELS | STOP_WORDS | frozenset(MONTHS_AND_DAYS)
_WORD = re.compile(r"[^\W\d_]+")
_ASIDES = re.compile(r"\([^()]*\)|^[^\n:]*:|\d+ [a-z]+", re.MULTILINE)
_LABEL = re.compile(r"[^\n:,;()]*:")
_HEADING = re.compile(r"^[^\n:,;()]*:?$", re.MULTILINE)
_LABEL_OR_HEADING = re.compile(r"^[^\n:,;()]*(?::|$)", re.MULTILINE)
_BEFORE_PLACE = re.compile(
    r"\b(?:in|on|succeed(?:s|ed|ing)|replac(?:es|ed|ing)|in place of)\s+(?:the\s+)?$", re.IGNORECASE
)
_ENDED = re.compile(rf"\b(?:{ENDED})\b", re.IGNORECASE)


def statement(sentence: str, name: str, parents: Sequence[str], role: tuple[int, int], *, lasting: bool) -> Statement:
    """Return the sentence with marks in place of the name, the parent's whole names and the role."""
    text = re.sub(rf"[{HOLDER}{PARENT}{ROLE}{ROLES}]", " ", sentence)
    for names, mark in (((name,), HOLDER), (parents, PARENT)):
        for start, end in list(mentions(text, names)):
            whole = forms_end(text, end) if mark == PARENT else end
            if not (start < role[1] and role[0] < whole) and (mark == HOLDER or _stands_whole(sentence, end, role[0])):
                text = f"{text[:start]}{mark * (whole - start)}{text[whole:]}"
    plural = ROLES if sentence[role[1] - 1] in "sS" and not sentence[role[0] : role[1]].endswith("ss") else ROLE
    text = f"{text[: role[0]]}{ROLE * (role[1] - role[0] - 1)}{plural}{text[role[1] :]}"
    return Statement(text=text, start=role[0], end=role[1], lasting=lasting)


def _stands_whole(text: str, end: int, role: int) -> bool:
    """Return whether the name that ends at `end` is not the beginning of a longer one, such as “Orrin Foods Iberia”. A
    title or the role may follow it."""
    longer = _LONGER.match(text, forms_end(text, end))
    return longer is None or longer.start(1) == role or longer[1].casefold() in OFFICES | STOP_WORDS


def gives_role(said: Statement) -> bool:
    """Return whether one of the listed forms gives the role to the name, and no word says that it has ended."""
    near = max(0, said.start - 2 * LONGEST_NAME), said.end + 2 * LONGEST_NAME
    stated = stating(said.text[said.end - 1] == ROLES, said.lasting).search(said.text, *near)
    return stated is not None and (said.lasting or _ENDED.search(said.text) is None)


def states_act(said: Statement) -> bool:
    """Return whether the name does the act of the role: “Ann Lee founded”, “founded in 1987 by Ann Lee”."""
    return ACTING.search(said.text) is not None


def parent_gives_role(said: Statement) -> bool:
    """Return whether the parent gives the role to the name (“Acme appointed Ann Lee”), or the name joins it."""
    return GIVES.search(said.text) is not None


def names_another(said: Statement) -> bool:
    """Return whether the sentence names an organisation or place, other than the parent, that may have the role. Of a
    list, only the entry with the role and what is above the list count.

    A name that has a title itself is a person's. So is the name of a predecessor. A name after “in” or “on” is a
    place or a day.
    """
    text = _ORGAN.sub(lambda organ: organ[0].lower(), _QUOTED.sub("", _entry(said) or said.text))
    for name in NAME.finditer(text):
        words = re.sub(r"['’]s?$", "", name[0]).split()
        if all(word.casefold().strip(".,’'") in _NO_NAMES or is_suffix(word) for word in words):
            continue
        if _BEFORE_PLACE.search(text[max(0, name.start() - 40) : name.start()]):
            continue
        titled = words[0].casefold() in OFFICES or HONORIFIC.match(words[0]) or TITLED.match(text, name.end())
        if not titled or any(map(is_suffix, words)):
            return True
    return False


def _entry(said: Statement) -> str | None:
    """Return what is above a list of people, and the entry with the role. Return None for prose.

    A list has only names, titles, counts and remarks in brackets. Its entries are lines, or end with a semicolon, or are names
    with their titles in brackets: “Present: Ann Lee (Chair), Tom Roe (Treasurer), Jon Bell”.
    """
    if any(word.islower() and word not in OFFICES for word in _WORD.findall(_ASIDES.sub("", said.text))):
        return None
    before, line = said.text[: said.start], said.text.rfind("\n", 0, said.start) + 1
    bracket = before.rfind("(") if before.rfind("(") > before.rfind(")") else -1
    marks, ends, start = (",;:\n)", ")", bracket) if bracket >= 0 else (";\n", ";\n", said.start)
    begin = 1 + max(before.rfind(mark, 0, start) for mark in marks)
    end = min((place for mark in ends if (place := said.text.find(mark, said.end)) >= 0), default=len(said.text))
    label = _LABEL.match(said.text, line, said.start)
    above = (_HEADING if label or said.text.startswith(":", said.end) else _LABEL_OR_HEADING).findall(before, 0, line)
    return "\n".join((*above, label[0] if label else "", said.text[begin : end + 1]))


def mentions(text: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first places of a capitalised name. The same words in small letters ("internal control") are not the
    name."""
    small = all(map(str.islower, names))
    found = (place for place in find_mentions(names, text) if small or not text[slice(*place)].islower())
    return islice(found, MENTIONS)


_LONGER = re.compile(r"(?:[ \n-]|[ \n](?:&|of)[ \n])([A-Z][\w&'’-]*)")
_SIGNED = re.compile(r"(?:^|\n)\s*(?:by|name|signed|signature|title|position)\s*[:.]|/s/", re.IGNORECASE)
_ROSTER = re.compile(
    r"executive officers|positions? held|principal occupation|signed below|(?:management|leadership) team|"
    r"our (?:people|team|officers)",
    re.IGNORECASE,
)


def listed_as(passage: str, name: str, role: str) -> str | None:
    """Return in words how a passage in the parent's own document lists the name with the role. Return None if it does
    not list it.

    The passage may have an entry in a list of officers ("Marit Solvenby, 52, President and Chief Executive Officer"),
    or a signature block with name and role near "By:" or "/s/".
    """
    roster = _ROSTER.search(passage)
    places = list(mentions(passage, (name,)))
    for _, end in places:
        near = passage[end : end + 120]
        listed = re.match(r"\s*[,–-]?\s*\(?(?:age\s*)?(?:[2-9]\d)\)?\s*[,–-]?\s*(?=[A-Z])", near)
        entry = re.match(r"\s*[,–-]\s*(?=[A-Z])", near) if roster else None
        head = listed or entry
        if head and (held := opens_with_role(near[head.end() :], role)):
            return f"{name} is listed as {held} in a document of the parent"
    for start, end in places:
        near = passage[end : end + 120]
        if _SIGNED.search(passage[max(0, start - 200) : end + 120]) and any(
            not is_act and TITLES_ONLY.fullmatch(near, 0, at) and AFTER_TITLE.match(near, stop)
            for at, stop, is_act in role_places(role, near)
        ):
            return f"{name} signs as {role} in a document of the parent"
    return None


def opens_with_role(text: str, role: str) -> str | None:
    """Return the titles at the start of the text if one of them is the role. It must be a current role at the same
    organisation. Otherwise return None.

    Example: `opens_with_role("Chair and Chief Executive Officer", "Chief Executive Officer")` gives
    `"Chair and Chief Executive Officer"`.
    """
    for start, end, is_act in role_places(role, text):
        following = re.match(r"\s*(?:,|of|at|for|[–-])\s*(?:the\s+)?([A-Z][\w&-]*)", text[end:])
        elsewhere = following is not None and following[1].casefold() not in OFFICES
        if not is_act and not elsewhere and TITLES_ONLY.fullmatch(text[:start]) and AFTER_TITLE.match(text, end):
            return " ".join(text[:end].split())
    return None
