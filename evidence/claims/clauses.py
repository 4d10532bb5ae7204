"""Splits a sentence into propositions: clauses with their own verb, joined by "and", "but" or a semicolon. A
proposition without its own subject gets the one it shares with the proposition before."""

import re
from typing import Literal, NamedTuple

from ..language.verbs import is_past
from ..lexicon.small_words import AFTER_VERBS, DETERMINERS
from ..lexicon.word_forms import AUXILIARIES
from ..values.facts import read_facts

_JOINT = re.compile(
    r"\s*;\s+(?:(?:and|but|however,|moreover,)\s+)?|\s*,\s+(?:and|but|while|whereas|yet)\s+|\s+(?:and|but)\s+",
    re.IGNORECASE,
)
_HELD_TOGETHER = re.compile(
    r"\b(?:if|unless|except|provided|providing|subject to|only|when|whenever|until|in case|as long as|without|whether|either|"
    r"neither|nor|between|both|respectively|that|said|says|say|stated|states|claims?|claimed|argued|believes?|believed|according to|"
    r"reportedly|allegedly|expects?|expected|because|although|though)\b|^(?:since|after|before|while|as|once)\b(?! \d)",
    re.IGNORECASE,
)
"""A sentence that matches is not split: it has a condition, a speaker, a reason or a leading subordinate clause."""
_NESTED = re.compile(
    r"\b(?:who|whom|whose|which|where|how|what|while|whereas|after|before|since|as|being|to be|named|called)\b",
    re.IGNORECASE,
)
"""Words that open a subordinate clause or phrase. A verb after such a word may have its subject in that clause."""
_LEAD = re.compile(r"(?:in|on|at|during|as of|for|by|since|after|before|from)\b[^,;:]{1,60},\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'’.-]*")
_BARE_FIGURE = re.compile(r"[\d.,]+")
_PRONOUNS = frozenset("it he she they we".split())
_NOT_VERBS = frozenset("as this its his us is plus thus towards besides perhaps always sometimes".split())
_ADVERBS = frozenset(
    "also then later subsequently currently now still already previously therefore thus soon often".split()
)
_CITED = 3  # minimum number of spaces before a joint that shows that a citation was there


class Piece(NamedTuple):
    """A proposition, `text[start:end]`. `context`: words, such as the subject, that it shares with the text before
    it.

    Example: in “Acme was founded in 1990 and is in Leeds.”, the second is “is in Leeds.” with the context “Acme”.
    """

    start: int
    end: int
    context: str | None


def split_sentence(text: str, start: int, end: int) -> list[Piece]:
    """Return the clauses of the sentence `text[start:end]`, in order. Return one piece if the sentence cannot be split
    safely.

    A sentence of more than 2,000 characters is not split.

    Example: “Acme was founded in 1990, and it is in Leeds.” has the clauses “Acme was founded in 1990” and “it is in
    Leeds.”
    """
    sentence = text[start:end]
    if end - start > 2_000 or _HELD_TOGETHER.search(sentence):
        return [Piece(start, end, None)]
    lead = _LEAD.match(sentence)
    prefix = lead.group() if lead else ""
    pieces: list[Piece] = []
    left, context = 0, None
    subject = ""
    for joint in _JOINT.finditer(sentence, len(prefix)):
        here = max(left, len(prefix))
        kind = _joins(sentence, here, joint)
        if kind is None or _is_inside(sentence, here, joint.start()):
            continue
        subject = subject or _subject(sentence[here : joint.start()])
        pieces.append(Piece(start + left, start + joint.start(), context))
        left = joint.end()
        if kind == "clause":
            subject, context = "", prefix.strip() or None
        else:
            context = f"{prefix}{subject}"
    return [*pieces, Piece(start + left, end, context)]


def _joins(sentence: str, left: int, joint: re.Match[str]) -> Literal["clause", "predicate"] | None:
    """Return what follows a joint, which is the joining word or mark: a clause with its own subject, or a predicate.

    A predicate shares the subject of the clause before, which begins at `left`. Return None if the sentence cannot be
    split there.
    """
    before, behind = sentence[left : joint.start()], sentence[joint.end() : joint.end() + 200]
    words, after = _WORD.findall(before), _WORD.findall(re.split(r"[,;:()]|\band\b", behind, maxsplit=1)[0])
    is_cited = len(joint.group()) - len(joint.group().lstrip()) >= _CITED
    is_verb = _is_plain_verb if is_cited else _is_finite
    verb = next((place for place in range(1, len(words)) if is_verb(words, place)), None)
    mark = joint.group().strip()[:1]
    is_open = verb is not None and (
        verb + 1 == len(words) or (mark == "," and is_past(words[-1]))
    )  # the object of the verb follows the joint
    if not after or verb is None or is_open or _shares_its_unit(before, behind):
        return None
    at = 0
    while at < min(2, len(after)) and (after[at].casefold() in _ADVERBS or after[at].casefold().endswith("ly")):
        at += 1
    if is_verb(after, at):
        # "was written by A and directed by B" is one verb phrase: "directed" alone would read as an active verb.
        is_participle = at < len(after) and after[at].casefold() not in AUXILIARIES and is_past(after[at])
        shares = is_participle and any(word.casefold() in AUXILIARIES for word in words[1:])
        return None if shares or _NESTED.search(before) else "predicate"
    opener = after[0].casefold()
    if opener in _PRONOUNS:
        return "clause"
    is_marked = is_cited or mark in {",", ";"}
    contrasts = joint.group().split()[-1].casefold() in {"but", "while", "whereas", "yet"}
    opens = opener in DETERMINERS or mark == ";" or contrasts or (is_marked and after[0][0].isupper())
    has_own_verb = any(_is_finite(after, place) for place in range(1, min(8 if is_marked else 4, len(after))))
    return "clause" if opens and has_own_verb else None


def _shares_its_unit(before: str, behind: str) -> bool:
    """Return whether two figures share the unit that follows the second one: "was 5 and costs were 7 million". `before`
    and `behind` are the texts on the two sides of the joining word."""
    last, following = read_facts(before)[-1:], read_facts(behind)[:1]
    ends = bool(last) and last[0].kind == "number" and last[0].end == len(before.rstrip(" ,;"))
    return (
        ends
        and bool(following)
        and bool(_BARE_FIGURE.fullmatch(last[0].text) and not _BARE_FIGURE.fullmatch(following[0].text))
    )


def has_verb(stretch: str) -> bool:
    """Return whether the text contains a finite verb after its first word.

    Example: `has_verb("The fee is due")` gives `True`, and `has_verb("The old fee")` gives `False`.
    """
    words = _WORD.findall(stretch[:2_000])
    return any(_is_finite(words, place) for place in range(1, len(words)))


def _is_finite(words: list[str], at: int) -> bool:
    if at >= len(words):
        return False
    word = words[at].casefold()
    if word in AUXILIARIES:
        return True
    following = words[at + 1].casefold() if at + 1 < len(words) else ""
    if words[at][0].isupper() or word in _NOT_VERBS:
        return False
    if is_past(word):
        # "reduced costs" is a noun phrase as often as a verb with its object. So a past form counts only before a word that
        # cannot continue a noun phrase.
        return (
            following in DETERMINERS
            or following in AFTER_VERBS
            or following[:1].isdigit()
            or (bool(following) and words[at + 1][0].isupper())
        )
    return (
        word.endswith("s")
        and not word.endswith("ss")
        and (following in DETERMINERS or following[:1].isdigit() or following in {"more", "about"})
    )


def _is_plain_verb(words: list[str], at: int) -> bool:
    """Return whether the word at index `at` may be a verb with something after it. The word may also be a plural noun,
    so this check is used only beside a citation, which ends a proposition.

    Example: `_is_plain_verb(["Acme", "sells", "parts"], 1)` gives `True`.
    """
    if _is_finite(words, at):
        return True
    if at + 1 >= len(words) or words[at + 1].casefold() == "of" or not words[at].islower():
        return False
    return is_past(words[at]) or (words[at].endswith("s") and not words[at].endswith("ss"))


def _subject(clause: str) -> str:
    words = list(_WORD.finditer(clause))
    plain = [word.group() for word in words]
    for is_verb in (_is_finite, _is_plain_verb):
        for place in range(1, len(words)):
            if is_verb(plain, place):
                while place > 1 and plain[place - 1] in _ADVERBS | {"first", "never"}:
                    place -= 1
                return clause[: words[place].start()].strip(" ,")
    return clause.split(" ", 1)[0]


def _is_inside(sentence: str, left: int, at: int) -> bool:
    """Return whether offset `at` is inside brackets or quote marks that open after offset `left`.

    Example: `_is_inside("the fee (rent and tax) is due", 0, 14)` gives `True`.
    """
    return any(
        sentence.count(opens, left, at) > sentence.count(closes, left, at) for opens, closes in ("()", "“”")
    ) or bool(sentence.count('"', left, at) % 2)
