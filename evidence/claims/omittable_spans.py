"""Finds the parts of a sentence that a claim may leave out. The rest must not state more than the whole sentence does.

A part may be left out only if the whole sentence still asserts the rest: an aside in brackets; a discourse word at the
start ("However,"); a relative clause or apposition between commas; a closing "including …" or "due to …"; and one of
two clauses or predicates joined by "and", "but" or a semicolon.

A part with a word that limits the rest (`BINDING_WORDS`) may never be left out: a condition, negation, hedge,
attribution or limit. Nor may an adverbial of time, place or scope ("In 2019,", "in Germany").
"""

from collections.abc import Iterator, Sequence

from ..language.tokens import Token
from ..language.verbs import forms, is_past
from ..lexicon.limiting_words import BINDING_WORDS, CLAUSE_LIMITS
from ..lexicon.small_words import CLAUSE_OPENERS, DISCOURSE_WORDS
from ..lexicon.word_forms import AUXILIARIES

_CAUSE_WORDS = frozenset("due because owing reflecting driven thanks".split())
_CAUSE_QUALIFIERS = frozenset("primarily mainly largely partly mostly principally partially chiefly".split())
_DISCOURSE_PHRASES = (
    ("in", "addition"),
    ("as", "a", "result"),
    ("for", "example"),
    ("for", "instance"),
    ("in", "fact"),
    ("of", "course"),
)
_RELATIVES = frozenset("which who whose where".split())
_SUBJECT_OPENERS = frozenset("the a an it he she they we its their his her this these".split())
_DETERMINERS = frozenset("a an the its their his her".split())

LONGEST = 1_000
"""The maximum number of tokens of a sentence. The longest sentences in contracts have about 600."""


def skips(sentence: Sequence[Token]) -> dict[int, list[int]]:
    """Return the parts of the sentence that a claim may leave out: the token index of each start, with its possible
    ends (exclusive).

    The result is empty for a sentence of more than `LONGEST` tokens, since the time grows with the square of the
    length.

    Example: of “Acme, a tenant, grew.”, the part “, a tenant,” may be left out.
    """
    found: dict[int, list[int]] = {}
    if len(sentence) > LONGEST:
        return found
    for start, end in _parts(sentence):
        found.setdefault(start, []).append(end)
    return found


def leads(sentence: Sequence[Token]) -> int:
    """Return the number of tokens of the adverbial that opens the sentence, or 0. The comma after it does not count.
    Examples: "In 2019", "If it rains"."""
    if not sentence or sentence[0].key not in CLAUSE_OPENERS:
        return 0
    for place, token in enumerate(sentence[:40]):
        if token.key == "," and place > 1:
            return place
    return 0


def time_lead(sentence: Sequence[Token]) -> int:
    """Return the number of tokens of a time that opens the sentence without a comma after it. Example: "In April 1191
    Richard left". Return 0 if there is none."""
    if not sentence or sentence[0].key not in {"in", "on", "by", "since", "during", "from", "until", "at"}:
        return 0
    for place, token in enumerate(sentence[1:6], start=1):
        if token.kind == "mark":
            return 0
        if token.kind == "fact" and place + 2 < len(sentence) and sentence[place + 1].kind == "word":
            return place + 1 if sentence[place + 1].capital or sentence[place + 1].key in _SUBJECT_OPENERS else 0
    return 0


def finite(sentence: Sequence[Token], at: int) -> bool:
    """Return whether the token at index `at` is certainly a finite verb: an auxiliary, a past form, or an "-s" form
    before a determiner."""
    if at >= len(sentence) or sentence[at].kind != "word":
        return False
    key = sentence[at].key
    if key in AUXILIARIES:
        return True
    if sentence[at].capital:
        return False
    if is_past(key):
        return True
    following = sentence[at + 1] if at + 1 < len(sentence) else None
    third = any(form == "third" for _, form in forms(key))
    return (
        third
        and following is not None
        and (following.kind == "fact" or following.key in _DETERMINERS or following.capital)
    )


def _parts(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    yield from _discourse(sentence)
    yield from _brackets(sentence)
    yield from _set_off(sentence)
    yield from _joined(sentence)


def _binds(part: Sequence[Token]) -> bool:
    return any(token.key in BINDING_WORDS for token in part)


def _discourse(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    keys = [token.key for token in sentence[:5]]
    if len(keys) > 2 and keys[0] in DISCOURSE_WORDS and keys[1] == ",":
        yield 0, 2
    if len(keys) > 2 and keys[0] in {"but", "and"}:
        yield 0, 1
    for phrase in _DISCOURSE_PHRASES:
        size = len(phrase)
        if tuple(keys[:size]) == phrase and keys[size : size + 1] == [","]:
            yield 0, size + 1


def _brackets(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    opened: int | None = None
    for place, token in enumerate(sentence):
        if token.key in "([" and token.kind == "mark":
            opened = place if opened is None else -1
        elif token.key in ")]" and token.kind == "mark":
            if opened is not None and opened >= 0 and place > opened + 1:
                inside = sentence[opened + 1 : place]
                if not _binds(inside) and any(part.kind == "word" for part in inside):
                    yield opened, place + 1
            opened = None


def _set_off(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the token ranges of relative clauses, appositions and closing "including …" phrases. Each begins at its
    comma, and ends at the next comma before a verb or at the end of the sentence."""
    end = _body_end(sentence)
    commas = [place for place, token in enumerate(sentence) if token.key == ","][:24]
    for order, comma in enumerate(commas):
        opener = sentence[comma + 1].key if comma + 1 < end else ""
        apposition = opener in {"a", "an", "the"}
        cause = opener in _CAUSE_WORDS or (
            opener in _CAUSE_QUALIFIERS and comma + 2 < end and sentence[comma + 2].key in _CAUSE_WORDS
        )
        example = opener == "including" or (opener == "such" and comma + 2 < end and sentence[comma + 2].key == "as")
        relative = opener in _RELATIVES
        if not (relative or apposition or cause or example):
            continue
        for closing in commas[order + 1 : order + 5]:
            part = sentence[comma + 1 : closing]
            if _part_may_go(part, apposition=apposition, own_clause=relative) and finite(sentence, closing + 1):
                yield comma, closing + 1
        part = sentence[comma + 1 : end]
        if _part_may_go(part[2:] if cause else part, apposition=apposition, own_clause=relative):
            yield comma, end


def _part_may_go(part: Sequence[Token], *, apposition: bool, own_clause: bool) -> bool:
    binding = CLAUSE_LIMITS if own_clause else BINDING_WORDS
    if not part or any(token.key in binding for token in part):
        return False
    if not apposition:
        return True
    has_verb = any(finite(part, place) for place in range(len(part)))
    return not has_verb and not any(token.key in {"and", "or"} for token in part[-3:])


def _joined(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the token ranges of single clauses, or of predicates, that are joined to another one by "and", "but" or a
    semicolon."""
    end = _body_end(sentence)
    first = next((place for place in range(1, end) if finite(sentence, place)), None)
    if first is None:
        return
    led = leads(sentence) > 0
    for place in range(2, end - 1):
        key = sentence[place].key
        if key not in {"and", "but", ";"} or place <= first:
            continue
        cut = place - 1 if sentence[place - 1].key == "," else place
        own_predicate = finite(sentence, place + 1)
        own_clause = key == ";" or any(
            finite(sentence, at) for at in _until_mark(sentence, place + 2, min(place + 8, end))
        )
        if not (own_predicate or own_clause):
            continue
        before, after = sentence[:place], sentence[place + 1 : end]
        if not any(token.key in CLAUSE_LIMITS for token in after):
            yield cut, end
        if _binds(before) or led or not {token.key for token in before}.isdisjoint({"both", "either"}):
            continue
        if own_predicate:
            second = sentence[place + 1].key
            if second in AUXILIARIES or sentence[first].key not in AUXILIARIES:
                yield first, place + 1
        else:
            yield 0, place + 1


def _until_mark(sentence: Sequence[Token], start: int, stop: int) -> Iterator[int]:
    for place in range(start, stop):
        if sentence[place].kind == "mark":
            return
        yield place


def _body_end(sentence: Sequence[Token]) -> int:
    end = len(sentence)
    while end and sentence[end - 1].kind == "mark" and sentence[end - 1].key not in ")]%":
        end -= 1
    return end
