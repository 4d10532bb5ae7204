"""Decides whether a sentence states plainly, for the present, that somebody has a role (SPEC SUB-2, SUB-4).

The forms that state it are listed here: what may be before the title, between title and name, and after the title. All
other sentences prove nothing. They may say that the role is proposed, denied, past or somebody else's.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.offices import ENDED, GIVEN, LABELS, OFFICES, ORGANS, SAME_ROLE
from ..lexicon.small_words import STOP_WORDS
from ..names.legal_forms import forms_end
from ..names.proper_names import HONORIFIC
from ..names.same_name import find_mentions, is_suffix
from .role_words import role_places

NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w&'’.-]*(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|bin|al)[ \t\n])?[A-ZÀ-ÖØ-Þ][\w&'’.-]*)*"
)
HOLDER, PARENT, ROLE, ROLES = "\ue000\ue001\ue002\ue003"
"""The marks that stand for the characters of the name, of the parent's names and of the role. Those of a role in the
plural are `ROLES`."""
LONGEST_NAME = 160
"""The number of characters beside a role or a verb in which a name is looked for."""
MENTIONS = 20
"""The maximum number of mentions of a name in one passage that are read."""

_JOINED = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|\s*/\s*)"
_OFFICE = rf"(?i:{'|'.join(sorted(OFFICES - set('of and the mr mrs ms dr sir'.split())))}|co-?founder)"
_TITLE = rf"(?:[A-Z][\w-]*\s+){{0,4}}{_OFFICE}(?:\s+(?:{_OFFICE}|of\s+(?:the\s+)?[A-Z][\w-]*)){{0,3}}"
_OWN = r"(?i:the|our|its|their|an?|this)\s+"
QUALIFIED = rf"(?:(?i:{SAME_ROLE})\s+)*(?:{_TITLE}{_JOINED}(?:{_OWN})?){{0,3}}(?:(?i:{SAME_ROLE})\s+)*"
_OWNED = rf"(?:{_OWN})?(?:(?:[\w&.,{PARENT}-]+\s+){{0,4}}[\w&.{PARENT}-]+['’]s?\s+|{PARENT}+\s+)?{QUALIFIED}"
"""What may be before a title: whose it is, and other titles of the same person."""
_AFTER = (
    r"(?!,?\s*\(?\d{4}\s*(?:[-–]|to\b))(?=\s*(?:$|[,.;:|)\]”\"\n–—]|-\s)|\s+(?:19|20)\d\d\b|"
    rf"\s*\((?:{_TITLE}|[A-Z]{{2,6}}\)|(?:since|from)\s(?:[A-Z\d]\w*,?\s){{0,2}}\d{{4}}\))|"
    r"\s+(?:of|at|for|with|and|since|in|on|effective|who|from\s[^.;]{1,30}\sto\s(?:present|date|now))\b)"
)
"""What may be after a title. “Designate”, “until 2019” and “(2010 to 2014)” are not among it."""
_ENTRY = r"(?:,?\s+(?:aged?\s+)?\d\d\b)?(?:\s*\([^()]{0,80}\))?\s*(?:[,|(:–—\n]|-\s)\s*"
_ASIDE = r"(?:\s*\([^()]{0,80}\))?(?:\s*,[^;]{1,200}?,)?"
_GIVEN = rf"(?:{GIVEN})"
_PERSON = r"(?:(?:Mr|Mrs|Ms|Dr|Sir|Prof)\.?\s+)?"
_OTHERS_NAMES = r"[A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*){0,5}"
_OF = (
    rf"(?:\s*,?\s+(?:of|at|for|with)\s+(?:(?:the|our|this|its)\s+)?(?:(?i:{ORGANS})\s+of\s+(?:the\s+)?)?"
    rf"(?:(?:company|group|firm|business|organi[sz]ation)\b|[A-Z{PARENT}][\w&.{PARENT}-]*"
    rf"(?:,?\s+(?:(?:of|de|and|&|the)\s+)?[A-Z{PARENT}][\w&.{PARENT}-]*){{0,6}}))?"
)


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
_ASIDES = re.compile(r"\([^()]*\)|^[^\n:]*:", re.MULTILINE)
_LABEL = re.compile(r"[^\n:,;()]*:")
_HEADING = re.compile(r"^[^\n:,;()]*:?$", re.MULTILINE)
_LABEL_OR_HEADING = re.compile(r"^[^\n:,;()]*(?::|$)", re.MULTILINE)
_BEFORE_PLACE = re.compile(
    r"\b(?:in|on|succeed(?:s|ed|ing)|replac(?:es|ed|ing)|in place of)\s+(?:the\s+)?$", re.IGNORECASE
)
_TITLED = re.compile(rf"\s*[,(|–—]?\s*(?:{_OWN})?{_TITLE}\b")
_ENDED = re.compile(rf"\b(?:{ENDED})\b", re.IGNORECASE)
_GIVES = re.compile(
    rf"(?:^|[^\w\s{PARENT}{HOLDER}]\s*|\b(?:board\s+of(?:\s+directors\s+of)?|that|and|when|\d{{4}})\s+)(?:[Tt]he\s+)?{PARENT}+"
    rf"(?:(?:['’]s?)?\s+[Bb]oard(?:\s+of\s+[Dd]irectors)?)?(?:\s+and\s+{_OTHERS_NAMES})?{_ASIDE}\s+(?:ha(?:s|ve)\s+)?(?:(?:\w+ly|also|today)\s+)?"
    rf"{_GIVEN}\s+{_PERSON}{HOLDER}|{HOLDER}{_ASIDE}\s+(?:joins|joined)\s+(?:the\s+)?{PARENT}+\s+as\b|"
    rf"(?:^|[,;]\s)\s*(?i:at|for)\s+(?:the\s+)?{PARENT}+,?\s+{_PERSON}{HOLDER}"
)
_ACTING = re.compile(
    rf"{HOLDER}(?:{_JOINED}{_OTHERS_NAMES}){{0,6}}{_ASIDE}(?:\s*,\s*who)?\s+(?:ha(?:s|ve|d)\s+)?(?:(?:\w+ly|also)\s+)?[{ROLE}{ROLES}]|"
    rf"(?<!\bnot\s)(?<!\bnever\s)(?<!n['’]t\s)[{ROLE}]*[{ROLE}{ROLES}](?:\s+\w+){{0,6}}?\s+by\s+"
    rf"(?:{_OTHERS_NAMES}{_JOINED}){{0,6}}{_PERSON}{HOLDER}"
)


@lru_cache
def _stating(plural: bool, lasting: bool) -> re.Pattern[str]:
    """Return the pattern of all sentences that state a role. `plural`: several names may have it (“founders”)."""
    are, role = (r"(?:are|were)" if lasting else "are", ROLES) if plural else ("(?:is|was)" if lasting else "is", ROLE)
    others = rf"(?:{_JOINED}{_OTHERS_NAMES}){{0,6}}" if plural else ""
    names = rf"(?:{_OTHERS_NAMES}{_JOINED}){{0,6}}" if plural else ""
    held = (
        rf"(?:\s*,\s*who)?\s+(?:{are}|(?:serve|act)s?\s+as|became|becomes)(?:\s+(?:now|also|both|currently))*",
        rf"\s+(?:is|are|was|were|ha(?:s|ve)\s+been)(?:\s+(?:\w+ly|also|now))?\s+{_GIVEN}(?:\s+(?:as|to\s+be|to))?",
        r"\s+(?:join|succeed|replace)(?:s|ed|d)\s+[^,;:]{1,80}?\s+as",
        r"\s+ha(?:s|ve)\s+(?:also\s+)?(?:served\s+as|been)(?=[^;]*\bsince\b)",
    )
    title = rf"{_OWNED}[{ROLE}]*{role}{_AFTER}"
    forms = (
        rf"(?<!{HOLDER})(?<!\bof\s)(?<!\b[Ii]f\s)(?<!\bwhether\s){HOLDER}+{others}{_ASIDE}(?:{'|'.join(held)})\s+{title}",
        rf"{HOLDER}+{others}{_ENTRY}{title}",
        rf"\b{_GIVEN}\s+{_PERSON}{HOLDER}+{others}{_ASIDE}(?:\s+(?:as|to\s+be|to))?\s+{title}",
        rf"^\W*{HOLDER}+\s+{title}",
        rf"(?:^|[,;:(|“\"\n–—]|{PARENT}(?:['’]s?)?|['’]s?|\b(?i:the|an?|our|its|their|this|as|and|by|with|from|that|said|says))\s*"
        rf"{QUALIFIED}[{ROLE}]*{role}{_OF}(?:{_JOINED}{_TITLE})?"
        rf"(?:\s*(?:[,:|(–—\n]|-\s)\s*|\s+{are}(?:\s+(?:now|currently))?\s+|\s+){names}{_PERSON}{HOLDER}",
    )
    return re.compile("|".join(forms))


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
    stated = _stating(said.text[said.end - 1] == ROLES, said.lasting).search(said.text, *near)
    return stated is not None and (said.lasting or _ENDED.search(said.text) is None)


def states_act(said: Statement) -> bool:
    """Return whether the name does the act of the role: “Ann Lee founded”, “founded in 1987 by Ann Lee”."""
    return _ACTING.search(said.text) is not None


def parent_gives_role(said: Statement) -> bool:
    """Return whether the parent gives the role to the name (“Acme appointed Ann Lee”), or the name joins it."""
    return _GIVES.search(said.text) is not None


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
        titled = words[0].casefold() in OFFICES or HONORIFIC.match(words[0]) or _TITLED.match(text, name.end())
        if not titled or any(map(is_suffix, words)):
            return True
    return False


def _entry(said: Statement) -> str | None:
    """Return what is above a list of people, and the entry with the role. Return None for prose.

    A list has only names, titles and remarks in brackets. Its entries are lines, or end with a semicolon, or are names
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
_TITLES_ONLY = re.compile(rf"\W*(?i:Title|Position)?\W*{QUALIFIED}")
_AFTER_TITLE = re.compile(_AFTER)


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
            not is_act and _TITLES_ONLY.fullmatch(near, 0, at) and _AFTER_TITLE.match(near, stop)
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
        if not is_act and not elsewhere and _TITLES_ONLY.fullmatch(text[:start]) and _AFTER_TITLE.match(text, end):
            return " ".join(text[:end].split())
    return None
