"""What the pronoun at the head of a sentence stands for, where only one thing can be meant."""

from collections.abc import Iterator, Sequence

from ..language.tokens import Token
from ..language.verbs import forms
from ..lexicon.offices import OCCUPATIONS
from ..lexicon.small_words import STOP_WORDS
from ..lexicon.verb_forms import AUXILIARIES
from ..names.same_name import is_suffix
from .omittable_spans import finite

_SINGULAR = frozenset("it its".split())
_PLURAL = frozenset("they their".split())
_PERSONS = frozenset("he she".split())
_OF_PERSONS = _PERSONS | {"his", "her"}
_AS_OBJECT = {"its": "it", "he": "him", "his": "him", "she": "her", "they": "them", "their": "them"}
_PRONOUNS = _PERSONS | {"it", "they", "this"}
_DEFINITE = frozenset(
    "company firm group corporation agency university school city town film movie song album book band "
    "team club".split()
)
_ARTICLES = frozenset("a an the this that one each every another its their our your his her".split())
_PREPOSITIONS = frozenset("in on at by during since for from with after before over under".split())
_RATES = frozenset("ord:2: second minute hour day week month year".split())
"""What "a" makes a rate of, and names nothing: 1,200 queries a second."""
_LONGEST_NOUN = 5  # words of "the … library"


def subjects(sentences: Sequence[Sequence[Token]]) -> Iterator[Sequence[Token] | None]:
    """For each sentence the words that its opening pronoun, or "The company", stands for; None where it opens with none, or
    where more than one thing can be meant. A pronoun taken up again, "It … It …", goes on standing for the same."""
    before: Sequence[Token] = ()
    subject: Sequence[Token] | None = None
    named_before = False
    for sentence in sentences:
        head = head_size(sentence)
        if not head:
            subject = None
        elif not head_size(before):
            subject = antecedent(before, pronoun=sentence[0].key, among_names=named_before)
        elif head > 1 or before[0].key != sentence[0].key or _has_rival(before[1:], sentence[0].key):
            subject = None
        yield subject
        named_before = named_before or names_something(before)
        before = sentence


def head_size(sentence: Sequence[Token]) -> int:
    """How many tokens the pronoun, or "The company", takes that the sentence opens with as its subject; 0 when it has none."""
    if len(sentence) > 2 and sentence[0].key in _PRONOUNS and _is_verb_after(sentence):
        return 1
    if len(sentence) > 3 and sentence[0].key == "the" and sentence[1].key in _DEFINITE and finite(sentence, 2):
        return 2
    return 0


def _is_verb_after(sentence: Sequence[Token]) -> bool:
    """Whether the word after the opening pronoun is its verb."""
    if finite(sentence, 1):
        return True
    verb = sentence[1]
    form = "base" if sentence[0].key == "they" else "third"
    readable = verb.kind == "word" and not verb.capital and verb.key not in STOP_WORDS
    return readable and sentence[0].key != "this" and any(one == form for _, one in forms(verb.key))


def names_something(sentence: Sequence[Token]) -> bool:
    """Whether a name stands in the sentence."""
    words = [token for token in sentence if token.kind == "word"]
    return any(token.capital and (place or token.key not in STOP_WORDS) for place, token in enumerate(words))


def antecedent(
    before: Sequence[Token], *, pronoun: str | None = None, among_names: bool = False
) -> Sequence[Token] | None:
    """What an opening pronoun of the next sentence stands for: the subject of `before`, a name or "the … library", if nothing
    else stands there that it can mean. `pronoun` None: whichever agrees. `among_names`: whether names stand before it; then they may
    be what all is about ("Dover is a town. The population was 31,153. It is the county seat."), and only a name is taken."""
    size = 0
    while size < len(before) and before[size].kind == "word" and before[size].capital:
        size += 1
    if size and before[0].key not in _PRONOUNS and finite(before, size):
        rest = before[size:]
        others = any(token.capital and token.kind == "word" for token in rest)
        amiss = pronoun in _SINGULAR and not agrees([token.key for token in before[:size]], "it")
        return None if others or amiss or _differs_in_kind(before[:size], rest, pronoun) else before[:size]
    size = 0 if among_names else _noun(before)
    noun = before[:size]
    kind = ("they" if _is_plural(noun[-1].key) else "it") if size else None
    if kind is None or (pronoun is not None and not agrees([token.key for token in noun], pronoun)):
        return None
    return None if _has_rival(before[size:], kind) or _is_acting_on_one(before[size:]) else noun


def _differs_in_kind(name: Sequence[Token], rest: Sequence[Token], pronoun: str | None) -> bool:
    """Whether a name is of another kind than the pronoun: a person for "it" and "they", a firm for "he"; or whether "it" can mean what
    the name acts on ("Puccini wrote the opera. It …"), or the same pronoun stands for something else already."""
    if pronoun is None:
        return False
    if any(token.key == _AS_OBJECT.get(pronoun, pronoun) for token in rest):
        return True
    if pronoun in _OF_PERSONS:
        return is_suffix(name[-1].key)
    if any(token.key in OCCUPATIONS for token in rest):
        return True
    acts = bool(rest) and rest[0].key not in AUXILIARIES
    return acts and pronoun in _SINGULAR and _has_object(rest)


def _has_object(rest: Sequence[Token]) -> bool:
    """Whether the verb that `rest` opens with is followed at once by a noun with its article."""
    return len(rest) > 2 and rest[1].key in _ARTICLES and rest[2].key not in _RATES


def agrees(noun: Sequence[str], pronoun: str) -> bool:
    """Whether the pronoun can stand for "the … library"; for a name any can."""
    if noun[0].lower() != "the":
        return True
    return pronoun.lower() in (_PLURAL if _is_plural(noun[-1].lower()) else _SINGULAR)


def after_lead(sentence: Sequence[Token]) -> Sequence[Token]:
    """The sentence from its subject on, where that is "the … library" and comes after "On one machine" and the like."""
    if sentence and sentence[0].key in _PREPOSITIONS:
        for place, token in enumerate(sentence[:30]):
            before = sentence[place - 1].key if place else ""
            if place > 1 and token.key == "the" and before not in STOP_WORDS and _noun(sentence[place:]):
                return sentence[place:]
    return sentence


def short_form(noun: Sequence[Token], text: Sequence[Token]) -> Sequence[Token] | None:
    """ "the library" for "the index library", where the text speaks of no other library."""
    if len(noun) < 3 or noun[0].key != "the":
        return None
    own = [token.key for token in noun[1:]]
    for place, token in enumerate(text):
        if token.stem == noun[-1].stem and token.key != "":
            before = [one.key for one in text[max(0, place - len(own) + 1) : place]]
            if (before != own[:-1] or token.key != own[-1]) and (place == 0 or text[place - 1].key != "the"):
                return None
    return (noun[0], noun[-1])


def _noun(sentence: Sequence[Token]) -> int:
    """How many tokens "the … library" takes that is the subject of the sentence; 0 when that cannot be told."""
    if len(sentence) < 3 or sentence[0].key != "the" or sentence[1].key in _DEFINITE:
        return 0
    for place in range(1, min(len(sentence), _LONGEST_NOUN + 2)):
        token = sentence[place]
        if place > 1 and (finite(sentence, place) or _is_plain_verb(sentence, place)):
            return place
        if token.kind != "word" or token.capital or token.key in STOP_WORDS or token.key in AUXILIARIES:
            return 0
    return 0


def _is_plain_verb(sentence: Sequence[Token], at: int) -> bool:
    """Whether a word in "-s" after a noun without one is the verb: "the library keeps vectors"."""
    token, rest = sentence[at], sentence[at + 1 :]
    third = token.kind == "word" and not token.capital and any(form == "third" for _, form in forms(token.key))
    if not third or _is_plural(sentence[at - 1].key) or not rest or rest[0].kind != "word":
        return False
    return not any(finite(sentence, place) for place in range(at + 1, len(sentence)))


def _has_rival(rest: Sequence[Token], pronoun: str) -> bool:
    """Whether something that follows the verb can be what the pronoun means, too."""
    words = [token for token in rest if token.kind == "word"]
    if any(token.capital for token in words):
        return True
    for token, following in zip(rest, (*rest[1:], None), strict=True):
        if token.key in _ARTICLES and not (following and following.key in _RATES):
            return True
    return pronoun in _PLURAL and any(_is_plural(token.key) for token in words[1:])


def _is_acting_on_one(rest: Sequence[Token]) -> bool:
    """Whether the verb has an object without an article that "it" can mean: "uses caching"."""
    if not rest or rest[0].key in AUXILIARIES - {"has", "have", "had"}:
        return False
    run: list[Token] = []
    for token in rest[1:]:
        if token.kind != "word" or token.key in STOP_WORDS:
            break
        run.append(token)
    return bool(run) and not _is_plural(run[-1].key) and not run[-1].key.endswith("ly")


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
