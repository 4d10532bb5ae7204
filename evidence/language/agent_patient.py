"""Who does what to whom, as far as the order of words tells: the asked verb in a quote, who stands before it and what behind it."""

import re
from collections.abc import Collection, Iterator, Sequence

from ..lexicon.small_words import STOP_WORDS
from ..lexicon.verb_forms import AUXILIARIES
from ..model.frozen import Frozen
from .topic_words import alternatives
from .verbs import forms
from .words import Word, topic_roots, words

_BE = frozenset("is are was were be been being am".split())
_HELPS = AUXILIARIES | _BE | frozenset("also then later first once still even both each all not".split())
"""What may stand between a noun and its verb."""
_RELATIVE = frozenset({"who", "which", "that"})
_PRONOUNS = frozenset("he she it they we i you this these those there who which that what one".split())
_PREPOSITIONS = frozenset("into in under on at with from for during to after before within".split())
BY = 5
"""Words after a participle within which its "by" is looked for: "was founded in 1990 by"."""
_DOES = re.compile(
    r"\b(?:who|what|(?:which|what) (?P<kind>[a-z]+))\s+(?:[a-z]+ly\s+)?(?P<verb>[a-z]{3,})\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:what|whom?|which|where|when|why|how)\b.*?\b(?:did|does|do)\s+(?P<rest>\S+\s.+)", re.IGNORECASE
)


class Deed(Frozen):
    """What a question says of a deed. `doer` and `done_to`: the content words it names on either side of the verb; empty for the side
    it asks for."""

    verb: str
    doer: tuple[str, ...] = ()
    done_to: tuple[str, ...] = ()
    asks_who: bool = False


_WHO_IS = re.compile(
    r"\bwho(?:['’]s| is| was| are| were) (?:(?!of\b|at\b|for\b|in\b)[\w-]+ )*?(?P<role>[\w-]+) (?:of|at|for|in)\b",
    re.IGNORECASE,
)
_BY_A_NAME = re.compile(r"\bby (?:the )?[A-Z]")


def says_the_deed(question: str, quote: str) -> bool:
    """Whether the quote says what "who VERB …" asks to have been done or "who is the ROLE of …" somebody to be, or that something is by
    somebody; True for other questions."""
    role, deed = _WHO_IS.search(question), _DOES.search(question)
    if role is not None:
        asked = topic_roots(role["role"])
    elif (
        deed is None
        or deed.group()[:3].casefold() != "who"
        or deed["verb"].casefold() in AUXILIARIES | _BE | STOP_WORDS
    ):
        return True
    else:
        asked = topic_roots(deed["verb"])
    said = frozenset(topic_roots(quote))
    others = (other for root in asked for other in alternatives(root))
    return said.issuperset(asked) or any(other <= said for other in others) or _BY_A_NAME.search(quote) is not None


def deed_of(question: str, quote: str) -> Deed | None:
    """The deed a question asks about, as "who VERB …" or "what did … VERB …"; None where it is put otherwise.

    In the second form the verb is the first word of the question that the quote has in another form ("pay", "paid").
    """
    match = _DOES.search(question)
    if match and match["verb"].casefold() not in AUXILIARIES | _BE | STOP_WORDS and _is_finite(match):
        who = match.group()[:3].casefold() == "who" or match["kind"] is not None
        return Deed(verb=match["verb"], done_to=_content(match["rest"]), asks_who=who)
    match = _DONE.search(question)
    if match is None:
        return None
    stretch = [word.text for word in words(match["rest"])]
    for number, word in enumerate(stretch[1:], 1):
        if word.islower() and word not in STOP_WORDS and any(_told(word, one.text) for one in words(quote)):
            before, after = " ".join(stretch[:number]), " ".join(stretch[number + 1 :])
            return Deed(verb=word, doer=_content(before), done_to=_content(after))
    return None


def names_the_doer(question: str, quote: str) -> bool:
    """Whether somebody whom the question does not name does there what it asks about: before the verb, or behind its "by"."""
    deed = deed_of(question, quote)
    if deed is None or not deed.asks_who:
        return False
    known = {root for one in (deed.verb, *deed.done_to) for root in topic_roots(one)}
    telling = (_Telling(quote, at) for at in _places(deed.verb, quote))
    return any(one.has_doer(known) and not one.is_said_of_what_stands_before(question) for one in telling)


def _is_finite(match: re.Match[str]) -> bool:
    """Whether the word can be the verb of its question: a past or third form, and only a past one behind a kind ("which city hosted")."""
    verb, kind = match["verb"].casefold(), (match["kind"] or "").casefold()
    past = verb.endswith("ed") or any(form == "past" and root != verb for root, form in forms(verb))
    if kind in AUXILIARIES | _BE | STOP_WORDS:
        return past and not kind
    return past or (verb.endswith("s") and not kind)


def _content(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text) if word.text.casefold() not in STOP_WORDS)


def _told(asked: str, word: str) -> bool:
    """Whether the word is the asked verb in a finite form or a participle, and not in the form it is asked in."""
    return word.casefold() != asked and _same_verb(asked, word) and not word.endswith("ing")


def _same_verb(asked: str, word: str) -> bool:
    wanted, given = set(topic_roots(asked)), set(topic_roots(word))
    other = {one for root in wanted for group in alternatives(root) if len(group) == 1 for one in group}
    return bool(given & (wanted | other)) and bool(forms(word))


def _places(verb: str, quote: str) -> Iterator[int]:
    """Where the verb stands as a verb: in a past or third form, or as it is after a plural ("parties normally instruct")."""
    stretch = list(words(quote))
    for number, word in enumerate(stretch):
        by = [one.text for one in stretch[number + 1 : number + 2]] == ["by"]
        if (
            not (word.text.islower() or number == 0 or by)
            or word.text.endswith("ing")
            or not _same_verb(verb, word.text)
        ):
            continue
        before = next((one.text for one in reversed(stretch[:number]) if not one.text.endswith("ly")), "")
        plural = re.search(r"[^'’s]s$", before) is not None and before.casefold() not in STOP_WORDS
        as_it_is = plural and not word.text.endswith(("er", "or"))
        if as_it_is or any(form in ("past", "participle", "third") for _, form in forms(word.text)):
            yield number


class _Telling:
    """One place where a quote tells of the verb."""

    def __init__(self, quote: str, at: int) -> None:
        self._quote, self._at = quote, at
        self._words: Sequence[Word] = tuple(words(quote))
        before = [word.text.casefold() for word in self._words[max(0, at - 3) : at]]
        after = [word.text.casefold() for word in self._words[at + 1 : at + 1 + BY]]
        self._by = next((at + 1 + number for number, word in enumerate(after) if word == "by"), None)
        self._may_be_participle = is_participle = any(form == "participle" for _, form in forms(self._words[at].text))
        opens = at == 0 or not self._close(at - 1)
        by_it = self._by is not None and (opens or self._by == at + 1)
        self._passive = is_participle and (by_it or bool(_BE.intersection(before)))

    def has_doer(self, known: Collection[str]) -> bool:
        if self._passive:
            return any(self._new(word, known) for word in self._behind_by())
        at = self._at - 1
        while at >= 0 and self._close(at) and (self._folded(at) in _HELPS or self._folded(at).endswith("ly")):
            at -= 1
        if at >= 0 and self._folded(at) in _RELATIVE:
            return at > 0 and self._new(self._words[at - 1], known)
        return at >= 0 and self._close(at) and self._new(self._words[at], known)

    def is_said_of_what_stands_before(self, question: str) -> bool:
        """Whether the verb says what was done to the noun before it: "bills signed into law", where "who signed the report" is asked."""
        after = self._folded(self._at + 1) if self._at + 1 < len(self._words) else ""
        if after not in _PREPOSITIONS or self._passive or not self._may_be_participle:
            return False
        return re.search(rf"\b{re.escape(self._folded(self._at))}\s+{after}\b", question, re.IGNORECASE) is None

    def _close(self, at: int) -> bool:
        """Whether nothing but spaces stands between this word and the next."""
        return not self._quote[self._words[at].end : self._words[at + 1].start].strip()

    def _folded(self, at: int) -> str:
        return self._words[at].text.casefold()

    def _new(self, word: Word, known: Collection[str]) -> bool:
        roots = set(topic_roots(word.text))
        return bool(roots) and word.text.casefold() not in _PRONOUNS and roots.isdisjoint(known)

    def _behind_by(self) -> Iterator[Word]:
        """The words right behind the "by", up to the next mark; none of "by the undersigned" or "by both parties", whose names stand elsewhere."""
        if self._by is None:
            return
        for at in range(self._by + 1, min(self._by + 4, len(self._words))):
            if self._folded(at) in ("undersigned", "party", "parties"):
                return
            yield self._words[at]
            if at + 1 < len(self._words) and not self._close(at):
                return
