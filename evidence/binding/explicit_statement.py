"""Decides whether a sentence states something about a name, or merely mentions it (SPEC SUB-3, mechanism "explicit
statement")."""

import re
from collections.abc import Sequence
from itertools import islice

from ..language.sentences import sentences
from ..language.words import content_stems
from ..lexicon.business_words import BODIES
from ..lexicon.small_words import STOP_WORDS
from ..model.check import Check
from ..names.proper_names import HONORIFIC
from ..names.same_name import find_mentions, is_suffix, mentioned

_PEERS = re.compile(
    r"\b(?:compet\w+|peers?|rivals?|such as|including|like|among|customers?|suppliers?|vendors?|licensees?|trademarks?|"
    r"unlike|similar to|than|compared|comparison|versus|ours)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:we|our|us|ours)\b", re.IGNORECASE)
_OPENING = re.compile(r"(?:[^,;]{0,80},\s+)?(?:[\"“‘'(]\s*)?(?:\w+\s+){0,3}$")


MENTIONS = 20
"""The maximum number of mentions of a name in one sentence that are examined."""


class NameCheck(Check):
    """The check of whether a text states something about a name. It is refuted if the name is part of another name."""

    start: int | None = None
    """The offset at which the name begins in the text; None if the text does not contain it."""
    end: int | None = None


def statement_about(
    names: Sequence[str],
    text: str,
    *,
    within: tuple[int, int] | None = None,
    terms: Sequence[str] = (),
    another_s: bool = False,
    organisation: bool = False,
    question: str = "",
) -> NameCheck:
    """Return the check for the first sentence of `text` that states something about one of the names. If there is no
    such sentence, the check has the reason.

    `within`: only sentences that overlap these offsets are examined. In a text that no organisation owns, any sentence
    with the name is enough; whether it answers the question is not checked here (SPEC SUB-9).

    `another_s`: whether the text is a document of another organisation. Three conditions then apply: the name opens the
    sentence or possesses something in it; the sentence
    contains half of `terms` (words of what is asked); and it is not about competitors, customers or similar groups.
    `organisation`: whether the subject is an organisation, so that a name inside any longer name is a different name.
    For other subjects, the longer name must be that of an organisation.

    Example: “Acme grew. Borealis shrank.” states something about “Borealis” in its second sentence.
    """
    asked = frozenset(content_stems(" ".join(terms)))
    best = NameCheck(result="unsettled", reason=f"the text does not name {names[0]}")
    for start, end in sentences(text):
        if within and not (start < within[1] and within[0] < end):
            continue
        for left, right in islice(find_mentions(names, text, start, end), MENTIONS):
            finding = _judge(names, text, (start, end), (left, right), organisation, question)
            if finding is None:
                finding = _weigh(names, text, (start, end), (left, right), asked, another_s)
            if finding.is_proved:
                return finding
            if best.start is None or finding.result == "unsettled":
                best = finding
    return best


def _judge(
    names: Sequence[str],
    text: str,
    sentence: tuple[int, int],
    place: tuple[int, int],
    organisation: bool,
    question: str,
) -> NameCheck | None:
    """Return the check that the name is part of a longer name, which names something else. Return None if it is not
    part of one, or only of one that the question contains."""
    words = text[sentence[0] : sentence[1]].split()
    in_title_case = sum(word[:1].isupper() for word in words) > 0.6 * len(words)
    if in_title_case or not text[place[0]].isupper():
        return None
    following = re.match(r"[ \n]([A-Z][\w&-]*)", text[place[1] : min(place[1] + 40, sentence[1])])
    runs_on = following and not is_suffix(following[1]) and following[1].casefold() not in STOP_WORDS
    if following and runs_on and (organisation or following[1].casefold() in BODIES):
        longer = f"{text[place[0] : place[1]]} {following[1]}"
        if not _ends_heading(text, place, following[1]) and not mentioned((longer,), question):
            return _other(names, longer, place)
    before = re.search(r"(?:^|[ \n(\"“])([A-Z][\w&.'’-]*)[ \n]$", text[max(sentence[0], place[0] - 40) : place[0]])
    if organisation and before and not HONORIFIC.match(before[1]) and before[1].casefold() not in STOP_WORDS:
        opens = text[sentence[0] : place[0]].strip() == before[1]
        longer = f"{before[1]} {text[place[0] : place[1]]}"
        if (not opens or not before[1].endswith("ly")) and not mentioned((longer,), question):
            return _other(names, longer, place)
    return None


def _ends_heading(text: str, place: tuple[int, int], following: str) -> bool:
    """Return whether the name ends a heading, so that `following`, the first word of the next line, is not part of it.
    The line is in capitals and the word is not, or the name is the only text of its line. A word for a body is part of
    the name even then.

    Example: “ACME CHOIR” above “Minutes of the meeting”. In running text, a name goes on in the next line.
    """
    start, end = place
    if text[end] != "\n" or following.casefold() in BODIES:
        return False
    line = text[text.rfind("\n", 0, start) + 1 : end].strip()
    return not following.isupper() if line.isupper() else line == text[start:end]


def _other(names: Sequence[str], longer: str, place: tuple[int, int]) -> NameCheck:
    reason = f"“{longer}” is another name than {names[0]}"
    return NameCheck(result="refuted", reason=reason, start=place[0], end=place[1])


def _weigh(
    names: Sequence[str],
    text: str,
    sentence: tuple[int, int],
    place: tuple[int, int],
    asked: frozenset[str],
    another_s: bool,
) -> NameCheck:
    stretch = text[sentence[0] : sentence[1]]
    before, after = text[sentence[0] : place[0]], text[place[1] : sentence[1]]
    opens = _OPENING.fullmatch(before) is not None
    possesses = (
        re.match(r"['’]s?\b|['’]\s", after) is not None or re.search(r"\b(?:of|by)\s+(?:the\s+)?$", before) is not None
    )
    in_sentence = asked & frozenset(content_stems(stretch))
    named = f"{names[0]} is named there, but"
    if another_s:
        if _PEERS.search(stretch):
            return _merely(f"{named} only as one of several names", place)
        if not opens and _OWN.search(before):
            return _merely(f"{named} the sentence is about the document's own", place)
        if not (opens or possesses):
            return _merely(f"{named} the sentence is about something else", place)
        if asked and 2 * len(in_sentence) < len(asked):
            return _merely(f"{named} the sentence has few words of the question", place)
    how = "opens the sentence" if opens else "is its possessor" if possesses else "is in the sentence"
    return NameCheck(result="proved", reason=f"“{text[place[0] : place[1]]}” {how}", start=place[0], end=place[1])


def _merely(reason: str, place: tuple[int, int]) -> NameCheck:
    return NameCheck(result="unsettled", reason=reason, start=place[0], end=place[1])
