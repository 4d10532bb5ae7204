"""Finds what a claim leaves out of a sentence that it otherwise repeats verbatim: a condition, hedge, time or scope
(SPEC AUD-4, AUD-7)."""

from typing import NamedTuple

from ..language.sentences import sentences
from ..language.tokens import Token, tokens
from ..lexicon.limiting_words import BINDING_WORDS
from .prepared_source import Source, bare

_DENIALS = frozenset("not no never none nor neither nobody nothing denied denies false".split())
_LONGEST = 25  # maximum number of words left out; a claim that leaves out more is a different statement


class Lost(NamedTuple):
    """The words that a claim leaves out of a sentence, and the whole sentence. Both come from the source, on one
    line.

    Example: of “The fee is due if notice is given”, the claim “The fee is due” leaves out “if notice is given”.
    """

    words: str
    sentence: str
    binds: bool
    """Whether the missing words limit the rest of the sentence, as a condition does. If so, no judge may accept the
    claim. A place or a name does not limit it."""


def lost_words(claim: str, source: Source) -> Lost | None:
    """Return the one run of words that the claim leaves out of a sentence of `source`. Return None if the claim differs
    in any other way.

    Two omissions also return None, because the rest then states something different. One is a negation. The other is
    a thing or value in the middle: "Aspirin 75 mg; Ibuprofen 300 mg" repeated as "Aspirin 300 mg".
    """
    keys = [token.key for token in bare(tokens(claim))]
    wanted = frozenset(keys)
    if len(keys) < 2 or not wanted <= source.vocabulary:
        return None
    for sentence, there in zip(source.sentences, source.keys, strict=True):
        if not wanted <= there:
            continue
        words = list(bare(sentence))
        more = len(words) - len(keys)
        if not 0 < more <= _LONGEST:
            continue
        head = 0
        while head < len(keys) and keys[head] == words[head].key:
            head += 1
        if keys[head:] == [word.key for word in words[head + more :]] and _is_plain_loss(words, head, head + more):
            lost = _between(source, words[head], words[head + more - 1])
            told = any(word.key in BINDING_WORDS for word in words[head : head + more])
            return Lost(lost, _whole(source, sentence[0], sentence[-1]), told)
    return None


def _is_plain_loss(words: list[Token], start: int, end: int) -> bool:
    stretch = words[start:end]
    if any(word.key in _DENIALS for word in stretch):
        return False
    at_edge = start == 0 or end == len(words)
    told = any(word.key in BINDING_WORDS for word in stretch)
    return at_edge or (told and not any(word.kind == "fact" or word.capital for word in stretch))


def _between(source: Source, first: Token, last: Token) -> str:
    return " ".join(source.text[first.start : last.end].split())


def _whole(source: Source, first: Token, last: Token) -> str:
    """Return the text of the sentence from token `first` to token `last`, from the sentence's first letter on. A bound
    ("up to 20") is part of the token of its figure, but is written before the figure."""
    start = next((start for start, end in sentences(source.text) if start <= first.start < end), first.start)
    return " ".join(source.text[start : last.end].split())
