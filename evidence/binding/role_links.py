"""Decides whether a role in a text belongs to a given name. The words between them decide, or proximity, or a list of
officers."""

import re
from collections.abc import Iterator, Sequence

from ..lexicon.calendar_names import MONTHS_AND_DAYS
from ..lexicon.offices import NO_LINKS, OFFICES
from ..lexicon.small_words import STOP_WORDS
from ..names.same_name import find_mention, is_suffix, names_match, split_suffix
from .role_words import OTHER_ROLE, PAST, role_places

NAME = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w&'’.-]*(?:[ \t\n](?:(?:of|de|van|von|der|la|le|du|bin|al)[ \t\n])?[A-ZÀ-ÖØ-Þ][\w&'’.-]*)*"
)
GIVES_ROLE = re.compile(
    r"\b(?:appoint\w*|named|elected|hired|promoted|join(?:s|ed)|serv(?:es|ed|ing)\s+as|act(?:s|ed|ing)\s+as|"
    r"became|becomes|succeed\w*|engaged?|retained)\b",
    re.IGNORECASE,
)
PREDECESSOR = re.compile(
    r"\b(?:succeed(?:s|ed|ing)?|replac(?:es|ed|ing)|in place of|took over from|takes over from)\s+(?:\w+\.\s+)?$",
    re.IGNORECASE,
)
_COMPLEMENT = re.compile(r"\b(?:of|at|for|with|from)\s+(?:the\s+)?$")
_SIGNED = re.compile(r"(?:^|\n)\s*(?:by|name|signed|signature|title|position)\s*[:.]|/s/", re.IGNORECASE)
_ROSTER = re.compile(
    r"executive officers|positions? held|principal occupation|signed below|(?:management|leadership) team|"
    r"our (?:people|team|officers)",
    re.IGNORECASE,
)


def is_nearest(
    sentence: str, at_name: tuple[int, int], role: tuple[int, int], name: str, parents: Sequence[str]
) -> bool:
    """Return whether no other name is closer to the role. Names of the parent are ignored. A list of holders ("by A and
    B") counts as one name. `at_name` and `role` are offsets in the sentence."""

    def gap(start: int, end: int) -> int:
        return start - role[1] if start >= role[1] else role[0] - end

    own = min((gap(*span) for span in mentions(sentence, name)), default=gap(*at_name))
    for match in NAME.finditer(masked(sentence, parents)):
        other = re.sub(r"['’]s$", "", match.group().rstrip(".,'’"))
        overlaps = match.start() < role[1] and role[0] < match.end()
        if overlaps or other.casefold() in STOP_WORDS or (match.start() == 0 and " " not in other):
            continue
        if _COMPLEMENT.search(sentence[: match.start()]) or split_suffix(other)[1] or is_suffix(other):
            continue
        if other.casefold() in MONTHS_AND_DAYS:
            continue
        if re.search(r"\sof\s", other) and other.split()[0].casefold() in OFFICES:
            continue
        if PREDECESSOR.search(sentence[: match.start()]) or all(word.casefold() in OFFICES for word in other.split()):
            continue
        if names_match(name, other) or find_mention((name,), other) or find_mention((other,), name):
            continue
        if 0 <= gap(match.start(), match.end()) < own:
            between = sentence[min(match.end(), at_name[1]) : max(match.start(), at_name[0])]
            if not re.fullmatch(r"\s*(?:,|,?\s*and|&)\s*(?:[A-Z][\w.'’-]*[\s,]*(?:and\s+)?)*", between):
                return False
    return True


def masked(sentence: str, names: Sequence[str]) -> str:
    """Return the sentence with full stops in place of the names. Its length is the same.

    Example: `masked("Acme Ltd hired Ann Lee.", ["Acme Ltd"])` gives `"........ hired Ann Lee."`.
    """
    end = 0
    while mention := find_mention(names, sentence[end:]):
        start, end = end + mention[0], end + mention[1]
        sentence = f"{sentence[:start]}{'.' * (end - start)}{sentence[end:]}"
    return sentence


def is_linked(sentence: str, name: str, role: tuple[int, int]) -> bool:
    """Return whether the words between name and role connect them: an apposition, "is", or an appointment ("was
    appointed")."""
    for start, end in mentions(sentence, name):
        between = sentence[end : role[0]] if end <= role[0] else sentence[role[1] : start]
        if end <= role[0] and (GIVES_ROLE.search(between) or re.search(r"\bas\s+(?:[\w-]+\s+){0,4}$", between)):
            return True
        bare = re.sub(r"\([^()]*\)|,[^,;]*,|(?:of|at|for)\s+(?:the\s+)?" + NAME.pattern, " ", between)
        unknown = [word for word in re.findall(r"(?<![\w’'])[a-z][\w-]*", bare) if word not in STOP_WORDS - NO_LINKS]
        unknown = [word for word in unknown if word not in OFFICES]
        if len(unknown) <= 3 and not NO_LINKS.intersection(unknown) and len(bare) <= 120:
            return True
    return False


def mentions(sentence: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the places of a capitalised name. The same words in small letters ("internal control") are not the name."""
    offset = 0
    while mention := find_mention((name,), sentence[offset:]):
        start, end = offset + mention[0], offset + mention[1]
        if name.islower() or not sentence[start:end].islower():
            yield start, end
        offset = end


def listed_as(passage: str, name: str, role: str) -> str | None:
    """Return in words how a passage in the parent's own document lists the name with the role. Return None if it does
    not list it.

    The passage may have an entry in a list of officers ("Marit Solvenby, 52, President and Chief Executive Officer"),
    or a signature block with name and role near "By:" or "/s/".
    """
    for _, end in mentions(passage, name):
        near = passage[end : end + 120]
        listed = re.match(r"\s*[,–-]?\s*\(?(?:age\s*)?(?:[2-9]\d)\)?\s*[,–-]?\s*(?=[A-Z])", near)
        entry = re.match(r"\s*[,–-]\s*(?=[A-Z])", near) if _ROSTER.search(passage) else None
        head = listed or entry
        if head and (held := opens_with_role(near[head.end() :], role)):
            return f"{name} is listed as {held} in a document of the parent"
    mention = find_mention((name,), passage)
    if mention is None or not _SIGNED.search(passage[max(0, mention[0] - 200) : mention[1] + 120]):
        return None
    near = passage[mention[1] : mention[1] + 120]
    if any(
        not OTHER_ROLE.search(near[max(0, start - 20) : start]) for start, _, act in role_places(role, near) if not act
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
        before = re.findall(r"[\w-]+", text[:start])
        others = [word for word in before if word.casefold() not in OFFICES]
        following = re.match(r"\s*(?:,|of|at|for|[–-])\s*(?:the\s+)?([A-Z][\w&-]*)", text[end:])
        elsewhere = following is not None and following[1].casefold() not in OFFICES
        if (
            not is_act
            and not others
            and not OTHER_ROLE.search(text[:start])
            and not elsewhere
            and not PAST.match(text[end:])
        ):
            return " ".join(text[:end].split())
    return None
