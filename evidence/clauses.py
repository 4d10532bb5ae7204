"""Where one sentence holds several propositions: clauses joined by "and", "but", a semicolon, ", which"; and what
they share."""

import re
from typing import NamedTuple

from .lexicon.verb_forms import AUXILIARIES
from .verbs import is_past

_JOINT = re.compile(
    r"\s*;\s+(?:(?:and|but|however,|moreover,)\s+)?|\s*,\s+(?:and|but|while|whereas|yet|which|who)\s+|\s+(?:and|but)\s+",
    re.IGNORECASE,
)
_HELD_TOGETHER = re.compile(
    r"\b(?:if|unless|except|provided|providing|subject to|only|when|whenever|until|in case|as long as|without|whether|either|"
    r"neither|nor|between|both|respectively|that|said|says|say|stated|states|claims?|claimed|argued|believes?|believed|according to|"
    r"reportedly|allegedly|expects?|expected|because|although|though)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:in|on|at|during|as of|for|by|since|after|before|from)\b[^,;]{1,60},\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'’.-]*")
_DETERMINERS = frozenset(
    "a an the its their his her this these those our my your no some each every all both most many".split()
)
_ADVERBS = frozenset(
    "also then later subsequently currently now still already previously therefore thus soon often".split()
)


class Piece(NamedTuple):
    """A stretch of a text, end exclusive, and the words it takes over from before."""

    start: int
    end: int
    context: str | None


def split_sentence(text: str, start: int, end: int) -> list[Piece]:
    """The clauses of the sentence `text[start:end]`, in order; one piece when it cannot be parted safely.

    Only sentences of up to 2,000 characters are parted: past that it is no sentence a person wrote.
    """
    sentence = text[start:end]
    if end - start > 2_000 or _HELD_TOGETHER.search(sentence):
        return [Piece(start, end, None)]
    lead = _LEAD.match(sentence)
    body = lead.end() if lead else 0
    cuts: list[tuple[int, int, str]] = []
    left = body
    for joint in _JOINT.finditer(sentence, body):
        kind = _joins(sentence, left, joint)
        if kind and _inside_brackets(sentence, left, joint.start()):
            continue
        if kind:
            cuts.append((joint.start(), joint.end(), kind))
            left = joint.end()
    if not cuts:
        return [Piece(start, end, None)]
    prefix = sentence[: lead.end()] if lead else ""
    pieces = [Piece(start, start + cuts[0][0], None)]
    subject = _subject(sentence[body : cuts[0][0]])
    for index, (cut, after, kind) in enumerate(cuts):
        stop = cuts[index + 1][0] if index + 1 < len(cuts) else len(sentence)
        if kind == "clause":
            subject = _subject(sentence[after:stop])
            context = prefix.strip() or None
        elif kind == "relative":
            subject_here = _last_name(sentence[body:cut])
            after = _start_of_relative(sentence, cut)
            context = subject_here
        else:
            context = f"{prefix}{subject}"
        pieces.append(Piece(start + after, start + stop, context))
    return pieces


def _joins(sentence: str, left: int, joint: re.Match[str]) -> str | None:
    """What the joint ties on: "clause" (own subject), "predicate" (shared subject), "relative", or None when it is no
    joint of clauses."""
    before = _WORD.findall(sentence[left : joint.start()])
    after = _WORD.findall(re.split(r"[,;:()]|\band\b", sentence[joint.end() : joint.end() + 200], maxsplit=1)[0])
    mark = joint.group().strip().casefold()
    # A citation (left as spaces) before the joint closes a proposition, so that plainer verbs than usual may be trusted.
    cited = len(joint.group()) - len(joint.group().lstrip()) > 2
    if not after or not (_has_verb(before) or mark[0] == ";" or (cited and _holds_plain_verb(before))):
        return None
    if mark.endswith(("which", "who")):
        # A relative clause is parted only at the end of its sentence, and when what it tells of is plain: a name before the comma.
        closed = "," not in sentence[joint.end() :]
        told_of = closed and _is_finite(after, 0) and _is_plainly_meant(sentence[left : joint.start()], mark)
        return "relative" if told_of else None
    at = 0
    while at < min(2, len(after)) and (after[at].casefold() in _ADVERBS or after[at].casefold().endswith("ly")):
        at += 1
    if _is_finite(after, at) or (cited and _is_plain_verb(after, at)):
        return "predicate"
    reach = 8 if mark[0] in ",;" else 4
    head = after[0]
    if not (
        head[0].isupper()
        or head.casefold() in _DETERMINERS
        or head.casefold() in {"it", "he", "she", "they", "we"}
        or mark[0] == ";"
    ):
        return None
    for place in range(1, min(reach, len(after))):
        if _is_finite(after, place):
            return "clause"
    return None


def has_verb(stretch: str) -> bool:
    """Whether the stretch holds a finite verb after its first word."""
    return _has_verb(_WORD.findall(stretch[:2_000]))


def _has_verb(words: list[str]) -> bool:
    return any(_is_finite(words, place) for place in range(1, len(words)))


def _is_finite(words: list[str], at: int) -> bool:
    if at >= len(words):
        return False
    word = words[at].casefold()
    if word in AUXILIARIES:
        return True
    following = words[at + 1].casefold() if at + 1 < len(words) else ""
    if words[at][0].isupper():
        return False
    if is_past(word):
        # "reduced costs" is a noun phrase as often as a verb and its object, so a past form must be followed by what no noun phrase takes.
        return (
            following in _DETERMINERS
            or following in _TAKEN_BY_VERBS
            or following[:1].isdigit()
            or (bool(following) and words[at + 1][0].isupper())
        )
    return (
        word.endswith("s")
        and not word.endswith("ss")
        and (following in _DETERMINERS or following[:1].isdigit() or following in {"more", "about"})
    )


def _holds_plain_verb(words: list[str]) -> bool:
    return any(_is_plain_verb(words, place) for place in range(1, len(words)))


def _is_plain_verb(words: list[str], at: int) -> bool:
    """Whether the word may be a verb in the third person or the past, with something after it; a plural noun may too."""
    if at + 1 >= len(words) or words[at + 1].casefold() == "of" or not words[at].islower():
        return False
    return is_past(words[at]) or (words[at].endswith("s") and not words[at].endswith("ss"))


_TAKEN_BY_VERBS = frozenset(
    "by to in on at from for with as into over under up down out off about more less nearly almost it him "
    "her them".split()
)


def _subject(clause: str) -> str:
    words = list(_WORD.finditer(clause))
    plain = [word.group() for word in words]
    for is_verb in (_is_finite, _is_plain_verb):
        for place in range(1, len(words)):
            if is_verb(plain, place):
                return clause[: words[place].start()].strip(" ,")
    return clause.split(" ", 1)[0]


def _last_name(stretch: str) -> str | None:
    match = re.search(r"((?:[A-Z][\w&'’-]*)(?:\s+(?:of|the|and|&)?\s*[A-Z][\w&'’-]*){0,5})\s*$", stretch[-160:])
    return match.group(1) if match else None


def _is_plainly_meant(stretch: str, mark: str) -> bool:
    """Whether a clause with "which" or "who" tells of the name that the stretch ends with: not of the opera in "an opera by Puccini, which"."""
    name = _last_name(stretch)
    if name is None:
        return False
    before = stretch.rstrip()[: -len(name)]
    return mark.endswith("who") or not _HANGS_ON.search(before)


_HANGS_ON = re.compile(r"\b(?:by|of|from|with|for|about|after)\s+(?:the\s+)?$", re.IGNORECASE)
"""Words that hang a name on a noun before it, which the clause may as well tell of."""


def _start_of_relative(sentence: str, cut: int) -> int:
    match = re.compile(r"\s*,\s+").match(sentence, cut)
    return match.end() if match else cut


def _inside_brackets(sentence: str, left: int, at: int) -> bool:
    return sentence.count("(", left, at) > sentence.count(")", left, at)
